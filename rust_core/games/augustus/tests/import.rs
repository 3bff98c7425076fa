//! Configurations and documents that are refused, each with the error of the interface, and the order of the checks.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::json;
use referee_augustus::Book;
use referee_cards::Library;
use referee_kernel::json::Value;
use referee_kernel::table::Rulebook;

/// The example of the interface with some paths set (`seats.0.stock` to JSON); `-path` takes a key away.
fn patched(base: &Value, patches: &[(&str, &str)]) -> Value {
    let mut document = base.clone();
    for (path, new) in patches {
        let (path, gone) = path.strip_prefix('-').map_or((*path, false), |p| (p, true));
        let (parents, last) = path.rsplit_once('.').map_or(("", path), |(p, l)| (p, l));
        let mut place = &mut document;
        for key in parents.split('.').filter(|k| !k.is_empty()) {
            place = match place {
                Value::List(l) => l.get_mut(key.parse::<usize>().unwrap()).unwrap(),
                Value::Object(o) => o.get_mut(key).unwrap(),
                other => panic!("{}", other.text()),
            };
        }
        match place {
            Value::List(l) => l[last.parse::<usize>().unwrap()] = json(new),
            Value::Object(o) if gone => drop(o.remove(last)),
            Value::Object(o) => drop(o.insert(last.to_owned(), json(new))),
            other => panic!("{}", other.text()),
        }
    }
    document
}

fn load(document: &Value) -> &'static str {
    Book::new().load(&Library::new(), document).map_or_else(|e| e.0, |_| "taken")
}

/// Shield, turn 14, open placement, two seats.
fn example() -> Value {
    json(include_str!("example.json"))
}

fn refused(cases: &[(&[(&str, &str)], &str)]) {
    for (patches, error) in cases {
        assert_eq!(load(&patched(&example(), patches)), *error, "{patches:?}");
    }
}

#[test]
fn shape() {
    assert_eq!(load(&json("[]")), "shape");
    refused(&[
        (&[], "taken"),
        (&[("-turn", "")], "shape"),
        (&[("more", "1")], "shape"),
        (&[("game", "\"rome\"")], "shape"),
        (&[("set", "1")], "shape"),
        (&[("phase", "\"dinner\"")], "shape"),
        (&[("turn", "-1")], "shape"),
        (&[("turn", "4294967296")], "shape"),
        (&[("turn", "14.0")], "shape"),
        (&[("turn", "4294967295")], "taken"),
        (&[("crier", "2")], "shape"),
        (&[("token", "\"sword\"")], "shape"),
        (&[("bag.joker", "0")], "shape"),
        (&[("bag.sword", "1")], "shape"),
        (&[("deck", "[2,1]")], "shape"),
        (&[("lost", "[1,1]")], "shape"),
        (&[("lost", "[89]")], "shape"),
        (&[("market", "[1,2,33,47,50,70]")], "shape"),
        (&[("supply", "null")], "shape"),
        (&[("gold", "2")], "shape"),
        (&[("seats", "[]")], "shape"),
        (&[("seats.0.stock", "-1")], "shape"),
        (&[("seats.0.hat", "1")], "shape"),
        (&[("seats.0.objectives.0.objective", "29")], "shape"),
        (&[("seats.0.objectives.0.legions.shield", "0")], "shape"),
        (&[("seats.0.objectives.0.completed", "0")], "shape"),
        (&[("seats.0.colour_tiles", "[\"three_green\",\"three_senators\"]")], "shape"),
        (&[("seats.0.colour_tiles", "[\"three_red\"]")], "shape"),
        (&[("seats.0.number_tile", "7")], "shape"),
        (&[("seats.0.declined", "[3,2]")], "shape"),
        (&[("answers", "[null]")], "shape"),
        (&[("answers", "[5,null]")], "shape"),
        (&[("resolution", "5")], "shape"),
    ]);
}

#[test]
fn configuration_inside_a_document() {
    refused(&[
        (&[("-config.token_limit", "")], "config"),
        (&[("config.seats", "7")], "config"),
        (&[("config.token_limit", "4294967296")], "config"),
        (&[("config", "null"), ("phase", "\"dinner\"")], "config"),
        (&[("config", "null"), ("game", "\"rome\"")], "shape"),
    ]);
}

#[test]
fn rest_points() {
    refused(&[
        (&[("phase", "\"resolution\""), ("resolution", "{}")], "not_a_rest_point"),
        (&[("phase", "\"setup\"")], "not_a_rest_point"),
        (&[("answers", "[{},null]"), ("resolution", "{}")], "answers_pending"),
        (&[("resolution", "{}"), ("seats.0.objectives.0.completed", "true")], "resolution_pending"),
        (&[("seats.0.objectives.0.completed", "true"), ("lost", "[1]")], "objective_completed"),
    ]);
}

