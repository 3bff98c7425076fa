//! Proofs: everything a referee checks, and a player makes, with keys (protocol P4–P12, P20, P21).
//!
//! Checks take what came from outside as bytes, know nothing secret and may take time that depends on it. Makers
//! (`prove`, `deal`, the methods of [`secrets`]) use constant-time arithmetic on secrets, wipe them, and take their
//! fresh randomness from the caller: this crate never asks the system for anything, so the same input gives the same
//! output everywhere.
//!
//! | module | section | what |
//! |---|---|---|
//! | [`ed25519`] | P4 | the one verifier of signatures |
//! | [`group`] | P5 | points, scalars, hashing to both |
//! | [`dleq`] | P7 | parts and their proofs |
//! | [`dealing`], [`key`] | P8 | dealings, complaints, joint keys, combining parts |
//! | [`salt`] | P8 | nonces and the joint salt |
//! | [`roll`] | P9 | from a step to its seed |
//! | [`deck`], [`shuffle`], [`prescribed`] | P10 | cards, shuffles, proofs |
//! | [`draw`], [`seal`] | P11, P12 | hidden draws, openings, sealed choices |
//! | [`endorse`] | P20 | ML-DSA-65 signatures |
//! | [`secrets`] | P21 | what a member holds |

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod cases;
pub mod dealing;
pub mod deck;
pub mod dleq;
pub mod draw;
pub mod ed25519;
pub mod endorse;
pub mod fault;
pub mod group;
pub mod key;
pub mod nonce;
pub mod pack;
pub mod prescribed;
pub mod roll;
pub mod salt;
pub mod seal;
pub mod secrets;
pub mod shuffle;

pub use fault::Fault;
