//! `steady`: a bot that looks one legion ahead.
//!
//! It knows what its seat may see: the table and its own hand. Every action is worth a whole number; it takes the best,
//! the first of several. It plays to win more often than chance, not to be clever.

use referee_kernel::seat::Seat;

use crate::action::{Action, Space};
use crate::game::Augustus;
use crate::numbers::{Number, Numbers};
use crate::position::Position;
use crate::spaces::Spaces;
use crate::tables::{Attack, Power};
use crate::words::{Category, Resource};

/// The bot's name.
pub(crate) const STEADY: &str = "steady";

/// How long a legion of each category is waited for, roughly: few tokens, many rounds.
const WAIT: [i64; 6] = [3, 4, 5, 6, 8, 10];

/// The place in `legal` of the action that is worth most.
pub(crate) fn choose(game: &Augustus, p: &Position, seat: Seat, legal: &[Action]) -> u32 {
    let bot = Steady { game, p, seat };
    let mut best = (0, i64::MIN);
    for (at, action) in (0..).zip(legal) {
        let worth = bot.worth(*action);
        if worth > best.1 {
            best = (at, worth);
        }
    }
    best.0
}

struct Steady<'a> {
    game: &'a Augustus,
    p: &'a Position,
    seat: Seat,
}

impl Steady<'_> {
    fn worth(&self, action: Action) -> i64 {
        let controlled = self.p.side(self.seat).controlled;
        match action {
            Action::Keep(kept) => kept.iter().map(|n| self.promise(*n)).sum(),
            Action::Place(to) | Action::Put(to) => self.gain(to),
            // A move must win more than noise, or legions wander.
            Action::Move { from, to } if from.objective == to.objective => self.shift(from, to) - 1,
            Action::Move { from, to } => self.gain(to) - self.loss(from) - 1,
            Action::Pass | Action::Decline => 0,
            Action::Complete(n) => self.value(n) + self.progress(n, self.spaces(n)) - self.progress(n, self.p.on(n)),
            Action::Lift => 1,
            Action::RemoveOne(a) => -self.loss(a),
            Action::RemoveTwo(a, b) => -self.loss(a) - self.loss(b),
            Action::Clear(n) => -self.progress(n, self.p.on(n)),
            Action::Lose(n) => {
                let points = |set: Numbers| set.iter().map(|n| self.points(n, set)).sum::<i64>();
                points(controlled.without(n))
            }
            Action::Give { to, .. } => -i64::from(self.game.score(self.p, to).total()),
            // The small tiles cost the chance of the big ones.
            Action::Claim(tile) => i64::from(tile) - 3,
            Action::Take(n) => self.promise(n),
        }
    }

    fn spaces(&self, n: Number) -> Spaces {
        self.game.tables.objective(n).spaces
    }

    /// Points at the end for `n` among `controlled`.
    fn points(&self, n: Number, controlled: Numbers) -> i64 {
        i64::from(self.game.tables.objective(n).points + self.game.power_points(n, controlled))
    }

    /// What control of `n` is worth, in half points; one objective more is worth something by itself.
    fn value(&self, n: Number) -> i64 {
        let o = self.game.tables.objective(n);
        let side = self.p.side(self.seat);
        let power = match o.power {
            Power::Mobilise { .. } | Power::Equivalence(..) => 5,
            Power::MobiliseAny { legions } => 4 * i64::from(legions),
            Power::CompleteObjective => 14,
            Power::TakeTwo => 6,
            Power::GainLegions { legions } => 5 * i64::from(legions),
            Power::Rearrange => 3,
            Power::Attack(Attack::ControlledObjective) => 12,
            Power::Attack(_) => 6,
            Power::ScoreCategory { .. } | Power::ScoreColour { .. } | Power::ScoreRed { .. } => 6,
            Power::None => 0,
        };
        let resources = Resource::ALL.into_iter().filter(|r| o.produces[*r as usize]).count() as i64;
        14 + 2 * self.points(n, side.controlled.with(n)) + power + 5 * resources
    }

    fn wait(spaces: Spaces) -> i64 {
        Category::ALL.into_iter().map(|c| i64::from(spaces.of(c)) * WAIT[c as usize]).sum()
    }

    /// Value for the time it takes: for choosing among objectives.
    fn promise(&self, n: Number) -> i64 {
        1000 * self.value(n) / (Self::wait(self.spaces(n)) + 6)
    }

    /// What legions on `n` are worth; the last ones count most, so that objectives are finished one by one.
    fn progress(&self, n: Number, legions: Spaces) -> i64 {
        let (done, all) = (Self::wait(legions), Self::wait(self.spaces(n)).max(1));
        let full = if legions == self.spaces(n) { 500 } else { 0 };
        self.value(n) * (100 * done * (done + all) / (2 * all * all) + full)
    }

    fn gain(&self, to: Space) -> i64 {
        let on = self.p.on(to.objective);
        self.progress(to.objective, on.more(to.category)) - self.progress(to.objective, on)
    }

    fn loss(&self, from: Space) -> i64 {
        let on = self.p.on(from.objective);
        self.progress(from.objective, on) - self.progress(from.objective, on.fewer(from.category))
    }

    fn shift(&self, from: Space, to: Space) -> i64 {
        let on = self.p.on(from.objective);
        let after = on.fewer(from.category).more(to.category);
        self.progress(to.objective, after) - self.progress(to.objective, on)
    }
}
