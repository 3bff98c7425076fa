//! Whole matches as section 8 of the interface asks them: question, document, refusals, answers, chance numbers.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::collections::BTreeMap;

use common::{lines, short};
use referee_cards::shipped;
use referee_kernel::json::Value;
use referee_kernel::stream::Stream;
use referee_kernel::wire::{Answer, Answers, Cards, Question, Rules, State};
use referee_marcus::wire;
use std::sync::Arc;

fn rules() -> Arc<dyn Rules> {
    wire(shipped("marcus").unwrap()).unwrap()
}

fn text<'a>(v: &'a Value, key: &str) -> &'a str {
    v.get(key).and_then(Value::as_str).unwrap()
}

fn number(v: &Value) -> u32 {
    u32::try_from(v.as_int().unwrap()).unwrap()
}

fn need(state: &dyn State) -> Value {
    match state.question() {
        Question::Act(seats) => {
            let seats: Vec<Value> = seats.into_iter().map(Value::from).collect();
            Value::List(vec!["act".into(), seats.into()])
        }
        other => Value::List(vec![other.kind().into()]),
    }
}

/// Checks one step and gives the next state.
fn step(state: &dyn State, line: &Value) -> Box<dyn State> {
    let at = short(line);
    assert_eq!(need(state), *line.get("need").unwrap(), "{at}");
    assert_eq!(state.document(), line.get("document").unwrap().canonical(), "{at}");
    for pair in line.get("refused").and_then(Value::as_list).unwrap_or_default() {
        let [payload, rule] = pair.as_list().unwrap() else { panic!("{at}") };
        let refused = state.check(0, payload.as_str().unwrap().as_bytes(), &Cards::new()).unwrap_err();
        assert_eq!(refused.rule, format!("marcus:{}", rule.as_str().unwrap()), "{} at {at}", payload.text());
    }
    let answer = line.get("answer").unwrap();
    match state.question() {
        Question::Over => state.boxed(),
        Question::Chance => {
            let used = answer.as_list().unwrap();
            let pairs: Vec<_> =
                used.iter().map(|v| v.as_list().unwrap()).map(|p| (number(&p[0]), number(&p[1]))).collect();
            let mut stream = Stream::from_words(pairs.iter().map(|p| p.1).collect());
            stream.record();
            let mut told = Vec::new();
            let next = state.chance(&mut stream, Some(&mut told));
            assert_eq!(stream.recorded(), pairs, "{at}");
            assert_eq!(told.len(), pairs.len(), "{at}");
            next
        }
        _ => {
            let mut answers = Answers::new();
            for entry in answer.as_list().unwrap() {
                let payload = &entry.as_list().unwrap()[1];
                let given =
                    (*payload != Value::Null).then(|| Answer { payload: payload.canonical(), cards: Cards::new() });
                if let Some(given) = &given {
                    assert_eq!(state.check(0, &given.payload, &given.cards), Ok(()), "{at}");
                }
                answers.insert(0, given);
            }
            state.act(&answers)
        }
    }
}

#[test]
fn recorded_matches_are_equal_step_by_step() {
    let rules = rules();
    let mut state: Option<Box<dyn State>> = None;
    let (mut matches, mut steps) = (0, 0);
    for line in lines("marcus-wire") {
        if let Some(charter) = line.get("charter") {
            let players = u8::try_from(number(line.get("players").unwrap())).unwrap();
            let config = charter.canonical();
            assert!(rules.accepts(&config, players));
            assert!(!rules.accepts(&config, 2));
            assert!(rules.decks(&config, players).is_empty());
            state = Some(rules.start(&config, players));
            matches += 1;
        } else {
            let next = step(&**state.as_ref().unwrap(), &line);
            state = Some(next);
            steps += 1;
        }
    }
    assert_eq!((matches, steps), (23, 123));
}

#[test]
fn the_rules_hash_is_that_of_the_interface() {
    let hex: String = rules().rules_hash().iter().map(|b| format!("{b:02x}")).collect();
    assert_eq!(hex, "26617af112ece54dd501bf37e5266d6d6af76732599587c59436915f1d8df66c");
}

/// W8, first example.
#[test]
fn the_deal_after_deploy_uses_the_stream_as_the_interface_shows() {
    let rules = rules();
    let config = br#"{"config":{"game":"marcus","options":{"heir_order":"forward","start_imperium":4,"truce_binds_rome":true},"seats":1,"set":"reconstructed-1"},"position":null}"#;
    let payload = br#"[{"box":"marcomanni","count":6,"do":"place_legions"},{"box":"quadi","count":4,"do":"place_legions"},{"box":"marcomanni","do":"place_leader","leader":"marcus"},{"box":"quadi","do":"place_leader","leader":"pompeianus"},{"do":"done"}]"#;
    let state = rules.start(config, 1);
    let answer = Answer { payload: payload.to_vec(), cards: Cards::new() };
    assert_eq!(state.check(0, payload, &answer.cards), Ok(()));
    let state = state.act(&BTreeMap::from([(0, Some(answer))]));
    let mut stream = Stream::from_seed(&[0; 32]);
    stream.record();
    let mut told = Vec::new();
    let state = state.chance(&mut stream, Some(&mut told));
    assert_eq!(stream.recorded(), [(43, 36), (42, 18), (41, 6), (40, 11), (39, 11)]);
    let cards: Vec<_> = told.iter().map(|t| text(t, "outcome")).collect();
    assert_eq!(cards, ["r_sarmatia", "r_fortuna", "r_action", "r_auction", "r_captives"]);
    assert_eq!(state.ask(0, &Cards::new(), &[]).unwrap().unwrap().kind, "roman");
}

#[test]
fn charters_that_are_no_match_are_refused() {
    let rules = rules();
    let whole = r#"{"config":{"game":"marcus","options":{"heir_order":"forward","start_imperium":4,"truce_binds_rome":true},"seats":1,"set":"reconstructed-1"},"position":null}"#;
    assert!(rules.accepts(whole.as_bytes(), 1));
    for (old, new) in [
        ("\"position\":null", "\"position\":{}"),
        (",\"position\":null", ""),
        ("\"seats\":1", "\"seats\":2"),
        (",\"seats\":1", ""),
        ("reconstructed-1", "reconstructed-2"),
        ("\"start_imperium\":4", "\"start_imperium\":0"),
        ("\"start_imperium\":4,", ""),
        ("{\"config\"", " {\"config\""),
        ("marcus", "purple"),
    ] {
        assert!(!rules.accepts(whole.replace(old, new).as_bytes(), 1), "{new}");
    }
    for players in [0, 2, 3, 255] {
        assert!(!rules.accepts(whole.as_bytes(), players));
    }
}
