//! Teaches `consul` from nothing and writes its net, `src/bot/learned.bin` on the machine that made it:
//! `cargo run --release -p referee_marcus --example train -- FILE [THREADS]`. Two threads if none are named; the net does
//! not depend on it.
#![allow(clippy::print_stdout, clippy::float_arithmetic, clippy::disallowed_methods)]

use std::error::Error;

use referee_cards::Library;
use referee_kernel::game::Game as _;
use referee_kernel::json::Value;
use referee_kernel::stream::Stream;
use referee_marcus::Marcus;
use referee_marcus::learn::{Course, Lesson, Pupil, learn};

/// From nothing: to last and to subdue is worth something, too.
const FIRST: Course = Course {
    first: true,
    games: 300,
    lessons: 40,
    memory: 3000,
    passes: 4,
    step: 0.006,
    lambda: 0.85,
    consolation: 0.15,
    whims: 20,
    seed: 1,
};

/// Then nearly only wins count.
const SECOND: Course = Course {
    first: false,
    lessons: 80,
    memory: 4000,
    step: 0.004,
    lambda: 0.8,
    consolation: 0.03,
    whims: 10,
    seed: 2,
    ..FIRST
};

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("which file is the net to go to?")?;
    let threads = std::env::args().nth(2).map_or(Ok(2), |n| n.parse())?;
    let game = Marcus::configure(&Library::new(), &Value::parse(b"{}")?).map_err(|unfit| format!("{unfit:?}"))?;
    let mut pupil = Pupil::new(&mut Stream::from_seed(&[170; 32]));
    let mut failed = None;
    for course in [FIRST, SECOND] {
        let mut number = 0;
        learn(&game, &course, &mut pupil, threads, &mut |pupil, lesson| {
            number += 1;
            let Lesson { won, subdued, error } = lesson;
            println!("lesson {number}: {won} of {} won, {subdued} tribes subdued, wrong by {error:.5}", course.games);
            failed = std::fs::write(&file, pupil.write()).err();
        });
    }
    failed.map_or(Ok(()), |error| Err(error.into()))
}
