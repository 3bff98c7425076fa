//! A verdict is a function of the set of events: no order, repetition or earlier judgement changes it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

use flate2::read::GzDecoder;
use referee_kernel::json::Value;
use referee_kernel::stream::Stream;
use referee_log::replay::{Cache, Status, judge};
use referee_log::toy::Toy;
use referee_log::verdict::verdict;
use referee_log::{Event, EventIx, Kind, Log, cases};

/// The logs of the cases of a group that are not refused, with their verdicts.
fn logs(name: &str) -> Vec<(Log, Value)> {
    let path = format!("../../tests/vectors/protocol/{name}.json.gz");
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path);
    let mut bytes = Vec::new();
    GzDecoder::new(File::open(path).unwrap()).read_to_end(&mut bytes).unwrap();
    let group = Value::parse(&bytes).unwrap();
    let cases = group.get("cases").unwrap().as_list().unwrap().iter();
    let judged = cases.filter(|case| case.get("op").unwrap().as_str() == Some("file.judge"));
    judged
        .filter_map(|case| Some((cases::union(case.get("in").unwrap(), &Toy).ok()?, case.get("out")?.clone())))
        .collect()
}

/// The events of a log, parents before children, otherwise in random order.
fn shuffled(log: &Log, seed: u8) -> Vec<&Event> {
    let mut stream = Stream::from_seed(&[seed; 32]);
    let mut ready: Vec<EventIx> = log.places().take(1).collect();
    let mut open: Vec<EventIx> = log.places().skip(1).collect();
    let mut order = Vec::new();
    while !ready.is_empty() {
        let next = ready.swap_remove(stream.below(u32::try_from(ready.len()).unwrap()) as usize);
        order.push(next);
        let (now, later): (Vec<_>, Vec<_>) =
            open.into_iter().partition(|e| log.parents(*e).all(|p| order.contains(&p)));
        ready.extend(now);
        open = later;
    }
    assert_eq!(order.len(), log.events().len());
    order.into_iter().map(|e| &log[e]).collect()
}

fn begin(first: &Event) -> Log {
    Log::propose(&first.raw, first.sig, |_| true).unwrap()
}

fn judged(log: &Log) -> Value {
    verdict(&judge(log, &Toy, &mut Cache::new()))
}

/// Receives the events of each log one by one in random order, judging after every few with what was kept before.
fn any_order(name: &str, every: usize) {
    for (seed, (log, want)) in (0..).zip(logs(name)) {
        let order = shuffled(&log, seed);
        let mut grown = begin(order[0]);
        let mut cache = Cache::new();
        for (n, event) in order.into_iter().enumerate().skip(1) {
            grown.append(&event.raw, event.sig).unwrap();
            if n % every == 0 {
                judge(&grown, &Toy, &mut cache);
            }
        }
        let got = verdict(&judge(&grown, &Toy, &mut cache));
        assert_eq!(got.text(), want.text(), "{name}, log {seed}");
        assert_eq!(verdict(&judge(&grown, &Toy, &mut cache)), got);
    }
}

#[test]
fn chaotic_matches_in_any_order() {
    any_order("chaos", 1);
}

#[test]
fn absences_in_any_order() {
    any_order("absence", 3);
}

#[test]
fn scenarios_in_any_order() {
    any_order("scenarios", 5);
}

#[test]
fn nonsense_in_any_order() {
    any_order("nonsense", 7);
}

#[test]
fn what_was_kept_changes_nothing_on_the_way() {
    for (seed, (log, _)) in (100..).zip(logs("chaos")) {
        let order = shuffled(&log, seed);
        let mut grown = begin(order[0]);
        let mut cache = Cache::new();
        for event in order.into_iter().skip(1) {
            grown.append(&event.raw, event.sig).unwrap();
            let kept = verdict(&judge(&grown, &Toy, &mut cache));
            assert_eq!(kept.text(), judged(&grown).text(), "log {seed}, {} events", grown.events().len());
        }
    }
}

#[test]
fn no_event_of_an_honest_match_is_at_fault_in_its_own_past() {
    let honest = logs("matches").into_iter().filter(|(_, verdict)| {
        let empty = |key: &str| verdict.get(key).unwrap().as_list().unwrap().is_empty();
        verdict.get("phase").unwrap().as_str() == Some("over")
            && ["faults", "superseded", "forks", "desync", "unjudged"].into_iter().all(empty)
    });
    let mut events = 0;
    for (log, _) in honest.take(6) {
        for e in log.places().skip(1) {
            let mut past = begin(&log.events()[0]);
            for x in log.places().skip(1).filter(|x| log.past_or_self(e, *x)) {
                past.append(&log[x].raw, log[x].sig).unwrap();
            }
            let mut cache = Cache::new();
            let report = judge(&past, &Toy, &mut cache);
            assert!(past.places().all(|x| report.status(x) == Status::Ok), "event {}", e.0);
            let setting_up = matches!(log[e].kind, Kind::Join | Kind::Start) || report.step() == 0;
            assert!(setting_up || report.step() - log[e].step <= 1);
            events += 1;
        }
    }
    assert!(events > 150, "{events}");
}
