//! Strict Ed25519 (protocol P4): the one verifier of the whole package, and the signer that goes with it.
//!
//! Stock verifiers differ from each other on crafted keys and nonces. Two members whose programs disagree about one
//! signature disagree about the match, so the rule here is exact: canonical encodings only, no small order, and the
//! equation without clearing the cofactor.

use std::fmt;

use curve25519_dalek::Scalar;
use curve25519_dalek::edwards::{CompressedEdwardsY, EdwardsPoint};
use sha2::{Digest, Sha512};
use zeroize::{Zeroize, Zeroizing};

/// A public key that was decoded and found acceptable: keep it, a check with it costs half of one from bytes.
#[derive(Clone, Copy)]
pub struct VerifyKey {
    bytes: [u8; 32],
    minus: EdwardsPoint,
}

impl VerifyKey {
    /// Decodes a public key; `None` if it is no canonical encoding or has small order (no signature under it is valid).
    #[must_use]
    pub fn parse(bytes: &[u8]) -> Option<VerifyKey> {
        let bytes: [u8; 32] = bytes.try_into().ok()?;
        let point = CompressedEdwardsY(bytes).decompress()?;
        // The library reduces y and takes a sign bit on x = 0: only encoding again shows a canonical encoding.
        if point.compress().to_bytes() != bytes || point.is_small_order() {
            return None;
        }
        Some(VerifyKey { bytes, minus: -point })
    }

    /// The key as transmitted.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.bytes
    }

    /// Is `signature` (64 bytes R ‖ s) a signature of the concatenated `message`?
    ///
    /// R needs no decoding: it is compared with a point just encoded, so it is canonical if they are equal.
    #[must_use]
    pub fn verify(&self, message: &[&[u8]], signature: &[u8]) -> bool {
        self.nonce(message, signature).is_some_and(|(nonce, r)| nonce.compress().to_bytes() == r)
    }

    /// sB − kA, which R must encode, and R; `None` if no R could make the signature valid.
    fn nonce(&self, message: &[&[u8]], signature: &[u8]) -> Option<(EdwardsPoint, [u8; 32])> {
        let (r, s) = split(signature)?;
        let s = Option::<Scalar>::from(Scalar::from_canonical_bytes(s))?;
        let k = challenge(&r, &self.bytes, message);
        let nonce = EdwardsPoint::vartime_double_scalar_mul_basepoint(&k, &self.minus, &s);
        (!nonce.is_small_order()).then_some((nonce, r))
    }
}

/// Signatures that share the cost of encoding.
const BLOCK: usize = 64;

/// A signature to be judged.
#[derive(Clone, Copy, Debug)]
pub struct Signed<'a> {
    /// Whose it should be; a missing key signs nothing.
    pub key: Option<&'a VerifyKey>,
    /// The message in parts.
    pub message: &'a [&'a [u8]],
    /// R ‖ s.
    pub signature: &'a [u8],
}

/// Judges each signature for itself, exactly as [`VerifyKey::verify`] does, and faster: only the inversions of the last
/// step are shared.
#[must_use]
pub fn verify_each(all: &[Signed<'_>]) -> Vec<bool> {
    let mut valid = Vec::with_capacity(all.len());
    for block in all.chunks(BLOCK) {
        let nonces: Vec<_> = block.iter().map(|one| one.key?.nonce(one.message, one.signature)).collect();
        let points: Vec<EdwardsPoint> = nonces.iter().flatten().map(|(nonce, _)| *nonce).collect();
        let mut encoded = EdwardsPoint::compress_batch_alloc(&points).into_iter();
        valid.extend(
            nonces
                .iter()
                .map(|nonce| nonce.is_some_and(|(_, r)| encoded.next().is_some_and(|point| point.to_bytes() == r))),
        );
    }
    valid
}

impl PartialEq for VerifyKey {
    fn eq(&self, other: &VerifyKey) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for VerifyKey {}

impl fmt::Debug for VerifyKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("VerifyKey(")?;
        crate::group::write_hex(out, &self.bytes)?;
        out.write_str(")")
    }
}

/// Is `signature` valid for `message` under the key `key` (P4)? For a single check; otherwise keep a [`VerifyKey`].
#[must_use]
pub fn verify(key: &[u8], message: &[u8], signature: &[u8]) -> bool {
    VerifyKey::parse(key).is_some_and(|key| key.verify(&[message], signature))
}

