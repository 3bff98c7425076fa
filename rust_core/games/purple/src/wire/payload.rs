//! Payloads and their reveals (sections 9.5 to 9.7).

use referee_kernel::game::{Game, legal_list};
use referee_kernel::json::Value;
use referee_kernel::open::advice;
use referee_kernel::rule::Illegal;
use referee_kernel::seat::{Seat, Seats};
use referee_kernel::stream::Stream;
use referee_kernel::wire::{Ask, Cards, Place, Question, State};

use super::deck::PLOT;
use super::state::{Match, Stage};
use super::value;
use crate::action::Action;
use crate::cards::Plot;
use crate::game::Purple;
use crate::legal::decision;
use crate::task::Task;

/// The card that an action uses, and so reveals (section 9.7).
fn used(action: &Action) -> Option<Plot> {
    match *action {
        Action::Play(card, _) | Action::Boost(card) | Action::Commit(card) | Action::Discard(card) => Some(card),
        Action::Bodyguard => Some(Plot::Bodyguard),
        _ => None,
    }
}

impl Match {
    /// A refusal by the rule of what is asked now.
    fn refused(&self, why: &'static str) -> Illegal {
        match self.asked().is_empty() {
            true => Illegal::new("0.3", "no decision is open"),
            false => Illegal { rule: decision(&self.position).rule, why },
        }
    }

    /// Who answers the question the match stands at.
    fn asked(&self) -> Seats {
        match self.question() {
            Question::Act(seats) | Question::Seal(seats) | Question::Open(seats) => seats.into_iter().collect(),
            _ => Seats::NONE,
        }
    }

    /// Puts the cards that a payload reveals into the hand; they must be the seat's own (section 9.7).
    fn reveal(&mut self, seat: Seat, cards: &Cards) -> Result<(), Illegal> {
        let own = self.deck.as_ref().map(|d| d.known_hand(seat, cards)).unwrap_or_default();
        if own.len() != cards.len() {
            return Err(self.refused("a reveal shows a plot card of the own hand"));
        }
        self.learn(seat, &own);
        Ok(())
    }

    /// Cards of a seat become known.
    pub(super) fn learn(&mut self, seat: Seat, cards: &[(Place, Plot)]) {
        cards.iter().for_each(|(_, card)| self.position.family_mut(seat).hand.reveal(card.index()));
        if let Some(deck) = &mut self.deck {
            deck.show(cards);
        }
    }

    /// Whether every revealed card was used by an action.
    fn all_used(&self) -> bool {
        self.deck.as_ref().is_none_or(super::deck::Deck::all_used)
    }

    /// The match after a payload, or the first thing that is wrong with it.
    pub(super) fn after_payload(&self, seat: Seat, actions: &[Value], cards: &Cards) -> Result<Match, Illegal> {
        let asked = self.asked();
        if !asked.has(seat) {
            return Err(self.refused("another seat is asked"));
        }
        let mut next = self.answering();
        next.reveal(seat, cards)?;
        if matches!(self.question(), Question::Act(_)) {
            next.take_all(seat, actions, asked.len() > 1)?;
            if !next.all_used() {
                return Err(self.refused("a payload reveals the cards its actions use and no others"));
            }
        } else {
            next.commit_all(seat, actions)?;
            if self.deck.is_some() && cards.len() != actions.len() {
                return Err(self.refused("a payload reveals the cards its actions use and no others"));
            }
        }
        Ok(next)
    }

    /// The actions of an open payload, one after the other (section 9.6).
    pub(super) fn take_all(&mut self, seat: Seat, actions: &[Value], several: bool) -> Result<(), Illegal> {
        if actions.is_empty() || several && actions.len() > 1 {
            return Err(self.refused("a payload has one action, and more only where one seat is asked"));
        }
        self.draft(seat, actions)?;
        if let Some(Task::Battle { .. }) = self.position.stack.top() {
            return Err(Illegal::new("7.5.5.1", "a step into enemies carries the cards that win it"));
        }
        Ok(())
    }

    /// The actions of a payload that may go on.
    fn draft(&mut self, seat: Seat, actions: &[Value]) -> Result<(), Illegal> {
        for (i, json) in actions.iter().enumerate() {
            if i > 0 && self.question() != Question::Act(vec![seat]) {
                return Err(self.refused("the seat is not asked again at once"));
            }
            let asked = self.game.asked(&self.position, seat.into())?;
            let action = self.game.read_action(&self.position, asked, json)?;
            self.take(asked, action)?;
        }
        Ok(())
    }

