//! `consul`: the bot that looks one Barbarian Phase ahead.
//!
//! It takes the actions that `legate` thinks best and plays the Round on from each, the same way several times, with dice
//! of its own. What it samples it could deal itself on a table: the position is all it knows.

use referee_kernel::game::{Game as _, Walk};
use referee_kernel::stream::Stream;
use referee_kernel::tx::Tx;

use crate::action::Action;
use crate::position::Position;
use crate::todo::Todo;

use super::value::Judge;

/// Actions that are looked at.
const WIDTH: usize = 6;
/// Rounds played on from each.
const SAMPLES: u8 = 8;
/// Inputs of a Round at most: a bound, far above what happens.
const INPUTS: u32 = 400;

/// The place of the chosen action of decision `roman` in `legal`.
pub fn choose(judge: &Judge<'_>, p: &Position, legal: &[Action], dice: &mut Stream) -> usize {
    let mut ranked: Vec<(i32, usize)> =
        legal.iter().enumerate().map(|(i, a)| (judge.worth(p, Todo::Roman, a), i)).collect();
    ranked.sort_unstable_by_key(|(worth, i)| (std::cmp::Reverse(*worth), *i));
    let end = legal.iter().position(|a| *a == Action::End);
    let mut looked: Vec<usize> = ranked.iter().take(WIDTH).map(|(_, i)| *i).collect();
    if let Some(end) = end.filter(|e| !looked.contains(e)) {
        looked.push(end);
    }
    let seed = dice.below(1 << 31);
    let mut found = (i32::MIN, 0);
    for i in looked {
        let worth = judge.worth_played_on(p, &legal[i], seed);
        if worth > found.0 {
            found = (worth, i);
        }
    }
    found.1
}

impl Judge<'_> {
    /// The value an action leads to when the Round ends after it.
    fn worth_played_on(&self, p: &Position, action: &Action, seed: u32) -> i32 {
        if *action == Action::End {
            return self.played_on(p, seed);
        }
        if let Some(battle) = self.game.battle_of(p, action) {
            let paid = self.spent(p, action);
            let chance = self.chance(&paid, &battle, paid.held());
            let won = self.played_on(&self.position_won(&paid, battle.target), seed);
            let lost = self.played_on(&self.position_lost(&paid, battle.target), seed);
            return lost + (won - lost) * chance / 1000;
        }
        let mut q = p.clone();
        let mut own = Stream::from_seed(&seeded(seed, 255));
        if self.game.act(&mut Tx::new(self.game, &mut q), 0, action).is_err() {
            return i32::MIN;
        }
        self.play_until(&mut q, &mut own, |todo| todo == Todo::Roman);
        self.played_on(&q, seed)
    }

    /// The mean value at the next deal, over the samples.
    fn played_on(&self, p: &Position, seed: u32) -> i32 {
        let mut sum = 0;
        for sample in 0..SAMPLES {
            let mut q = p.clone();
            let mut dice = Stream::from_seed(&seeded(seed, sample));
            if q.todo.top() == Some(Todo::Roman)
                && self.game.act(&mut Tx::new(self.game, &mut q), 0, &Action::End).is_ok()
            {
                self.play_until(&mut q, &mut dice, |todo| {
                    matches!(todo, Todo::DrawRoman { by: None, .. } | Todo::Roman)
                });
            }
            sum += self.value(&q);
        }
        sum / i32::from(SAMPLES)
    }

    /// Plays as `legate` until something is asked that `stop` waits for, or the game is over.
    fn play_until(&self, p: &mut Position, dice: &mut Stream, stop: impl Fn(Todo) -> bool) {
        let mut legal = Vec::new();
        for _ in 0..INPUTS {
            let Some(todo) = p.todo.top().filter(|t| !stop(*t)) else { return };
            let mut tx = Tx::new(self.game, p);
            let taken = if todo.is_decision() {
                legal.clear();
                self.game.legal(tx.position(), 0, &mut |a| {
                    legal.push(*a);
                    Walk::Continue(())
                });
                let at = super::judged(self, tx.position(), &legal);
                legal.get(at).map(|action| self.game.act(&mut tx, 0, action))
            } else {
                let outcome = self.game.sample(tx.position(), dice);
                Some(self.game.chance(&mut tx, &outcome))
            };
            if taken.is_none_or(|t| t.is_err()) {
                return;
            }
        }
    }
}

fn seeded(seed: u32, sample: u8) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[..4].copy_from_slice(&seed.to_le_bytes());
    bytes[4] = sample;
    bytes
}
