//! A match at a question (sections 9.2 to 9.8).

use std::collections::BTreeMap;
use std::sync::Arc;

use referee_kernel::game::{Game, Next};
use referee_kernel::json::Value;
use referee_kernel::open::{not_allowed, value};
use referee_kernel::seat::{Seat, Seats};
use referee_kernel::stream::Stream;
use referee_kernel::tx::Tx;
use referee_kernel::wire::{
    Answer, Answers, Ask, Cards, NotAllowed, Place, Question, State, read_payload, write_document,
};

use super::deck::{Deck, objective};
use super::drafts::Drafts;
use crate::action::{Action, Outcome};
use crate::ask;
use crate::ch4_completion::has_rebuild;
use crate::change::Change;
use crate::document;
use crate::game::Augustus;
use crate::position::{Phase, Position, Step};
use crate::words::MARKET;

/// Where a question with several parts stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// At its beginning.
    Asking,
    /// These seats have sealed and must open.
    Opening(Seats),
    /// The drafts of some seats are decided by default, and their cards are to be shown (9.7).
    Shown(Drafts),
}

/// The match.
#[derive(Clone)]
pub(super) struct Match {
    pub(super) game: Arc<Augustus>,
    pub(super) position: Position,
    /// Of an encrypted match.
    pub(super) deck: Option<Deck>,
    pub(super) stage: Stage,
    pub(super) news: Vec<Change>,
}

impl Match {
    pub(super) fn new(game: Arc<Augustus>, position: Position, deck: Option<Deck>) -> Self {
        Self { game, position, deck, stage: Stage::Asking, news: Vec::new() }
    }

    /// The same match, about to take an answer.
    fn answering(&self) -> Self {
        Self { news: Vec::new(), ..self.clone() }
    }

    /// Gives a refill up that no card is left for (4.13), as often as that comes up.
    pub(super) fn settle(&mut self) {
        while self.position.at_step(Step::Refill) && self.deck.as_ref().is_some_and(|d| d.left() == 0) {
            let can_rebuild = self.deck.as_ref().is_some_and(|d| !d.rights().is_empty());
            if can_rebuild || has_rebuild(&self.position) {
                return;
            }
            let game = Arc::clone(&self.game);
            game.give_up_refill(&mut Tx::told(&*game, &mut self.position, &mut self.news));
        }
    }

    /// The answers of everybody who is asked take effect together; who gave none has the default.
    fn answer_all(&mut self, mut given: impl FnMut(Seat) -> Option<Action>) {
        for seat in self.position.pending.iter() {
            let action = given(seat).or_else(|| self.game.default_action(&self.position, seat));
            // An answer that was checked is legal, and so is the default.
            if let Some(action) = action {
                let _ = self.take(seat, action);
            }
        }
    }

    fn read(&self, seat: Seat, answer: Option<&Answer>) -> Option<Action> {
        let actions = read_payload(&answer?.payload)?;
        self.game.read_action(&self.position, seat, actions.first()?).ok()
    }
}

impl State for Match {
    fn boxed(&self) -> Box<dyn State> {
        Box::new(self.clone())
    }

    fn question(&self) -> Question {
        match (&self.stage, &self.deck) {
            (Stage::Opening(sealed), _) => return Question::Open(sealed.iter().collect()),
            (Stage::Shown(drafts), Some(deck)) => {
                let mut places: Vec<Place> =
                    drafts.missing(self.game.seats).iter().flat_map(|s| deck.default_keep(s)).collect();
                places.sort_unstable();
                return Question::Show(places);
            }
            _ => (),
        }
        let seats = match (self.game.next(&self.position), &self.deck) {
            (Next::Over, _) => return Question::Over,
            (Next::Decide(seats), _) => seats,
            (Next::Chance, Some(_)) if self.position.phase == Phase::Setup => {
                return Question::Show(Deck::first_market());
            }
            (Next::Chance, Some(deck)) if self.position.phase == Phase::Resolution => {
                let due = deck.due(MARKET.saturating_sub(self.position.market.len()).into());
                if due.is_empty() {
                    return Question::Shuffle(vec![(0, deck.leftovers(self.position.lost))]);
                }
                return Question::Show(due);
            }
            (Next::Chance, _) => return Question::Chance,
        };
        let list = seats.iter().collect();
        match self.position.ask(&self.game.tables) {
            Some(ask::Ask::Draft) => Question::Seal(list),
            Some(ask::Ask::Placement) if self.game.sealed => Question::Seal(list),
            Some(ask::Ask::Attack(_)) if self.game.sealed && seats.len() > 1 => Question::Seal(list),
            _ => Question::Act(list),
        }
    }

    fn check(&self, seat: Seat, payload: &[u8], cards: &Cards) -> Result<(), NotAllowed> {
        let actions = read_payload(payload).unwrap_or_default();
        let judged = self.after_actions(seat, &actions).and_then(|_| self.judge_reveals(seat, &actions, cards));
        judged.map_err(not_allowed::<Augustus>)
    }

