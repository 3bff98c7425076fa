//! The targets, by what they read.

pub mod bytes;
pub mod files;
pub mod games;
pub mod replay;
