//! The group (protocol P5): ristretto255, its scalars, and hashing to both (P3).

use std::fmt;

use curve25519_dalek::RistrettoPoint;
use curve25519_dalek::ristretto::CompressedRistretto;
use curve25519_dalek::traits::{Identity, IsIdentity, VartimeMultiscalarMul};
use referee_kernel::digest::{Name, f};

use crate::Fault;

pub use curve25519_dalek::Scalar;

/// A group element together with its encoding, because what is computed with is mostly hashed, too.
///
/// What is *transmitted* is never the identity; [`parse`](Point::parse) sees to that. Results of arithmetic may be.
#[derive(Clone, Copy)]
pub struct Point {
    element: RistrettoPoint,
    bytes: [u8; 32],
}

impl Point {
    /// Reads a transmitted point.
    ///
    /// # Errors
    /// [`Fault::Point`] if the bytes are no canonical encoding (RFC 9496) or encode the identity.
    pub fn parse(bytes: &[u8]) -> Result<Point, Fault> {
        let bytes: [u8; 32] = bytes.try_into().map_err(|_| Fault::Point)?;
        let element = CompressedRistretto(bytes).decompress().ok_or(Fault::Point)?;
        if bytes == [0; 32] {
            return Err(Fault::Point);
        }
        Ok(Point { element, bytes })
    }

    /// The identity: first half of the cards of a fresh deck, which is never transmitted.
    #[must_use]
    pub fn identity() -> Point {
        Point { element: RistrettoPoint::identity(), bytes: [0; 32] }
    }

    /// The encoding.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.bytes
    }

    /// Is this the identity?
    #[must_use]
    pub fn is_identity(&self) -> bool {
        self.element.is_identity()
    }

    /// The element, for arithmetic.
    #[must_use]
    pub(crate) const fn element(&self) -> &RistrettoPoint {
        &self.element
    }

    /// A result of arithmetic with its encoding.
    #[must_use]
    pub(crate) fn new(element: RistrettoPoint) -> Point {
        Point { element, bytes: element.compress().to_bytes() }
    }

    /// sB, in constant time.
    #[must_use]
    pub fn base(s: &Scalar) -> Point {
        Point::new(RistrettoPoint::mul_base(s))
    }

    /// s times this point, in constant time.
    #[must_use]
    pub fn times(&self, s: &Scalar) -> Point {
        Point::new(self.element * s)
    }
}

impl PartialEq for Point {
    fn eq(&self, other: &Point) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for Point {}

impl PartialOrd for Point {
    fn partial_cmp(&self, other: &Point) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Point {
    /// By encoding; an order to search by, without meaning in the group.
    fn cmp(&self, other: &Point) -> std::cmp::Ordering {
        self.bytes.cmp(&other.bytes)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Point(")?;
        write_hex(out, &self.bytes)?;
        out.write_str(")")
    }
}

/// Reads a transmitted scalar: 32 bytes little endian, below the group order.
///
/// # Errors
/// [`Fault::Scalar`] for any other bytes; nothing is reduced.
pub fn scalar(bytes: &[u8]) -> Result<Scalar, Fault> {
    let bytes: [u8; 32] = bytes.try_into().map_err(|_| Fault::Scalar)?;
    Option::from(Scalar::from_canonical_bytes(bytes)).ok_or(Fault::Scalar)
}

/// `Hs` of P3: a digest as a scalar.
#[must_use]
pub fn hash_to_scalar(name: Name, parts: &[&[u8]]) -> Scalar {
    Scalar::from_bytes_mod_order_wide(&f(name, parts))
}

/// `Hp` of P3: a digest as a point nobody knows the logarithm of.
#[must_use]
pub fn hash_to_point(name: Name, parts: &[&[u8]]) -> Point {
    Point::new(hash_to_element(name, parts))
}

pub(crate) fn hash_to_element(name: Name, parts: &[&[u8]]) -> RistrettoPoint {
    RistrettoPoint::from_uniform_bytes(&f(name, parts))
}

/// Encodings of the *doubles* of `halves`, for the price of one inversion in all. Whoever needs many encodings halves
/// the scalars first, which costs next to nothing.
pub(crate) fn encode_doubles(halves: &[RistrettoPoint]) -> Vec<[u8; 32]> {
    RistrettoPoint::double_and_compress_batch(halves).iter().map(CompressedRistretto::to_bytes).collect()
}

/// Σ s_i P_i in variable time; for public values only.
pub(crate) fn sum_vartime<'a>(
    scalars: impl IntoIterator<Item = Scalar>,
    points: impl IntoIterator<Item = &'a RistrettoPoint>,
) -> RistrettoPoint {
    RistrettoPoint::vartime_multiscalar_mul(scalars, points)
}

/// n times `point` for a small public n: a handful of additions.
pub(crate) fn small_multiple(point: &RistrettoPoint, n: u16) -> RistrettoPoint {
    let mut sum = RistrettoPoint::identity();
    for bit in (0..16 - n.leading_zeros()).rev() {
        sum += sum;
        if n >> bit & 1 == 1 {
            sum += point;
        }
    }
    sum
}

pub(crate) fn write_hex(out: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(out, "{byte:02x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_multiples_are_multiples() {
        let point = hash_to_element(Name::Card, &[b"any"]);
        for n in (0..600).chain([u16::MAX - 1, u16::MAX]) {
            assert_eq!(small_multiple(&point, n), point * Scalar::from(n));
        }
    }

    #[test]
    fn doubles_are_encoded_as_they_would_be_alone() {
        let point = hash_to_element(Name::Card, &[b"any"]);
        let halves = [RistrettoPoint::identity(), point, -point, point + point];
        for (half, bytes) in halves.iter().zip(encode_doubles(&halves)) {
            assert_eq!((half + half).compress().to_bytes(), bytes);
        }
    }

    #[test]
    fn the_identity_is_not_transmitted() {
        assert_eq!(Point::parse(&[0; 32]), Err(Fault::Point));
        assert_eq!(Point::parse(&[]), Err(Fault::Point));
        assert!(Point::base(&Scalar::ZERO).is_identity());
        assert_eq!(Point::base(&Scalar::ZERO), Point::identity());
    }

    #[test]
    fn scalars_are_not_reduced() {
        let order = (-Scalar::ONE).to_bytes();
        assert_eq!(scalar(&order), Ok(-Scalar::ONE));
        let mut above = order;
        above[0] += 1;
        assert_eq!(scalar(&above), Err(Fault::Scalar));
        assert_eq!(scalar(&order[..31]), Err(Fault::Scalar));
    }
}
