//! Views (interface, section 3.2): what is hidden stands as a size, and nothing else tells of it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;
#[path = "common/table.rs"]
mod table;

use common::json;
use referee_cards::Library;
use referee_kernel::game::{Game, write_next};
use referee_kernel::json::Value;
use referee_kernel::table::Rulebook;
use referee_kernel::tx::Tx;
use referee_purple::position::Position;
use referee_purple::{Book, Purple};

fn load(scenario: &str) -> (Purple, Position) {
    Purple::load(&Library::new(), &table::document(&scenario.parse().unwrap())).unwrap()
}

fn view(game: &Purple, p: &Position, viewer: Option<u8>) -> Value {
    json(|w| game.write_view(p, viewer, w))
}

fn act(game: &Purple, p: &mut Position, seat: u8, action: &str) {
    let action = game.read_action(p, seat, &Value::parse(action.as_bytes()).unwrap()).unwrap();
    game.act(&mut Tx::new(game, p), seat, &action).unwrap();
}

fn at(v: &Value, path: &str) -> String {
    table::at(v, path).map_or("nothing".to_owned(), Value::text)
}

const HANDS: &str = r#"hands = ["mob mob", "statue", ""]"#;

#[test]
fn other_hands_agendas_and_piles_are_sizes() {
    let (game, p) = load(HANDS);
    let own = view(&game, &p, Some(0));
    assert_eq!(at(&own, "seats.0.hand"), r#"{"mob":2}"#);
    assert_eq!(at(&own, "seats.0.agenda"), r#""landowner""#);
    assert_eq!((at(&own, "seats.1.hand"), at(&own, "seats.1.agenda")), ("1".to_owned(), "1".to_owned()));
    assert_eq!((at(&own, "decks.plot"), at(&own, "decks.agenda")), ("18".to_owned(), "3".to_owned()));
    assert_eq!(at(&own, "decks.plot_discard"), "{}");
    let public = view(&game, &p, None);
    assert_eq!((at(&public, "seats.0.hand"), at(&public, "seats.2.hand")), ("2".to_owned(), "0".to_owned()));
}

#[test]
fn an_agenda_that_is_not_dealt_is_none() {
    let game = Purple::configure(&Library::new(), &Value::object([])).unwrap();
    let p = game.setup();
    assert_eq!(at(&view(&game, &p, Some(0)), "seats.1.agenda"), "0");
    assert_eq!(at(&view(&game, &p, Some(0)), "seats.0.agenda"), "null");
}

#[test]
fn what_is_committed_is_each_sides_own() {
    let (game, mut p) = load("emperor = 1\nactive = 0\nhands = [\"mob baiae\", \"bodyguard statue\"]");
    act(&game, &mut p, 0, r#"{"do":"assassinate_emperor"}"#);
    act(&game, &mut p, 0, r#"{"card":"mob","do":"commit"}"#);
    act(&game, &mut p, 1, r#"{"do":"bodyguard"}"#);
    let seen = |viewer| {
        let v = view(&game, &p, viewer);
        [at(&v, "step.attack"), at(&v, "step.defence"), at(&v, "step.bodyguard")]
    };
    assert_eq!(seen(Some(0)), [r#"{"mob":1}"#, "null", "null"]);
    assert_eq!(seen(Some(1)), ["null", "{}", "true"]);
    assert_eq!(seen(Some(2)), ["null", "null", "null"]);
    assert_eq!(seen(None), ["null", "null", "null"]);
}

#[test]
fn without_a_defender_his_side_is_null_in_every_view() {
    let (game, mut p) = load("hands = [\"mob baiae\"]\nwith = { \"senate\" = [0] }");
    act(&game, &mut p, 0, r#"{"do":"assassinate_senator"}"#);
    for viewer in [None, Some(0), Some(1)] {
        let v = view(&game, &p, viewer);
        assert_eq!((at(&v, "step.defence"), at(&v, "step.bodyguard")), ("null".to_owned(), "null".to_owned()));
    }
    let whole = json(|w| game.write_position(&p, w));
    assert_eq!((at(&whole, "step.defence"), at(&whole, "step.bodyguard")), ("{}".to_owned(), "false".to_owned()));
}

#[test]
fn agendas_are_shown_after_the_scoring_and_hands_are_not() {
    let (game, mut p) = load("at = \"discard\"\nyear = 4\nhands = [\"mob mob baiae baiae\", \"statue\"]");
    act(&game, &mut p, 0, r#"{"card":"mob","do":"discard"}"#);
    let public = view(&game, &p, None);
    assert_eq!(at(&public, "seats.0.agenda"), r#""landowner""#);
    assert_eq!(at(&public, "seats.1.hand"), "1");
}

#[test]
fn after_a_fallen_empire_nothing_is_shown() {
    let fallen = "at = \"window year_end\"\nhands = [\"mob\"]\nwith = { \"legions\" = {}, \"enemies\" = { hispania = 1, macedonia = 1, syria = 1, africa = 1 } }";
    let (game, mut p) = load(fallen);
    act(&game, &mut p, 0, r#"{"do":"pass"}"#);
    assert_eq!(at(&view(&game, &p, None), "seats.0.agenda"), "1");
}

/// No name of a card that the viewer may not see stands anywhere in what it is shown.
#[test]
fn no_hidden_card_is_named() {
    let (game, p) = load("at = \"window food\"\nhands = [\"mob\", \"scandal\", \"old_debts\"]");
    for (viewer, hidden) in [
        (None, &["mob", "scandal", "old_debts", "landowner", "long_line"][..]),
        (Some(0), &["scandal", "old_debts", "long_line", "miser"]),
        (Some(2), &["mob", "scandal", "landowner"]),
    ] {
        let shown = view(&game, &p, viewer).text();
        for card in hidden {
            assert!(!shown.contains(&format!("\"{card}\"")), "{viewer:?} sees {card}");
        }
    }
}

#[test]
fn there_is_no_view_of_a_seat_that_does_not_exist() {
    let table = Book::new().start(&Library::new(), &Value::object([])).unwrap();
    assert!(table.view(Some(3)).is_none());
    assert!(table.view(Some(2)).is_some() && table.view(None).is_some());
    let _ = json(|w| w.raw(&table.next()));
    let (game, p) = load(HANDS);
    assert!(json(|w| write_next(&game, &p, w)).get("decide").is_some());
}
