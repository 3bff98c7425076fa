//! Chapter 2: set up.

use referee_kernel::seat::{Seat, Seats};
use referee_kernel::tx::Tx;

use crate::action::Action;
use crate::change::Change;
use crate::game::Augustus;
use crate::numbers::Number;
use crate::position::Position;
use crate::words::{DEAL, KEEP, MARKET};

/// A request for an objective during set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Deal {
    /// 2.4
    Market,
    /// 2.5
    Hand(Seat),
    /// 2.9
    Objectives(Seat),
}

impl Augustus {
    /// What the deck is asked for in phase `setup` (2.4, 2.5, 2.9); `None` when everything is dealt.
    pub(crate) fn deal(&self, p: &Position) -> Option<Deal> {
        if p.market.len() < MARKET {
            return Some(Deal::Market);
        }
        if self.hidden {
            return None; // The hands are dealt by places in the encrypted deck.
        }
        (0..self.seats).find_map(|s| match self.first_game {
            true => (p.side(s).active.len() < KEEP).then_some(Deal::Objectives(s)),
            false => (p.side(s).hand.len() < DEAL).then_some(Deal::Hand(s)),
        })
    }

    /// An objective came from the deck during set up.
    pub(crate) fn dealt(&self, tx: &mut Tx<'_, Self>, n: Number) {
        match self.deal(tx.position()) {
            Some(Deal::Market) => tx.put(Change::MarketFilled(n)),
            Some(Deal::Hand(s)) => tx.put(Change::HandDealt(s, Some(n))),
            Some(Deal::Objectives(s)) => tx.put(Change::ObjectiveDealt(s, n)),
            None => (),
        }
        if self.deal(tx.position()).is_none() {
            match self.first_game {
                true => tx.put(Change::RoundBegan),
                false => tx.put(Change::Asked(Seats::first(self.seats))),
            }
        }
    }

    /// When every seat has chosen, all kept objectives become active at once (2.7).
    pub(crate) fn drafted(&self, tx: &mut Tx<'_, Self>) {
        let answers = tx.position().answers;
        tx.put(Change::AnswersOpened);
        for (seat, answer) in (0..self.seats).zip(answers) {
            if let Some(Action::Keep(kept)) = answer {
                tx.put(Change::ObjectivesKept(seat, kept));
            }
        }
        tx.put(Change::RoundBegan);
    }
}
