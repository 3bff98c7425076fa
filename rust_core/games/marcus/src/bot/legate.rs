//! `legate`: one action ahead, by numbers set by hand.
//!
//! It judges the position after each action by [`super::value`], weighs battles by their chances, and places troops by
//! [`super::plan`].

use referee_kernel::game::Game as _;
use referee_kernel::tx::Tx;

use crate::action::{Action, How};
use crate::cards::{Barbarian, Roman};
use crate::ch8_strength::Start;
use crate::position::{Battle, Position};
use crate::todo::Todo;

use super::plan;
use super::value::Judge;

/// The place of the chosen action in `legal`.
pub fn choose(judge: &Judge<'_>, p: &Position, legal: &[Action]) -> usize {
    let Some(todo) = p.todo.top() else { return 0 };
    if let Some(boxes) = crate::ch3_placing::boxes(p, todo) {
        let next = plan::next(judge, p, boxes);
        return legal.iter().position(|a| *a == next).unwrap_or(legal.len().saturating_sub(1));
    }
    best(legal, |action| judge.worth(p, todo, action))
}

/// The place of the first action with the greatest worth.
pub fn best<W: PartialOrd + Copy>(legal: &[Action], mut worth: impl FnMut(&Action) -> W) -> usize {
    let mut found: Option<(W, usize)> = None;
    for (i, action) in legal.iter().enumerate() {
        let now = worth(action);
        if found.is_none_or(|(most, _)| now > most) {
            found = Some((now, i));
        }
    }
    found.map_or(0, |(_, i)| i)
}

impl Judge<'_> {
    /// What an action is worth; comparable among the actions of one decision.
    fn worth(&self, p: &Position, todo: Todo, action: &Action) -> i32 {
        match todo {
            Todo::Roman => self.worth_in_roman_phase(p, action),
            Todo::BeforeDraw => match action {
                Action::Draw => 0,
                _ => i32::from(p.draws_left) * self.w.draw - self.w.lectisternium,
            },
            Todo::Surge { .. } => self.after(p, action) - self.surge_risk(p, action),
            Todo::Battle => self.worth_before_dice(p, action),
            Todo::Reserve => self.worth_of_reserve(p, action),
            Todo::PressOn { target } => match action {
                Action::AttackAgain => {
                    let battle = self.game.new_battle(p, target.spot(), Start::default());
                    self.battle_worth(p, &battle) - self.value(p)
                }
                _ => 0,
            },
            Todo::InformantsDiscard => match *action {
                Action::DiscardSeen { card } => harm(card),
                _ => 0,
            },
            Todo::InformantsOrder => match *action {
                Action::First { card } => -harm(card),
                _ => 0,
            },
            _ => self.after(p, action),
        }
    }

    /// The value of the position an action leads to, before any chance.
    fn after(&self, p: &Position, action: &Action) -> i32 {
        let mut q = p.clone();
        if self.game.act(&mut Tx::new(self.game, &mut q), 0, action).is_err() {
            return i32::MIN;
        }
        self.value(&q)
    }

    /// Letting the third card spread makes every tribe that has surrendered check its oath (rule 7.3.6).
    fn surge_risk(&self, p: &Position, action: &Action) -> i32 {
        if *action != Action::Let || p.barbarian.surge.len() < 2 {
            return 0;
        }
        self.oath_risk(p)
    }

    fn worth_in_roman_phase(&self, p: &Position, action: &Action) -> i32 {
        let now = self.value(p);
        match *action {
            Action::End => 0,
            Action::Send { .. } => i32::MIN,
            Action::Transfer { boxes } | Action::Event { how: How::Boxes(boxes), .. } => {
                let paid = self.spent(p, action);
                plan::gain(self, &paid, boxes) + self.value(&paid) - now
            }
            Action::Event { card: Roman::Vexillationes | Roman::Captives | Roman::Galen, .. } => {
                let paid = self.spent(p, action);
                let legions = i32::from(p.recovery.legions.min(2));
                self.value(&paid) - now + legions * self.w.recovered - self.w.nothing
            }
            Action::Event { card: Roman::Fortuna, .. } => self.value(&self.spent(p, action)) - now + 2 * self.w.drawn,
            Action::Event { card: Roman::Inquiry, .. } => {
                let gain = if p.marcus_bold { 0 } else { self.w.marcus_demoralized };
                self.value(&self.spent(p, action)) - now + self.w.drawn + gain
            }
            Action::Event { card: Roman::Informants, .. } => {
                self.value(&self.spent(p, action)) - now + self.w.informants
            }
            Action::Event { card: Roman::SingleCombat, how: How::Target(spot), .. } => {
                let paid = self.spent(p, action);
                let won = self.won(&paid, spot);
                let lost = Position { imperium: paid.imperium.saturating_sub(2), ..paid };
                (won + self.value(&lost)) / 2 - now
            }
            Action::Attack { .. } | Action::Event { how: How::Target(_), .. } => match self.game.battle_of(p, action) {
                Some(battle) => self.battle_worth(&self.spent(p, action), &battle) - now,
                None => self.after(p, action) - now,
            },
            Action::Event { .. } => self.after(p, action) - now,
            _ => self.paid(p, action) - now,
        }
    }

    /// The value after an action of decision `roman` that is paid with the least valuable cards.
    fn paid(&self, p: &Position, action: &Action) -> i32 {
        let mut q = p.clone();
        let taken = self.game.act(&mut Tx::new(self.game, &mut q), 0, action);
        if taken.is_err() {
            return i32::MIN;
        }
        while let Some(Todo::Pay { .. }) = q.todo.top() {
            let Some(pay) = self.cheapest(&q).map(|(card, from)| Action::Pay { card, from }) else { break };
            if self.game.act(&mut Tx::new(self.game, &mut q), 0, &pay).is_err() {
                break;
            }
        }
        self.value(&q)
    }

    /// The same position without the card an action uses up: its own, or the least valuable one.
    fn spent(&self, p: &Position, action: &Action) -> Position {
        let mut q = p.clone();
        let used = match *action {
            Action::Event { card, from, .. } | Action::Commit { card, from } => Some((card, from)),
            _ => self.cheapest(p),
        };
        if let Some((card, from)) = used {
            match from {
                crate::position::Source::Hand => q.roman.hand.take(card),
                crate::position::Source::Meditations => q.roman.meditations.take(card),
            }
        }
        q
    }

    /// A battle weighed by its chance; `p` has paid for it.
    fn battle_worth(&self, p: &Position, battle: &Battle) -> i32 {
        let won = self.won(p, battle.target) + self.follow_up(p, battle.target, true);
        let lost = self.lost(p) + self.follow_up(p, battle.target, false);
        let reserves = p.held();
        let chance = self.chance(p, battle, reserves);
        lost + scale(won - lost, chance)
    }

    fn worth_before_dice(&self, p: &Position, action: &Action) -> i32 {
        let Some(mut battle) = p.battle else { return 0 };
        let Action::Event { card, .. } = *action else { return self.battle_worth(p, &battle) };
        let numbers = &self.game.tables.numbers;
        match card {
            Roman::Ambush => battle.bonus += i16::from(numbers.ambush),
            Roman::Guides => battle.terrain /= 2,
            _ => {
                battle.bonus += i16::from(numbers.ice);
                battle.no_winter = true;
            }
        }
        self.battle_worth(&self.spent(p, action), &battle)
    }

    fn worth_of_reserve(&self, p: &Position, action: &Action) -> i32 {
        let Some(battle) = p.battle else { return 0 };
        let Some((roman, barbarian)) = battle.totals else { return 0 };
        let lead = roman - barbarian;
        let numbers = &self.game.tables.numbers;
        match *action {
            Action::Commit { .. } => self.at_lead(&self.spent(p, action), &battle, lead + 1),
            Action::Event { card: Roman::Rain, .. } => self.battle_worth(&self.spent(p, action), &battle),
            Action::Event { card, .. } => {
                let bonus = if card == Roman::Tactical { numbers.tactical } else { numbers.lightning };
                // A commit may still follow, which the chance of a tie stands for.
                self.at_lead(&self.spent(p, action), &battle, lead + i16::from(bonus))
            }
            _ => self.at_lead(p, &battle, lead),
        }
    }

    fn at_lead(&self, p: &Position, battle: &Battle, lead: i16) -> i32 {
        match lead {
            1.. => self.won(p, battle.target),
            0 => self.battle_worth(p, battle),
            _ => self.lost(p),
        }
    }

    /// The chance of winning in 1/1000, from the strengths alone, with at most one reserve.
    fn chance(&self, p: &Position, battle: &Battle, reserves: u8) -> i32 {
        let (roman, barbarian) = self.game.strengths(p, battle);
        let edge = edge(roman - barbarian);
        if reserves > 0 { WITH_ONE[edge] } else { BARE[edge] }
    }
}

