//! The recorded games, step by step: what is asked, every position, every refusal (interface 9).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{lines, seat, short, sorted};
use referee_cards::Library;
use referee_kernel::json::Value;
use referee_kernel::table::{Rulebook, Table};
use referee_marcus::Book;

fn parsed(bytes: &[u8]) -> Value {
    Value::parse_canonical(bytes).expect("canonical JSON")
}

fn begin(first: &Value) -> Box<dyn Table> {
    let library = Library::new();
    match (first.get("config"), first.get("position")) {
        (Some(config), _) => Book::new().start(&library, config).unwrap(),
        (_, Some(document)) => Book::new().load(&library, document).unwrap(),
        _ => panic!("no first line"),
    }
}

/// Takes `input` and tells the rule that refuses it.
fn take(table: &mut dyn Table, input: &Value) -> Result<(), &'static str> {
    let taken = match (input.get("action"), input.get("chance")) {
        (Some(action), _) => table.act(seat(input.get("seat").unwrap()), action),
        (_, Some(outcome)) => table.chance(outcome),
        _ => panic!("no input: {}", short(input)),
    };
    taken.map_err(|e| e.rule.0)
}

fn replay(name: &str) -> (u32, u32) {
    let lines = lines(name);
    let mut table = begin(&lines[0]);
    let (mut inputs, mut refusals) = (0, 0);
    for (n, line) in lines.iter().enumerate() {
        let at = || format!("{name} line {}: {}", n + 1, short(line));
        if let Some(input) = line.get("in") {
            assert_eq!(take(&mut *table, input), Ok(()), "{}", at());
            inputs += 1;
        }
        if let Some(refused) = line.get("refused") {
            let before = table.document();
            let rule = refused.get("rule").and_then(Value::as_str).unwrap();
            assert_eq!(take(&mut *table, refused).map_err(str::to_owned), Err(rule.to_owned()), "{}", at());
            assert_eq!(table.document(), before, "{}", at());
            refusals += 1;
        }
        if let Some(next) = line.get("next") {
            let ours = sorted(&parsed(&table.next()));
            assert!(ours == sorted(next), "{}\nours   {}\ntheirs {}", at(), ours.text(), sorted(next).text());
            if table.at_rest() {
                let document = table.document();
                let again = Book::new()
                    .load(&Library::new(), &parsed(&document))
                    .unwrap_or_else(|e| panic!("{}: {}", at(), e.0));
                assert_eq!(again.document(), document, "{}", at());
                assert_eq!(again.next(), table.next(), "{}", at());
            }
        }
        if let Some(position) = line.get("position") {
            let ours = parsed(&table.document());
            if ours != *position {
                for (key, theirs) in position.as_object().unwrap() {
                    assert_eq!(ours.get(key).unwrap().text(), theirs.text(), "{key} at {name} line {}", n + 1);
                }
                panic!("{}: further keys", at());
            }
            assert_eq!(table.view(Some(0)).unwrap(), table.document());
            assert_eq!(table.view(None).unwrap(), table.document());
            assert!(table.view(Some(1)).is_none());
        }
    }
    (inputs, refusals)
}

#[test]
fn recorded_games_are_equal_step_by_step() {
    let counts: Vec<_> = (1..=6).map(|n| replay(&format!("marcus-{n}"))).collect();
    assert!(counts.iter().all(|(inputs, _)| *inputs > 100), "{counts:?}");
    assert_eq!(counts.iter().map(|(_, refusals)| refusals).sum::<u32>(), 168);
}
