//! The scenarios of `tests/rules/purple`: a position, what is done, what the rules say then.
//!
//! Each entry is a quiet position (`common/table.rs`) changed by `with`, `hands`, `forum`, …; `do` are inputs (`0 step
//! to=gallia`, `= 4` for a die, `= mob` for a card). Expected: `see` values in the document, `asks` what is asked,
//! `lists` and `lacks` choices of a seat, `refused` the rule that refuses the last input, `error` the
//! error word of the import. `payload` is answered in a match on the wire instead; `kind` is the question after it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;
#[path = "common/table.rs"]
mod table;

use common::{json, top};
use referee_cards::Library;
use referee_kernel::game::{Game, write_next};
use referee_kernel::json::Value;
use referee_kernel::rule::Illegal;
use referee_kernel::tx::Tx;
use referee_kernel::wire::{Answer, Answers, Cards};
use referee_purple::Purple;
use referee_purple::position::Position;
use toml::value::Table;

fn texts(s: &Table, key: &str) -> Vec<String> {
    let list = s.get(key).map_or(&[][..], |v| v.as_array().unwrap());
    list.iter().map(|v| v.as_str().unwrap().to_owned()).collect()
}

fn word(text: &str) -> Value {
    text.parse::<i64>().map_or_else(|_| Value::from(text), Value::Int)
}

/// `0 forum card=baths option=1`
fn action(text: &str) -> Value {
    let mut words = text.split_whitespace();
    let mut fields = vec![("do".to_owned(), Value::from(words.next().unwrap()))];
    fields.extend(words.map(|w| {
        let (key, value) = w.split_once('=').unwrap();
        (key.to_owned(), word(value))
    }));
    Value::Object(fields.into_iter().collect())
}

fn take(game: &Purple, p: &mut Position, input: &str) -> Result<(), Illegal> {
    let (who, what) = input.split_once(' ').unwrap();
    if who == "=" {
        let outcome = game.read_outcome(p, &word(what))?;
        return game.chance(&mut Tx::new(game, p), &outcome);
    }
    let seat = game.asked(p, who.parse().unwrap())?;
    let action = game.read_action(p, seat, &action(what))?;
    game.act(&mut Tx::new(game, p), seat, &action)
}

/// What is asked, in words: `0 action 7.1`, `die enemies 4.1.1`, `draw plot 19.30.1`, `over scored`.
fn asks(game: &Purple, p: &Position) -> Vec<String> {
    let next = json(|w| write_next(game, p, w));
    let text = |v: &Value, key: &str| match v.get(key) {
        Some(Value::Str(s)) => s.clone(),
        Some(other) => other.text(),
        None => String::new(),
    };
    if let Some(entries) = next.get("decide").and_then(Value::as_list) {
        return entries
            .iter()
            .map(|e| format!("{} {} {}", text(e, "seat"), text(e, "kind"), text(e, "rule")))
            .collect();
    }
    if let Some(c) = next.get("chance") {
        let what = if c.get("for").is_some() { text(c, "for") } else { text(c, "deck") };
        return vec![format!("{} {what} {}", text(c, "kind"), text(c, "rule"))];
    }
    vec![format!("over {}", text(next.get("over").unwrap(), "reason"))]
}

fn start(s: &Table, id: &str) -> Option<(Purple, Position)> {
    let sets = Library::new();
    if s.get("at").and_then(|a| a.as_str()) == Some("start") {
        let game = Purple::configure(&sets, &table::config(s)).unwrap();
        let p = game.setup();
        return Some((game, p));
    }
    let loaded = Purple::load(&sets, &table::document(s));
    match (loaded, s.get("error")) {
        (Ok(_), Some(e)) => panic!("{id}: imported, but {e:?} was expected"),
        (Ok(found), None) => Some(found),
        (Err(found), Some(e)) => {
            assert_eq!(Some(found.0), e.as_str(), "{id}");
            None
        }
        (Err(found), None) => panic!("{id}: {} in {}", found.0, table::document(s).text()),
    }
}

