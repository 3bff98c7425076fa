//! Chapter 8.2, the numbers: what a battle begins with and what is added to its dice.

use crate::cards::Roman;
use crate::game::Marcus;
use crate::ids::{Round, Spot};
use crate::position::{Battle, Position};

/// What the card that begins a battle brings to it.
#[derive(Clone, Copy, Default)]
pub struct Start {
    /// Bonus of `r_winter_quarters`.
    pub bonus: i16,
    /// The Winter −1 does not count.
    pub no_winter: bool,
    /// `r_maximus` leads.
    pub stand_in: bool,
    /// `r_initiative`: a second battle may follow.
    pub press_on: bool,
}

impl Marcus {
    /// A battle before its first roll.
    #[must_use]
    pub fn new_battle(&self, p: &Position, target: Spot, start: Start) -> Battle {
        Battle {
            target,
            bonus: start.bonus,
            terrain: self.terrain(p, target),
            no_winter: start.no_winter,
            stand_in: start.stand_in,
            press_on: start.press_on,
            roman_die: None,
            barbarian_die: None,
            totals: None,
            committed: false,
        }
    }

    /// What a card that is an attack brings to the battle (rules 13.17, 13.23, 13.34); `None` for any other card.
    #[must_use]
    pub fn start_of(&self, card: Roman) -> Option<Start> {
        let plain = Start::default();
        match card {
            Roman::WinterQuarters => {
                Some(Start { bonus: self.tables.numbers.winter_quarters.into(), no_winter: true, ..plain })
            }
            Roman::Initiative => Some(Start { press_on: true, ..plain }),
            Roman::Maximus => Some(Start { stand_in: true, ..plain }),
            _ => None,
        }
    }

    /// The Terrain Value against a target; 0 where there is none (rules 2.1.6, 8.2.2.4).
    #[must_use]
    pub fn terrain(&self, p: &Position, target: Spot) -> u8 {
        let Some(zone) = target.zone() else { return 0 };
        let space = p.tribe(zone).space.map_or(usize::MAX, usize::from);
        self.tables.map.zones[zone.at()].terrain.get(space).copied().unwrap_or(0)
    }

    /// Whether a *before the dice* event may be used in the present battle (rules 13.4, 13.13, 13.28).
    pub fn before_dice(&self, p: &Position, card: Roman) -> bool {
        let Some(battle) = p.battle else { return false };
        match card {
            Roman::Ambush => true,
            Roman::Ice => battle.target.zone().is_some() && p.round == Round::Winter,
            Roman::Guides => self.terrain(p, battle.target) > 0,
            _ => false,
        }
    }

    /// What is added to the Roman and to the Barbarian die (rules 8.2.2.1 to 8.2.2.4).
    #[must_use]
    pub fn strengths(&self, p: &Position, battle: &Battle) -> (i16, i16) {
        let army = p.army(battle.target);
        let leader = if battle.stand_in {
            self.tables.numbers.maximus
        } else {
            army.leader.map_or(0, |l| self.leader_value(p, l))
        };
        let winter = i16::from(p.round == Round::Winter && !battle.no_winter);
        let roman = i16::from(army.legions) + i16::from(leader) + i16::from(p.omens) + battle.bonus - winter;
        match battle.target.zone() {
            Some(zone) => {
                let table = &self.tables.map.zones[zone.at()];
                let combat = if p.tribe(zone).bold { table.bold } else { table.demoralized };
                let auxilia = p.auxilia.filter(|(at, _)| *at == zone).map_or(0, |(_, side)| side);
                let help = i16::from(p.fort_of(zone) + auxilia);
                (roman + help, i16::from(combat) + i16::from(battle.terrain))
            }
            None => {
                let card = p.conflict(battle.target);
                let combat = card.and_then(|c| self.tables.conflicts[c.at()]).map_or(0, |c| c.combat);
                (roman, combat.into())
            }
        }
    }
}
