//! The checks of an import, one by one and in their order (interface, section 4).

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;
#[path = "common/table.rs"]
mod table;

use referee_cards::Library;
use referee_kernel::game::Game;
use referee_kernel::json::Value;
use referee_purple::Purple;
use toml::value::Table;

fn error(document: &Value) -> Option<&'static str> {
    Purple::load(&Library::new(), document).err().map(|e| e.0)
}

fn patches(text: &str) -> Table {
    text.parse().unwrap()
}

/// A position of year 2 with something of everything.
fn base(seats: i64) -> Value {
    let scenario = patches(&format!(
        r#"
        seats = {seats}
        year = 2
        hands = ["mob statue"]
        forum = ["baths", "moneylenders"]
        with = {{ "enemies" = {{ gallia = 2 }}, "line" = [{{ kind = "aqueduct", owner = -1 }}, {{ kind = "estate", owner = 0 }}], "aqueducts" = ["egypt"] }}
        "#
    ));
    table::document(&scenario)
}

/// The error word, and a change that makes it, in the order of the checks.
const BREAKS: [(&str, &str); 30] = [
    ("keys", r#""more" = 1"#),
    ("config", r#""config.seats" = 4"#),
    ("not_rest", r#""rest" = false"#),
    ("range", r#""happiness" = 0"#),
    ("enemy_count", r#""enemies.germania" = 27"#),
    ("legion_count", r#""legions.roma" = 6"#),
    ("famine_count", r#""famine" = [4, 4, 0, 0]"#),
    ("aqueduct_count", r#""aqueducts" = ["syria", "cyrenaica", "egypt"]"#),
    ("estate_count", r#""estates" = { roma = [0, 1, 2], achaia = [0], asia = [0], nvmidia = [0] }"#),
    (
        "monument_count",
        r#""line" = [{ kind = "aqueduct", owner = -1 }, { kind = "estate", owner = 0 }, { kind = "monument", owner = 0 }, { kind = "monument", owner = 0 }, { kind = "monument", owner = 0 }, { kind = "monument", owner = 0 }]"#,
    ),
    ("senator_count", r#""senate" = [0, 0, 0, 0, 0, 0, 0]"#),
    ("stamina_count", r#""seats.0.unused" = 10"#),
    ("dead_seat", "\"seats.1.unused\" = 0\n\"seats.1.used\" = 11"),
    ("stamina_spent", "\"seats.2.unused\" = 10\n\"seats.2.spent\" = 1"),
    ("forum_circle", "\"forum.0.tokens\" = [[1, 1, 0], [0, 0, 0]]\n\"seats.0.unused\" = 10\n\"seats.1.unused\" = 10"),
    ("plot_cards", r#""decks.plot.mob" = 2"#),
    ("event_cards", r#""decks.event_discard.riots" = 1"#),
    ("forum_cards", r#""decks.forum.baths" = 1"#),
    ("agenda_cards", r#""decks.agenda.landowner" = 1"#),
    ("romans_with_enemies", r#""seats.1.pawn" = "gallia""#),
    ("building_with_enemies", r#""estates.gallia" = [1]"#),
    ("two_buildings", r#""estates.dacia" = [1, 2]"#),
    ("event_progress", r#""year" = 3"#),
    ("forum_progress", "\"phase\" = 3\n\"events_left\" = 5\n\"year\" = 3"),
    ("turn", r#""turn" = "null""#),
    ("turn", r#""turn.actions" = 6"#),
    ("turn", r#""turn.more" = 1"#),
    ("step", r#""step.more" = 1"#),
    ("step", r#""step" = { at = "swap" }"#),
    ("step", r#""step" = { at = "window", moment = "turn", pending = [0] }"#),
];

fn broken(with: &str) -> Value {
    let mut d = base(3);
    patches(with).iter().for_each(|(path, v)| table::put(&mut d, path, v));
    d
}

#[test]
fn the_base_is_a_position() {
    for seats in 1..=3 {
        assert_eq!(error(&base(seats)), None, "{seats} seats");
    }
}

#[test]
fn every_check_has_its_word() {
    for (word, with) in BREAKS {
        // A later break stands in for itself only; these two need the others out of the way.
        if word != "forum_progress" {
            assert_eq!(error(&broken(with)), Some(word), "{with}");
        }
    }
}

#[test]
fn the_first_check_that_fails_names_the_error() {
    // Stamina of seat 0 comes before that of seat 1: these checks are made seat by seat.
    for (i, (word, first)) in BREAKS.iter().enumerate() {
        for (_, second) in BREAKS.iter().skip(i + 1) {
            let both = format!("{first}\n{second}");
            let (a, b) = (patches(first), patches(second));
            let apart = a.keys().all(|k| b.keys().all(|m| !m.starts_with(k.as_str()) && !k.starts_with(m.as_str())));
            if apart && *word != "forum_progress" && !second.contains("events_left") {
                assert_eq!(error(&broken(&both)), Some(*word), "{both}");
            }
        }
    }
}

#[test]
fn values_have_their_types_and_ranges() {
    for with in [
        r#""happiness" = 11"#,
        r#""happiness" = "5""#,
        r#""happiness" = true"#,
        r#""happiness" = 5.0"#,
        r#""price" = 0"#,
        r#""year" = 0"#,
        r#""year" = 5"#,
        r#""phase" = 0"#,
        r#""emperor" = "null""#,
        r#""emperor" = 3"#,
        r#""heir" = -1"#,
        r#""grain" = 1000001"#,
        r#""grain" = -1"#,
        r#""severe_weather" = 0"#,
        r#""senate" = [-1]"#,
        r#""senate" = [3]"#,
        r#""senate" = [0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 1]"#,
        r#""senate_vp" = 1"#,
        r#""line" = [{ kind = "aqueduct", owner = 0 }]"#,
        r#""line" = [{ kind = "estate", owner = -1 }]"#,
        r#""line" = [{ kind = "temple", owner = 0 }]"#,
        r#""line" = [{ kind = "estate", owner = 0, more = 1 }]"#,
        r#""famine" = [0, 0, 0]"#,
        r#""famine" = [8, 0, 0, 0]"#,
        r#""enemies" = { gallia = 0 }"#,
        r#""enemies" = { atlantis = 1 }"#,
        r#""enemies" = { gallia = 100 }"#,
        r#""enemies" = { roma = 1 }"#,
        r#""legions" = { gallia = 0 }"#,
        r#""estates" = { roma = [1, 0] }"#,
        r#""estates" = { roma = [] }"#,
        r#""estates" = { roma = [3] }"#,
        r#""aqueducts" = ["egypt", "gallia"]"#,
        r#""aqueducts" = [4]"#,
        r#""events_left" = 6"#,
        r#""forum" = [{ card = "baths", tokens = [[0, 0, 0]] }]"#,
        r#""forum" = [{ card = "baths", tokens = [[0, 0], [0, 0]] }]"#,
        r#""forum" = [{ card = "bath", tokens = [[0, 0, 0], [0, 0, 0]] }]"#,
        r#""forum" = [{ card = "baths", tokens = [[0, 0, 12], [0, 0, 0]] }]"#,
        r#""seats.0.coins" = 1000001"#,
        r#""seats.0.unused" = 12"#,
        r#""seats.0.monuments" = 4"#,
        r#""seats.0.pawn" = "atlantis""#,
        r#""seats.0.hand" = { mob = 0 }"#,
        r#""seats.0.hand" = { riots = 1 }"#,
        r#""seats.0.hand" = 2"#,
        r#""seats.0.agenda" = "null""#,
        r#""seats.0.agenda" = "mob""#,
        r#""seats.0.role" = "null""#,
        r#""seats.0.role" = "heir""#,
        r#""seats.0.more" = 1"#,
        r#""seats.0.vp" = "absent""#,
        r#""seats.0.standing" = { copies = {} }"#,
        r#""seats.0.standing.plots" = "week""#,
        r#""seats.0.standing.copies" = { end_turn = "year" }"#,
        r#""seats" = []"#,
        r#""decks.mats" = {}"#,
        r#""decks.plot" = 5"#,
        r#""decks.event" = { weather = 100 }"#,
    ] {
        assert_eq!(error(&broken(with)), Some("range"), "{with}");
    }
}

#[test]
fn keys_and_configuration_come_first() {
    assert_eq!(error(&Value::Null), Some("keys"));
    assert_eq!(error(&Value::object([])), Some("keys"));
    for with in [
        r#""game" = "marcus""#,
        r#""set" = "other""#,
        r#""config.windows" = "absent""#,
        r#""config.set" = "unknown""#,
        r#""config.legions" = 41"#,
    ] {
        assert_eq!(error(&broken(with)), Some("config"), "{with}");
    }
    for with in [r#""over" = 1"#, r#""step" = { at = "copy" }"#, r#""step" = 1"#, r#""rest" = 1"#] {
        assert_eq!(error(&broken(with)), Some("not_rest"), "{with}");
    }
}

#[test]
fn a_pass_until_the_end_of_the_turn_stands_only_in_phase_4() {
    let scenario = patches(
        r#"
        at = "window food"
        hands = ["mob"]
        with = { "seats.1.standing.plots" = "turn" }
        "#,
    );
    assert_eq!(error(&table::document(&scenario)), Some("range"));
    assert_eq!(error(&broken(r#""seats.1.standing.plots" = "turn""#)), None);
}

#[test]
fn fixed_mats_are_those_of_the_configuration() {
    let with = r#""config.roles" = ["heir", "emperor", "senator"]"#;
    assert_eq!(error(&broken(with)), Some("range"));
    assert_eq!(error(&broken(r#""config.roles" = ["emperor", "heir", "senator"]"#)), None);
}

#[test]
fn the_decision_named_must_open() {
    let step = |at: &str, more: &str| {
        let scenario = patches(&format!("at = \"{at}\"\n{more}"));
        error(&table::document(&scenario))
    };
    let hand = "hands = [\"mob\", \"baiae\", \"statue\"]";
    assert_eq!(step("window food", hand), None);
    for pending in ["[]", "[1, 0, 2]", "[0, 0]", "[3]", "0"] {
        let more = format!("{hand}\nwith = {{ \"step.pending\" = {pending} }}");
        assert_eq!(step("window food", &more), Some("step"), "{pending}");
    }
    assert_eq!(step("window food", &format!("{hand}\nwith = {{ \"step.pending\" = [1, 0] }}")), None);
    assert_eq!(step("window food", &format!("{hand}\nwith = {{ \"step.moment\" = \"tax\" }}")), Some("step"));
    assert_eq!(step("window tax", ""), Some("step"));
    assert_eq!(step("import_grain", "with = { \"grain\" = 25 }"), Some("step"));
    assert_eq!(step("import_grain", "with = { \"seats.0.coins\" = 1 }"), Some("step"));
    assert_eq!(step("import_grain", ""), None);
    assert_eq!(step("swap", ""), Some("step"));
    assert_eq!(step("place_building", ""), Some("step"));
    let line = "with = { \"line\" = [{ kind = \"monument\", owner = 0 }] }";
    assert_eq!(step("place_building", line), Some("step"));
    let line = "with = { \"line\" = [{ kind = \"estate\", owner = 0 }] }";
    assert_eq!(step("place_building", &format!("left = 4\n{line}")), None);
    assert_eq!(step("place_building", &format!("left = 5\n{line}")), Some("step"));
    assert_eq!(step("place_building", &format!("left = 0\n{line}")), Some("step"));
    assert_eq!(step("place_building", &format!("seats = 2\nleft = 4\n{line}")), Some("step"));
    assert_eq!(step("discard", "hands = [\"mob mob baiae\"]"), Some("step"));
    assert_eq!(step("discard", "hands = [\"mob mob baiae baiae\"]"), None);
    assert_eq!(step("solo_defence", "hands = [\"mob\"]"), Some("step"));
    assert_eq!(step("solo_defence", "seats = 1\nhands = [\"mob\"]"), None);
}
