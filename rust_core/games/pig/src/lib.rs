//! Pig: dice, and when to stop rolling them. The smallest example of a game; its rules are in `rules.md`.
//!
//! [`game`] has the rules, [`border`] their JSON, [`wire`] the match between people who do not trust each other.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod border;
pub mod game;
mod wire;

pub use game::Pig;
pub use wire::wire;

/// The game behind the door for JSON.
pub type Book = referee_kernel::table::Book<Pig>;
