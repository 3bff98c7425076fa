//! The kernel: what every game and the protocol share. It knows no game, no Python, no file, no clock.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod digest;
pub mod game;
pub mod json;
pub mod laws;
pub mod open;
pub mod playout;
pub mod replay;
pub mod rule;
pub mod seat;
pub mod set;
pub mod stream;
pub mod table;
pub mod tx;
pub mod wire;