    /// The cards of a sealed payload, in any order, without a closing `done` (section 9.5).
    pub(super) fn commit_all(&mut self, seat: Seat, actions: &[Value]) -> Result<(), Illegal> {
        for json in actions {
            let asked = self.game.asked(&self.position, seat.into())?;
            let action = self.game.read_action(&self.position, asked, json)?;
            if !matches!(action, Action::Commit(_) | Action::Bodyguard) {
                return Err(self.refused("a sealed payload only commits cards"));
            }
            self.take(asked, action)?;
        }
        Ok(())
    }

    /// What a seat may add to the actions it has drafted, by the cards it has read, and the match it adds it to.
    fn choices(&self, seat: Seat, known: &Cards, drafted: &[Value]) -> Result<Option<(Match, Vec<Action>)>, Illegal> {
        if !self.asked().has(seat) || matches!(self.stage, Stage::Opening(_)) {
            return Ok(None);
        }
        let sealed = matches!(self.question(), Question::Seal(_));
        let several = self.asked().len() > 1;
        let mut next = self.filled(seat, known);
        if sealed {
            next.commit_all(seat, drafted)?;
        } else {
            next.draft(seat, drafted)?;
        }
        let open = match sealed {
            true => next.position.stack.top() == self.position.stack.top() && next.asked().has(seat),
            false => drafted.is_empty() || !several && next.question() == Question::Act(vec![seat]),
        };
        let legal = legal_list(&*next.game, &next.position, seat);
        Ok(Some((next, legal)).filter(|_| open))
    }

    /// The decision of a seat; a sealed payload has no closing `done`, so it is not listed.
    pub(super) fn asks(&self, seat: Seat, known: &Cards, drafted: &[Value]) -> Result<Option<Ask>, Illegal> {
        let Some((next, legal)) = self.choices(seat, known, drafted)? else { return Ok(None) };
        let sealed = matches!(self.question(), Question::Seal(_));
        let listed = legal.iter().filter(|a| !sealed || **a != Action::Done);
        let legal: Vec<Value> = listed.map(|a| value(|w| next.game.write_action(a, w))).collect();
        let d = decision(&next.position);
        let rule = format!("{}:{}", Purple::ID, d.rule);
        let more = !legal.is_empty() || drafted.is_empty();
        Ok(Some(Ask { kind: d.kind.to_owned(), rule, legal }).filter(|_| more))
    }

    /// What a bot adds; `None` where it is done.
    pub(super) fn advice(
        &self,
        bot: &str,
        seat: Seat,
        known: &Cards,
        drafted: &[Value],
        dice: &mut Stream,
    ) -> Option<u32> {
        let (next, legal) = self.choices(seat, known, drafted).ok()??;
        let choice = advice(&*next.game, bot, &next.position, seat, &legal, dice)?;
        // In a sealed list `done` comes first and stands for ending the payload.
        let sealed = matches!(self.question(), Question::Seal(_));
        if sealed { choice.checked_sub(1) } else { Some(choice) }
    }

    /// The match as a seat knows it that has read `known`.
    pub(super) fn filled(&self, seat: Seat, known: &Cards) -> Match {
        let mut next = self.answering();
        if let Some(deck) = &self.deck {
            let hand = deck.known_hand(seat, known);
            let agenda = deck.known_agenda(seat, known);
            next.learn(seat, &hand);
            if let Some(card) = agenda {
                next.position.family_mut(seat).agenda = crate::position::Held::Known(card);
            }
        }
        next
    }

    /// The places that show the cards of these actions: of several copies the lowest.
    pub(super) fn needed(&self, seat: Seat, actions: &[Value], known: &Cards) -> Vec<Place> {
        let Some(deck) = &self.deck else { return Vec::new() };
        let mut left = deck.known_hand(seat, known);
        let mut places = Vec::new();
        for json in actions {
            let action = self.game.read_action(&self.position, seat, json).ok();
            let Some(card) = action.as_ref().and_then(used) else { continue };
            if let Some(at) = left.iter().position(|(_, c)| *c == card) {
                places.push(left.remove(at).0);
            }
        }
        debug_assert!(places.iter().all(|p| p.deck == PLOT));
        places.sort_unstable();
        places
    }
}
