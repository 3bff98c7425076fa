//! Matches on the wire: the recorded ones step by step, and what payloads may hold.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::sync::Arc;

use common::lines;
use referee_kernel::json::Value;
use referee_kernel::stream::Stream;
use referee_kernel::wire::{Answer, Answers, Cards, Place, Question, Rules, State};

fn rules() -> Arc<dyn Rules> {
    referee_purple::wire(referee_cards::shipped("purple").unwrap()).unwrap()
}

fn ints(v: &Value) -> Vec<i64> {
    v.as_list().unwrap().iter().map(|n| n.as_int().unwrap()).collect()
}

fn cards(v: &Value) -> Cards {
    let one = |v: &Value| match ints(v)[..] {
        [deck, pos, card] => {
            let place = Place { deck: u8::try_from(deck).unwrap(), pos: u32::try_from(pos).unwrap() };
            (place, u32::try_from(card).unwrap())
        }
        _ => panic!("{}", v.text()),
    };
    v.as_list().unwrap().iter().map(one).collect()
}

fn need(question: &Question) -> Value {
    let seats = |s: &[u8]| Value::List(s.iter().map(|s| Value::from(*s)).collect());
    let kind = Value::from(question.kind());
    let pos = |p: &[u32]| Value::List(p.iter().map(|p| Value::from(*p)).collect());
    Value::List(match question {
        Question::Act(s) | Question::Seal(s) | Question::Open(s) => vec![kind, seats(s)],
        Question::Chance | Question::Over => vec![kind],
        Question::Show(places) => {
            let place = |p: &Place| Value::List(vec![Value::from(p.deck), Value::from(p.pos)]);
            vec![kind, Value::List(places.iter().map(place).collect())]
        }
        Question::Shuffle(decks) => {
            let deck = |(d, p): &(u8, Vec<u32>)| Value::List(vec![Value::from(*d), pos(p)]);
            vec![kind, Value::List(decks.iter().map(deck).collect())]
        }
    })
}

/// What a seat may answer, checked first; the reveals are also those that the rules would choose.
fn answers(state: &dyn State, list: &Value) -> Answers {
    let mut answers = Answers::new();
    for entry in list.as_list().unwrap() {
        let [seat, payload, reveals] = entry.as_list().unwrap() else { panic!("{}", entry.text()) };
        let seat = u8::try_from(seat.as_int().unwrap()).unwrap();
        if *payload == Value::Null {
            answers.insert(seat, None);
            continue;
        }
        let (payload, actions) = (payload.canonical(), payload.as_list().unwrap());
        let cards = cards(reveals);
        state.check(seat, &payload, &cards).unwrap();
        let known = cards.clone();
        assert_eq!(state.reveals(seat, actions, &known), cards.keys().copied().collect::<Vec<_>>());
        if state.question().kind() != "open" {
            let mut drafted = Vec::new();
            for action in actions {
                let ask = state.ask(seat, &known, &drafted).unwrap().unwrap();
                assert!(ask.legal.contains(action), "{} of {:?}", action.text(), ask);
                drafted.push(action.clone());
            }
            state.ask(seat, &known, &drafted).unwrap();
        }
        answers.insert(seat, Some(Answer { payload, cards }));
    }
    answers
}

fn next(state: &dyn State, answer: &Value, at: usize) -> Box<dyn State> {
    match state.question() {
        Question::Act(_) => state.act(&answers(state, answer)),
        Question::Open(_) => state.open(&answers(state, answer)),
        Question::Seal(_) => {
            let sealed: Vec<u8> = ints(answer).iter().map(|s| u8::try_from(*s).unwrap()).collect();
            state.seal(&sealed)
        }
        Question::Chance => {
            let recorded: Vec<Vec<i64>> = answer.as_list().unwrap().iter().map(ints).collect();
            let words = recorded.iter().map(|r| u32::try_from(r[1]).unwrap()).collect();
            let mut stream = Stream::from_words(words);
            stream.record();
            let mut told = Vec::new();
            let next = state.chance(&mut stream, Some(&mut told));
            let drawn: Vec<Vec<i64>> =
                stream.recorded().iter().map(|(n, r)| vec![i64::from(*n), i64::from(*r)]).collect();
            assert_eq!(drawn, recorded, "line {at}");
            assert_eq!(told.len(), drawn.len(), "line {at}");
            next
        }
        Question::Show(_) => state.show(&cards(answer)),
        Question::Shuffle(_) => state.shuffled(),
        Question::Over => panic!("line {at}: nothing is asked"),
    }
}

#[test]
fn recorded_matches_replay() {
    let rules = rules();
    let mut state: Option<Box<dyn State>> = None;
    let mut steps = 0;
    for (i, line) in lines("purple-wire").iter().enumerate() {
        if let Some(charter) = line.get("charter") {
            let players = u8::try_from(line.get("players").unwrap().as_int().unwrap()).unwrap();
            assert!(rules.accepts(&charter.canonical(), players));
            state = Some(rules.start(&charter.canonical(), players));
            continue;
        }
        let s = state.take().unwrap();
        steps += 1;
        assert_eq!(need(&s.question()).text(), line.get("need").unwrap().text(), "line {}", i + 1);
        let document = String::from_utf8(s.document()).unwrap();
        assert_eq!(document, line.get("document").unwrap().text(), "line {}", i + 1);
        for viewer in [None, Some(0), Some(1)] {
            s.view(viewer, &Cards::new());
            // Nobody is told what another seat draws or commits.
            for change in s.news(viewer) {
                let name = change.get("change").and_then(Value::as_str);
                let secret = matches!(name, Some("PlotDrawn" | "AgendaDealt" | "CardCommitted"));
                let own = change.get("seat").and_then(Value::as_int) == viewer.map(i64::from);
                assert!(!secret || own || change.get("card").is_none(), "line {}", i + 1);
            }
        }
        state = match s.question() {
            Question::Over => {
                assert!(s.result().is_some());
                None
            }
            _ => Some(next(&*s, line.get("answer").unwrap(), i + 1)),
        };
    }
    assert_eq!(steps, 240);
}
