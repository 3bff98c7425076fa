//! Replay: from a log to its report (protocol P19).
//!
//! One pass over the steps judges the events of each step in canonical order, by what lies in their past, and asks
//! whether the step is complete. Events without effect are judged in their own past, so that nobody is at fault for what
//! he could not know.
//!
//! | module | section | what |
//! |---|---|---|
//! | `horizon`, `members` | P19.5 | who has seen, or built on, what |
//! | `index` | | the log by step, and its twins |
//! | `run` | | what a replay has come to, and how it goes back to the beginning of a step |
//! | `setup` | P19.1 | step 0 |
//! | `step`, `apply` | P19.2–P19.4 | one step, and from it to the next |
//! | `check`, `cards`, `chain` | P19.9 | an event by its kind |
//! | `votes` | P19.5, P19.7 | absence, certificates, what stands, forks |
//! | `back` | P19.6 | taking back |
//! | `own` | P19.4 | an event in its own past |
//! | `memory` | | costly checks and their results |
//! | [`report`], `waiting` | P19.10 | what programs and people are told |

mod apply;
mod back;
mod cards;
mod chain;
mod check;
mod horizon;
mod index;
mod members;
mod memory;
mod own;
pub mod report;
mod run;
mod setup;
mod step;
mod votes;
mod waiting;

use std::borrow::Cow;
use std::collections::BTreeMap;

use referee_kernel::wire::Rules;

use crate::log::{EventIx, Log};

use horizon::Horizon;
use index::Index;
use memory::Memory;
use run::Run;
use step::Now;

pub use own::{Cache, judge};
pub use report::Report;
pub use run::{Completed, Drawn, Outcome, Phase, Position, Prescribed, Status, Step};
pub use waiting::Waiting;

/// Twins that contain a choice, by author.
type Forks = BTreeMap<u8, Vec<Vec<EventIx>>>;

/// A replay of the events within a horizon, under way.
struct Replay<'a> {
    log: &'a Log,
    rules: &'a dyn Rules,
    index: &'a Index,
    memory: &'a mut Memory,
    /// The events that are replayed.
    allowed: Horizon,
    /// The forks among them.
    forks: Cow<'a, Forks>,
    run: Run,
    now: Now,
}
