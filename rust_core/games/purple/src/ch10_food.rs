//! Phase 6: distribute food (rules 10).

use crate::action::Action;
use crate::change::Change;
use crate::game::Purple;
use crate::legal::{Visit, Walk};
use crate::position::Position;
use crate::run::{Pace, Tx, goto};
use crate::tables::PROVINCES;
use crate::task::{Stage, Task};

/// 10.1
fn mouths(p: &Position) -> u32 {
    PROVINCES as u32 - p.hostile().count_ones()
}

/// 10.2
pub(crate) fn most_imports(p: &Position) -> u8 {
    let missing = mouths(p).saturating_sub(p.grain);
    missing.min(p.family(p.ruler()).coins / u32::from(p.price.max(1))) as u8
}

/// 10.2: not asked where nothing can be imported.
pub(crate) fn reach_import(tx: &mut Tx<'_>) -> Pace {
    if most_imports(tx.position()) > 0 {
        return Pace::Wait;
    }
    goto(tx, Stage::Feed);
    Pace::On
}

/// 10.2; only at the question.
pub(crate) fn import(tx: &mut Tx<'_>, count: u8) {
    goto(tx, Stage::Feed);
    if count > 0 {
        let (seat, price) = (tx.position().ruler(), tx.position().price);
        tx.put(Change::CoinsPaid { seat, count: u32::from(count) * u32::from(price) });
        tx.put(Change::GrainAdded { count });
    }
}

/// 10.3 to 10.5
pub(crate) fn feed(tx: &mut Tx<'_>) {
    let hungry = mouths(tx.position()).saturating_sub(tx.position().grain);
    goto(tx, Stage::Tax);
    tx.put(Change::GrainRemoved { count: tx.position().grain });
    if hungry == 0 {
        crate::ch15_board::raise_happiness(tx, 1);
    } else {
        tx.put(Change::Push(Task::Happiness(-i8::try_from(hungry).unwrap_or(i8::MAX))));
    }
}

impl Purple {
    /// What `import_grain` lists.
    pub(crate) fn list_imports(&self, p: &Position, f: Visit<'_>) -> Walk {
        (0..=most_imports(p)).try_for_each(|n| f(&Action::Import(n)))
    }
}