/// A payload in the open match that starts from the scenario's position (interface, section 9.6).
fn play_payload(s: &Table, id: &str) {
    let rules = referee_purple::wire(referee_cards::shipped("purple").unwrap()).unwrap();
    let charter = Value::object([("config", table::config(s)), ("position", table::document(s))]).canonical();
    let players = u8::try_from(s.get("seats").map_or(3, |n| n.as_integer().unwrap())).unwrap();
    assert!(rules.accepts(&charter, players), "{id}");
    let state = rules.start(&charter, players);
    let inputs = texts(s, "payload");
    let seat: u8 = inputs[0].split_once(' ').unwrap().0.parse().unwrap();
    let actions = inputs.iter().map(|i| action(i.split_once(' ').unwrap().1)).collect();
    let payload = Value::List(actions).canonical();
    match (state.check(seat, &payload, &Cards::new()), s.get("refused")) {
        (Err(e), Some(rule)) => assert_eq!(e.rule, format!("purple:{}", rule.as_str().unwrap()), "{id}: {}", e.why),
        (Ok(()), Some(_)) => panic!("{id}: the payload is accepted"),
        (Err(e), None) => panic!("{id}: {} {}", e.rule, e.why),
        (Ok(()), None) => {
            let answer = Answer { payload, cards: Cards::new() };
            let next = state.act(&Answers::from([(seat, Some(answer))]));
            assert_eq!(next.question().kind(), s["kind"].as_str().unwrap(), "{id}");
        }
    }
}

fn play(s: &Table) {
    let id = s["id"].as_str().unwrap();
    let known = [
        "id",
        "at",
        "seats",
        "config",
        "year",
        "emperor",
        "active",
        "actions",
        "events_left",
        "hands",
        "discards",
        "pile",
        "forum",
        "agendas",
        "left",
        "with",
        "do",
        "see",
        "asks",
        "lists",
        "lacks",
        "refused",
        "error",
        "payload",
        "kind",
    ];
    assert!(s.keys().all(|k| known.contains(&k.as_str())), "{id}: unknown key");
    if s.contains_key("payload") {
        return play_payload(s, id);
    }
    let Some((game, mut p)) = start(s, id) else { return };
    let inputs = texts(s, "do");
    let refused = s.get("refused").map(|r| r.as_str().unwrap());
    for (i, input) in inputs.iter().enumerate() {
        let before = p.clone();
        match (take(&game, &mut p, input), refused.filter(|_| i + 1 == inputs.len())) {
            (Ok(()), None) => {}
            (Err(e), Some(rule)) => {
                assert_eq!(e.rule.0, rule, "{id}: {e}");
                assert_eq!(p, before, "{id}: a refusal changes nothing");
            }
            (Ok(()), Some(_)) => panic!("{id}: {input} is accepted"),
            (Err(e), None) => panic!("{id}: {input} is refused: {e}; asked: {:?}", asks(&game, &p)),
        }
    }
    let document = json(|w| game.write_position(&p, w));
    if let Some(see) = s.get("see") {
        for (path, expected) in see.as_table().unwrap() {
            let found = table::at(&document, path).cloned().unwrap_or(Value::Null);
            assert_eq!(found.text(), table::json(expected).text(), "{id}: {path}");
        }
    }
    if s.get("asks").is_some() {
        assert_eq!(asks(&game, &p), texts(s, "asks"), "{id}");
    }
    let next = json(|w| write_next(&game, &p, w));
    let listed = |choice: &String| {
        let (seat, what) = choice.split_once(' ').unwrap();
        let entries = next.get("decide").and_then(Value::as_list).unwrap_or_default();
        let entry = entries.iter().find(|e| e.get("seat").map(Value::text).as_deref() == Some(seat));
        let legal = entry.unwrap_or_else(|| panic!("{id}: seat {seat} is not asked")).get("legal");
        legal.and_then(Value::as_list).unwrap().contains(&action(what))
    };
    for choice in texts(s, "lists") {
        assert!(listed(&choice), "{id}: {choice} is not listed: {}", next.text());
    }
    for choice in texts(s, "lacks") {
        assert!(!listed(&choice), "{id}: {choice} is listed");
    }
}

/// Plays a file's scenarios; gives how many there are and how many of them fail.
fn run_file(path: &std::path::Path) -> (usize, usize) {
    let text = std::fs::read_to_string(path).unwrap();
    let file: Table = text.parse().unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let scenarios = file["scenario"].as_array().unwrap();
    let mut seen = std::collections::BTreeSet::new();
    let mut failed = 0;
    for scenario in scenarios {
        let s = scenario.as_table().unwrap();
        let id = s["id"].as_str().unwrap();
        assert!(seen.insert(id.to_owned()), "{id} stands twice");
        failed += usize::from(std::panic::catch_unwind(|| play(s)).is_err());
    }
    (scenarios.len(), failed)
}

#[test]
fn every_scenario_holds() {
    let mut files: Vec<_> = std::fs::read_dir(top().join("tests/rules/purple"))
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.extension().is_some_and(|e| e == "toml"))
        .collect();
    files.sort();
    let (total, failed) = files.iter().map(|f| run_file(f)).fold((0, 0), |(n, f), (m, g)| (n + m, f + g));
    assert_eq!(failed, 0, "failed scenarios");
    assert!(total >= 250, "{total} scenarios");
}
