//! Open matches on the wire (protocol P25): nothing is encrypted, nothing sealed, every draw is chance.
//!
//! One implementation of [`Rules`] and [`State`] for every game that needs no more.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::digest::Hash;
use crate::game::{Game, Next, legal_list};
use crate::json::{Value, Writer};
use crate::rule::Illegal;
use crate::seat::Seat;
use crate::set::Sets;
use crate::stream::Stream;
use crate::tx::Tx;
use crate::wire::{
    Answer, Answers, Ask, Cards, NotAllowed, Past, Place, Question, Rules, State, read_config, read_payload,
    write_document,
};

/// The rules of `G` for open matches.
pub struct OpenRules<G> {
    sets: Arc<dyn Sets + Send + Sync>,
    hash: Hash,
    game: std::marker::PhantomData<fn() -> G>,
}

impl<G: Game> OpenRules<G> {
    /// The rules with these sets; `hash` is the rules hash of protocol P14.
    #[must_use]
    pub fn new(sets: Arc<dyn Sets + Send + Sync>, hash: Hash) -> Self {
        Self { sets, hash, game: std::marker::PhantomData }
    }

    fn sitting(&self, config: &[u8], players: u8) -> Option<OpenMatch<G>> {
        let (config, document) = read_config(config)?;
        let own = |game: &G| value(|w| game.write_config(w)) == config && game.seats() == players;
        let (game, position) = match document {
            Some(document) => G::load(&*self.sets, &document).ok()?,
            None => {
                let game = G::configure(&*self.sets, &config).ok()?;
                let position = game.setup();
                (game, position)
            }
        };
        own(&game).then(|| OpenMatch::new(Arc::new(game), position))
    }
}

impl<G: Game> Rules for OpenRules<G> {
    fn game(&self) -> &str {
        G::ID
    }

    fn rules_hash(&self) -> Hash {
        self.hash
    }

    fn accepts(&self, config: &[u8], players: u8) -> bool {
        self.sitting(config, players).is_some()
    }

    fn decks(&self, _: &[u8], _: u8) -> Vec<Vec<String>> {
        Vec::new()
    }

    fn start(&self, config: &[u8], players: u8) -> Box<dyn State> {
        match self.sitting(config, players) {
            Some(sitting) => Box::new(sitting),
            None => Box::new(NoMatch),
        }
    }

    fn audit(&self, _: &[Past<'_>], _: &Cards) -> Vec<(u32, Seat)> {
        Vec::new()
    }
}

/// What `write` writes, as a value.
pub fn value(write: impl FnOnce(&mut Writer)) -> Value {
    let mut w = Writer::new();
    write(&mut w);
    Value::parse(&w.finish()).unwrap_or(Value::Null)
}

/// A refusal by the rules of `G`, with the game's name before the rule.
#[must_use]
pub fn not_allowed<G: Game>(e: Illegal) -> NotAllowed {
    NotAllowed { rule: format!("{}:{}", G::ID, e.rule), why: e.why.to_owned() }
}

/// The place in `legal` that the bot `bot` chooses for `seat`; `None` if nothing is legal or there is no such bot.
#[must_use]
pub fn advice<G: Game>(
    game: &G,
    bot: &str,
    position: &G::Position,
    seat: Seat,
    legal: &[G::Action],
    dice: &mut Stream,
) -> Option<u32> {
    (G::bots().contains(&bot) && !legal.is_empty()).then(|| game.choose(bot, position, seat, legal, dice))
}

/// An open match at a question.
pub struct OpenMatch<G: Game> {
    game: Arc<G>,
    position: G::Position,
    news: Vec<G::Change>,
}

impl<G: Game> Clone for OpenMatch<G> {
    fn clone(&self) -> Self {
        Self { game: Arc::clone(&self.game), position: self.position.clone(), news: self.news.clone() }
    }
}

impl<G: Game> OpenMatch<G> {
    /// The match of `game` that stands at `position`.
    #[must_use]
    pub fn new(game: Arc<G>, position: G::Position) -> Self {
        Self { game, position, news: Vec::new() }
    }

    fn answering(&self) -> Self {
        Self { news: Vec::new(), ..self.clone() }
    }

