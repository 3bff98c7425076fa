//! Parts and the proof that they are right (protocol P7).
//!
//! A part is one committee member's use of his share x of a key on a point C: D = xC, with the proof that the
//! logarithm of D to C is that of his public share Y = xB.

use curve25519_dalek::RistrettoPoint;
use curve25519_dalek::traits::VartimeMultiscalarMul;
use referee_kernel::digest::{Hash, Name};

use crate::Fault;
use crate::group::{Point, Scalar, encode_doubles, hash_to_scalar, scalar};
use crate::nonce::{Fresh, hedged};

/// Length of a part: D, then c ‖ s.
pub const PART: usize = 96;

/// Proves with the given nonce that the `x` of Y = xB is that of D = xC; 64 bytes c ‖ s.
///
/// A nonce must be secret and is used once: two proofs with one give `x` away. Use [`prove`] unless a vector says
/// otherwise.
#[must_use]
pub fn prove_with(x: &Scalar, base: &Point, ctx: &[u8], nonce: &Scalar) -> [u8; 64] {
    let (public, image) = (Point::base(x), base.times(x));
    respond(x, &public, base, &image, ctx, nonce)
}

/// Proves that the `x` of Y = xB is that of D = xC (P7), with a hedged nonce (P21); 64 bytes c ‖ s.
#[must_use]
pub fn prove(x: &Scalar, base: &Point, ctx: &[u8], fresh: &Fresh) -> [u8; 64] {
    let (public, image) = (Point::base(x), base.times(x));
    prove_image(x, &public, base, &image, ctx, fresh)
}

fn prove_image(x: &Scalar, public: &Point, base: &Point, image: &Point, ctx: &[u8], fresh: &Fresh) -> [u8; 64] {
    let nonce = hedged(x, &[ctx, public.bytes(), base.bytes(), image.bytes()], fresh);
    respond(x, public, base, image, ctx, &nonce)
}

fn respond(x: &Scalar, public: &Point, base: &Point, image: &Point, ctx: &[u8], nonce: &Scalar) -> [u8; 64] {
    let (k_b, k_c) = (Point::base(nonce), base.times(nonce));
    let c = challenge(ctx, public, base, image, k_b.bytes(), k_c.bytes());
    pair(&c, &(nonce + c * x))
}

/// Does `proof` show that `image` = x·`base` for the x of `public` = xB? Any wrong length is no proof.
#[must_use]
pub fn verify(public: &Point, base: &Point, image: &Point, proof: &[u8], ctx: &[u8]) -> bool {
    let Ok((c, s)) = unpair(proof) else {
        return false;
    };
    // Half of each commitment, so that both are encoded for one inversion.
    let (half_c, half_s) = (-c.div_by_2(), s.div_by_2());
    let k_b = RistrettoPoint::vartime_double_scalar_mul_basepoint(&half_c, public.element(), &half_s);
    let k_c = RistrettoPoint::vartime_multiscalar_mul([half_s, half_c], [base.element(), image.element()]);
    let commitments = encode_doubles(&[k_b, k_c]);
    matches!(&commitments[..], [k_b, k_c] if c == challenge(ctx, public, base, image, k_b, k_c))
}

/// Makes the part of the share `x` on `base` (P7): D ‖ c ‖ s.
#[must_use]
pub fn part(x: &Scalar, base: &Point, match_id: &Hash, fresh: &Fresh) -> [u8; PART] {
    let (public, image) = (Point::base(x), base.times(x));
    let mut part = [0; PART];
    part[..32].copy_from_slice(image.bytes());
    part[32..].copy_from_slice(&prove_image(x, &public, base, &image, match_id, fresh));
    part
}

/// Checks a part on `base` by the member with the public share `public`; returns D.
///
/// # Errors
/// [`Fault::Part`] for a wrong length, no point, no scalars or a proof that fails.
pub fn check_part(part: &[u8], public: &Point, base: &Point, match_id: &Hash) -> Result<Point, Fault> {
    let (image, proof) = part.split_at_checked(32).ok_or(Fault::Part)?;
    let image = Point::parse(image).map_err(|_| Fault::Part)?;
    if !verify(public, base, &image, proof, match_id) {
        return Err(Fault::Part);
    }
    Ok(image)
}

fn challenge(ctx: &[u8], public: &Point, base: &Point, image: &Point, k_b: &[u8; 32], k_c: &[u8; 32]) -> Scalar {
    hash_to_scalar(Name::Dleq, &[ctx, public.bytes(), base.bytes(), image.bytes(), k_b, k_c])
}

/// c ‖ s, the transmitted form of a challenge and its response.
pub(crate) fn pair(c: &Scalar, s: &Scalar) -> [u8; 64] {
    let mut both = [0; 64];
    both[..32].copy_from_slice(c.as_bytes());
    both[32..].copy_from_slice(s.as_bytes());
    both
}

/// The two scalars of a transmitted proof.
pub(crate) fn unpair(proof: &[u8]) -> Result<(Scalar, Scalar), Fault> {
    let (c, s) = proof.split_at_checked(32).ok_or(Fault::Scalar)?;
    Ok((scalar(c)?, scalar(s)?))
}
