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
        let cards = masked.len();
        let minus_cc = -self.cc.div_by_2();
        let [s1, s2, s3, s4] = self.s.map(|s| s.div_by_2());
        let s_order: Vec<Scalar> = self.s_order.iter().map(Scalar::div_by_2).collect();
        let minus_cc_u: Vec<Scalar> = u.iter().map(|u| minus_cc * u).collect();
        // Each of t3, t4, t5 is one sum: responses over new points, a mask, and −cc times the challenges over old ones.
        let sum =
            |new: &mut dyn Iterator<Item = &RistrettoPoint>, mask, base, old: &mut dyn Iterator<Item = &Point>| {
                let old = old.zip(&minus_cc_u).filter(|(point, _)| !point.is_identity());
                let (old_points, old_scalars): (Vec<_>, Vec<_>) = old.map(|(point, u)| (*point.element(), *u)).unzip();
                let scalars = s_order.iter().copied().chain(once(mask)).chain(old_scalars);
                let points: Vec<RistrettoPoint> = new.copied().chain(once(base)).chain(old_points).collect();
                sum_vartime(scalars, &points)
            };

        let all: RistrettoPoint = self.commitments.iter().map(Point::element).sum();
        let c_bar = all - generators(cards).sum::<RistrettoPoint>();
        let product: Scalar = u.iter().product();
        let h = first_generator();
        let last = self.chain.last().map_or(h, Point::element);

        let t1 = RistrettoPoint::vartime_double_scalar_mul_basepoint(&minus_cc, &c_bar, &s1);
        let t2 = sum_vartime([s2, minus_cc, -minus_cc * product], [&B, last, h]);
        let t3 = sum(&mut generators(cards), s3, B, &mut self.commitments.iter());
        let t4 = sum(
            &mut masked.iter().map(|card| card.c1.element()),
            -s4,
            B,
            &mut statement.input.iter().map(|card| &card.c1),
        );
        let t5 = sum(
            &mut masked.iter().map(|card| card.c2.element()),
            -s4,
            *statement.key.element(),
            &mut statement.input.iter().map(|card| &card.c2),
        );
        let before = once(h).chain(self.chain.iter().map(Point::element));
        let links = self.s_chain.iter().zip(&s_order).zip(before.zip(&self.chain));
        let t_chain = links.map(|((s, s_order), (before, at))| {
            sum_vartime([s.div_by_2(), *s_order, minus_cc], [&B, before, at.element()])
        });
        encode_doubles(&[t1, t2, t3, t4, t5].into_iter().chain(t_chain).collect::<Vec<_>>())
    }
}
