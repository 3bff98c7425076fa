//! The laws every game keeps, over whole random games of every kind of table.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use referee_cards::Library;
use referee_kernel::game::Game;
use referee_kernel::json::Value;
use referee_kernel::laws::keep;
use referee_purple::Purple;

fn laws(config: &str, seed: u64, games: u32) {
    let sets = Library::new();
    let game = Purple::configure(&sets, &Value::parse(config.as_bytes()).unwrap()).unwrap();
    keep(&game, &sets, seed, games).unwrap_or_else(|broken| panic!("{config}: {broken}"));
}

#[test]
fn three_seats_keep_the_laws() {
    laws("{}", 1, 4);
    laws(r#"{"legions":40,"roles":["senator","heir","emperor"]}"#, 2, 2);
}

#[test]
fn two_seats_keep_the_laws() {
    laws(r#"{"seats":2}"#, 3, 4);
    laws(r#"{"seats":2,"legions":8,"windows":"lean"}"#, 4, 2);
}

#[test]
fn the_solo_game_keeps_the_laws() {
    laws(r#"{"seats":1}"#, 5, 10);
}

#[test]
fn lean_windows_keep_the_laws() {
    laws(r#"{"windows":"lean"}"#, 6, 4);
}
