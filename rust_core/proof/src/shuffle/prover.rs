//! Proving a shuffle, in constant time on what is secret: the order, the masks and the nonces.
//!
//! Places in memory are reached by the secret order; somebody who can watch the caches of the prover's machine is not
//! defended against.

use std::iter::once;

use curve25519_dalek::RistrettoPoint;
use curve25519_dalek::ristretto::RistrettoBasepointTable;
use curve25519_dalek::traits::MultiscalarMul;
use zeroize::Zeroizing;

use super::{Challenges, Shuffle, Statement, first_generator_table, generators, proof_length};
use crate::Fault;
use crate::deck::{Ciphertext, flatten};
use crate::group::{Scalar, encode_doubles};
use crate::nonce::Nonces;

type Secrets = Zeroizing<Vec<Scalar>>;

pub(super) fn prove(
    shuffle: &Shuffle,
    statement: &Statement<'_>,
    output: &[Ciphertext],
    nonces: &mut impl Nonces,
) -> Result<Vec<u8>, Fault> {
    let cards = shuffle.len();
    if statement.input.len() != cards || output.len() != cards {
        return Err(Fault::Shuffle);
    }
    let (q, commitments) = commit_to_order(&shuffle.order, nonces);
    let challenges = Challenges::new(statement, &flatten(output), &commitments);
    let u = &challenges.u;
    let permuted: Vec<Scalar> =
        shuffle.order.iter().map(|from| u.get(*from as usize).copied().unwrap_or_default()).collect();
    let permuted = Zeroizing::new(permuted);
    let chain = Chain::new(&permuted, nonces);

    let omega: [Zeroizing<Scalar>; 4] = std::array::from_fn(|_| Zeroizing::new(nonces.scalar()));
    let omega_chain = many(cards, nonces);
    let omega_order = many(cards, nonces);
    let t = nonce_commitments(statement, output, &chain, &omega, &omega_chain, &omega_order);
    let cc = challenges.last(chain.encoded.as_flattened(), &t);

    let [w1, w2, w3, w4] = &omega;
    let answer = |nonce: &Scalar, secret: Scalar| *nonce + cc * secret;
    let single = [
        answer(w1, q.iter().sum()),
        answer(w2, chain.masks.last().copied().unwrap_or_default()),
        answer(w3, dot(&q, u)),
        answer(w4, dot(&shuffle.masks, u)),
    ];
    let each_chain = omega_chain.iter().zip(chain.own.iter()).map(|(w, own)| answer(w, *own));
    let each_order = omega_order.iter().zip(permuted.iter()).map(|(w, u)| answer(w, *u));

    let mut proof = Vec::with_capacity(proof_length(cards));
    proof.extend_from_slice(&commitments);
    proof.extend_from_slice(chain.encoded.as_flattened());
    for s in once(cc).chain(single).chain(each_chain).chain(each_order) {
        proof.extend_from_slice(s.as_bytes());
    }
    Ok(proof)
}

/// q and c_{j_i} = q_{j_i} B + h_i, encoded by place in the input. Nonces are drawn in the order of the output.
fn commit_to_order(order: &[u32], nonces: &mut impl Nonces) -> (Secrets, Vec<u8>) {
    let mut q = Zeroizing::new(vec![Scalar::ZERO; order.len()]);
    let mut commitments = vec![[0; 32]; order.len()];
    for (from, h) in order.iter().zip(generators(order.len())) {
        let places = (q.get_mut(*from as usize), commitments.get_mut(*from as usize));
        if let (Some(q), Some(commitment)) = places {
            *q = nonces.scalar();
            *commitment = (RistrettoPoint::mul_base(q) + h).compress().to_bytes();
        }
    }
    (q, commitments.as_flattened().to_vec())
}

/// The chain ĉ_i = q^_i B + u'_i ĉ_{i−1}, ĉ_{−1} = h. Its links are known as ĉ_i = a_i B + b_i h, so each is made from two
/// fixed bases instead of from the link before.
struct Chain {
    /// q^_i
    own: Secrets,
    /// a_i; the last one is Σ q^_i v_i
    masks: Secrets,
    /// b_i
    products: Secrets,
    table: &'static RistrettoBasepointTable,
    encoded: Vec<[u8; 32]>,
}

impl Chain {
    fn new(permuted: &[Scalar], nonces: &mut impl Nonces) -> Chain {
        let own = many(permuted.len(), nonces);
        let table = first_generator_table();
        let (mut a, mut b) = (Zeroizing::new(Scalar::ZERO), Zeroizing::new(Scalar::ONE));
        let mut masks = Zeroizing::new(Vec::with_capacity(permuted.len()));
        let mut products = Zeroizing::new(Vec::with_capacity(permuted.len()));
        for (own, u) in own.iter().zip(permuted) {
            *a = own + u * *a;
            *b *= u;
            masks.push(*a);
            products.push(*b);
        }
        let halves: Vec<RistrettoPoint> = masks
            .iter()
            .zip(products.iter())
            .map(|(a, b)| RistrettoPoint::mul_base(&a.div_by_2()) + table * &b.div_by_2())
            .collect();
        let encoded = encode_doubles(&halves);
        Chain { own, masks, products, table, encoded }
    }

    /// Half of t^_i = ω^_i B + ω'_i ĉ_{i−1}, for all i.
    fn nonce_commitments(&self, omega_chain: &[Scalar], omega_order: &[Scalar]) -> Vec<RistrettoPoint> {
        let (zero, one) = (Scalar::ZERO, Scalar::ONE);
        let before = once((&zero, &one)).chain(self.masks.iter().zip(self.products.iter()));
        let links = omega_chain.iter().zip(omega_order).zip(before);
        links
            .map(|((w_chain, w_order), (a, b))| {
                let on_base = Zeroizing::new((w_chain + w_order * a).div_by_2());
                let on_h = Zeroizing::new((w_order * b).div_by_2());
                RistrettoPoint::mul_base(&on_base) + self.table * &*on_h
            })
            .collect()
    }
}

fn nonce_commitments(
    statement: &Statement<'_>,
    output: &[Ciphertext],
    chain: &Chain,
    omega: &[Zeroizing<Scalar>; 4],
    omega_chain: &[Scalar],
    omega_order: &[Scalar],
) -> Vec<[u8; 32]> {
    let [w1, w2, w3, w4] = omega.each_ref().map(|w| Zeroizing::new(w.div_by_2()));
    let halves = Zeroizing::new(omega_order.iter().map(Scalar::div_by_2).collect::<Vec<Scalar>>());
    let (first, second) = (output.iter().map(|card| card.c1.element()), output.iter().map(|card| card.c2.element()));
    let mut t = vec![
        RistrettoPoint::mul_base(&w1),
        RistrettoPoint::mul_base(&w2),
        RistrettoPoint::mul_base(&w3) + RistrettoPoint::multiscalar_mul(halves.iter(), generators(output.len())),
        RistrettoPoint::multiscalar_mul(halves.iter(), first) - RistrettoPoint::mul_base(&w4),
        RistrettoPoint::multiscalar_mul(halves.iter(), second) - statement.key.element() * *w4,
    ];
    t.extend(chain.nonce_commitments(omega_chain, omega_order));
    encode_doubles(&t)
}

fn many(count: usize, nonces: &mut impl Nonces) -> Secrets {
    let mut scalars = Zeroizing::new(Vec::with_capacity(count));
    for _ in 0..count {
        scalars.push(nonces.scalar());
    }
    scalars
}

fn dot(left: &[Scalar], right: &[Scalar]) -> Scalar {
    left.iter().zip(right).map(|(l, r)| l * r).sum()
}
