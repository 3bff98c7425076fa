//! The rules of Kuhn poker, paragraph by paragraph, at a table and on the wire, and the laws.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use referee_kernel::json::Value;
use referee_kernel::laws::keep;
use referee_kernel::set::NoSets;
use referee_kernel::table::{Rulebook, Table};
use referee_kernel::wire::{Answer, Answers, Cards, Place, Question, State};
use referee_kuhn::{Book, Kuhn};

fn json(text: &str) -> Value {
    Value::parse(text.as_bytes()).unwrap()
}

fn table(deals: u16) -> Box<dyn Table> {
    let config = format!(r#"{{"deals":{deals},"seats":2}}"#);
    Book::new().start(&NoSets, &json(&config)).map_err(|e| e.0).unwrap()
}

/// `2`: a card; `0 bet`: a seat speaks.
fn play(t: &mut Box<dyn Table>, lines: &[&str]) -> Result<(), String> {
    for line in lines {
        let result = match line.split_once(' ') {
            None => t.chance(&json(line)),
            Some((seat, word)) => t.act(seat.parse().unwrap(), &Value::object([("do", word.into())])),
        };
        result.map_err(|e| e.to_string())?;
    }
    Ok(())
}

fn field(t: &dyn Table, key: &str) -> String {
    Value::parse(&t.document()).unwrap().get(key).unwrap().text()
}

#[test]
fn laws() {
    for deals in [1, 2, 7, 40] {
        keep(&Kuhn { deals }, &NoSets, deals.into(), 5).unwrap();
    }
}

#[test]
fn r2_1_a_card_is_seen_by_its_seat_only() {
    let mut t = table(1);
    play(&mut t, &["3", "1"]).unwrap();
    let hands = |viewer| Value::parse(&t.view(viewer).unwrap()).unwrap().get("hands").unwrap().text();
    assert_eq!(
        [hands(Some(0)), hands(Some(1)), hands(None)],
        [r#"[3,"hidden"]"#, r#"["hidden",1]"#, r#"["hidden","hidden"]"#]
    );
}

#[test]
fn r4_1_the_higher_card_wins_and_r4_2_a_fold_shows_nothing() {
    for (lines, balance) in [
        (vec!["3", "1", "0 check", "1 check"], "[1,-1]"),
        (vec!["1", "3", "0 check", "1 check"], "[-1,1]"),
        (vec!["2", "1", "0 bet", "1 call"], "[2,-2]"),
        (vec!["1", "2", "0 bet", "1 fold"], "[1,-1]"),
        (vec!["1", "2", "0 check", "1 bet", "0 call"], "[-2,2]"),
        (vec!["3", "2", "0 check", "1 bet", "0 fold"], "[-1,1]"),
    ] {
        let mut t = table(2);
        play(&mut t, &lines).unwrap();
        assert_eq!((field(&*t, "balance"), field(&*t, "phase")), (balance.to_owned(), "\"dealing\"".to_owned()));
    }
}

#[test]
fn r2_3_the_seats_take_turns_at_speaking_first() {
    let mut t = table(2);
    play(&mut t, &["3", "1", "0 check", "1 check", "2", "3"]).unwrap();
    assert_eq!(play(&mut t, &["0 check"]).unwrap_err(), "3.1: not_asked");
    play(&mut t, &["1 bet", "0 fold"]).unwrap();
    assert_eq!(t.next(), br#"{"over":{"balance":[0,0],"reason":"deals","winners":[0,1]}}"#);
}

#[test]
fn refusals_name_their_rule() {
    let mut t = table(1);
    assert_eq!(play(&mut t, &["0 check"]).unwrap_err(), "2.1: chance_pending");
    assert_eq!(play(&mut t, &["4"]).unwrap_err(), "2.1: not_in_deck");
    assert_eq!(play(&mut t, &["2", "2"]).unwrap_err(), "2.1: not_in_deck");
    play(&mut t, &["1"]).unwrap();
    assert_eq!(play(&mut t, &["3"]).unwrap_err(), "2.1: no_chance_pending");
    assert_eq!(play(&mut t, &["0 call"]).unwrap_err(), "3.1: not_listed");
    assert_eq!(play(&mut t, &["0 raise"]).unwrap_err(), "3.1: unknown_action");
    play(&mut t, &["0 check"]).unwrap();
    assert_eq!(play(&mut t, &["1 fold"]).unwrap_err(), "3.2: not_listed");
    play(&mut t, &["1 bet"]).unwrap();
    assert_eq!(play(&mut t, &["0 check"]).unwrap_err(), "3.3: not_listed");
    play(&mut t, &["0 fold"]).unwrap();
    assert_eq!(play(&mut t, &["0 check"]).unwrap_err(), "4.3: game_over");
}

#[test]
fn configurations_and_documents_are_checked() {
    let start = |c: &str| Book::new().start(&NoSets, &json(c)).err().map(|e| e.0);
    for (config, error) in [
        ("1", "config_shape"),
        (r#"{"seats":2,"ante":1}"#, "config_unknown_key"),
        (r#"{"seats":2,"game":"poker"}"#, "config_game"),
        (r#"{"seats":3}"#, "config_seats"),
        (r#"{"seats":2,"deals":0}"#, "config_deals"),
    ] {
        assert_eq!(start(config), Some(error), "{config}");
    }
    let document = r#"{"balance":[2,-2],"config":{"deals":3,"game":"kuhn","seats":2},"deal":1,"game":"kuhn",
        "hands":[null,null],"phase":"dealing","said":[]}"#;
    let load = |d: &str| Book::new().load(&NoSets, &json(d)).err().map(|e| e.0);
    assert_eq!(load(document), None);
    assert_eq!(load(&document.replace("[2,-2]", "[2]")), Some("shape"));
    assert_eq!(load(&document.replace("[2,-2]", "[3,-3]")), Some("balance"));
    assert_eq!(load(&document.replace("[2,-2]", "[2,2]")), Some("balance"));
    assert_eq!(load(&document.replace("[null,null]", "[1,null]")), Some("not_a_rest_point"));
    assert_eq!(load(&document.replace("dealing", "over")), Some("game_over"));
}

fn place(pos: u32) -> Place {
    Place { deck: 0, pos }
}

fn say(state: &dyn State, seat: u8, word: &str) -> Box<dyn State> {
    let payload = format!(r#"[{{"do":"{word}"}}]"#).into_bytes();
    state.check(seat, &payload, &Cards::new()).unwrap();
    state.act(&Answers::from([(seat, Some(Answer { payload, cards: Cards::new() }))]))
}

#[test]
fn on_the_wire_nobody_knows_the_cards() {
    let rules = referee_kuhn::wire();
    let config = br#"{"config":{"deals":3,"game":"kuhn","seats":2},"position":null}"#;
    assert!(rules.accepts(config, 2) && !rules.accepts(config, 3));
    assert_eq!(rules.decks(config, 2), [["1", "2", "3"]]);
    let state = rules.start(config, 2);
    assert_eq!(state.hands(), [(place(0), 0), (place(1), 1)].into());
    let public = r#"{"positions":[[0,0,0],[0,1,1]],"view":{"balance":[0,0],"config":{"deals":3,"game":"kuhn","seats":2},"deal":0,"game":"kuhn","hands":["hidden","hidden"],"phase":"speaking","said":[]}}"#;
    assert_eq!(String::from_utf8(state.document()).unwrap(), public);
    let known = Cards::from([(place(0), 1)]);
    assert_eq!(state.view(Some(0), &known).get("hands"), Some(&json(r#"[2,"hidden"]"#)));
    assert_eq!(state.view(Some(1), &known).get("hands"), Some(&json(r#"["hidden","hidden"]"#)));
    assert!(state.check(0, br#"[{"do":"bet"}]"#, &known).is_err(), "no action reveals a card");
    assert_eq!(state.check(1, br#"[{"do":"bet"}]"#, &Cards::new()).unwrap_err().rule, "kuhn:3.1");

    // 4.1: both cards are shown, and the deck is shuffled.
    let called = say(&*say(&*state, 0, "bet"), 1, "call");
    assert_eq!(called.question(), Question::Show(vec![place(0), place(1)]));
    let shown = called.show(&Cards::from([(place(0), 1), (place(1), 2)]));
    assert_eq!(shown.view(None, &known).get("balance"), Some(&json("[-2,2]")));
    assert_eq!((shown.question(), shown.hands().len()), (Question::Shuffle(vec![(0, vec![0, 1, 2])]), 0));

    // 4.2: after a fold the hands stay hidden, and are shuffled as they are.
    let second = shown.shuffled();
    assert_eq!((second.question(), second.hands().len()), (Question::Act(vec![1]), 2));
    let folded = say(&*say(&*second, 1, "bet"), 0, "fold");
    assert_eq!((folded.question(), folded.hands().len()), (Question::Shuffle(vec![(0, vec![3, 4, 5])]), 2));

    // 6.1: two checks by default.
    let third = folded.shuffled();
    let checked = third.act(&[(0, None)].into()).act(&[(1, None)].into());
    assert_eq!(checked.question(), Question::Show(vec![place(6), place(7)]));
    let over = checked.show(&Cards::from([(place(6), 2), (place(7), 0)]));
    assert_eq!(over.result(), Some(json(r#"{"balance":[-2,2],"reason":"deals","winners":[1]}"#)));
}

#[test]
fn a_match_from_a_position_is_open() {
    let rules = referee_kuhn::wire();
    let config = br#"{"config":{"deals":3,"game":"kuhn","seats":2},"position":{"balance":[2,-2],"config":{"deals":3,"game":"kuhn","seats":2},"deal":1,"game":"kuhn","hands":[null,null],"phase":"dealing","said":[]}}"#;
    assert!(rules.accepts(config, 2));
    assert_eq!(rules.decks(config, 2), Vec::<Vec<String>>::new());
    assert_eq!(rules.start(config, 2).question(), Question::Chance);
}
