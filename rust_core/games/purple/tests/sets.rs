//! Card and map sets: the shipped one is sound, every mistake is named, a corrected one can be played.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "common/table.rs"]
mod table;

use referee_cards::{Library, shipped};
use referee_kernel::game::Game;
use referee_kernel::json::Value;
use referee_kernel::laws::keep;
use referee_kernel::set::CardSet;
use referee_purple::cards::{Agenda, Event, Forum, Plot};
use referee_purple::ch13_scoring::score;
use referee_purple::{Purple, check_set, wire};

fn files() -> Vec<(String, Value)> {
    shipped("purple").unwrap().files().to_vec()
}

/// The files after some values became others: `cards.json plot.3.copies`.
fn changed(changes: &[(&str, &str)]) -> Vec<(String, Value)> {
    let mut files = files();
    for (path, value) in changes {
        let (file, path) = path.split_once(' ').unwrap();
        let mut place = &mut files.iter_mut().find(|(n, _)| n == file).unwrap().1;
        for key in path.split('.') {
            place = match place {
                Value::List(l) => l.get_mut(key.parse::<usize>().unwrap()).unwrap(),
                Value::Object(o) => o.entry(key.to_owned()).or_insert(Value::Null),
                other => panic!("{path} goes through {}", other.text()),
            };
        }
        *place = Value::parse(value.as_bytes()).unwrap();
    }
    files
}

fn mistakes(path: &str, value: &str) -> Vec<String> {
    check_set(&changed(&[(path, value)])).iter().map(ToString::to_string).collect()
}

#[test]
fn the_shipped_set_is_that_of_the_rules() {
    let set = shipped("purple").unwrap();
    assert_eq!(check_set(set.files()), []);
    let t = Purple::compile(&set).unwrap();
    let sum = |copies: &[u8]| copies.iter().map(|n| u32::from(*n)).sum::<u32>();
    assert_eq!([sum(&t.plots), sum(&t.events), sum(&t.agendas), sum(&t.forum)], [21, 32, 6, 9]);
    let solo: u32 = (0..t.events.len()).filter(|i| t.in_solo[*i]).map(|i| u32::from(t.events[i])).sum();
    assert_eq!(solo, 26);
    assert_eq!(t.strength[Plot::Statue.index()], 3);
    assert_eq!(t.events[Event::Rivals.index()], 3);
    assert_eq!((t.event.praetorians_coins, t.event.praetorians_stamina, t.event.weather_sea), (8, 4, 3));
    assert_eq!(t.goals[Agenda::LongLine.index()], [3, -2]);
    assert!(t.options[Forum::Jupiter.index()][0].small && !t.options[Forum::Jupiter.index()][2].small);
    assert_eq!(t.built, [4, 3, 4]);
    assert_eq!(t.map.capitals.count_ones(), 4);
    let egypt = t.province("egypt").unwrap();
    assert_eq!((t.map.grain[usize::from(egypt)], t.map.region[usize::from(egypt)]), (6, 4));
    assert_eq!(t.map.path[usize::from(egypt)], t.province("cyrenaica"));
    assert_eq!(t.map.path[usize::from(t.map.roma)], None);
}

