//! The bot wins against random play.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::json;
use referee_augustus::Augustus;
use referee_cards::Library;
use referee_kernel::game::Game;
use referee_kernel::playout::{Order, many};

/// How many of `games` matches of two seats `steady` wins alone, playing `seat`.
fn wins(seat: usize, games: u32) -> usize {
    let game = Augustus::configure(&Library::new(), &json(r#"{"seats":2}"#)).map_err(|e| e.0).unwrap();
    let mut players = ["random".to_owned(), "random".to_owned()];
    players[seat] = "steady".to_owned();
    let order = Order { games, seed: 20, players: &players, threads: 1 };
    let won = |result: &Option<Vec<u8>>| {
        let result = json(std::str::from_utf8(result.as_deref().unwrap()).unwrap());
        result.get("winners") == Some(&json(&format!("[{seat}]")))
    };
    many(&game, &order).iter().filter(|p| won(&p.result)).count()
}

#[test]
fn steady_beats_random_play_nine_times_of_ten() {
    assert!(wins(0, 100) >= 90);
    assert!(wins(1, 100) >= 90);
}

#[test]
fn steady_against_itself_finishes() {
    let game = Augustus::configure(&Library::new(), &json(r#"{"seats":4}"#)).map_err(|e| e.0).unwrap();
    let order = Order { games: 20, seed: 3, players: &["steady".to_owned()], threads: 1 };
    assert!(many(&game, &order).iter().all(|p| p.result.is_some() && p.inputs < 5000));
}
