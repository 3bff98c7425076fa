//! Everything that changes during a game.

use crate::cards::{Barbarian, BarbarianPile, Roman, RomanPile, Row};
use crate::ids::{Extra, Leader, Leaders, Phase, Reason, Round, Spot, Zone};
use crate::todo::Stack;

/// Spaces of the longest zone.
pub const SPACES: usize = 7;

/// A Barbarian tribe on the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tribe {
    /// Where its army stands, 0 = Home; `None` when it has surrendered.
    pub space: Option<u8>,
    /// Its side; Bold when it has surrendered.
    pub bold: bool,
    /// Whether a Temporary Truce marker lies on it.
    pub truce: bool,
}

impl Tribe {
    /// Whether it has surrendered.
    #[must_use]
    pub const fn surrendered(self) -> bool {
        self.space.is_none()
    }
}

/// Roman troops in an army box or an Off-Map space.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Army {
    /// 0 to 6 legions.
    pub legions: u8,
    /// Who leads them.
    pub leader: Option<Leader>,
    /// Whether a Mutiny marker lies on the box; never Off-Map.
    pub mutiny: bool,
}

/// Legions and leaders that are together without being an army.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Troops {
    /// Any number.
    pub legions: u8,
    /// Any of them.
    pub leaders: Leaders,
}

/// A battle going on (interface 3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Battle {
    /// The tribe or conflict that is attacked.
    pub target: Spot,
    /// Bonuses on the Roman side that last for the whole battle.
    pub bonus: i16,
    /// The Terrain Value that counts.
    pub terrain: u8,
    /// A card has put the Winter −1 out of force.
    pub no_winter: bool,
    /// `r_maximus` leads (rule 13.34).
    pub stand_in: bool,
    /// `r_initiative` began it (rule 13.23).
    pub press_on: bool,
    /// The present roll.
    pub roman_die: Option<u8>,
    /// The present roll.
    pub barbarian_die: Option<u8>,
    /// Roman and Barbarian Attack Value, once both dice lie.
    pub totals: Option<(i16, i16)>,
    /// The +1 of this roll has been used (rule 8.2.3.1).
    pub committed: bool,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Why.
    pub reason: Reason,
    /// Rule 9.3 or 9.4.
    pub score: i16,
    /// The Years counted in the score.
    pub years: u8,
    /// Points for Barbarian cards in the History pile, at most 6.
    pub history: u8,
    /// IP at the end.
    pub imperium: u8,
    /// Tribes that have surrendered.
    pub surrendered: u8,
}

/// The Roman cards, by where they lie. All are open (rule 1.8).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RomanCards {
    /// The draw deck.
    pub deck: RomanPile,
    /// The discards.
    pub discard: RomanPile,
    /// Waiting for 175.
    pub late: RomanPile,
    /// Out of the game.
    pub history: RomanPile,
    /// The player's hand.
    pub hand: RomanPile,
    /// The Meditations spaces.
    pub meditations: RomanPile,
    /// Chosen so far in decision `save`.
    pub kept: RomanPile,
}

/// The Barbarian cards, by where they lie, without the conflicts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BarbarianCards {
    /// The draw deck, without the known top cards.
    pub deck: BarbarianPile,
    /// The discards.
    pub discard: BarbarianPile,
    /// Waiting for 175.
    pub late: BarbarianPile,
    /// Out of the game.
    pub history: BarbarianPile,
    /// The Surge Spaces.
    pub surge: BarbarianPile,
    /// The known top cards of the deck, next draw first.
    pub top: Row,
    /// Seen by `r_informants` and not yet placed, in the order seen.
    pub looked: Row,
    /// Drawn and being resolved.
    pub current: Option<Barbarian>,
}

