//! The scenarios of `tests/rules/augustus`: given a table, when this is done, then that holds. `README.md` there says how
//! they are written.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::collections::BTreeSet;

use common::json;
use referee_augustus::Book;
use referee_cards::Library;
use referee_kernel::json::Value;
use referee_kernel::table::{Rulebook, Table};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/rules/augustus");
const TOKENS: [(&str, i64); 7] =
    [("double_sword", 6), ("shield", 5), ("chariot", 4), ("catapult", 3), ("standard", 2), ("dagger", 1), ("joker", 2)];

/// TOML has no null, so the text "null" is one.
fn value(t: &toml::Value) -> Value {
    match t {
        toml::Value::String(s) if s == "null" => Value::Null,
        toml::Value::String(s) => Value::from(s.as_str()),
        toml::Value::Integer(i) => Value::Int(*i),
        toml::Value::Boolean(b) => Value::Bool(*b),
        toml::Value::Array(a) => Value::List(a.iter().map(value).collect()),
        toml::Value::Table(t) => Value::Object(t.iter().map(|(k, v)| (k.clone(), value(v))).collect()),
        other => panic!("{other:?}"),
    }
}

fn at<'a>(v: &'a Value, path: &str) -> &'a Value {
    path.split('.').fold(v, |v, key| match v {
        Value::List(l) => l.get(key.parse::<usize>().unwrap()).unwrap_or_else(|| panic!("no {path}")),
        other => other.get(key).unwrap_or_else(|| panic!("no {path} in {}", v.text())),
    })
}

fn put(v: &mut Value, path: &str, new: Value) {
    let mut place = v;
    for key in path.split('.') {
        place = match place {
            Value::List(l) => l.get_mut(key.parse::<usize>().unwrap()).unwrap(),
            Value::Object(o) => o.entry(key.to_owned()).or_insert(Value::Null),
            other => panic!("{path}: {}", other.text()),
        };
    }
    *place = new;
}

fn ints(words: &str) -> Value {
    let mut numbers: Vec<i64> = words.split_whitespace().map(|w| w.parse().unwrap()).collect();
    numbers.sort_unstable();
    numbers.into_iter().map(Value::Int).collect::<Vec<_>>().into()
}

/// `"3: 23(shield shield), 28 | 4 8"`: stock, active objectives with their legions, controlled objectives.
fn seat(text: &str) -> Value {
    let (stock, rest) = text.split_once(':').unwrap();
    let (active, controlled) = rest.split_once('|').unwrap_or((rest, ""));
    let mut objectives: Vec<(i64, Value)> = Vec::new();
    for part in active.split(',').map(str::trim).filter(|p| !p.is_empty()) {
        let (number, legions) = part.split_once('(').unwrap_or((part, ")"));
        let mut counts = Value::object([]);
        for legion in legions.trim_end_matches(')').split_whitespace() {
            let seen = counts.get(legion).and_then(Value::as_int).unwrap_or(0);
            put(&mut counts, legion, Value::Int(seen + 1));
        }
        let number: i64 = number.trim().parse().unwrap();
        let fields = [("objective", Value::Int(number)), ("legions", counts), ("completed", false.into())];
        objectives.push((number, Value::object(fields)));
    }
    objectives.sort_by_key(|(n, _)| *n);
    Value::object([
        ("stock", Value::Int(stock.trim().parse().unwrap())),
        ("objectives", objectives.into_iter().map(|(_, o)| o).collect::<Vec<_>>().into()),
        ("controlled", ints(controlled)),
        ("colour_tiles", Vec::new().into()),
        ("number_tile", Value::Null),
        ("declined", Vec::new().into()),
        ("hand", Vec::new().into()),
        ("setup_discards", Vec::new().into()),
    ])
}

fn numbers(v: &Value) -> Vec<i64> {
    v.as_list().unwrap().iter().map(|n| n.as_int().unwrap()).collect()
}

