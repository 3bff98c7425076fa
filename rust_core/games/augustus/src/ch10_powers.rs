//! Chapter 10a: immediate powers for the owner.

use referee_kernel::game::Walk;
use referee_kernel::rule::{Illegal, Rule};
use referee_kernel::seat::{Seat, Seats};
use referee_kernel::tx::Tx;

use crate::action::{Action, Space};
use crate::change::Change;
use crate::game::Augustus;
use crate::numbers::Number;
use crate::position::{Position, Step};
use crate::spaces::Kinds;
use crate::tables::Power;

impl Augustus {
    /// Step 2 of an objective: carries out its power, or asks for what the power needs.
    pub(crate) fn power(&self, tx: &mut Tx<'_, Self>, seat: Seat, power: Power) {
        let ask = |step, left| Change::StepBegan(step, left, Seats::one(seat));
        match power {
            Power::Mobilise { legions, .. } | Power::MobiliseAny { legions } => tx.put(ask(Step::Mobilise, legions)),
            Power::CompleteObjective => tx.put(ask(Step::Complete, 0)),
            Power::Rearrange if tx.position().removable(seat) > 0 => tx.put(ask(Step::Rearrange, 0)),
            Power::GainLegions { legions } => {
                let gained = legions.min(tx.position().supply);
                if gained > 0 {
                    tx.put(Change::LegionsGained(seat, gained));
                }
                self.end_power(tx);
            }
            Power::Attack(attack) => self.attack(tx, seat, attack),
            // 10.6.2, and powers that are not immediate; what 10.5 does is done in step 5.
            _ => self.end_power(tx),
        }
    }

    /// One of the legions of 10.2 or 10.3; a pass ends the power (10.2.3).
    pub(crate) fn mobilise_by_power(&self, tx: &mut Tx<'_, Self>, seat: Seat, action: Action) {
        self.mobilise(tx, seat, action);
        match tx.position().resolution.as_ref().map_or(0, |r| r.left) {
            left if left > 1 && action != Action::Pass => {
                tx.put(Change::StepBegan(Step::Mobilise, left - 1, Seats::one(seat)));
            }
            _ => self.end_power(tx),
        }
    }

    /// 10.4
    pub(crate) fn complete(&self, tx: &mut Tx<'_, Self>, seat: Seat, n: Option<Number>) {
        if let Some(n) = n {
            tx.put(Change::ObjectiveCompleted(seat, n));
        }
        self.end_power(tx);
    }

    /// 10.6, after which every lifted legion must be put back (10.6.3).
    pub(crate) fn lift(&self, tx: &mut Tx<'_, Self>, seat: Seat) {
        let lifted = tx.position().removable(seat);
        tx.put(Change::LegionsLifted(seat));
        tx.put(Change::StepBegan(Step::Put, lifted, Seats::one(seat)));
    }

    /// Every space for a lifted legion.
    pub(crate) fn puts(&self, p: &Position, seat: Seat, visit: &mut dyn FnMut(&Action) -> Walk) -> Walk {
        for objective in p.conquered(seat).iter() {
            for category in self.free(p, objective, Kinds::ALL).iter() {
                visit(&Action::Put(Space { objective, category }))?;
            }
        }
        Walk::Continue(())
    }

    /// 10.6, 10.6.1
    pub(crate) fn may_put(&self, p: &Position, seat: Seat, to: Space) -> Result<(), Illegal> {
        self.may_target(p, seat, Rule("10.6"), to)?;
        self.has_room(p, to)
    }

    /// Puts a legion back; only the finished arrangement completes objectives (10.6.4).
    pub(crate) fn put(&self, tx: &mut Tx<'_, Self>, seat: Seat, to: Space) {
        tx.put(Change::LegionPut(to));
        let left = tx.position().resolution.as_ref().map_or(0, |r| r.left).saturating_sub(1);
        if left > 0 {
            return tx.put(Change::StepBegan(Step::Put, left, Seats::one(seat)));
        }
        for n in tx.position().conquered(seat).iter() {
            if self.is_full(tx.position(), n) {
                tx.put(Change::ObjectiveCompleted(seat, n));
            }
        }
        self.end_power(tx);
    }
}
