//! Endorsements with ML-DSA-65 (protocol P20, FIPS 204): a second signature over a whole match, for the day Ed25519
//! falls.

use std::fmt;

use ml_dsa::{B32, EncodedVerifyingKey, ExpandedSigningKey, MlDsa65, Signature, VerifyingKey};
use referee_kernel::digest::{Hash, Name, f};

use crate::Fault;
use crate::nonce::Fresh;

/// Length of a public key in bytes.
pub const KEY: usize = 1952;

/// Length of a signature in bytes.
pub const SIGNATURE: usize = 3309;

/// The context string of FIPS 204.
const CONTEXT: &[u8; 18] = b"referee/v1/endorse";

/// What precedes the context in algorithm 2 of FIPS 204: 0 for "not pre-hashed", then the length.
const HEAD: [u8; 2] = [0, CONTEXT.len() as u8];

/// What is signed: F(`endorse`, match, the parents of the ENDORSE one after the other).
#[must_use]
pub fn message(match_id: &Hash, parents: &[Hash]) -> [u8; 64] {
    f(Name::Endorse, &[match_id, parents.as_flattened()])
}

/// Checks an endorsement by the ML-DSA key of the author's JOIN.
///
/// # Errors
/// [`Fault::Endorse`] if the key is none, or the signature is malformed or not valid for this match and these parents.
pub fn verify(key: &[u8], match_id: &Hash, parents: &[Hash], signature: &[u8]) -> Result<(), Fault> {
    let key = EncodedVerifyingKey::<MlDsa65>::try_from(key).map_err(|_| Fault::Endorse)?;
    let signature = Signature::<MlDsa65>::try_from(signature).map_err(|_| Fault::Endorse)?;
    let key = VerifyingKey::<MlDsa65>::decode(&key);
    if key.verify_with_context(&message(match_id, parents), CONTEXT, &signature) { Ok(()) } else { Err(Fault::Endorse) }
}

/// A secret ML-DSA-65 key. Expanding it from its seed is the costly part, and only who endorses needs it.
pub struct EndorseKey(ExpandedSigningKey<MlDsa65>);

impl EndorseKey {
    /// The key of a 32-byte seed (FIPS 204, ML-DSA.KeyGen_internal).
    #[must_use]
    pub fn from_seed(seed: &[u8; 32]) -> EndorseKey {
        EndorseKey(ExpandedSigningKey::from_seed(&B32::from(*seed)))
    }

    /// The public key, as it stands in JOIN.
    #[must_use]
    pub fn public(&self) -> Vec<u8> {
        self.0.verifying_key().encode().to_vec()
    }

    /// Signs an ENDORSE with these parents; the hedged variant of FIPS 204.
    #[must_use]
    pub fn sign(&self, match_id: &Hash, parents: &[Hash], fresh: &Fresh) -> Vec<u8> {
        let message = message(match_id, parents);
        self.0.sign_internal(&[&HEAD, CONTEXT, &message], &B32::from(*fresh)).encode().to_vec()
    }
}

impl fmt::Debug for EndorseKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("EndorseKey(secret)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endorsements_bind_match_and_parents() {
        let key = EndorseKey::from_seed(&[1; 32]);
        let public = key.public();
        let (match_id, parents) = ([2; 32], [[3; 32], [4; 32]]);
        let signature = key.sign(&match_id, &parents, &[5; 32]);
        assert_eq!((public.len(), signature.len()), (KEY, SIGNATURE));
        assert_eq!(verify(&public, &match_id, &parents, &signature), Ok(()));
        assert_eq!(verify(&public, &[9; 32], &parents, &signature), Err(Fault::Endorse));
        assert_eq!(verify(&public, &match_id, &parents[..1], &signature), Err(Fault::Endorse));
        assert_eq!(verify(&public, &match_id, &parents, &signature[1..]), Err(Fault::Endorse));
        assert_eq!(verify(&public[1..], &match_id, &parents, &signature), Err(Fault::Endorse));
        let other = EndorseKey::from_seed(&[6; 32]).public();
        assert_eq!(verify(&other, &match_id, &parents, &signature), Err(Fault::Endorse));
        let mut broken = signature;
        broken[40] ^= 1;
        assert_eq!(verify(&public, &match_id, &parents, &broken), Err(Fault::Endorse));
    }
}