/// The table of a scenario: what it does not name follows from what it names.
fn table(s: &toml::Table) -> Value {
    let seats: Vec<Value> = s["seats"].as_array().unwrap().iter().map(|t| seat(t.as_str().unwrap())).collect();
    let token = s.get("token").map_or(Value::Null, value);
    let drawn = token.as_str().map_or(Value::object([]), |t| Value::object([(t, Value::Int(1))]));
    let phase = if token == Value::Null { "draw" } else { "placement" };
    let mut config = json(
        r#"{"game":"augustus","set":"reconstructed-1","first_game":false,"placement":"sealed","first_crier":0,
        "token_limit":null}"#,
    );
    put(&mut config, "seats", Value::Int(i64::try_from(seats.len()).unwrap()));
    let mut d = Value::object([
        ("game", "augustus".into()),
        ("set", "reconstructed-1".into()),
        ("config", config),
        ("phase", phase.into()),
        ("turn", Value::Int(20)),
        ("crier", Value::Int(0)),
        ("token", token),
        ("drawn", drawn),
        ("bag", Value::object([])),
        ("deck", Vec::new().into()),
        ("market", s.get("market").map_or_else(|| ints("83 84 85 86 88"), value)),
        ("lost", Vec::new().into()),
        ("gold", Value::Null),
        ("wheat", Value::Null),
        ("answers", vec![Value::Null; seats.len()].into()),
        ("resolution", Value::Null),
        ("seats", seats.into()),
    ]);
    let with: Vec<(String, Value)> = s
        .get("with")
        .and_then(toml::Value::as_table)
        .into_iter()
        .flatten()
        .map(|(k, v)| (k.clone(), value(v)))
        .collect();
    with.iter().for_each(|(path, v)| put(&mut d, path, v.clone()));
    follow(&mut d);
    with.iter().for_each(|(path, v)| put(&mut d, path, v.clone()));
    d
}

/// Deck, bag and supply: whatever is nowhere else.
fn follow(d: &mut Value) {
    let mut elsewhere: BTreeSet<i64> = numbers(at(d, "market")).into_iter().chain(numbers(at(d, "lost"))).collect();
    let mut legions = 0;
    for seat in at(d, "seats").as_list().unwrap() {
        legions += at(seat, "stock").as_int().unwrap();
        for o in at(seat, "objectives").as_list().unwrap() {
            elsewhere.insert(at(o, "objective").as_int().unwrap());
            legions += at(o, "legions").as_object().unwrap().values().map(|n| n.as_int().unwrap()).sum::<i64>();
        }
        for pile in ["controlled", "hand", "setup_discards"] {
            elsewhere.extend(numbers(at(seat, pile)));
        }
    }
    let deck: Vec<Value> = (1..=88).filter(|n| !elsewhere.contains(n)).map(Value::Int).collect();
    put(d, "deck", deck.into());
    put(d, "supply", Value::Int(48 - legions));
    let mut bag = Value::object([]);
    for (token, n) in TOKENS {
        let left = n - at(d, "drawn").get(token).and_then(Value::as_int).unwrap_or(0);
        if left > 0 {
            put(&mut bag, token, Value::Int(left));
        }
    }
    put(d, "bag", bag);
}

