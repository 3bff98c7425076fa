//! What a match on the wire accepts and refuses (interface section 9).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::sync::Arc;

use common::json;
use referee_cards::shipped;
use referee_kernel::json::Value;
use referee_kernel::wire::{Answer, Answers, Cards, Place, Question, Rules, State};

fn rules() -> Arc<dyn Rules> {
    referee_augustus::wire(shipped("augustus").unwrap()).unwrap()
}

/// The charter's configuration with some keys changed.
fn charter(changes: &[(&str, &str)], position: &str) -> Vec<u8> {
    let mut config = json(
        r#"{"first_crier":0,"first_game":false,"game":"augustus","placement":"sealed","seats":2,
        "set":"reconstructed-1","token_limit":null}"#,
    );
    let Value::Object(fields) = &mut config else { panic!() };
    for (key, new) in changes {
        match key.strip_prefix('-') {
            Some(gone) => drop(fields.remove(gone)),
            None => drop(fields.insert((*key).to_owned(), json(new))),
        }
    }
    Value::object([("config", config), ("position", json(position))]).canonical()
}

fn example() -> String {
    include_str!("example.json").to_owned()
}

fn place(pos: u32) -> Place {
    Place { deck: 0, pos }
}

/// An encrypted match of two whose deck is in order: objective n lies at position n − 1; the draft is asked.
fn drafting() -> Box<dyn State> {
    let start = rules().start(&charter(&[], "null"), 2);
    start.show(&(0..5).map(|p| (place(p), p)).collect())
}

fn refusal(state: &dyn State, seat: u8, payload: &str, cards: &Cards) -> String {
    let e = state.check(seat, payload.as_bytes(), cards).unwrap_err();
    format!("{} {}", e.rule, e.why)
}

fn give(seat: u8, payload: &str, cards: Cards) -> Answers {
    [(seat, Some(Answer { payload: payload.as_bytes().to_vec(), cards }))].into()
}

/// 9.1
#[test]
fn configurations_of_charters() {
    let rules = rules();
    assert!(rules.accepts(&charter(&[], "null"), 2));
    assert!(rules.accepts(&charter(&[("placement", "\"open\"")], &example()), 2));
    for (changes, position, players) in [
        (&[][..], "null".to_owned(), 3),
        (&[("-token_limit", "")], "null".to_owned(), 2),
        (&[("seats", "7")], "null".to_owned(), 7),
        (&[("set", "\"mine\"")], "null".to_owned(), 2),
        (&[("more", "1")], "null".to_owned(), 2),
        (&[], example(), 2),
        (&[], "{}".to_owned(), 2),
        (&[], "5".to_owned(), 2),
    ] {
        assert!(!rules.accepts(&charter(changes, &position), players), "{changes:?} {position}");
    }
    let spaced = b"{\"config\": 1}".to_vec();
    for bytes in [&b""[..], b"null", b"[]", b"{}", b"\xff", &spaced] {
        assert!(!rules.accepts(bytes, 2));
        assert_eq!(rules.decks(bytes, 2), Vec::<Vec<String>>::new());
        let _ = rules.start(bytes, 2).question();
    }
}

/// 9.1: encrypted is what is neither a first game nor a game from a position.
#[test]
fn decks_of_encrypted_matches() {
    let rules = rules();
    let decks = rules.decks(&charter(&[], "null"), 2);
    assert_eq!((decks.len(), decks[0].len()), (1, 88));
    assert_eq!((decks[0][0].as_str(), decks[0][87].as_str()), ("1", "88"));
    assert!(rules.decks(&charter(&[("first_game", "true")], "null"), 2).is_empty());
    assert!(rules.decks(&charter(&[("placement", "\"open\"")], &example()), 2).is_empty());
}

