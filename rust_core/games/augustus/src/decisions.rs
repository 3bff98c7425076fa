//! Who is asked what, and where an answer or an outcome goes (chapter 11; interface sections 4 and 5).

use referee_kernel::game::Walk;
use referee_kernel::json::Writer;
use referee_kernel::rule::{Illegal, Rule};
use referee_kernel::seat::{Seat, Seats, Viewer};
use referee_kernel::stream::Stream;
use referee_kernel::tx::Tx;

use crate::action::{Action, Outcome};
use crate::ask::Ask;
use crate::ch2_setup::Deal;
use crate::ch4_completion::may_take;
use crate::change::Change;
use crate::game::Augustus;
use crate::numbers::Numbers;
use crate::position::{Phase, Position, Step};
use crate::words::Token;

/// Whether `seat` is asked; the refusals in the interface's order.
pub(crate) fn asked(game: &Augustus, p: &Position, seat: u64) -> Result<Seat, Illegal> {
    if p.phase == Phase::Over {
        return Err(Illegal::new("8.1", "game_over"));
    }
    let Some(ask) = p.ask(&game.tables) else {
        return Err(Illegal { rule: request(game, p).0, why: "chance_pending" });
    };
    match u8::try_from(seat).ok().filter(|s| *s < game.seats) {
        Some(seat) if p.pending.has(seat) => Ok(seat),
        Some(seat) if p.answers[usize::from(seat)].is_some() => {
            let rule = match ask {
                Ask::Draft => Rule("2.6"),
                Ask::Placement => Rule("3.15"),
                _ => Rule("10.8.1"),
            };
            Err(Illegal { rule, why: "already_answered" })
        }
        _ => Err(Illegal { rule: ask.rule(), why: "not_asked" }),
    }
}

/// Visits the legal actions of a seat that is asked.
pub(crate) fn walk(game: &Augustus, p: &Position, seat: Seat, visit: &mut dyn FnMut(&Action) -> Walk) -> Walk {
    let Some(ask) = p.ask(&game.tables) else { return Walk::Continue(()) };
    match ask {
        Ask::Draft => keeps(p, seat, visit),
        Ask::Placement | Ask::Mobilise(_) => game.placements(p, seat, game.permitted(p, seat, ask), visit),
        Ask::CompleteObjective => {
            visit(&Action::Pass)?;
            p.conquered(seat).iter().try_for_each(|n| visit(&Action::Complete(n)))
        }
        Ask::Rearrange => {
            visit(&Action::Pass)?;
            visit(&Action::Lift)
        }
        Ask::PutBack => game.puts(p, seat, visit),
        Ask::Attack(attack) => game.removals(p, seat, attack, visit),
        Ask::GiveTile => {
            let Some(tile) = p.tile_given() else { return Walk::Continue(()) };
            game.leaders(p, tile).iter().try_for_each(|to| visit(&Action::Give { tile, to }))
        }
        Ask::Claim => {
            if let Some(tile) = game.claimable(p, seat) {
                visit(&Action::Claim(tile))?;
            }
            visit(&Action::Decline)
        }
        Ask::Choose => p.market.iter().try_for_each(|n| visit(&Action::Take(n))),
    }
}

/// Every three of the hand (2.6).
fn keeps(p: &Position, seat: Seat, visit: &mut dyn FnMut(&Action) -> Walk) -> Walk {
    let hand = p.side(seat).hand;
    for a in hand.iter() {
        for b in hand.iter().filter(|b| *b > a) {
            for c in hand.iter().filter(|c| *c > b) {
                visit(&Action::Keep([a, b, c]))?;
            }
        }
    }
    Walk::Continue(())
}

/// Whether the seat, which is asked, may do this. The verb belongs to the decision, or `unknown_action` is said.
fn judge(game: &Augustus, p: &Position, seat: Seat, ask: Ask, action: Action) -> Result<(), Illegal> {
    let listed = |listed| {
        if listed { Ok(()) } else { Err(Illegal { rule: ask.rule(), why: "not_listed" }) }
    };
    if !verbs(ask).contains(&action.verb()) {
        return Err(Illegal { rule: ask.rule(), why: "unknown_action" });
    }
    match action {
        Action::Keep([a, b, c]) => listed(a < b && b < c && [a, b, c].iter().all(|n| p.side(seat).hand.has(*n))),
        Action::Place(to) => game.may_mobilise(p, seat, ask, None, to),
        Action::Move { from, to } => game.may_mobilise(p, seat, ask, Some(from), to),
        Action::Complete(n) => listed(p.conquered(seat).has(n)),
        Action::Put(to) => game.may_put(p, seat, to),
        Action::RemoveOne(_) | Action::RemoveTwo(..) | Action::Clear(_) | Action::Lose(_) => match ask {
            Ask::Attack(attack) => listed(game.may_remove(p, seat, attack, action)),
            _ => listed(false),
        },
        Action::Give { tile, to } => listed(p.tile_given() == Some(tile) && game.leaders(p, tile).has(to)),
        Action::Claim(tile) => listed(game.claimable(p, seat) == Some(tile)),
        Action::Take(n) => may_take(p, n),
        Action::Pass | Action::Lift | Action::Decline => Ok(()),
    }
}

