//! Shuffles and the proof that no card was added, lost or replaced (protocol P10.2, P10.3).
//!
//! The proof is Wikström's in the form of Terelius, as written down by Haenni, Locher, Koenig and Dubuis (2017). The
//! letters follow P10.3; `chain` is ĉ, `masked` the output E'.

mod prover;
mod verifier;

use std::sync::OnceLock;

use curve25519_dalek::RistrettoPoint;
use curve25519_dalek::ristretto::RistrettoBasepointTable;
use referee_kernel::digest::{Name, f};
use zeroize::Zeroizing;

use crate::Fault;
use crate::deck::{Ciphertext, MAX_CARDS, flatten};
use crate::group::{Point, Scalar, hash_to_element, hash_to_scalar};
use crate::nonce::{Hedged, Nonces};

pub use verifier::verify;

/// What a link of a chain shuffles, under which key, and where in the match (P10.3).
#[derive(Clone, Copy, Debug)]
pub struct Statement<'a> {
    /// The deck key.
    pub key: &'a Point,
    /// [`Moment::shuffle_context`](crate::roll::Moment::shuffle_context).
    pub context: &'a [u8],
    /// The deck before, decoded already: the output of the link before, or a fresh deck.
    pub input: &'a [Ciphertext],
}

/// Length of the proof for `cards` cards: 128N + 160 bytes.
#[must_use]
pub const fn proof_length(cards: usize) -> usize {
    128 * cards + 160
}

/// A permutation and the masks that hide it; secret, the masks wiped when dropped.
pub struct Shuffle {
    /// `order[k]` is the place in the input of what comes to place k of the output.
    order: Zeroizing<Vec<u32>>,
    /// Masks by place in the input.
    masks: Zeroizing<Vec<Scalar>>,
}

impl Shuffle {
    /// The shuffle with this order and these masks (by place in the input). `None` unless `order` is a permutation of
    /// 1 to 256 places and there is a mask for each.
    #[must_use]
    pub fn new(order: Vec<u32>, masks: Vec<Scalar>) -> Option<Shuffle> {
        let shuffle = Shuffle { order: Zeroizing::new(order), masks: Zeroizing::new(masks) };
        let size = shuffle.order.len();
        let mut sorted = Zeroizing::new(shuffle.order.to_vec());
        sorted.sort_unstable();
        let permutes = sorted.iter().copied().eq((0..).take(size));
        ((1..=MAX_CARDS).contains(&size) && permutes && shuffle.masks.len() == size).then_some(shuffle)
    }

    /// A secret shuffle of `cards` cards (1 to 256), from a hedged source.
    #[must_use]
    pub fn random(cards: u32, nonces: &mut Hedged) -> Option<Shuffle> {
        let order = nonces.order(size(cards)?);
        let masks = order.iter().map(|_| nonces.scalar()).collect();
        Shuffle::new(order, masks)
    }

    /// How many cards it shuffles.
    #[must_use]
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Never true; see [`new`](Shuffle::new).
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Shuffles `input` under the deck key (P10.2): out_k = (C1 + rB, C2 + rX) of the card that comes to place k.
    ///
    /// # Errors
    /// [`Fault::Shuffle`] if the deck has another size.
    pub fn apply(&self, input: &[Ciphertext], key: &Point) -> Result<Vec<Ciphertext>, Fault> {
        if input.len() != self.len() {
            return Err(Fault::Shuffle);
        }
        let card = |from: u32| {
            let (card, mask) = (input.get(from as usize)?, self.masks.get(from as usize)?);
            Some(Ciphertext {
                c1: Point::new(card.c1.element() + RistrettoPoint::mul_base(mask)),
                c2: Point::new(card.c2.element() + key.element() * mask),
            })
        };
        self.order.iter().map(|from| card(*from)).collect::<Option<_>>().ok_or(Fault::Shuffle)
    }

    /// Proves that `output` = `apply(statement.input, statement.key)` (P10.3).
    ///
    /// # Errors
    /// [`Fault::Shuffle`] if input or output have another size than the shuffle.
    pub fn prove(
        &self,
        statement: &Statement<'_>,
        output: &[Ciphertext],
        nonces: &mut impl Nonces,
    ) -> Result<Vec<u8>, Fault> {
        prover::prove(self, statement, output, nonces)
    }
}

impl std::fmt::Debug for Shuffle {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Shuffle(secret)")
    }
}

/// A number of cards that one shuffle may have (P1), checked before anything is made for them.
pub(crate) fn size(cards: u32) -> Option<u32> {
    usize::try_from(cards).is_ok_and(|cards| (1..=MAX_CARDS).contains(&cards)).then_some(cards)
}

/// h of P10.3.
fn first_generator() -> &'static RistrettoPoint {
    static FIRST: OnceLock<RistrettoPoint> = OnceLock::new();
    FIRST.get_or_init(|| hash_to_element(Name::ShuffleH, &[]))
}

/// Multiples of h: as costly to make as the proof for a small deck, so they are kept.
fn first_generator_table() -> &'static RistrettoBasepointTable {
    static TABLE: OnceLock<RistrettoBasepointTable> = OnceLock::new();
    TABLE.get_or_init(|| RistrettoBasepointTable::create(first_generator()))
}

/// h_0, h_1, … of P10.3, at most 256; each is computed when it is first needed.
fn generators(count: usize) -> impl Iterator<Item = &'static RistrettoPoint> {
    static EACH: [OnceLock<RistrettoPoint>; MAX_CARDS] = [const { OnceLock::new() }; MAX_CARDS];
    let made = |(i, cell): (u32, &'static OnceLock<RistrettoPoint>)| {
        cell.get_or_init(|| hash_to_element(Name::ShuffleHi, &[&i.to_be_bytes()]))
    };
    (0..).zip(&EACH).map(made).take(count)
}

/// The challenges that bind the whole statement and the commitments to the permutation.
struct Challenges {
    root: [u8; 64],
    /// u_0 … u_{N−1}
    u: Vec<Scalar>,
}

impl Challenges {
    fn new(statement: &Statement<'_>, output: &[u8], commitments: &[u8]) -> Challenges {
        let input = flatten(statement.input);
        let parts: [&[u8]; 5] = [statement.context, statement.key.bytes(), &input, output, commitments];
        let root = f(Name::ShuffleRoot, &parts);
        let one = |i: u32| hash_to_scalar(Name::ShuffleU, &[&root, &i.to_be_bytes()]);
        Challenges { root, u: (0..).take(statement.input.len()).map(one).collect() }
    }

    /// cc, which answers for everything: t1 … t5 and t^_0 … t^_{N−1} in this order.
    fn last(&self, chain: &[u8], t: &[[u8; 32]]) -> Scalar {
        hash_to_scalar(Name::ShuffleC, &[&self.root, chain, t.as_flattened()])
    }
}
