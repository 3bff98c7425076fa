//! What is refused, with which code, and which of two faults is named (protocol P13–P17).

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use referee_kernel::digest::{SIGN_PREFIX, state_digest};
use referee_log::codec::Writer;
use referee_log::draft::Draft;
use referee_log::event::{Event, KeyTerms, NO_MATCH, Propose};
use referee_log::file::MAGIC;
use referee_log::{Body, Code, Log, Place};
use referee_proof::ed25519::SignKey;
use support::{ONE, Table, file, file_of, note, refusal, sign};

fn open(data: &[u8]) -> Result<Log, referee_log::Refusal> {
    Log::open(data, |_| true, ONE)
}

/// A file of one envelope whose `raw` is anything.
fn envelope(raw: &[u8]) -> Vec<u8> {
    let mut w = Writer::new();
    w.plain(MAGIC);
    w.plain(&[0x92, 1, 0x91, 0x92]);
    w.bytes(raw).unwrap();
    w.bytes(&[0; 64]).unwrap();
    w.finish()
}

#[test]
fn the_outside_of_a_file() {
    assert_eq!(refusal(open(b"")), Code::FMagic);
    assert_eq!(refusal(open(MAGIC)), Code::FCodec);
    assert_eq!(refusal(open(&[MAGIC, &[0x92, 1, 0x90, 0][..]].concat())), Code::FCodec);
    assert_eq!(refusal(open(&[MAGIC, &[0x92, 2, 0x90][..]].concat())), Code::FShape);
    assert_eq!(refusal(open(&[MAGIC, &[0x92, 1, 0x91, 1][..]].concat())), Code::FShape);
    assert_eq!(refusal(open(&[MAGIC, &[0x92, 1, 0x90][..]].concat())), Code::FEmpty);
    assert_eq!(refusal(open(&vec![0; (1 << 26) + 1])), Code::FSize);
    assert_eq!(refusal(open(&envelope(b""))), Code::CTruncated);
    assert_eq!(refusal(open(&envelope(&[0x90]))), Code::EShape);
}

/// Each fault of P15 point 2 alone, then all at once: the earliest of the list is named.
#[test]
fn the_fields_of_an_event_in_order() {
    let table = Table::new(2);
    let parent = table.proposal.id;
    let good = Draft {
        match_id: parent,
        author: 1,
        seq: 0,
        parents: vec![parent],
        step: 0,
        digest: state_digest(b""),
        wall: 0,
        body: note("hello"),
    };
    let parse = |raw: &[u8]| Event::parse(raw, [0; 64]).map(|e| e.id).map_err(|r| r.code);
    let raw = good.encode().unwrap();
    assert!(parse(&raw).is_ok());
    // The suite is the second byte, the kind the 37th, author and number follow.
    let broken = |edits: &[(usize, u8)]| {
        let mut raw = raw.clone();
        edits.iter().for_each(|&(at, byte)| raw[at] = byte);
        parse(&raw)
    };
    assert_eq!(broken(&[(1, 2)]), Err(Code::ESuite));
    assert_eq!(broken(&[(36, 19)]), Err(Code::EKind));
    assert_eq!(broken(&[(36, 0)]), Err(Code::EKind));
    assert_eq!(broken(&[(37, 32)]), Err(Code::EShape));
    assert_eq!(broken(&[(36, 15)]), Err(Code::EShape), "POST has an empty body");
    assert_eq!(broken(&[(1, 2), (36, 19), (37, 32)]), Err(Code::ESuite));
    assert_eq!(broken(&[(36, 19), (37, 32)]), Err(Code::EKind));
    let with = |change: &dyn Fn(&mut Draft)| {
        let mut draft = good.clone();
        change(&mut draft);
        parse(&draft.encode().unwrap())
    };
    assert_eq!(with(&|d| d.seq = 4096), Err(Code::EShape));
    assert!(with(&|d| d.seq = 4095).is_ok());
    assert_eq!(with(&|d| d.parents = vec![parent; 2]), Err(Code::EParents));
    assert_eq!(with(&|d| d.parents = vec![[2; 32], [1; 32]]), Err(Code::EParents));
    assert_eq!(with(&|d| d.parents = (0..65).map(|i| [i; 32]).collect()), Err(Code::EParents));
    assert!(with(&|d| d.parents = (0..64).map(|i| [i; 32]).collect()).is_ok());
    assert_eq!(with(&|d| d.parents = Vec::new()), Err(Code::EMatch));
    assert_eq!(with(&|d| d.match_id = NO_MATCH), Err(Code::EMatch));
    assert_eq!(with(&|d| d.body = note(&"x".repeat(4097))), Err(Code::EShape));
    assert!(with(&|d| d.body = note(&"x".repeat(4096))).is_ok());
}

