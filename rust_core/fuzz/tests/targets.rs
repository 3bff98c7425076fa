//! The targets hold on their corpora, reach what they are for, and notice a broken law.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeSet;

use referee_fuzz::{TARGETS, corpus, dice, mutate, targets};
use referee_kernel::json::Value;

#[test]
fn every_target_holds_on_its_corpus() {
    for target in TARGETS {
        let inputs = corpus::inputs(target.name).unwrap();
        assert!(inputs.iter().any(|input| !input.is_empty()), "{} has no corpus", target.name);
        inputs.iter().take(40).for_each(|input| (target.run)(input));
    }
}

#[test]
fn signed_nonsense_meets_many_faults() {
    let mut seen = BTreeSet::new();
    for input in corpus::inputs("replay").unwrap() {
        let verdict = targets::replay::outcome(&input);
        let faults = verdict.get("faults").and_then(Value::as_list).unwrap();
        seen.extend(faults.iter().map(|fault| fault.as_list().unwrap()[1].as_str().unwrap().to_owned()));
        let some = |key| !verdict.get(key).and_then(Value::as_list).unwrap().is_empty();
        seen.extend(["superseded", "forks", "desync"].into_iter().filter(|key| some(key)).map(str::to_owned));
    }
    for code in ["E_EARLY", "E_FORKED", "E_NOW", "E_STEP", "desync", "forks", "superseded"] {
        assert!(seen.contains(code), "{code} is not among {seen:?}");
    }
}

#[test]
fn the_same_seed_makes_the_same_changes() {
    let change = |seed, run| mutate::mutate(b"[1,2]", b"{}", &mut dice::numbers(seed, "codec", run));
    let changes = |seed| (0..50).map(|run| change(seed, run)).collect::<Vec<_>>();
    assert_eq!(changes(1), changes(1));
    assert_ne!(changes(1), changes(2));
}
