//! Whole games recorded elsewhere, replayed step by step through the door for JSON.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{json, lines};
use referee_augustus::Book;
use referee_cards::Library;
use referee_kernel::json::Value;
use referee_kernel::table::{Rulebook, Table};

/// `decide` and `legal` lists are sets; everything else stands in order.
fn unordered(next: &Value) -> Value {
    let Some(list) = next.get("decide").and_then(Value::as_list) else { return next.clone() };
    let mut list: Vec<Value> = list
        .iter()
        .map(|entry| {
            let mut fields = entry.as_object().unwrap().clone();
            let Some(Value::List(legal)) = fields.get_mut("legal") else { panic!("no legal list") };
            legal.sort_by_key(Value::canonical);
            Value::Object(fields)
        })
        .collect();
    list.sort_by_key(Value::canonical);
    Value::object([("decide", list.into())])
}

fn document(t: &dyn Table) -> Value {
    Value::parse_canonical(&t.document()).unwrap()
}

fn feed(t: &mut dyn Table, input: &Value) -> Result<(), Value> {
    let result = match input.get("chance") {
        Some(outcome) => t.chance(outcome),
        None => {
            // A seat that is no number names nobody.
            let seat = input.get("seat").and_then(Value::as_int).and_then(|s| u64::try_from(s).ok());
            t.act(seat.unwrap_or(u64::MAX), input.get("action").unwrap())
        }
    };
    result.map_err(|e| Value::object([("rule", e.rule.0.into()), ("why", e.why.into())]))
}

fn replay(name: &str) -> (usize, usize) {
    let lines = lines(name);
    let (sets, book) = (Library::new(), Book::new());
    let mut t = match lines[0].get("position") {
        Some(position) => book.load(&sets, position).map_err(|e| e.0).unwrap(),
        None => book.start(&sets, lines[0].get("config").unwrap()).map_err(|e| e.0).unwrap(),
    };
    assert_eq!(Value::parse(&t.config()).unwrap(), *lines[0].get("config").unwrap(), "{name} configuration");
    let (mut taken, mut refused) = (0, 0);
    for (number, line) in lines.iter().enumerate() {
        let at = format!("{name} line {}", number + 1);
        if let Some(input) = line.get("in") {
            let before = t.document();
            match (feed(&mut *t, input), line.get("refused")) {
                (Ok(()), None) => taken += 1,
                (Err(refusal), Some(expected)) => {
                    assert_eq!(refusal.text(), expected.text(), "{at}: {}", input.text());
                    assert_eq!(t.document(), before, "{at}: a refusal changed the position");
                    refused += 1;
                }
                (Ok(()), Some(_)) => panic!("{at}: not refused"),
                (Err(refusal), None) => panic!("{at}: refused with {}", refusal.text()),
            }
        }
        if let Some(next) = line.get("next") {
            let ours = Value::parse_canonical(&t.next()).unwrap();
            assert_eq!(unordered(&ours).text(), unordered(next).text(), "{at}");
        }
        if let Some(position) = line.get("position").filter(|_| number > 0) {
            assert_eq!(document(&*t).text(), position.text(), "{at}");
        }
        if t.at_rest() {
            let again = book.load(&sets, &document(&*t)).map_err(|e| e.0).unwrap();
            assert_eq!(again.document(), t.document(), "{at}: import and export");
            assert_eq!(again.next(), t.next(), "{at}: import");
        }
    }
    (taken, refused)
}

#[test]
fn recorded_games_are_replayed() {
    let games: Vec<_> = (1..=7).map(|i| replay(&format!("augustus-{i}"))).collect();
    assert!(games.iter().all(|(taken, _)| *taken > 100), "{games:?}");
    assert!(games[6].1 > 100, "{games:?}");
}

#[test]
fn the_example_of_the_interface_is_a_position() {
    let example = json(include_str!("example.json"));
    let t = Book::new().load(&Library::new(), &example).map_err(|e| e.0).unwrap();
    assert_eq!(document(&*t), example);
}
