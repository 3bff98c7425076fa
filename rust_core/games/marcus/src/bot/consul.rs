//! `consul`: every decision played on to where the next one is free.
//!
//! A decision is free where a value is asked: at `roman`, before the deal and at `redeploy`. On the way there `legate`
//! decides, battles are fought with all 36 first rolls, and other chance is sampled, for every action the same. What it
//! samples it could deal itself on a table: the position is all it knows.

use referee_kernel::game::{Game as _, Walk};
use referee_kernel::stream::Stream;
use referee_kernel::tx::Tx;

use crate::action::Action;
use crate::flow::Outcome;
use crate::position::Position;
use crate::todo::Todo;

use super::value::Judge;
use super::{deploy, legate};

/// Samples of what chance does after an action.
const SAMPLES: u32 = 16;
/// Inputs on the way at most: a bound, far above what happens.
const INPUTS: u32 = 400;

/// Whether a value is asked here.
pub const fn is_free(todo: Todo) -> bool {
    matches!(todo, Todo::Roman | Todo::DrawRoman { by: None, .. } | Todo::Redeploy)
}

/// Who looks ahead: how `legate` judges, and what a position is worth.
pub struct Consul<'a> {
    /// How `legate` judges.
    pub judge: &'a Judge<'a>,
    /// The worth of a position where a decision is free or the game is over.
    pub worth: &'a dyn Fn(&Position) -> i32,
}

impl Consul<'_> {
    /// The place of the chosen action in `legal`.
    pub fn choose(&self, p: &Position, legal: &[Action], dice: &mut Stream) -> usize {
        let Some(todo) = p.todo.top().filter(|_| legal.len() > 1) else { return 0 };
        match todo {
            Todo::Deploy | Todo::Redeploy | Todo::Reorganize { .. } => {
                let next = deploy::next(self, p, todo);
                legal.iter().position(|a| *a == next).unwrap_or(legal.len() - 1)
            }
            Todo::Send { .. } => legate::choose(self.judge, p, legal),
            _ => {
                let seed = dice.below(1 << 31);
                legate::best(legal, |action| self.after(p, action, seed))
            }
        }
    }

    /// The mean worth of what an action leads to.
    fn after(&self, p: &Position, action: &Action, seed: u32) -> i64 {
        let mut q = p.clone();
        if self.judge.game.act(&mut Tx::new(self.judge.game, &mut q), 0, action).is_err() {
            return i64::MIN;
        }
        self.play_on(&mut q, None);
        match q.todo.top() {
            Some(Todo::RollRoman) => self.after_battle(&q, seed),
            Some(todo) if !is_free(todo) => self.mean(&q, seed, SAMPLES),
            _ => i64::from((self.worth)(&q)),
        }
    }

    /// The mean over both dice of a battle; what follows is sampled once for each.
    fn after_battle(&self, p: &Position, seed: u32) -> i64 {
        let game = self.judge.game;
        let mut sum = 0;
        for rolls in 0..36 {
            let mut q = p.clone();
            for die in [rolls / 6 + 1, rolls % 6 + 1] {
                if matches!(q.todo.top(), Some(Todo::RollRoman | Todo::RollBarbarian)) {
                    let _ = game.chance(&mut Tx::new(game, &mut q), &Outcome::Die(die));
                }
            }
            sum += self.sample(q, seed, u32::from(rolls));
        }
        sum / 36
    }

    /// The mean over so many samples from here.
    fn mean(&self, p: &Position, seed: u32, samples: u32) -> i64 {
        (0..samples).map(|i| self.sample(p.clone(), seed, i)).sum::<i64>() / i64::from(samples)
    }

    /// The worth of where one sample leads.
    pub fn sample(&self, mut p: Position, seed: u32, number: u32) -> i64 {
        let mut bytes = [0; 32];
        bytes[..4].copy_from_slice(&seed.to_le_bytes());
        bytes[4..8].copy_from_slice(&number.to_le_bytes());
        self.play_on(&mut p, Some(&mut Stream::from_seed(&bytes)));
        i64::from((self.worth)(&p))
    }

    /// Plays as `legate` until a decision is free or the game is over; without dice also until chance is asked.
    fn play_on(&self, p: &mut Position, mut dice: Option<&mut Stream>) {
        let game = self.judge.game;
        let mut legal = Vec::new();
        for _ in 0..INPUTS {
            let Some(todo) = p.todo.top().filter(|t| !is_free(*t)) else { return };
            let taken = if let Todo::Pay { .. } = todo {
                let least = self.judge.cheapest(p).map(|(card, from)| Action::Pay { card, from });
                least.map(|action| game.act(&mut Tx::new(game, p), 0, &action))
            } else if todo.is_decision() {
                legal.clear();
                game.legal(p, 0, &mut |a| {
                    legal.push(*a);
                    Walk::Continue(())
                });
                let at = legate::choose(self.judge, p, &legal);
                legal.get(at).map(|action| game.act(&mut Tx::new(game, p), 0, action))
            } else {
                let Some(dice) = dice.as_deref_mut() else { return };
                let outcome = game.sample(p, dice);
                Some(game.chance(&mut Tx::new(game, p), &outcome))
            };
            if taken.is_none_or(|t| t.is_err()) {
                return;
            }
        }
    }
}
