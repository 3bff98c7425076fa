//! Counts by category: the spaces of an objective (1.7), and the legions on them.

use std::fmt;

use crate::words::Category;

/// How many of each category, at most 15; four bits each. Which space of a category a legion stands on has no meaning.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Spaces(u32);

/// A set of categories: the lowest of the four bits of each.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Kinds(u32);

const LOWEST: u32 = 0x11_1111;

const fn shift(c: Category) -> u32 {
    4 * c as u32
}

impl Spaces {
    /// None of any.
    pub const NONE: Spaces = Spaces(0);

    /// How many of `c`.
    #[must_use]
    #[inline]
    pub const fn of(self, c: Category) -> u8 {
        (self.0 >> shift(c) & 15) as u8
    }

    /// With `count` (0 to 15) of `c`.
    #[must_use]
    pub const fn set(self, c: Category, count: u8) -> Self {
        Self(self.0 & !(15 << shift(c)) | ((count & 15) as u32) << shift(c))
    }

    /// One more of `c`.
    #[must_use]
    #[inline]
    pub const fn more(self, c: Category) -> Self {
        Self(self.0.wrapping_add(1 << shift(c)))
    }

    /// One fewer of `c`, of which there is at least one.
    #[must_use]
    #[inline]
    pub const fn fewer(self, c: Category) -> Self {
        Self(self.0.wrapping_sub(1 << shift(c)))
    }

    /// What is left when `taken`, which has no more of any, is taken away.
    #[must_use]
    #[inline]
    pub const fn left(self, taken: Spaces) -> Self {
        Self(self.0.wrapping_sub(taken.0))
    }

    /// All together (at most 15).
    #[must_use]
    #[inline]
    pub const fn total(self) -> u8 {
        // Every digit is added into the topmost of the six.
        (self.0.wrapping_mul(LOWEST) >> 20 & 15) as u8
    }

    /// Whether there is none of any.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The categories of which there is at least one.
    #[must_use]
    #[inline]
    pub const fn kinds(self) -> Kinds {
        let halves = self.0 | self.0 >> 1;
        Kinds((halves | halves >> 2) & LOWEST)
    }
}

impl fmt::Debug for Spaces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.kinds().iter().map(|c| (c.name(), self.of(c)))).finish()
    }
}

impl Kinds {
    /// All six categories.
    pub const ALL: Kinds = Kinds(LOWEST);

    /// The one category `c`.
    #[must_use]
    #[inline]
    pub const fn one(c: Category) -> Self {
        Self(1 << shift(c))
    }

    /// With `c` in it.
    #[must_use]
    #[inline]
    pub const fn with(self, c: Category) -> Self {
        Self(self.0 | Self::one(c).0)
    }

    /// Whether `c` is in it.
    #[must_use]
    #[inline]
    pub const fn has(self, c: Category) -> bool {
        self.0 & Self::one(c).0 != 0
    }

    /// Those in both sets.
    #[must_use]
    #[inline]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// In the fixed order (1.6).
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Category> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let c = *Category::ALL.get((rest.trailing_zeros() / 4) as usize)?;
            rest &= rest.wrapping_sub(1);
            Some(c)
        })
    }
}

impl fmt::Debug for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_kept_by_category() {
        let s = Spaces::NONE.set(Category::Shield, 2).set(Category::Dagger, 6).set(Category::Chariot, 1);
        assert_eq!(Category::ALL.map(|c| s.of(c)), [0, 2, 1, 0, 0, 6]);
        assert_eq!((s.total(), s.fewer(Category::Dagger).total(), s.more(Category::Catapult).total()), (9, 8, 10));
        assert_eq!(s.kinds().iter().collect::<Vec<_>>(), [Category::Shield, Category::Chariot, Category::Dagger]);
        assert_eq!(s.left(Spaces::NONE.set(Category::Dagger, 6)).kinds().iter().count(), 2);
        assert_eq!(Kinds::ALL.iter().collect::<Vec<_>>(), Category::ALL);
    }
}
