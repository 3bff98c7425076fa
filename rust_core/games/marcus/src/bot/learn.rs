//! How the net of `consul` comes about: campaigns played with the net of the moment, which then learns from them.
//!
//! Of every free decision the net says how likely a win is. It is told a mean of what it says of the decisions that
//! followed and of how the campaign ended: TD(λ) of Sutton (1988), as Tesauro (1992) did it for backgammon. The campaigns
//! of the first lesson are judged by `legate`, so that there is something to learn from. Learning counts in floating
//! point; what it leaves are the integers of [`super::net`], and no rule depends on it.
#![allow(clippy::float_arithmetic)]

use std::panic::resume_unwind;
use std::thread::ScopedJoinHandle;

use referee_kernel::game::{Game as _, Walk};
use referee_kernel::stream::Stream;
use referee_kernel::tx::Tx;

use crate::game::Marcus;
use crate::ids::{Reason, Zone};
use crate::position::Position;
use crate::todo::Todo;

use super::consul::{Consul, is_free};
use super::features::{FEATURES, Features};
use super::net::{HIDDEN, UNIT, WON};
use super::value::{Judge, WEIGHTS};

/// How to learn.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// Whether the pupil knows nothing yet.
    pub first: bool,
    /// Campaigns in each lesson.
    pub games: u32,
    /// Lessons.
    pub lessons: u32,
    /// Campaigns that are remembered.
    pub memory: usize,
    /// Times all of them are gone through in a lesson.
    pub passes: u32,
    /// Step of the first lesson; it sinks to a fifth of that.
    pub step: f32,
    /// λ: how far the end of a campaign counts against what the net says on the way.
    pub lambda: f32,
    /// What a lost campaign that lasted and subdued tribes counts in the first lesson; it sinks to 0.
    pub consolation: f32,
    /// Free decisions in a thousand taken by chance, in every other campaign.
    pub whims: u32,
    /// Where the dice come from.
    pub seed: u64,
}

/// What a lesson has shown.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// Campaigns won.
    pub won: u32,
    /// Tribes that had surrendered at the ends of all campaigns.
    pub subdued: u32,
    /// Mean square of what the net was wrong by.
    pub error: f64,
}

/// The net while it learns.
#[derive(Clone, Debug)]
pub struct Pupil {
    rows: Vec<[f32; HIDDEN]>,
    bias: [f32; HIDDEN],
    sum: [f32; HIDDEN],
    sum_bias: f32,
}

/// A campaign as the pupil remembers it.
struct Memory {
    seen: Vec<Features>,
    worth: f32,
    won: bool,
    subdued: u32,
}

impl Pupil {
    /// One that knows nothing.
    #[must_use]
    pub fn new(dice: &mut Stream) -> Self {
        let mut small = |most: f32| (dice.below(20_001) as f32 / 10_000.0 - 1.0) * most;
        Self {
            rows: (0..FEATURES).map(|_| std::array::from_fn(|_| small(0.08))).collect(),
            bias: [0.1; HIDDEN],
            sum: std::array::from_fn(|_| small(0.2)),
            sum_bias: -2.0,
        }
    }

    /// The integers of [`super::net`].
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let all = self.rows.iter().chain([&self.bias, &self.sum]).flatten().chain([&self.sum_bias]);
        let rounded = all.map(|w| (w * UNIT as f32).round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16);
        rounded.flat_map(i16::to_le_bytes).collect()
    }

    fn hidden(&self, seen: &Features) -> [f32; HIDDEN] {
        let mut hidden = self.bias;
        for (place, number) in &seen.list {
            let number = f32::from(*number) / Features::ONE as f32;
            for (unit, weight) in hidden.iter_mut().zip(&self.rows[usize::from(*place)]) {
                *unit += weight * number;
            }
        }
        hidden
    }

    fn out(&self, hidden: &[f32; HIDDEN]) -> f32 {
        let sum: f32 = hidden.iter().zip(&self.sum).map(|(unit, weight)| leaky(*unit) * weight).sum();
        1.0 / (1.0 + (-sum - self.sum_bias).exp())
    }

    /// How likely it says a win is, from 0 to 1.
    pub(super) fn chance(&self, seen: &Features) -> f32 {
        self.out(&self.hidden(seen))
    }

    /// One step down the slope of the cross entropy; what it was wrong by before.
    fn learn(&mut self, seen: &Features, told: f32, step: f32) -> f32 {
        let hidden = self.hidden(seen);
        let wrong = self.out(&hidden) - told;
        let mut down = [0.0; HIDDEN];
        for (at, unit) in hidden.into_iter().enumerate() {
            down[at] = step * wrong * self.sum[at] * if unit < 0.0 { LEAK } else { 1.0 };
            self.sum[at] -= step * wrong * leaky(unit);
            self.bias[at] -= down[at];
        }
        self.sum_bias -= step * wrong;
        for (place, number) in &seen.list {
            let number = f32::from(*number) / Features::ONE as f32;
            for (weight, down) in self.rows[usize::from(*place)].iter_mut().zip(&down) {
                *weight -= down * number;
            }
        }
        wrong
    }
}

/// What a unit passes on of what is negative.
const LEAK: f32 = 0.1;

fn leaky(unit: f32) -> f32 {
    if unit < 0.0 { LEAK * unit } else { unit }
}

