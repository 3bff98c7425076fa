//! The position document (interface, sections 3 and 4): writing, and reading with its checks.

mod fits;
mod parts;
mod read;
mod step;
mod write;

pub(crate) use read::{read, read_config};
pub(crate) use step::at_rest;
pub(crate) use write::{Eyes, Special, write, write_special};
