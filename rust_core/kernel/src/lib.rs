//! The kernel: what every game and the protocol share. It knows no game, no Python, no file, no clock.

pub mod digest;
pub mod json;
pub mod stream;
