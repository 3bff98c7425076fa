//! Committees, joint keys and combining parts (protocol P8).

use curve25519_dalek::RistrettoPoint;
use curve25519_dalek::traits::Identity;
use referee_kernel::digest::Hash;

use crate::Fault;
use crate::dleq::check_part;
use crate::group::{Point, Scalar, small_multiple, sum_vartime};

/// What a key is for; nothing else is ever done with one (law L of P8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// Rolls (P9).
    Roll = 0,
    /// Encrypted decks (P10, P11).
    Deck = 1,
}

impl Purpose {
    /// The number of the purpose, as hashed and transmitted.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The purpose with this number.
    #[must_use]
    pub const fn from_number(number: u64) -> Option<Purpose> {
        match number {
            0 => Some(Purpose::Roll),
            1 => Some(Purpose::Deck),
            _ => None,
        }
    }
}

/// The members who share a key, and how many of them can use it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Committee {
    /// How many are needed: 1 in a committee of one, otherwise 2 to n.
    pub threshold: u8,
    /// Member numbers; the order gives the evaluation points.
    pub members: Vec<u8>,
}

impl Committee {
    /// Evaluation point of a member (P5): his place in the list, plus 1. `None` if he is not on the committee.
    #[must_use]
    pub fn evaluation_point(&self, member: u8) -> Option<u8> {
        let place = self.members.iter().position(|m| *m == member)?;
        u8::try_from(place).ok()?.checked_add(1)
    }

    /// Does one member use the key alone, so that his shuffles are prescribed (P10.4)?
    #[must_use]
    pub fn is_one(&self) -> bool {
        self.members.len() == 1
    }
}

/// A key shared by a committee: X and the public shares Y_j, decoded once for the whole match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointKey {
    committee: Committee,
    x: Point,
    shares: Vec<Point>,
}

impl JointKey {
    /// The key that checked dealings make: their commitments, in committee order.
    ///
    /// # Errors
    /// [`Fault::Key`] if X or a public share is the identity, which voids the match.
    pub fn from_commitments(committee: Committee, dealings: &[&[Point]]) -> Result<JointKey, Fault> {
        let sums = (0..usize::from(committee.threshold))
            .map(|k| dealings.iter().filter_map(|dealing| dealing.get(k)).map(|a| *a.element()).sum());
        let polynomial: Vec<RistrettoPoint> = sums.collect();
        let x = Point::new(evaluate(&polynomial, 0));
        let places = 1..=u8::try_from(committee.members.len()).unwrap_or(u8::MAX);
        let shares: Vec<Point> = places.map(|at| Point::new(evaluate(&polynomial, at))).collect();
        if x.is_identity() || shares.iter().any(Point::is_identity) {
            return Err(Fault::Key);
        }
        Ok(JointKey { committee, x, shares })
    }

    /// A key already known: X and the public shares in committee order. `None` if their number is wrong.
    #[must_use]
    pub fn from_known(committee: Committee, x: Point, shares: Vec<Point>) -> Option<JointKey> {
        (shares.len() == committee.members.len()).then_some(JointKey { committee, x, shares })
    }

    /// The committee.
    #[must_use]
    pub const fn committee(&self) -> &Committee {
        &self.committee
    }

    /// X.
    #[must_use]
    pub const fn x(&self) -> &Point {
        &self.x
    }

    /// Y_j of a member; `None` if he is not on the committee.
    #[must_use]
    pub fn share(&self, member: u8) -> Option<&Point> {
        self.shares.get(self.committee.members.iter().position(|m| *m == member)?)
    }

    /// Checks the part of a member on `base` (P7); returns D.
    ///
    /// # Errors
    /// [`Fault::Part`] if the part is wrong or the member is not on the committee.
    pub fn check_part(&self, member: u8, part: &[u8], base: &Point, match_id: &Hash) -> Result<Point, Fault> {
        check_part(part, self.share(member).ok_or(Fault::Part)?, base, match_id)
    }

