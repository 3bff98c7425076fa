//! The rules of pig, paragraph by paragraph, and the laws.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use referee_kernel::json::Value;
use referee_kernel::laws::keep;
use referee_kernel::set::NoSets;
use referee_kernel::stream::Stream;
use referee_kernel::table::{Rulebook, Table};
use referee_kernel::wire::{Answer, Answers, Cards, Question};
use referee_pig::{Book, Pig};

fn json(text: &str) -> Value {
    Value::parse(text.as_bytes()).unwrap()
}

fn table(config: &str) -> Box<dyn Table> {
    Book::new().start(&NoSets, &json(config)).unwrap()
}

fn act(t: &mut Box<dyn Table>, seat: u64, verb: &str) -> Result<(), String> {
    t.act(seat, &Value::object([("do", verb.into())])).map_err(|e| e.to_string())
}

fn roll(t: &mut Box<dyn Table>, seat: u64, die: i64) {
    act(t, seat, "roll").unwrap();
    t.chance(&die.into()).unwrap();
}

fn field(t: &dyn Table, key: &str) -> Value {
    Value::parse(&t.document()).unwrap().get(key).unwrap().clone()
}

#[test]
fn laws() {
    for (seats, goal) in [(2, 100), (3, 1), (4, 50), (6, 20)] {
        keep(&Pig { seats, goal }, &NoSets, u64::from(goal), 4).unwrap();
    }
}

#[test]
fn r2_2_a_roll_goes_into_the_pot_and_r2_4_holding_banks_it() {
    let mut t = table(r#"{"seats":2}"#);
    roll(&mut t, 0, 4);
    roll(&mut t, 0, 6);
    assert_eq!((field(&*t, "pot"), field(&*t, "turn")), (10_i64.into(), 0_i64.into()));
    act(&mut t, 0, "hold").unwrap();
    assert_eq!((field(&*t, "scores"), field(&*t, "turn")), (json("[10,0]"), 1_i64.into()));
}

#[test]
fn r2_3_a_one_loses_the_pot_and_the_turn() {
    let mut t = table(r#"{"seats":3}"#);
    roll(&mut t, 0, 5);
    roll(&mut t, 0, 1);
    assert_eq!(
        (field(&*t, "pot"), field(&*t, "turn"), field(&*t, "scores")),
        (0_i64.into(), 1_i64.into(), json("[0,0,0]"))
    );
}

#[test]
fn refusals_name_their_rule() {
    let mut t = table(r#"{"seats":2,"goal":6}"#);
    assert_eq!(act(&mut t, 1, "roll").unwrap_err(), "2.1: not_asked");
    assert_eq!(act(&mut t, 0, "hold").unwrap_err(), "2.5: pot_empty");
    assert_eq!(act(&mut t, 0, "stand").unwrap_err(), "2.1: unknown_action");
    assert_eq!(t.act(0, &json(r#"{"do":"roll","dice":2}"#)).unwrap_err().to_string(), "2.1: malformed");
    assert_eq!(t.chance(&3_i64.into()).unwrap_err().to_string(), "2.2: no_chance_pending");
    act(&mut t, 0, "roll").unwrap();
    assert_eq!(act(&mut t, 0, "roll").unwrap_err(), "2.2: chance_pending");
    assert_eq!(t.chance(&7_i64.into()).unwrap_err().to_string(), "2.2: not_on_the_die");
    t.chance(&6_i64.into()).unwrap();
    act(&mut t, 0, "hold").unwrap();
    assert_eq!(t.next(), br#"{"over":{"reason":"goal","scores":[6,0],"winners":[0]}}"#);
    assert_eq!(act(&mut t, 0, "roll").unwrap_err(), "3.1: game_over");
}

#[test]
fn configurations_and_documents_are_checked() {
    let start = |c: &str| Book::new().start(&NoSets, &json(c)).err().map(|e| e.0);
    for (config, error) in [
        ("[]", "config_shape"),
        (r#"{"seats":2,"dice":1}"#, "config_unknown_key"),
        (r#"{"seats":2,"game":"hog"}"#, "config_game"),
        ("{}", "config_seats"),
        (r#"{"seats":7}"#, "config_seats"),
        (r#"{"seats":2,"goal":0}"#, "config_goal"),
    ] {
        assert_eq!(start(config), Some(error), "{config}");
    }
    let document = r#"{"config":{"seats":2},"game":"pig","pot":3,"rolling":false,"scores":[0,9],"turn":1}"#;
    let load = |d: &str| Book::new().load(&NoSets, &json(d)).err().map(|e| e.0);
    assert_eq!(load(document), None);
    assert_eq!(load(&document.replace("[0,9]", "[0]")), Some("shape"));
    assert_eq!(load(&document.replace("false", "true")), Some("not_a_rest_point"));
    assert_eq!(load(&document.replace("[0,9]", "[100,9]")), Some("game_over"));
}

#[test]
fn r4_1_defaults_on_the_wire() {
    let rules = referee_pig::wire();
    let config = br#"{"config":{"game":"pig","goal":100,"seats":2},"position":null}"#;
    assert!(rules.accepts(config, 2) && !rules.accepts(config, 3) && !rules.accepts(b"{}", 2));
    let start = rules.start(config, 2);
    assert_eq!(start.question(), Question::Act(vec![0]));
    assert_eq!(start.check(0, br#"[{"do":"hold"}]"#, &Cards::new()).unwrap_err().rule, "pig:2.5");
    assert!(start.check(0, br#"[{"do":"roll"},{"do":"roll"}]"#, &Cards::new()).is_err());
    let absent: Answers = [(0, None)].into();
    let rolling = start.act(&absent);
    assert_eq!(rolling.question(), Question::Chance);
    let rolled = rolling.chance(&mut Stream::from_words(vec![3]), None);
    assert_eq!(rolled.view(None, &Cards::new()).get("pot"), Some(&4_i64.into()));
    assert_eq!(rolled.news(None), [json(r#"{"change":"PotGrown","die":4}"#)]);
    let held = rolled.act(&absent);
    assert_eq!(held.question(), Question::Act(vec![1]));
    let roll = Answer { payload: br#"[{"do":"roll"}]"#.to_vec(), cards: Cards::new() };
    assert_eq!(held.act(&[(1, Some(roll))].into()).question(), Question::Chance);
}
