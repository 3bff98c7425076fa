//! Exact chances of battles (rules 8.2.2 to 8.2.4), by enumerating the dice.
//!
//! A battle is a chain of rolls: a tie is rolled again, and a 1 or a 6 changes what the next roll meets: the side of the
//! army, and the IP where Marcus leads, down to his end. The chances are the exact solution of that chain.

use referee_kernel::json::Writer;

use crate::action::{Action, How};
use crate::ch8_strength::Start;
use crate::game::Marcus;
use crate::ids::Leader;
use crate::position::{Battle, Position};
use crate::ratio::{Ratio, solve_last};
use crate::todo::Todo;
use crate::tools::IMPERIUM_TOP;

/// Most reserves odds are told for: more cards than rolls of a battle that matter.
pub const MOST_RESERVES: u8 = 4;

/// What the rolls of a battle depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fight {
    /// What is added to the Roman die, less what is added to the Barbarian die, against the Bold and the Demoralized side.
    pub edge: [i16; 2],
    /// Whether ones and sixes of the Barbarian die turn the army (rule 8.2.4: tribes only).
    pub turns: bool,
    /// Whether Marcus leads, so that ones and sixes of the Roman die move IP.
    pub marcus: bool,
}

/// A moment between two rolls: the side (0 Bold, 1 Demoralized) and IP.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// 0 Bold, 1 Demoralized.
    pub side: usize,
    /// 1 to 7.
    pub imperium: u8,
}

impl Fight {
    /// The moment after a roll; `None` if it ends the game (rule 8.2.4.3).
    fn after(&self, now: Moment, roman: i16, barbarian: i16) -> Option<Moment> {
        let imperium = match roman {
            1 if self.marcus => now.imperium - 1,
            6 if self.marcus => (now.imperium + 1).min(IMPERIUM_TOP),
            _ => now.imperium,
        };
        let side = match barbarian {
            1 if self.turns => 1,
            6 if self.turns => 0,
            _ => now.side,
        };
        (imperium > 0).then_some(Moment { side, imperium })
    }

    /// Every roll that does not end the game: the Roman lead, and the moment after it.
    fn rolls(&self, now: Moment) -> impl Iterator<Item = (i16, Moment)> + '_ {
        (1..=6).flat_map(move |roman| {
            (1..=6).filter_map(move |barbarian| {
                let after = self.after(now, roman, barbarian)?;
                Some((roman - barbarian + self.edge[now.side], after))
            })
        })
    }

    /// The moments a battle can come to, those nearest to `now` last and `now` itself at the very end.
    fn moments(&self, now: Moment) -> Vec<Moment> {
        let levels = if self.marcus { 1..=IMPERIUM_TOP } else { now.imperium..=now.imperium };
        let mut all: Vec<_> = levels.flat_map(|imperium| [0, 1].map(|side| Moment { side, imperium })).collect();
        all.sort_by_key(|m| (std::cmp::Reverse(m.imperium.abs_diff(now.imperium)), m.side == now.side));
        all
    }

    /// The chance of winning from `now` without reserves.
    fn bare(&self, now: Moment) -> Option<Ratio> {
        let moments = self.moments(now);
        let mut rows = vec![vec![0; moments.len()]; moments.len()];
        let mut right = vec![0; moments.len()];
        for (i, from) in moments.iter().enumerate() {
            rows[i][i] = 36;
            for (lead, after) in self.rolls(*from) {
                match (lead, moments.iter().position(|m| *m == after)) {
                    (0, Some(j)) => rows[i][j] -= 1,
                    (1.., _) => right[i] += 1,
                    _ => {}
                }
            }
        }
        solve_last(&rows, &right)
    }

    /// The chances of winning before a roll, with at most 0, 1, … `most` cards to commit (rule 8.2.3.1), each used where it
    /// helps: it turns a tie into a win and a defeat by one into a tie.
    #[must_use]
    pub fn chances(&self, now: Moment, most: u8) -> Option<Vec<Ratio>> {
        if most == 0 {
            return Some(vec![self.bare(now)?]);
        }
        let mut from = Vec::new();
        for m in self.moments(now) {
            from.push((m, self.bare(m)?));
        }
        let mut found = vec![from.last()?.1];
        for _ in 0..most {
            let mut better = Vec::new();
            for (m, _) in &from {
                better.push((*m, self.with_one_more(*m, &from)?));
            }
            from = better;
            found.push(from.last()?.1);
        }
        Some(found)
    }

    /// The chance with one more card than `fewer` speaks of.
    fn with_one_more(&self, now: Moment, fewer: &[(Moment, Ratio)]) -> Option<Ratio> {
        let mut wins = 0;
        let mut sum = Ratio::ZERO;
        for (lead, after) in self.rolls(now) {
            match lead {
                0.. => wins += 1,
                -1 => sum = sum.add(fewer.iter().find(|(m, _)| *m == after)?.1)?,
                _ => {}
            }
        }
        sum.add(Ratio::whole(wins))?.split(36)
    }

    /// The chance of winning before a roll, with up to `reserves` cards to commit.
    #[must_use]
    pub fn chance(&self, now: Moment, reserves: u8) -> Option<Ratio> {
        self.chances(now, reserves)?.last().copied()
    }
}

