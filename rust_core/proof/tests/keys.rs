//! Laws of keys: parts, dealings, rolls, commitments, secrets (P7–P9, P12, P21).

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{MATCH, SALT, START, Table, deal};
use referee_proof::Fault;
use referee_proof::dealing::{Complaint, Deal, Dealing};
use referee_proof::group::{Point, Scalar, scalar};
use referee_proof::key::{Committee, JointKey, Purpose};
use referee_proof::roll::{self, BranchEntry, Moment};
use referee_proof::secrets::Secrets;
use referee_proof::shuffle::Shuffle;
use referee_proof::{dleq, salt, seal};

#[test]
fn any_t_parts_combine_to_the_same() {
    for (threshold, size) in [(1, 1), (2, 2), (2, 3), (3, 3), (2, 5), (3, 5), (5, 5)] {
        let mut table = Table::new(threshold, size, threshold * 16 + size);
        let base = roll::point(table.key.x(), b"alpha");
        let parts = table.parts(&base);
        let whole = table.key.combine(&parts).unwrap();
        for chosen in 0u32..1 << size {
            let some: Vec<(u8, Point)> =
                parts.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1).map(|(_, part)| *part).rev().collect();
            let expected = (chosen.count_ones() >= u32::from(threshold)).then_some(whole);
            assert_eq!(table.key.combine(&some), expected, "{threshold} of {size}: {chosen:b}");
        }
        // A part sent twice counts once, and strangers count for nothing.
        let twice = [vec![parts[0]; 9], vec![(30, parts[0].1); 9]].concat();
        assert_eq!(table.key.combine(&twice), (threshold == 1).then_some(whole));
    }
}

#[test]
fn public_shares_are_those_of_the_secret_ones() {
    let table = Table::new(3, 4, 1);
    for (share, member) in table.shares.iter().zip(&table.committee.members) {
        assert_eq!(table.key.share(*member), Some(&share.public()));
    }
    assert_eq!(table.key.share(30), None);
}

#[test]
fn a_changed_part_is_refused_wherever_it_is_changed() {
    let mut table = Table::new(2, 2, 2);
    let base = roll::point(table.key.x(), b"alpha");
    let member = table.committee.members[0];
    let fresh = table.fresh();
    let part = table.shares[0].part(&base, &MATCH, &fresh);
    let check = |part: &[u8], member, base: &Point, match_id| table.key.check_part(member, part, base, match_id);
    for at in 0..part.len() {
        let mut changed = part;
        changed[at] ^= 1 << (at % 8);
        assert_eq!(check(&changed, member, &base, &MATCH), Err(Fault::Part), "byte {at}");
    }
    for length in [0, 31, 32, 95] {
        assert_eq!(check(&part[..length], member, &base, &MATCH), Err(Fault::Part), "length {length}");
    }
    assert_eq!(check(&part, table.committee.members[1], &base, &MATCH), Err(Fault::Part));
    assert_eq!(check(&part, 30, &base, &MATCH), Err(Fault::Part));
    assert_eq!(check(&part, member, &roll::point(table.key.x(), b"beta"), &MATCH), Err(Fault::Part));
    assert_eq!(check(&part, member, &base, &[0; 32]), Err(Fault::Part));
    assert_eq!(Fault::Part.code(), "X_PART");
}

#[test]
fn a_wrong_share_is_found_and_shown_by_its_receiver_only() {
    let mut table = Table::new(2, 3, 3);
    let (committee, fresh) = (table.committee.clone(), table.fresh());
    let boxes: Vec<Point> = table.people.iter().map(|(secrets, _)| *secrets.box_key()).collect();
    let deal = deal(&committee, committee.members[0]);
    let mut sent = table.people[0].1.deal(&deal, &boxes, &fresh).unwrap();
    let right = Dealing::check(&deal, &sent).unwrap();
    // The masked share of the second member: the proof does not cover it, so the dealing passes.
    let at = sent.len() - 64;
    sent[at] ^= 1;
    let wrong = Dealing::check(&deal, &sent).unwrap();

    let (victim, other) = (&table.people[1], &table.people[2]);
    assert_eq!(victim.1.share(&[(deal, &wrong)]).unwrap_err(), [committee.members[0]]);
    assert!(victim.1.share(&[(deal, &right)]).is_ok());
    assert!(other.1.share(&[(deal, &wrong)]).is_ok());

    let check = |dealing: &Dealing, member: u8, box_key: &Point, complaint: &Complaint| {
        dealing.check_complaint(&deal, member, box_key, complaint)
    };
    let complaint = victim.1.complain(&deal, &wrong, &fresh);
    let (first, second) = (committee.members[1], committee.members[2]);
    assert_eq!(check(&wrong, first, &boxes[1], &complaint), Ok(()));
    assert_eq!(check(&right, first, &boxes[1], &complaint), Err(Fault::Complaint), "the share is right");
    assert_eq!(check(&wrong, second, &boxes[2], &complaint), Err(Fault::Complaint), "another's complaint");
    assert_eq!(check(&wrong, committee.members[0], &boxes[1], &complaint), Err(Fault::Complaint), "the dealer's own");
    let mut lie = complaint.clone();
    lie.shared = *boxes[0].bytes();
    assert_eq!(check(&wrong, first, &boxes[1], &lie), Err(Fault::Complaint), "another K");
}

