//! Chapter 10b: attacks of red objectives.

use referee_kernel::game::Walk;
use referee_kernel::seat::{Seat, Seats};
use referee_kernel::tx::Tx;

use crate::action::Action;
use crate::ch3_placement::{occupied, stands};
use crate::change::Change;
use crate::game::Augustus;
use crate::position::{Position, Step};
use crate::tables::Attack;
use crate::words::Resource;

impl Augustus {
    /// Asks every opponent that has something to remove (10.8, 10.8.3).
    pub(crate) fn attack(&self, tx: &mut Tx<'_, Self>, attacker: Seat, attack: Attack) {
        let p = tx.position();
        let hit = |s: &Seat| match attack {
            Attack::ControlledObjective => !p.side(*s).controlled.is_empty(),
            _ => p.removable(*s) > 0,
        };
        let victims: Seats = (0..self.seats).filter(|s| *s != attacker).filter(hit).collect();
        if victims.is_empty() {
            self.end_power(tx);
        } else {
            tx.put(Change::StepBegan(Step::Attack, 0, victims));
        }
    }

    /// What `seat` may remove.
    pub(crate) fn removals(
        &self,
        p: &Position,
        seat: Seat,
        attack: Attack,
        visit: &mut dyn FnMut(&Action) -> Walk,
    ) -> Walk {
        match attack {
            Attack::TwoLegions if p.removable(seat) > 1 => {
                for (at, (a, count)) in occupied(p, seat).enumerate() {
                    if count > 1 {
                        visit(&Action::RemoveTwo(a, a))?;
                    }
                    for (b, _) in occupied(p, seat).skip(at + 1) {
                        visit(&Action::RemoveTwo(a, b))?;
                    }
                }
            }
            Attack::OneLegion | Attack::TwoLegions => {
                for (space, _) in occupied(p, seat) {
                    visit(&Action::RemoveOne(space))?;
                }
            }
            Attack::AllLegions => {
                for n in p.conquered(seat).iter().filter(|n| !p.on(*n).is_empty()) {
                    visit(&Action::Clear(n))?;
                }
            }
            Attack::ControlledObjective => {
                for n in p.side(seat).controlled.iter() {
                    visit(&Action::Lose(n))?;
                }
            }
        }
        Walk::Continue(())
    }

    /// Whether `action` is one of [`Augustus::removals`].
    pub(crate) fn may_remove(&self, p: &Position, seat: Seat, attack: Attack, action: Action) -> bool {
        match (attack, action) {
            (Attack::OneLegion, Action::RemoveOne(a)) => stands(p, seat, a),
            (Attack::TwoLegions, Action::RemoveOne(a)) => p.removable(seat) == 1 && stands(p, seat, a), // 10.10.1
            (Attack::TwoLegions, Action::RemoveTwo(a, b)) if a == b => {
                stands(p, seat, a) && p.on(a.objective).of(a.category) > 1
            }
            (Attack::TwoLegions, Action::RemoveTwo(a, b)) => a < b && stands(p, seat, a) && stands(p, seat, b),
            (Attack::AllLegions, Action::Clear(n)) => p.conquered(seat).has(n) && !p.on(n).is_empty(),
            (Attack::ControlledObjective, Action::Lose(n)) => p.side(seat).controlled.has(n),
            _ => false,
        }
    }

    /// When the last opponent has answered, all choices take effect together (10.8.1).
    pub(crate) fn removed(&self, tx: &mut Tx<'_, Self>) {
        let answers = tx.position().answers;
        let mut check = [false; 2];
        tx.put(Change::AnswersOpened);
        for (seat, answer) in (0..self.seats).zip(answers) {
            match answer {
                Some(Action::RemoveOne(a)) => tx.put(Change::LegionRemoved(seat, a)),
                Some(Action::RemoveTwo(a, b)) => {
                    tx.put(Change::LegionRemoved(seat, a));
                    tx.put(Change::LegionRemoved(seat, b));
                }
                Some(Action::Clear(n)) => tx.put(Change::LegionsReturned(seat, n)),
                Some(Action::Lose(n)) => {
                    tx.put(Change::ObjectiveLost(seat, n));
                    for r in Resource::ALL {
                        let held = tx.position().tiles[r as usize] == Some(seat);
                        check[r as usize] |= held && self.tables.producing(r).has(n); // 7.6
                    }
                }
                _ => (),
            }
        }
        if check == [false; 2] {
            return self.end_power(tx);
        }
        tx.put(Change::TilesChecked(check));
        self.check_tiles(tx);
    }
}