#[test]
fn a_proposal_stands_before_everything() {
    let table = Table::new(2);
    let Body::Propose(body) = table.proposal.body.clone() else { panic!("a proposal has its body") };
    let good = Draft {
        match_id: NO_MATCH,
        author: 0,
        seq: 0,
        parents: Vec::new(),
        step: 0,
        digest: state_digest(b""),
        wall: 0,
        body: Body::Propose(body),
    };
    let parse = |change: &dyn Fn(&mut Draft)| {
        let mut draft = good.clone();
        change(&mut draft);
        Event::parse(&draft.encode().unwrap(), [0; 64]).map(|e| e.height).map_err(|r| r.code)
    };
    assert_eq!(parse(&|_| {}), Ok(0));
    assert_eq!(parse(&|d| d.seq = 1), Err(Code::EMatch));
    assert_eq!(parse(&|d| d.step = 1), Err(Code::EMatch));
    assert_eq!(parse(&|d| d.digest = [0; 32]), Err(Code::EMatch));
    assert_eq!(parse(&|d| d.match_id = [1; 32]), Err(Code::EMatch));
    assert_eq!(parse(&|d| d.parents = vec![[1; 32]]), Err(Code::EMatch));
}

/// Each check of P14 alone, and each together with everything after it.
#[test]
fn the_charter_in_order() {
    let judge = |change: &dyn Fn(&mut Propose)| {
        let table = Table::new(3);
        let Body::Propose(mut body) = table.proposal.body.clone() else { panic!("a proposal has its body") };
        change(&mut body);
        let draft = Draft {
            match_id: NO_MATCH,
            author: 2,
            seq: 0,
            parents: Vec::new(),
            step: 0,
            digest: state_digest(b""),
            wall: 0,
            body: Body::Propose(body),
        };
        let proposal = sign(&table.keys[2], &draft);
        Log::open(&file(&[&proposal]), |charter| charter.config == b"{}", ONE)
            .map(|log| log.charter().joined)
            .map_err(|r| r.code)
    };
    let config = |p: &mut Propose| p.config = b"[]".to_vec();
    let flags = |p: &mut Propose| {
        p.flags = 2;
        config(p);
    };
    let keys = |p: &mut Propose| {
        p.keys.clear();
        flags(p);
    };
    let host = |p: &mut Propose| {
        let last = p.players.pop().unwrap();
        p.reserves.push(last);
        keys(p);
    };
    let roster = |p: &mut Propose| {
        p.players[0].name.clear();
        host(p);
    };
    assert_eq!(judge(&|_| {}), Ok(3));
    assert_eq!(judge(&config), Err(Code::HConfig));
    assert_eq!(judge(&flags), Err(Code::HFlags));
    assert_eq!(judge(&keys), Err(Code::HKeys));
    assert_eq!(judge(&host), Err(Code::HHost));
    assert_eq!(judge(&roster), Err(Code::HRoster));
    let committee = |threshold, members: &[u64]| {
        let terms = KeyTerms { threshold, committee: members.to_vec() };
        judge(&|p: &mut Propose| p.keys = vec![terms.clone()])
    };
    assert_eq!(committee(2, &[0, 1]), Ok(3));
    assert_eq!(committee(1, &[2]), Ok(3));
    for (threshold, members) in [
        (2, &[0_u64, 0][..]),
        (1, &[0, 1]),
        (3, &[0, 1]),
        (2, &[0]),
        (1, &[3]),
        (1, &[256]),
        (0, &[]),
        (1 << 32, &[0, 1]),
    ] {
        assert_eq!(committee(threshold, members), Err(Code::HKeys), "{threshold} of {members:?}");
    }
    for name in ["", "a\nb", &"x".repeat(65)] {
        assert_eq!(judge(&|p: &mut Propose| p.players[1].name = name.to_owned()), Err(Code::HRoster));
    }
    assert_eq!(judge(&|p: &mut Propose| p.players[1].identity = p.players[0].identity), Err(Code::HRoster));
    assert_eq!(judge(&|p: &mut Propose| p.players[1].box_key = p.players[0].box_key), Err(Code::HRoster));
    assert_eq!(judge(&|p: &mut Propose| p.players[1].box_key = [0; 32]), Err(Code::HRoster));
    assert_eq!(judge(&|p: &mut Propose| p.players[1].identity = [0; 32]), Err(Code::HRoster));
}

