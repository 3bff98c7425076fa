//! Donning the Purple: the rules of `rules.md`, its documents, its match on the wire.
//!
//! - [`game`] is the table of contents: the trait [`Game`](referee_kernel::game::Game), each arm one call.
//! - Nouns: [`cards`], [`tables`], [`config`], [`position`], [`family`], [`task`], [`action`], [`change`].
//! - Verbs: one module for each chapter of the rules, `ch2_setup` to `ch21_solo`; `run` goes from one to the next.
//! - `document`: the interchange format of `interface.md` with the checks of an import.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod action;
mod action_json;
mod answer;
mod bot;
pub mod cards;
mod census;
mod ch10_food;
mod ch11_tax;
mod ch12_year_end;
pub mod ch13_scoring;
mod ch14_copying;
mod ch15_board;
mod ch16_death;
mod ch17_succession;
mod ch18_glory;
mod ch19_forum;
mod ch19_plots;
mod ch19_windows;
mod ch21_solo;
mod ch2_setup;
mod ch4_enemies;
mod ch5_harvest;
mod ch6_events;
mod ch7_assassination;
mod ch7_move;
mod ch7_turns;
mod ch8_emperor;
mod ch9_buildings;
mod chance;
pub mod change;
mod change_json;
pub mod config;
mod defaults;
mod document;
pub mod family;
pub mod game;
mod legal;
pub mod position;
mod refusal;
pub mod row;
mod run;
pub mod tables;
pub mod task;
mod wire;

pub use game::Purple;
pub use tables::check_set;
pub use wire::wire;

/// The rulebook, as programs open it.
pub type Book = referee_kernel::table::Book<Purple>;
