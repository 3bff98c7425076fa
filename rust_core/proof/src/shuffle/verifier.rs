//! Checking a shuffle; everything here is public and may take variable time.

use std::iter::once;

use curve25519_dalek::RistrettoPoint;
use curve25519_dalek::constants::RISTRETTO_BASEPOINT_POINT as B;

use super::{Challenges, Statement, first_generator, generators, proof_length};
use crate::Fault;
use crate::deck::{CIPHERTEXT, Ciphertext, MAX_CARDS};
use crate::group::{Point, Scalar, encode_doubles, scalar, sum_vartime};

/// Checks one link of a chain (P10.3): that `output` (64N bytes) holds the cards of the statement's input, masked anew,
/// in some order. Returns the output decoded, ready to be the next link's input.
///
/// # Errors
/// [`Fault::Shuffle`] for an empty or too large deck, a wrong length, no points, no scalars or a proof that fails.
pub fn verify(statement: &Statement<'_>, output: &[u8], proof: &[u8]) -> Result<Vec<Ciphertext>, Fault> {
    let cards = statement.input.len();
    if !(1..=MAX_CARDS).contains(&cards) || output.len() != CIPHERTEXT * cards || proof.len() != proof_length(cards) {
        return Err(Fault::Shuffle);
    }
    let proof = Proof::parse(proof, cards).map_err(|_| Fault::Shuffle)?;
    let masked = parse_deck(output).map_err(|_| Fault::Shuffle)?;
    let challenges = Challenges::new(statement, output, proof.encoded_commitments);
    let t = proof.nonce_commitments(statement, &masked, &challenges.u);
    if challenges.last(proof.encoded_chain, &t) == proof.cc { Ok(masked) } else { Err(Fault::Shuffle) }
}

fn parse_deck(bytes: &[u8]) -> Result<Vec<Ciphertext>, Fault> {
    let card = |card: &[u8]| {
        let (c1, c2) = card.split_at(CIPHERTEXT / 2);
        Ok(Ciphertext { c1: Point::parse(c1)?, c2: Point::parse(c2)? })
    };
    bytes.chunks_exact(CIPHERTEXT).map(card).collect()
}

/// A proof taken apart: c ‖ ĉ ‖ cc ‖ s1 s2 s3 s4 ‖ ŝ ‖ s'.
struct Proof<'a> {
    encoded_commitments: &'a [u8],
    encoded_chain: &'a [u8],
    commitments: Vec<Point>,
    chain: Vec<Point>,
    cc: Scalar,
    /// s1 … s4
    s: [Scalar; 4],
    /// ŝ
    s_chain: Vec<Scalar>,
    /// s'
    s_order: Vec<Scalar>,
}

impl<'a> Proof<'a> {
    fn parse(bytes: &'a [u8], cards: usize) -> Result<Proof<'a>, Fault> {
        let (encoded_commitments, rest) = bytes.split_at_checked(32 * cards).ok_or(Fault::Shuffle)?;
        let (encoded_chain, rest) = rest.split_at_checked(32 * cards).ok_or(Fault::Shuffle)?;
        // Scalars first: refusing them costs nothing.
        let scalars = rest.chunks_exact(32).map(scalar).collect::<Result<Vec<Scalar>, Fault>>()?;
        let [cc, s1, s2, s3, s4, each @ ..] = &scalars[..] else {
            return Err(Fault::Shuffle);
        };
        let (s_chain, s_order) = each.split_at_checked(cards).ok_or(Fault::Shuffle)?;
        let points = |bytes: &[u8]| bytes.chunks_exact(32).map(Point::parse).collect::<Result<Vec<Point>, Fault>>();
        Ok(Proof {
            encoded_commitments,
            encoded_chain,
            commitments: points(encoded_commitments)?,
            chain: points(encoded_chain)?,
            cc: *cc,
            s: [*s1, *s2, *s3, *s4],
            s_chain: s_chain.to_vec(),
            s_order: s_order.to_vec(),
        })
    }

    /// t1 … t5, t^_0 … t^_{N−1}, encoded. Halves are summed, so that all are encoded for one inversion.
    fn nonce_commitments(&self, statement: &Statement<'_>, masked: &[Ciphertext], u: &[Scalar]) -> Vec<[u8; 32]> {
        let (h, key) = (first_generator(), statement.key.element());
        let minus_cc = -self.cc.div_by_2();
        let [s1, s2, s3, s4] = self.s.map(|s| s.div_by_2());
        let halves = Halves {
            s_order: self.s_order.iter().map(Scalar::div_by_2).collect(),
            minus_cc_u: u.iter().map(|u| minus_cc * u).collect(),
        };

        let all: RistrettoPoint = self.commitments.iter().map(Point::element).sum();
        let c_bar = all - generators(masked.len()).sum::<RistrettoPoint>();
        let last = self.chain.last().map_or(h, Point::element);
        let product: Scalar = u.iter().product();
        let (first, second) = (masked.iter().map(|card| &card.c1), masked.iter().map(|card| &card.c2));
        let (old_first, old_second) =
            (statement.input.iter().map(|card| &card.c1), statement.input.iter().map(|card| &card.c2));

        let mut t = vec![
            RistrettoPoint::vartime_double_scalar_mul_basepoint(&minus_cc, &c_bar, &s1),
            sum_vartime([s2, minus_cc, -minus_cc * product], [&B, last, h]),
            halves.sum(generators(masked.len()), s3, &B, self.commitments.iter()),
            halves.sum(first.map(Point::element), -s4, &B, old_first),
            halves.sum(second.map(Point::element), -s4, key, old_second),
        ];
        let before = once(h).chain(self.chain.iter().map(Point::element));
        let links = self.s_chain.iter().zip(&halves.s_order).zip(before.zip(&self.chain));
        t.extend(links.map(|((s, s_order), (before, at))| {
            sum_vartime([s.div_by_2(), *s_order, minus_cc], [&B, before, at.element()])
        }));
        encode_doubles(&t)
    }
}

/// s'_i / 2 and −cc u_i / 2: what t3, t4 and t5 have in common.
struct Halves {
    s_order: Vec<Scalar>,
    minus_cc_u: Vec<Scalar>,
}

impl Halves {
    /// Σ s'_i new_i + mask · base − cc Σ u_i old_i, halved, as one sum. The identities of a fresh deck are left out.
    fn sum<'a, 'b>(
        &self,
        new: impl Iterator<Item = &'a RistrettoPoint>,
        mask: Scalar,
        base: &RistrettoPoint,
        old: impl Iterator<Item = &'b Point>,
    ) -> RistrettoPoint {
        let old = old.zip(&self.minus_cc_u).filter(|(point, _)| !point.is_identity());
        let (mut points, mut scalars): (Vec<RistrettoPoint>, Vec<Scalar>) =
            old.map(|(point, u)| (*point.element(), *u)).unzip();
        points.extend(new);
        scalars.extend(&self.s_order);
        points.push(*base);
        scalars.push(mask);
        sum_vartime(scalars, &points)
    }
}