#[test]
fn components() {
    refused(&[
        (&[("lost", "[1]"), ("market", "[33,47,50,70]")], "objective_twice"),
        (&[("market", "[33,47,50,70]"), ("token", "null")], "objective_missing"),
        (&[("bag.shield", "3"), ("token", "null")], "tokens_do_not_add_up"),
        (&[("token", "null"), ("turn", "0")], "token"),
        (&[("token", "\"chariot\"")], "token"),
        (&[("phase", "\"draw\"")], "token"),
        (&[("bag.joker", "1"), ("drawn.joker", "1"), ("turn", "0")], "joker_on_table"),
        (&[("turn", "4"), ("seats.0.stock", "0")], "turn"),
        (&[("turn", "5")], "taken"),
        (&[("seats.0.stock", "1"), ("seats.0.objectives.0.legions.shield", "2")], "legions_too_few"),
        (&[("seats.0.objectives.0.legions.shield", "2"), ("seats.1.stock", "0")], "space_overfull"),
        (
            &[("seats.0.objectives.1.legions", r#"{"double_sword":1,"shield":1,"chariot":1,"catapult":1}"#)],
            "objective_full",
        ),
        (&[("supply", "33"), ("seats.0.number_tile", "2")], "legions_do_not_add_up"),
        (&[("seats.1.stock", "4294967295")], "legions_do_not_add_up"),
    ]);
}

#[test]
fn tiles() {
    let twice = "[\"three_pink\"]";
    refused(&[
        (&[("seats.0.colour_tiles", twice), ("seats.1.colour_tiles", twice)], "colour_tile_twice"),
        (&[("seats.0.number_tile", "3"), ("seats.1.number_tile", "3"), ("gold", "null")], "number_tile_twice"),
        (&[("seats.0.number_tile", "2"), ("gold", "null")], "number_tile_declined"),
        (&[("gold", "null"), ("wheat", "1")], "resource_tile_unclaimed"),
        (&[("gold", "1")], "resource_tile_holder"),
        (&[("wheat", "1")], "resource_tile_holder"),
    ]);
    // Three green provinces under control, and nobody holds the tile.
    let controls = [("seats.0.controlled", "[1,4,5,8]"), ("seats.0.setup_discards", "[17,34,63]")];
    let mut document = patched(&example(), &controls);
    let Value::Object(fields) = &mut document else { panic!() };
    let Some(Value::List(deck)) = fields.get_mut("deck") else { panic!() };
    deck.retain(|n| *n != Value::Int(1) && *n != Value::Int(5));
    assert_eq!(load(&document), "colour_tile_unclaimed");
    document = patched(&document, &[("seats.1.colour_tiles", "[\"three_green\"]")]);
    assert_eq!(load(&document), "resource_tile_unclaimed");
    assert_eq!(load(&patched(&document, &[("wheat", "0")])), "taken");
}

/// The example with some objectives moved from one pile to another.
fn moved(from: &str, numbers: &[i64], to: &str) -> Value {
    let mut document = example();
    for (path, here) in [(from, false), (to, true)] {
        let old = path.split('.').fold(&document, |v, key| match v {
            Value::List(l) => &l[key.parse::<usize>().unwrap()],
            other => other.get(key).unwrap(),
        });
        let mut set: Vec<i64> = old.as_list().unwrap().iter().map(|n| n.as_int().unwrap()).collect();
        set.retain(|n| !numbers.contains(n));
        set.extend(numbers.iter().filter(|_| here));
        set.sort_unstable();
        let set = Value::from(set.into_iter().map(Value::Int).collect::<Vec<_>>());
        document = patched(&document, &[(path, &set.text())]);
    }
    document
}

#[test]
fn piles() {
    assert_eq!(load(&moved("market", &[33], "deck")), "market_size");
    assert_eq!(load(&moved("market", &[33], "lost")), "market_size");
    assert_eq!(load(&moved("deck", &[1], "lost")), "taken");
    assert_eq!(load(&moved("seats.0.setup_discards", &[17], "deck")), "setup_discards");
    assert_eq!(load(&moved("seats.0.setup_discards", &[17, 34, 63], "deck")), "setup_discards");
    let first_game = [("config.first_game", "true")];
    assert_eq!(load(&patched(&example(), &first_game)), "setup_discards");
    assert_eq!(load(&moved("deck", &[1], "seats.0.hand")), "hand_size");
}

#[test]
fn drafts() {
    let mut draft = json(
        r#"{"answers":[null,null],"bag":{"double_sword":6,"shield":5,"chariot":4,"catapult":3,"standard":2,"dagger":1,
        "joker":2},"config":{"game":"augustus","set":"reconstructed-1","seats":2,"first_game":false,"placement":"sealed",
        "first_crier":1,"token_limit":null},"crier":1,"deck":[],"drawn":{},"game":"augustus","gold":null,"lost":[],
        "market":[1,2,3,4,5],"phase":"draft","resolution":null,"seats":[],"set":"reconstructed-1","supply":34,
        "token":null,"turn":0,"wheat":null}"#,
    );
    let seat = r#"{"colour_tiles":[],"controlled":[],"declined":[],"hand":HAND,"number_tile":null,"objectives":[],
        "setup_discards":[],"stock":7}"#;
    let seats = ["[6,7,8,9,10,11]", "[12,13,14,15,16,17]"].map(|hand| seat.replace("HAND", hand)).join(",");
    let deck: Vec<Value> = (18..=88).map(Value::Int).collect();
    draft = patched(&draft, &[("seats", &format!("[{seats}]")), ("deck", &Value::from(deck).text())]);
    let cases: [(&[(&str, &str)], &str); 9] = [
        (&[], "taken"),
        (&[("turn", "1")], "draft_not_fresh"),
        (&[("crier", "0")], "draft_not_fresh"),
        (&[("bag.shield", "4"), ("drawn", r#"{"shield":1}"#), ("turn", "1")], "draft_not_fresh"),
        (&[("supply", "33"), ("seats.0.stock", "8")], "draft_not_fresh"),
        (&[("seats.1.declined", "[2]")], "draft_not_fresh"),
        (&[("seats.1.number_tile", "2")], "draft_not_fresh"),
        (&[("seats.1.colour_tiles", "[\"three_green\"]")], "draft_not_fresh"),
        (&[("config.first_game", "true"), ("turn", "1")], "draft_in_first_game"),
    ];
    for (patches, error) in cases {
        assert_eq!(load(&patched(&draft, patches)), error, "{patches:?}");
    }
    let t = Book::new().load(&Library::new(), &draft).map_err(|e| e.0).unwrap();
    let next = Value::parse(&t.next()).unwrap();
    assert_eq!(next.get("decide").unwrap().as_list().unwrap().len(), 2);
}

#[test]
fn ends() {
    refused(&[
        (&[("config.token_limit", "13")], "game_over"),
        (&[("config.token_limit", "14")], "taken"),
        (&[("phase", "\"over\""), ("token", "null")], "game_not_over"),
        (&[("phase", "\"over\""), ("token", "null"), ("config.token_limit", "14")], "taken"),
        (&[("phase", "\"draw\""), ("token", "null"), ("config.token_limit", "14")], "game_over"),
        (&[("phase", "\"draw\""), ("token", "null"), ("config.token_limit", "15")], "taken"),
    ]);
}

#[test]
fn configurations() {
    let start = |c: &str| Book::new().start(&Library::new(), &json(c)).map_or_else(|e| e.0, |_| "taken");
    // Each is wrong in all that follows, too: the first error of the interface's order is named.
    for (config, error) in [
        ("5", "config_shape"),
        (r#"{"speed":1,"game":"rome","set":"x"}"#, "config_unknown_key"),
        (r#"{"game":"rome","set":"x"}"#, "config_game"),
        (r#"{"set":"x","first_game":1}"#, "config_set"),
        (r#"{"set":7}"#, "config_set"),
        (r#"{"first_game":1,"placement":1}"#, "config_seats"),
        (r#"{"seats":true}"#, "config_seats"),
        (r#"{"seats":3.0}"#, "config_seats"),
        (r#"{"seats":3,"first_game":1,"placement":1,"first_crier":9,"token_limit":0}"#, "config_first_game"),
        (r#"{"seats":3,"placement":1,"first_crier":9,"token_limit":0}"#, "config_placement"),
        (r#"{"seats":3,"first_crier":3,"token_limit":0}"#, "config_first_crier"),
        (r#"{"seats":3,"first_crier":2,"token_limit":0}"#, "config_token_limit"),
        (r#"{"seats":3,"first_crier":2,"token_limit":4294967295}"#, "taken"),
        (r#"{"seats":3,"token_limit":null}"#, "taken"),
    ] {
        assert_eq!(start(config), error, "{config}");
    }
}
