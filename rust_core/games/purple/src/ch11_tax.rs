//! Phase 7: collect tax (rules 11).

use crate::change::Change;
use crate::position::{NOBODY, Position};
use crate::run::{Tx, goto};
use crate::tables::{Land, PROVINCES, Tables};
use crate::task::Stage;

/// Provinces without famine in their region.
fn fed(p: &Position, t: &Tables) -> Land {
    let hungry = p.famine.iter().zip(&t.map.regions[1..]).filter(|(n, _)| **n > 0).fold(0, |land, (_, r)| land | r);
    !hungry & ((1 << PROVINCES) - 1)
}

/// 11.1, 11.2, 21.5
pub(crate) fn collect(tx: &mut Tx<'_>) {
    goto(tx, Stage::YearEnd);
    let p = tx.position();
    let fed = fed(p, tx.game().tables());
    let seat = p.ruler();
    let count = (fed & !p.hostile()).count_ones();
    tx.put(Change::CoinsGained { seat, count });
    for seat in 0..tx.position().count {
        let count = 5 * (tx.position().family(seat).estates & fed).count_ones();
        if count > 0 {
            tx.put(Change::CoinsGained { seat, count });
        }
    }
    if tx.position().solo() {
        tx.put(Change::SenateScored { vp: tx.position().senators_of(NOBODY).into() });
    }
}
