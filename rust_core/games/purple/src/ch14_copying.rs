//! Copying (rules 14) and its standing passes (19.20).

use referee_kernel::seat::Seat;

use crate::action::Action;
use crate::cards::{Copied, Moment};
use crate::ch7_move::REACH;
use crate::ch7_turns::{affordable, do_copied};
use crate::change::Change;
use crate::game::Purple;
use crate::legal::{Visit, Walk};
use crate::position::Position;
use crate::run::{Pace, Tx, skip};
use crate::task::{Queue, Task};

/// After the action of `seat` the others may copy it (14.1).
pub(crate) fn offer(tx: &mut Tx<'_>, seat: Seat, action: Copied) {
    let pending = Queue::of(tx.position().others(seat));
    tx.put(Change::Push(Task::Copies(action, pending)));
}

/// 14.6
fn asked(game: &Purple, p: &Position, seat: Seat, action: Copied) -> bool {
    let f = p.family(seat);
    f.unused > 0 && f.copies[action.index()].is_none() && affordable(game, p, seat, action)
}

/// Drops seats that are not asked; waits for the first that is.
pub(crate) fn reach(tx: &mut Tx<'_>, action: Copied, pending: Queue) -> Pace {
    let left = skip(pending, |s| asked(tx.game(), tx.position(), s, action));
    if left.is_empty() {
        tx.put(Change::Pop);
        return Pace::On;
    }
    if left != pending {
        tx.put(Change::Next(Task::Copies(action, left)));
    }
    Pace::Wait
}

/// A copy or a pass; only with the question on top.
pub(crate) fn answer(tx: &mut Tx<'_>, seat: Seat, answer: Action) {
    let Some(Task::Copies(action, pending)) = tx.position().stack.top() else { return };
    tx.put(Change::Next(Task::Copies(action, pending.rest())));
    match answer {
        Action::PassCopies(until, Some(of)) => tx.put(Change::CopyPassStanding { seat, action: of, until }),
        Action::PassCopies(until, None) => stand_all(tx, seat, until),
        Action::Copy(to) => {
            tx.put(Change::StaminaCopied { seat });
            do_copied(tx, seat, action, to);
        }
        _ => {}
    }
}

/// A standing pass for every copy not covered yet (19.20.2, 19.20.3).
pub(crate) fn stand_all(tx: &mut Tx<'_>, seat: Seat, until: Moment) {
    for action in Copied::ALL {
        if tx.position().family(seat).copies[action.index()].is_none() {
            tx.put(Change::CopyPassStanding { seat, action, until });
        }
    }
}

impl Purple {
    /// What `copy` lists.
    pub(crate) fn list_copies(&self, p: &Position, seat: Seat, action: Copied, f: Visit<'_>) -> Walk {
        f(&Action::Pass)?;
        for until in Moment::ALL {
            f(&Action::PassCopies(until, Some(action)))?;
            f(&Action::PassCopies(until, None))?;
        }
        match action {
            Copied::MovePawn => self.list_steps(p, seat, REACH, None, &mut |to| f(&Action::Copy(Some(to)))),
            _ => f(&Action::Copy(None)),
        }
    }
}
