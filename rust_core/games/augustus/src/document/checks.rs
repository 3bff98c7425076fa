//! The checks of an import after its form (P2 to P9 of the interface), in their order.

use referee_kernel::rule::Unfit;

use super::shape::{SeatShape, Shape};
use crate::game::Augustus;
use crate::numbers::Numbers;
use crate::position::Phase;
use crate::words::{COLOUR_TILES, Category, DEAL, END_AT, LEGIONS, MARKET, Resource, START_LEGIONS, Token};

type Check = Result<(), Unfit>;

fn check(holds: bool, error: &'static str) -> Check {
    if holds { Ok(()) } else { Err(Unfit(error)) }
}

/// All of them.
pub(super) fn all(game: &Augustus, d: &Shape) -> Check {
    at_rest(d)?;
    objectives(d)?;
    tokens(d)?;
    legions(game, d)?;
    tiles(game, d)?;
    piles(game, d)?;
    fits_phase(game, d)
}

/// P2, P3
fn at_rest(d: &Shape) -> Check {
    check(!matches!(d.phase, Phase::Setup | Phase::Resolution), "not_a_rest_point")?;
    check(!d.answers_pending, "answers_pending")?;
    check(!d.resolution_pending, "resolution_pending")?;
    let completed = d.seats.iter().flat_map(|s| &s.objectives).any(|o| o.completed);
    check(!completed, "objective_completed")
}

/// P4
fn objectives(d: &Shape) -> Check {
    let held = d.seats.iter().flat_map(|s| [s.active(), s.controlled, s.hand, s.discards]);
    let mut seen = Numbers::NONE;
    for pile in held.chain([d.deck, d.market, d.lost]) {
        check(seen.and(pile).is_empty(), "objective_twice")?;
        seen = seen.or(pile);
    }
    check(seen == Numbers::ALL, "objective_missing")
}

/// P5
fn tokens(d: &Shape) -> Check {
    let mut counts = d.bag.iter().zip(d.drawn).zip(Token::COUNTS);
    let add_up = counts.all(|((bag, drawn), n)| u64::from(*bag) + u64::from(drawn) == u64::from(n));
    check(add_up, "tokens_do_not_add_up")?;
    let lies_there = d.token.is_none_or(|t| d.drawn[t.index()] > 0);
    check(d.token.is_some() == (d.phase == Phase::Placement) && lies_there, "token")?;
    let jokers = u32::from(d.token == Some(Token::Joker));
    check(d.drawn[Token::Joker.index()] == jokers, "joker_on_table")?;
    check(d.turn >= d.drawn.iter().sum(), "turn")
}

/// P6
fn legions(game: &Augustus, d: &Shape) -> Check {
    let owned = |s: &SeatShape| u64::from(s.stock) + s.placed();
    for seat in &d.seats {
        check(owned(seat) >= START_LEGIONS.into(), "legions_too_few")?;
        for o in &seat.objectives {
            let spaces = game.tables.objective(o.number).spaces;
            let of = |c: Category| (o.legions[c as usize], u32::from(spaces.of(c)));
            check(Category::ALL.into_iter().map(of).all(|(legions, spaces)| legions <= spaces), "space_overfull")?;
            check(Category::ALL.into_iter().map(of).any(|(legions, spaces)| legions < spaces), "objective_full")?;
        }
    }
    let all = d.seats.iter().map(owned).sum::<u64>() + u64::from(d.supply);
    check(all == LEGIONS.into(), "legions_do_not_add_up")
}

/// P7
fn tiles(game: &Augustus, d: &Shape) -> Check {
    let mut colour = 0;
    for seat in &d.seats {
        check(colour & seat.colour_tiles == 0, "colour_tile_twice")?;
        colour |= seat.colour_tiles;
    }
    let mut number = 0;
    for tile in d.seats.iter().filter_map(|s| s.number_tile) {
        check(number >> tile & 1 == 0, "number_tile_twice")?;
        number |= 1 << tile;
    }
    let declined = |s: &SeatShape| s.number_tile.is_some_and(|n| s.declined >> n & 1 == 1);
    check(!d.seats.iter().any(declined), "number_tile_declined")?;
    for (tile, _) in COLOUR_TILES.iter().enumerate().filter(|(i, _)| colour >> i & 1 == 0) {
        let meets = |s: &SeatShape| game.qualifies(&game.tables.colour_tiles[tile], s.controlled);
        check(!d.seats.iter().any(meets), "colour_tile_unclaimed")?;
    }
    for resource in Resource::ALL {
        let amount = |s: &SeatShape| s.controlled.and(game.tables.producing(resource)).len();
        let most = d.seats.iter().map(amount).max().unwrap_or(0);
        match d.tiles[resource as usize].and_then(|s| d.seats.get(usize::from(s))) {
            None => check(most == 0, "resource_tile_unclaimed")?,
            Some(holder) => check(amount(holder) > 0 && amount(holder) == most, "resource_tile_holder")?,
        }
    }
    Ok(())
}

/// P8
fn piles(game: &Augustus, d: &Shape) -> Check {
    let discards = || d.seats.iter().map(|s| s.discards.len());
    let nothing_left = d.deck.is_empty() && d.lost.is_empty() && discards().all(|n| n == 0);
    check(d.market.len() == MARKET || nothing_left, "market_size")?;
    let none = discards().all(|n| n == 0);
    let three = discards().all(|n| n == 3) && !game.first_game && d.phase != Phase::Draft;
    check(none || three, "setup_discards")
}

/// P9
fn fits_phase(game: &Augustus, d: &Shape) -> Check {
    let draft = d.phase == Phase::Draft;
    check(!(draft && game.first_game), "draft_in_first_game")?;
    let hand = if draft { DEAL } else { 0 };
    check(d.seats.iter().all(|s| s.hand.len() == hand), "hand_size")?;
    check(!draft || is_fresh(game, d), "draft_not_fresh")?;
    let seven = d.seats.iter().any(|s| s.controlled.len() >= END_AT);
    let reached = |turn: u32| game.token_limit.is_some_and(|limit| turn >= limit);
    match d.phase {
        Phase::Over => check(seven || reached(d.turn), "game_not_over"),
        Phase::Draw => check(!seven && !reached(d.turn), "game_over"),
        Phase::Placement => check(!seven && !reached(d.turn.saturating_sub(1)), "game_over"),
        _ => Ok(()),
    }
}

/// As 2.1 to 2.12 leave the table.
fn is_fresh(game: &Augustus, d: &Shape) -> bool {
    let empty = |s: &SeatShape| {
        s.objectives.is_empty()
            && s.controlled.is_empty()
            && s.colour_tiles == 0
            && s.number_tile.is_none()
            && s.declined == 0
    };
    d.turn == 0
        && d.crier == game.first_crier
        && d.drawn == [0; 7]
        && d.lost.is_empty()
        && d.supply == u32::from(LEGIONS.saturating_sub(START_LEGIONS * game.seats))
        && d.tiles == [None; 2]
        && d.seats.iter().all(empty)
}
