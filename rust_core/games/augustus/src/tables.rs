//! The objectives as the rules read them, compiled from the set's file.

mod compile;

pub use compile::check_set;

use std::sync::Arc;

use referee_kernel::set::{CardSet, Mistake};

use crate::numbers::{Number, Numbers};
use crate::spaces::{Kinds, Spaces};
use crate::words::{Category, Colour, Resource, Token};

/// What an objective does beside its points (chapter 10).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Power {
    /// 4.3.2: nothing.
    None,
    /// 10.2
    Mobilise {
        /// The only category it serves (10.2.1).
        category: Category,
        /// How many legions, one after the other.
        legions: u8,
    },
    /// 10.3
    MobiliseAny {
        /// How many legions, one after the other.
        legions: u8,
    },
    /// 10.4
    CompleteObjective,
    /// 10.5
    TakeTwo,
    /// 10.6
    Rearrange,
    /// 10.7
    GainLegions {
        /// How many, if the supply has them.
        legions: u8,
    },
    /// 10.8
    Attack(Attack),
    /// 10.14
    Equivalence(Category, Category),
    /// 10.19
    ScoreCategory {
        /// The spaces that count.
        category: Category,
        /// Points per space.
        points: u32,
        /// Never more points than this.
        max: u32,
    },
    /// 10.20
    ScoreColour {
        /// The objectives that count.
        colour: Colour,
        /// Points per objective.
        points: u32,
    },
    /// 10.21
    ScoreRed {
        /// Points per red objective.
        points: u32,
    },
}

/// What each opponent must remove.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attack {
    /// 10.9
    OneLegion,
    /// 10.10
    TwoLegions,
    /// 10.11
    AllLegions,
    /// 10.12
    ControlledObjective,
}

/// One objective.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Objective {
    /// 1.3
    pub colour: Colour,
    /// Whether it produces gold, whether wheat (1.4).
    pub produces: [bool; 2],
    /// Printed points.
    pub points: u32,
    /// What must be occupied.
    pub spaces: Spaces,
    /// Its power.
    pub power: Power,
}

/// A colour tile (1.15).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ColourTile {
    /// What it is worth.
    pub points: u32,
    /// Controlled objectives of each colour that it asks for, in the order of [`Colour::ALL`].
    pub needs: [u8; 4],
}

/// The whole set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tables {
    /// Its name.
    pub name: String,
    /// By number; the places of no objective hold one that does nothing.
    objectives: [Objective; 128],
    by_colour: [Numbers; 4],
    by_resource: [Numbers; 2],
    red: Numbers,
    equivalences: Numbers,
    /// `partners[a][b]`: the equivalences of a and b.
    partners: [[Numbers; 6]; 6],
    /// In the order of [`crate::words::COLOUR_TILES`].
    pub colour_tiles: [ColourTile; 5],
    /// Points of the tiles for 2, 3, 4, 5, 6 objectives (1.14).
    pub number_tiles: [u32; 5],
    /// Points of the gold tile and the wheat tile (1.16).
    pub resource_tiles: [u32; 2],
}

impl Tables {
    /// The tables of a set, compiled once for each set.
    ///
    /// # Errors
    /// Every mistake of the file.
    pub fn of(set: &CardSet) -> Result<Arc<Tables>, Vec<Mistake>> {
        set.compiled(|set| compile::compile(set.name(), set.files()))
    }

    /// Objective `n`.
    #[must_use]
    #[inline]
    pub fn objective(&self, n: Number) -> &Objective {
        &self.objectives[usize::from(n & 127)]
    }

    /// The objectives of a colour.
    #[must_use]
    pub fn of_colour(&self, colour: Colour) -> Numbers {
        self.by_colour[colour as usize]
    }

    /// The objectives that produce a resource.
    #[must_use]
    pub fn producing(&self, resource: Resource) -> Numbers {
        self.by_resource[resource as usize]
    }

    /// The red objectives (1.17).
    #[must_use]
    pub fn red(&self) -> Numbers {
        self.red
    }

    /// The categories a drawn token permits to a seat that controls `controlled` (3.12, 10.14, 10.15).
    #[must_use]
    pub fn permitted(&self, token: Token, controlled: Numbers) -> Kinds {
        let Token::Of(drawn) = token else { return Kinds::ALL };
        let equivalences = controlled.and(self.equivalences);
        let mut kinds = Kinds::one(drawn);
        if !equivalences.is_empty() {
            for c in Category::ALL {
                if !equivalences.and(self.partners[drawn as usize][c as usize]).is_empty() {
                    kinds = kinds.with(c);
                }
            }
        }
        kinds
    }
}