impl Marcus {
    /// The rolls of a battle that is going on or could be begun.
    #[must_use]
    pub fn fight(&self, p: &Position, battle: &Battle) -> (Fight, Moment) {
        let (roman, barbarian) = self.strengths(p, battle);
        let edge = roman - barbarian;
        let marcus = p.army(battle.target).leader == Some(Leader::Marcus) && !battle.stand_in;
        let Some(zone) = battle.target.zone() else {
            let fight = Fight { edge: [edge; 2], turns: false, marcus: false };
            return (fight, Moment { side: 0, imperium: p.imperium.max(1) });
        };
        let table = &self.tables.map.zones[zone.at()];
        let gap = i16::from(table.bold) - i16::from(table.demoralized);
        let bold = p.tribe(zone).bold;
        let edge = if bold { [edge, edge + gap] } else { [edge - gap, edge] };
        (Fight { edge, turns: true, marcus }, Moment { side: usize::from(!bold), imperium: p.imperium.max(1) })
    }

    /// The battle an attack or a card that is an attack would begin (rules 8.2.1, 13.17, 13.23, 13.34).
    #[must_use]
    pub fn battle_of(&self, p: &Position, action: &Action) -> Option<Battle> {
        match *action {
            Action::Attack { target } => Some(self.new_battle(p, target, Start::default())),
            Action::Event { card, how: How::Target(target), .. } => {
                Some(self.new_battle(p, target, self.start_of(card)?))
            }
            _ => None,
        }
    }

    /// Writes the exact chances the position offers: of every attack in decision `roman`, of the battle going on.
    ///
    /// `{"attacks":[{"action","barbarian","roman","win":[odds…]}…],"battle":…}`: `roman` and `barbarian` are what is added
    /// to the dice, `win` the chance with 0, 1, … reserves at most, as many as the player could hold. `battle` is `null`, or
    /// has the same keys without `action`, and at decision `reserve` `accept` and `commit`. Odds are
    /// `{"den","num","per_mille"}`, the fraction in lowest terms as decimal texts.
    pub fn write_chances(&self, p: &Position, w: &mut Writer) {
        w.object(|w| {
            w.key("attacks").list(|w| {
                if p.todo.top() == Some(Todo::Roman) {
                    crate::legal::legal(self, p, Todo::Roman, &mut |action| {
                        if let Some(battle) = self.battle_of(p, action) {
                            // The attack itself costs a card, or is one.
                            self.write_fight(p, &battle, Some(action), p.held().saturating_sub(1), w);
                        }
                        std::ops::ControlFlow::Continue(())
                    });
                }
            });
            w.key("battle");
            match p.battle {
                Some(battle) if p.todo.iter().any(|t| t.is_before_the_end_of_a_battle()) => {
                    self.write_fight(p, &battle, None, p.held(), w);
                }
                _ => w.null(),
            }
        });
    }

    fn write_fight(&self, p: &Position, battle: &Battle, action: Option<&Action>, cards: u8, w: &mut Writer) {
        let (fight, now) = self.fight(p, battle);
        let (roman, barbarian) = self.strengths(p, battle);
        let reserve = battle.totals.filter(|_| p.todo.top() == Some(Todo::Reserve) && action.is_none());
        w.object(|w| {
            if let Some((roman, barbarian)) = reserve {
                write_ratio(self.after_roll(&fight, now, roman - barbarian, cards), w.key("accept"));
            }
            if let Some(action) = action {
                action.write(w.key("action"));
            }
            w.key("barbarian").int(barbarian);
            if let Some((roman, barbarian)) = reserve.filter(|_| !battle.committed && cards > 0) {
                write_ratio(self.after_roll(&fight, now, roman + 1 - barbarian, cards - 1), w.key("commit"));
            }
            w.key("roman").int(roman);
            if reserve.is_none() {
                let chances = fight.chances(now, cards.min(MOST_RESERVES)).unwrap_or_default();
                w.key("win").list(|w| chances.iter().for_each(|c| write_ratio(Some(*c), w)));
            }
        });
    }

    /// The chance once a roll is let stand: it is decided, or tied and rolled again.
    fn after_roll(&self, fight: &Fight, now: Moment, lead: i16, cards: u8) -> Option<Ratio> {
        match lead {
            1.. => Some(Ratio::ONE),
            0 => fight.chance(now, cards.min(MOST_RESERVES)),
            _ => Some(Ratio::ZERO),
        }
    }
}

