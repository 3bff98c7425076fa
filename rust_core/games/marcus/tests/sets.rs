//! Card sets: the shipped one is sound, every mistake in another is told, and a corrected one is played as it says.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use referee_cards::{Library, shipped};
use referee_kernel::json::Value;
use referee_kernel::set::CardSet;
use referee_kernel::table::{Rulebook, Table};
use referee_marcus::{Book, check_set, wire};
use std::sync::Arc;

type Files = Vec<(String, Value)>;

fn files() -> Files {
    shipped("marcus").unwrap().files().to_vec()
}

fn json(text: &str) -> Value {
    Value::parse(text.as_bytes()).unwrap()
}

/// The place `path` in a file; list elements by their index or their id.
fn at<'a>(v: &'a mut Value, path: &str) -> &'a mut Value {
    path.split('.').fold(v, |v, key| match v {
        Value::Object(fields) => fields.entry(key.to_owned()).or_insert(Value::Null),
        Value::List(items) => {
            let by_id = items.iter().position(|i| i.get("id").and_then(Value::as_str) == Some(key));
            let index = by_id.unwrap_or_else(|| key.parse().unwrap());
            &mut items[index]
        }
        _ => panic!("no {path}"),
    })
}

fn edited(edits: &[(&str, &str, &str)]) -> Files {
    let mut files = files();
    for (file, path, text) in edits {
        let (_, document) = files.iter_mut().find(|(n, _)| n == file).unwrap();
        *at(document, path) = json(text);
    }
    files
}

/// The mistakes as `path card`.
fn mistakes(edits: &[(&str, &str, &str)]) -> Vec<String> {
    let told = check_set(&edited(edits));
    assert!(told.iter().all(|m| !m.why.is_empty() && m.file.ends_with(".json")));
    told.into_iter().map(|m| format!("{} {}", m.path, m.card.unwrap_or_default()).trim_end().to_owned()).collect()
}

fn own_set(name: &str, edits: &[(&str, &str, &str)]) -> Library {
    let mut files = edited(edits);
    for (_, document) in &mut files {
        *at(document, "set") = name.into();
    }
    let mut library = Library::new();
    library.install(CardSet::new("marcus", name, 1, files));
    library
}

#[test]
fn the_shipped_set_has_no_mistake() {
    assert_eq!(check_set(&files()), []);
}

#[test]
fn keys_that_are_left_out_are_null() {
    let mut files = files();
    fn without_nulls(v: &Value) -> Value {
        match v {
            Value::Object(fields) => Value::Object(
                fields.iter().filter(|(_, v)| **v != Value::Null).map(|(k, v)| (k.clone(), without_nulls(v))).collect(),
            ),
            Value::List(items) => Value::List(items.iter().map(without_nulls).collect()),
            other => other.clone(),
        }
    }
    files.iter_mut().for_each(|(_, d)| *d = without_nulls(d));
    assert_eq!(check_set(&files), []);
}

