//! Death of the emperor (rules 17).

use referee_kernel::seat::Seat;

use crate::action::{Action, Aim};
use crate::cards::Plot;
use crate::change::Change;
use crate::game::Purple;
use crate::legal::{Visit, Walk};
use crate::position::{Position, Reason, owner, seat_of};
use crate::run::{Pace, Tx, skip};
use crate::task::{Queue, Task};

/// 17.2 if an heir is there; in solo an heir or the end (21.7).
pub(crate) fn begin(tx: &mut Tx<'_>, dead: Seat) {
    let p = tx.position();
    if p.solo() && p.heir.is_none() {
        return tx.put(Change::Over(Reason::NoHeir));
    }
    let pending = Queue::of(p.clockwise(dead));
    let asks = p.heir.is_some() && !p.solo();
    tx.put(Change::Next(Task::Crown(dead)));
    if asks {
        tx.put(Change::Push(Task::HeirWindow { dead, pending }));
    }
}

/// 17.2: seats without a card are not asked.
pub(crate) fn reach_window(tx: &mut Tx<'_>, dead: Seat, pending: Queue) -> Pace {
    let left = skip(pending, |s| !tx.position().family(s).hand.is_empty());
    if left.is_empty() {
        tx.put(Change::Pop);
        return Pace::On;
    }
    if left != pending {
        tx.put(Change::Next(Task::HeirWindow { dead, pending: left }));
    }
    Pace::Wait
}

/// A pass, or `move_heir`, after which the asking starts again at its player; only with the window on top.
pub(crate) fn answer_window(tx: &mut Tx<'_>, seat: Seat, action: Action) {
    let Some(Task::HeirWindow { dead, pending }) = tx.position().stack.top() else { return };
    let Action::Play(card, Aim::Owner(to)) = action else {
        return tx.put(Change::Next(Task::HeirWindow { dead, pending: pending.rest() }));
    };
    let again = Queue::of(tx.position().clockwise(seat));
    tx.put(Change::PlotDiscarded { seat, card });
    tx.put(Change::Next(Task::HeirWindow { dead, pending: again }));
    move_heir(tx, seat, to);
}

/// 19.36.1; who is named wakes up (19.20.5).
pub(crate) fn move_heir(tx: &mut Tx<'_>, player: Seat, to: i8) {
    let Some(to) = seat_of(to) else { return };
    crate::ch19_windows::wake(tx, player, to);
    tx.put(Change::HeirTokenMoved { to: Some(to) });
}

/// 17.3 to 17.5
pub(crate) fn crown(tx: &mut Tx<'_>, dead: Seat) {
    let p = tx.position();
    let leader = p.senate_leader().and_then(seat_of);
    if let Some(seat) = p.heir {
        tx.put(Change::Pop);
        tx.put(Change::HeirTokenMoved { to: None });
        tx.put(Change::EmperorNow { seat });
    } else if let (Some(seat), Some(space)) = (leader, p.senate.len().checked_sub(1)) {
        tx.put(Change::Pop);
        tx.put(Change::SenatorRemoved { space });
        tx.put(Change::EmperorNow { seat });
    } else {
        let pending = Queue::of(p.clockwise(dead));
        tx.put(Change::Next(Task::Auction { dead, high: 0, bidder: None, pending }));
    }
}

/// 17.5.2: who cannot bid higher is out without being asked; 17.5.3 and 17.5.4 end the auction.
pub(crate) fn reach_auction(tx: &mut Tx<'_>, dead: Seat, high: u32, bidder: Option<Seat>, pending: Queue) -> Pace {
    let p = tx.position();
    let left = skip(pending, |s| Some(s) == bidder || p.family(s).coins > high);
    let won = bidder.filter(|b| left.len() == 1 && left.first() == Some(*b));
    if let Some(seat) = won {
        tx.put(Change::Pop);
        tx.put(Change::CoinsPaid { seat, count: high });
        tx.put(Change::EmperorNow { seat });
    } else if left.is_empty() {
        tx.put(Change::Pop);
        tx.put(Change::EmperorNow { seat: dead });
    } else {
        if left != pending {
            tx.put(Change::Next(Task::Auction { dead, high, bidder, pending: left }));
        }
        return Pace::Wait;
    }
    Pace::On
}

/// A bid or a pass; only with the auction on top.
pub(crate) fn answer_auction(tx: &mut Tx<'_>, seat: Seat, action: Action) {
    let Some(Task::Auction { dead, high, bidder, pending }) = tx.position().stack.top() else { return };
    tx.put(Change::Next(match action {
        Action::Bid(high) => Task::Auction { dead, high, bidder: Some(seat), pending: pending.turned() },
        _ => Task::Auction { dead, high, bidder, pending: pending.rest() },
    }));
}

impl Purple {
    /// What `heir_window` lists.
    pub(crate) fn list_heir_window(&self, p: &Position, seat: Seat, f: Visit<'_>) -> Walk {
        f(&Action::Pass)?;
        if p.family(seat).hand.of(Plot::MoveHeir.index()) == 0 {
            return Walk::Continue(());
        }
        self.list_heirs(p, f)
    }

    /// The seats to which `move_heir` can bring the token.
    pub(crate) fn list_heirs(&self, p: &Position, f: Visit<'_>) -> Walk {
        let Some(holder) = p.heir else { return Walk::Continue(()) };
        let targets = (0..p.count).filter(|s| *s != holder);
        targets.map(|s| Action::Play(Plot::MoveHeir, Aim::Owner(owner(s)))).try_for_each(|a| f(&a))
    }

    /// What `auction` lists.
    pub(crate) fn list_bids(&self, p: &Position, seat: Seat, high: u32, f: Visit<'_>) -> Walk {
        f(&Action::Pass)?;
        (high + 1..=p.family(seat).coins).try_for_each(|n| f(&Action::Bid(n)))
    }
}
