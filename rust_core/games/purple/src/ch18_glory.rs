//! Glory dice (rules 18).

use crate::change::Change;
use crate::run::{Pace, Tx};
use crate::task::Task;

/// 18.1: while dice are left.
pub(crate) fn reach(tx: &mut Tx<'_>, left: u8) -> Pace {
    crate::run::wait_if(tx, |_| left > 0)
}

/// One die (18.2 to 18.4); only with the dice on top.
pub(crate) fn roll(tx: &mut Tx<'_>, die: u8) {
    let Some(Task::Glory { seat, left }) = tx.position().stack.top() else { return };
    if die == 6 && tx.position().family(seat).used == 0 {
        return;
    }
    tx.put(Change::Next(Task::Glory { seat, left: left.saturating_sub(1) }));
    match die {
        1 => tx.put(Change::Push(Task::DrawPlot(seat))),
        6 => tx.put(Change::StaminaRegained { seat, count: 1 }),
        coins => tx.put(Change::CoinsGained { seat, count: coins.into() }),
    }
}
