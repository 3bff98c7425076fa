//! The laws every game keeps, over all numbers of seats and every option.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{all_powers, all_red, json, lines};
use referee_augustus::Augustus;
use referee_cards::Library;
use referee_kernel::game::Game;
use referee_kernel::laws::{keep, keep_from};

fn laws(config: &str, seed: u64, games: u32) {
    let mut sets = Library::new();
    sets.install(all_red());
    sets.install(all_powers());
    let game = Augustus::configure(&sets, &json(config)).map_err(|e| e.0).unwrap();
    keep(&game, &sets, seed, games).unwrap();
}

#[test]
fn two_seats() {
    laws(r#"{"seats":2}"#, 1, 2);
    laws(r#"{"seats":2,"placement":"open","first_crier":1}"#, 2, 2);
}

#[test]
fn three_and_four_seats() {
    laws(r#"{"seats":3,"first_game":true}"#, 3, 2);
    laws(r#"{"seats":4,"placement":"open"}"#, 4, 1);
}

#[test]
fn five_and_six_seats() {
    laws(r#"{"seats":5,"token_limit":60}"#, 5, 2);
    laws(r#"{"seats":6,"first_game":true,"placement":"open"}"#, 6, 1);
}

#[test]
fn chains_attacks_and_rebuilt_decks() {
    laws(r#"{"seats":3,"set":"all-red","token_limit":250}"#, 7, 1);
    laws(r#"{"seats":4,"set":"all-red","token_limit":200,"placement":"open"}"#, 8, 1);
    laws(r#"{"seats":3,"set":"all-powers"}"#, 9, 3);
    laws(r#"{"seats":5,"set":"all-powers","placement":"open"}"#, 10, 2);
}

/// From a position late in a game, with few objectives in the deck.
#[test]
fn an_imported_position() {
    let sets = Library::new();
    let first = &lines("augustus-5")[0];
    let (game, position) = Augustus::load(&sets, first.get("position").unwrap()).map_err(|e| e.0).unwrap();
    keep_from(&game, &sets, &position, 11, 4).unwrap();
}