/// Edits of a file at a place, and the mistakes they make.
type Case<'a> = (&'a [(&'a str, &'a str, &'a str)], &'a [&'a str]);

#[test]
fn every_mistake_is_told_with_its_place_and_card() {
    const CARDS: &str = "cards.json";
    const MAP: &str = "map.json";
    let cases: &[Case<'_>] = &[
        (&[(CARDS, "cards.r_rain.id", "\"r_reign\"")], &["cards[29].id r_reign", "cards"]),
        (&[(CARDS, "cards.r_rain.numbers.attack_quadi", "\"2\"")], &["cards[29].numbers.attack_quadi r_rain"]),
        (
            &[(CARDS, "cards.r_rain.numbers", "3")],
            &["cards[29].numbers r_rain", "cards[29].numbers.attack_quadi r_rain"],
        ),
        (&[(CARDS, "cards.r_rain.deck", "\"barbarian\"")], &["cards[29].deck r_rain"]),
        (&[(CARDS, "cards.r_rain.late_war", "null")], &["cards[29].late_war r_rain"]),
        (&[(CARDS, "cards.r_rain.copies", "2")], &["totals.roman.early", "totals.roman.cards"]),
        (&[(CARDS, "cards.r_rain.history_points", "1")], &["cards[29].history_points r_rain"]),
        (&[(CARDS, "cards.r_pertinax.asterisk", "false")], &["cards[31].asterisk r_pertinax"]),
        (&[(CARDS, "cards.r_pertinax.numbers.leader_value", "3")], &["cards[31].numbers.leader_value r_pertinax"]),
        (&[(CARDS, "cards.r_auxilia.numbers.attack", "[3,1]")], &["cards[63].numbers.attack r_auxilia"]),
        (&[(CARDS, "cards.b_chatti.numbers.space", "\"north\"")], &["cards[0].numbers.space b_chatti"]),
        (&[(CARDS, "cards.b_chatti.numbers.combat", "21")], &["cards[0].numbers.combat b_chatti"]),
        (&[(CARDS, "cards.b_chatti.asterisk", "false")], &["cards[0].asterisk b_chatti"]),
        (&[(CARDS, "cards.b_quadi.numbers.tribe", "\"chatti\"")], &["cards[4].numbers.tribe b_quadi"]),
        (&[(CARDS, "cards.b_quadi.asterisk", "true")], &["cards[4].asterisk b_quadi"]),
        (&[(CARDS, "cards.b_quadi.kind", "\"event\"")], &["cards[4].kind b_quadi"]),
        (&[(CARDS, "game", "\"purple\"")], &["game"]),
        (&[(CARDS, "set", "1")], &["set"]),
        (&[(MAP, "zones.quadi.spaces.1.terrain", "0")], &["zones[1].spaces[1].terrain"]),
        (&[(MAP, "zones.quadi.spaces.4.terrain", "1")], &["zones[1].spaces[4].terrain"]),
        (&[(MAP, "zones.quadi.combat.bold", "null")], &["zones[1].combat.bold"]),
        (&[(MAP, "zones.quadi.start", "1")], &["zones[1].start"]),
        (&[(MAP, "zones.iazyges.spaces", "[]")], &["zones[2].spaces"]),
        (&[(MAP, "zones", "[]")], &["zones"]),
        (&[(MAP, "leaders.marcus.bold", "11")], &["leaders[0].bold"]),
        (&[(MAP, "leaders.pompeianus.start", "\"unactivated\"")], &["leaders[1].start"]),
        (&[(MAP, "limits.box", "7")], &["limits.box"]),
        (&[(MAP, "draws.roman.spring", "\"five\"")], &["draws.roman.spring"]),
        (&[(MAP, "years", "[170,180]")], &["years"]),
        (&[(MAP, "fleets", "[]")], &["fleets"]),
    ];
    for (edits, want) in cases {
        assert_eq!(mistakes(edits), *want, "{edits:?}");
    }
    let both = mistakes(&[(CARDS, "cards.r_rain.deck", "1"), (MAP, "years", "null")]);
    assert_eq!(both, ["years", "cards[29].deck r_rain"]);
    assert!(!check_set(&[]).is_empty());
}

#[test]
fn a_set_with_mistakes_cannot_be_played() {
    let edits = [("map.json", "years", "null")];
    let library = own_set("broken", &edits);
    assert!(Book::new().start(&library, &json(r#"{"set":"broken"}"#)).is_err());
    let set = CardSet::new("marcus", "broken", 1, edited(&edits));
    assert!(wire(Arc::new(set)).is_err());
}

fn deploy(table: &mut dyn Table) {
    for action in [
        r#"{"box":"quadi","count":6,"do":"place_legions"}"#,
        r#"{"box":"iazyges","count":4,"do":"place_legions"}"#,
        r#"{"box":"quadi","do":"place_leader","leader":"marcus"}"#,
        r#"{"box":"iazyges","do":"place_leader","leader":"pompeianus"}"#,
        r#"{"do":"done"}"#,
    ] {
        table.act(0, &json(action)).unwrap();
    }
}

/// Rules 13.25 and 2.3.3: a played card in History keeps no other copy out of the shuffle.
#[test]
fn fortuna_with_an_asterisk_shuffles_in_its_other_copy() {
    let edits = [
        ("cards.json", "cards.r_fortuna.copies", "2"),
        ("cards.json", "cards.r_action.copies", "9"),
        ("cards.json", "cards.r_fortuna.asterisk", "true"),
        ("map.json", "draws.roman.spring", "2"),
    ];
    let mut table = Book::new().start(&own_set("mine", &edits), &json(r#"{"set":"mine"}"#)).unwrap();
    deploy(&mut *table);
    for _ in 0..2 {
        table.chance(&"r_fortuna".into()).unwrap();
    }
    for action in [
        r#"{"do":"imperium"}"#,
        r#"{"card":"r_fortuna","do":"pay","from":"hand"}"#,
        r#"{"card":"r_fortuna","do":"event","from":"hand"}"#,
    ] {
        table.act(0, &json(action)).unwrap();
    }
    let document = Value::parse(&table.document()).unwrap();
    let roman = document.get("roman").unwrap();
    assert_eq!(roman.get("history"), Some(&json(r#"{"r_fortuna":1}"#)));
    assert_eq!(roman.get("discard"), Some(&json("{}")));
    assert_eq!(roman.get("deck").unwrap().get("r_fortuna").unwrap().as_int(), Some(1));
}

#[test]
fn a_corrected_set_is_played_as_it_says() {
    let library = own_set(
        "mine",
        &[
            ("cards.json", "cards.r_auction.numbers.imperium", "1"),
            ("cards.json", "cards.r_rain.copies", "2"),
            ("cards.json", "cards.r_action.copies", "9"),
            ("map.json", "zones.marcomanni.start", "2"),
            ("map.json", "draws.roman.spring", "1"),
        ],
    );
    let mut table: Box<dyn Table> = Book::new().start(&library, &json(r#"{"set":"mine"}"#)).unwrap();
    let document = |table: &dyn Table| Value::parse(&table.document()).unwrap();
    let start = document(&*table);
    assert_eq!(start.get("set").unwrap().as_str(), Some("mine"));
    assert_eq!(start.get("tribes").unwrap().get("marcomanni").unwrap().get("space").unwrap().as_int(), Some(2));
    assert_eq!(start.get("roman").unwrap().get("deck").unwrap().get("r_rain").unwrap().as_int(), Some(2));
    deploy(&mut *table);
    table.chance(&"r_auction".into()).unwrap();
    table.act(0, &json(r#"{"card":"r_auction","do":"event","from":"hand"}"#)).unwrap();
    assert_eq!(document(&*table).get("imperium").unwrap().as_int(), Some(5));
    // Its positions belong to it.
    assert!(Book::new().load(&library, &document(&*table)).is_ok());
    assert_eq!(
        Book::new().load(&Library::new(), &document(&*table)).err().map(|e| e.0.starts_with("set:")),
        Some(true)
    );
}

#[test]
fn a_set_says_at_which_imperium_a_game_starts_unless_the_options_do() {
    let library = own_set("mine", &[("map.json", "imperium.start", "6")]);
    for (config, imperium) in [
        (r#"{"set":"mine"}"#, 6),
        (r#"{"set":"mine","options":{"heir_order":"backward"}}"#, 6),
        (r#"{"set":"mine","options":{"start_imperium":2}}"#, 2),
        ("{}", 4),
    ] {
        let table = Book::new().start(&library, &json(config)).unwrap();
        let document = Value::parse(&table.document()).unwrap();
        assert_eq!(document.get("imperium").unwrap().as_int(), Some(imperium), "{config}");
        let options = document.get("options").unwrap();
        assert_eq!(options.get("start_imperium").unwrap().as_int(), Some(imperium), "{config}");
        assert!(Book::new().load(&library, &document).is_ok(), "{config}");
    }
}