    fn take(&mut self, seat: Seat, action: &G::Action) -> Result<(), Illegal> {
        self.game.act(&mut Tx::told(&*self.game, &mut self.position, &mut self.news), seat, action)
    }

    fn read(&self, seat: Seat, json: &Value) -> Result<G::Action, Illegal> {
        let seat = self.game.asked(&self.position, seat.into())?;
        self.game.read_action(&self.position, seat, json)
    }

    /// The match after the actions of one payload (P18): more than one only while this seat is asked alone.
    fn after(&self, seat: Seat, actions: &[Value]) -> Result<Self, Illegal> {
        let mut next = self.answering();
        let alone = Question::Act(vec![seat]);
        let together = |rule| Illegal { rule, why: "one_action" };
        for (i, json) in actions.iter().enumerate() {
            if i > 0 && !(self.question() == alone && next.question() == alone) {
                return Err(together(self.game.decision(&self.position, seat).rule));
            }
            let action = next.read(seat, json)?;
            next.take(seat, &action)?;
        }
        if actions.is_empty() {
            self.game.asked(&self.position, seat.into())?;
            return Err(together(self.game.decision(&self.position, seat).rule));
        }
        Ok(next)
    }

    /// The match after what `seat` has drafted; `None` where the payload must end there.
    fn going_on(&self, seat: Seat, drafted: &[Value]) -> Result<Option<Self>, Illegal> {
        let next = match drafted {
            [] => self.clone(),
            _ => self.after(seat, drafted)?,
        };
        let alone = Question::Act(vec![seat]);
        let goes_on = drafted.is_empty() || self.question() == alone && next.question() == alone;
        Ok(goes_on.then_some(next))
    }

    fn default(&mut self, seat: Seat) {
        // A default is legal; a game without one leaves the match where it is.
        if let Some(action) = self.game.default_action(&self.position, seat) {
            let _ = self.take(seat, &action);
        }
    }
}

impl<G: Game> State for OpenMatch<G> {
    fn boxed(&self) -> Box<dyn State> {
        Box::new(self.clone())
    }

    fn question(&self) -> Question {
        match self.game.next(&self.position) {
            Next::Decide(seats) => Question::Act(seats.iter().collect()),
            Next::Chance => Question::Chance,
            Next::Over => Question::Over,
        }
    }

    fn check(&self, seat: Seat, payload: &[u8], cards: &Cards) -> Result<(), NotAllowed> {
        let actions = read_payload(payload).unwrap_or_default();
        self.after(seat, &actions).map_err(not_allowed::<G>)?;
        if cards.is_empty() {
            return Ok(());
        }
        let rule = self.game.decision(&self.position, seat).rule;
        Err(not_allowed::<G>(Illegal { rule, why: "nothing_to_reveal" }))
    }

    fn act(&self, answers: &Answers) -> Box<dyn State> {
        let mut next = self.answering();
        let asked = self.question();
        for seat in asked.seats() {
            let given = answers.get(seat).and_then(Option::as_ref);
            let actions = given.and_then(|Answer { payload, .. }| read_payload(payload)).unwrap_or_default();
            match next.after(*seat, &actions) {
                Ok(mut after) => {
                    next.news.append(&mut after.news);
                    next = Self { news: next.news, ..after };
                }
                Err(_) => next.default(*seat),
            }
        }
        Box::new(next)
    }

    fn seal(&self, _: &[Seat]) -> Box<dyn State> {
        self.boxed()
    }

    fn open(&self, _: &Answers) -> Box<dyn State> {
        self.boxed()
    }

    fn chance(&self, stream: &mut Stream, mut told: Option<&mut Vec<Value>>) -> Box<dyn State> {
        let mut next = self.answering();
        let game = &*self.game;
        while game.next(&next.position) == Next::Chance {
            let outcome = game.sample(&next.position, stream);
            if let Some(told) = &mut told {
                let request = value(|w| game.write_request(&next.position, w));
                let outcome = value(|w| game.write_outcome(&outcome, w));
                told.push(Value::object([("chance", request), ("outcome", outcome)]));
            }
            if game.chance(&mut Tx::told(game, &mut next.position, &mut next.news), &outcome).is_err() {
                break; // A sampled outcome is never refused.
            }
        }
        Box::new(next)
    }

