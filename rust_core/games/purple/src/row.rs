//! Short lists in order, held in place.

/// A short list in order with a fixed upper length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row<T, const N: usize> {
    items: [T; N],
    len: u8,
}

impl<T: Copy + Default, const N: usize> Default for Row<T, N> {
    fn default() -> Self {
        Self { items: [T::default(); N], len: 0 }
    }
}

impl<T: Copy + Default, const N: usize> Row<T, N> {
    /// In order.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.items[..usize::from(self.len)]
    }

    /// In order, to change.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.items[..usize::from(self.len)]
    }

    /// How many.
    #[must_use]
    pub fn len(&self) -> u8 {
        self.len
    }

    /// Whether none is there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether no more fits.
    #[must_use]
    pub fn is_full(&self) -> bool {
        usize::from(self.len) == N
    }

    /// Puts one on the leftmost free space.
    pub fn push(&mut self, item: T) {
        if let Some(place) = self.items.get_mut(usize::from(self.len)) {
            *place = item;
            self.len += 1;
        }
    }

    /// Takes out the one at `at`; the others move left.
    pub fn remove(&mut self, at: u8) {
        if at < self.len {
            self.items[usize::from(at)..usize::from(self.len)].rotate_left(1);
            self.len -= 1;
            self.items[usize::from(self.len)] = T::default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_no_gaps() {
        let mut row = Row::<i8, 3>::default();
        [1, 2, 3, 4].into_iter().for_each(|n| row.push(n));
        assert!(row.is_full());
        row.remove(1);
        row.remove(7);
        assert_eq!(row.as_slice(), [1, 3]);
        let mut same = Row::default();
        same.push(1);
        same.push(3);
        assert_eq!(row, same, "equal rows are equal whatever lay there before");
    }
}
