//! The laws every game keeps, over whole random games of every kind of configuration.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use referee_cards::Library;
use referee_kernel::game::Game;
use referee_kernel::json::Value;
use referee_kernel::laws::{keep, keep_from};
use referee_marcus::Marcus;

fn game(config: &str) -> Marcus {
    Marcus::configure(&Library::new(), &Value::parse(config.as_bytes()).unwrap()).unwrap()
}

#[test]
fn random_games_keep_the_laws() {
    for (seed, config) in [
        "{}",
        r#"{"options":{"start_imperium":7}}"#,
        r#"{"options":{"start_imperium":7,"truce_binds_rome":false,"heir_order":"backward"}}"#,
        r#"{"options":{"heir_order":"backward"}}"#,
        r#"{"options":{"truce_binds_rome":false,"start_imperium":6}}"#,
    ]
    .into_iter()
    .enumerate()
    {
        keep(&game(config), &Library::new(), seed as u64, 16).unwrap();
    }
}

/// Random games from set-up hardly ever see the Late War; the positions of the recorded matches do.
#[test]
fn games_from_the_middle_keep_the_laws() {
    let library = Library::new();
    let mut starts = 0;
    for line in common::lines("marcus-wire") {
        let Some(document) = line.get("charter").and_then(|c| c.get("position")).filter(|p| **p != Value::Null) else {
            continue;
        };
        let (game, position) = Marcus::load(&library, document).unwrap();
        keep_from(&game, &library, &position, starts, 8).unwrap();
        starts += 1;
    }
    assert!(starts >= 20, "{starts}");
}
