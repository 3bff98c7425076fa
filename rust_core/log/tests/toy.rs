//! The toy game by itself: what it starts from, what it asks and what it refuses (Annex C of the format).

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use referee_kernel::json::Value;
use referee_kernel::stream::Stream;
use referee_kernel::wire::{Answer, Answers, Cards, Past, Place, Question, Rules, State};
use referee_log::toy::Toy;

const CLOSED: &str = r#"{"config":{"cards":1,"rounds":2,"seats":2},"position":null}"#;
const OPEN: &str = r#"{"config":{"cards":1,"rounds":2,"seats":2},"position":{"bag":{"b":1},"config":{"cards":1,"rounds":2,"seats":2},"deck":[0],"hand":[[4],[1]],"phase":"luck","round":1,"score":[-7,3],"sealed":[],"shown":[2,3]}}"#;

fn card(pos: u32, index: u32) -> Cards {
    Cards::from([(Place { deck: 0, pos }, index)])
}

fn answers(seat: u8, payload: &str, cards: Cards) -> Answers {
    Answers::from([(seat, Some(Answer { payload: payload.into(), cards }))])
}

/// The first state after its chance run, with crafted words: a die of 3, then the first kind of the bag.
fn first_turn(config: &str) -> Box<dyn State> {
    let start = Toy.start(config.as_bytes(), 2);
    assert_eq!(start.question(), Question::Chance);
    start.chance(&mut Stream::from_words(vec![2, 0]), None)
}

fn view(state: &dyn State, key: &str) -> String {
    Value::parse_canonical(&state.document()).unwrap().get("view").unwrap().get(key).unwrap().text()
}

#[test]
fn configurations() {
    assert!(Toy.accepts(CLOSED.as_bytes(), 2) && Toy.accepts(OPEN.as_bytes(), 2));
    assert!(!Toy.accepts(CLOSED.as_bytes(), 3));
    assert!(!Toy.accepts(b"", 2) && !Toy.accepts(b"null", 2));
    for (part, by) in [
        ("\"cards\":1", "\"cards\":2"),
        ("\"cards\":1", "\"cards\":true"),
        ("\"rounds\":2", "\"rounds\":0"),
        ("\"rounds\":2", "\"rounds\":100"),
        ("\"rounds\":2", "\"rounds\":2.0"),
        ("null", "{}"),
        ("null", "1"),
    ] {
        assert!(!Toy.accepts(CLOSED.replace(part, by).as_bytes(), 2), "{by}");
    }
    for (part, by) in [
        ("{\"b\":1}", "{\"b\":0}"),
        ("{\"b\":1}", "{\"c\":1}"),
        ("{\"b\":1}", "{\"b\":10}"),
        ("\"deck\":[0]", "\"deck\":[]"),
        ("\"shown\":[2,3]", "\"shown\":[3,2]"),
        ("\"shown\":[2,3]", "\"shown\":[2,2]"),
        ("[[4],[1]]", "[[4]]"),
        ("\"luck\"", "\"turn\""),
        ("\"round\":1", "\"round\":2"),
        ("[-7,3]", "[-1000,3]"),
        ("[-7,3]", "[-7]"),
        ("\"sealed\":[]", "\"sealed\":[0]"),
    ] {
        assert!(!Toy.accepts(OPEN.replace(part, by).as_bytes(), 2), "{by}");
    }
    assert!(Toy.accepts(OPEN.replace("{\"b\":1}", "{}").as_bytes(), 2));
}

#[test]
fn decks_are_encrypted_in_closed_matches_only() {
    assert_eq!(Toy.decks(CLOSED.as_bytes(), 2), vec![vec!["c00", "c01", "c02", "c03", "c04"]]);
    assert!(Toy.decks(OPEN.as_bytes(), 2).is_empty());
}