    fn act(&self, answers: &Answers) -> Box<dyn State> {
        let mut next = self.answering();
        match self.position.pending.iter().collect::<Vec<_>>()[..] {
            [seat] => {
                let given = answers.get(&seat).and_then(Option::as_ref).and_then(|a| read_payload(&a.payload));
                match given.and_then(|actions| next.after_actions(seat, &actions).ok()) {
                    Some(after) => next = after,
                    None => next.answer_all(|_| None),
                }
            }
            _ => next.answer_all(|seat| self.read(seat, answers.get(&seat).and_then(Option::as_ref))),
        }
        Box::new(next)
    }

    fn seal(&self, sealed: &[Seat]) -> Box<dyn State> {
        let mut next = self.answering();
        if !sealed.is_empty() {
            next.stage = Stage::Opening(sealed.iter().copied().collect());
        } else if self.drafts_hidden_cards() {
            next.open_drafts(&Answers::new());
        } else {
            next.answer_all(|_| None);
        }
        Box::new(next)
    }

    fn open(&self, answers: &Answers) -> Box<dyn State> {
        let mut next = self.answering();
        next.stage = Stage::Asking;
        if self.drafts_hidden_cards() {
            next.open_drafts(answers);
        } else {
            next.answer_all(|seat| self.read(seat, answers.get(&seat).and_then(Option::as_ref)));
        }
        Box::new(next)
    }

    fn chance(&self, stream: &mut Stream, mut told: Option<&mut Vec<Value>>) -> Box<dyn State> {
        let mut next = self.answering();
        let game = &*self.game;
        while next.question() == Question::Chance {
            let outcome = game.sample(&next.position, stream);
            if let Some(told) = &mut told {
                let request = value(|w| game.write_request(&next.position, w));
                told.push(Value::object([
                    ("chance", request),
                    ("outcome", value(|w| game.write_outcome(&outcome, w))),
                ]));
            }
            let mut tx = Tx::told(game, &mut next.position, &mut next.news);
            if game.chance(&mut tx, &outcome).is_err() {
                break; // A sampled outcome is never refused.
            }
        }
        Box::new(next)
    }

    fn show(&self, cards: &Cards) -> Box<dyn State> {
        let mut next = self.answering();
        if let Stage::Shown(drafts) = next.stage.clone() {
            next.show_drafts(drafts, cards);
            return Box::new(next);
        }
        let Question::Show(places) = self.question() else { return Box::new(next) };
        for place in places {
            let Some(n) = cards.get(&place).and_then(|card| objective(*card)) else { continue };
            if let Some(deck) = &mut next.deck {
                deck.open(place, n);
            }
            let mut tx = Tx::told(&*self.game, &mut next.position, &mut next.news);
            let _ = self.game.chance(&mut tx, &Outcome::Objective(n));
        }
        next.settle();
        Box::new(next)
    }

    fn shuffled(&self) -> Box<dyn State> {
        let mut next = self.answering();
        if let Some(deck) = &mut next.deck {
            let added = deck.leftovers(self.position.lost).len();
            deck.shuffled(u32::try_from(added).unwrap_or(u32::MAX));
            Tx::told(&*self.game, &mut next.position, &mut next.news).put(Change::DeckRebuilt);
        }
        Box::new(next)
    }

    fn hands(&self) -> BTreeMap<Place, Seat> {
        self.deck.as_ref().map(Deck::rights).unwrap_or_default()
    }

    fn document(&self) -> Vec<u8> {
        let viewer = self.deck.as_ref().map(|_| None);
        let lens = self.lens(viewer, &Cards::new());
        write_document(&self.hands(), |w| document::write(&self.game, &self.position, &lens, w))
    }

    fn view(&self, viewer: Option<Seat>, known: &Cards) -> Value {
        let lens = self.lens(Some(viewer), known);
        value(|w| document::write(&self.game, &self.position, &lens, w))
    }

    fn ask(&self, seat: Seat, known: &Cards, drafted: &[Value]) -> Result<Option<Ask>, NotAllowed> {
        self.decision(seat, known, drafted).map_err(not_allowed::<Augustus>)
    }

    fn reveals(&self, seat: Seat, actions: &[Value], known: &Cards) -> Vec<Place> {
        self.needed(seat, actions, known)
    }

    fn result(&self) -> Option<Value> {
        (self.position.phase == Phase::Over).then(|| value(|w| self.game.write_result(&self.position, w)))
    }

    fn advise(&self, bot: &str, seat: Seat, known: &Cards, drafted: &[Value], dice: &mut Stream) -> Option<u32> {
        self.advice(bot, seat, known, drafted, dice)
    }

    fn news(&self, viewer: Option<Seat>) -> Vec<Value> {
        let known = self.news.iter().filter_map(|c| self.game.redact(c, viewer));
        known.map(|c| value(|w| self.game.write_change(&c, w))).collect()
    }
}
