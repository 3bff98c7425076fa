//! Rolls (protocol P9): a seed that was fixed by the keys before anybody could know it.

use referee_kernel::digest::{Hash, Name, h32};

use crate::group::{Point, hash_to_point};
use crate::pack::Packer;

/// What happened before a step that a roll at it must not share with any other history: completed take-backs and
/// defaults, in the order of their steps.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BranchEntry {
    /// At `step` the match was taken back to `to`.
    TakeBack {
        /// The step at which the take-back was completed.
        step: u32,
        /// The step it led back to.
        to: u32,
    },
    /// At `step` these seats (in a shuffle: members) were answered for by the rules; ascending.
    Default {
        /// The step that was completed without them.
        step: u32,
        /// The seats or members.
        absent: Vec<u8>,
    },
}

/// What makes a question of a match one of a kind (P9, P10).
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// Id of the START event.
    pub start: &'a Hash,
    /// The branch the step stands on.
    pub branch: &'a [BranchEntry],
    /// The step.
    pub step: u32,
}

impl Moment<'_> {
    /// `alpha` of a roll: encode([start, salt, branch, step]).
    #[must_use]
    pub fn roll_alpha(&self, salt: &Hash) -> Vec<u8> {
        let mut packer = Packer::array(4).hash(self.start).hash(salt);
        self.pack_branch(&mut packer);
        packer.uint(self.step).finish()
    }

    /// `alpha` of a prescribed shuffle of a deck: encode([start, salt, branch, step, deck]).
    #[must_use]
    pub fn deck_alpha(&self, salt: &Hash, deck: u8) -> Vec<u8> {
        let mut packer = Packer::array(5).hash(self.start).hash(salt);
        self.pack_branch(&mut packer);
        packer.uint(self.step).uint(deck).finish()
    }

    /// `ctx` of a shuffle proof: encode([start, branch, step, deck, author]).
    #[must_use]
    pub fn shuffle_context(&self, deck: u8, author: u8) -> Vec<u8> {
        let mut packer = Packer::array(5).hash(self.start);
        self.pack_branch(&mut packer);
        packer.uint(self.step).uint(deck).uint(author).finish()
    }

    fn pack_branch(&self, packer: &mut Packer) {
        // The step of an entry is below 2^32 and rewinds are bounded by the events of a log: 65,535 at most.
        packer.begin(u16::try_from(self.branch.len()).unwrap_or(u16::MAX));
        for entry in self.branch {
            match entry {
                BranchEntry::TakeBack { step, to } => {
                    packer.begin(3);
                    packer.push_uint(*step);
                    packer.push_uint(0u8);
                    packer.push_uint(*to);
                }
                BranchEntry::Default { step, absent } => {
                    packer.begin(u16::try_from(absent.len() + 2).unwrap_or(u16::MAX));
                    packer.push_uint(*step);
                    packer.push_uint(1u8);
                    for who in absent {
                        packer.push_uint(*who);
                    }
                }
            }
        }
    }
}

/// The point the committee uses its key on: Hp(`roll/point`, X, alpha).
#[must_use]
pub fn point(key: &Point, alpha: &[u8]) -> Point {
    hash_to_point(Name::RollPoint, &[key.bytes(), alpha])
}

/// The seed of the roll, from the combined parts Γ: H32(`roll/seed`, X, alpha, Γ).
#[must_use]
pub fn seed(key: &Point, alpha: &[u8], gamma: &Point) -> Hash {
    h32(Name::RollSeed, &[key.bytes(), alpha, gamma.bytes()])
}
