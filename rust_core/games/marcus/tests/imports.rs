//! Import checks: one broken document for every check of interface 4, and the words its message begins with.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use referee_cards::Library;
use referee_kernel::json::Value;
use referee_kernel::table::Rulebook;
use referee_marcus::Book;

/// The example of interface 3: the start of the Summer Roman Phase of 170.
const EXAMPLE: &str = include_str!("example.json");

fn json(text: &str) -> Value {
    Value::parse(text.as_bytes()).unwrap_or_else(|_| panic!("{text}"))
}

fn example() -> Value {
    json(EXAMPLE)
}

/// Puts a value at a dotted path; `-` takes the key out.
fn put(v: &mut Value, path: &str, text: &str) {
    let (head, tail) = path.split_once('.').map_or((path, None), |(h, t)| (h, Some(t)));
    let Value::Object(fields) = v else { panic!("{path}") };
    match tail {
        Some(tail) => put(fields.get_mut(head).unwrap(), tail, text),
        None if text == "-" => drop(fields.remove(head).unwrap()),
        None => drop(fields.insert(head.to_owned(), json(text))),
    }
}

fn patched(base: &Value, patches: &[(&str, &str)]) -> Value {
    let mut v = base.clone();
    patches.iter().for_each(|(path, text)| put(&mut v, path, text));
    v
}

fn message(document: &Value) -> Result<(), &'static str> {
    Book::new().load(&Library::new(), document).map(|_| ()).map_err(|e| e.0)
}

/// Each case breaks `base` and is refused with a message that begins so.
fn refuse(base: &Value, cases: &[(&str, &[(&str, &str)])]) {
    assert_eq!(message(base), Ok(()));
    for (begins, patches) in cases {
        let got = message(&patched(base, patches));
        assert!(got.is_err_and(|m| m.starts_with(begins)), "{patches:?}: {got:?}, not {begins}");
    }
}

#[test]
fn the_example_is_imported_and_exported_unchanged() {
    let table = Book::new().load(&Library::new(), &example()).unwrap();
    assert_eq!(table.document(), example().canonical());
    assert!(table.at_rest());
}

#[test]
fn objects_have_exactly_their_keys() {
    refuse(
        &example(),
        &[
            ("position:", &[("year", "-")]),
            ("position:", &[("more", "1")]),
            ("armies:", &[("armies.rome", "{}")]),
            ("armies.quadi:", &[("armies.quadi.side", "1")]),
            ("armies.quadi:", &[("armies.quadi", "[]")]),
            ("off_map:", &[("off_map.west", "-")]),
            ("off_map.east:", &[("off_map.east.leader", "-")]),
            ("tribes:", &[("tribes.quadi", "-")]),
            ("tribes.quadi:", &[("tribes.quadi.x", "null")]),
            ("recovery:", &[("recovery.legions", "-")]),
            ("pool:", &[("pool", "null")]),
            ("unactivated:", &[("unactivated.leaders", "-")]),
            ("forts:", &[("forts.rome", "[]")]),
            ("fleets:", &[("fleets.upper", "-")]),
            ("auxilia:", &[("auxilia", "{}")]),
            ("roman:", &[("roman.top", "[]")]),
            ("barbarian:", &[("barbarian.top", "-")]),
            ("options:", &[("options.heir_order", "-")]),
            ("options:", &[("options.more", "1")]),
        ],
    );
    for text in ["null", "[]", "3", "{}", "\"position\""] {
        assert!(message(&json(text)).is_err_and(|m| m.starts_with("position:")), "{text}");
    }
}