/// `place 23 shield` and the like as an action; anything in braces is JSON.
fn action(text: &str) -> Value {
    if text.starts_with('{') || text.starts_with('"') || text.starts_with('[') {
        return json(text);
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let int = |i: usize| Value::Int(words[i].parse().unwrap_or_else(|_| panic!("{text}")));
    let word = |i: usize| Value::from(words[i]);
    let mut a = Value::object([("do", word(0))]);
    match words[0] {
        "place" | "put" => {
            put(&mut a, "objective", int(1));
            put(&mut a, "category", word(2));
        }
        "move" => {
            put(&mut a, "from_objective", int(1));
            put(&mut a, "from_category", word(2));
            put(&mut a, "objective", int(3));
            put(&mut a, "category", word(4));
        }
        "keep" => put(&mut a, "objectives", (1..words.len()).map(int).collect::<Vec<_>>().into()),
        "remove" => {
            let entry = |i: usize| Value::object([("objective", int(i)), ("category", word(i + 1))]);
            put(&mut a, "legions", (1..words.len()).step_by(2).map(entry).collect::<Vec<_>>().into());
        }
        "complete" | "clear" | "lose" | "take" => put(&mut a, "objective", int(1)),
        "give" => {
            put(&mut a, "tile", word(1));
            put(&mut a, "to", int(2));
        }
        "claim" => put(&mut a, "tile", int(1)),
        "pass" | "lift" | "decline" => (),
        other => panic!("no verb {other}"),
    }
    a
}

fn next(t: &dyn Table) -> Value {
    Value::parse_canonical(&t.next()).unwrap()
}

/// One line of `do`; the refusal, if it is refused.
fn input(t: &mut Box<dyn Table>, text: &str) -> Result<(), String> {
    let (head, rest) = text.split_once(' ').unwrap_or((text, ""));
    match head {
        "token" => t.chance(&Value::from(rest)),
        "draw" => t.chance(&json(rest)),
        "deal" => {
            // Draws the lowest objective there is until a seat is asked or a token is due.
            while at(&next(&**t), "chance").get("deck") == Some(&"objectives".into()) {
                let document = Value::parse_canonical(&t.document()).unwrap();
                t.chance(&at(&document, "deck.0").clone()).unwrap();
                if next(&**t).get("chance").is_none() {
                    break;
                }
            }
            Ok(())
        }
        seat => t.act(seat.parse().unwrap_or(u64::MAX), &action(rest)),
    }
    .map_err(|e| format!("{} {}", e.rule, e.why))
}

/// `0 choose 4.5` for each seat asked, `chance 3.2`, `over seven_objectives`.
fn asked(next: &Value) -> Vec<String> {
    if let Some(c) = next.get("chance") {
        return vec![format!("chance {}", at(c, "rule").as_str().unwrap())];
    }
    if let Some(o) = next.get("over") {
        return vec![format!("over {}", at(o, "reason").as_str().unwrap())];
    }
    let word = |d: &Value, key: &str| at(d, key).as_str().unwrap().to_owned();
    let line = |d: &Value| format!("{} {} {}", at(d, "seat").text(), word(d, "kind"), word(d, "rule"));
    at(next, "decide").as_list().unwrap().iter().map(line).collect()
}

fn legal(next: &Value, seat: &str) -> Vec<Value> {
    let list = next.get("decide").and_then(Value::as_list).unwrap_or_default();
    let entry = list.iter().find(|d| at(d, "seat").text() == seat);
    entry.map(|d| at(d, "legal").as_list().unwrap().to_vec()).unwrap_or_default()
}

fn strings(s: &toml::Table, key: &str) -> Vec<String> {
    let list = s.get(key).and_then(toml::Value::as_array).cloned().unwrap_or_default();
    list.iter().map(|v| v.as_str().unwrap().to_owned()).collect()
}

fn paths(id: &str, what: &str, expected: Option<&toml::Value>, v: &Value) {
    for (path, expected) in expected.and_then(toml::Value::as_table).into_iter().flatten() {
        assert_eq!(at(v, path).text(), value(expected).text(), "{id}: {what} {path}");
    }
}

fn run(s: &toml::Table) {
    let id = s["id"].as_str().unwrap();
    let known = [
        "id", "config", "seats", "token", "market", "with", "do", "refused", "then", "asks", "lists", "omits", "count",
        "result", "view", "import", "error",
    ];
    assert!(s.keys().all(|k| known.contains(&k.as_str())), "{id}: {s:?}");
    let (sets, book) = (Library::new(), Book::new());
    let started = match s.get("config") {
        Some(config) => book.start(&sets, &value(config)),
        None => book.load(&sets, &table(s)),
    };
    if let Some(error) = s.get("error") {
        return assert_eq!(started.err().map(|e| e.0), error.as_str(), "{id}");
    }
    let mut t = started.unwrap_or_else(|e| panic!("{id}: {}", e.0));
    let inputs = strings(s, "do");
    for (i, line) in inputs.iter().enumerate() {
        let result = input(&mut t, line);
        let expected = s.get("refused").filter(|_| i + 1 == inputs.len()).map(|r| r.as_str().unwrap());
        assert_eq!(result.err().as_deref(), expected, "{id}: {line}");
    }
    let now = next(&*t);
    if s.contains_key("asks") {
        assert_eq!(asked(&now), strings(s, "asks"), "{id}: asks");
    }
    for (key, expected) in [("lists", true), ("omits", false)] {
        for line in strings(s, key) {
            let (seat, rest) = line.split_once(' ').unwrap();
            assert_eq!(legal(&now, seat).contains(&action(rest)), expected, "{id}: {key} {line}");
        }
    }
    for (seat, count) in s.get("count").and_then(toml::Value::as_table).into_iter().flatten() {
        assert_eq!(i64::try_from(legal(&now, seat).len()).unwrap(), count.as_integer().unwrap(), "{id}: count {seat}");
    }
    paths(id, "then", s.get("then"), &Value::parse_canonical(&t.document()).unwrap());
    paths(id, "result", s.get("result"), now.get("over").unwrap_or(&Value::Null));
    for (viewer, expected) in s.get("view").and_then(toml::Value::as_table).into_iter().flatten() {
        let view = t.view(viewer.parse().ok()).unwrap();
        paths(id, &format!("view of {viewer}"), Some(expected), &Value::parse_canonical(&view).unwrap());
    }
}

#[test]
fn scenarios_of_every_chapter() {
    let mut files: Vec<_> = std::fs::read_dir(FOLDER).unwrap().map(|f| f.unwrap().path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "toml"));
    files.sort();
    let (mut ids, mut broken) = (BTreeSet::new(), Vec::new());
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let chapter: toml::Table = text.parse().unwrap_or_else(|e| panic!("{file:?}: {e}"));
        for scenario in chapter["scenario"].as_array().unwrap() {
            let s = scenario.as_table().unwrap();
            let id = s["id"].as_str().unwrap();
            assert!(ids.insert(id.to_owned()), "twice: {id}");
            // The others are run all the same: one broken rule often breaks several scenarios.
            if std::panic::catch_unwind(|| run(s)).is_err() {
                broken.push(id.to_owned());
            }
        }
    }
    assert_eq!(broken, Vec::<String>::new());
    assert!(ids.len() > 250, "{}", ids.len());
}
