//! The bots: they play whole campaigns, the same again from the same seed, and far better than chance.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use referee_cards::Library;
use referee_kernel::game::Game;
use referee_kernel::json::Value;
use referee_kernel::playout::{Order, Played, many};
use referee_marcus::Marcus;

fn play(bot: &str, games: u32, threads: u32) -> Vec<Played> {
    let game = Marcus::configure(&Library::new(), &Value::parse(b"{}").unwrap()).unwrap();
    many(&game, &Order { games, seed: 170, players: &[bot.to_owned()], threads })
}

/// The Years all campaigns lasted together.
fn years(played: &[Played]) -> i64 {
    let year = |p: &Played| Value::parse(&p.last).unwrap().get("year").and_then(Value::as_int).unwrap() - 170;
    played.iter().map(year).sum()
}

#[test]
fn the_bots_are_named() {
    assert_eq!(Marcus::bots(), ["legate", "consul"]);
}

#[test]
fn every_campaign_ends_with_a_result() {
    for bot in ["random", "legate", "consul"] {
        assert!(play(bot, 4, 1).iter().all(|p| p.result.is_some()), "{bot}");
    }
}

#[test]
fn campaigns_are_the_same_on_any_number_of_threads() {
    assert_eq!(play("consul", 3, 1), play("consul", 3, 2));
    assert_eq!(play("legate", 6, 1), play("legate", 6, 3));
}

/// Random campaigns hardly see their third Year; who looks ahead holds out for most of the ten.
#[test]
fn each_bot_lasts_longer_than_the_one_before() {
    let lasted: Vec<i64> = ["random", "legate", "consul"].into_iter().map(|bot| years(&play(bot, 12, 2))).collect();
    assert!(lasted[1] > 2 * lasted[0] && lasted[2] > lasted[1], "{lasted:?}");
}
