//! Pig: dice, and when to stop rolling them. The smallest example of a game; its rules are in `rules.md`.
//!
//! [`rules`] says what happens, [`game`] how the kernel sees it and how it reads as JSON.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod game;
pub mod rules;

use std::sync::Arc;

use referee_kernel::game::Game;
use referee_kernel::open::OpenRules;
use referee_kernel::set::{NoSets, rules_hash};
use referee_kernel::wire::Rules;

pub use rules::Pig;

/// The game behind the door for JSON.
pub type Book = referee_kernel::table::Book<Pig>;

/// The rules of pig for matches.
#[must_use]
pub fn wire() -> Arc<dyn Rules> {
    Arc::new(OpenRules::<Pig>::new(Arc::new(NoSets), rules_hash(Pig::ID, Pig::RULES, &[])))
}
