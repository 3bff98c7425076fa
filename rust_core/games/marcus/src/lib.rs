//! The Wars of Marcus Aurelius, a solitaire game for seat 0 against the rules.
//!
//! `rules.md` beside the sources holds the numbered rules; each chapter has its module, and every refusal, decision and
//! request carries the number of its rule. The position keeps a small stack of what is still to be done
//! ([`todo`]), so any moment of a half-resolved card can be written down.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod action;
mod asked;
mod bot;
mod cards;
mod ch10_housekeeping;
mod ch12_events;
mod ch13_decisions;
mod ch13_events;
mod ch3_placing;
mod ch7_barbarians;
mod ch7_surges;
mod ch8_battle;
mod ch8_roman;
mod ch8_strength;
mod ch9_end;
mod change;
mod document;
mod flow;
mod form;
mod game;
mod ids;
mod legal;
mod map;
mod numbers;
mod odds;
mod position;
mod ratio;
mod read_action;
mod tables;
mod todo;
mod tools;
mod why;
mod wire;

pub use bot::learn;
pub use game::{Marcus, Options};
pub use wire::wire;

use referee_kernel::json::Value;
use referee_kernel::set::Mistake;

/// The game behind the door for JSON.
pub type Book = referee_kernel::table::Book<Marcus>;

/// Every mistake in the data files of a set, `(file name, document)`; none if the set can be played.
#[must_use]
pub fn check_set(files: &[(String, Value)]) -> Vec<Mistake> {
    let file = |name: &str| files.iter().find(|(n, _)| n == name).map(|(_, d)| d);
    tables::Tables::read(file("cards.json"), file("map.json")).err().unwrap_or_default()
}