/// The verbs of a decision, in the order of the interface.
pub(crate) fn verbs(ask: Ask) -> &'static [&'static str] {
    match ask {
        Ask::Draft => &["keep"],
        Ask::Placement | Ask::Mobilise(_) => &["pass", "place", "move"],
        Ask::CompleteObjective => &["pass", "complete"],
        Ask::Rearrange => &["pass", "lift"],
        Ask::PutBack => &["put"],
        Ask::Attack(_) => match ask.kind() {
            "lose_legions" => &["remove"],
            "clear" => &["clear"],
            _ => &["lose"],
        },
        Ask::GiveTile => &["give"],
        Ask::Claim => &["claim", "decline"],
        Ask::Choose => &["take"],
    }
}

/// Takes an action.
pub(crate) fn act(game: &Augustus, tx: &mut Tx<'_, Augustus>, seat: Seat, action: Action) -> Result<(), Illegal> {
    let seat = asked(game, tx.position(), seat.into())?;
    let Some(ask) = tx.position().ask(&game.tables) else {
        return Err(Illegal::new("11.1", "not_asked"));
    };
    judge(game, tx.position(), seat, ask, action)?;
    if ask.is_simultaneous() {
        tx.put(Change::Answered(seat, Some(action)));
        if tx.position().pending.is_empty() {
            match ask {
                Ask::Draft => game.drafted(tx),
                Ask::Placement => game.placed(tx),
                _ => game.removed(tx),
            }
        }
        return Ok(());
    }
    match action {
        Action::Take(n) => game.take(tx, seat, n),
        Action::Claim(_) => game.answer_claim(tx, seat, true),
        Action::Decline => game.answer_claim(tx, seat, false),
        Action::Give { tile, to } => game.give_tile(tx, tile, to),
        Action::Put(to) => game.put(tx, seat, to),
        Action::Lift => game.lift(tx, seat),
        Action::Complete(n) => game.complete(tx, seat, Some(n)),
        Action::Place(_) | Action::Move { .. } => game.mobilise_by_power(tx, seat, action),
        Action::Pass if matches!(ask, Ask::Mobilise(_)) => game.mobilise_by_power(tx, seat, action),
        _ => game.complete(tx, seat, None), // A pass at 10.4 or 10.6 ends the power and does nothing.
    }
    Ok(())
}

/// What a seat does that does not answer (11.10); nothing for a seat that is not asked.
pub(crate) fn default_action(game: &Augustus, p: &Position, seat: Seat) -> Option<Action> {
    match p.ask(&game.tables).filter(|_| p.pending.has(seat))? {
        Ask::Placement | Ask::Mobilise(_) | Ask::CompleteObjective | Ask::Rearrange => Some(Action::Pass),
        Ask::Claim => Some(Action::Decline),
        _ => referee_kernel::game::first_legal(game, p, seat),
    }
}

/// Rule, destination and seat of the chance request (interface section 5).
fn request(game: &Augustus, p: &Position) -> (Rule, &'static str, Option<Seat>) {
    match (p.phase, game.deal(p)) {
        (Phase::Setup, Some(Deal::Hand(s))) => (Rule("2.5"), "hand", Some(s)),
        (Phase::Setup, Some(Deal::Objectives(s))) => (Rule("2.9"), "objectives", Some(s)),
        (Phase::Setup, _) => (Rule("2.4"), "market", None),
        (Phase::Resolution, _) => (Rule("4.11"), "market", None),
        _ => (Rule("3.2"), "table", Some(p.crier)),
    }
}

/// Writes the chance request.
pub(crate) fn write_request(game: &Augustus, p: &Position, w: &mut Writer) {
    let (rule, to, seat) = request(game, p);
    w.object(|w| {
        w.key("deck").str(if p.phase == Phase::Draw { "tokens" } else { "objectives" });
        w.key("kind").str("draw");
        w.key("rule").str(rule.0);
        w.key("seat").int_or_null(seat);
        w.key("to").str(to);
    });
}

