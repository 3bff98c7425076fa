//! Places at the table and lists indexed by them.

use std::ops::{Index, IndexMut};

/// A place at the table, from 0 clockwise.
pub type Seat = u8;

/// Whose eyes: a seat's, or the public's (`None`).
pub type Viewer = Option<Seat>;

/// A set of seats, iterated ascending.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash)]
pub struct Seats(u16);

impl Seats {
    /// No seat.
    pub const NONE: Seats = Seats(0);

    /// The one seat; empty for a seat above 15, which no match has.
    #[must_use]
    pub const fn one(seat: Seat) -> Self {
        if seat < 16 { Self(1 << seat) } else { Self(0) }
    }

    /// The seats 0 … `n` − 1, n ≤ 16.
    #[must_use]
    pub const fn first(n: u8) -> Self {
        if n >= 16 { Self(u16::MAX) } else { Self((1 << n) - 1) }
    }

    /// With `seat` in it.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | Self::one(seat).0)
    }

    /// Without `seat`.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !Self::one(seat).0)
    }

    /// Whether `seat` is in it.
    #[must_use]
    pub const fn has(self, seat: Seat) -> bool {
        self.0 & Self::one(seat).0 != 0
    }

    /// Whether nobody is in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many.
    #[must_use]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Ascending.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..16).filter(move |s| self.has(*s))
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<T: IntoIterator<Item = Seat>>(seats: T) -> Self {
        seats.into_iter().fold(Self::NONE, Self::with)
    }
}

/// One `T` for each seat, in seat order: a fixed list in place of a map.
///
/// Seats are checked where they come in; asking for a seat that is not at the table is a defect and panics.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BySeat<T>(Vec<T>);

impl<T> BySeat<T> {
    /// `make(seat)` for the seats 0 … `n` − 1.
    pub fn new(n: u8, make: impl FnMut(Seat) -> T) -> Self {
        Self((0..n).map(make).collect())
    }

    /// How many seats.
    #[must_use]
    pub fn seats(&self) -> u8 {
        u8::try_from(self.0.len()).unwrap_or(u8::MAX)
    }

    /// In seat order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// In seat order, to change.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.0.iter_mut()
    }

    /// With the seat, in seat order.
    pub fn each(&self) -> impl Iterator<Item = (Seat, &T)> {
        (0..).zip(self.0.iter())
    }

    /// What `seat` has, if it sits at the table.
    #[must_use]
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.0.get(usize::from(seat))
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[usize::from(seat)]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[usize::from(seat)]
    }
}

impl<T> FromIterator<T> for BySeat<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self(items.into_iter().collect())
    }
}
