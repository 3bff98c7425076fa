//! A match at a question (sections 9.2 to 9.8).

use std::collections::BTreeMap;
use std::sync::Arc;

use referee_kernel::game::Game;
use referee_kernel::json::Value;
use referee_kernel::seat::{Seat, Seats};
use referee_kernel::stream::Stream;
use referee_kernel::tx::Tx;
use referee_kernel::wire::{Answers, Ask, Cards, NotAllowed, Place, Question, State, read_payload, write_document};

use super::deck::{AGENDA, Deck};
use super::{not_allowed, value};
use crate::action::{Action, Outcome};
use crate::cards::Plot;
use crate::ch7_assassination::choosing;
use crate::change::Change;
use crate::defaults::default_action;
use crate::document::{Eyes, Special, write_special};
use crate::game::{Purple, awaits_show, awaits_shuffle};
use crate::legal;
use crate::position::Position;
use crate::run::run;
use crate::task::{Stage as Flow, Task};

/// Where a question with several steps stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// At its beginning.
    Asking,
    /// These seats have sealed and must open (section 9.5).
    Opening(Seats),
    /// These seats discard by default: their lowest plot cards are shown first (section 9.4).
    Showing(Seats),
}

/// The match.
#[derive(Clone)]
pub(super) struct Match {
    pub(super) game: Arc<Purple>,
    pub(super) position: Position,
    /// Of an encrypted match.
    pub(super) deck: Option<Deck>,
    pub(super) stage: Stage,
    news: Vec<Change>,
}

impl Match {
    pub(super) fn new(game: Arc<Purple>, position: Position, deck: Option<Deck>) -> Self {
        Self { game, position, deck, stage: Stage::Asking, news: Vec::new() }
    }

    /// Goes to the first question.
    pub(super) fn begin(&mut self) {
        self.go_on(run);
        self.news.clear();
    }

    /// The same match, about to take an answer.
    pub(super) fn answering(&self) -> Self {
        Self {
            game: Arc::clone(&self.game),
            position: self.position.clone(),
            deck: self.deck.clone(),
            stage: Stage::Asking,
            news: Vec::new(),
        }
    }

