//! Hidden draws and openings (protocol P11).
//!
//! A seat blinds the first half of the ciphertext with a secret ρ; the committee uses its key on the blinded point; only
//! who knows ρ can take the mask off again.

use curve25519_dalek::RistrettoPoint;
use referee_kernel::digest::{Hash, Name};

use crate::Fault;
use crate::deck::{Cards, Ciphertext};
use crate::dleq::{pair, unpair};
use crate::group::{Point, Scalar, hash_to_scalar, scalar};
use crate::nonce::{Fresh, hedged};
use crate::pack::Packer;

/// What the proof of a draw is bound to: encode([match, deck, pos, author]).
#[must_use]
pub fn context(match_id: &Hash, deck: u8, pos: u32, author: u8) -> Vec<u8> {
    Packer::array(4).hash(match_id).uint(deck).uint(pos).uint(author).finish()
}

/// A DRAW entry: P = C1 + ρB and the proof that its author knows ρ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draw {
    /// P.
    pub blinded: Point,
    /// c ‖ s.
    pub proof: [u8; 64],
}

/// Makes a draw of the position whose first half is `c1`. `rho` is never used twice.
#[must_use]
pub fn make(c1: &Point, rho: &Scalar, context: &[u8], fresh: &Fresh) -> Draw {
    let blinded = blind(c1, rho);
    let nonce = hedged(rho, &[context, c1.bytes(), blinded.bytes()], fresh);
    respond(c1, rho, blinded, context, &nonce)
}

/// Makes a draw with a given nonce, which must be secret and used once; for vectors.
#[must_use]
pub fn make_with(c1: &Point, rho: &Scalar, context: &[u8], nonce: &Scalar) -> Draw {
    respond(c1, rho, blind(c1, rho), context, nonce)
}

/// Checks a DRAW entry on the position whose first half is `c1`; returns P.
///
/// # Errors
/// [`Fault::Draw`] if P is no point or is C1, or the proof fails. Without the proof a player could hand in another
/// card's C1 and read that card.
pub fn check(c1: &Point, blinded: &[u8], proof: &[u8], context: &[u8]) -> Result<Point, Fault> {
    let blinded = Point::parse(blinded).map_err(|_| Fault::Draw)?;
    let (c, s) = unpair(proof).map_err(|_| Fault::Draw)?;
    let difference = c1.element() - blinded.element();
    let k_b = Point::new(RistrettoPoint::vartime_double_scalar_mul_basepoint(&c, &difference, &s));
    if blinded == *c1 || c != challenge(context, c1, &blinded, &k_b) {
        return Err(Fault::Draw);
    }
    Ok(blinded)
}

/// What everybody sees once t parts are combined on C1 (question `show`): M = C2 − Γ.
#[must_use]
pub fn open(c2: &Point, gamma: &Point) -> Point {
    Point::new(c2.element() - gamma.element())
}

/// What the drawer alone sees once t parts are combined on P: M = C2 − Γ + ρX.
#[must_use]
pub fn read(c2: &Point, gamma: &Point, rho: &Scalar, key: &Point) -> Point {
    Point::new(c2.element() - gamma.element() + key.element() * rho)
}

/// Checks the ρ that a reveal shows for a position: that it blinds C1 to the P of the draw, and that what it reads with
/// the combined parts Γ on P is a card. Returns the number of the card.
///
/// Whether the author had the right, the draw and t parts in his past is for the log to say.
///
/// # Errors
/// [`Fault::Reveal`] if ρ is no scalar, another one, or reads no card of the deck.
pub fn check_reveal(
    position: &Ciphertext,
    blinded: &Point,
    rho: &[u8],
    gamma: &Point,
    key: &Point,
    cards: &Cards,
) -> Result<u32, Fault> {
    let rho = scalar(rho).map_err(|_| Fault::Reveal)?;
    if blind(&position.c1, &rho) != *blinded {
        return Err(Fault::Reveal);
    }
    cards.find(&read(&position.c2, gamma, &rho, key)).ok_or(Fault::Reveal)
}

fn blind(c1: &Point, rho: &Scalar) -> Point {
    Point::new(c1.element() + RistrettoPoint::mul_base(rho))
}

fn respond(c1: &Point, rho: &Scalar, blinded: Point, context: &[u8], nonce: &Scalar) -> Draw {
    let c = challenge(context, c1, &blinded, &Point::base(nonce));
    Draw { blinded, proof: pair(&c, &(nonce + c * rho)) }
}

fn challenge(context: &[u8], c1: &Point, blinded: &Point, k_b: &Point) -> Scalar {
    hash_to_scalar(Name::Draw, &[context, c1.bytes(), blinded.bytes(), k_b.bytes()])
}