    /// Γ from checked parts `(member, D)` on one point, in any order: of those on the committee, the t with the lowest
    /// evaluation points count. `None` while there are fewer than t. Any t of them give the same.
    #[must_use]
    pub fn combine(&self, parts: &[(u8, Point)]) -> Option<Point> {
        let place = |(member, d): &(u8, Point)| Some((self.committee.evaluation_point(*member)?, *d));
        let mut placed: Vec<(u8, Point)> = parts.iter().filter_map(place).collect();
        placed.sort_by_key(|(at, _)| *at);
        placed.dedup_by_key(|(at, _)| *at);
        let used = placed.get(..usize::from(self.committee.threshold))?;
        Some(interpolate(used))
    }
}

/// Σ λ_j D_j for distinct evaluation points: the value at 0 of the polynomial through the parts.
#[must_use]
pub fn interpolate(parts: &[(u8, Point)]) -> Point {
    if let [(_, only)] = parts {
        return *only;
    }
    if let Some(weights) = whole_weights(parts) {
        let terms = weights.into_iter().zip(parts).map(|(weight, (_, d))| {
            let term = small_multiple(d.element(), weight.unsigned_abs());
            if weight < 0 { -term } else { term }
        });
        return Point::new(terms.sum());
    }
    let points: Vec<Scalar> = parts.iter().map(|(at, _)| Scalar::from(*at)).collect();
    let others = |i: usize| points.iter().enumerate().filter(move |(j, _)| *j != i).map(|(_, x)| x);
    let mut weights: Vec<Scalar> =
        points.iter().enumerate().map(|(i, x)| others(i).map(|other| other - x).product()).collect();
    Scalar::invert_batch_alloc(&mut weights);
    for (i, weight) in weights.iter_mut().enumerate() {
        *weight *= others(i).product::<Scalar>();
    }
    Point::new(sum_vartime(weights, parts.iter().map(|(_, d)| d.element())))
}

/// The Lagrange coefficients at 0, where all of them are small whole numbers: among others of the first t evaluation
/// points, which are those that mostly answer.
fn whole_weights(parts: &[(u8, Point)]) -> Option<Vec<i16>> {
    let weight = |at: i64| {
        let others = || parts.iter().map(|(other, _)| i64::from(*other)).filter(move |other| *other != at);
        let above = others().try_fold(1i64, |product, other| product.checked_mul(other))?;
        let below = others().try_fold(1i64, |product, other| product.checked_mul(other - at))?;
        (above.checked_rem(below)? == 0).then(|| i16::try_from(above / below).ok())?
    };
    parts.iter().map(|(at, _)| weight(i64::from(*at))).collect()
}

/// Σ x^k A_k, by Horner's rule.
pub(crate) fn evaluate(polynomial: &[RistrettoPoint], at: u8) -> RistrettoPoint {
    polynomial.iter().rev().fold(RistrettoPoint::identity(), |sum, a| small_multiple(&sum, at.into()) + a)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_points_of_a_polynomial_give_its_value_at_zero() {
        let coefficient = |k: u64| Scalar::from(7 + 1_000_003 * k) * Scalar::from(u64::MAX - k);
        for at in [&[1, 2][..], &[1, 2, 3], &[2, 3], &[1, 3], &[2, 32], &[3, 7, 9], &[1, 2, 3, 4, 5, 6, 7, 8]] {
            let value =
                |x: u8| (0..at.len() as u64).rev().fold(Scalar::ZERO, |sum, k| sum * Scalar::from(x) + coefficient(k));
            let parts: Vec<(u8, Point)> = at.iter().map(|x| (*x, Point::base(&value(*x)))).collect();
            assert_eq!(interpolate(&parts), Point::base(&coefficient(0)), "{at:?}");
        }
        let parts = |at: &[u8]| at.iter().map(|x| (*x, Point::identity())).collect::<Vec<_>>();
        assert_eq!(whole_weights(&parts(&[1, 2, 3])), Some(vec![3, -3, 1]));
        assert_eq!(whole_weights(&parts(&[1, 3])), None);
    }
}