/// The complete state of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// 170 to 179.
    pub year: u8,
    /// The Round.
    pub round: Round,
    /// Where in the sequence of play.
    pub phase: Phase,
    /// IP, 0 to 7.
    pub imperium: u8,
    /// Six cards this Spring (rule 4.3.3).
    pub imperium_bonus: bool,
    /// The tribes in map order.
    pub tribes: [Tribe; 3],
    /// The Quadi Cannot Attack marker.
    pub quadi_peace: bool,
    /// The army boxes and Off-Map spaces in map order.
    pub armies: [Army; 5],
    /// The conflict cards in `west` and `east`.
    pub conflicts: [Option<Barbarian>; 2],
    /// The Recovery box.
    pub recovery: Troops,
    /// Pieces being placed.
    pub pool: Troops,
    /// Unactivated leaders.
    pub unactivated: Leaders,
    /// Whether `legio22` and `slaves` are unactivated.
    pub reserve_legions: [bool; 2],
    /// The side of Marcus.
    pub marcus_bold: bool,
    /// Fort levels by zone and space, 0 for none.
    pub forts: [[u8; SPACES]; 3],
    /// The fleets `upper` and `lower`.
    pub fleets: [bool; 2],
    /// The Auxilia marker's zone and side.
    pub auxilia: Option<(Zone, u8)>,
    /// The second Meditations space is open.
    pub second_meditation: bool,
    /// −1, 0 or 1.
    pub omens: i8,
    /// The next Spring draws fewer Barbarian cards (rule 13.27).
    pub harsh_winter: bool,
    /// Barbarian draws still to be made in this phase.
    pub draws_left: u8,
    /// The Roman cards.
    pub roman: RomanCards,
    /// The Barbarian cards.
    pub barbarian: BarbarianCards,
    /// The battle going on.
    pub battle: Option<Battle>,
    /// What the rules still have to do; on top what is asked.
    pub todo: Stack,
    /// How the game ended.
    pub ending: Option<Ending>,
}

/// Where a Roman card is used from (interface 5, `F`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Source {
    /// `hand`
    Hand,
    /// `meditations`
    Meditations,
}

impl Source {
    /// Both, in the order of their ids.
    pub const ALL: [Self; 2] = [Self::Hand, Self::Meditations];

    /// The id.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Hand => "hand",
            Self::Meditations => "meditations",
        }
    }

    /// What an id means.
    #[must_use]
    pub fn read(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|f| f.id() == id)
    }
}

impl Position {
    /// The tribe of a zone.
    #[must_use]
    pub const fn tribe(&self, zone: Zone) -> Tribe {
        self.tribes[zone as usize]
    }

    /// The troops in a box or Off-Map space.
    #[must_use]
    pub const fn army(&self, spot: Spot) -> Army {
        self.armies[spot as usize]
    }

    /// The conflict in an Off-Map space; `None` for an army box.
    #[must_use]
    pub fn conflict(&self, spot: Spot) -> Option<Barbarian> {
        self.conflicts[spot.off_map()?]
    }

    /// Level of the fort in a space, 0 for none.
    #[must_use]
    pub fn fort(&self, zone: Zone, space: u8) -> u8 {
        self.forts[zone.at()].get(usize::from(space)).copied().unwrap_or(0)
    }

    /// Level of the fort in the space of a tribe's army, 0 for none.
    #[must_use]
    pub fn fort_of(&self, zone: Zone) -> u8 {
        self.tribe(zone).space.map_or(0, |s| self.fort(zone, s))
    }

    /// Hostile: neither surrendered nor at peace (rule 12.0.1).
    #[must_use]
    pub const fn hostile(&self, zone: Zone) -> bool {
        !(self.tribe(zone).surrendered() || matches!(zone, Zone::Quadi) && self.quadi_peace)
    }

    /// Open: hostile and without a truce (rule 12.0.1).
    #[must_use]
    pub const fn open(&self, zone: Zone) -> bool {
        self.hostile(zone) && !self.tribe(zone).truce
    }

    /// Whether any tribe has surrendered.
    #[must_use]
    pub fn any_surrendered(&self) -> bool {
        self.tribes.iter().any(|t| t.surrendered())
    }

    /// The cards in a place the player can use.
    #[must_use]
    pub const fn cards(&self, from: Source) -> &RomanPile {
        match from {
            Source::Hand => &self.roman.hand,
            Source::Meditations => &self.roman.meditations,
        }
    }

    /// How many Roman cards the player holds, hand and Meditations (rule 7.0.5).
    #[must_use]
    pub const fn held(&self) -> u8 {
        self.roman.hand.len() + self.roman.meditations.len()
    }

    /// Whether the player holds this card.
    #[must_use]
    pub fn holds(&self, card: Roman) -> bool {
        self.roman.hand.has(card) || self.roman.meditations.has(card)
    }

    /// Whether an extra legion still waits for its card.
    #[must_use]
    pub const fn waits(&self, legion: Extra) -> bool {
        self.reserve_legions[legion as usize]
    }

    /// How many legions are in Off-Map spaces.
    #[must_use]
    pub fn legions_off_map(&self) -> u8 {
        Spot::OFF_MAP.iter().map(|s| self.army(*s).legions).sum()
    }

    /// Free fort spaces of a zone: the first `spaces` without a fort.
    #[must_use]
    pub fn free_fort_spaces(&self, zone: Zone, spaces: u8) -> u8 {
        (0..spaces).map(|s| u8::from(self.fort(zone, s) == 0)).sum()
    }
}