    /// Does something with the rules; the deck follows what they did.
    fn go_on<T>(&mut self, what: impl FnOnce(&mut Tx<'_, Purple>) -> T) -> T {
        let told = self.news.len();
        let game = Arc::clone(&self.game);
        let done = what(&mut Tx::told(&*game, &mut self.position, &mut self.news));
        if let Some(deck) = &mut self.deck {
            self.news.iter().skip(told).for_each(|c| deck.follow(c));
        }
        done
    }

    /// Takes an action of a seat that is asked.
    pub(super) fn take(&mut self, seat: Seat, action: Action) -> Result<(), referee_kernel::rule::Illegal> {
        let game = Arc::clone(&self.game);
        self.go_on(|tx| game.act(tx, seat, &action))
    }

    /// The default of a seat (section 9.4).
    fn take_default(&mut self, seat: Seat) {
        if let Some(action) = default_action(&self.game, &self.position, seat) {
            let taken = self.take(seat, action);
            debug_assert!(taken.is_ok(), "a default is legal: {taken:?}");
        }
    }

    fn discards(&self) -> bool {
        self.position.stack.top() == Some(Task::Flow(Flow::Discard))
    }

    /// The sealed choices take effect: who gave none has committed nothing (section 9.5).
    fn conclude_commit(&mut self, answers: &Answers) {
        for seat in choosing(&self.position).iter() {
            if let Some(answer) = answers.get(&seat).and_then(Option::as_ref) {
                let actions = read_payload(&answer.payload).unwrap_or_default();
                let own = self.deck.as_ref().map(|d| d.known_hand(seat, &answer.cards)).unwrap_or_default();
                self.learn(seat, &own);
                let taken = self.commit_all(seat, &actions);
                debug_assert!(taken.is_ok(), "a checked payload is legal: {taken:?}");
            }
            if choosing(&self.position).has(seat) {
                self.take_default(seat);
            }
        }
    }

    /// The lowest plot card of each of these seats, ascending.
    fn lowest(&self, seats: Seats) -> Vec<Place> {
        let Some(deck) = &self.deck else { return Vec::new() };
        let mut places: Vec<Place> = seats.iter().filter_map(|s| deck.hand(s).next()).collect();
        places.sort_unstable();
        places
    }

    /// The cards that are shown before the scoring become known (section 9.7).
    fn lay_open(&mut self, cards: &Cards) {
        let Some(deck) = self.deck.clone() else { return };
        self.go_on(|tx| {
            for (place, seat) in deck.rights() {
                let Some(index) = cards.get(place) else { continue };
                if place.deck == AGENDA {
                    deck.agenda(*index).into_iter().for_each(|card| tx.put(Change::AgendaShown { seat: *seat, card }));
                } else {
                    deck.plot(*index).into_iter().for_each(|card| tx.put(Change::PlotShown { seat: *seat, card }));
                }
            }
            run(tx);
        });
        self.deck.iter_mut().for_each(Deck::lay_open);
    }

    /// The default discards, now that their cards are shown.
    fn discard_shown(&mut self, places: &[Place], cards: &Cards) {
        for place in places {
            let Some(deck) = &self.deck else { return };
            let shown = deck.rights().get(place).copied().zip(cards.get(place).and_then(|i| deck.plot(*i)));
            if let Some((seat, card)) = shown {
                self.learn(seat, &[(*place, card)]);
                let taken = self.take(seat, Action::Discard(card));
                debug_assert!(taken.is_ok(), "a shown card can be discarded: {taken:?}");
            }
        }
    }

    /// One request of a run.
    fn draw(&mut self, stream: &mut Stream, told: Option<&mut Vec<Value>>) -> bool {
        let game = Arc::clone(&self.game);
        let request = value(|w| game.write_request(&self.position, w));
        let (outcome, json) = match (self.position.stack.top(), &mut self.deck) {
            (Some(Task::Steal { to, from }), Some(deck)) => {
                let k = stream.below(self.position.family(from).hand.count().into());
                deck.steal(from, to, k);
                (Outcome::Unseen, Value::from(k))
            }
            _ => {
                let outcome = game.sample(&self.position, stream);
                (outcome, value(|w| game.write_outcome(&outcome, w)))
            }
        };
        if let Some(told) = told {
            told.push(Value::object([("chance", request), ("outcome", json)]));
        }
        self.go_on(|tx| game.chance(tx, &outcome)).is_ok()
    }

    fn special(&self) -> Special {
        match self.stage {
            Stage::Asking => Special::Plain,
            Stage::Opening(seats) => Special::Sealed(seats),
            Stage::Showing(_) => Special::Chance,
        }
    }
}

impl State for Match {
    fn boxed(&self) -> Box<dyn State> {
        Box::new(self.clone())
    }

    fn question(&self) -> Question {
        let p = &self.position;
        match self.stage {
            Stage::Opening(sealed) => return Question::Open(sealed.iter().collect()),
            Stage::Showing(seats) => return Question::Show(self.lowest(seats)),
            Stage::Asking => {}
        }
        if p.over.is_some() {
            return Question::Over;
        }
        if let Some(deck) = &self.deck {
            if awaits_show(p) {
                return Question::Show(deck.rights().keys().copied().collect());
            }
            if awaits_shuffle(p) {
                return Question::Shuffle(vec![(super::deck::PLOT, deck.to_shuffle())]);
            }
        }
        let seats: Vec<Seat> = legal::asked(&self.game, p).iter().collect();
        match p.stack.top() {
            _ if seats.is_empty() => Question::Chance,
            Some(Task::Commit) => Question::Seal(seats),
            _ => Question::Act(seats),
        }
    }

    fn check(&self, seat: Seat, payload: &[u8], cards: &Cards) -> Result<(), NotAllowed> {
        let actions = match read_payload(payload) {
            Some(actions) => actions,
            // No action of the game; refused by the rule that asks.
            None => vec![Value::Null],
        };
        self.after_payload(seat, &actions, cards).map(|_| ()).map_err(not_allowed)
    }