/// 9.7
#[test]
fn a_draft_reveals_exactly_its_three_cards() {
    let state = drafting();
    assert_eq!(state.question(), Question::Seal(vec![0, 1]));
    let keep = r#"[{"do":"keep","objectives":[6,8,11]}]"#;
    let cards = |positions: [u32; 3]| -> Cards { positions.into_iter().map(|p| (place(p), p)).collect() };
    assert_eq!(state.check(0, keep.as_bytes(), &cards([5, 7, 10])), Ok(()));
    let wrong = "augustus:2.6 not_listed";
    assert_eq!(refusal(&*state, 0, keep, &Cards::new()), wrong);
    assert_eq!(refusal(&*state, 0, keep, &cards([5, 7, 9])), wrong, "other cards");
    assert_eq!(refusal(&*state, 1, keep, &cards([5, 7, 10])), wrong, "the other seat's cards");
    let mut four = cards([5, 7, 10]);
    four.insert(place(6), 6);
    assert_eq!(refusal(&*state, 0, keep, &four), wrong, "a card too many");
    let disordered = r#"[{"do":"keep","objectives":[8,6,11]}]"#;
    assert_eq!(refusal(&*state, 0, disordered, &cards([5, 7, 10])), wrong);
    let hand: Cards = (5..11).map(|p| (place(p), p)).collect();
    let ask = state.ask(0, &hand, &[]).unwrap().unwrap();
    assert_eq!((ask.kind.as_str(), ask.rule.as_str(), ask.legal.len()), ("draft", "augustus:2.6", 20));
    let actions = [json(r#"{"do":"keep","objectives":[6,8,11]}"#)];
    assert_eq!(state.reveals(0, &actions, &hand), [place(5), place(7), place(10)]);
    assert_eq!(state.ask(0, &hand, &actions), Ok(None));
    assert!(state.ask(0, &hand, &[json(r#"{"do":"keep","objectives":[6,8,12]}"#)]).is_err());
}

/// 9.3, 9.5, 9.7: nobody sealed, so there is no opening; the three lowest positions of each are shown.
#[test]
fn drafts_by_default() {
    let shown = drafting().seal(&[]);
    assert_eq!(shown.question(), Question::Show([5, 6, 7, 11, 12, 13].map(place).to_vec()));
    let document = Value::parse(&shown.document()).unwrap();
    let answers = document.get("view").unwrap().get("answers").unwrap();
    assert_eq!(answers.text(), r#"[{"do":"default"},{"do":"default"}]"#);
    let cards = [5, 6, 7, 11, 12, 13].into_iter().map(|p| (place(p), p)).collect();
    let drawn = shown.show(&cards);
    assert_eq!((drawn.question(), drawn.hands().len()), (Question::Chance, 6));
    assert_eq!(shown.ask(0, &Cards::new(), &[]), Ok(None));
}

/// 9.6
#[test]
fn sealed_questions_take_one_action() {
    let first_game = charter(&[("first_game", "true")], "null");
    let mut words = referee_kernel::stream::Stream::from_words(vec![0; 12]);
    let state = rules().start(&first_game, 2).chance(&mut words, None);
    assert_eq!(state.question(), Question::Seal(vec![0, 1]));
    let none = Cards::new();
    assert_eq!(state.check(0, br#"[{"do":"pass"}]"#, &none), Ok(()));
    assert_eq!(refusal(&*state, 0, "[]", &none), "augustus:3.5 no_action");
    assert_eq!(refusal(&*state, 0, "{}", &none), "augustus:3.5 no_action");
    assert_eq!(refusal(&*state, 0, r#"[{"do":"pass"},{"do":"pass"}]"#, &none), "augustus:3.5 one_action_too_many");
    assert_eq!(refusal(&*state, 2, r#"[{"do":"pass"}]"#, &none), "augustus:3.5 not_asked");
    assert_eq!(refusal(&*state, 0, r#"[{"do":"pass"}]"#, &[(place(0), 0)].into()), "augustus:3.5 reveals");
    let opening = state.seal(&[1]);
    assert_eq!(opening.question(), Question::Open(vec![1]));
    assert_eq!(refusal(&*opening, 0, r#"[{"do":"pass"}]"#, &none), "augustus:3.5 not_asked");
    assert_eq!(opening.open(&give(1, r#"[{"do":"pass"}]"#, none)).question(), Question::Chance);
}

/// A match from a position in which seat 0 is about to complete 70 and, with its power, 1.
fn chain() -> Box<dyn State> {
    let position = example()
        .replace(r#""turn": 14"#, r#""turn": 20"#)
        .replace(r#""token": "shield""#, r#""token": "dagger""#)
        .replace(
            r#""bag": {"double_sword": 5, "shield": 2, "chariot": 4, "catapult": 3, "standard": 1, "dagger": 1, "joker": 2}"#,
            r#""bag": {"double_sword": 6, "shield": 5, "chariot": 4, "catapult": 3, "standard": 2, "joker": 2}"#,
        )
        .replace(r#""drawn": {"double_sword": 1, "shield": 3, "standard": 1}"#, r#""drawn": {"dagger": 1}"#)
        // 70 and 1 lie before seat 0 in place of 23, 28 and 80.
        .replace(r#""market": [33, 47, 50, 70, 87]"#, r#""market": [28, 33, 47, 50, 87]"#)
        .replace(r#""deck": [1, 2, 5,"#, r#""deck": [2, 5,"#)
        .replace("22, 24,", "22, 23, 24,")
        .replace("79, 81, 82,", "79, 80, 81, 82,")
        .replace(
            r#"[{"objective": 23, "legions": {"shield": 1}, "completed": false}, {"objective": 28, "legions": {"double_sword": 1, "shield": 1}, "completed": false}, {"objective": 80, "legions": {"standard": 1}, "completed": false}]"#,
            r#"[{"objective": 1, "legions": {}, "completed": false}, {"objective": 70, "legions": {"double_sword": 1, "shield": 1, "chariot": 1, "standard": 1}, "completed": false}]"#,
        );
    let config = charter(&[("placement", "\"open\"")], &position);
    assert!(rules().accepts(&config, 2));
    let state = rules().start(&config, 2);
    assert_eq!(state.question(), Question::Act(vec![0, 1]));
    let place = br#"[{"category":"dagger","do":"place","objective":70}]"#.to_vec();
    state.act(&[(0, Some(Answer { payload: place, cards: Cards::new() })), (1, None)].into())
}

/// 9.6: the owner of a chain may answer all of it in one payload, up to the refill.
#[test]
fn a_payload_goes_on_while_the_seat_is_asked_alone() {
    let state = chain();
    assert_eq!(state.question(), Question::Act(vec![0]));
    let none = Cards::new();
    let whole = r#"[{"category":"shield","do":"place","objective":1},{"category":"double_sword","do":"place","objective":1},{"do":"claim","tile":4},{"do":"take","objective":28},{"do":"take","objective":33}]"#;
    assert_eq!(state.check(0, whole.as_bytes(), &none), Ok(()));
    let after = state.act(&give(0, whole, none.clone()));
    assert_eq!(after.question(), Question::Chance);
    assert_eq!(after.view(None, &none).get("resolution").unwrap().get("step"), Some(&"refill".into()));
    let more = whole.replace("}]", r#"},{"do":"take","objective":47}]"#);
    assert_eq!(refusal(&*state, 0, &more, &none), "augustus:10.3 one_action_too_many");
    let wrong = whole.replace(r#""tile":4"#, r#""tile":3"#);
    assert_eq!(refusal(&*state, 0, &wrong, &none), "augustus:6.6 not_listed");
    // Parts of it are payloads, too, and asking goes on where they end.
    let drafted = json(whole).as_list().unwrap()[..2].to_vec();
    let ask = state.ask(0, &none, &drafted).unwrap().unwrap();
    assert_eq!((ask.kind.as_str(), ask.legal.len()), ("claim", 2));
    assert_eq!(state.ask(0, &none, json(whole).as_list().unwrap()), Ok(None));
    assert_eq!(state.ask(1, &none, &[]), Ok(None));
    let part = Value::from(drafted).canonical();
    assert_eq!(state.act(&give(0, std::str::from_utf8(&part).unwrap(), none)).question(), Question::Act(vec![0]));
}

/// 9.4
#[test]
fn defaults_pass_decline_and_take_the_first() {
    let absent: Answers = [(0, None)].into();
    let passed = chain().act(&absent);
    let left = |s: &dyn State| s.ask(0, &Cards::new(), &[]).unwrap().map(|a| a.kind);
    assert_eq!(left(&*passed).as_deref(), Some("claim"));
    let declined = passed.act(&absent);
    assert_eq!(left(&*declined).as_deref(), Some("choose"));
    let taken = declined.act(&absent);
    let news: Vec<String> = taken.news(None).iter().map(Value::text).collect();
    assert_eq!(news[0], r#"{"change":"ObjectiveTaken","objective":28,"seat":0}"#);
}
