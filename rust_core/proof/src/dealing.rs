//! Dealings: how a committee makes a key that none of its members knows (protocol P8).

use std::fmt;

use curve25519_dalek::RistrettoPoint;
use referee_kernel::digest::{Hash, Name};
use zeroize::Zeroizing;

use crate::Fault;
use crate::dleq::{prove, verify};
use crate::group::{Point, Scalar, encode_doubles, hash_to_scalar, scalar};
use crate::key::{Committee, Purpose, evaluate};
use crate::nonce::{Fresh, hedged};

/// Which dealing of a match: what its proof and its masks are bound to.
#[derive(Clone, Copy, Debug)]
pub struct Deal<'a> {
    /// Id of the match.
    pub match_id: &'a Hash,
    /// Which key.
    pub purpose: Purpose,
    /// The member who deals.
    pub dealer: u8,
    /// The committee of the key; the dealer is on it.
    pub committee: &'a Committee,
}

impl Deal<'_> {
    /// Length of a dealing in bytes: 32t + 128 + 32(n − 1).
    #[must_use]
    pub fn length(&self) -> usize {
        32 * usize::from(self.committee.threshold) + 96 + 32 * self.committee.members.len()
    }

    fn pop(&self, commitments: &[u8], one_time: &[u8], k0: &[u8; 32], k1: &[u8; 32]) -> Scalar {
        let (purpose, dealer) = ([self.purpose.number()], [self.dealer]);
        hash_to_scalar(Name::DkgPop, &[self.match_id, &purpose, &dealer, commitments, one_time, k0, k1])
    }

    fn pad(&self, receiver: u8, one_time: &Point, shared: &Point) -> Zeroizing<Scalar> {
        let (purpose, dealer, receiver) = ([self.purpose.number()], [self.dealer], [receiver]);
        let parts: [&[u8]; 6] = [self.match_id, &purpose, &dealer, &receiver, one_time.bytes(), shared.bytes()];
        Zeroizing::new(hash_to_scalar(Name::DkgPad, &parts))
    }
}

/// The secrets of one dealing; wiped when dropped.
pub struct Polynomial {
    /// a_0 … a_{t−1}, none of them 0.
    coefficients: Zeroizing<Vec<Scalar>>,
    /// e, used for this dealing only and not 0.
    one_time: Zeroizing<Scalar>,
}

impl Polynomial {
    /// The polynomial with these coefficients, constant first, and the one-time key e.
    #[must_use]
    pub fn new(coefficients: Vec<Scalar>, one_time: Scalar) -> Polynomial {
        Polynomial { coefficients: Zeroizing::new(coefficients), one_time: Zeroizing::new(one_time) }
    }

    /// Its value at an evaluation point: what the dealer owes the member there, and himself.
    #[must_use]
    pub fn at(&self, point: u8) -> Zeroizing<Scalar> {
        let point = Scalar::from(point);
        Zeroizing::new(self.coefficients.iter().rev().fold(Scalar::ZERO, |sum, a| sum * point + a))
    }

    /// Deals (P8) with hedged nonces. `boxes` are the box keys of the committee, in its order.
    #[must_use]
    pub fn deal(&self, deal: &Deal<'_>, boxes: &[Point], fresh: &Fresh) -> Vec<u8> {
        let (commitments, one_time) = self.public();
        let constant = self.coefficients.first().copied().map(Zeroizing::new).unwrap_or_default();
        let statement: [&[u8]; 3] = [deal.match_id, &commitments, one_time.bytes()];
        let k0 = hedged(&constant, &statement, fresh);
        let k1 = hedged(&self.one_time, &statement, fresh);
        self.deal_with(deal, boxes, &k0, &k1)
    }

    /// Deals with given nonces, which must be secret and used once; for vectors.
    #[must_use]
    pub fn deal_with(&self, deal: &Deal<'_>, boxes: &[Point], k0: &Scalar, k1: &Scalar) -> Vec<u8> {
        let (commitments, one_time) = self.public();
        let (big_k0, big_k1) = (Point::base(k0), Point::base(k1));
        let c = deal.pop(&commitments, one_time.bytes(), big_k0.bytes(), big_k1.bytes());
        let constant = self.coefficients.first().copied().map(Zeroizing::new).unwrap_or_default();
        let (s0, s1) = (k0 + c * *constant, k1 + c * *self.one_time);

        let mut dealing = Vec::with_capacity(deal.length());
        dealing.extend_from_slice(&commitments);
        dealing.extend_from_slice(one_time.bytes());
        for s in [c, s0, s1] {
            dealing.extend_from_slice(s.as_bytes());
        }
        for ((member, point), key) in deal.committee.members.iter().zip(1u8..).zip(boxes) {
            if *member != deal.dealer {
                let pad = deal.pad(*member, &one_time, &key.times(&self.one_time));
                dealing.extend_from_slice((*self.at(point) + *pad).as_bytes());
            }
        }
        dealing
    }

    fn public(&self) -> (Vec<u8>, Point) {
        let commitments = self.coefficients.iter().flat_map(|a| *Point::base(a).bytes()).collect();
        (commitments, Point::base(&self.one_time))
    }
}

impl fmt::Debug for Polynomial {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Polynomial(secret)")
    }
}

