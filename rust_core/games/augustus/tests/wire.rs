//! Matches on the wire, recorded elsewhere: question, document and answer of every step.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::sync::Arc;

use common::{json, lines};
use referee_cards::shipped;
use referee_kernel::json::Value;
use referee_kernel::stream::Stream;
use referee_kernel::wire::{Answer, Answers, Cards, Place, Question, Rules, Seat, State};

fn rules() -> Arc<dyn Rules> {
    referee_augustus::wire(shipped("augustus").unwrap()).unwrap()
}

fn list(v: &Value) -> &[Value] {
    v.as_list().unwrap()
}

fn int<T: TryFrom<i64>>(v: &Value) -> T {
    T::try_from(v.as_int().unwrap()).unwrap_or_else(|_| panic!("{}", v.text()))
}

fn place(v: &[Value]) -> Place {
    Place { deck: int(&v[0]), pos: int(&v[1]) }
}

fn cards(v: &Value) -> Cards {
    list(v).iter().map(|c| (place(list(c)), int(&list(c)[2]))).collect()
}

fn need(q: &Question) -> Value {
    let places = |p: &[Place]| p.iter().map(|p| vec![p.deck.into(), p.pos.into()].into()).collect::<Vec<Value>>();
    let rest = match q {
        Question::Act(s) | Question::Seal(s) | Question::Open(s) => Some(s.iter().map(|s| (*s).into()).collect()),
        Question::Show(p) => Some(places(p)),
        Question::Shuffle(decks) => Some(
            decks
                .iter()
                .map(|(d, p)| vec![(*d).into(), p.iter().map(|p| (*p).into()).collect::<Vec<_>>().into()].into())
                .collect(),
        ),
        Question::Chance | Question::Over => None,
    };
    [Value::from(q.kind())].into_iter().chain(rest.map(Value::List)).collect::<Vec<_>>().into()
}

fn answers(state: &dyn State, v: &Value, at: &str) -> Answers {
    let mut answers = Answers::new();
    for entry in list(v) {
        let [seat, payload, reveals] = list(entry) else { panic!("{at}") };
        let seat: Seat = int(seat);
        let answer = (*payload != Value::Null).then(|| Answer { payload: payload.canonical(), cards: cards(reveals) });
        if let Some(a) = &answer {
            state.check(seat, &a.payload, &a.cards).unwrap_or_else(|e| panic!("{at}: {e:?}"));
            assert_eq!(state.reveals(seat, list(payload), &a.cards), a.cards.keys().copied().collect::<Vec<_>>());
        }
        answers.insert(seat, answer);
    }
    answers
}

/// The state after `answer`; results of chance are fed as the words that give them.
fn after(state: &dyn State, answer: &Value, at: &str) -> Box<dyn State> {
    match state.question() {
        Question::Act(_) => state.act(&answers(state, answer, at)),
        Question::Open(_) => state.open(&answers(state, answer, at)),
        Question::Seal(_) => state.seal(&list(answer).iter().map(int).collect::<Vec<_>>()),
        Question::Chance => {
            let words = list(answer).iter().map(|w| int(&list(w)[1])).collect();
            let mut stream = Stream::from_words(words);
            stream.record();
            let next = state.chance(&mut stream, None);
            let used = stream.recorded().iter().map(|(n, r)| vec![(*n).into(), (*r).into()].into());
            assert_eq!(Value::from(used.collect::<Vec<Value>>()).text(), answer.text(), "{at}");
            next
        }
        Question::Show(_) => state.show(&cards(answer)),
        Question::Shuffle(_) => state.shuffled(),
        Question::Over => panic!("{at}: nothing follows"),
    }
}

#[test]
fn recorded_matches_are_replayed() {
    let rules = rules();
    let mut state: Option<Box<dyn State>> = None;
    for line in lines("augustus-wire") {
        if let Some(charter) = line.get("charter") {
            let (config, players) = (charter.canonical(), int(line.get("players").unwrap()));
            assert!(rules.accepts(&config, players), "{}", charter.text());
            assert!(!rules.accepts(&config, players + 1));
            state = Some(rules.start(&config, players));
            continue;
        }
        let at = format!("step {}", line.get("step").unwrap().text());
        let now = state.take().unwrap();
        assert_eq!(need(&now.question()).text(), line.get("need").unwrap().text(), "{at}");
        let document = Value::parse_canonical(&now.document()).unwrap();
        assert_eq!(document.text(), line.get("document").unwrap().text(), "{at}");
        assert_eq!(now.result().is_some(), now.question() == Question::Over, "{at}");
        if now.question() != Question::Over {
            state = Some(after(&*now, line.get("answer").unwrap(), &at));
        }
    }
}

/// The worked vectors of section 9.10.
#[test]
fn chance_runs_of_the_interface() {
    let seed: [u8; 32] = std::array::from_fn(|i| u8::try_from(i).unwrap());
    let config = json(
        r#"{"config":{"first_crier":0,"first_game":true,"game":"augustus","placement":"sealed","seats":2,
        "set":"reconstructed-1","token_limit":null},"position":null}"#,
    );
    let mut stream = Stream::from_seed(&seed);
    let mut told = Vec::new();
    let state = rules().start(&config.canonical(), 2).chance(&mut stream, Some(&mut told));
    let outcomes: Vec<String> = told.iter().map(|t| t.get("outcome").unwrap().text()).collect();
    assert_eq!(outcomes, ["58", "6", "29", "44", "79", "54", "28", "33", "49", "70", "57", "\"shield\""]);
    assert_eq!((stream.used(), state.question()), (12, Question::Seal(vec![0, 1])));
}