#[test]
fn types_ids_and_ranges() {
    refuse(
        &example(),
        &[
            ("game:", &[("game", "\"purple\"")]),
            ("set:", &[("set", "\"reconstructed-2\"")]),
            ("set:", &[("set", "1")]),
            ("options:", &[("options.start_imperium", "0")]),
            ("options:", &[("options.start_imperium", "8")]),
            ("options:", &[("options.truce_binds_rome", "1")]),
            ("options:", &[("options.heir_order", "\"sideways\"")]),
            ("year:", &[("year", "169")]),
            ("year:", &[("year", "180")]),
            ("year:", &[("year", "\"170\"")]),
            ("round:", &[("round", "\"autumn\"")]),
            ("phase:", &[("phase", "\"war\"")]),
            ("imperium:", &[("imperium", "0")]),
            ("imperium:", &[("imperium", "8")]),
            ("imperium:", &[("imperium", "true")]),
            ("imperium_bonus:", &[("imperium_bonus", "0")]),
            ("quadi_peace:", &[("quadi_peace", "null")]),
            ("marcus_bold:", &[("marcus_bold", "1")]),
            ("second_meditation:", &[("second_meditation", "null")]),
            ("harsh_winter:", &[("harsh_winter", "0")]),
            ("omens:", &[("omens", "2")]),
            ("omens:", &[("omens", "-2")]),
            ("draws_left:", &[("draws_left", "4")]),
            ("draws_left:", &[("draws_left", "-1")]),
            ("armies.quadi.legions:", &[("armies.quadi.legions", "7")]),
            ("armies.quadi.legions:", &[("armies.quadi.legions", "-1")]),
            ("armies.quadi.legions:", &[("armies.quadi.legions", "1.0")]),
            ("armies.quadi.leader:", &[("armies.quadi.leader", "\"nero\"")]),
            ("armies.quadi.mutiny:", &[("armies.quadi.mutiny", "null")]),
            ("off_map.east.conflict:", &[("off_map.east.conflict", "\"r_rain\"")]),
            ("off_map.west.legions:", &[("off_map.west.legions", "\"0\"")]),
            ("off_map.west.leader:", &[("off_map.west.leader", "false")]),
            ("recovery.legions:", &[("recovery.legions", "-1")]),
            ("recovery.legions:", &[("recovery.legions", "null")]),
            ("recovery.leaders:", &[("recovery.leaders", "[\"nero\"]")]),
            ("recovery.leaders:", &[("recovery.leaders", "{}")]),
            ("pool.legions:", &[("pool.legions", "true")]),
            ("unactivated.leaders:", &[("unactivated.leaders", "[\"marcus\"]")]),
            ("unactivated.legions:", &[("unactivated.legions", "[\"slaves\",\"legio22\"]")]),
            ("forts.iazyges:", &[("forts.iazyges", "[0,0,0,0]")]),
            ("forts.quadi:", &[("forts.quadi", "[0,0,0,3]")]),
            ("fleets.lower:", &[("fleets.lower", "1")]),
            ("auxilia.box:", &[("auxilia", "{\"box\":\"west\",\"side\":1}")]),
            ("auxilia.side:", &[("auxilia", "{\"box\":\"quadi\",\"side\":3}")]),
            ("surge:", &[("surge", "{\"b_quiet\":1}")]),
            ("surge:", &[("surge", "[]")]),
            ("hand:", &[("hand", "{\"r_galen\":0}")]),
            ("hand:", &[("hand", "{\"r_galen\":\"1\"}")]),
            ("hand:", &[("hand", "{\"b_quiet\":1}")]),
            ("meditations:", &[("meditations", "null")]),
            ("roman.deck:", &[("roman.deck", "{\"r_none\":1}")]),
            ("barbarian.deck:", &[("barbarian.deck", "{\"r_rain\":1}")]),
            ("barbarian.top:", &[("barbarian.top", "[1]")]),
            ("kept:", &[("kept", "[]")]),
            ("looked:", &[("looked", "{}")]),
            ("current:", &[("current", "\"r_rain\"")]),
            ("battle:", &[("battle", "3")]),
            ("result:", &[("result", "false")]),
            ("tribes.quadi", &[("tribes.quadi.status", "\"dead\"")]),
            ("tribes.quadi", &[("tribes.quadi.bold", "1")]),
            ("tribes.marcomanni", &[("tribes.marcomanni.space", "6")]),
            ("tribes.quadi", &[("quadi_peace", "false"), ("tribes.quadi.space", "5")]),
            ("tribes.iazyges", &[("tribes.iazyges.space", "5")]),
            ("tribes.iazyges", &[("tribes.iazyges.space", "null")]),
            ("tribes.iazyges", &[("tribes.iazyges.status", "\"surrendered\"")]),
        ],
    );
}

