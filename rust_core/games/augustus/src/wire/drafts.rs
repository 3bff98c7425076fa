//! The secret choice of an encrypted match (section 9.7).

use std::sync::Arc;

use referee_kernel::seat::Seats;
use referee_kernel::tx::Tx;
use referee_kernel::wire::{Answers, Cards, Place, read_payload};

use super::deck::objective;
use super::state::{Match, Stage};
use crate::action::Action;
use crate::change::Change;
use crate::numbers::Number;

/// What was opened of the drafts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Drafts {
    kept: [Option<[Number; 3]>; 6],
}

impl Drafts {
    /// The seats whose drafts are still to be shown.
    pub(super) fn missing(&self, seats: u8) -> Seats {
        (0..seats).zip(self.kept).filter(|(_, kept)| kept.is_none()).map(|(seat, _)| seat).collect()
    }
}

impl Match {
    /// The drafts of an encrypted match: what was opened is public at once; the rest is shown first (9.7).
    pub(super) fn open_drafts(&mut self, answers: &Answers) {
        let mut drafts = Drafts { kept: [None; 6] };
        for (seat, answer) in answers {
            let Some(answer) = answer else { continue };
            let first = read_payload(&answer.payload).and_then(|a| a.into_iter().next());
            let kept = first.and_then(|first| self.kept(*seat, &first, &answer.cards));
            if let Some(place) = drafts.kept.get_mut(usize::from(*seat)) {
                *place = kept;
            }
            if let (Some(_), Some(deck)) = (kept, &mut self.deck) {
                answer.cards.iter().for_each(|(p, card)| {
                    if let Some(n) = objective(*card) {
                        deck.open(*p, n);
                    }
                });
            }
        }
        if drafts.missing(self.game.seats).is_empty() {
            self.finish_drafts(drafts);
        } else {
            self.stage = Stage::Shown(drafts);
        }
    }

    /// Every draft is known: all take effect together (2.7).
    fn finish_drafts(&mut self, drafts: Drafts) {
        self.stage = Stage::Asking;
        let game = Arc::clone(&self.game);
        for (seat, kept) in (0..game.seats).zip(drafts.kept) {
            let Some(kept) = kept else { continue };
            let mut tx = Tx::told(&*game, &mut self.position, &mut self.news);
            kept.iter().for_each(|n| tx.put(Change::HandDealt(seat, Some(*n))));
            let _ = self.take(seat, Action::Keep(kept));
        }
    }

    /// The cards of the drafts by default are open (9.7).
    pub(super) fn show_drafts(&mut self, mut drafts: Drafts, cards: &Cards) {
        for seat in drafts.missing(self.game.seats).iter() {
            let Some(deck) = &mut self.deck else { continue };
            let places: Vec<Place> = deck.default_keep(seat).collect();
            let mut kept = [0; 3];
            for (slot, place) in kept.iter_mut().zip(places) {
                if let Some(n) = cards.get(&place).and_then(|card| objective(*card)) {
                    deck.open(place, n);
                    *slot = n;
                }
            }
            kept.sort_unstable();
            if let Some(place) = drafts.kept.get_mut(usize::from(seat)) {
                *place = Some(kept);
            }
        }
        self.finish_drafts(drafts);
    }
}
