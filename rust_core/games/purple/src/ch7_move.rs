//! Moving a pawn and its battles (rules 7.5).

use referee_kernel::seat::Seat;

use crate::action::Action;
use crate::cards::Plot;
use crate::ch4_enemies::pawn_strength;
use crate::change::Change;
use crate::game::Purple;
use crate::legal::{Visit, Walk};
use crate::position::Position;
use crate::run::{Pace, Tx};
use crate::tables::{Land, Province, only, provinces};
use crate::task::Task;

/// Spaces of a move (7.5.1).
pub(crate) const REACH: u8 = 3;

/// The neighbours that `points` can pay for (7.5.9).
fn near(game: &Purple, p: &Position, from: Province, points: u8) -> Land {
    let map = &game.tables().map;
    let (land, sea) = (map.land[usize::from(from)], map.sea[usize::from(from)]);
    let sea_cost = if p.severe_weather { game.tables().event.weather_sea } else { 1 };
    (if points >= 1 { land } else { 0 }) | if points >= sea_cost { sea } else { 0 }
}

/// What a step costs (7.5.9): the cheaper way where there are two.
fn cost(game: &Purple, p: &Position, from: Province, to: Province) -> u8 {
    let by_land = game.tables().map.land[usize::from(from)] & only(to) != 0;
    if by_land || !p.severe_weather { 1 } else { game.tables().event.weather_sea }
}

/// The most strength a seat can bring with the cards it knows, one card `spared` (7.5.5, 19.36.8).
fn reserve(game: &Purple, p: &Position, seat: Seat, spared: Option<Plot>) -> u8 {
    let hand = p.family(seat).hand;
    let strength = &game.tables().strength;
    let cards: u8 = hand.known().iter().zip(strength).map(|(n, s)| n * s).sum();
    pawn_strength(p, seat) + cards - spared.map_or(0, |c| strength[c.index()])
}

/// Whether a neighbouring province could be entered, by public facts only (7.5.10, 14.6).
pub(crate) fn could_enter(game: &Purple, p: &Position, seat: Seat, points: u8) -> bool {
    let f = p.family(seat);
    let near = near(game, p, f.pawn, points);
    if !f.hand.is_empty() {
        return near != 0;
    }
    let strength = pawn_strength(p, seat);
    provinces(near).any(|to| p.enemies_at(to) < strength)
}

/// The first step of a move.
pub(crate) fn begin(tx: &mut Tx<'_>, seat: Seat, to: Province) {
    tx.put(Change::Push(Task::Move { seat, points: REACH }));
    step(tx, seat, to);
}

/// A step; only with the move on top.
pub(crate) fn step(tx: &mut Tx<'_>, seat: Seat, to: Province) {
    let Some(Task::Move { points, .. }) = tx.position().stack.top() else { return };
    let p = tx.position();
    let left = points.saturating_sub(cost(tx.game(), p, p.family(seat).pawn, to));
    tx.put(Change::Next(Task::Move { seat, points: left }));
    if tx.position().enemies_at(to) == 0 {
        tx.put(Change::PawnMoved { seat, to });
    } else {
        tx.put(Change::Push(Task::Battle { seat, at: to, boost: 0 }));
    }
}

/// 7.5.10: the move ends by itself where nothing more can be entered.
pub(crate) fn reach(tx: &mut Tx<'_>, seat: Seat, points: u8) -> Pace {
    let game = tx.game();
    crate::run::wait_if(tx, |p| could_enter(game, p, seat, points))
}

/// 7.5.5: cards are added until the strength is greater; then 7.5.7.
pub(crate) fn reach_battle(tx: &mut Tx<'_>, seat: Seat, at: Province, boost: u8) -> Pace {
    let count = tx.position().enemies_at(at);
    if pawn_strength(tx.position(), seat) + boost <= count {
        return Pace::Wait;
    }
    tx.put(Change::Pop);
    tx.put(Change::EnemiesRemoved { at, count });
    tx.put(Change::PawnMoved { seat, to: at });
    spoils(tx, seat, at, count);
    Pace::On
}

/// Happiness, VP and glory dice of a battle won (7.5.7, 8.2.3).
pub(crate) fn spoils(tx: &mut Tx<'_>, seat: Seat, at: Province, count: u8) {
    tx.put(Change::Push(Task::Glory { seat, left: count }));
    crate::ch15_board::raise_happiness(tx, 1);
    if tx.game().tables().map.capitals & only(at) != 0 {
        tx.put(Change::VpGained { seat, count: 1 });
    }
}

/// A card for its strength; only with the battle on top.
pub(crate) fn boost(tx: &mut Tx<'_>, seat: Seat, card: Plot) {
    let Some(Task::Battle { at, boost, .. }) = tx.position().stack.top() else { return };
    tx.put(Change::PlotDiscarded { seat, card });
    let boost = boost + tx.game().tables().strength[card.index()];
    tx.put(Change::Next(Task::Battle { seat, at, boost }));
}

impl Purple {
    /// The provinces that a pawn with `points` left can step to, one card `spared` (7.5.3, 7.5.5, 7.5.9).
    pub(crate) fn list_steps(
        &self,
        p: &Position,
        seat: Seat,
        points: u8,
        spared: Option<Plot>,
        f: &mut dyn FnMut(Province) -> Walk,
    ) -> Walk {
        let strength = reserve(self, p, seat, spared);
        let near = near(self, p, p.family(seat).pawn, points);
        provinces(near).filter(|to| p.enemies_at(*to) < strength).try_for_each(f)
    }

    /// What `move_step` lists.
    pub(crate) fn list_move(&self, p: &Position, seat: Seat, points: u8, f: Visit<'_>) -> Walk {
        f(&Action::Stop)?;
        self.list_steps(p, seat, points, None, &mut |to| f(&Action::Step(to)))
    }

    /// What `battle` lists.
    pub(crate) fn list_battle(&self, p: &Position, seat: Seat, f: Visit<'_>) -> Walk {
        crate::legal::cards(p, seat, |card| f(&Action::Boost(card)))
    }
}