/// A secret signing key (RFC 8032, 5.1.5), wiped when dropped.
pub struct SignKey {
    scalar: Zeroizing<Scalar>,
    prefix: Zeroizing<[u8; 32]>,
    public: [u8; 32],
}

impl SignKey {
    /// The key of a 32-byte seed.
    #[must_use]
    pub fn from_seed(seed: &[u8; 32]) -> SignKey {
        let wide = Zeroizing::new(<[u8; 64]>::from(Sha512::digest(seed)));
        let mut low = Zeroizing::new([0; 32]);
        let mut prefix = Zeroizing::new([0; 32]);
        low.copy_from_slice(&wide[..32]);
        prefix.copy_from_slice(&wide[32..]);
        // RFC 8032 clamps. The point has prime order, so the scalar may be reduced.
        low[0] &= 248;
        low[31] = low[31] & 127 | 64;
        let scalar = Zeroizing::new(Scalar::from_bytes_mod_order(*low));
        let public = EdwardsPoint::mul_base(&scalar).compress().to_bytes();
        SignKey { scalar, prefix, public }
    }

    /// The public key.
    #[must_use]
    pub const fn public(&self) -> &[u8; 32] {
        &self.public
    }

    /// Signs the concatenated `message` (RFC 8032, 5.1.6: deterministic).
    #[must_use]
    pub fn sign(&self, message: &[&[u8]]) -> [u8; 64] {
        let mut hasher = Sha512::new();
        hasher.update(*self.prefix);
        for part in message {
            hasher.update(part);
        }
        let mut wide: [u8; 64] = hasher.finalize().into();
        let nonce = Zeroizing::new(Scalar::from_bytes_mod_order_wide(&wide));
        wide.zeroize();
        let r = EdwardsPoint::mul_base(&nonce).compress().to_bytes();
        let s = *nonce + challenge(&r, &self.public, message) * *self.scalar;
        let mut signature = [0; 64];
        signature[..32].copy_from_slice(&r);
        signature[32..].copy_from_slice(s.as_bytes());
        signature
    }
}

impl fmt::Debug for SignKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("SignKey(secret)")
    }
}

fn split(signature: &[u8]) -> Option<([u8; 32], [u8; 32])> {
    if signature.len() != 64 {
        return None;
    }
    let (r, s) = signature.split_at(32);
    Some((r.try_into().ok()?, s.try_into().ok()?))
}

fn challenge(r: &[u8; 32], key: &[u8; 32], message: &[&[u8]]) -> Scalar {
    let mut hasher = Sha512::new();
    hasher.update(r);
    hasher.update(key);
    for part in message {
        hasher.update(part);
    }
    Scalar::from_bytes_mod_order_wide(&hasher.finalize().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unhex<const N: usize>(text: &str) -> [u8; N] {
        let mut bytes = [0; N];
        for (byte, at) in bytes.iter_mut().zip((0..text.len()).step_by(2)) {
            *byte = u8::from_str_radix(&text[at..at + 2], 16).unwrap();
        }
        bytes
    }

    /// RFC 8032, 7.1, test 2.
    #[test]
    fn signs_as_rfc_8032() {
        let key = SignKey::from_seed(&unhex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"));
        assert_eq!(*key.public(), unhex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"));
        let signature = key.sign(&[&[0x72]]);
        assert_eq!(
            signature,
            unhex(
                "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da\
                 085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
            )
        );
        assert!(verify(key.public(), &[0x72], &signature));
        assert!(!verify(key.public(), &[0x73], &signature));
        assert!(!verify(key.public(), &[0x72], &signature[..63]));
    }

    #[test]
    fn a_message_may_come_in_pieces() {
        let key = SignKey::from_seed(&[3; 32]);
        let signature = key.sign(&[b"ab", b"", b"c"]);
        assert_eq!(signature, key.sign(&[b"abc"]));
        assert!(VerifyKey::parse(key.public()).unwrap().verify(&[b"a", b"bc"], &signature));
    }

    #[test]
    fn secrets_do_not_show() {
        assert_eq!(format!("{:?}", SignKey::from_seed(&[3; 32])), "SignKey(secret)");
    }
}
