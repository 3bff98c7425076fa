//! Card sets: the shipped one is sound, and every mistake of a corrected one is named.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{all_powers, json};
use referee_augustus::tables::{Power, Tables};
use referee_augustus::words::{Colour, Resource};
use referee_augustus::{Book, check_set};
use referee_cards::{Library, shipped};
use referee_kernel::json::Value;
use referee_kernel::table::Rulebook;

fn file() -> Value {
    shipped("augustus").unwrap().file("objectives.json").unwrap().clone()
}

/// The mistakes after the value at `path` became `new`.
fn mistakes(path: &[&str], new: &str) -> Vec<String> {
    let mut document = file();
    let mut place = &mut document;
    for key in path {
        place = match place {
            Value::List(l) => l.get_mut(key.parse::<usize>().unwrap()).unwrap(),
            Value::Object(o) => o.entry((*key).to_owned()).or_insert(Value::Null),
            other => panic!("{}", other.text()),
        };
    }
    *place = json(new);
    check_set(&[("objectives.json".to_owned(), document)]).iter().map(ToString::to_string).collect()
}

#[test]
fn the_shipped_set_is_that_of_the_rules() {
    let set = shipped("augustus").unwrap();
    assert_eq!(check_set(set.files()), []);
    let tables = Tables::of(&set).unwrap();
    assert_eq!(Colour::ALL.map(|c| tables.of_colour(c).len()).iter().sum::<u8>(), 88);
    assert_eq!(tables.producing(Resource::Gold).iter().collect::<Vec<_>>(), [8, 26, 46, 63, 68, 69, 87]);
    assert_eq!(tables.red().iter().collect::<Vec<_>>(), [37, 38, 41, 42, 75, 76, 81, 82]);
    assert_eq!(tables.colour_tiles.map(|t| t.points), [2, 4, 8, 10, 6]);
    assert_eq!(tables.number_tiles, [2, 4, 6, 8, 10]);
    assert_eq!((1..=88).filter(|n| tables.objective(*n).power == Power::TakeTwo).collect::<Vec<_>>(), [15, 16]);
}

#[test]
fn every_mistake_has_its_place() {
    let cases: [(&[&str], &str, &str); 14] = [
        (&["game"], "\"rome\"", "objectives.json game: the game is augustus"),
        (&["tokens", "joker"], "3", "objectives.json tokens: the rules want the 23 tokens (1.12)"),
        (&["end_at"], "8", "objectives.json end_at: the rules want 7 (8.1)"),
        (&["objectives", "3", "colour"], "\"red\"", "objectives[3].colour"),
        (&["objectives", "3", "number"], "5", "objectives[3].number"),
        (&["objectives", "3", "copies"], "2", "objectives[3].copies"),
        (&["objectives", "3", "gold"], "2", "objectives[3].gold"),
        (&["objectives", "3", "points"], "-1", "objectives[3].points"),
        (&["objectives", "3", "spaces"], r#"{"shield":7}"#, "objectives[3].spaces"),
        (&["objectives", "3", "spaces", "sword"], "1", "objectives[3].spaces"),
        (&["objectives", "3", "power", "legions"], "2", "objectives[3].power"),
        (&["objectives", "36", "red"], "false", "objectives[36].red"),
        (&["rewards", "colour", "1", "needs"], "{}", "rewards.colour[1].needs"),
        (&["rewards", "number", "4", "points"], "null", "rewards.number[4].points"),
    ];
    for (path, new, expected) in cases {
        let found = mistakes(path, new);
        assert!(found.iter().any(|m| m.contains(expected)), "{path:?}: {found:?}");
    }
    let two = mistakes(&["objectives", "8", "power"], r#"{"type":"none"}"#);
    assert_eq!(two.len(), 2, "timing and rule: {two:?}");
    assert!(two[0].starts_with("objectives.json objectives[8].timing ("), "{two:?}");
}

#[test]
fn anything_else_is_a_mistake_too() {
    for document in ["null", "[]", "{}", r#"{"objectives":5}"#, r#"{"rewards":[1],"objectives":[null,1]}"#] {
        assert!(!check_set(&[("objectives.json".to_owned(), json(document))]).is_empty(), "{document}");
    }
    assert_eq!(check_set(&[]).len(), 1);
}

#[test]
fn a_corrected_set_is_played_under_its_own_name() {
    let mut sets = Library::new();
    let config = json(r#"{"seats":2,"set":"all-powers"}"#);
    assert_eq!(Book::new().start(&sets, &config).err().map(|e| e.0), Some("config_set"));
    sets.install(all_powers());
    assert!(Book::new().start(&sets, &config).is_ok());
}
