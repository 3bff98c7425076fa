//! Receiving is set union: any order, any number of times, all or nothing.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;

use referee_kernel::digest::Hash;
use referee_kernel::stream::Stream;
use referee_log::event::Event;
use referee_log::{Body, EventIx, Kind, Log, fork};
use support::{ONE, Table, file, file_of, note, numbers, refusal};

/// Members that mail each other at random and sometimes sign one number twice; all that was ever signed.
struct History {
    table: Table,
    events: Vec<Event>,
    /// The past of each event, computed the slow way.
    past: BTreeMap<Hash, BTreeSet<Hash>>,
}

impl History {
    fn new(members: u8, length: usize, stream: &mut Stream) -> Self {
        let table = Table::new(members);
        let first = table.proposal.clone();
        let mut history =
            Self { past: BTreeMap::from([(first.id, BTreeSet::new())]), events: vec![first.clone()], table };
        let mut known: Vec<BTreeSet<Hash>> = vec![BTreeSet::from([first.id]); usize::from(members)];
        for n in 0..length {
            let author = stream.below(members.into()) as u8;
            let from = stream.below(members.into()) as usize;
            let theirs = known[from].clone();
            known[usize::from(author)].extend(theirs);
            let lost = stream.below(8) == 0;
            let event = history.sign(author, &known[usize::from(author)], n);
            if !lost {
                known[usize::from(author)].insert(event.id);
            }
            history.events.push(event);
        }
        history
    }

    /// An event by `author` on all heads of what he knows.
    fn sign(&mut self, author: u8, known: &BTreeSet<Hash>, n: usize) -> Event {
        let covered: BTreeSet<Hash> = known.iter().flat_map(|id| self.past[id].clone()).collect();
        let heads: Vec<Hash> = known.difference(&covered).copied().collect();
        let own = |e: &&Event| known.contains(&e.id) && e.author == author;
        let seq = self.events.iter().filter(own).map(|e| e.seq + 1).max().unwrap_or(0);
        let body = if n % 5 == 4 { Body::Post } else { note(&format!("note {n}")) };
        let parents: Vec<&Event> = self.events.iter().filter(|e| heads.contains(&e.id)).collect();
        let event = self.table.event(author, seq, &parents, body);
        self.past.insert(event.id, known.clone());
        event
    }

    /// A random set of events with all their pasts.
    fn closed(&self, stream: &mut Stream) -> Vec<Event> {
        let mut ids = BTreeSet::from([self.events[0].id]);
        for event in &self.events {
            if stream.below(6) == 0 {
                ids.insert(event.id);
                ids.extend(&self.past[&event.id]);
            }
        }
        self.events.iter().filter(|event| ids.contains(&event.id)).cloned().collect()
    }
}

fn open(events: &[Event], history: &History) -> Log {
    Log::open(&file_of(&history.table.log(), events), |_| true, ONE).unwrap()
}

#[test]
fn any_order_and_repetition_of_closed_files_gives_the_same_log() {
    for seed in 0..6 {
        let mut stream = numbers(seed);
        let history = History::new(4, 60, &mut stream);
        let whole = open(&history.events, &history);
        let mut log = open(&history.closed(&mut stream), &history);
        for _ in 0..6 {
            let data = file_of(&log, &history.closed(&mut stream));
            let before = log.events().to_vec();
            let received = log.receive(&data, ONE).unwrap();
            assert_eq!(log.events()[..received.unchanged], before[..received.unchanged]);
            assert_eq!(log.events().len(), before.len() + received.new.len());
            assert!(received.new.iter().all(|ix| before.iter().all(|event| event.id != log[*ix].id)));
            assert!(log.receive(&data, ONE).unwrap().new.is_empty());
        }
        log.receive(&whole.file(), ONE).unwrap();
        assert_eq!(log.file(), whole.file());
        assert_eq!(log.heads().collect::<Vec<_>>(), whole.heads().collect::<Vec<_>>());
        assert_eq!(log.twins(), whole.twins());
        assert_eq!(log.branches(), whole.branches());
    }
}

#[test]
fn past_heads_twins_and_reach_are_what_the_slow_way_says() {
    let mut forked = 0;
    for seed in 10..16 {
        let mut stream = numbers(seed);
        let history = History::new(3, 50, &mut stream);
        let log = open(&history.events, &history);
        let past = |e: EventIx| &history.past[&log[e].id];
        for e in log.places() {
            for x in log.places() {
                assert_eq!(log.past(e, x), past(e).contains(&log[x].id));
                assert_eq!(log.past_or_self(e, x), e == x || log.past(e, x));
            }
            for line in 0..log.line_count() {
                let reached = log.line(line).iter().take_while(|x| log.past_or_self(e, **x)).count();
                assert_eq!(usize::from(log.reach(e, line)), reached);
                assert!(log.line(line)[reached..].iter().all(|x| !log.past_or_self(e, *x)));
            }
        }
        let heads: Vec<EventIx> = log.places().filter(|x| log.places().all(|e| !log.past(e, *x))).collect();
        assert_eq!(log.heads().collect::<Vec<_>>(), heads);
        let mut groups: BTreeMap<(u8, u16), Vec<EventIx>> = BTreeMap::new();
        log.places().for_each(|ix| groups.entry((log[ix].author, log[ix].seq)).or_default().push(ix));
        let mut twins: Vec<_> = groups.into_values().filter(|group| group.len() > 1).collect();
        twins.sort();
        assert_eq!(log.twins(), twins);
        for author in 0..3 {
            let own: Vec<EventIx> = log.places().filter(|ix| log[*ix].author == author).collect();
            assert_eq!(log.by_author(author), own);
        }
        forked += log.branches();
    }
    assert!(forked > 10);
}

