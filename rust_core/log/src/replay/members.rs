//! Sets of members.

use crate::charter::Charter;

/// A set of member numbers below 32.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Members(u32);

impl Members {
    /// The set of these members.
    pub fn of(members: impl IntoIterator<Item = u8>) -> Self {
        members.into_iter().fold(Self::default(), Self::with)
    }

    /// This set and one more.
    pub fn with(self, member: u8) -> Self {
        Members(self.0 | bit(member))
    }

    /// This set without `member`.
    pub fn without(self, member: u8) -> Self {
        Members(self.0 & !bit(member))
    }

    /// All that are in either set.
    pub fn union(self, other: Self) -> Self {
        Members(self.0 | other.0)
    }

    /// All that are in this set and not in the other.
    pub fn minus(self, other: Self) -> Self {
        Members(self.0 & !other.0)
    }

    pub fn contains(self, member: u8) -> bool {
        self.0 & bit(member) != 0
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn len(self) -> usize {
        (0..32).filter(|m| self.contains(*m)).count()
    }

    /// Ascending.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..32).filter(move |m| self.contains(*m))
    }
}

fn bit(member: u8) -> u32 {
    1u32.checked_shl(member.into()).unwrap_or(0)
}

/// The *others* of a member (protocol P19.5): the roll committee but him; if there are none, the players and keepers
/// but him.
pub(super) fn others(charter: &Charter, member: u8) -> Members {
    let committee = Members::of(charter.roll.members.iter().copied()).without(member);
    if committee.is_empty() { Members::of(0..charter.joined).without(member) } else { committee }
}
