//! Kuhn poker: three cards, two seats, one hidden card each. The smallest example of a game with an encrypted deck; its
//! rules are in `rules.md`.
//!
//! [`rules`] says what happens, [`game`] how the kernel sees it and how it reads as JSON, `wire` how nobody has to be
//! trusted with the cards.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod game;
pub mod rules;
mod wire;

pub use rules::Kuhn;
pub use wire::wire;

/// The game behind the door for JSON.
pub type Book = referee_kernel::table::Book<Kuhn>;