/// Learns, with campaigns on as many threads; `heard` is told of each lesson. On one machine the same course teaches the
/// same.
pub fn learn(game: &Marcus, course: &Course, pupil: &mut Pupil, threads: u32, heard: &mut dyn FnMut(&Pupil, Lesson)) {
    let mut memory: Vec<Memory> = Vec::new();
    let mut order = Stream::from_seed(&[7; 32]);
    for lesson in 0..course.lessons {
        let left = 1.0 - lesson as f32 / course.lessons as f32;
        let new = campaigns(game, course, pupil, course.consolation * left, lesson, threads);
        let won = new.iter().filter(|m| m.won).count() as u32;
        let subdued = new.iter().map(|m| m.subdued).sum();
        memory.extend(new);
        memory.drain(..memory.len().saturating_sub(course.memory));
        let step = course.step * (0.2 + 0.8 * left);
        // Nothing the net says is worth telling it before it has learned anything.
        let lambda = if course.first && lesson == 0 { 1.0 } else { course.lambda };
        let (mut error, mut count) = (0.0, 0.0);
        for _ in 0..course.passes {
            for (campaign, at, told) in shuffled(told(pupil, &memory, lambda), &mut order) {
                let wrong = pupil.learn(&memory[campaign].seen[at], told, step);
                error += f64::from(wrong * wrong);
                count += 1.0;
            }
        }
        heard(pupil, Lesson { won, subdued, error: error / f64::max(count, 1.0) });
    }
}

/// The campaigns of one lesson.
fn campaigns(
    game: &Marcus,
    course: &Course,
    pupil: &Pupil,
    consolation: f32,
    lesson: u32,
    threads: u32,
) -> Vec<Memory> {
    let run = |first: u32| {
        let all = (first..course.games).step_by(threads.max(1) as usize);
        all.map(|i| campaign(game, course, pupil, consolation, lesson, i)).collect::<Vec<_>>()
    };
    let mut lanes: Vec<_> = std::thread::scope(|scope| {
        let hands: Vec<_> = (0..threads.max(1)).map(|t| scope.spawn(move || run(t))).collect();
        // A defect must not pass for fewer campaigns.
        let join = |h: ScopedJoinHandle<'_, Vec<Memory>>| h.join().unwrap_or_else(|defect| resume_unwind(defect));
        hands.into_iter().map(|h| join(h).into_iter()).collect()
    });
    let lane = |i: u32| (i % threads.max(1)) as usize;
    (0..course.games).filter_map(|i| lanes[lane(i)].next()).collect()
}

fn campaign(game: &Marcus, course: &Course, pupil: &Pupil, consolation: f32, lesson: u32, i: u32) -> Memory {
    let number = lesson * course.games + i;
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&course.seed.to_le_bytes());
    seed[8..12].copy_from_slice(&number.to_le_bytes());
    let mut dice = Stream::from_seed(&seed);
    let whims = if number % 2 == 0 { course.whims } else { 0 };
    let judge = Judge { game, w: &WEIGHTS };
    let worth = |p: &Position| {
        if course.first && lesson == 0 {
            return judge.value(p);
        }
        let chance = end_worth(p, consolation).unwrap_or_else(|| pupil.chance(&Features::of(&judge, p)));
        (chance * WON as f32) as i32
    };
    let consul = Consul { judge: &judge, worth: &worth };
    let mut p = game.setup();
    let mut legal = Vec::new();
    let mut memory = Memory { seen: Vec::new(), worth: 0.0, won: false, subdued: 0 };
    let mut dealt = false;
    while let Some(todo) = p.todo.top().filter(|_| p.ending.is_none()) {
        let deal = matches!(todo, Todo::DrawRoman { by: None, .. });
        // A deal counts once, before its first card.
        if is_free(todo) && !(deal && dealt) {
            memory.seen.push(Features::of(&judge, &p));
        }
        dealt = deal;
        let mut tx = Tx::new(game, &mut p);
        let taken = if todo.is_decision() {
            legal.clear();
            game.legal(tx.position(), 0, &mut |a| {
                legal.push(*a);
                Walk::Continue(())
            });
            let at = if todo == Todo::Roman && dice.below(1000) < whims {
                dice.below(legal.len() as u32) as usize
            } else {
                consul.choose(tx.position(), &legal, &mut dice)
            };
            game.act(&mut tx, 0, &legal[at])
        } else {
            let outcome = game.sample(tx.position(), &mut dice);
            game.chance(&mut tx, &outcome)
        };
        debug_assert!(taken.is_ok());
    }
    memory.worth = end_worth(&p, consolation).unwrap_or(0.0);
    memory.won = memory.worth >= 1.0;
    memory.subdued = subdued(&p);
    memory
}

/// What the end of a campaign counts; `None` before it.
fn end_worth(p: &Position, consolation: f32) -> Option<f32> {
    let ending = p.ending.as_ref()?;
    if ending.reason == Reason::AllSurrendered {
        return Some(1.0);
    }
    let years = p.year - crate::ch9_end::FIRST_YEAR;
    Some(consolation * (subdued(p) as f32 / 3.0 + f32::from(years) / 10.0))
}

fn subdued(p: &Position) -> u32 {
    Zone::ALL.iter().map(|z| u32::from(p.tribe(*z).surrendered())).sum()
}

/// What the pupil is told of each decision it remembers: campaign, place, chance.
fn told(pupil: &Pupil, memory: &[Memory], lambda: f32) -> Vec<(usize, usize, f32)> {
    let mut told = Vec::new();
    for (campaign, m) in memory.iter().enumerate() {
        let mut next = m.worth;
        for (at, seen) in m.seen.iter().enumerate().rev() {
            told.push((campaign, at, next));
            next = (1.0 - lambda) * pupil.chance(seen) + lambda * next;
        }
    }
    told
}

fn shuffled<T>(mut items: Vec<T>, dice: &mut Stream) -> Vec<T> {
    for i in (1..items.len()).rev() {
        let k = dice.below(i as u32 + 1) as usize;
        items.swap(i, k);
    }
    items
}
