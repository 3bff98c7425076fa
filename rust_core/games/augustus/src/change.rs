//! What the rules do to a position, one thing at a time. `apply` is the only code that changes a position.

use referee_kernel::seat::{Seat, Seats, Viewer};

use crate::action::{Action, Space};
use crate::game::Augustus;
use crate::numbers::{Number, Numbers};
use crate::position::{Phase, Position, Resolution, Step};
use crate::spaces::Spaces;
use crate::words::{Resource, Token};

/// One thing the rules did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// An objective of the deck was laid into the market (2.4, 4.11).
    MarketFilled(Number),
    /// An objective of the deck was dealt, hidden (2.5); which one only the seat knows.
    HandDealt(Seat, Option<Number>),
    /// An objective of the deck was dealt face up (2.9).
    ObjectiveDealt(Seat, Number),
    /// These seats are asked.
    Asked(Seats),
    /// A seat answered; what, only those know who may.
    Answered(Seat, Option<Action>),
    /// The answers are face up and about to take effect (3.16, 10.8.1).
    AnswersOpened,
    /// A seat kept three objectives and discarded the rest of its hand (2.7, 2.8).
    ObjectivesKept(Seat, [Number; 3]),
    /// The game is between rounds; the token of the last one is over.
    RoundBegan,
    /// A token was drawn (3.2).
    TokenDrawn(Token),
    /// 3.7
    LegionPlaced(Seat, Space),
    /// 3.8
    LegionMoved(Seat, Space, Space),
    /// All spaces are occupied, or a power says so: neutralised (4.1, 5.3, 10.4).
    ObjectiveCompleted(Seat, Number),
    /// The completed objectives queue up (5.1).
    ResolutionBegan,
    /// The first objective of the queue begins a chain (5.2).
    ChainBegan(Seat, Number),
    /// The next objective of the chain begins its power (5.5).
    PowerBegan(Number),
    /// The legions on an objective went back to the stock (4.3.1, 10.11).
    LegionsReturned(Seat, Number),
    /// The power is over; what it completed comes next (5.7, 5.8).
    PowerEnded,
    /// The resolution waits for this, so many times more, of these seats.
    StepBegan(Step, u8, Seats),
    /// 10.6
    LegionsLifted(Seat),
    /// 10.6
    LegionPut(Space),
    /// 10.7
    LegionsGained(Seat, u8),
    /// A legion went back to the stock (10.9, 10.10).
    LegionRemoved(Seat, Space),
    /// 10.12
    ObjectiveLost(Seat, Number),
    /// These tiles are to be checked after losses: gold, wheat (7.6).
    TilesChecked([bool; 2]),
    /// A tile went to a seat, or back to the centre (6.14, 6.15, 7.7 to 7.10).
    TileMoved(Resource, Option<Seat>),
    /// The chain is under control (4.3.3).
    ObjectivesControlled(Seat),
    /// 6.2; the tile by its place in the list of 1.15.
    ColourTileTaken(Seat, u8),
    /// 6.6
    NumberTileClaimed(Seat, u8),
    /// 6.9
    NumberTileDeclined(Seat, u8),
    /// 4.5
    ObjectiveTaken(Seat, Number),
    /// Set-up discards and lost objectives are the deck now (4.12).
    DeckRebuilt,
    /// Nothing is left to resolve.
    ResolutionEnded,
    /// 3.20
    BagRefilled,
    /// 3.21
    CrierChanged(Seat),
    /// 8.1, 8.10
    GameEnded,
}

/// Carries out a change. Total; what a change names and the position does not have is left alone.
pub(crate) fn apply(p: &mut Position, change: &Change) {
    match *change {
        Change::MarketFilled(n) => {
            p.deck = p.deck.without(n);
            p.market = p.market.with(n);
        }
        Change::HandDealt(seat, n) => {
            let dealt = n.map_or(Numbers::NONE, Numbers::one);
            p.deck = p.deck.minus(dealt);
            p.side_mut(seat).hand = p.side(seat).hand.or(dealt);
        }
        Change::ObjectiveDealt(seat, n) => {
            p.deck = p.deck.without(n);
            p.side_mut(seat).active = p.side(seat).active.with(n);
        }
        Change::Asked(seats) => {
            p.phase = if p.phase == Phase::Setup { Phase::Draft } else { p.phase };
            p.pending = seats;
        }
        Change::Answered(seat, action) => {
            p.answers[usize::from(seat)] = action;
            p.pending = p.pending.without(seat);
        }
        Change::AnswersOpened => p.answers = [None; 6],
        Change::ObjectivesKept(seat, kept) => {
            let side = p.side_mut(seat);
            side.active = side.active.or(kept.into_iter().collect());
            side.discards = side.hand.minus(side.active);
            side.hand = Numbers::NONE;
        }
        Change::RoundBegan => (p.phase, p.token) = (Phase::Draw, None),
        Change::TokenDrawn(token) => {
            let left = &mut p.bag[token.index()];
            *left = left.saturating_sub(1);
            p.token = Some(token);
            p.turn = p.turn.saturating_add(1);
            p.phase = Phase::Placement;
        }
        Change::GameEnded => (p.phase, p.token) = (Phase::Over, None),
        Change::BagRefilled => p.bag = Token::COUNTS,
        Change::CrierChanged(seat) => p.crier = seat,
        Change::LegionPlaced(..)
        | Change::LegionMoved(..)
        | Change::LegionsReturned(..)
        | Change::LegionsLifted(_)
        | Change::LegionPut(_)
        | Change::LegionsGained(..)
        | Change::LegionRemoved(..) => legions(p, change),
        Change::ObjectiveCompleted(_, n) => p.completed = p.completed.with(n),
        Change::ObjectiveLost(seat, n) => {
            p.side_mut(seat).controlled = p.side(seat).controlled.without(n);
            p.lost = p.lost.with(n);
        }
        Change::TileMoved(resource, holder) => p.tiles[resource as usize] = holder,
        Change::ColourTileTaken(seat, tile) => p.side_mut(seat).colour_tiles |= 1 << (tile & 7),
        Change::NumberTileClaimed(seat, tile) => p.side_mut(seat).number_tile = Some(tile),
        Change::NumberTileDeclined(seat, tile) => p.side_mut(seat).declined |= 1 << (tile & 7),
        Change::ObjectiveTaken(seat, n) => {
            p.market = p.market.without(n);
            p.side_mut(seat).active = p.side(seat).active.with(n);
        }
        Change::DeckRebuilt => {
            p.deck = p.deck.or(p.lost);
            for side in &mut p.sides {
                p.deck = p.deck.or(side.discards);
                side.discards = Numbers::NONE;
            }
            p.lost = Numbers::NONE;
        }
        Change::ResolutionBegan
        | Change::ChainBegan(..)
        | Change::PowerBegan(_)
        | Change::PowerEnded
        | Change::StepBegan(..)
        | Change::TilesChecked(_)
        | Change::ObjectivesControlled(_)
        | Change::ResolutionEnded => resolution(p, change),
    }
}

