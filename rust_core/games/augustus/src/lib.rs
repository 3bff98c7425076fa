//! Rise of Augustus. The rules are in `rules.md`; their numbers stand in the code.
//!
//! Nouns: [`words`], [`numbers`], [`spaces`], [`tables`], [`position`], [`ask`], [`action`], [`change`]. Verbs: one module for each
//! chapter of the rules. [`game`] is the table of contents; the documents of the interface are in `document`, `reading`
//! and `config`, the match between people who do not trust each other in `wire`.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod action;
pub mod ask;
pub mod change;
pub mod game;
pub mod numbers;
pub mod position;
pub mod spaces;
pub mod tables;
pub mod words;

mod bot;
mod ch10_attacks;
mod ch10_powers;
mod ch2_setup;
mod ch3_placement;
mod ch4_completion;
mod ch6_rewards;
mod ch7_losing;
mod ch8_end;
mod config;
mod decisions;
mod document;
mod journal;
mod reading;
mod wire;

pub use ch8_end::Score;
pub use game::Augustus;
pub use tables::check_set;
pub use wire::wire;

/// The game behind the door for JSON.
pub type Book = referee_kernel::table::Book<Augustus>;
