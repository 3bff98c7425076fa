//! The test vectors' view of this crate: one function from the name of an operation and its JSON input to its JSON
//! output.
//!
//! `referee.testing.run_case` ends here for the operations on keys; see the README of the vectors for their shapes.
//! Bytes, points and scalars are hexadecimal.

mod decks;
mod given;
mod hashes;
mod keys;

use referee_kernel::json::Value;

use crate::Fault;
use given::Given;

/// Why a case has no output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The operation belongs to another crate, or to none.
    Unknown,
    /// The input has not the shape of its operation.
    Malformed,
    /// The input was refused; this is the `error` of the case.
    Refused(Fault),
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Refused(fault)
    }
}

type Answer = Result<Value, Failure>;

/// Runs one case.
///
/// # Errors
/// [`Failure`]; of its kinds only [`Failure::Refused`] occurs in vectors.
pub fn run(op: &str, given: &Value) -> Answer {
    let given = Given::new(given);
    let (group, _) = op.split_once('.').unwrap_or((op, ""));
    match group {
        "hash" | "ed25519" | "point" | "scalar" | "stream" | "rules" => hashes::run(op, given),
        "dleq" | "part" | "dkg" | "combine" | "roll" | "keys" => keys::run(op, given),
        "deck" | "shuffle" | "draw" | "seal" => decks::run(op, given),
        _ => Err(Failure::Unknown),
    }
}