#[test]
fn a_file_for_members_leaves_out_what_each_of_them_has_built_on() {
    for seed in 20..26 {
        let mut stream = numbers(seed);
        let history = History::new(4, 40, &mut stream);
        let log = open(&history.events, &history);
        for members in [vec![], vec![0], vec![1, 3], vec![0, 1, 2, 3], vec![9]] {
            let held = |x: EventIx, m: &u8| log.places().any(|e| log[e].author == *m && log.past(e, x));
            let lacks = |x: &EventIx| members.is_empty() || !members.iter().all(|m| held(*x, m));
            let wanted: Vec<&Event> = log.places().filter(lacks).map(|ix| &log[ix]).collect();
            assert_eq!(log.file_for(&members), file(&wanted));
        }
    }
}

#[test]
fn threads_change_neither_result_nor_refusal() {
    let mut stream = numbers(30);
    let history = History::new(3, 40, &mut stream);
    let two = NonZeroUsize::new(2).unwrap();
    let good = open(&history.events, &history).file();
    assert_eq!(Log::open(&good, |_| true, two).unwrap().file(), good);
    let mut bad = good.clone();
    let last = bad.len() - 70;
    bad[last] ^= 1;
    let alone = Log::open(&bad, |_| true, ONE).unwrap_err();
    assert_eq!(Log::open(&bad, |_| true, two).unwrap_err(), alone);
}

#[test]
fn a_refused_file_changes_nothing() {
    let mut stream = numbers(31);
    let history = History::new(3, 40, &mut stream);
    let mut log = open(&history.events[..20], &history);
    let (file_before, heads) = (log.file(), log.heads().collect::<Vec<_>>());
    let last = log.by_author(1).last().map(|ix| log[*ix].clone()).unwrap();
    // Stands early in canonical order and is fine; after it comes an event of the same author that skips a number.
    let early = history.table.event(2, 0, &[&history.table.proposal], note("another beginning"));
    let skips = history.table.event(1, last.seq + 2, &[&last], note("skips a number"));
    assert_eq!(refusal(log.receive(&file_of(&log, &[early.clone(), skips]), ONE)).as_str(), "E_SEQ");
    assert_eq!(log.file(), file_before);
    assert_eq!(log.heads().collect::<Vec<_>>(), heads);
    assert_eq!(log.find(&early.id), None);
    let received = log.receive(&file_of(&log, &[early]), ONE).unwrap();
    assert_eq!((received.new.len(), log.events().len()), (1, 21));
}

#[test]
fn own_events_are_checked_like_files() {
    let table = Table::new(2);
    let mut log = Log::propose(&table.proposal.raw, table.proposal.sig, |_| true).unwrap();
    let join = table.event(1, 0, &[&table.proposal], note("first"));
    assert_eq!(log.append(&join.raw, join.sig).unwrap().new, [EventIx(1)]);
    assert_eq!(log.append(&join.raw, join.sig).unwrap().new, []);
    let again = table.event(1, 2, &[&join], note("third"));
    assert_eq!(refusal(log.append(&again.raw, again.sig)).as_str(), "E_SEQ");
    assert_eq!(refusal(log.append(&again.raw, join.sig)).as_str(), "E_SIGNATURE");
    assert_eq!(refusal(log.append(&join.raw[1..], join.sig)).as_str(), "C_TRAILING");
    assert_eq!(refusal(Log::propose(&table.proposal.raw, table.proposal.sig, |_| false)).as_str(), "H_CONFIG");
    assert_eq!(refusal(Log::propose(&join.raw, join.sig, |_| true)).as_str(), "E_MATCH");
}

#[test]
fn a_log_is_posted_if_its_only_head_is_a_post() {
    let table = Table::new(2);
    let mut log = table.log();
    assert_eq!(log.posted(), None);
    let post = table.event(1, 0, &[&table.proposal], Body::Post);
    log.append(&post.raw, post.sig).unwrap();
    assert_eq!(log.posted(), Some(1));
    let aside = table.event(0, 1, &[&table.proposal], Body::Post);
    log.append(&aside.raw, aside.sig).unwrap();
    assert_eq!(log.posted(), None);
}

#[test]
fn fork_proofs_convict_and_nothing_else_does() {
    let table = Table::new(2);
    let mut log = table.log();
    for text in ["one", "two"] {
        let event = table.event(1, 0, &[&table.proposal], note(text));
        log.append(&event.raw, event.sig).unwrap();
    }
    let twins = log.twins();
    let proof = fork::proof(&log, twins[0][0], twins[0][1]).unwrap();
    let who = fork::verify(&proof).unwrap();
    assert_eq!((who.name.as_str(), who.author, who.seq), ("member 1", 1, 0));
    assert_eq!(fork::proof(&log, twins[0][0], twins[0][0]), None);
    assert_eq!(fork::proof(&log, EventIx(0), twins[0][0]), None);
    assert_eq!(refusal(fork::verify(&log.file())).as_str(), "F_SHAPE");
    assert_eq!(log[twins[0][0]].kind, Kind::Note);
}