#[test]
fn each_event_of_a_file_in_order() {
    let table = Table::new(2);
    let one = table.event(1, 0, &[&table.proposal], note("one"));
    let two = table.event(1, 1, &[&one], note("two"));
    let file_with = |event: Event| file(&[&table.proposal, &one, &event]);
    let code = |event: Event| refusal(open(&file_with(event)));
    let resigned = |event: &Event, change: &dyn Fn(&mut Event)| {
        let mut event = event.clone();
        change(&mut event);
        event
    };
    assert!(open(&file_with(two.clone())).is_ok());
    let other = Table::new(3);
    assert_eq!(code(other.event(1, 0, &[&other.proposal], note("other"))), Code::EMatch);
    let stranger = SignKey::from_seed(&[99; 32]);
    let by_nobody = Draft {
        match_id: table.proposal.id,
        author: 7,
        seq: 0,
        parents: vec![table.proposal.id],
        step: 0,
        digest: state_digest(b""),
        wall: 0,
        body: Body::Post,
    };
    assert_eq!(code(sign(&stranger, &by_nobody)), Code::EAuthor);
    assert_eq!(code(resigned(&two, &|e| e.sig[0] ^= 1)), Code::ESignature);
    assert_eq!(code(resigned(&two, &|e| e.sig = stranger.sign(&[SIGN_PREFIX, &e.raw]))), Code::ESignature);
    let lost = table.event(0, 1, &[&table.proposal], note("lost"));
    assert_eq!(code(table.event(1, 1, &[&lost], note("on nothing"))), Code::EParents);
    assert_eq!(refusal(open(&file(&[&table.proposal, &two, &one]))), Code::EParents);
    assert_eq!(refusal(open(&file(&[&one, &two]))), Code::EMatch, "an unknown match begins with its proposal");
    let place = open(&file_with(resigned(&two, &|e| e.sig[0] ^= 1))).unwrap_err().event;
    assert_eq!(place, Some(Place { place: 2, author_seq: Some((1, 1)) }));
}