/// Whether `outcome` can come; `None` is one that is nothing the game knows.
pub(crate) fn judge_outcome(game: &Augustus, p: &Position, outcome: Option<Outcome>) -> Result<Outcome, Illegal> {
    if p.phase == Phase::Over || !p.pending.is_empty() {
        return Err(Illegal::new("11.8", "no_chance_pending"));
    }
    let rule = request(game, p).0;
    match (p.phase, outcome) {
        (Phase::Draw, Some(Outcome::Token(token))) if p.bag[token.index()] > 0 => Ok(Outcome::Token(token)),
        (Phase::Draw, _) => Err(Illegal { rule, why: "not_in_bag" }),
        (_, Some(Outcome::Objective(n))) if p.deck.has(n) => Ok(Outcome::Objective(n)),
        _ => Err(Illegal { rule, why: "not_in_deck" }),
    }
}

/// Takes an outcome.
pub(crate) fn chance(game: &Augustus, tx: &mut Tx<'_, Augustus>, outcome: Outcome) -> Result<(), Illegal> {
    match judge_outcome(game, tx.position(), Some(outcome))? {
        Outcome::Token(token) => game.token_drawn(tx, token),
        Outcome::Objective(n) if tx.position().phase == Phase::Setup => game.dealt(tx, n),
        Outcome::Objective(n) => game.refilled(tx, n),
    }
    Ok(())
}

/// Draws the outcome (protocol P6): objectives ascend by number, tokens by the bytes of their names.
pub(crate) fn sample(p: &Position, stream: &mut Stream) -> Outcome {
    if p.phase == Phase::Draw {
        let counts = Token::BY_NAME.map(|t| u32::from(p.bag[t.index()]));
        return Outcome::Token(Token::BY_NAME[stream.draw(&counts)]);
    }
    let skip = stream.below(p.deck.len().into());
    Outcome::Objective(p.deck.nth(skip).unwrap_or_default())
}

/// What never changes (law L7): 48 legions, 23 tokens, 88 objectives, each in one place.
pub(crate) fn census(p: &Position) -> Vec<u32> {
    let legions = p.legions.iter().map(|l| u32::from(l.total())).sum::<u32>();
    let stocks = p.sides.iter().map(|s| u32::from(s.stock)).sum::<u32>();
    let lifted = p.resolution.as_ref().filter(|r| r.step == Step::Put).map_or(0, |r| u32::from(r.left));
    let piles = p.sides.iter().flat_map(|s| [s.active, s.controlled, s.hand, s.discards]);
    let piles: Vec<_> = piles.chain([p.deck, p.market, p.lost]).collect();
    let objectives = piles.iter().map(|pile| u32::from(pile.len())).sum();
    let different = piles.iter().fold(Numbers::NONE, |all, pile| all.or(*pile)).len();
    let tokens = p.bag.iter().zip(p.drawn()).map(|(a, b)| u32::from(a + b)).sum();
    vec![legions + stocks + lifted + u32::from(p.supply), objectives, different.into(), tokens]
}

/// A position that `viewer` cannot tell from `p` (law L6): what lies hidden from him is dealt anew, and answers he may not
/// read are others.
pub(crate) fn redeal(game: &Augustus, p: &Position, viewer: Viewer, dice: &mut Stream) -> Position {
    let mut q = p.clone();
    let others = || (0..game.seats).filter(|s| viewer != Some(*s));
    let mut pool = others().fold(p.deck, |all, s| all.or(p.side(s).hand).or(p.side(s).discards));
    let mut deal = |count: u8| -> Numbers {
        let mut pile = Numbers::NONE;
        for _ in 0..count {
            let n = pool.nth(dice.below(u32::from(pool.len()).max(1))).unwrap_or_default();
            pool = pool.without(n);
            pile = pile.with(n);
        }
        pile
    };
    for s in others() {
        q.side_mut(s).hand = deal(p.side(s).hand.len());
        q.side_mut(s).discards = deal(p.side(s).discards.len());
        let hand = q.side(s).hand;
        let answer = &mut q.answers[usize::from(s)];
        match answer {
            Some(Action::Keep(kept)) => kept.iter_mut().zip(hand.iter()).for_each(|(k, n)| *k = n),
            Some(other) if game.sealed => *other = Action::Pass,
            _ => (),
        }
    }
    q.deck = pool;
    q
}

/// Seats that are asked at a rest point of this phase.
pub(crate) fn pending_at_rest(game: &Augustus, phase: Phase) -> Seats {
    match phase {
        Phase::Draft | Phase::Placement => Seats::first(game.seats),
        _ => Seats::NONE,
    }
}
