//! The game on the wire (protocol P18): one seat acts, or one die is rolled; nothing is hidden or sealed.

use std::collections::BTreeMap;
use std::sync::Arc;

use referee_kernel::digest::Hash;
use referee_kernel::game::{Game, Next, legal_list};
use referee_kernel::json::{Value, Writer};
use referee_kernel::rule::Illegal;
use referee_kernel::seat::Seat;
use referee_kernel::set::{NoSets, rules_hash};
use referee_kernel::stream::Stream;
use referee_kernel::tx::Tx;
use referee_kernel::wire::{
    Answers, Ask, Cards, NotAllowed, Past, Place, Question, Rules, State, read_config, read_payload, write_document,
};

use crate::game::{Action, Change, Pig, Position};

/// The rules of pig for matches.
#[must_use]
pub fn wire() -> Arc<dyn Rules> {
    Arc::new(PigRules)
}

struct PigRules;

#[derive(Clone)]
struct PigState {
    game: Arc<Pig>,
    position: Position,
    news: Arc<[Change]>,
}

fn value(write: impl FnOnce(&mut Writer)) -> Value {
    let mut w = Writer::new();
    write(&mut w);
    Value::parse(&w.finish()).unwrap_or(Value::Null)
}

fn sitting(config: &[u8], players: u8) -> Option<PigState> {
    let (config, document) = read_config(config)?;
    let game = Pig::configure(&NoSets, &config).ok()?;
    let position = match document {
        None => game.setup(),
        Some(document) => Pig::load(&NoSets, &document).ok().filter(|(g, _)| *g == game)?.1,
    };
    let complete = value(|w| game.write_config(w)) == config && game.seats == players;
    complete.then(|| PigState { game: Arc::new(game), position, news: Arc::default() })
}

impl Rules for PigRules {
    fn game(&self) -> &str {
        Pig::ID
    }

    fn rules_hash(&self) -> Hash {
        rules_hash(Pig::ID, Pig::RULES, &[])
    }

    fn accepts(&self, config: &[u8], players: u8) -> bool {
        sitting(config, players).is_some()
    }

    fn decks(&self, _: &[u8], _: u8) -> Vec<Vec<String>> {
        Vec::new()
    }

    fn start(&self, config: &[u8], players: u8) -> Box<dyn State> {
        let game = Pig { seats: 2, goal: 100 };
        let none = || PigState { position: game.setup(), game: Arc::new(game.clone()), news: Arc::default() };
        Box::new(sitting(config, players).unwrap_or_else(none))
    }

    fn audit(&self, _: &[Past<'_>], _: &Cards) -> Vec<(u32, Seat)> {
        Vec::new()
    }
}

impl PigState {
    /// The state after `input`; the same state if the rules refuse it, which a checked input never meets.
    fn after(&self, input: impl FnOnce(&Pig, &mut Tx<'_, Pig>) -> Result<(), Illegal>) -> Box<dyn State> {
        let mut next = self.clone();
        let mut news = Vec::new();
        if input(&self.game, &mut Tx::told(&self.game, &mut next.position, &mut news)).is_ok() {
            next.news = news.into();
        }
        Box::new(next)
    }

    /// A payload is one action: after it the die is rolled or another seat is asked.
    fn action(&self, seat: Seat, actions: &[Value]) -> Result<Action, NotAllowed> {
        let judge = |json: &Value| {
            let seat = self.game.asked(&self.position, seat.into())?;
            let action = self.game.read_action(&self.position, seat, json)?;
            self.game.act(&mut Tx::new(&self.game, &mut self.position.clone()), seat, &action).map(|()| action)
        };
        let refused = |e: Illegal| NotAllowed { rule: format!("{}:{}", Pig::ID, e.rule), why: e.why.to_owned() };
        match actions {
            [one] => judge(one).map_err(refused),
            _ => Err(refused(Illegal::new("2.1", "one_action"))),
        }
    }
}

impl State for PigState {
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
        if !cards.is_empty() {
            return Err(NotAllowed { rule: "pig:2.1".to_owned(), why: "reveals".to_owned() });
        }
        self.action(seat, &read_payload(payload).unwrap_or_default()).map(|_| ())
    }

    fn act(&self, answers: &Answers) -> Box<dyn State> {
        let seat = self.position.turn;
        let given = answers.get(&seat).and_then(Option::as_ref).and_then(|a| read_payload(&a.payload));
        let action = given.and_then(|actions| self.action(seat, &actions).ok());
        let action = action.unwrap_or_else(|| Pig::default_action(&self.position));
        self.after(|game, tx| game.act(tx, seat, &action))
    }

    fn seal(&self, _: &[Seat]) -> Box<dyn State> {
        self.boxed()
    }

    fn open(&self, _: &Answers) -> Box<dyn State> {
        self.boxed()
    }

    fn chance(&self, stream: &mut Stream, told: Option<&mut Vec<Value>>) -> Box<dyn State> {
        let die = self.game.sample(&self.position, stream);
        if let Some(told) = told {
            let request = value(|w| self.game.write_request(&self.position, w));
            told.push(Value::object([("chance", request), ("outcome", die.into())]));
        }
        self.after(|game, tx| game.chance(tx, &die))
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
        if !drafted.is_empty() {
            return self.action(seat, drafted).map(|_| None);
        }
        let legal = legal_list(&*self.game, &self.position, seat);
        let legal: Vec<_> = legal.iter().map(|a| value(|w| self.game.write_action(a, w))).collect();
        let rule = format!("{}:{}", Pig::ID, Pig::DECISION.rule);
        Ok((!legal.is_empty()).then(|| Ask { kind: Pig::DECISION.kind.to_owned(), rule, legal }))
    }

    fn reveals(&self, _: Seat, _: &[Value], _: &Cards) -> Vec<Place> {
        Vec::new()
    }

    fn result(&self) -> Option<Value> {
        self.game.is_over(&self.position).then(|| value(|w| self.game.write_result(&self.position, w)))
    }

    fn news(&self, viewer: Option<Seat>) -> Vec<Value> {
        let known = self.news.iter().filter_map(|c| self.game.redact(c, viewer));
        known.map(|c| value(|w| self.game.write_change(&c, w))).collect()
    }
}