#[test]
fn what_belongs_together() {
    refuse(
        &example(),
        &[
            ("quadi_peace:", &[("tribes.quadi.space", "1")]),
            ("quadi_peace:", &[("tribes.quadi.bold", "false")]),
            ("quadi_peace:", &[("tribes.quadi.truce", "true")]),
            ("armies.quadi", &[("armies.quadi.mutiny", "true")]),
            ("armies.quadi", &[("armies.quadi.leader", "\"marcus\""), ("armies.iazyges.leader", "null")]),
            ("off_map.west", &[("off_map.west.legions", "1"), ("recovery.legions", "2")]),
            ("off_map.east", &[("off_map.east.leader", "\"marcus\""), ("armies.iazyges.leader", "null")]),
            ("off_map.west", &[("off_map.west.conflict", "\"b_costoboci\""), ("off_map.east.conflict", "null")]),
            ("legions:", &[("recovery.legions", "4")]),
            ("legions:", &[("recovery.legions", "99")]),
            ("leaders:", &[("recovery.leaders", "[\"marcus\"]")]),
            ("leaders:", &[("armies.iazyges.leader", "null")]),
            ("recovery.leaders:", &[("recovery.leaders", "[\"pompeianus\",\"marcus\"]")]),
            ("cards:", &[("hand.r_action", "1")]),
            ("cards:", &[("hand.r_galen", "-")]),
            ("cards:", &[("barbarian.top", "[\"b_quadi\"]")]),
            ("roman.late:", &[("roman.late.r_column", "-"), ("roman.deck.r_column", "1")]),
            ("barbarian.late:", &[("barbarian.late.b_avidius", "-"), ("barbarian.deck.b_avidius", "1")]),
            ("roman.late:", &[("year", "175")]),
            ("roman.history:", &[("roman.discard.r_rain", "-"), ("roman.history.r_rain", "1")]),
            ("barbarian.history:", &[("barbarian.discard.b_bad_omens", "-"), ("barbarian.history.b_bad_omens", "1")]),
            ("surge:", &[("surge.b_marcomanni", "3"), ("barbarian.deck.b_marcomanni", "5")]),
            (
                "meditations:",
                &[("meditations.r_galen", "1"), ("meditations.r_auction", "1"), ("hand", "{\"r_concessions\":1}")],
            ),
            ("unactivated:", &[("roman.deck.r_pertinax", "-"), ("roman.history.r_pertinax", "1")]),
            ("unactivated:", &[("unactivated.legions", "[\"slaves\"]"), ("recovery.legions", "4")]),
            ("second_meditation:", &[("second_meditation", "true")]),
            ("rest:", &[("rest", "false")]),
            ("rest:", &[("kept", "{\"r_galen\":1}")]),
            ("rest:", &[("looked", "[\"b_quadi\"]")]),
            ("rest:", &[("current", "\"b_quiet\"")]),
            ("rest:", &[("battle", "{}")]),
            ("rest:", &[("result", "{}")]),
            ("pool:", &[("pool.legions", "1"), ("recovery.legions", "2")]),
            ("draws_left:", &[("draws_left", "1")]),
            ("harsh_winter:", &[("harsh_winter", "true")]),
            ("phase:", &[("phase", "\"over\"")]),
            ("phase:", &[("phase", "\"housekeeping\"")]),
            ("pending:", &[("pending", "null")]),
            ("pending:", &[("pending.decide.rule", "\"8.1.2\"")]),
            ("pending:", &[("pending.decide.kind", "\"hand_limit\"")]),
        ],
    );
}

