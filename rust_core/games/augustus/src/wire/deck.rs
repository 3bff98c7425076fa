//! The encrypted deck as everybody knows it: places, rights, and where each objective was opened (sections 9.1, 9.8).

use std::collections::BTreeMap;

use referee_kernel::seat::Seat;
use referee_kernel::wire::{Cards, Place};

use crate::numbers::{Number, Numbers};
use crate::words::{DEAL, KEEP, MARKET};

/// Deck 0 of an encrypted match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Deck {
    /// The next position to open; those before it are dealt or opened.
    next: u32,
    /// Positions that exist.
    count: u32,
    /// Rights to unrevealed positions.
    rights: BTreeMap<u32, Seat>,
    /// Where each objective was opened last, by number.
    opened: [u32; 128],
}

/// The place of position `pos`.
pub(super) fn place(pos: u32) -> Place {
    Place { deck: 0, pos }
}

/// The objective of card index `card`, if there is one.
pub(super) fn objective(card: u32) -> Option<Number> {
    Number::try_from(card).ok().filter(|n| *n < 88).map(|n| n + 1)
}

impl Deck {
    /// Before anything was opened: positions 0 to 4 are the market, then six are the hand of each seat.
    pub(super) fn new(seats: u8) -> Self {
        let hands = (0..seats).flat_map(|seat| std::iter::repeat_n(seat, usize::from(DEAL)));
        let rights: BTreeMap<u32, Seat> = (u32::from(MARKET)..).zip(hands).collect();
        let next = u32::from(MARKET) + u32::from(DEAL) * u32::from(seats);
        Self { next, count: 88, rights, opened: [0; 128] }
    }

    /// The positions of the first market.
    pub(super) fn first_market() -> Vec<Place> {
        (0..MARKET.into()).map(place).collect()
    }

    /// Positions left to open.
    pub(super) fn left(&self) -> u32 {
        self.count.saturating_sub(self.next)
    }

    /// The next positions, `due` or as many as are left.
    pub(super) fn due(&self, due: u32) -> Vec<Place> {
        (self.next..self.next + due.min(self.left())).map(place).collect()
    }

    /// The rights, as the protocol lists them.
    pub(super) fn rights(&self) -> BTreeMap<Place, Seat> {
        self.rights.iter().map(|(pos, seat)| (place(*pos), *seat)).collect()
    }

    /// The positions to which `seat` has a right, ascending.
    pub(super) fn hand(&self, seat: Seat) -> impl Iterator<Item = Place> {
        self.rights.iter().filter(move |(_, s)| **s == seat).map(|(pos, _)| place(*pos))
    }

    /// The three lowest positions of `seat`: what it keeps by default (9.7).
    pub(super) fn default_keep(&self, seat: Seat) -> impl Iterator<Item = Place> {
        self.hand(seat).take(usize::from(KEEP))
    }

    /// What `seat` has a right to, as far as `known` says what it is.
    pub(super) fn known(&self, seat: Seat, known: &Cards) -> Numbers {
        self.hand(seat).filter_map(|p| objective(*known.get(&p)?)).collect()
    }

    /// A card is open for everybody from now on.
    pub(super) fn open(&mut self, place: Place, n: Number) {
        self.rights.remove(&place.pos);
        self.next = self.next.max(place.pos + 1);
        if let Some(opened) = self.opened.get_mut(usize::from(n)) {
            *opened = place.pos;
        }
    }

    /// What a new deck is made of: set-up discards by seat and position, then lost objectives ascending (9.8).
    pub(super) fn leftovers(&self, lost: Numbers) -> Vec<u32> {
        let mut discards: Vec<(Seat, u32)> = self.rights.iter().map(|(pos, seat)| (*seat, *pos)).collect();
        discards.sort_unstable();
        let lost = lost.iter().filter_map(|n| self.opened.get(usize::from(n)).copied());
        discards.into_iter().map(|(_, pos)| pos).chain(lost).collect()
    }

    /// `added` new positions are the deck; the rights to what was shuffled are over.
    pub(super) fn shuffled(&mut self, added: u32) {
        self.rights.clear();
        self.next = self.count;
        self.count += added;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deck_is_dealt_opened_and_rebuilt() {
        let mut deck = Deck::new(2);
        assert_eq!((deck.left(), deck.due(2)), (71, vec![place(17), place(18)]));
        assert_eq!(deck.default_keep(1).collect::<Vec<_>>(), [place(11), place(12), place(13)]);
        deck.open(place(17), 40);
        assert_eq!((deck.left(), deck.rights().len()), (70, 12));
        deck.open(place(6), 3);
        deck.open(place(87), 5);
        assert_eq!((deck.left(), deck.rights().len()), (0, 11));
        let lost = [3, 40].into_iter().collect();
        assert_eq!(deck.leftovers(lost), [5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 6, 17]);
        deck.shuffled(13);
        assert_eq!((deck.left(), deck.rights().len(), deck.due(1)), (13, 0, vec![place(88)]));
    }
}
