//! What armies should bring in a Year, where they stand.

use crate::ids::{Spot, Zone};
use crate::position::Position;

use super::legate::{BARE, WITH_ONE, edge};
use super::value::Judge;

impl Judge<'_> {
    /// What an army of this strength (legions and leader) should bring in a Year.
    pub fn strength_worth(&self, p: &Position, spot: Spot, strength: i16) -> i32 {
        if strength == 0 {
            return spot.zone().map_or(0, |zone| self.naked(p, zone));
        }
        match spot.zone() {
            None => {
                let Some(conflict) = p.conflict(spot).and_then(|c| self.game.tables.conflicts[c.at()]) else {
                    return 0;
                };
                let chance = BARE[edge(strength - i16::from(conflict.combat))];
                // Upkeep, and legions that are away for the Year.
                (-self.w.conflict * chance / 1000 * 2 - 100).max(0)
            }
            Some(zone) if p.tribe(zone).surrendered() => {
                let strong = p.forts[zone.at()].iter().filter(|level| **level == 2).count() as i32;
                let guard = (i32::from(strength) + strong).min(6);
                let now = p.tribes.iter().filter(|t| t.surrendered()).count();
                let worth = self.w.surrendered[now.min(3)] - self.w.surrendered[now.saturating_sub(1).min(2)];
                guard * worth / 6 * self.w.guard / 1000
            }
            // There is nothing to win before the Quadi have moved.
            Some(Zone::Quadi) if p.quadi_peace => 0,
            Some(zone) => {
                let space = p.tribe(zone).space.unwrap_or(0);
                self.campaign(p, zone, space, p.tribe(zone).bold, strength, self.w.attacks)
            }
        }
    }

    /// What the army in a zone of war could do there.
    pub fn ready(&self, p: &Position, spot: Spot) -> i32 {
        match spot.zone() {
            Some(zone) if !p.tribe(zone).surrendered() => {
                let worth = self.strength_worth(p, spot, self.strength(p, spot));
                if p.army(spot).legions > 0 { worth * self.w.ready / 1000 } else { worth }
            }
            _ => 0,
        }
    }

    fn naked(&self, p: &Position, zone: Zone) -> i32 {
        let Some(space) = p.tribe(zone).space else { return 0 };
        let worth = self.w.naked[usize::from(space.min(5))];
        if zone == Zone::Marcomanni { worth } else { worth / 3 }
    }

    /// Legions and leader.
    pub fn strength(&self, p: &Position, spot: Spot) -> i16 {
        let army = p.army(spot);
        i16::from(army.legions) + army.leader.map_or(0, |l| i16::from(self.game.leader_value(p, l)))
    }

    /// What further attacks of this Round should bring after a battle.
    pub fn follow_up(&self, p: &Position, target: Spot, won: bool) -> i32 {
        let Some((zone, space)) = target.zone().and_then(|z| Some((z, p.tribe(z).space?))) else { return 0 };
        let strength = self.strength(p, target);
        let attacks = i32::from(p.held()).min(self.w.follow_ups);
        let bold = p.tribe(zone).bold;
        let further = match (won, space) {
            (true, 0) => 0,
            (true, space) => self.campaign(p, zone, space - 1, bold, strength, attacks),
            (false, space) => self.campaign(p, zone, space, bold, strength - 1, attacks),
        };
        further * self.w.potential / 1000
    }

    /// By how much an army of this strength leads before the dice, against a tribe in this space.
    pub fn lead(&self, p: &Position, zone: Zone, space: u8, bold: bool, strength: i16) -> i16 {
        let table = &self.game.tables.map.zones[zone.at()];
        let combat = i16::from(if bold { table.bold } else { table.demoralized });
        let terrain = i16::from(table.terrain.get(usize::from(space)).copied().unwrap_or(0));
        strength + i16::from(p.fort(zone, space)) - combat - terrain
    }

    /// The expected gain of up to `attacks` attacks by an army of this strength.
    fn campaign(&self, p: &Position, zone: Zone, space: u8, bold: bool, strength: i16, attacks: i32) -> i32 {
        if attacks == 0 {
            return 0;
        }
        let chance = WITH_ONE[edge(self.lead(p, zone, space, bold, strength))];
        let gain = if space == 0 {
            self.surrender_worth(p)
        } else {
            let spaces = &self.w.space[zone.at()];
            spaces[usize::from(space - 1)] - spaces[usize::from(space.min(5))]
        };
        let further = if space == 0 { 0 } else { self.campaign(p, zone, space - 1, bold, strength, attacks - 1) };
        let again = self.campaign(p, zone, space, bold, strength - 1, attacks - 1);
        let worth = (chance * (gain + further) + (1000 - chance) * (again - self.w.legion)) / 1000;
        (worth - self.w.card / 2).max(0)
    }
}
