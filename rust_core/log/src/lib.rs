//! The log of a match: from bytes to a checked set of signed events, and from these to the verdict (protocol P2, P13–P19).

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod armor;
pub mod bare;
pub mod cases;
pub mod charter;
pub mod codec;
pub mod draft;
pub mod event;
pub mod file;
pub mod fork;
pub mod limits;
mod lines;
mod log;
pub mod member;
mod parse;
mod receive;
mod refusal;
pub mod replay;
pub mod toy;
pub mod trust;
pub mod verdict;

pub use charter::{Charter, Committee};
pub use event::{Body, Event, Hash, Kind};
pub use lines::{LineNo, Standing};
pub use log::{EventIx, Log};
pub use receive::Received;
pub use refusal::{Code, Place, Refusal};
