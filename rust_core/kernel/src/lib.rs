//! The kernel: what every game and the protocol share. It knows no game, no Python, no file, no clock.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod digest;
pub mod json;
pub mod stream;
pub mod wire;
