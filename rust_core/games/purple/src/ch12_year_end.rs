//! Phase 8: end of year (rules 12).

use referee_kernel::seat::{Seat, Seats};

use crate::action::Action;
use crate::cards::Moment;
use crate::change::Change;
use crate::game::Purple;
use crate::legal::{Visit, Walk};
use crate::position::{Position, Reason};
use crate::run::{Pace, Tx, goto, lapse};
use crate::tables::Tables;
use crate::task::Stage;

/// The largest hand that lasts into the next year (12.2).
pub(crate) const MOST_CARDS: u8 = 3;

/// 1.2 and 1.3
pub(crate) fn empire_falls(p: &Position, t: &Tables) -> bool {
    t.map.capitals & !p.hostile() == 0 || p.enemies_on_map() >= t.pieces.enemies.into()
}

/// 12.1
pub(crate) fn check(tx: &mut Tx<'_>) {
    if empire_falls(tx.position(), tx.game().tables()) {
        tx.put(Change::Over(Reason::EmpireFallen));
    } else {
        goto(tx, Stage::SenateAttack);
    }
}

/// Who has more cards than may be kept (12.2).
pub(crate) fn discarding(p: &Position) -> Seats {
    p.each().filter(|(_, f)| f.hand.count() > MOST_CARDS).map(|(s, _)| s).collect()
}

/// 12.2
pub(crate) fn reach_discard(tx: &mut Tx<'_>) -> Pace {
    if !discarding(tx.position()).is_empty() {
        return Pace::Wait;
    }
    goto(tx, Stage::Reward);
    Pace::On
}

/// 12.3 to 12.5
pub(crate) fn reward(tx: &mut Tx<'_>) {
    let p = tx.position();
    let (seat, year) = (p.ruler(), p.year);
    let vp = tx.game().tables().happiness_vp[usize::from(p.happiness)];
    if vp > 0 {
        tx.put(Change::VpGained { seat, count: vp.into() });
    }
    for region in 0..4 {
        if tx.position().famine[usize::from(region)] > 0 {
            tx.put(Change::FamineRemoved { region, count: 1 });
        }
    }
    lapse(tx, Moment::Phase);
    lapse(tx, Moment::Year);
    if tx.position().severe_weather {
        tx.put(Change::Weather { severe: false });
    }
    if year >= 4 {
        goto(tx, Stage::Scoring);
    } else {
        tx.put(Change::YearBegan { year: year + 1 });
        goto(tx, Stage::Incoming);
    }
}

impl Purple {
    /// What `discard` lists.
    pub(crate) fn list_discards(&self, p: &Position, seat: Seat, f: Visit<'_>) -> Walk {
        crate::legal::cards(p, seat, |card| f(&Action::Discard(card)))
    }
}