/// Chances in 1/1000 by edge from −6 to 6, without and with one reserve (see [`crate::odds`]).
pub const BARE: [i32; 13] = [0, 0, 29, 91, 188, 323, 500, 677, 813, 909, 971, 1000, 1000];
/// With one reserve.
pub const WITH_ONE: [i32; 13] = [0, 28, 86, 177, 304, 470, 653, 797, 901, 967, 999, 1000, 1000];

/// The place of a lead before the dice in [`BARE`] and [`WITH_ONE`].
pub fn edge(lead: i16) -> usize {
    usize::try_from((lead + 6).clamp(0, 12)).unwrap_or(0)
}

fn scale(stake: i32, per_mille: i32) -> i32 {
    stake * per_mille / 1000
}

/// How unwelcome a Barbarian card is.
fn harm(card: Barbarian) -> i32 {
    match card {
        Barbarian::Quiet => 0,
        Barbarian::GoodOmens => 5,
        Barbarian::Fortuna => 10,
        Barbarian::BadOmens => 30,
        Barbarian::Iazyges | Barbarian::Death => 50,
        Barbarian::Quadi | Barbarian::QuadiLate | Barbarian::Scandal | Barbarian::Siege => 60,
        Barbarian::Marcomanni | Barbarian::IazygesCavalry | Barbarian::Alexander => 80,
        Barbarian::Unrest | Barbarian::Donative | Barbarian::Morale => 85,
        Barbarian::Plague | Barbarian::PlagueWorsens | Barbarian::Ballomar => 90,
        _ => 120,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odds::{Fight, Moment};

    #[test]
    fn the_chances_are_those_of_the_exact_odds() {
        for (i, (bare, with_one)) in BARE.into_iter().zip(WITH_ONE).enumerate() {
            let edge = i16::try_from(i).unwrap() - 6;
            let fight = Fight { edge: [edge; 2], turns: false, marcus: false };
            let now = Moment { side: 0, imperium: 4 };
            let found = fight.chances(now, 1).unwrap();
            let found: Vec<_> = found.iter().map(|c| c.per_mille() as i32).collect();
            assert_eq!(found, [bare, with_one], "edge {edge}");
        }
    }
}
