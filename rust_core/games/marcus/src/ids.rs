//! Names of places, people and cards. Every enum stands in the ascending order of its ids unless said otherwise.

/// Declares an enum whose variants have ids of the interface.
macro_rules! ids {
    ($(#[$doc:meta])* $name:ident { $($(#[$note:meta])* $variant:ident = $id:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum $name { $($(#[$note])* #[doc = concat!("`", $id, "`")] $variant),+ }

        impl $name {
            /// All of them, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The id in documents and actions.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $(Self::$variant => $id),+ }
            }

            /// What an id means.
            #[must_use]
            pub fn read(id: &str) -> Option<Self> {
                match id { $($id => Some(Self::$variant),)+ _ => None }
            }

            /// The place in [`Self::ALL`].
            #[must_use]
            pub const fn at(self) -> usize {
                self as usize
            }
        }
    };
}
pub(crate) use ids;

ids! {
    /// A tribe and its zone, in map order (rule 1.2).
    Zone { Marcomanni = "marcomanni", Quadi = "quadi", Iazyges = "iazyges" }
}

ids! {
    /// Where an army can be: the box of a zone or an Off-Map space, in map order (rule 1.2).
    Spot { Marcomanni = "marcomanni", Quadi = "quadi", Iazyges = "iazyges", West = "west", East = "east" }
}

ids! {
    /// A leader, in leader order (interface 2).
    Leader { Marcus = "marcus", Pompeianus = "pompeianus", Pertinax = "pertinax", Maximianus = "maximianus" }
}

ids! {
    /// A legion that only a card brings into play.
    Extra { Legio22 = "legio22", Slaves = "slaves" }
}

ids! {
    /// A Danube fleet (rule 8.7).
    Fleet { Upper = "upper", Lower = "lower" }
}

ids! {
    /// A Round of the Year, in order (rule 4.1).
    Round { Spring = "spring", Summer = "summer", Winter = "winter" }
}

ids! {
    /// Where in the sequence of play the game is (interface 3).
    Phase {
        Setup = "setup", Redeploy = "redeploy", Barbarian = "barbarian", Roman = "roman", HandLimit = "hand_limit",
        Housekeeping = "housekeeping", Over = "over",
    }
}

ids! {
    /// Why a game ended (rule 9).
    Reason {
        AllSurrendered = "all_tribes_surrendered", TimeRanOut = "time_ran_out", Usurped = "usurped",
        RomeEntered = "rome_entered",
    }
}

impl Zone {
    /// The army box of the zone.
    #[must_use]
    pub const fn spot(self) -> Spot {
        match self {
            Self::Marcomanni => Spot::Marcomanni,
            Self::Quadi => Spot::Quadi,
            Self::Iazyges => Spot::Iazyges,
        }
    }

    /// The next one in the circle of rule 7.1.5.
    #[must_use]
    pub const fn next(self, backward: bool) -> Self {
        match (self, backward) {
            (Self::Marcomanni, false) | (Self::Iazyges, true) => Self::Quadi,
            (Self::Quadi, false) | (Self::Marcomanni, true) => Self::Iazyges,
            (Self::Iazyges, false) | (Self::Quadi, true) => Self::Marcomanni,
        }
    }
}

impl Spot {
    /// The zone whose army box this is; `None` for an Off-Map space.
    #[must_use]
    pub const fn zone(self) -> Option<Zone> {
        match self {
            Self::Marcomanni => Some(Zone::Marcomanni),
            Self::Quadi => Some(Zone::Quadi),
            Self::Iazyges => Some(Zone::Iazyges),
            Self::West | Self::East => None,
        }
    }

    /// The two Off-Map spaces.
    pub const OFF_MAP: [Self; 2] = [Self::West, Self::East];

    /// The place among the Off-Map spaces; `None` for an army box.
    #[must_use]
    pub const fn off_map(self) -> Option<usize> {
        match self {
            Self::West => Some(0),
            Self::East => Some(1),
            _ => None,
        }
    }
}

/// A set of [`Spot`]s.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Spots(u8);

impl Spots {
    /// The three army boxes.
    pub const ZONES: Self = Self(0b111);

    /// With `spot` in it.
    #[must_use]
    pub const fn with(self, spot: Spot) -> Self {
        Self(self.0 | 1 << spot as u8)
    }

    /// Without `spot`.
    #[must_use]
    pub const fn without(self, spot: Spot) -> Self {
        Self(self.0 & !(1 << spot as u8))
    }

    /// Whether `spot` is in it.
    #[must_use]
    pub const fn has(self, spot: Spot) -> bool {
        self.0 & (1 << spot as u8) != 0
    }

    /// How many.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// In map order.
    pub fn iter(self) -> impl Iterator<Item = Spot> {
        Spot::ALL.iter().copied().filter(move |s| self.has(*s))
    }
}

/// A set of [`Leader`]s, read in leader order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Leaders(u8);

impl Leaders {
    /// With `leader` in it.
    #[must_use]
    pub const fn with(self, leader: Leader) -> Self {
        Self(self.0 | 1 << leader as u8)
    }

    /// Without `leader`.
    #[must_use]
    pub const fn without(self, leader: Leader) -> Self {
        Self(self.0 & !(1 << leader as u8))
    }

    /// Whether `leader` is in it.
    #[must_use]
    pub const fn has(self, leader: Leader) -> bool {
        self.0 & (1 << leader as u8) != 0
    }

    /// Whether nobody is in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// In leader order.
    pub fn iter(self) -> impl Iterator<Item = Leader> {
        Leader::ALL.iter().copied().filter(move |l| self.has(*l))
    }
}
