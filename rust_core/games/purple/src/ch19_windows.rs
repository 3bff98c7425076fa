//! Card windows and standing passes (rules 19.10, 19.20).

use referee_kernel::seat::Seat;

use crate::action::Action;
use crate::cards::{Moment, Opening};
use crate::ch6_events::EVENTS_A_YEAR;
use crate::change::Change;
use crate::game::Purple;
use crate::legal::{Visit, Walk};
use crate::position::Position;
use crate::run::{Pace, Tx};
use crate::task::{Queue, Task};

/// Whether a window opens at this moment at all (19.10.3).
pub(crate) fn opens(game: &Purple, p: &Position, opening: Opening) -> bool {
    !game.config().lean
        || match opening {
            Opening::Event => p.events_left == EVENTS_A_YEAR,
            Opening::Turn | Opening::Food | Opening::YearEnd => true,
            _ => false,
        }
}

/// Whether a window asks the seat (19.10.5; 19.10.3 for `turn`).
pub(crate) fn asked(p: &Position, opening: Opening, seat: Seat) -> bool {
    let f = p.family(seat);
    let active = opening == Opening::Turn && p.turn.is_some_and(|t| t.seat == seat);
    !active && !f.hand.is_empty() && f.plots.is_none()
}

fn pending(p: &Position, opening: Opening, first: Seat) -> Queue {
    Queue::of(p.clockwise(first).filter(|s| asked(p, opening, *s)))
}

/// Opens a window; from the left of the active seat, or clockwise from the emperor (19.10.4).
pub(crate) fn open_now(tx: &mut Tx<'_>, opening: Opening) {
    let p = tx.position();
    if !opens(tx.game(), p, opening) {
        return;
    }
    let first = match p.turn {
        Some(turn) if opening == Opening::Turn => (turn.seat + 1) % p.count,
        _ => p.ruler(),
    };
    let pending = pending(p, opening, first);
    if !pending.is_empty() {
        tx.put(Change::Push(Task::Window(opening, pending)));
    }
}

/// A window waits on the stack.
pub(crate) fn open(tx: &mut Tx<'_>, opening: Opening) {
    tx.put(Change::Pop);
    open_now(tx, opening);
}

/// 19.10.6: after a card the window starts anew at its player.
pub(crate) fn reopen(tx: &mut Tx<'_>, opening: Opening, player: Seat) {
    let pending = pending(tx.position(), opening, player);
    tx.put(Change::Next(Task::Window(opening, pending)));
}

/// Drops who is no longer asked; closes the window when nobody is left.
pub(crate) fn reach(tx: &mut Tx<'_>, opening: Opening, pending: Queue) -> Pace {
    let left = pending.only(|s| asked(tx.position(), opening, s));
    if left.is_empty() {
        tx.put(Change::Pop);
        return Pace::On;
    }
    if left != pending {
        tx.put(Change::Next(Task::Window(opening, left)));
    }
    Pace::Wait
}

/// A pass or a card; only with the window on top.
pub(crate) fn answer(tx: &mut Tx<'_>, seat: Seat, action: Action) {
    let Some(Task::Window(opening, pending)) = tx.position().stack.top() else { return };
    if let Action::Play(card, aim) = action {
        tx.put(Change::PlotDiscarded { seat, card });
        tx.put(Change::Next(Task::Reopen(opening, seat)));
        return crate::ch19_plots::play(tx, seat, card, aim);
    }
    tx.put(Change::Next(Task::Window(opening, pending.rest())));
    if let Action::PassUntil(until) = action {
        tx.put(Change::PassStanding { seat, until });
    }
}

/// 19.20.5: a seat that another seat's card or option names wakes up.
pub(crate) fn wake(tx: &mut Tx<'_>, player: Seat, target: Seat) {
    let f = tx.position().family(target);
    if player != target && (f.plots.is_some() || f.copies.iter().any(Option::is_some)) {
        tx.put(Change::PassesWoken { seat: target });
    }
}

/// The moments that a pass can name now (19.20.4).
pub(crate) fn moments(p: &Position) -> &'static [Moment] {
    if p.phase == 4 { &Moment::ALL } else { &Moment::ALL[1..] }
}

impl Purple {
    /// What `window` lists.
    pub(crate) fn list_window(&self, p: &Position, seat: Seat, f: Visit<'_>) -> Walk {
        f(&Action::Pass)?;
        moments(p).iter().try_for_each(|m| f(&Action::PassUntil(*m)))?;
        self.list_plays(p, seat, f)
    }
}
