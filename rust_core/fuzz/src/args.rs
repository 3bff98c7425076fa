//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use referee_fuzz::{TARGETS, Target};

/// How to call the program.
pub const USAGE: &str = "usage: referee_fuzz [--seconds N] [--seed N] [--trace] [TARGET…]
       referee_fuzz TARGET FILE

Runs the targets (all, if none is named) over their inputs and random changes of them for N seconds together. The same
seed makes the same changes. --trace writes each input to artifacts/ before it is run, to find one that kills the process.
With a file, runs one target on it alone.";

/// What to do.
pub enum Mode {
    /// One target on one input.
    Again {
        /// The target.
        target: Target,
        /// The input's path.
        input: PathBuf,
    },
    /// Random changes.
    Change {
        /// The seed of all changes.
        seed: u64,
        /// For all targets together.
        time: Duration,
        /// Write each input before it is run.
        trace: bool,
    },
}

/// A read command line.
pub struct Args {
    /// What to do.
    pub mode: Mode,
    /// With which targets.
    pub targets: Vec<Target>,
}

impl Args {
    /// Reads the arguments after the program's name.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn read(args: impl Iterator<Item = String>) -> Result<Self, String> {
        let (mut seed, mut seconds, mut trace) = (0, 60, false);
        let (mut targets, mut input) = (Vec::new(), None);
        let mut args = args;
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--seed" => seed = number(&arg, args.next())?,
                "--seconds" => seconds = number(&arg, args.next())?,
                "--trace" => trace = true,
                name => match TARGETS.iter().find(|target| target.name == name) {
                    Some(target) => targets.push(*target),
                    None if targets.len() == 1 && input.is_none() => input = Some(PathBuf::from(name)),
                    None => return Err(format!("no target is called {name}")),
                },
            }
        }
        if let (Some(input), [target]) = (input, targets.as_slice()) {
            return Ok(Self { mode: Mode::Again { target: *target, input }, targets: Vec::new() });
        }
        let targets = if targets.is_empty() { TARGETS.to_vec() } else { targets };
        Ok(Self { mode: Mode::Change { seed, time: Duration::from_secs(seconds), trace }, targets })
    }
}

fn number(option: &str, value: Option<String>) -> Result<u64, String> {
    value.and_then(|value| value.parse().ok()).ok_or_else(|| format!("{option} needs a number"))
}
