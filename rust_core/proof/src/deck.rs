//! Encrypted decks (protocol P10): cards as points, positions as ciphertexts.

use std::collections::BTreeMap;

use referee_kernel::digest::{Hash, Name};

use crate::group::{Point, hash_to_point};

/// Most cards of all encrypted decks together, so also of one shuffle (P1).
pub const MAX_CARDS: usize = 256;

/// Length of a ciphertext in bytes.
pub const CIPHERTEXT: usize = 64;

/// What lies at a position of a deck: (C1, C2) = (rB, M + rX) for the card M, the deck key X and a mask r nobody knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ciphertext {
    /// C1; the identity in a fresh deck and nowhere else.
    pub c1: Point,
    /// C2.
    pub c2: Point,
}

impl Ciphertext {
    /// A card that lies open, as in a fresh deck.
    #[must_use]
    pub fn open(card: Point) -> Ciphertext {
        Ciphertext { c1: Point::identity(), c2: card }
    }

    /// C1 ‖ C2.
    #[must_use]
    pub fn bytes(&self) -> [u8; CIPHERTEXT] {
        let mut bytes = [0; CIPHERTEXT];
        bytes[..32].copy_from_slice(self.c1.bytes());
        bytes[32..].copy_from_slice(self.c2.bytes());
        bytes
    }
}

/// Ciphertexts as they are hashed and transmitted: C1 ‖ C2 of each, in order.
#[must_use]
pub fn flatten(deck: &[Ciphertext]) -> Vec<u8> {
    deck.iter().flat_map(Ciphertext::bytes).collect()
}

/// The cards of one deck of a match: M_c = Hp(`card`, match, deck, c).
#[derive(Clone, Debug)]
pub struct Cards {
    points: Vec<Point>,
    numbers: BTreeMap<[u8; 32], u32>,
}

impl Cards {
    /// The cards 0 … `count` − 1 of a deck, in the order the rules list them.
    #[must_use]
    pub fn new(match_id: &Hash, deck: u8, count: u32) -> Cards {
        let card = |c: u32| hash_to_point(Name::Card, &[match_id, &[deck], &c.to_be_bytes()]);
        let points: Vec<Point> = (0..count).map(card).collect();
        let numbers = points.iter().map(|point| *point.bytes()).zip(0..).collect();
        Cards { points, numbers }
    }

    /// M_0, M_1, …
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The number of the card that `point` is; `None` if it is none of this deck.
    #[must_use]
    pub fn find(&self, point: &Point) -> Option<u32> {
        self.numbers.get(point.bytes()).copied()
    }

    /// The deck before its opening shuffle: every card open, in order.
    #[must_use]
    pub fn fresh(&self) -> Vec<Ciphertext> {
        self.points.iter().copied().map(Ciphertext::open).collect()
    }
}
