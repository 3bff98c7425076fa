//! The secrets of a member (protocol P21): everything follows from one root, so root and log restore all of it.
//!
//! Nothing here shows secrets in `Debug`, everything is wiped when dropped, and fresh randomness is the caller's.

use std::fmt;

use referee_kernel::digest::{Hash, Name, SIGN_PREFIX, h32};
use zeroize::Zeroizing;

use crate::dealing::{Complaint, Deal, Dealing, Polynomial};
use crate::dleq::{PART, part};
use crate::draw::{self, Draw};
use crate::ed25519::SignKey;
use crate::endorse::EndorseKey;
use crate::group::{Point, Scalar, hash_to_scalar};
use crate::key::Purpose;
use crate::nonce::{Fresh, Hedged};
use crate::salt;

/// What a person holds for all matches.
pub struct Secrets {
    root: Zeroizing<[u8; 32]>,
    sign: SignKey,
    box_secret: Zeroizing<Scalar>,
    box_key: Point,
}

impl Secrets {
    /// The secrets of a root: 32 random bytes, the only thing to back up.
    #[must_use]
    pub fn from_root(root: &[u8; 32]) -> Secrets {
        let seed = Zeroizing::new(h32(Name::KeyIdentity, &[root]));
        let box_secret = Zeroizing::new(hash_to_scalar(Name::KeyBox, &[root]));
        let box_key = Point::base(&box_secret);
        Secrets { root: Zeroizing::new(*root), sign: SignKey::from_seed(&seed), box_secret, box_key }
    }

    /// The identity key of the charter (Ed25519).
    #[must_use]
    pub const fn identity(&self) -> &[u8; 32] {
        self.sign.public()
    }

    /// The box key of the charter.
    #[must_use]
    pub const fn box_key(&self) -> &Point {
        &self.box_key
    }

    /// Signs the raw bytes of an event (P4, P13).
    #[must_use]
    pub fn sign(&self, raw: &[u8]) -> [u8; 64] {
        self.sign.sign(&[SIGN_PREFIX, raw])
    }

    /// The ML-DSA key, for JOIN and ENDORSE; expanding it takes a fraction of a millisecond.
    #[must_use]
    pub fn endorse_key(&self) -> EndorseKey {
        EndorseKey::from_seed(&Zeroizing::new(h32(Name::KeyPq, &[&*self.root])))
    }

    /// The secrets for one match, as member `author` of it.
    #[must_use]
    pub fn in_match(&self, match_id: &Hash, author: u8) -> MatchSecrets {
        MatchSecrets {
            match_id: *match_id,
            author,
            secret: Zeroizing::new(h32(Name::KeyMatch, &[&*self.root, match_id])),
            box_secret: self.box_secret.clone(),
        }
    }
}

impl fmt::Debug for Secrets {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Secrets(secret)")
    }
}

/// What a member holds for one match.
pub struct MatchSecrets {
    match_id: Hash,
    author: u8,
    /// g of P21.
    secret: Zeroizing<[u8; 32]>,
    box_secret: Zeroizing<Scalar>,
}

impl MatchSecrets {
    /// The commitment for JOIN (P8).
    #[must_use]
    pub fn commitment(&self) -> Hash {
        salt::commit(&self.match_id, self.author, &self.nonce())
    }

    /// The nonce that READY opens. Secret until then.
    #[must_use]
    pub fn nonce(&self) -> [u8; 32] {
        h32(Name::KeyNonce, &[&*self.secret])
    }

    /// The dealing for JOIN (P8); `boxes` are the committee's box keys in its order. `None` for a deal of another match
    /// or member.
    #[must_use]
    pub fn deal(&self, deal: &Deal<'_>, boxes: &[Point], fresh: &Fresh) -> Option<Vec<u8>> {
        self.is_mine(deal).then(|| self.polynomial(deal).deal(deal, boxes, fresh))
    }

