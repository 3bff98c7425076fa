//! The only shuffle a committee of one may make (protocol P10.4), and its audit.
//!
//! Whoever shuffles alone could stack the deck. So his order and masks follow from a value that his key fixes before the
//! match begins, and after the game he shows that value.

use referee_kernel::digest::{Hash, Name, h32};
use referee_kernel::stream::Stream;

use crate::Fault;
use crate::deck::Ciphertext;
use crate::dleq::check_part;
use crate::group::{Point, hash_to_point, hash_to_scalar};
use crate::shuffle::{Shuffle, size};

/// The point the key is used on: Hp(`deck/point`, X, alpha), alpha of
/// [`Moment::deck_alpha`](crate::roll::Moment::deck_alpha).
#[must_use]
pub fn point(key: &Point, alpha: &[u8]) -> Point {
    hash_to_point(Name::DeckPoint, &[key.bytes(), alpha])
}

/// The seed of the shuffle: H32(`deck/seed`, X, alpha, Γ), Γ = x·[`point`].
#[must_use]
pub fn seed(key: &Point, alpha: &[u8], gamma: &Point) -> Hash {
    h32(Name::DeckSeed, &[key.bytes(), alpha, gamma.bytes()])
}

/// The shuffle that a seed prescribes for `cards` cards; `None` unless these are 1 to 256.
#[must_use]
pub fn shuffle(seed: &Hash, cards: u32) -> Option<Shuffle> {
    let mask = |k: u32| hash_to_scalar(Name::DeckMask, &[seed, &k.to_be_bytes()]);
    let cards = size(cards)?;
    Shuffle::new(Stream::from_seed(seed).shuffle(cards), (0..cards).map(mask).collect())
}

/// Checks an AUDIT: `part` is that of the lone member on [`point`], and the shuffle it prescribes for `input` gave
/// `output`, byte for byte.
///
/// # Errors
/// [`Fault::Audit`] otherwise.
pub fn audit(
    match_id: &Hash,
    key: &Point,
    alpha: &[u8],
    part: &[u8],
    input: &[Ciphertext],
    output: &[Ciphertext],
) -> Result<(), Fault> {
    let gamma = check_part(part, key, &point(key, alpha), match_id).map_err(|_| Fault::Audit)?;
    let cards = u32::try_from(input.len()).map_err(|_| Fault::Audit)?;
    let shuffle = shuffle(&seed(key, alpha, &gamma), cards).ok_or(Fault::Audit)?;
    let expected = shuffle.apply(input, key).map_err(|_| Fault::Audit)?;
    if expected == output { Ok(()) } else { Err(Fault::Audit) }
}
