//! Phase 2: harvest (rules 5).

use crate::change::Change;
use crate::run::{Tx, goto};
use crate::tables::only;
use crate::task::Stage;

/// 5.2, for a region from 0; also 6.6.5. An aqueduct protects its region unless the cause is too strong for it.
pub(crate) fn famine(tx: &mut Tx<'_>, region: u8, aqueduct_protects: bool) {
    let p = tx.position();
    let pieces = &tx.game().tables().pieces;
    let pile = pieces.famine - u8::from(p.solo());
    let watered = p.aqueducts & tx.game().tables().map.regions[usize::from(region) + 1] != 0;
    if p.famine.iter().sum::<u8>() < pile && !(watered && aqueduct_protects) {
        tx.put(Change::FaminePlaced { region });
    }
}

/// 5.4 and 5.5: what the farms give.
pub(crate) fn farms(tx: &mut Tx<'_>) {
    let map = &tx.game().tables().map;
    let p = tx.position();
    let count: u8 = (0_u8..)
        .zip(map.grain)
        .filter(|(at, _)| {
            let region = map.region[usize::from(*at)];
            let hungry = region > 0 && p.famine[usize::from(region) - 1] > 0;
            !hungry && p.hostile() & only(*at) == 0
        })
        .fold(0, |sum, (_, grain)| grain.saturating_add(sum));
    tx.put(Change::GrainAdded { count });
    goto(tx, Stage::Events);
}
