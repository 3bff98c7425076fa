//! Sets of objectives. Every objective exists once (1.1), so every pile of them is a set of numbers.

use std::fmt;

/// The number of an objective: 1 to 88.
pub type Number = u8;

/// A set of objectives, iterated ascending.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Numbers(u128);

impl Numbers {
    /// No objective.
    pub const NONE: Numbers = Numbers(0);
    /// The 88 objectives of the game.
    pub const ALL: Numbers = Numbers((1 << 89) - 2);

    /// The one objective `n`.
    #[must_use]
    #[inline]
    pub const fn one(n: Number) -> Self {
        Self(1 << (n & 127))
    }

    /// With `n` in it.
    #[must_use]
    #[inline]
    pub const fn with(self, n: Number) -> Self {
        Self(self.0 | Self::one(n).0)
    }

    /// Without `n`.
    #[must_use]
    #[inline]
    pub const fn without(self, n: Number) -> Self {
        Self(self.0 & !Self::one(n).0)
    }

    /// Whether `n` is in it.
    #[must_use]
    #[inline]
    pub const fn has(self, n: Number) -> bool {
        self.0 & Self::one(n).0 != 0
    }

    /// Those in either set.
    #[must_use]
    #[inline]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Those in both sets.
    #[must_use]
    #[inline]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Those that are not in `other`.
    #[must_use]
    #[inline]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether nothing is in it.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many.
    #[must_use]
    #[inline]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// The smallest.
    #[must_use]
    #[inline]
    pub const fn first(self) -> Option<Number> {
        if self.0 == 0 { None } else { Some(self.0.trailing_zeros() as Number) }
    }

    /// The one with `skip` smaller ones before it.
    #[must_use]
    pub fn nth(self, skip: u32) -> Option<Number> {
        let mut rest = self.0;
        for _ in 0..skip {
            rest &= rest.checked_sub(1)?;
        }
        Self(rest).first()
    }

    /// Ascending.
    #[inline]
    pub const fn iter(self) -> Ascending {
        Ascending(self.0)
    }
}

/// The numbers of a set, ascending.
#[derive(Clone, Debug)]
pub struct Ascending(u128);

impl Iterator for Ascending {
    type Item = Number;

    #[inline]
    fn next(&mut self) -> Option<Number> {
        let n = Numbers(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(n)
    }
}

impl FromIterator<Number> for Numbers {
    fn from_iter<T: IntoIterator<Item = Number>>(numbers: T) -> Self {
        numbers.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Debug for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_ascend() {
        let set: Numbers = [88, 1, 64, 63].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [1, 63, 64, 88]);
        assert_eq!((set.len(), set.first(), set.nth(2), set.nth(4)), (4, Some(1), Some(64), None));
        assert_eq!((Numbers::ALL.len(), Numbers::ALL.first(), Numbers::ALL.nth(87)), (88, Some(1), Some(88)));
        assert_eq!((Numbers::NONE.first(), Numbers::NONE.nth(1)), (None, None));
    }
}
