//! What a seat can choose (interface section 4).

use referee_kernel::json::Writer;
use referee_kernel::seat::Seat;

use crate::numbers::Number;
use crate::words::{Category, Resource, Token};

/// A space, or all spaces of a category on an objective: they are alike (1.7).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Space {
    /// The objective.
    pub objective: Number,
    /// The category.
    pub category: Category,
}

/// An action; variants and fields in the order of the interface's lists.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Action {
    /// 2.6; ascending.
    Keep([Number; 3]),
    /// 3.9, 10.2.3, 10.4.2, 10.6.3
    Pass,
    /// 3.7
    Place(Space),
    /// 3.8
    Move {
        /// Where the legion stands.
        from: Space,
        /// Where it goes.
        to: Space,
    },
    /// 10.4
    Complete(Number),
    /// 10.6
    Lift,
    /// 10.6
    Put(Space),
    /// 10.9, and 10.10 with one removable legion (10.10.1).
    RemoveOne(Space),
    /// 10.10; not descending, equal if two legions stand there.
    RemoveTwo(Space, Space),
    /// 10.11
    Clear(Number),
    /// 10.12
    Lose(Number),
    /// 7.10
    Give {
        /// The tile under decision.
        tile: Resource,
        /// Who gets it.
        to: Seat,
    },
    /// 6.6
    Claim(u8),
    /// 6.6
    Decline,
    /// 4.5
    Take(Number),
}

/// What a chance request can come to (interface section 5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Of a draw from the deck.
    Objective(Number),
    /// Of a draw from the bag.
    Token(Token),
}

impl Space {
    pub(crate) fn write(self, w: &mut Writer) {
        w.object(|w| {
            w.key("category").str(self.category.name());
            w.key("objective").int(self.objective);
        });
    }
}

impl Action {
    /// The interface's word for it.
    #[must_use]
    pub fn verb(self) -> &'static str {
        match self {
            Self::Keep(_) => "keep",
            Self::Pass => "pass",
            Self::Place(_) => "place",
            Self::Move { .. } => "move",
            Self::Complete(_) => "complete",
            Self::Lift => "lift",
            Self::Put(_) => "put",
            Self::RemoveOne(_) | Self::RemoveTwo(..) => "remove",
            Self::Clear(_) => "clear",
            Self::Lose(_) => "lose",
            Self::Give { .. } => "give",
            Self::Claim(_) => "claim",
            Self::Decline => "decline",
            Self::Take(_) => "take",
        }
    }

    /// Writes it as the interface says.
    pub fn write(self, w: &mut Writer) {
        w.object(|w| {
            if let Self::Place(to) | Self::Put(to) | Self::Move { to, .. } = self {
                w.key("category").str(to.category.name());
            }
            w.key("do").str(self.verb());
            match self {
                Self::Keep(numbers) => w.key("objectives").ints(numbers),
                Self::Place(to) | Self::Put(to) => w.key("objective").int(to.objective),
                Self::Move { from, to } => {
                    w.key("from_category").str(from.category.name());
                    w.key("from_objective").int(from.objective);
                    w.key("objective").int(to.objective);
                }
                Self::RemoveOne(space) => w.key("legions").list(|w| space.write(w)),
                Self::RemoveTwo(a, b) => w.key("legions").list(|w| {
                    a.write(w);
                    b.write(w);
                }),
                Self::Complete(n) | Self::Clear(n) | Self::Lose(n) | Self::Take(n) => w.key("objective").int(n),
                Self::Give { tile, to } => {
                    w.key("tile").str(tile.name());
                    w.key("to").int(to);
                }
                Self::Claim(tile) => w.key("tile").int(tile),
                Self::Pass | Self::Lift | Self::Decline => (),
            }
        });
    }
}
