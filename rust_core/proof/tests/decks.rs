//! Laws of encrypted decks: shuffles, draws, reveals, audits (P10, P11).

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{MATCH, SALT, Table, moment};
use referee_proof::Fault;
use referee_proof::deck::{Cards, Ciphertext, flatten};
use referee_proof::draw;
use referee_proof::group::{Point, Scalar};
use referee_proof::nonce::Hedged;
use referee_proof::prescribed;
use referee_proof::secrets::Secrets;
use referee_proof::shuffle::{Shuffle, Statement, verify};

/// A chain of one shuffle by the member at `at`; returns output and proof.
fn link(table: &mut Table, at: usize, input: &[Ciphertext], context: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let fresh = table.fresh();
    let mut nonces = table.people[at].1.shuffle_nonces(context, &fresh);
    let shuffle = Shuffle::random(u32::try_from(input.len()).unwrap(), &mut nonces).unwrap();
    let output = shuffle.apply(input, table.key.x()).unwrap();
    let statement = Statement { key: table.key.x(), context, input };
    let proof = shuffle.prove(&statement, &output, &mut nonces).unwrap();
    (flatten(&output), proof)
}

#[test]
fn hidden_cards_are_read_by_their_owner_and_revealed_to_all() {
    let mut table = Table::new(2, 3, 5);
    let cards = Cards::new(&MATCH, 1, 20);
    let mut deck = cards.fresh();
    for at in 0..table.people.len() {
        let context = moment(0).shuffle_context(1, table.committee.members[at]);
        let (output, proof) = link(&mut table, at, &deck, &context);
        deck = verify(&Statement { key: table.key.x(), context: &context, input: &deck }, &output, &proof).unwrap();
    }
    let key = *table.key.x();
    let mut seen = Vec::new();
    for (pos, position) in (0u32..).zip(&deck) {
        let fresh = table.fresh();
        let here = &table.people[0].1;
        let (author, draw) = (table.committee.members[0], here.draw(1, pos, 9, &position.c1, &fresh));
        let rho = *here.rho(1, pos, 9);
        let context = draw::context(&MATCH, 1, pos, author);
        let blinded = draw::check(&position.c1, draw.blinded.bytes(), &draw.proof, &context).unwrap();
        let gamma = table.gamma(&blinded);
        let number = cards.find(&draw::read(&position.c2, &gamma, &rho, &key)).unwrap();
        assert_eq!(cards.find(&draw::open(&position.c2, &gamma)), None, "others do not see it");
        assert_eq!(draw::check_reveal(position, &blinded, rho.as_bytes(), &gamma, &key, &cards), Ok(number));
        let (wrong, above) = (rho + Scalar::ONE, [0xff; 32]);
        let reveal = |rho: &[u8], gamma: &Point| draw::check_reveal(position, &blinded, rho, gamma, &key, &cards);
        assert_eq!(reveal(wrong.as_bytes(), &gamma), Err(Fault::Reveal));
        assert_eq!(reveal(&above, &gamma), Err(Fault::Reveal));
        assert_eq!(reveal(rho.as_bytes(), &key), Err(Fault::Reveal));
        // Opened for everybody it is the same card.
        let shown = table.gamma(&position.c1);
        assert_eq!(cards.find(&draw::open(&position.c2, &shown)), Some(number));
        seen.push(number);
    }
    seen.sort_unstable();
    assert_eq!(seen, (0..20).collect::<Vec<u32>>());
}

#[test]
fn a_draw_of_another_card_or_by_another_author_is_refused() {
    let here = Secrets::from_root(&[8; 32]).in_match(&MATCH, 2);
    let c1 = Point::base(&Scalar::from(99u8));
    let other = Point::base(&Scalar::from(98u8));
    let made = here.draw(0, 4, 7, &c1, &[1; 32]);
    let context = draw::context(&MATCH, 0, 4, 2);
    let check = |c1: &Point, p: &[u8], proof: &[u8], context: &[u8]| draw::check(c1, p, proof, context);
    assert_eq!(check(&c1, made.blinded.bytes(), &made.proof, &context), Ok(made.blinded));
    assert_eq!(check(&other, made.blinded.bytes(), &made.proof, &context), Err(Fault::Draw));
    assert_eq!(check(&c1, c1.bytes(), &made.proof, &context), Err(Fault::Draw));
    assert_eq!(check(&c1, &[0; 32], &made.proof, &context), Err(Fault::Draw));
    assert_eq!(check(&c1, made.blinded.bytes(), &made.proof[..63], &context), Err(Fault::Draw));
    for (deck, pos, author) in [(1, 4, 2), (0, 5, 2), (0, 4, 3)] {
        let context = draw::context(&MATCH, deck, pos, author);
        assert_eq!(check(&c1, made.blinded.bytes(), &made.proof, &context), Err(Fault::Draw));
    }
    // A draw of C1 itself with an honest proof for ρ = 0 would hide nothing.
    let bare = draw::make_with(&c1, &Scalar::ZERO, &context, &Scalar::ONE);
    assert_eq!(check(&c1, bare.blinded.bytes(), &bare.proof, &context), Err(Fault::Draw));
}

