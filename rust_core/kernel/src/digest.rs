//! Domain-separated digests (protocol P3).
//!
//! Everything the protocol hashes goes through [`f`]: SHA-512 over length-prefixed parts, the first of which is a
//! [`Name`] from a closed list. Because names are an enum, no other string can ever be hashed, and because every part
//! carries its length, no two lists of parts give the same input.

use sha2::{Digest, Sha512};

/// A digest as it is stored, compared and transmitted: the first 32 bytes of SHA-512.
pub type Hash = [u8; 32];

/// What precedes the raw bytes of an event under a signature (P4): 16 bytes, no event begins with them.
pub const SIGN_PREFIX: &[u8; 16] = b"referee/v1/sign\0";

const DOMAIN: &[u8] = b"referee/v1/";

/// Writes the enum, its texts and its list from one table, so that they cannot disagree.
macro_rules! names {
    ($($variant:ident $text:literal $use:literal,)*) => {
        /// The names of P3. Each has one use; there are no others.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Name {
            $(#[doc = $use] $variant,)*
        }

        impl Name {
            /// All names, in the order of the table.
            pub const ALL: &'static [Name] = &[$(Name::$variant,)*];

            /// The text hashed after `referee/v1/`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Name::$variant => $text,)*
                }
            }
        }
    };
}

names! {
    Event "event" "Id of an event (P13).",
    State "state" "Digest of a position document (P13).",
    Sign "sign" "Signatures of events (P13); there it stands unframed, see [`SIGN_PREFIX`].",
    Rules "rules" "Hash of a game's rules (P14).",
    Salt "salt" "Joint salt of a match (P8).",
    Commit "commit" "Commitment to a nonce of the salt (P8).",
    Seal "seal" "Sealed choice (P12).",
    Armor "armor" "Check line of ASCII armor (P16).",
    RollPoint "roll/point" "The point of a roll (P9).",
    RollSeed "roll/seed" "The seed of a roll (P9).",
    DeckPoint "deck/point" "The point of a prescribed shuffle (P10.4).",
    DeckSeed "deck/seed" "The seed of a prescribed shuffle (P10.4).",
    DeckMask "deck/mask" "The masks of a prescribed shuffle (P10.4).",
    Card "card" "The points of cards (P10).",
    Dleq "dleq" "Proof of equal logarithms (P7).",
    DkgPop "dkg/pop" "Proof of possession in a dealing (P8).",
    DkgPad "dkg/pad" "Mask of a share in a dealing (P8).",
    Draw "draw" "Proof in a DRAW (P11).",
    ShuffleH "shuffle/h" "First generator of shuffle proofs (P10.3).",
    ShuffleHi "shuffle/hi" "Generators of shuffle proofs, one for each card (P10.3).",
    ShuffleRoot "shuffle/root" "Statement of a shuffle proof (P10.3).",
    ShuffleU "shuffle/u" "First challenges of a shuffle proof (P10.3).",
    ShuffleC "shuffle/c" "Last challenge of a shuffle proof (P10.3).",
    Endorse "endorse" "What an ML-DSA endorsement signs (P20).",
    KeyIdentity "key/identity" "Seed of a member's Ed25519 key (P21).",
    KeyBox "key/box" "A member's box key (P21).",
    KeyPq "key/pq" "Seed of a member's ML-DSA key (P21).",
    KeyMatch "key/match" "A member's secret for one match (P21).",
    KeyDkg "key/dkg" "Coefficients of a dealing (P21).",
    KeyDkgE "key/dkg-e" "One-time key of a dealing (P21).",
    KeyNonce "key/nonce" "Nonce committed to in JOIN (P21).",
    KeySeal "key/seal" "Nonce of a sealed choice (P21).",
    KeyRho "key/rho" "Mask of a draw (P21).",
    KeyHedge "key/hedge" "Nonces of proofs (P21).",
}

impl Name {
    /// The name with this text, if the closed list has it. For entry points that take names from outside.
    #[must_use]
    pub fn parse(text: &str) -> Option<Name> {
        Name::ALL.iter().copied().find(|name| name.as_str() == text)
    }
}

/// `F` of P3: SHA-512 over the name and the parts, each preceded by its length as 8 bytes big endian.
#[must_use]
pub fn f(name: Name, parts: &[&[u8]]) -> [u8; 64] {
    let text = name.as_str().as_bytes();
    let mut hasher = Sha512::new();
    hasher.update(length(DOMAIN.len() + text.len()));
    hasher.update(DOMAIN);
    hasher.update(text);
    for part in parts {
        hasher.update(length(part.len()));
        hasher.update(part);
    }
    hasher.finalize().into()
}

/// `H32` of P3: the first 32 bytes of [`f`].
#[must_use]
pub fn h32(name: Name, parts: &[&[u8]]) -> Hash {
    let [low, _] = halves(f(name, parts));
    low
}

/// Digest of a position document (P13). At step 0, where there is no position, the document is empty.
#[must_use]
pub fn state_digest(document: &[u8]) -> Hash {
    h32(Name::State, &[document])
}

fn length(bytes: usize) -> [u8; 8] {
    (bytes as u64).to_be_bytes()
}

fn halves(wide: [u8; 64]) -> [Hash; 2] {
    let mut both = [[0; 32]; 2];
    for (half, bytes) in both.iter_mut().zip(wide.chunks_exact(32)) {
        half.copy_from_slice(bytes);
    }
    both
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_and_parse_back() {
        for (i, name) in Name::ALL.iter().enumerate() {
            assert_eq!(Name::parse(name.as_str()), Some(*name));
            assert!(Name::ALL.iter().skip(i + 1).all(|other| other.as_str() != name.as_str()));
        }
        assert_eq!(Name::ALL.len(), 34);
        assert_eq!(Name::parse("dice"), None);
        assert_eq!(Name::parse(""), None);
    }

    #[test]
    fn framing_keeps_parts_apart() {
        assert_ne!(f(Name::Event, &[b"ab", b"c"]), f(Name::Event, &[b"a", b"bc"]));
        assert_ne!(f(Name::Event, &[b"ab"]), f(Name::Event, &[b"ab", b""]));
        assert_ne!(f(Name::Event, &[b"ab"]), f(Name::State, &[b"ab"]));
    }

    #[test]
    fn f_is_sha_512_of_the_framed_parts() {
        let mut framed = Vec::new();
        framed.extend_from_slice(&16u64.to_be_bytes());
        framed.extend_from_slice(b"referee/v1/event");
        framed.extend_from_slice(&3u64.to_be_bytes());
        framed.extend_from_slice(b"abc");
        let whole: [u8; 64] = Sha512::digest(&framed).into();
        assert_eq!(f(Name::Event, &[b"abc"]), whole);
        assert_eq!(h32(Name::Event, &[b"abc"]), whole[..32]);
        assert_eq!(state_digest(b""), h32(Name::State, &[b""]));
    }
}
