//! Chapters 4 and 5: completed objectives, their queue and their chains, new objectives.

use referee_kernel::rule::Illegal;
use referee_kernel::seat::{Seat, Seats};
use referee_kernel::tx::Tx;

use crate::change::Change;
use crate::game::Augustus;
use crate::numbers::Number;
use crate::position::{Position, Step};
use crate::tables::Power;
use crate::words::MARKET;

impl Augustus {
    /// The lowest objective of the queue begins its chain (5.1, 5.2); without one the round ends.
    pub(crate) fn next_of_queue(&self, tx: &mut Tx<'_, Self>) {
        let first = tx.position().resolution.as_ref().and_then(|r| r.queue.first());
        match first.and_then(|n| Some((tx.position().owner(n)?, n))) {
            Some((seat, n)) => {
                tx.put(Change::ChainBegan(seat, n));
                self.begin(tx, seat, n);
            }
            None => {
                tx.put(Change::ResolutionEnded);
                self.end_round(tx);
            }
        }
    }

    /// Steps 1 and 2 of the objective whose power is next (4.3.1, 4.3.2).
    fn begin(&self, tx: &mut Tx<'_, Self>, seat: Seat, n: Number) {
        if !tx.position().on(n).is_empty() {
            tx.put(Change::LegionsReturned(seat, n));
        }
        self.power(tx, seat, self.tables.objective(n).power);
    }

    /// The power is over (5.6): the next objective of the chain, or steps 3 to 5 for all of it (5.9).
    pub(crate) fn end_power(&self, tx: &mut Tx<'_, Self>) {
        tx.put(Change::PowerEnded);
        let Some(r) = &tx.position().resolution else { return };
        let seat = r.seat;
        match r.chain.last().copied() {
            Some(n) => {
                tx.put(Change::PowerBegan(n));
                self.begin(tx, seat, n);
            }
            None => {
                tx.put(Change::ObjectivesControlled(seat));
                self.rewards(tx, seat);
            }
        }
    }

    /// Step 5: as many new objectives as the chain has, and one more for each take two (4.3.5, 5.9, 10.5).
    pub(crate) fn begin_choice(&self, tx: &mut Tx<'_, Self>, seat: Seat) {
        let done = tx.position().resolution.as_ref().map(|r| r.done).unwrap_or_default();
        let more = done.iter().filter(|n| self.tables.objective(*n).power == Power::TakeTwo).count();
        let due = done.len().saturating_add(u8::try_from(more).unwrap_or(u8::MAX));
        self.ask_choice(tx, seat, due);
    }

    fn ask_choice(&self, tx: &mut Tx<'_, Self>, seat: Seat, due: u8) {
        if due == 0 || tx.position().market.is_empty() {
            self.refill(tx); // What could not be taken is lost (4.10).
        } else {
            tx.put(Change::StepBegan(Step::Choose, due, Seats::one(seat)));
        }
    }

    /// 4.5 to 4.10
    pub(crate) fn take(&self, tx: &mut Tx<'_, Self>, seat: Seat, n: Number) {
        tx.put(Change::ObjectiveTaken(seat, n));
        let left = tx.position().resolution.as_ref().map_or(0, |r| r.left);
        self.ask_choice(tx, seat, left.saturating_sub(1));
    }

    /// Draws until the market shows five (4.11); a deck that is empty is rebuilt first (4.12).
    fn refill(&self, tx: &mut Tx<'_, Self>) {
        let p = tx.position();
        if p.market.len() >= MARKET {
            return self.next_of_queue(tx);
        }
        // How much an encrypted deck still holds is for the wire to say.
        if !self.hidden && p.deck.is_empty() {
            if !has_rebuild(p) {
                return self.next_of_queue(tx); // 4.13
            }
            tx.put(Change::DeckRebuilt);
        }
        tx.put(Change::StepBegan(Step::Refill, 0, Seats::NONE));
    }

    /// An objective came from the deck for the market.
    pub(crate) fn refilled(&self, tx: &mut Tx<'_, Self>, n: Number) {
        tx.put(Change::MarketFilled(n));
        self.refill(tx);
    }

    /// The encrypted deck is empty, and nothing can rebuild it (4.13).
    pub(crate) fn give_up_refill(&self, tx: &mut Tx<'_, Self>) {
        self.next_of_queue(tx);
    }
}

/// Whether there is anything of which 4.12 can make a new deck.
pub(crate) fn has_rebuild(p: &Position) -> bool {
    !p.lost.is_empty() || p.sides.iter().any(|s| !s.discards.is_empty())
}

/// Whether `n` can be taken (4.5).
pub(crate) fn may_take(p: &Position, n: Number) -> Result<(), Illegal> {
    if p.market.has(n) { Ok(()) } else { Err(Illegal::new("4.5", "not_listed")) }
}
