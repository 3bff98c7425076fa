//! Where the secret nonces of proofs come from (protocol P21).

use referee_kernel::digest::{Name, f};
use zeroize::Zeroizing;

use crate::group::{Scalar, hash_to_scalar};

/// 32 bytes of fresh randomness for one proof. The caller takes them from the system and uses them once.
pub type Fresh = [u8; 32];

/// One nonce: Hs(`key/hedge`, secret, statement, fresh). A weak source of randomness does not give the secret away,
/// and two different statements never share a nonce.
#[must_use]
pub fn hedged(secret: &Scalar, statement: &[&[u8]], fresh: &Fresh) -> Zeroizing<Scalar> {
    let statement = statement.concat();
    Zeroizing::new(hash_to_scalar(Name::KeyHedge, &[secret.as_bytes(), &statement, fresh]))
}

/// A source of secret scalars for proofs that need many.
pub trait Nonces {
    /// The next scalar.
    fn scalar(&mut self) -> Scalar;
}

/// Any number of secret scalars, hedged like [`hedged`]: each is F(`key/hedge`, key, counter), where the key is
/// F(`key/hedge`, secret, statement, fresh).
pub struct Hedged {
    key: Zeroizing<[u8; 64]>,
    made: u64,
}

impl Hedged {
    /// A source for one statement.
    #[must_use]
    pub fn new(secret: &[u8; 32], statement: &[&[u8]], fresh: &Fresh) -> Hedged {
        let statement = statement.concat();
        Hedged { key: Zeroizing::new(f(Name::KeyHedge, &[secret, &statement, fresh])), made: 0 }
    }

    /// The numbers 0 to `n` − 1 in a secret random order (Fisher and Yates, as in P6). Nobody else ever computes this
    /// order, so it needs no exact rejection: 128 bits for each place leave a bias nobody can see.
    pub(crate) fn order(&mut self, n: u32) -> Vec<u32> {
        let mut order: Vec<u32> = (0..n).collect();
        for i in (1..order.len()).rev() {
            let wide = self.wide();
            let number = wide.iter().take(16).fold(0, |number, byte| number << 8 | u128::from(*byte));
            // Not above i, so it is a place.
            let j = usize::try_from(number % (i as u128 + 1)).unwrap_or(i);
            order.swap(i, j);
        }
        order
    }

    fn wide(&mut self) -> Zeroizing<[u8; 64]> {
        self.made += 1;
        Zeroizing::new(f(Name::KeyHedge, &[&*self.key, &self.made.to_be_bytes()]))
    }
}

impl Nonces for Hedged {
    fn scalar(&mut self) -> Scalar {
        Scalar::from_bytes_mod_order_wide(&self.wide())
    }
}
