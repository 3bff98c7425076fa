//! A match whose members sign what a test wants: events are made from parents and a body, and nothing is checked.

#![allow(dead_code, reason = "each test uses what it needs")]

use std::num::NonZeroUsize;

use referee_kernel::digest::Name;
use referee_kernel::digest::{Hash, SIGN_PREFIX, state_digest};
use referee_kernel::stream::Stream;
use referee_log::codec::Writer;
use referee_log::draft::Draft;
use referee_log::event::{Event, KeyTerms, Member, NO_MATCH, Propose};
use referee_log::file::MAGIC;
use referee_log::{Body, Code, Log};
use referee_proof::ed25519::SignKey;
use referee_proof::group::{Point, hash_to_scalar};

pub const ONE: NonZeroUsize = NonZeroUsize::MIN;

/// The signing keys of a match's members, and its proposal.
pub struct Table {
    pub keys: Vec<SignKey>,
    pub proposal: Event,
}

impl Table {
    /// A match of so many players without keepers and reserves.
    pub fn new(players: u8) -> Self {
        let keys: Vec<SignKey> = (0..players).map(|i| SignKey::from_seed(&[i; 32])).collect();
        let proposal = sign(&keys[0], &draft(NO_MATCH, 0, 0, Vec::new(), charter(&keys)));
        Self { keys, proposal }
    }

    /// The event `seq` of `author` on these parents.
    pub fn event(&self, author: u8, seq: u16, parents: &[&Event], body: Body) -> Event {
        let mut ids: Vec<Hash> = parents.iter().map(|parent| parent.id).collect();
        ids.sort_unstable();
        sign(&self.keys[usize::from(author)], &draft(self.proposal.id, author, seq, ids, body))
    }

    /// A log with the proposal alone.
    pub fn log(&self) -> Log {
        Log::open(&file(&[&self.proposal]), |_| true, ONE).unwrap()
    }
}

fn charter(keys: &[SignKey]) -> Body {
    let member = |(i, key): (u8, &SignKey)| Member {
        name: format!("member {i}"),
        identity: *key.public(),
        box_key: *Point::base(&hash_to_scalar(Name::KeyBox, &[&[i]])).bytes(),
    };
    Body::Propose(Box::new(Propose {
        nonce: [7; 32],
        game: "toy".to_owned(),
        rules: [8; 32],
        config: b"{}".to_vec(),
        players: (0..).zip(keys).map(member).collect(),
        keepers: Vec::new(),
        reserves: Vec::new(),
        keys: vec![KeyTerms { threshold: keys.len().min(2) as u64, committee: (0..keys.len() as u64).collect() }],
        grace: 3600,
        flags: 0,
    }))
}

fn draft(match_id: Hash, author: u8, seq: u16, parents: Vec<Hash>, body: Body) -> Draft {
    Draft { match_id, author, seq, parents, step: 0, digest: state_digest(b""), wall: 1_800_000_000, body }
}

/// Signs a draft, whatever it says.
pub fn sign(key: &SignKey, draft: &Draft) -> Event {
    let raw = draft.encode().unwrap();
    Event::parse(&raw, key.sign(&[SIGN_PREFIX, &raw])).unwrap()
}

/// A file of these events in this order.
pub fn file(events: &[&Event]) -> Vec<u8> {
    let mut w = Writer::new();
    w.plain(MAGIC);
    w.array(2).unwrap();
    w.uint(1);
    w.array(events.len()).unwrap();
    for event in events {
        w.array(2).unwrap();
        w.bytes(&event.raw).unwrap();
        w.bytes(&event.sig).unwrap();
    }
    w.finish()
}

/// A file of these events in canonical order, heights computed among themselves; parents that are not among them count
/// as having the height that they carry in `known`.
pub fn file_of(known: &Log, events: &[Event]) -> Vec<u8> {
    let mut all = events.to_vec();
    for _ in 0..all.len() {
        for at in 0..all.len() {
            let height = |id: &Hash| {
                let inside = all.iter().find(|event| event.id == *id).map(|event| event.height);
                inside.or_else(|| known.find(id).map(|ix| known[ix].height))
            };
            let most = all[at].parents.iter().filter_map(height).max();
            let height = most.map_or(0, |most| most + 1);
            all[at].height = height;
        }
    }
    all.sort_by_key(Event::rank);
    file(&all.iter().collect::<Vec<_>>())
}

pub fn note(text: &str) -> Body {
    Body::Note { text: text.to_owned() }
}

pub fn refusal<T: std::fmt::Debug>(result: Result<T, referee_log::Refusal>) -> Code {
    result.unwrap_err().code
}

/// Reproducible numbers for tests that try many cases.
pub fn numbers(seed: u8) -> Stream {
    Stream::from_seed(&[seed; 32])
}
