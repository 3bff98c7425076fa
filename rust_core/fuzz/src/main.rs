//! Runs the fuzz targets over their corpora and random changes of them.
//!
//! Exit code 0: nothing broke. 1: something did, and the input that broke it lies in `artifacts/`. 2: usage.

#![allow(clippy::disallowed_types, clippy::disallowed_methods, reason = "a driver reads files and a clock")]

mod args;

use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{fs, io};

use args::{Args, Mode, USAGE};
use referee_fuzz::{Target, corpus, dice, mutate};

/// One input that takes longer is a finding, too.
const TOO_LONG: Duration = Duration::from_secs(10);

fn main() -> ExitCode {
    let args = match Args::read(std::env::args().skip(1)) {
        Ok(args) => args,
        Err(why) => {
            eprintln!("{why}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let done = match &args.mode {
        Mode::Again { target, input } => fs::read(input).map(|data| {
            // Without a net: the panic's own message and backtrace say most.
            (target.run)(&data);
            true
        }),
        Mode::Change { seed, time, trace } => change(&args.targets, *seed, *time, *trace),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(why) => {
            eprintln!("referee_fuzz: {why}");
            ExitCode::from(2)
        }
    }
}

/// Gives each target its share of the time; whether nothing broke.
fn change(targets: &[Target], seed: u64, time: Duration, trace: bool) -> io::Result<bool> {
    println!("seed {seed}");
    let mut sound = true;
    let end = Instant::now() + time;
    for (at, target) in (0_u32..).zip(targets) {
        let left = end.saturating_duration_since(Instant::now());
        let share = left / u32::try_from(targets.len()).unwrap_or(1).saturating_sub(at).max(1);
        let mut runs = Runs { target: *target, seed, inputs: corpus::inputs(target.name)?, trace };
        match runs.until(Instant::now() + share)? {
            Ok(count) => println!("{:16} {count} runs", target.name),
            Err(finding) => {
                sound = false;
                println!("{:16} {}: {}", target.name, finding.what, finding.input.display());
                println!("{:16} again: cargo run -p referee_fuzz -- {} {}", "", target.name, finding.input.display());
            }
        }
    }
    Ok(sound)
}

struct Runs {
    target: Target,
    seed: u64,
    inputs: Vec<Vec<u8>>,
    trace: bool,
}

/// An input that broke a law, or took too long.
struct Finding {
    what: &'static str,
    input: PathBuf,
}

impl Runs {
    /// Runs every input as it is, then changed ones until `end`; at least one round. How many there were.
    fn until(&mut self, end: Instant) -> io::Result<Result<u64, Finding>> {
        let plain = self.inputs.len() as u64;
        for run in 0.. {
            if run >= plain && Instant::now() >= end {
                return Ok(Ok(run));
            }
            let input = self.input(run);
            if self.trace {
                self.keep("trace", &input)?;
            }
            let began = Instant::now();
            let broken = panic::catch_unwind(AssertUnwindSafe(|| (self.target.run)(&input))).is_err();
            let what = match (broken, began.elapsed() > TOO_LONG) {
                (true, _) => "broke",
                (false, true) => "took too long",
                (false, false) => continue,
            };
            return Ok(Err(Finding { what, input: self.keep(&format!("{}-{run}", self.seed), &input)? }));
        }
        Ok(Ok(0))
    }

    /// The input of a run: the same for the same seed.
    fn input(&self, run: u64) -> Vec<u8> {
        if let Some(input) = usize::try_from(run).ok().and_then(|run| self.inputs.get(run)) {
            return input.clone();
        }
        let mut stream = dice::numbers(self.seed, self.target.name, run);
        let input = dice::one(&mut stream, &self.inputs).clone();
        let other = dice::one(&mut stream, &self.inputs).clone();
        mutate::mutate(&input, &other, &mut stream)
    }

    fn keep(&self, name: &str, input: &[u8]) -> io::Result<PathBuf> {
        let folder = corpus::artifacts();
        fs::create_dir_all(&folder)?;
        let path = folder.join(format!("{}-{name}", self.target.name));
        fs::write(&path, input)?;
        Ok(path)
    }
}