#[test]
fn dealings_are_bound_to_their_place() {
    let mut table = Table::new(2, 3, 4);
    let (committee, fresh) = (table.committee.clone(), table.fresh());
    let boxes: Vec<Point> = table.people.iter().map(|(secrets, _)| *secrets.box_key()).collect();
    let deal = deal(&committee, committee.members[0]);
    let sent = table.people[0].1.deal(&deal, &boxes, &fresh).unwrap();
    assert_eq!(sent.len(), deal.length());
    let refused = |deal: Deal<'_>, bytes: &[u8]| assert_eq!(Dealing::check(&deal, bytes).unwrap_err(), Fault::Dealing);
    refused(Deal { match_id: &START, ..deal }, &sent);
    refused(Deal { purpose: Purpose::Roll, ..deal }, &sent);
    refused(Deal { dealer: committee.members[1], ..deal }, &sent);
    refused(Deal { dealer: 30, ..deal }, &sent);
    refused(deal, &sent[..sent.len() - 32]);
    refused(deal, &[]);
    // Nobody deals for another.
    assert_eq!(table.people[1].1.deal(&deal, &boxes, &[0; 32]), None);
    assert!(Dealing::check(&deal, &sent).is_ok());
}

#[test]
fn cancelling_dealings_make_no_key() {
    let a = Point::base(&Scalar::from(5u8));
    let minus = Point::base(&-Scalar::from(5u8));
    let committee = Committee { threshold: 2, members: vec![0, 1] };
    let key = JointKey::from_commitments(committee, &[&[a, a], &[minus, a]]);
    assert_eq!(key.unwrap_err(), Fault::Key);
}

#[test]
fn no_two_moments_share_a_roll() {
    let back = [BranchEntry::TakeBack { step: 9, to: 4 }];
    let absent = [BranchEntry::Default { step: 9, absent: vec![4] }];
    let both = [back[0].clone(), absent[0].clone()];
    let branches: [&[BranchEntry]; 4] = [&[], &back, &absent, &both];
    let mut alphas = Vec::new();
    for branch in branches {
        for step in [0, 9, 1 << 20] {
            let moment = Moment { start: &START, branch, step };
            alphas.push(moment.roll_alpha(&SALT));
            alphas.push(moment.deck_alpha(&SALT, 0));
            alphas.push(moment.deck_alpha(&SALT, 1));
        }
    }
    let key = Point::base(&Scalar::from(3u8));
    let mut seeds: Vec<[u8; 32]> = alphas.iter().map(|alpha| roll::seed(&key, alpha, &key)).collect();
    let count = seeds.len();
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len(), count);
}

#[test]
fn commitments_open_to_what_was_committed() {
    let here = Secrets::from_root(&[8; 32]).in_match(&MATCH, 2);
    let commitment = here.commitment();
    assert_eq!(salt::open(&MATCH, 2, &here.nonce(), &commitment), Ok(()));
    assert_eq!(salt::open(&MATCH, 3, &here.nonce(), &commitment), Err(Fault::Nonce));
    assert_eq!(salt::open(&MATCH, 2, &[0; 32], &commitment), Err(Fault::Nonce));
    assert_ne!(salt::joint([&[1; 32], &[2; 32]]), salt::joint([&[2; 32], &[1; 32]]));

    let nonce = here.seal_nonce(5);
    let sealed = seal::commit(&MATCH, 1, 30, &nonce, b"[3]");
    assert_eq!(seal::open(&MATCH, 1, 30, &nonce, b"[3]", &sealed), Ok(()));
    assert_eq!(seal::open(&MATCH, 1, 30, &nonce, b"[4]", &sealed), Err(Fault::Seal));
    assert_eq!(seal::open(&MATCH, 1, 31, &nonce, b"[3]", &sealed), Err(Fault::Seal));
    assert_eq!(seal::open(&MATCH, 0, 30, &nonce, b"[3]", &sealed), Err(Fault::Seal));
    assert_eq!(seal::open(&MATCH, 1, 30, &here.seal_nonce(6), b"[3]", &sealed), Err(Fault::Seal));
}

#[test]
fn proofs_of_one_statement_differ_by_their_fresh_bytes_only() {
    let x = scalar(&[7; 32].map(|byte: u8| byte & 15)).unwrap();
    let base = Point::base(&Scalar::from(11u8));
    let (one, again, other) = (
        dleq::prove(&x, &base, &MATCH, &[1; 32]),
        dleq::prove(&x, &base, &MATCH, &[1; 32]),
        dleq::prove(&x, &base, &MATCH, &[2; 32]),
    );
    assert_eq!(one, again);
    assert_ne!(one, other);
    for proof in [one, other] {
        assert!(dleq::verify(&Point::base(&x), &base, &base.times(&x), &proof, &MATCH));
    }
}

#[test]
fn secrets_do_not_show() {
    let table = Table::new(2, 2, 10);
    let (secrets, here) = &table.people[0];
    let shuffle = Shuffle::new(vec![0], vec![Scalar::ONE]).unwrap();
    let shown = [
        format!("{secrets:?}"),
        format!("{here:?}"),
        format!("{:?}", table.shares[0]),
        format!("{:?}", secrets.endorse_key()),
        format!("{shuffle:?}"),
    ];
    let expected = ["Secrets", "MatchSecrets", "KeyShare", "EndorseKey", "Shuffle"];
    assert_eq!(shown.to_vec(), expected.map(|name| format!("{name}(secret)")));
}
