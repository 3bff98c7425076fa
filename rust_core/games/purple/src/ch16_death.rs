//! Death of a player (rules 16).

use referee_kernel::seat::Seat;

use crate::change::Change;
use crate::run::Tx;
use crate::task::Task;

/// 16.3: an effect costs stamina.
pub(crate) fn lose(tx: &mut Tx<'_>, seat: Seat, count: u8) {
    tx.put(Change::Pop);
    let unused = tx.position().family(seat).unused;
    let count = count.min(unused);
    if count > 0 {
        tx.put(Change::StaminaLost { seat, count });
    }
    if count > 0 && count == unused {
        die(tx, seat);
    }
}

/// 16.2: the active seat first, then those that copied, clockwise; one of them each time.
pub(crate) fn check(tx: &mut Tx<'_>) {
    let p = tx.position();
    let first = p.turn.map_or(0, |t| t.seat);
    let Some(seat) = p.clockwise(first).find(|s| p.owing & 1 << s != 0) else {
        return tx.put(Change::Pop);
    };
    let dead = p.family(seat).unused == 0;
    tx.put(Change::DeathChecked { seat });
    if dead {
        die(tx, seat);
    }
}

/// 16.4; an emperor's death is settled before anything else (17.1).
pub(crate) fn die(tx: &mut Tx<'_>, seat: Seat) {
    let emperor = tx.position().emperor == Some(seat);
    tx.put(Change::Died { seat });
    if emperor {
        tx.put(Change::Push(Task::Succession(seat)));
    }
}
