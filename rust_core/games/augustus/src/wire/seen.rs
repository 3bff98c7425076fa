//! What can be seen of a match at a question (section 9.3).

use referee_kernel::seat::Seat;
use referee_kernel::wire::Cards;

use super::deck::Deck;
use super::state::{Match, Stage};
use crate::document::{Hidden, Lens, Mark, Pile};
use crate::numbers::Numbers;
use crate::position::{Phase, Position};
use crate::words::DEAL;

impl Match {
    /// What stands in place of the answers (9.3).
    fn marks(&self) -> [Option<Mark>; 6] {
        let mark = |seat: Seat, done: bool| {
            let asked = self.position.pending.has(seat);
            asked.then_some(if done { Mark::Sealed } else { Mark::Default })
        };
        let mut marks = [None; 6];
        for (seat, m) in (0..).zip(&mut marks) {
            *m = match &self.stage {
                Stage::Asking => None,
                Stage::Opening(sealed) => mark(seat, sealed.has(seat)),
                Stage::Shown(drafts) => mark(seat, !drafts.missing(self.game.seats).has(seat)),
            };
        }
        marks
    }

    /// The hidden piles of an encrypted match, as `viewer` knows them (9.3).
    fn hidden(&self, deck: &Deck, viewer: Option<Seat>, known: &Cards) -> Hidden {
        let phase = self.position.phase;
        let pile = |seat: Seat, size: u32| {
            let own = if size == 0 { Numbers::NONE } else { deck.known(seat, known) };
            if viewer == Some(seat) && u32::from(own.len()) == size { Pile::Known(own) } else { Pile::Size(size) }
        };
        let mut hidden = Hidden {
            deck: if phase == Phase::Setup { 88 } else { deck.left() },
            hands: [Pile::Size(0); 6],
            discards: [Pile::Size(0); 6],
        };
        for (place, seat) in (0..self.game.seats).enumerate() {
            // All six are in the hand until the draft is complete, opened or not; before it they are not dealt.
            let (hand, discards) = match phase {
                Phase::Setup => (0, 0),
                Phase::Draft => (DEAL.into(), 0),
                _ => (0, u32::try_from(deck.hand(seat).count()).unwrap_or(u32::MAX)),
            };
            hidden.hands[place] = pile(seat, hand);
            hidden.discards[place] = pile(seat, discards);
        }
        hidden
    }

    /// The position as `seat` knows it, with its own hidden cards: enough for its decision.
    pub(super) fn filled(&self, seat: Seat, known: &Cards) -> Position {
        let mut position = self.position.clone();
        if let Some(deck) = self.deck.as_ref().filter(|_| position.phase == Phase::Draft) {
            let hand = deck.known(seat, known);
            position.deck = position.deck.minus(hand);
            position.side_mut(seat).hand = hand;
        }
        position
    }

    /// What `viewer` sees who knows the cards `known`; without a viewer, everything.
    pub(super) fn lens(&self, viewer: Option<Option<Seat>>, known: &Cards) -> Lens {
        let hidden = self.deck.as_ref().map(|deck| self.hidden(deck, viewer.flatten(), known));
        Lens { viewer, hidden, marks: self.marks() }
    }
}
