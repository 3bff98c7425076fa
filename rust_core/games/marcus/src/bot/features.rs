//! What the net sees of a position: many numbers, nearly all of them 0, and most others 1 for "it is so".

use crate::cards::{BARBARIAN_KINDS, Barbarian, ROMAN_KINDS};
use crate::ids::{Extra, Leader, Spot, Zone};
use crate::position::{Position, Source};
use crate::todo::Todo;

use super::value::Judge;

/// How many numbers there are.
pub const FEATURES: usize = 495;

/// A worth by `legate` of this much is a 1.
const WORTH: i32 = 4000;

/// The numbers of one position that are not 0, each with its place.
#[derive(Clone, Debug)]
pub struct Features {
    /// Place, below [`FEATURES`], and number in 1/[`Features::ONE`]; a place that comes twice counts twice.
    pub list: Vec<(u16, i16)>,
    base: u16,
}

impl Features {
    /// How 1 is written.
    pub const ONE: i32 = 64;

    /// Those of a position where a value is asked ([`super::consul::is_free`]).
    pub fn of(judge: &Judge<'_>, p: &Position) -> Self {
        let mut seen = Self { list: Vec::with_capacity(128), base: 0 };
        seen.see_times(p);
        for zone in Zone::ALL {
            seen.see_zone(judge, p, *zone);
        }
        seen.see_markers(p);
        seen.see_worths(judge, p);
        seen.see_cards(p);
        debug_assert_eq!(usize::from(seen.base), FEATURES);
        seen
    }

    fn see_times(&mut self, p: &Position) {
        let asked = match p.todo.top() {
            Some(Todo::Roman) => 0,
            Some(Todo::DrawRoman { .. }) => 1,
            _ => 2,
        };
        self.one_of(9, asked * 3 + p.round.at());
        let year = usize::from(p.year - crate::ch9_end::FIRST_YEAR);
        self.one_of(10, year);
        self.one_of(8, p.imperium.into());
        let surrendered: usize = Zone::ALL.iter().map(|z| usize::from(p.tribe(*z).surrendered()) << z.at()).sum();
        self.one_of(8, surrendered);
        self.one_of(40, surrendered.count_ones() as usize * 10 + year);
        self.one_of(4, p.barbarian.surge.len().into());
        self.one_of(9, p.roman.hand.len().into());
        self.one_of(3, p.roman.meditations.len().into());
        self.one_of(9, p.recovery.legions.into());
        self.one_of(3, p.conflicts.iter().flatten().count());
        self.one_of(7, p.auxilia.map_or(0, |(zone, side)| 1 + zone.at() * 2 + usize::from(side > 1)));
    }

    fn see_zone(&mut self, judge: &Judge<'_>, p: &Position, zone: Zone) {
        let tribe = p.tribe(zone);
        let army = p.army(zone.spot());
        let strength = judge.strength(p, zone.spot());
        self.one_of(13, tribe.space.map_or(12, |s| usize::from(s.min(5)) * 2 + usize::from(tribe.bold)));
        self.one_of(7, army.legions.into());
        self.one_of(5, army.leader.map_or(0, |l| 1 + l.at()));
        self.one_of(10, usize::from(strength.unsigned_abs()));
        self.one_of(4, usize::from(army.mutiny) + 2 * usize::from(tribe.truce));
        for space in 0..5 {
            self.one_of(3, p.fort(zone, space).into());
        }
        // How well it is guarded, 0 to 6, or how far the army leads against it, from −8 to 4.
        let seen = match tribe.space {
            None => usize::from(judge.game.pacification(p, zone).unsigned_abs()),
            Some(space) => {
                let lead = judge.lead(p, zone, space, tribe.bold, strength);
                7 + usize::try_from((lead + 8).clamp(0, 12)).unwrap_or(0)
            }
        };
        self.one_of(20, seen);
    }

    fn see_markers(&mut self, p: &Position) {
        self.number(p.second_meditation);
        for conflict in [Barbarian::Chatti, Barbarian::British, Barbarian::Costoboci, Barbarian::Avidius] {
            self.number(p.conflicts.contains(&Some(conflict)));
        }
        for spot in Spot::OFF_MAP {
            self.parts(p.army(spot).legions, 4);
            self.number(p.army(spot).leader.is_some());
        }
        let [upper, lower] = p.fleets;
        for marker in [upper, lower, p.marcus_bold, p.harsh_winter, p.quadi_peace, p.imperium_bonus] {
            self.number(marker);
        }
        self.number(p.omens);
        self.parts(p.pool.legions, 8);
        for leader in Leader::ALL {
            self.number(p.recovery.leaders.has(*leader));
            self.number(p.unactivated.has(*leader));
        }
        for legion in Extra::ALL {
            self.number(p.waits(*legion));
        }
    }

    /// What `legate` thinks of it.
    fn see_worths(&mut self, judge: &Judge<'_>, p: &Position) {
        self.worth(judge.value(p));
        self.worth(judge.oath_risk(p));
        for zone in Zone::ALL {
            let spot = zone.spot();
            self.worth(judge.strength_worth(p, spot, judge.strength(p, spot)));
        }
    }

    fn see_cards(&mut self, p: &Position) {
        self.parts(p.barbarian.deck.len(), 20);
        for from in Source::ALL {
            self.counts(p.cards(from).iter().map(|card| (card.at(), p.cards(from).count(card))), 1);
        }
        self.base += ROMAN_KINDS as u16;
        self.counts(p.barbarian.deck.iter().map(|card| (card.at(), p.barbarian.deck.count(card))), 3);
        self.base += BARBARIAN_KINDS as u16;
        self.counts(p.barbarian.top.iter().map(|card| (card.at(), 1)), 1);
        self.base += BARBARIAN_KINDS as u16;
        self.counts(p.roman.deck.iter().map(|card| (card.at(), p.roman.deck.count(card))), 3);
        self.base += ROMAN_KINDS as u16;
    }

    /// Of `size` numbers one is 1: the one at `at`, or else the last.
    fn one_of(&mut self, size: u16, at: usize) {
        let at = u16::try_from(at).unwrap_or(size).min(size - 1);
        self.put(self.base + at, Self::ONE);
        self.base += size;
    }

    fn number(&mut self, n: impl Into<i32>) {
        self.put(self.base, n.into() * Self::ONE);
        self.base += 1;
    }

    /// `n` of so many parts of 1.
    fn parts(&mut self, n: u8, parts: i32) {
        self.put(self.base, i32::from(n) * Self::ONE / parts);
        self.base += 1;
    }

    fn worth(&mut self, worth: i32) {
        self.put(self.base, (worth * Self::ONE / WORTH).clamp(-4 * Self::ONE, 4 * Self::ONE));
        self.base += 1;
    }

    /// Numbers of a block that begins here, in so many parts of 1; where it ends is up to the caller.
    fn counts(&mut self, counts: impl Iterator<Item = (usize, u8)>, parts: i32) {
        for (at, n) in counts {
            self.put(self.base + at as u16, i32::from(n) * Self::ONE / parts);
        }
    }

    fn put(&mut self, place: u16, n: i32) {
        if n != 0 {
            self.list.push((place, n as i16));
        }
    }
}