fn write_ratio(ratio: Option<Ratio>, w: &mut Writer) {
    match ratio {
        None => w.null(),
        Some(ratio) => w.object(|w| {
            w.key("den").str(&ratio.d.to_string());
            w.key("num").str(&ratio.n.to_string());
            w.key("per_mille").int(ratio.per_mille());
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRESH: Moment = Moment { side: 0, imperium: 4 };

    fn plain(edge: i16) -> Fight {
        Fight { edge: [edge; 2], turns: false, marcus: false }
    }

    fn ratio(n: i128, d: i128) -> Option<Ratio> {
        Ratio::new(n, d)
    }

    /// Even strengths: 15 of 36 rolls win, 15 lose, 6 are rolled again.
    #[test]
    fn an_even_battle_is_even() {
        assert_eq!(plain(0).chance(FRESH, 0), ratio(1, 2));
    }

    /// One card wins the ties (21 of 36), and saves a defeat by one (5 of 36) for an even battle.
    #[test]
    fn one_reserve_in_an_even_battle() {
        assert_eq!(plain(0).chance(FRESH, 1), ratio(2 * 21 + 5, 72));
    }

    #[test]
    fn a_lead_of_six_cannot_be_lost_and_a_gap_of_six_cannot_be_won() {
        assert_eq!(plain(6).chance(FRESH, 0), Some(Ratio::ONE));
        assert_eq!(plain(-6).chance(FRESH, 3), Some(Ratio::ZERO));
        // A gap of five: only 6 against 1 ties. Bare, a tie is never broken; a card wins it.
        assert_eq!(plain(-5).chance(FRESH, 0), Some(Ratio::ZERO));
        assert_eq!(plain(-5).chance(FRESH, 1), ratio(1, 36));
    }

    /// Behind by 5 against the Bold side, by 3 against the Demoralized one: the only tie (6 against 1) demoralizes the
    /// army. Then 3 of 36 rolls win and 3 tie, none of which turns it Bold.
    #[test]
    fn a_tie_with_a_one_counts_against_the_next_roll() {
        let fight = Fight { edge: [-5, -3], turns: true, marcus: false };
        assert_eq!(fight.chance(Moment { side: 1, imperium: 4 }, 0), ratio(3, 33));
        assert_eq!(fight.chance(FRESH, 0), ratio(3, 33 * 36));
    }

    /// With IP 1 the Roman 1 ends the game, even on a roll that would have won.
    #[test]
    fn marcus_at_his_last_point() {
        let fight = Fight { edge: [6; 2], turns: false, marcus: true };
        assert_eq!(fight.chance(Moment { side: 0, imperium: 1 }, 0), ratio(5, 6));
        assert_eq!(fight.chance(Moment { side: 0, imperium: 2 }, 0), Some(Ratio::ONE));
    }

    #[test]
    fn every_battle_has_exact_odds() {
        for edge in -8..=8 {
            for gap in -8..=8 {
                for marcus in [false, true] {
                    let fight = Fight { edge: [edge, edge + gap], turns: true, marcus };
                    for imperium in [1, 4, 7] {
                        let now = Moment { side: 0, imperium };
                        let all = fight.chances(now, MOST_RESERVES).unwrap_or_else(|| panic!("{fight:?}"));
                        assert!(all.iter().all(|c| (0..=c.d).contains(&c.n)), "{fight:?}: {all:?}");
                        assert!(all.is_sorted_by_key(|c| c.per_mille()), "{fight:?}: {all:?}");
                    }
                }
            }
        }
    }

    /// The same chances by another way: rolling on and on in fixed-point numbers until nothing changes.
    #[test]
    fn the_exact_odds_agree_with_rolling_on() {
        const ONE: i128 = 1_000_000_000_000_000;
        for edge in [[0, 2], [-1, 1], [-2, 0], [3, 5], [-3, -1], [1, 1]] {
            let fight = Fight { edge, turns: true, marcus: true };
            let moments: Vec<Moment> =
                (1..=7).flat_map(|imperium| [0, 1].map(|side| Moment { side, imperium })).collect();
            let mut chances = vec![0; moments.len()];
            for _ in 0..60 {
                chances = moments
                    .iter()
                    .map(|now| {
                        let worth = |(lead, after): (i16, Moment)| match lead {
                            1.. => ONE,
                            0 => moments.iter().position(|m| *m == after).map_or(0, |i| chances[i]),
                            _ => 0,
                        };
                        fight.rolls(*now).map(worth).sum::<i128>() / 36
                    })
                    .collect();
            }
            for (now, rolled) in moments.iter().zip(&chances) {
                let exact = fight.chance(*now, 0).unwrap();
                let exact = ONE / exact.d * exact.n + ONE % exact.d * exact.n / exact.d;
                assert!((exact - rolled).abs() < 1000, "{fight:?} {now:?}: {exact} {rolled}");
            }
        }
    }

    #[test]
    fn per_mille_rounds_halves_up() {
        let rounded = |n, d| Ratio::new(n, d).map(Ratio::per_mille);
        assert_eq!((rounded(1, 2), rounded(1, 3), rounded(2, 3)), (Some(500), Some(333), Some(667)));
        assert_eq!((rounded(1, 2000), rounded(1, 2001), rounded(1, 1)), (Some(1), Some(0), Some(1000)));
        assert_eq!(rounded(i128::MAX / 2, i128::MAX), Some(500));
    }
}