/// Legions between supply, stocks and spaces.
fn legions(p: &mut Position, change: &Change) {
    match *change {
        Change::LegionPlaced(seat, to) => {
            p.side_mut(seat).stock = p.side(seat).stock.saturating_sub(1);
            *p.on_mut(to.objective) = p.on(to.objective).more(to.category);
        }
        Change::LegionMoved(_, from, to) => {
            *p.on_mut(from.objective) = p.on(from.objective).fewer(from.category);
            *p.on_mut(to.objective) = p.on(to.objective).more(to.category);
        }
        Change::LegionsReturned(seat, n) => {
            p.side_mut(seat).stock = p.side(seat).stock.saturating_add(p.on(n).total());
            *p.on_mut(n) = Spaces::NONE;
        }
        Change::LegionsLifted(seat) => {
            for n in p.conquered(seat).iter() {
                *p.on_mut(n) = Spaces::NONE;
            }
        }
        Change::LegionPut(to) => *p.on_mut(to.objective) = p.on(to.objective).more(to.category),
        Change::LegionsGained(seat, count) => {
            p.supply = p.supply.saturating_sub(count);
            p.side_mut(seat).stock = p.side(seat).stock.saturating_add(count);
        }
        Change::LegionRemoved(seat, from) => {
            *p.on_mut(from.objective) = p.on(from.objective).fewer(from.category);
            p.side_mut(seat).stock = p.side(seat).stock.saturating_add(1);
        }
        _ => (),
    }
}

/// The bookkeeping of chapter 5.
fn resolution(p: &mut Position, change: &Change) {
    match *change {
        Change::ResolutionBegan => {
            p.phase = Phase::Resolution;
            p.resolution = Some(Resolution {
                queue: p.completed,
                seat: 0,
                chain: Vec::new(),
                power: None,
                done: Numbers::NONE,
                step: Step::Refill,
                left: 0,
                check: [false; 2],
            });
            return;
        }
        Change::ResolutionEnded => {
            p.resolution = None;
            p.pending = Seats::NONE;
            return;
        }
        Change::ObjectivesControlled(seat) => {
            let done = p.resolution.as_ref().map_or(Numbers::NONE, |r| r.done);
            let side = p.side_mut(seat);
            side.active = side.active.minus(done);
            side.controlled = side.controlled.or(done);
            p.completed = p.completed.minus(done);
            return;
        }
        _ => (),
    }
    let active = p.resolution.as_ref().map_or(Numbers::NONE, |r| p.side(r.seat).active);
    let Some(r) = &mut p.resolution else { return };
    match *change {
        Change::ChainBegan(seat, n) => {
            r.seat = seat;
            r.queue = r.queue.without(n);
            r.done = Numbers::NONE;
            r.power = Some(n);
        }
        Change::PowerBegan(n) => {
            r.chain.pop();
            r.power = Some(n);
        }
        Change::PowerEnded => {
            r.done = r.done.or(r.power.map_or(Numbers::NONE, Numbers::one));
            r.power = None;
            let waiting: Numbers = r.chain.iter().copied().collect();
            let fresh = p.completed.and(active).minus(r.done).minus(waiting);
            let before = r.chain.len();
            r.chain.extend(fresh.iter());
            r.chain[before..].reverse();
        }
        Change::StepBegan(step, left, seats) => {
            r.step = step;
            r.left = left;
            p.pending = seats;
        }
        Change::TilesChecked(check) => r.check = check,
        _ => (),
    }
}

/// The change as `viewer` may know it.
pub(crate) fn redact(game: &Augustus, change: &Change, viewer: Viewer) -> Change {
    match *change {
        Change::HandDealt(seat, _) if viewer != Some(seat) => Change::HandDealt(seat, None),
        Change::Answered(seat, Some(action)) if viewer != Some(seat) => {
            let secret = game.sealed || matches!(action, Action::Keep(_));
            Change::Answered(seat, (!secret).then_some(action))
        }
        other => other,
    }
}