#[test]
fn a_shuffle_with_a_doubled_lost_or_replaced_card_is_refused() {
    let mut table = Table::new(2, 2, 6);
    for cards in [2, 3, 17] {
        let input = Cards::new(&MATCH, 0, cards).fresh();
        let context = moment(3).shuffle_context(0, table.committee.members[0]);
        let (output, proof) = link(&mut table, 0, &input, &context);
        let statement = Statement { key: table.key.x(), context: &context, input: &input };
        assert!(verify(&statement, &output, &proof).is_ok());
        let refused = |output: &[u8], proof: &[u8]| {
            assert_eq!(verify(&statement, output, proof).unwrap_err(), Fault::Shuffle);
        };

        let mut doubled = output.clone();
        doubled.copy_within(..64, 64);
        refused(&doubled, &proof);
        let mut swapped = output.clone();
        swapped[..128].rotate_left(64);
        refused(&swapped, &proof);
        let mut replaced = output.clone();
        replaced[32..64].copy_from_slice(table.key.x().bytes());
        refused(&replaced, &proof);
        refused(&output[64..], &proof);
        refused(&output, &proof[32..]);
        for at in (0..proof.len()).step_by(32) {
            let mut changed = proof.clone();
            changed[at] ^= 1;
            refused(&output, &changed);
        }
        let elsewhere = moment(3).shuffle_context(0, table.committee.members[1]);
        let other = Statement { context: &elsewhere, ..statement };
        assert_eq!(verify(&other, &output, &proof).unwrap_err(), Fault::Shuffle);
    }
}

#[test]
fn the_proof_of_a_doubled_card_fails() {
    // Somebody who proves with a deck he tampered with before: the proof is about another input.
    let mut table = Table::new(2, 2, 7);
    let input = Cards::new(&MATCH, 0, 8).fresh();
    let mut doubled = input.clone();
    doubled[5] = doubled[4];
    let context = moment(0).shuffle_context(0, table.committee.members[0]);
    let (output, proof) = link(&mut table, 0, &doubled, &context);
    let statement = Statement { key: table.key.x(), context: &context, input: &input };
    assert_eq!(verify(&statement, &output, &proof).unwrap_err(), Fault::Shuffle);
}

#[test]
fn only_permutations_of_1_to_256_cards_shuffle() {
    let masks = |count: usize| vec![Scalar::ONE; count];
    assert!(Shuffle::new(vec![1, 0, 2], masks(3)).is_some());
    assert!(Shuffle::new(vec![1, 1, 2], masks(3)).is_none());
    assert!(Shuffle::new(vec![1, 3, 2], masks(3)).is_none());
    assert!(Shuffle::new(vec![1, 0, 2], masks(2)).is_none());
    assert!(Shuffle::new(vec![], vec![]).is_none());
    assert!(Shuffle::new((0..257).collect(), masks(257)).is_none());
    assert!(prescribed::shuffle(&[1; 32], 0).is_none());
    assert!(prescribed::shuffle(&[1; 32], 257).is_none());
    assert!(prescribed::shuffle(&[1; 32], u32::MAX).is_none());
    let mut nonces = Hedged::new(&[1; 32], &[b"any"], &[2; 32]);
    assert!(Shuffle::random(u32::MAX, &mut nonces).is_none());
}

#[test]
fn the_largest_deck_shuffles_and_the_next_is_refused() {
    let mut table = Table::new(2, 2, 8);
    let context = moment(0).shuffle_context(0, table.committee.members[0]);
    let input = Cards::new(&MATCH, 0, 256).fresh();
    let (output, proof) = link(&mut table, 0, &input, &context);
    let statement = Statement { key: table.key.x(), context: &context, input: &input };
    let output = verify(&statement, &output, &proof).unwrap();
    assert_eq!(output.len(), 256);

    let larger = Cards::new(&MATCH, 0, 257).fresh();
    let statement = Statement { input: &larger, ..statement };
    let (output, proof) = (vec![1; 64 * 257], vec![1; 128 * 257 + 160]);
    assert_eq!(verify(&statement, &output, &proof).unwrap_err(), Fault::Shuffle);
    assert_eq!(verify(&Statement { input: &[], ..statement }, &[], &[1; 160]).unwrap_err(), Fault::Shuffle);
}

#[test]
fn a_lone_shuffler_is_held_to_the_prescribed_shuffle() {
    let mut table = Table::new(1, 1, 9);
    let (key, fresh) = (*table.key.x(), table.fresh());
    let alpha = moment(12).deck_alpha(&SALT, 0);
    let base = prescribed::point(&key, &alpha);
    let input = Cards::new(&MATCH, 0, 12).fresh();
    let seed = prescribed::seed(&key, &alpha, &table.shares[0].gamma(&base));
    let output = prescribed::shuffle(&seed, 12).unwrap().apply(&input, &key).unwrap();
    let part = table.shares[0].part(&base, &MATCH, &fresh);
    let audit =
        |alpha: &[u8], part: &[u8], output: &[Ciphertext]| prescribed::audit(&MATCH, &key, alpha, part, &input, output);
    assert_eq!(audit(&alpha, &part, &output), Ok(()));

    let mut stacked = output.clone();
    stacked.swap(0, 1);
    assert_eq!(audit(&alpha, &part, &stacked), Err(Fault::Audit));
    assert_eq!(audit(&moment(13).deck_alpha(&SALT, 0), &part, &output), Err(Fault::Audit));
    assert_eq!(audit(&alpha, &part[..95], &output), Err(Fault::Audit));
    assert_eq!(audit(&alpha, &part, &output[..11]), Err(Fault::Audit));
}
