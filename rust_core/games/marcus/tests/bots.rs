//! The bots: they play whole campaigns, the same again from the same seed, and far better than chance.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use referee_cards::Library;
use referee_kernel::game::Game;
use referee_kernel::json::Value;
use referee_kernel::playout::{Order, Played, many};
use referee_kernel::stream::Stream;
use referee_marcus::Marcus;
use referee_marcus::learn::{Course, Pupil, learn};

fn game() -> Marcus {
    Marcus::configure(&Library::new(), &Value::parse(b"{}").unwrap()).unwrap()
}

fn play(bot: &str, games: u32, threads: u32) -> Vec<Played> {
    many(&game(), &Order { games, seed: 170, players: &[bot.to_owned()], threads })
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

/// Random campaigns hardly see their third Year; who looks ahead sees more than twice as many.
#[test]
fn each_bot_lasts_longer_than_chance() {
    let [random, legate, consul] = ["random", "legate", "consul"].map(|bot| years(&play(bot, 12, 2)));
    assert!(legate > 2 * random && consul > 2 * random, "{random} {legate} {consul}");
}

/// Forty campaigns are few: the benchmark counts more of them, and how many are won.
#[test]
fn the_consul_wins_one_campaign_in_four() {
    let played = play("consul", 40, 2);
    let won =
        |p: &&Played| Value::parse(p.result.as_ref().unwrap()).unwrap().get("outcome") == Some(&Value::from("win"));
    assert!(played.iter().filter(won).count() >= 10);
}

/// The pupil learns from the campaigns of a lesson in their order, whoever has played them.
#[test]
fn a_course_teaches_the_same_on_any_number_of_threads() {
    let course = Course {
        first: true,
        games: 3,
        lessons: 2,
        memory: 4,
        passes: 1,
        step: 0.01,
        lambda: 0.9,
        consolation: 0.1,
        whims: 20,
        seed: 1,
    };
    let taught = |threads| {
        let mut pupil = Pupil::new(&mut Stream::from_seed(&[1; 32]));
        let mut lessons = 0;
        learn(&game(), &course, &mut pupil, threads, &mut |_, _| lessons += 1);
        assert_eq!(lessons, 2);
        pupil.write()
    };
    let first = taught(1);
    assert_eq!(first, taught(2));
    assert_ne!(first, Pupil::new(&mut Stream::from_seed(&[1; 32])).write());
}
