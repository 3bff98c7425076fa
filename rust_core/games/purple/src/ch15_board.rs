//! The happiness track (rules 15.1).

use crate::change::Change;
use crate::run::Tx;
use crate::tables::HAPPIEST;
use crate::task::Task;

/// Happiness moves right (15.1.2).
pub(crate) fn raise_happiness(tx: &mut Tx<'_>, by: u8) {
    let to = (tx.position().happiness + by).min(HAPPIEST);
    if to != tx.position().happiness {
        tx.put(Change::HappinessMoved { to });
    }
}

/// Happiness moves; on the skull the emperor dies, and after the succession the marker goes back (15.1.3, 15.1.4).
pub(crate) fn move_happiness(tx: &mut Tx<'_>, by: i8) {
    tx.put(Change::Pop);
    if by >= 0 {
        return raise_happiness(tx, by.unsigned_abs());
    }
    let to = tx.position().happiness.saturating_sub(by.unsigned_abs());
    tx.put(Change::HappinessMoved { to });
    if to == 0 {
        tx.put(Change::Push(Task::Calm));
        let ruler = tx.position().ruler();
        crate::ch16_death::die(tx, ruler);
    }
}