    /// The own share of a key, from the dealings of the committee in its order, `(deal, dealing)` each.
    ///
    /// # Errors
    /// The dealers whose share for this member is wrong or missing: [`complain`](MatchSecrets::complain) about them in
    /// READY.
    pub fn share(&self, dealings: &[(Deal<'_>, &Dealing)]) -> Result<KeyShare, Vec<u8>> {
        let mut sum = Zeroizing::new(Scalar::ZERO);
        let mut wrong = Vec::new();
        for (deal, dealing) in dealings {
            match self.share_of(deal, dealing) {
                Some(share) => *sum += *share,
                None => wrong.push(deal.dealer),
            }
        }
        if wrong.is_empty() { Ok(KeyShare(sum)) } else { Err(wrong) }
    }

    /// A complaint about a dealing that holds a wrong share for this member.
    #[must_use]
    pub fn complain(&self, deal: &Deal<'_>, dealing: &Dealing, fresh: &Fresh) -> Complaint {
        dealing.complain(deal, &self.box_secret, fresh)
    }

    /// The nonce of the seal in the SEAL event with this `seq` (P12). Secret until the opening.
    #[must_use]
    pub fn seal_nonce(&self, seq: u32) -> [u8; 32] {
        h32(Name::KeySeal, &[&*self.secret, &seq.to_be_bytes()])
    }

    /// ρ of the draw of a position in the DRAW event with this `seq` (P11). Secret until it is revealed.
    #[must_use]
    pub fn rho(&self, deck: u8, pos: u32, seq: u32) -> Zeroizing<Scalar> {
        let parts: [&[u8]; 4] = [&*self.secret, &[deck], &pos.to_be_bytes(), &seq.to_be_bytes()];
        Zeroizing::new(hash_to_scalar(Name::KeyRho, &parts))
    }

    /// The DRAW entry for a position (P11) in the event with this `seq`; `c1` is the first half of what lies there.
    #[must_use]
    pub fn draw(&self, deck: u8, pos: u32, seq: u32, c1: &Point, fresh: &Fresh) -> Draw {
        let context = draw::context(&self.match_id, deck, pos, self.author);
        draw::make(c1, &self.rho(deck, pos, seq), &context, fresh)
    }

    /// A source for a secret shuffle and its proof, bound to the context of the link (P10.3).
    #[must_use]
    pub fn shuffle_nonces(&self, context: &[u8], fresh: &Fresh) -> Hedged {
        Hedged::new(&self.secret, &[context], fresh)
    }

    fn is_mine(&self, deal: &Deal<'_>) -> bool {
        *deal.match_id == self.match_id && deal.dealer == self.author
    }

    fn share_of(&self, deal: &Deal<'_>, dealing: &Dealing) -> Option<Zeroizing<Scalar>> {
        let share = if self.is_mine(deal) {
            self.polynomial(deal).at(deal.committee.evaluation_point(self.author)?)
        } else {
            dealing.unmask(deal, self.author, &self.box_secret)?
        };
        dealing.share_is_right(deal, self.author, &share).then_some(share)
    }

    fn polynomial(&self, deal: &Deal<'_>) -> Polynomial {
        let coefficients =
            (0..u32::from(deal.committee.threshold)).map(|k| self.coefficient(deal.purpose, k)).collect();
        Polynomial::new(coefficients, self.one_time(deal.purpose))
    }

    pub(crate) fn secret(&self) -> &[u8; 32] {
        &self.secret
    }

    pub(crate) fn coefficient(&self, purpose: Purpose, k: u32) -> Scalar {
        hash_to_scalar(Name::KeyDkg, &[&*self.secret, &[purpose.number()], &k.to_be_bytes()])
    }

    pub(crate) fn one_time(&self, purpose: Purpose) -> Scalar {
        hash_to_scalar(Name::KeyDkgE, &[&*self.secret, &[purpose.number()]])
    }
}

impl fmt::Debug for MatchSecrets {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("MatchSecrets(secret)")
    }
}

/// A member's share of a joint key. It makes parts and nothing else; on which points, law L of P8 says.
pub struct KeyShare(Zeroizing<Scalar>);

impl KeyShare {
    /// The part of this member on a point (P7).
    #[must_use]
    pub fn part(&self, base: &Point, match_id: &Hash, fresh: &Fresh) -> [u8; PART] {
        part(&self.0, base, match_id, fresh)
    }

    /// Γ on a point, for a committee of one (P10.4).
    #[must_use]
    pub fn gamma(&self, base: &Point) -> Point {
        base.times(&self.0)
    }

    /// The public share.
    #[must_use]
    pub fn public(&self) -> Point {
        Point::base(&self.0)
    }
}

impl fmt::Debug for KeyShare {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("KeyShare(secret)")
    }
}