/// A dealing that anybody's check passed. Whether the shares in it are right, only each receiver sees.
#[derive(Clone, Debug)]
pub struct Dealing {
    commitments: Vec<Point>,
    one_time: Point,
    /// In committee order, without the dealer.
    masked: Vec<(u8, Scalar)>,
}

impl Dealing {
    /// Checks a dealing as it stands in JOIN (P8).
    ///
    /// # Errors
    /// [`Fault::Dealing`] for a dealer who is not on the committee, a wrong length, no points, no scalars or a proof that
    /// fails.
    pub fn check(deal: &Deal<'_>, bytes: &[u8]) -> Result<Dealing, Fault> {
        if bytes.len() != deal.length() || deal.committee.evaluation_point(deal.dealer).is_none() {
            return Err(Fault::Dealing);
        }
        let threshold = usize::from(deal.committee.threshold);
        let mut fields = bytes.chunks_exact(32);
        let points = fields.by_ref().take(threshold + 1).map(Point::parse);
        let mut commitments = points.collect::<Result<Vec<Point>, Fault>>().map_err(|_| Fault::Dealing)?;
        let one_time = commitments.pop().ok_or(Fault::Dealing)?;
        let scalars = fields.map(scalar).collect::<Result<Vec<Scalar>, Fault>>().map_err(|_| Fault::Dealing)?;
        let [c, s0, s1, masked @ ..] = &scalars[..] else {
            return Err(Fault::Dealing);
        };
        let constant = commitments.first().ok_or(Fault::Dealing)?;
        let nonces = [(constant, s0), (&one_time, s1)].map(|(public, s)| {
            let (half_c, half_s) = (-c.div_by_2(), s.div_by_2());
            RistrettoPoint::vartime_double_scalar_mul_basepoint(&half_c, public.element(), &half_s)
        });
        let encoded = bytes.get(..32 * threshold).ok_or(Fault::Dealing)?;
        match &encode_doubles(&nonces)[..] {
            [k0, k1] if *c == deal.pop(encoded, one_time.bytes(), k0, k1) => {}
            _ => return Err(Fault::Dealing),
        }
        let receivers = deal.committee.members.iter().filter(|member| **member != deal.dealer);
        let masked = receivers.copied().zip(masked.iter().copied()).collect();
        Ok(Dealing { commitments, one_time, masked })
    }

    /// A_0 … A_{t−1}, for [`JointKey::from_commitments`](crate::key::JointKey::from_commitments).
    #[must_use]
    pub fn commitments(&self) -> &[Point] {
        &self.commitments
    }

    /// The share of `receiver`, unmasked with his box secret; `None` if the dealing has none for him. Whether it is
    /// right is the next question: [`share_is_right`](Dealing::share_is_right).
    #[must_use]
    pub fn unmask(&self, deal: &Deal<'_>, receiver: u8, box_secret: &Scalar) -> Option<Zeroizing<Scalar>> {
        self.unmask_with(deal, receiver, &self.one_time.times(box_secret))
    }

    /// The receiver's check (P8): is `share` the value the dealer committed to?
    #[must_use]
    pub fn share_is_right(&self, deal: &Deal<'_>, receiver: u8, share: &Scalar) -> bool {
        let Some(at) = deal.committee.evaluation_point(receiver) else {
            return false;
        };
        let polynomial: Vec<RistrettoPoint> = self.commitments.iter().map(|a| *a.element()).collect();
        RistrettoPoint::mul_base(share) == evaluate(&polynomial, at)
    }

    /// A complaint about a wrong share: K = box·E and the proof that it is.
    #[must_use]
    pub fn complain(&self, deal: &Deal<'_>, box_secret: &Scalar, fresh: &Fresh) -> Complaint {
        let shared = self.one_time.times(box_secret);
        let proof = prove(box_secret, &self.one_time, deal.match_id, fresh);
        Complaint { shared: *shared.bytes(), proof }
    }

    /// Checks a complaint of `receiver`, whose box key is `box_key` (P8). `Ok` means that it is right, so the *dealing*
    /// is bad: [`Fault::Share`] against the dealer, and the match is void.
    ///
    /// # Errors
    /// [`Fault::Complaint`] if it shows nothing.
    pub fn check_complaint(
        &self,
        deal: &Deal<'_>,
        receiver: u8,
        box_key: &Point,
        complaint: &Complaint,
    ) -> Result<(), Fault> {
        let shared = Point::parse(&complaint.shared).map_err(|_| Fault::Complaint)?;
        let share = self.unmask_with(deal, receiver, &shared).ok_or(Fault::Complaint)?;
        if !verify(box_key, &self.one_time, &shared, &complaint.proof, deal.match_id)
            || self.share_is_right(deal, receiver, &share)
        {
            return Err(Fault::Complaint);
        }
        Ok(())
    }

    fn unmask_with(&self, deal: &Deal<'_>, receiver: u8, shared: &Point) -> Option<Zeroizing<Scalar>> {
        let (_, masked) = self.masked.iter().find(|(member, _)| *member == receiver)?;
        Some(Zeroizing::new(masked - *deal.pad(receiver, &self.one_time, shared)))
    }
}

/// K and its proof, as they stand in READY.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// K = box·E.
    pub shared: [u8; 32],
    /// Proof (P7) for (Box; E, K).
    pub proof: [u8; 64],
}