/// The phases but `roman`, each from a position of that phase.
#[test]
fn what_each_phase_allows() {
    let library = Library::new();
    let setup = json(&String::from_utf8(Book::new().start(&library, &json("{}")).unwrap().document()).unwrap());
    refuse(
        &setup,
        &[
            ("setup:", &[("imperium", "5")]),
            ("setup:", &[("marcus_bold", "false")]),
            ("setup:", &[("tribes.iazyges.space", "1")]),
            ("setup:", &[("fleets.upper", "true")]),
            ("year:", &[("year", "171")]),
            ("round:", &[("round", "\"summer\"")]),
            ("setup:", &[("armies.quadi", r#"{"legions":1,"leader":null,"mutiny":true}"#), ("pool.legions", "9")]),
        ],
    );
    let pending = r#"{"decide":{"kind":"redeploy","rule":"6.2","seat":0}}"#;
    let redeploy = patched(
        &setup,
        &[
            ("year", "171"),
            ("phase", "\"redeploy\""),
            ("pool.legions", "12"),
            ("recovery.legions", "0"),
            ("pending", pending),
        ],
    );
    refuse(
        &redeploy,
        &[
            ("round:", &[("round", "\"winter\"")]),
            ("redeploy:", &[("year", "170")]),
            ("redeploy:", &[("recovery.legions", "1"), ("pool.legions", "11")]),
            ("redeploy:", &[("hand.r_rain", "1"), ("roman.deck.r_rain", "-")]),
            ("redeploy:", &[("armies.quadi", r#"{"legions":1,"leader":null,"mutiny":true}"#), ("pool.legions", "11")]),
            ("redeploy:", &[("tribes.iazyges.truce", "true")]),
            ("redeploy:", &[("omens", "1")]),
            ("redeploy:", &[("marcus_bold", "false")]),
            ("redeploy:", &[("imperium_bonus", "true")]),
            ("redeploy:", &[("imperium", "7")]),
        ],
    );
    assert_eq!(message(&patched(&redeploy, &[("harsh_winter", "true")])), Ok(()));
    let pending = r#"{"decide":{"kind":"before_draw","rule":"7.0.2","seat":0}}"#;
    let barbarian = patched(
        &example(),
        &[
            ("phase", "\"barbarian\""),
            ("draws_left", "2"),
            ("hand.r_lectisternium", "1"),
            ("roman.deck.r_lectisternium", "-"),
            ("pending", pending),
        ],
    );
    refuse(
        &barbarian,
        &[
            ("draws_left:", &[("draws_left", "0")]),
            ("phase:", &[("round", "\"spring\"")]),
            ("barbarian:", &[("hand.r_lectisternium", "-"), ("roman.deck.r_lectisternium", "1")]),
            ("harsh_winter:", &[("harsh_winter", "true")]),
        ],
    );
    let pending = r#"{"decide":{"kind":"hand_limit","rule":"8.12.1","seat":0}}"#;
    let full = patched(
        &example(),
        &[
            ("phase", "\"hand_limit\""),
            ("omens", "0"),
            ("hand.r_action", "3"),
            ("roman.deck.r_action", "6"),
            ("pending", pending),
        ],
    );
    refuse(
        &full,
        &[
            ("hand_limit:", &[("round", "\"winter\"")]),
            ("hand_limit:", &[("omens", "1")]),
            ("hand_limit:", &[("hand.r_action", "2"), ("roman.deck.r_action", "7")]),
        ],
    );
}

#[test]
fn configurations_are_read_strictly() {
    for good in ["{}", r#"{"seats":1}"#, r#"{"options":{}}"#, r#"{"game":"marcus","set":"reconstructed-1"}"#] {
        assert!(Book::new().start(&Library::new(), &json(good)).is_ok(), "{good}");
    }
    for bad in [
        "[]",
        "null",
        r#"{"seats":2}"#,
        r#"{"seats":true}"#,
        r#"{"game":"purple"}"#,
        r#"{"set":"other"}"#,
        r#"{"set":null}"#,
        r#"{"more":1}"#,
        r#"{"options":null}"#,
        r#"{"options":{"start_imperium":0}}"#,
        r#"{"options":{"start_imperium":8}}"#,
        r#"{"options":{"start_imperium":4.0}}"#,
        r#"{"options":{"truce_binds_rome":"true"}}"#,
        r#"{"options":{"heir_order":"up"}}"#,
        r#"{"options":{"heirs":1}}"#,
    ] {
        let refused = Book::new().start(&Library::new(), &json(bad)).map(|_| ()).map_err(|e| e.0);
        assert_eq!(refused, Err("config"), "{bad}");
    }
}

/// Every place of a document holds every wrong thing once: what is accepted comes out as it went in.
#[test]
fn no_value_in_any_place_breaks_the_import() {
    fn places(v: &Value, path: &str, found: &mut Vec<String>) {
        if let Value::Object(fields) = v {
            for (key, v) in fields {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                places(v, &path, found);
                found.push(path);
            }
        }
    }
    let strange = [
        "null",
        "true",
        "false",
        "-1",
        "0",
        "1",
        "2",
        "3",
        "6",
        "7",
        "14",
        "15",
        "170",
        "175",
        "179",
        "255",
        "256",
        "9223372036854775807",
        "123456789012345678901234567890",
        "1.5",
        "\"\"",
        "\"marcus\"",
        "\"quadi\"",
        "\"b_quiet\"",
        "[]",
        "[0]",
        "[1,1,1,1]",
        "[\"marcus\",\"marcus\"]",
        "[null]",
        "{}",
        "{\"r_action\":255}",
        "{\"b_quadi\":1}",
    ];
    let mut found = Vec::new();
    places(&example(), "", &mut found);
    assert!(found.len() > 150, "{}", found.len());
    for path in &found {
        for text in strange {
            let document = patched(&example(), &[(path, text)]);
            if let Ok(table) = Book::new().load(&Library::new(), &document) {
                assert_eq!(table.document(), document.canonical(), "{path} {text}");
            }
        }
    }
}