#[test]
fn every_mistake_has_its_place() {
    let cases = [
        ("cards.json game", r#""marcus""#, "cards.json game"),
        ("cards.json plot.0.id", r#""dagger""#, "plot[0].id (dagger)"),
        ("cards.json plot.1.id", r#""move_heir""#, "plot[1].id (move_heir)"),
        ("cards.json plot.0.copies", "-1", "plot[0].copies (move_heir)"),
        ("cards.json plot.0.copies", "1.5", "plot[0].copies (move_heir)"),
        ("cards.json plot.0.strength", "10", "plot[0].strength (move_heir)"),
        ("cards.json plot.0.copies", "99", "plot: more than 200"),
        ("cards.json plot", "7", "plot: must be a list"),
        ("cards.json event.0.in_solo", "1", "event[0].in_solo (leader_killed)"),
        ("cards.json event.1.numbers.coins", "\"5\"", "event[1].numbers.coins (dilemma)"),
        ("cards.json event.1.numbers.happiness", "3", "event[1].numbers.happiness (dilemma)"),
        ("cards.json event", "[]", "event: a game takes 20 events"),
        ("cards.json agenda", "[]", "agenda: three seats"),
        ("cards.json agenda.0.goals", "[]", "agenda[0].goals (landowner)"),
        ("cards.json agenda.2.goals.1.vp", "1.5", "agenda[2].goals[1].vp (power_behind_throne)"),
        ("cards.json forum", "[]", "forum: a game takes 4"),
        ("cards.json forum.0.options", "[]", "forum[0].options (baths)"),
        ("cards.json forum.0.options.1.circle", r#""square""#, "forum[0].options[1].circle (baths)"),
        ("map.json provinces", "[]", "provinces: must be a list of 25"),
        ("map.json provinces.3.id", r#""roma""#, "provinces[3].id"),
        ("map.json provinces.3.id", r#""Roma Nova""#, "provinces[3].id"),
        ("map.json provinces.3.number", "2", "provinces: must be one of region 0"),
        ("map.json provinces.2.capital", "false", "provinces: each of the regions"),
        ("map.json provinces.0.region", "1", "provinces"),
        ("map.json land.0.0", r#""atlantis""#, "land[0]"),
        ("map.json sea.0", r#"["roma","roma"]"#, "sea[0]"),
        ("map.json components.enemies", "0", "components.enemies"),
        ("map.json prices.heir", "null", "prices.heir"),
        ("map.json tracks.happiness.vp.10", "-1", "tracks.happiness.vp.10"),
        ("map.json tracks.production_line.built.2", "0", "tracks.production_line.built.2"),
    ];
    for (path, value, expected) in cases {
        let found = mistakes(path, value);
        assert!(found.iter().any(|m| m.contains(expected)), "{path} = {value}: {found:?}");
    }
    assert_eq!(check_set(&[]).len(), 2, "both files are missing");
}

#[test]
fn all_mistakes_are_named_at_once() {
    let many =
        changed(&[("cards.json plot.0.copies", "-1"), ("cards.json agenda.2.copies", "-1"), ("map.json land.3", "0")]);
    assert_eq!(check_set(&many).len(), 3);
}

#[test]
fn sources_do_not_change_the_set() {
    let noted = changed(&[("cards.json plot.0.note", r#""seen in the box""#)]);
    assert_eq!(CardSet::new("purple", "a", 1, noted).hash(), shipped("purple").unwrap().hash());
}

#[test]
fn agendas_are_worth_what_the_set_says() {
    // Seat 0 has built no monument (rule 19.2.1, the second goal) and has one estate.
    let document = table::document(&r#"agendas = ["landowner", "miser", "long_line"]"#.parse().unwrap());
    let (_, p) = Purple::load(&Library::new(), &document).unwrap();
    let agenda = |files| score(&p, &Purple::compile(&CardSet::new("purple", "a", 1, files)).unwrap(), 0).agenda;
    assert_eq!(agenda(files()), -1);
    assert_eq!(agenda(changed(&[("cards.json agenda.0.goals.1.vp", "-4")])), -4);
}

#[test]
fn a_corrected_set_is_played() {
    let corrected = changed(&[
        ("cards.json plot.0.copies", "3"),
        ("cards.json plot.3.strength", "1"),
        ("map.json provinces.5.id", r#""britannia""#),
        ("map.json sea.0.0", r#""britannia""#),
        ("map.json sea.1.0", r#""britannia""#),
        ("map.json components.enemies", "30"),
        ("map.json prices.estate", "2"),
    ]);
    assert_eq!(check_set(&corrected), []);
    let mut library = Library::new();
    library.install(CardSet::new("purple", "my-box", 1, corrected));
    let config = |set: &str| Value::parse(format!(r#"{{"set":"{set}"}}"#).as_bytes()).unwrap();
    let game = Purple::configure(&library, &config("my-box")).unwrap();
    keep(&game, &library, 11, 3).unwrap();
    assert!(Purple::configure(&Library::new(), &config("my-box")).is_err());
    let set = library.of("purple").nth(1).unwrap().clone();
    let rules = wire(set).unwrap();
    assert_ne!(rules.rules_hash(), shipped("purple").unwrap().hash());
    let charter = |set: &str| {
        format!(
            r#"{{"config":{{"game":"purple","legions":13,"roles":null,"seats":2,"set":"{set}","windows":"full"}},"position":null}}"#
        )
    };
    assert!(rules.accepts(charter("my-box").as_bytes(), 2));
    assert!(!rules.accepts(charter("reconstructed-1").as_bytes(), 2));
    assert_eq!(rules.decks(charter("my-box").as_bytes(), 2)[0].len(), 22);
}
