//! Fuzz targets: plain functions that take any bytes and panic where a law is broken.
//!
//! The laws are what the core promises about hostile bytes: not only that it never crashes, but that what it accepts it
//! writes back byte for byte, that a refusal changes nothing, and that the order of files has no effect.
//!
//! Two drivers run them. `cargo run --release -p referee_fuzz` changes the inputs of `corpus/` at random, on stable Rust
//! and the same way for the same seed. Where a nightly toolchain and cargo-fuzz exist, `cargo +nightly fuzz run
//! --fuzz-dir rust_core/fuzz/fuzz_targets TARGET rust_core/fuzz/corpus/TARGET` lets libFuzzer look for new paths.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a broken law ends the run by a panic")]

pub mod corpus;
pub mod dice;
pub mod games;
pub mod mutate;
pub mod targets;

/// A target: its name, which is also that of its folder in `corpus/`, and its function.
#[derive(Clone, Copy)]
pub struct Target {
    /// The name.
    pub name: &'static str,
    /// What it does with an input.
    pub run: fn(&[u8]),
}

/// Every target, in the order in which they are run.
pub const TARGETS: &[Target] = &[
    Target { name: "codec", run: targets::bytes::codec },
    Target { name: "canonical_json", run: targets::bytes::canonical_json },
    Target { name: "armor", run: targets::bytes::armor },
    Target { name: "event", run: targets::files::event },
    Target { name: "file", run: targets::files::file },
    Target { name: "fork_proof", run: targets::files::fork_proof },
    Target { name: "position_import", run: targets::games::position_import },
    Target { name: "payload", run: targets::games::payload },
    Target { name: "cards", run: targets::games::cards },
    Target { name: "replay", run: targets::replay::replay },
];