#[test]
fn an_open_match_starts_from_its_position() {
    let start = Toy.start(OPEN.as_bytes(), 2);
    let position = Value::parse_canonical(OPEN.as_bytes()).unwrap().get("position").unwrap().text();
    assert_eq!(String::from_utf8(start.document()).unwrap(), format!(r#"{{"positions":[],"view":{position}}}"#));
}

#[test]
fn luck_is_told_in_the_order_asked() {
    let mut told = Vec::new();
    let start = Toy.start(CLOSED.as_bytes(), 2);
    start.chance(&mut Stream::from_words(vec![2, 2]), Some(&mut told));
    let told = Value::List(told).text();
    assert_eq!(told, r#"[{"chance":{"die":6},"outcome":3},{"chance":{"draw":{"a":2,"b":1}},"outcome":"b"}]"#);
}

#[test]
fn turns() {
    let turn = first_turn(CLOSED);
    assert_eq!(turn.question(), Question::Act(vec![0]));
    assert_eq!(view(&*turn, "score"), "[3,0]");
    let none = Cards::new();
    for legal in [r#"[{"do":"pass"}]"#, r#"[{"do":"take"}]"#, r#"[{"do":"boast"}]"#] {
        assert!(turn.check(0, legal.as_bytes(), &none).is_ok(), "{legal}");
        assert!(turn.check(0, legal.as_bytes(), &card(0, 3)).is_err(), "{legal} takes no reveal");
    }
    assert!(turn.check(0, br#"[{"do":"play","pos":0}]"#, &card(0, 3)).is_ok());
    for (payload, cards) in [
        (r#"[{"do":"play","pos":0}]"#, &none),
        (r#"[{"do":"play","pos":1}]"#, &card(1, 3)),
        (r#"[{"card":0,"do":"play"}]"#, &none),
        (r#"[{"do":"pass"},{"do":"pass"}]"#, &none),
        (r#"[ {"do":"pass"}]"#, &none),
        ("[]", &none),
        ("{}", &none),
        ("", &none),
    ] {
        let refused = turn.check(0, payload.as_bytes(), cards).unwrap_err();
        assert_eq!(refused.rule, "toy:2", "{payload}");
    }
    assert!(turn.check(9, br#"[{"do":"boast"}]"#, &none).is_err());
    let played = turn.act(&answers(0, r#"[{"do":"play","pos":0}]"#, card(0, 4)));
    assert_eq!((view(&*played, "score"), view(&*played, "shown")), ("[7,0]".to_owned(), "[[0,4]]".to_owned()));
    assert_eq!(view(&*played, "hand"), "[1,1]");
    assert_eq!(played.question(), Question::Show(vec![Place { deck: 0, pos: 3 }]));
    assert_eq!(view(&*turn.act(&Answers::from([(0, None)])), "score"), "[3,0]");
}

#[test]
fn bids() {
    let market = first_turn(CLOSED).act(&answers(0, r#"[{"do":"take"}]"#, Cards::new()));
    let bid = market.show(&card(2, 0));
    assert_eq!(bid.question(), Question::Seal(vec![0, 1]));
    assert_eq!(bid.seal(&[]).question(), Question::Chance);
    let open = bid.seal(&[0, 1]);
    assert_eq!(open.question(), Question::Open(vec![0, 1]));
    assert!(open.check(1, b"[]", &Cards::new()).is_ok());
    assert!(open.check(1, br#"[{"bid":3}]"#, &Cards::new()).is_ok());
    assert_eq!(open.check(1, br#"[{"bid":4}]"#, &Cards::new()).unwrap_err().rule, "toy:4");
    let bids = |a: &str, b: &str, cards: Cards| {
        let [a, b] = [(a, Cards::new()), (b, cards)].map(|(p, cards)| Some(Answer { payload: p.into(), cards }));
        view(&*open.open(&Answers::from([(0, a), (1, b)])), "score")
    };
    assert_eq!(bids(r#"[{"bid":2}]"#, r#"[{"bid":1}]"#, Cards::new()), "[6,0]");
    assert_eq!(bids(r#"[{"bid":2}]"#, r#"[{"bid":2}]"#, Cards::new()), "[4,0]");
    assert_eq!(bids("[]", r#"[{"lay":1}]"#, card(1, 4)), "[4,4]");
}

#[test]
fn a_market_without_cards_is_shuffled_anew() {
    let mut state = first_turn(CLOSED).act(&Answers::from([(0, None)]));
    for (pos, round) in [(2, 0), (3, 1)] {
        assert_eq!(state.question(), Question::Show(vec![Place { deck: 0, pos }]));
        state = state.show(&card(pos, pos)).seal(&[]);
        assert_eq!(view(&*state, "round"), (round + 1).to_string());
        if round == 0 {
            state = state.chance(&mut Stream::from_words(vec![0, 0]), None).act(&Answers::from([(1, None)]));
        }
    }
    assert_eq!(state.question(), Question::Over);
    assert_eq!(state.result().unwrap().text(), r#"{"score":[3,1]}"#);
    let three = CLOSED.replace("\"rounds\":2", "\"rounds\":4");
    let mut state = Toy.start(three.as_bytes(), 2);
    for pos in 2..5 {
        let seat = (pos - 2) % 2;
        state = state.chance(&mut Stream::from_words(vec![0, 0]), None);
        state = state.act(&Answers::from([(seat as u8, None)])).show(&card(pos, pos)).seal(&[]);
    }
    let turn = state.chance(&mut Stream::from_words(vec![0, 0]), None);
    let market = turn.act(&Answers::from([(1, None)]));
    assert_eq!(market.question(), Question::Shuffle(vec![(0, vec![2, 3, 4])]));
    let again = market.shuffled();
    assert_eq!(again.question(), Question::Show(vec![Place { deck: 0, pos: 5 }]));
    assert_eq!((view(&*again, "deck"), view(&*again, "shown")), ("3".to_owned(), "[]".to_owned()));
}

#[test]
fn a_boast_on_an_odd_card_is_a_lie() {
    let turn = first_turn(CLOSED);
    let payload = br#"[{"do":"boast"}]"#;
    let past = [Past { step: 2, seat: 0, payload, state: &*turn }];
    assert_eq!(Toy.audit(&past, &card(0, 3)), vec![(2, 0)]);
    assert!(Toy.audit(&past, &card(0, 2)).is_empty());
    assert!(Toy.audit(&past, &Cards::new()).is_empty());
    let honest = [Past { payload: br#"[{"do":"pass"}]"#, ..past[0] }];
    assert!(Toy.audit(&honest, &card(0, 3)).is_empty());
}

#[test]
fn a_seat_sees_its_own_cards_only() {
    let turn = first_turn(CLOSED);
    let known = card(0, 3);
    assert_eq!(turn.view(Some(0), &known).get("hand").unwrap().text(), "[[[0,3]],1]");
    assert_eq!(turn.view(Some(1), &Cards::new()).get("hand").unwrap().text(), "[1,[[1,null]]]");
    assert_eq!(turn.view(None, &known), turn.view(None, &Cards::new()));
}

#[test]
fn what_is_asked_is_what_is_taken() {
    let turn = first_turn(CLOSED);
    let ask = turn.ask(0, &Cards::new(), &[]).unwrap().unwrap();
    assert_eq!((ask.kind.as_str(), ask.rule.as_str(), ask.legal.len()), ("turn", "toy:2", 4));
    for action in ask.legal {
        let cards: Cards =
            turn.reveals(0, std::slice::from_ref(&action), &Cards::new()).into_iter().map(|p| (p, 0)).collect();
        let drafted = [action.clone()];
        assert!(turn.check(0, &Value::List(vec![action]).canonical(), &cards).is_ok());
        assert_eq!(turn.ask(0, &Cards::new(), &drafted), Ok(None));
    }
    assert_eq!(turn.ask(1, &Cards::new(), &[]), Ok(None));
    assert!(turn.ask(0, &Cards::new(), &[Value::Null]).is_err());
}