#[test]
fn order_then_pasts() {
    let table = Table::new(3);
    let a = table.event(1, 0, &[&table.proposal], note("a"));
    let b = table.event(2, 0, &[&table.proposal], note("b"));
    let (low, high) = if a.id < b.id { (&a, &b) } else { (&b, &a) };
    assert!(open(&file(&[&table.proposal, low, high])).is_ok());
    assert_eq!(refusal(open(&file(&[&table.proposal, high, low]))), Code::FOrder);
    assert_eq!(refusal(open(&file(&[&table.proposal, low, low]))), Code::FOrder);
    let skips = table.event(1, 5, &[&a, &b], note("skips"));
    assert_eq!(refusal(open(&file(&[&table.proposal, high, low, &skips]))), Code::FOrder);
    assert_eq!(refusal(open(&file(&[&table.proposal, low, high, &skips]))), Code::ESeq);
    let no_head = table.event(1, 5, &[&table.proposal, &a], note("the proposal is in the past of a"));
    assert_eq!(refusal(open(&file(&[&table.proposal, &a, &no_head]))), Code::EParents);
    let again = table.event(1, 0, &[&a], note("a number twice on one line"));
    assert_eq!(refusal(open(&file(&[&table.proposal, &a, &again]))), Code::ESeq);
}

/// A file for members has no proposal, and its heights go on from those of the log.
#[test]
fn files_for_members_need_what_they_build_on() {
    let table = Table::new(2);
    let a = table.event(1, 0, &[&table.proposal], note("a"));
    let b = table.event(1, 1, &[&a], note("b"));
    let mut log = table.log();
    assert_eq!(refusal(log.receive(&file(&[&b]), ONE)), Code::EParents);
    assert_eq!(log.receive(&file(&[&a]), ONE).unwrap().new.len(), 1);
    assert_eq!(log.receive(&file(&[&b]), ONE).unwrap().new.len(), 1);
    assert_eq!(log.events()[2].height, 2);
}

#[test]
fn at_most_256_fork_branches() {
    let table = Table::new(2);
    let twins: Vec<Event> =
        (0..258).map(|n| table.event(1, 0, &[&table.proposal], note(&format!("version {n}")))).collect();
    let mut log = table.log();
    log.receive(&file_of(&log, &twins[..257]), ONE).unwrap();
    assert_eq!(log.branches(), 256);
    let before = log.file();
    assert_eq!(refusal(log.append(&twins[257].raw, twins[257].sig)), Code::FSize);
    assert_eq!(log.file(), before);
    // A point 6 refusal later in canonical order comes before the one for the branches.
    let skips = table.event(1, 2, &[&twins[0]], note("skips"));
    assert_eq!(refusal(log.receive(&file_of(&log, &[twins[257].clone(), skips]), ONE)), Code::ESeq);
    assert_eq!(log.twins()[0].len(), 257);
}

/// Two branches merged: the sum of the author's bytes counts each event once, the number goes on from the greater.
#[test]
fn an_author_may_merge_his_own_branches() {
    let table = Table::new(2);
    let left = table.event(1, 0, &[&table.proposal], note("left"));
    let right = table.event(1, 0, &[&table.proposal], note("right"));
    let more = table.event(1, 1, &[&right], note("more"));
    let mut log = table.log();
    log.receive(&file_of(&log, &[left.clone(), right.clone(), more.clone()]), ONE).unwrap();
    let low = table.event(1, 1, &[&left, &more], note("a number that is in the past"));
    assert_eq!(refusal(log.append(&low.raw, low.sig)), Code::ESeq);
    let merged = table.event(1, 2, &[&left, &more], note("merged"));
    log.append(&merged.raw, merged.sig).unwrap();
    assert_eq!(log.branches(), 1);
    let ix = log.find(&merged.id).unwrap();
    assert!(log.line(log.standing(ix).line).contains(&log.find(&more.id).unwrap()));
}

#[test]
fn codes_are_distinct_and_refusals_read_as_sentences() {
    for (at, code) in Code::ALL.iter().enumerate() {
        assert!(Code::ALL[at + 1..].iter().all(|other| other.as_str() != code.as_str()));
    }
    let refusal = open(&envelope(b"")).unwrap_err();
    assert_eq!(refusal.to_string(), "C_TRUNCATED: the event is not one canonical value (event 0)");
}
