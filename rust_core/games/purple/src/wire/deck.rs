//! Where the hidden cards of an encrypted match lie (sections 9.1, 9.2, 9.7, 9.8).

use std::collections::BTreeMap;

use referee_kernel::seat::Seat;
use referee_kernel::wire::{Cards, Place};

use crate::cards::{Agenda, Plot};
use crate::change::Change;
use crate::tables::Tables;

/// The plot cards' deck.
pub(super) const PLOT: u8 = 0;
/// The agendas' deck.
pub(super) const AGENDA: u8 = 1;

/// Places and rights; identities only of cards that were revealed and not used yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Deck {
    /// Cards by index (section 9.1).
    plots: std::sync::Arc<[Plot]>,
    agendas: std::sync::Arc<[Agenda]>,
    /// Whose a place is.
    rights: BTreeMap<Place, Seat>,
    /// The next position of deck 0, and how many there are.
    next: u32,
    end: u32,
    /// The next position of deck 1.
    next_agenda: u32,
    /// Positions of the discards.
    discards: Vec<u32>,
    /// Cards revealed for actions that have not used them yet.
    shown: Vec<(Place, Plot)>,
}

impl Deck {
    pub(super) fn new(tables: &Tables) -> Self {
        let plots = tables.plot_deck();
        let end = u32::try_from(plots.len()).unwrap_or(0);
        Self {
            plots: plots.into(),
            agendas: tables.agenda_deck().into(),
            rights: BTreeMap::new(),
            next: 0,
            end,
            next_agenda: 0,
            discards: Vec::new(),
            shown: Vec::new(),
        }
    }

    /// Every right to an unrevealed card.
    pub(super) fn rights(&self) -> &BTreeMap<Place, Seat> {
        &self.rights
    }

    /// The plot card of an index.
    pub(super) fn plot(&self, index: u32) -> Option<Plot> {
        self.plots.get(usize::try_from(index).ok()?).copied()
    }

    /// The agenda of an index.
    pub(super) fn agenda(&self, index: u32) -> Option<Agenda> {
        self.agendas.get(usize::try_from(index).ok()?).copied()
    }

    /// The places of a seat's plot cards, ascending.
    pub(super) fn hand(&self, seat: Seat) -> impl Iterator<Item = Place> + '_ {
        self.rights.iter().filter(move |(place, s)| place.deck == PLOT && **s == seat).map(|(place, _)| *place)
    }

    /// The plot cards that `cards` say of a seat's places.
    pub(super) fn known_hand(&self, seat: Seat, cards: &Cards) -> Vec<(Place, Plot)> {
        let known = |place: Place| Some((place, self.plot(*cards.get(&place)?)?));
        self.hand(seat).filter_map(known).collect()
    }

    /// The agenda that `cards` say of a seat's place.
    pub(super) fn known_agenda(&self, seat: Seat, cards: &Cards) -> Option<Agenda> {
        let own = self.rights.iter().find(|(place, s)| place.deck == AGENDA && **s == seat)?.0;
        self.agenda(*cards.get(own)?)
    }

    /// Cards are revealed for actions that will use them.
    pub(super) fn show(&mut self, cards: &[(Place, Plot)]) {
        self.shown.extend_from_slice(cards);
    }

    /// Whether every revealed card was used.
    pub(super) fn all_used(&self) -> bool {
        self.shown.is_empty()
    }

    /// Follows what the rules did.
    pub(super) fn follow(&mut self, change: &Change) {
        match *change {
            Change::PlotDrawn { seat, .. } => {
                self.rights.insert(Place { deck: PLOT, pos: self.next }, seat);
                self.next += 1;
            }
            Change::AgendaDealt { seat, .. } => {
                self.rights.insert(Place { deck: AGENDA, pos: self.next_agenda }, seat);
                self.next_agenda += 1;
            }
            Change::PlotDiscarded { seat, card } => {
                let used = |(place, c): &(Place, Plot)| *c == card && self.rights.get(place) == Some(&seat);
                if let Some(at) = self.shown.iter().position(used) {
                    let (place, _) = self.shown.remove(at);
                    self.rights.remove(&place);
                    self.discards.push(place.pos);
                }
            }
            Change::PlotsRenewed { .. } => {
                // The new positions follow the last ones; the pile was empty, so the first of them is next.
                self.end += u32::try_from(self.discards.len()).unwrap_or(0);
                self.discards.clear();
            }
            _ => {}
        }
        debug_assert!(self.next <= self.end);
    }

    /// The right to the victim's card number `k`, counted ascending from 0, passes to the thief.
    pub(super) fn steal(&mut self, from: Seat, to: Seat, k: u32) {
        let place = self.hand(from).nth(usize::try_from(k).unwrap_or(usize::MAX));
        if let Some(place) = place {
            self.rights.insert(place, to);
        }
    }

    /// What is shuffled: the positions of the discards, ascending.
    pub(super) fn to_shuffle(&self) -> Vec<u32> {
        let mut positions = self.discards.clone();
        positions.sort_unstable();
        positions
    }

    /// Everything was shown; no right is left.
    pub(super) fn lay_open(&mut self) {
        self.rights.clear();
    }
}