    fn show(&self, _: &Cards) -> Box<dyn State> {
        self.boxed()
    }

    fn shuffled(&self) -> Box<dyn State> {
        self.boxed()
    }

    fn hands(&self) -> BTreeMap<Place, Seat> {
        BTreeMap::new()
    }

    fn document(&self) -> Vec<u8> {
        write_document(&BTreeMap::new(), |w| self.game.write_position(&self.position, w))
    }

    fn view(&self, viewer: Option<Seat>, _: &Cards) -> Value {
        value(|w| self.game.write_view(&self.position, viewer, w))
    }

    fn ask(&self, seat: Seat, _: &Cards, drafted: &[Value]) -> Result<Option<Ask>, NotAllowed> {
        let Some(next) = self.going_on(seat, drafted).map_err(not_allowed::<G>)? else { return Ok(None) };
        let legal = legal_list(&*next.game, &next.position, seat);
        let legal: Vec<_> = legal.iter().map(|a| value(|w| next.game.write_action(a, w))).collect();
        let decision = next.game.decision(&next.position, seat);
        let rule = format!("{}:{}", G::ID, decision.rule);
        Ok((!legal.is_empty()).then(|| Ask { kind: decision.kind.to_owned(), rule, legal }))
    }

    fn reveals(&self, _: Seat, _: &[Value], _: &Cards) -> Vec<Place> {
        Vec::new()
    }

    fn result(&self) -> Option<Value> {
        (self.game.next(&self.position) == Next::Over).then(|| value(|w| self.game.write_result(&self.position, w)))
    }

    fn advise(&self, bot: &str, seat: Seat, _: &Cards, drafted: &[Value], dice: &mut Stream) -> Option<u32> {
        let next = self.going_on(seat, drafted).ok()??;
        advice(&*next.game, bot, &next.position, seat, &legal_list(&*next.game, &next.position, seat), dice)
    }

    fn news(&self, viewer: Option<Seat>) -> Vec<Value> {
        let known = self.news.iter().filter_map(|c| self.game.redact(c, viewer));
        known.map(|c| value(|w| self.game.write_change(&c, w))).collect()
    }

    fn odds(&self, viewer: Option<Seat>) -> Value {
        value(|w| self.game.write_odds(&self.position, viewer, w))
    }
}

/// The state of a configuration that was not accepted: nobody asks for it, and nothing is asked in it.
pub struct NoMatch;

impl State for NoMatch {
    fn boxed(&self) -> Box<dyn State> {
        Box::new(NoMatch)
    }

    fn question(&self) -> Question {
        Question::Over
    }

    fn check(&self, _: Seat, _: &[u8], _: &Cards) -> Result<(), NotAllowed> {
        Err(NotAllowed { rule: String::new(), why: "there is no match".to_owned() })
    }

    fn act(&self, _: &Answers) -> Box<dyn State> {
        self.boxed()
    }

    fn seal(&self, _: &[Seat]) -> Box<dyn State> {
        self.boxed()
    }

    fn open(&self, _: &Answers) -> Box<dyn State> {
        self.boxed()
    }

    fn chance(&self, _: &mut Stream, _: Option<&mut Vec<Value>>) -> Box<dyn State> {
        self.boxed()
    }

    fn show(&self, _: &Cards) -> Box<dyn State> {
        self.boxed()
    }

    fn shuffled(&self) -> Box<dyn State> {
        self.boxed()
    }

    fn hands(&self) -> BTreeMap<Place, Seat> {
        BTreeMap::new()
    }

    fn document(&self) -> Vec<u8> {
        write_document(&BTreeMap::new(), Writer::null)
    }

    fn view(&self, _: Option<Seat>, _: &Cards) -> Value {
        Value::Null
    }

    fn ask(&self, _: Seat, _: &Cards, _: &[Value]) -> Result<Option<Ask>, NotAllowed> {
        Ok(None)
    }

    fn reveals(&self, _: Seat, _: &[Value], _: &Cards) -> Vec<Place> {
        Vec::new()
    }

    fn result(&self) -> Option<Value> {
        None
    }
}
