//! The emperor's actions (rules 8).

use referee_kernel::seat::Seat;

use crate::action::Action;
use crate::ch7_move::spoils;
use crate::change::Change;
use crate::game::Purple;
use crate::legal::{Visit, Walk};
use crate::position::{Item, Position};
use crate::run::{Pace, Tx, wait_if};
use crate::tables::{Land, Province, provinces};
use crate::task::Task;

/// Carries out an action that was announced and paid for in stamina.
pub(crate) fn act(tx: &mut Tx<'_>, seat: Seat, action: Action) {
    let price = tx.game().tables().price;
    match action {
        Action::ChooseHeir => {
            tx.put(Change::CoinsPaid { seat, count: price.heir.into() });
            tx.put(Change::HeirTokenMoved { to: Some(seat) });
        }
        Action::MoveLegions { from, count, to } => {
            // 8.2.1: the second space stays open.
            tx.put(Change::Push(Task::March { at: to, count }));
            march(tx, seat, from, count, to);
        }
        Action::TrainLegions(at) => {
            tx.put(Change::Push(Task::Train));
            train(tx, seat, at);
        }
        Action::BuildAqueduct => {
            tx.put(Change::CoinsPaid { seat, count: price.aqueduct.into() });
            tx.put(Change::LineAdded { item: Item::Aqueduct });
        }
        _ => {}
    }
}

/// Where a group can go by land and sea (8.2.4).
fn near(game: &Purple, p: &Position, from: Province) -> Land {
    let map = &game.tables().map;
    let sea = if p.severe_weather { 0 } else { map.sea[usize::from(from)] };
    map.land[usize::from(from)] | sea
}

/// One space with its battle (8.2.2, 8.2.3).
fn march(tx: &mut Tx<'_>, seat: Seat, from: Province, count: u8, to: Province) {
    let enemies = tx.position().enemies_at(to);
    if enemies > 0 {
        tx.put(Change::EnemiesRemoved { at: to, count: enemies });
    }
    tx.put(Change::LegionsMoved { from, to, count });
    if enemies > 0 {
        spoils(tx, seat, to, enemies);
    }
}

/// 8.2.5
pub(crate) fn reach_march(tx: &mut Tx<'_>, at: Province, count: u8) -> Pace {
    let game = tx.game();
    wait_if(tx, |p| provinces(near(game, p, at)).any(|to| p.enemies_at(to) < count))
}

/// The second step, or the end; only with the march on top.
pub(crate) fn march_on(tx: &mut Tx<'_>, seat: Seat, action: Action) {
    let Some(Task::March { at, count }) = tx.position().stack.top() else { return };
    tx.put(Change::Pop);
    if let Action::Step(to) = action {
        march(tx, seat, at, count, to);
    }
}

fn train(tx: &mut Tx<'_>, seat: Seat, at: Province) {
    tx.put(Change::CoinsPaid { seat, count: tx.game().tables().price.legion.into() });
    tx.put(Change::LegionsPlaced { at, count: 1 });
}

/// 8.3.2
pub(crate) fn reach_training(tx: &mut Tx<'_>) -> Pace {
    let game = tx.game();
    wait_if(tx, |p| can_train(game, p))
}

/// Another legion, or the end; only with training on top.
pub(crate) fn train_on(tx: &mut Tx<'_>, seat: Seat, action: Action) {
    match action {
        Action::Train(at) => train(tx, seat, at),
        _ => tx.put(Change::Pop),
    }
}

/// Legions in the pile (22.3).
pub(crate) fn legion_pile(game: &Purple, p: &Position) -> u8 {
    u32::from(game.config().legions).saturating_sub(p.legions_on_map()) as u8
}

/// Regional capitals without enemies.
pub(crate) fn safe_capitals(game: &Purple, p: &Position) -> Land {
    game.tables().map.capitals & !p.hostile()
}

fn can_train(game: &Purple, p: &Position) -> bool {
    p.family(p.ruler()).coins >= game.tables().price.legion.into()
        && legion_pile(game, p) > 0
        && safe_capitals(game, p) != 0
}

impl Purple {
    /// The emperor's actions of a turn (8.1 to 8.4).
    pub(crate) fn list_emperor(&self, p: &Position, seat: Seat, f: Visit<'_>) -> Walk {
        let (coins, t) = (p.family(seat).coins, self.tables());
        if p.heir.is_none() && coins >= t.price.heir.into() {
            f(&Action::ChooseHeir)?;
        }
        for (from, legions) in (0..).zip(p.legions) {
            for count in 1..=legions {
                let near = provinces(near(self, p, from)).filter(|to| p.enemies_at(*to) < count);
                near.map(|to| Action::MoveLegions { from, count, to }).try_for_each(|a| f(&a))?;
            }
        }
        if can_train(self, p) {
            provinces(safe_capitals(self, p)).try_for_each(|at| f(&Action::TrainLegions(at)))?;
        }
        let aqueducts = p.aqueducts.count_ones() as u8 + p.in_line(Item::Aqueduct);
        if coins >= t.price.aqueduct.into() && !p.line.is_full() && aqueducts < t.pieces.aqueducts {
            f(&Action::BuildAqueduct)?;
        }
        Walk::Continue(())
    }

    /// What `legion_step` lists.
    pub(crate) fn list_march(&self, p: &Position, at: Province, count: u8, f: Visit<'_>) -> Walk {
        f(&Action::Stop)?;
        provinces(near(self, p, at)).filter(|to| p.enemies_at(*to) < count).try_for_each(|to| f(&Action::Step(to)))
    }

    /// What `train_more` lists.
    pub(crate) fn list_training(&self, p: &Position, f: Visit<'_>) -> Walk {
        f(&Action::Done)?;
        provinces(safe_capitals(self, p)).try_for_each(|at| f(&Action::Train(at)))
    }
}
