//! The words of chapter 1: categories, tokens, colours, resources, and their fixed orders.

/// A category of legion (1.6), in the fixed order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Category {
    /// `double_sword`
    DoubleSword,
    /// `shield`
    Shield,
    /// `chariot`
    Chariot,
    /// `catapult`
    Catapult,
    /// `standard`
    Standard,
    /// `dagger`
    Dagger,
}

impl Category {
    /// In the fixed order.
    pub const ALL: [Category; 6] =
        [Self::DoubleSword, Self::Shield, Self::Chariot, Self::Catapult, Self::Standard, Self::Dagger];
    /// Ascending by the bytes of their names, the order of JSON keys.
    pub const BY_NAME: [Category; 6] =
        [Self::Catapult, Self::Chariot, Self::Dagger, Self::DoubleSword, Self::Shield, Self::Standard];

    /// The interface's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::DoubleSword => "double_sword",
            Self::Shield => "shield",
            Self::Chariot => "chariot",
            Self::Catapult => "catapult",
            Self::Standard => "standard",
            Self::Dagger => "dagger",
        }
    }

    /// The category of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|c| c.name() == name)
    }
}

/// A mobilisation token (1.12).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Token {
    /// An ordinary token.
    Of(Category),
    /// `joker`
    Joker,
}

impl Token {
    /// How many of each there are, in the order of [`Token::index`] (1.12).
    pub const COUNTS: [u8; 7] = [6, 5, 4, 3, 2, 1, 2];
    /// Ascending by the bytes of their names: the order of JSON keys, and of draws (protocol P6).
    pub const BY_NAME: [Token; 7] = [
        Self::Of(Category::Catapult),
        Self::Of(Category::Chariot),
        Self::Of(Category::Dagger),
        Self::Of(Category::DoubleSword),
        Self::Joker,
        Self::Of(Category::Shield),
        Self::Of(Category::Standard),
    ];

    /// Place in the interface's order: the categories, then the joker.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Self::Of(c) => c as usize,
            Self::Joker => 6,
        }
    }

    /// The interface's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Of(c) => c.name(),
            Self::Joker => "joker",
        }
    }

    /// The token of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::BY_NAME.into_iter().find(|t| t.name() == name)
    }
}

/// A colour of objectives (1.3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Colour {
    /// Every senator has it.
    Senator,
    /// A colour of provinces.
    Green,
    /// A colour of provinces.
    Pink,
    /// A colour of provinces.
    Orange,
}

impl Colour {
    /// In the order of the set's file.
    pub const ALL: [Colour; 4] = [Self::Senator, Self::Green, Self::Pink, Self::Orange];

    /// The interface's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Senator => "senator",
            Self::Green => "green",
            Self::Pink => "pink",
            Self::Orange => "orange",
        }
    }

    /// The colour of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|c| c.name() == name)
    }
}

/// A resource with a tile (1.13, 6.12). Gold is settled before wheat everywhere.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Resource {
    /// `gold`
    Gold,
    /// `wheat`
    Wheat,
}

impl Resource {
    /// In the order in which they are settled.
    pub const ALL: [Resource; 2] = [Self::Gold, Self::Wheat];

    /// The interface's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gold => "gold",
            Self::Wheat => "wheat",
        }
    }

    /// The resource of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|r| r.name() == name)
    }
}

/// The colour tiles by name, in the order in which a seat's tiles are written.
pub const COLOUR_TILES: [&str; 5] = ["three_senators", "three_green", "three_pink", "three_orange", "one_of_each"];

/// Legions in the game (1.9).
pub const LEGIONS: u8 = 48;
/// Legions of each seat at the start (2.2).
pub const START_LEGIONS: u8 = 7;
/// Objectives in the market (2.4).
pub const MARKET: u8 = 5;
/// Objectives dealt to each seat (2.5).
pub const DEAL: u8 = 6;
/// Objectives each seat keeps (2.6), and those of a first game (2.9).
pub const KEEP: u8 = 3;
/// Controlled objectives that end the game (8.1).
pub const END_AT: u8 = 7;
