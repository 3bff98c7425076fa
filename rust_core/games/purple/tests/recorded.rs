//! The recorded games replay step by step: what is asked, every position, every refusal.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{json, lines, lists_are_sound, next, sorted};
use referee_cards::Library;
use referee_kernel::game::Game;
use referee_kernel::json::Value;
use referee_kernel::rule::Illegal;
use referee_kernel::table::{Rulebook, Table};
use referee_kernel::tx::Tx;
use referee_purple::position::Position;
use referee_purple::{Book, Purple};

struct Replay {
    game: Purple,
    position: Position,
    table: Box<dyn Table>,
}

impl Replay {
    fn of_config(config: &Value) -> Self {
        let game = Purple::configure(&Library::new(), config).unwrap();
        let position = game.setup();
        Self { game, position, table: Book::new().start(&Library::new(), config).unwrap() }
    }

    fn of_document(document: &Value) -> Self {
        let (game, position) = Purple::load(&Library::new(), document).unwrap();
        Self { game, position, table: Book::new().load(&Library::new(), document).unwrap() }
    }

    /// Takes an input through both doors; they agree.
    fn take(&mut self, input: &Value) -> Result<(), Illegal> {
        let (game, p) = (&self.game, &mut self.position);
        let (here, there) = match input.get("action") {
            Some(action) => {
                // No seat at all is one that nobody sits on.
                let seat = input.get("seat").and_then(Value::as_int).and_then(|s| u64::try_from(s).ok());
                let seat = seat.unwrap_or(u64::MAX);
                let here = game.asked(p, seat).and_then(|s| {
                    let action = game.read_action(p, s, action)?;
                    game.act(&mut Tx::new(game, p), s, &action)
                });
                (here, self.table.act(seat, action))
            }
            None => {
                let outcome = input.get("chance").unwrap();
                let here = game.read_outcome(p, outcome).and_then(|o| game.chance(&mut Tx::new(game, p), &o));
                (here, self.table.chance(outcome))
            }
        };
        assert_eq!(here, there);
        here
    }

    fn compare(&self, expected: &Value, at: &str) {
        assert_eq!(next(&self.game, &self.position).text(), sorted(expected.clone()).text(), "{at}");
        assert!(lists_are_sound(&self.game, &self.position), "{at}");
        assert_eq!(sorted(Value::parse(&self.table.next()).unwrap()), sorted(expected.clone()), "{at}");
    }

    fn compare_position(&self, expected: &Value, at: &str) {
        let written = json(|w| self.game.write_position(&self.position, w));
        assert_eq!(written.text(), expected.text(), "{at}");
        let loaded = Purple::load(&Library::new(), expected);
        if self.game.at_rest(&self.position) {
            let (game, position) = loaded.unwrap_or_else(|e| panic!("{at}: {e:?}"));
            assert_eq!(json(|w| game.write_position(&position, w)), written, "{at}");
            assert_eq!(next(&game, &position), next(&self.game, &self.position), "{at}");
        } else {
            assert_eq!(loaded.err().map(|e| e.0), Some("not_rest"), "{at}");
        }
    }
}

fn replay(name: &str) -> usize {
    let mut replay: Option<Replay> = None;
    let mut ended = true;
    let lines = lines(name);
    for (i, line) in lines.iter().enumerate() {
        let at = format!("{name}, line {}", i + 1);
        if let Some(config) = line.get("config") {
            replay = Some(Replay::of_config(config));
        } else if let (Some(document), true) = (line.get("position"), ended) {
            replay = Some(Replay::of_document(document));
        }
        let r = replay.as_mut().unwrap();
        if let Some(rule) = line.get("refused") {
            let before = r.position.clone();
            let refused = r.take(line.get("in").unwrap()).unwrap_err();
            assert_eq!(Some(refused.rule.0), rule.get("rule").unwrap().as_str(), "{at}: {refused}");
            assert_eq!(r.position, before, "{at}");
        } else if let Some(input) = line.get("in") {
            r.take(input).unwrap_or_else(|e| panic!("{at}: {e}"));
        }
        if let Some(expected) = line.get("next") {
            r.compare(expected, &at);
        }
        if let Some(expected) = line.get("position") {
            r.compare_position(expected, &at);
        }
        // A position after the end belongs to the game that ended if it says so itself.
        let last = |l: &Value| l.get("position").and_then(|p| p.get("over")).is_some_and(|o| *o != Value::Null);
        ended = line.get("end").is_some() || (r.position.over.is_some() && !lines.get(i + 1).is_some_and(last));
    }
    lines.len()
}

#[test]
fn recorded_games_with_three_seats() {
    assert_eq!(replay("purple-1"), 395);
}

#[test]
fn recorded_games_with_two_seats() {
    assert_eq!(replay("purple-2"), 266);
}

#[test]
fn recorded_solo_games() {
    assert_eq!(replay("purple-3"), 234);
}

#[test]
fn recorded_games_with_lean_windows() {
    assert_eq!(replay("purple-4"), 348);
}

#[test]
fn recorded_games_from_positions() {
    assert_eq!(replay("purple-5"), 245);
}

#[test]
fn recorded_games_with_every_position() {
    assert_eq!(replay("purple-6"), 455);
}

#[test]
fn recorded_refusals() {
    assert_eq!(replay("purple-7"), 1218);
}