    fn act(&self, answers: &Answers) -> Box<dyn State> {
        let asked = legal::asked(&self.game, &self.position);
        let mut next = self.answering();
        let mut silent = Seats::NONE;
        let mut news = Vec::new();
        for seat in asked.iter() {
            let given = answers.get(&seat).and_then(Option::as_ref);
            let taken = given.and_then(|a| {
                let actions = read_payload(&a.payload)?;
                next.after_answer(seat, &actions, &a.cards, asked.len() > 1)
            });
            match taken {
                Some(after) => {
                    next = after;
                    news.append(&mut next.news);
                }
                None if self.discards() && self.deck.is_some() => silent = silent.with(seat),
                None => {
                    next.take_default(seat);
                    news.append(&mut next.news);
                }
            }
        }
        next.news = news;
        if !silent.is_empty() {
            next.stage = Stage::Showing(silent);
        }
        Box::new(next)
    }

    fn seal(&self, sealed: &[Seat]) -> Box<dyn State> {
        let mut next = self.answering();
        if sealed.is_empty() {
            next.conclude_commit(&Answers::new());
        } else {
            next.stage = Stage::Opening(sealed.iter().copied().collect());
        }
        Box::new(next)
    }

    fn open(&self, answers: &Answers) -> Box<dyn State> {
        let mut next = self.answering();
        next.conclude_commit(answers);
        Box::new(next)
    }

    fn chance(&self, stream: &mut Stream, mut told: Option<&mut Vec<Value>>) -> Box<dyn State> {
        let mut next = self.answering();
        while next.question() == Question::Chance && next.draw(stream, told.as_deref_mut()) {}
        Box::new(next)
    }

    fn show(&self, cards: &Cards) -> Box<dyn State> {
        let mut next = self.answering();
        match self.stage {
            Stage::Showing(seats) => next.discard_shown(&self.lowest(seats), cards),
            _ => next.lay_open(cards),
        }
        Box::new(next)
    }

    fn shuffled(&self) -> Box<dyn State> {
        let mut next = self.answering();
        next.go_on(|tx| {
            tx.put(Change::PlotsRenewed { unseen: true });
            run(tx);
        });
        Box::new(next)
    }

    fn hands(&self) -> BTreeMap<Place, Seat> {
        self.deck.as_ref().map(|d| d.rights().clone()).unwrap_or_default()
    }

    fn document(&self) -> Vec<u8> {
        let eyes = if self.deck.is_some() { Eyes::Of(None) } else { Eyes::All };
        let none = BTreeMap::new();
        let rights = self.deck.as_ref().map_or(&none, Deck::rights);
        write_document(rights, |w| write_special(&self.game, &self.position, eyes, self.special(), w))
    }

    fn view(&self, viewer: Option<Seat>, known: &Cards) -> Value {
        let filled = viewer.map(|seat| self.filled(seat, known).position);
        let position = filled.as_ref().unwrap_or(&self.position);
        value(|w| write_special(&self.game, position, Eyes::Of(viewer), self.special(), w))
    }

    fn ask(&self, seat: Seat, known: &Cards, drafted: &[Value]) -> Result<Option<Ask>, NotAllowed> {
        self.asks(seat, known, drafted).map_err(not_allowed)
    }

    fn reveals(&self, seat: Seat, actions: &[Value], known: &Cards) -> Vec<Place> {
        self.needed(seat, actions, known)
    }

    fn result(&self) -> Option<Value> {
        self.position.over.is_some().then(|| value(|w| self.game.write_result(&self.position, w)))
    }

    fn advise(&self, bot: &str, seat: Seat, known: &Cards, drafted: &[Value], dice: &mut Stream) -> Option<u32> {
        self.advice(bot, seat, known, drafted, dice)
    }

    fn news(&self, viewer: Option<Seat>) -> Vec<Value> {
        let known = self.news.iter().filter_map(|c| self.game.redact(c, viewer));
        known.map(|c| value(|w| self.game.write_change(&c, w))).collect()
    }
}

impl Match {
    /// The match after one seat's answer to an open question; `None` if it cannot be taken.
    fn after_answer(&self, seat: Seat, actions: &[Value], cards: &Cards, several: bool) -> Option<Match> {
        let mut next = self.answering();
        let own: Vec<(Place, Plot)> = self.deck.as_ref().map(|d| d.known_hand(seat, cards)).unwrap_or_default();
        next.learn(seat, &own);
        next.take_all(seat, actions, several).ok()?;
        Some(next)
    }
}
