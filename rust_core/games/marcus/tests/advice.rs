//! A bot asked for advice in a match chooses as it plays, whatever order the list is written in.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::Arc;

use referee_cards::{Library, shipped};
use referee_kernel::json::Value;
use referee_kernel::open::OpenRules;
use referee_kernel::stream::Stream;
use referee_kernel::wire::{Answer, Answers, Cards, Question, Rules, State};
use referee_marcus::Marcus;

const CHARTER: &[u8] = br#"{"config":{"game":"marcus","options":{"heir_order":"forward","start_imperium":4,"truce_binds_rome":true},"seats":1,"set":"reconstructed-1"},"position":null}"#;

fn dice() -> Stream {
    Stream::from_seed(&[5; 32])
}

/// What the bot would do at a state.
fn advice(state: &dyn State, bot: &str) -> Option<Value> {
    let place = state.advise(bot, 0, &Cards::new(), &[], &mut dice())?;
    Some(state.ask(0, &Cards::new(), &[]).unwrap().unwrap().legal[place as usize].clone())
}

fn answers(action: Value) -> Answers {
    let payload = Value::from(vec![action]).canonical();
    [(0, Some(Answer { payload, cards: Cards::new() }))].into()
}

#[test]
fn legate_advises_what_it_plays() {
    let set = shipped("marcus").unwrap();
    // The same rules with lists in the order in which a playout walks them.
    let walked: Arc<dyn Rules> = Arc::new(OpenRules::<Marcus>::new(Arc::new(Library::new()), set.hash()));
    let rules = [referee_marcus::wire(set).unwrap(), walked];
    let mut states = rules.map(|rules| rules.start(CHARTER, 1));
    let mut luck = [(); 2].map(|()| Stream::from_seed(&[9; 32]));
    let (mut advised, mut moved) = (0, 0);
    while states[0].question() != Question::Over {
        assert_eq!(states[0].question(), states[1].question());
        if states[0].question() == Question::Chance {
            states = [0, 1].map(|i| states[i].chance(&mut luck[i], None));
            continue;
        }
        let places = [0, 1].map(|i: usize| states[i].advise("legate", 0, &Cards::new(), &[], &mut dice()).unwrap());
        moved += u32::from(places[0] != places[1]);
        let chosen = advice(&*states[0], "legate").unwrap();
        assert_eq!(advice(&*states[1], "legate"), Some(chosen.clone()));
        states = states.map(|state| state.act(&answers(chosen.clone())));
        advised += 1;
    }
    assert!(advised > 50 && moved > 0, "{advised} advised, {moved} at another place");
    assert_eq!(advice(&*states[0], "legate"), None);
}

#[test]
fn it_looks_at_what_is_drafted() {
    let state = referee_marcus::wire(shipped("marcus").unwrap()).unwrap().start(CHARTER, 1);
    let mut drafted = Vec::new();
    while let Some(ask) = state.ask(0, &Cards::new(), &drafted).unwrap() {
        let place = state.advise("legate", 0, &Cards::new(), &drafted, &mut dice()).unwrap();
        drafted.push(ask.legal[place as usize].clone());
    }
    let payload = Value::from(drafted.clone()).canonical();
    assert_eq!(state.check(0, &payload, &Cards::new()), Ok(()));
    assert_eq!(state.advise("legate", 0, &Cards::new(), &drafted, &mut dice()), None);
}

#[test]
fn nobody_else_advises_and_nobody_else_is_advised() {
    let state = referee_marcus::wire(shipped("marcus").unwrap()).unwrap().start(CHARTER, 1);
    for (bot, seat) in [("random", 0), ("steady", 0), ("", 0), ("legate", 1)] {
        assert_eq!(state.advise(bot, seat, &Cards::new(), &[], &mut dice()), None, "{bot} {seat}");
    }
    let drafted = [Value::from("nonsense")];
    assert_eq!(state.advise("legate", 0, &Cards::new(), &drafted, &mut dice()), None);
}
