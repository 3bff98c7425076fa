//! The game on the wire (protocol P18, interface 8): seat 0 acts, or a chance run is due. Nothing is encrypted or sealed.

mod defaults;

use std::collections::BTreeMap;
use std::sync::Arc;

use referee_kernel::digest::Hash;
use referee_kernel::game::{Game, Next, legal_list};
use referee_kernel::json::{Value, Writer};
use referee_kernel::open::{NoMatch, advice, not_allowed, value};
use referee_kernel::rule::{Illegal, Rule};
use referee_kernel::seat::Seat;
use referee_kernel::set::{CardSet, Mistake, Sets};
use referee_kernel::stream::Stream;
use referee_kernel::tx::Tx;
use referee_kernel::wire::{
    Answers, Ask, Cards, NotAllowed, Past, Place, Question, Rules, State, read_config, read_payload, write_document,
};

use crate::action::Action;
use crate::change::Change;
use crate::game::Marcus;
use crate::position::Position;
use crate::tables::Tables;
use crate::todo::Todo;
use crate::{legal, why};

use defaults::default_action;

/// The rules of marcus with one card set, for matches.
///
/// # Errors
/// Every mistake of a set that cannot be played.
pub fn wire(set: Arc<CardSet>) -> Result<Arc<dyn Rules>, Vec<Mistake>> {
    set.compiled(Tables::compile)?;
    Ok(Arc::new(MarcusRules(set)))
}

struct MarcusRules(Arc<CardSet>);

/// Only the set of these rules: a match cannot mean another one.
impl Sets for MarcusRules {
    fn named(&self, game: &str, name: &str) -> Option<Arc<CardSet>> {
        (game == self.0.game() && name == self.0.name()).then(|| Arc::clone(&self.0))
    }
}

impl MarcusRules {
    /// The first state of a charter's `config` (W2).
    fn sitting(&self, config: &[u8], players: u8) -> Option<MarcusState> {
        let (config, document) = read_config(config)?;
        let game = Marcus::configure(self, &config).ok()?;
        if players != 1 || value(|w| game.write_config(w)) != config {
            return None;
        }
        let position = match document {
            None => game.setup(),
            Some(document) => {
                let (own, position) = Marcus::load(self, &document).ok()?;
                // The set is the same: there is only one to be found.
                (own.options == game.options).then_some(position)?
            }
        };
        Some(MarcusState { game: Arc::new(game), position, news: Arc::default() })
    }
}

impl Rules for MarcusRules {
    fn game(&self) -> &str {
        Marcus::ID
    }

    fn rules_hash(&self) -> Hash {
        self.0.hash()
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

#[derive(Clone)]
struct MarcusState {
    game: Arc<Marcus>,
    position: Position,
    news: Arc<[Change]>,
}

fn canonical(action: &Action) -> Vec<u8> {
    let mut w = Writer::new();
    action.write(&mut w);
    w.finish()
}

impl MarcusState {
    /// The rule of what is asked; 1.3 where no decision is due (W4).
    fn entry(&self) -> Rule {
        match self.position.todo.top() {
            Some(todo) if todo.is_decision() => todo.rule(),
            _ => Rule("1.3"),
        }
    }

    /// Takes the actions one after the other; after each but the last a decision must be due again (W4).
    fn take(&self, seat: Seat, actions: &[Value], news: &mut Vec<Change>) -> Result<Position, Illegal> {
        let mut p = self.position.clone();
        for json in actions {
            let seat = self.game.asked(&p, seat.into())?;
            let action = self.game.read_action(&p, seat, json)?;
            self.game.act(&mut Tx::told(&self.game, &mut p, news), seat, &action)?;
        }
        Ok(p)
    }

    fn take_payload(&self, seat: Seat, payload: &[u8], news: &mut Vec<Change>) -> Result<Position, Illegal> {
        let actions = read_payload(payload).filter(|a| !a.is_empty()).ok_or(Illegal {
            rule: self.entry(),
            why: "a payload is the canonical JSON array of at least one action",
        })?;
        self.take(seat, &actions, news)
    }

    /// The position after what is drafted, with its decision and the legal list in the order of the rules; `None` where
    /// `seat` is not asked.
    fn choices(&self, seat: Seat, drafted: &[Value]) -> Result<Option<(Position, Todo, Vec<Action>)>, Illegal> {
        let p = self.take(seat, drafted, &mut Vec::new())?;
        let Some(todo) = p.todo.top().filter(|t| t.is_decision() && seat == 0) else { return Ok(None) };
        let legal = legal_list(&*self.game, &p, seat);
        Ok(Some((p, todo, legal)))
    }

    /// What stands in the way of the first action of a refused payload.
    fn obstacle(&self, seat: Seat, payload: &[u8]) -> Option<Illegal> {
        let actions = read_payload(payload)?;
        for (i, json) in actions.iter().enumerate() {
            let p = self.take(seat, actions.get(..i)?, &mut Vec::new()).ok()?;
            let todo = p.todo.top().filter(|t| t.is_decision())?;
            let action = self.game.read_action(&p, seat, json).ok()?;
            if !legal::allowed(&self.game, &p, todo, &action) {
                return why::why(&self.game, &p, todo, &action);
            }
        }
        None
    }

    fn after(&self, position: Position, news: Vec<Change>) -> Box<dyn State> {
        Box::new(Self { game: Arc::clone(&self.game), position, news: news.into() })
    }
}

impl State for MarcusState {
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
            let rule = self.entry();
            return Err(not_allowed::<Marcus>(Illegal {
                rule,
                why: "nobody holds a card by position, so nothing is revealed",
            }));
        }
        self.take_payload(seat, payload, &mut Vec::new()).map(|_| ()).map_err(not_allowed::<Marcus>)
    }

    fn why(&self, seat: Seat, payload: &[u8], cards: &Cards) -> Result<(), NotAllowed> {
        self.check(seat, payload, cards)
            .map_err(|general| self.obstacle(seat, payload).map_or(general, not_allowed::<Marcus>))
    }

    fn act(&self, answers: &Answers) -> Box<dyn State> {
        let mut news = Vec::new();
        if let Some(answer) = answers.get(&0).and_then(Option::as_ref) {
            if let Ok(position) = self.take_payload(0, &answer.payload, &mut news) {
                return self.after(position, news);
            }
            news.clear();
        }
        let mut position = self.position.clone();
        if let Some(action) = default_action(&self.game, &position) {
            let taken = self.game.act(&mut Tx::told(&self.game, &mut position, &mut news), 0, &action);
            debug_assert!(taken.is_ok(), "a default is legal");
        }
        self.after(position, news)
    }

    fn seal(&self, _: &[Seat]) -> Box<dyn State> {
        self.boxed()
    }

    fn open(&self, _: &Answers) -> Box<dyn State> {
        self.boxed()
    }

    /// The whole run (W7): every request up to the next decision or the end.
    fn chance(&self, stream: &mut Stream, mut told: Option<&mut Vec<Value>>) -> Box<dyn State> {
        let (game, mut position, mut news) = (&*self.game, self.position.clone(), Vec::new());
        while game.next(&position) == Next::Chance {
            let outcome = game.sample(&position, stream);
            if let Some(told) = told.as_deref_mut() {
                let request = value(|w| game.write_request(&position, w));
                let outcome = value(|w| game.write_outcome(&outcome, w));
                told.push(Value::object([("chance", request), ("outcome", outcome)]));
            }
            if game.chance(&mut Tx::told(game, &mut position, &mut news), &outcome).is_err() {
                break;
            }
        }
        self.after(position, news)
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
        let Some((_, todo, legal)) = self.choices(seat, drafted).map_err(not_allowed::<Marcus>)? else {
            return Ok(None);
        };
        let mut legal: Vec<Value> = legal.iter().map(|a| value(|w| a.write(w))).collect();
        // The canonical order serves numbering (W5).
        legal.sort_by_cached_key(Value::canonical);
        let kind = todo.kind().unwrap_or_default().to_owned();
        Ok(Some(Ask { kind, rule: format!("{}:{}", Marcus::ID, todo.rule()), legal }))
    }

    fn advise(&self, bot: &str, seat: Seat, _: &Cards, drafted: &[Value], dice: &mut Stream) -> Option<u32> {
        // The bot chooses as in a playout, from the list in the order of the rules.
        let (p, _, legal) = self.choices(seat, drafted).ok()??;
        let chosen = canonical(legal.get(advice(&*self.game, bot, &p, seat, &legal, dice)? as usize)?);
        // Its place in canonical order (W5): as many stand before it.
        u32::try_from(legal.iter().filter(|a| canonical(a) < chosen).count()).ok()
    }

    fn reveals(&self, _: Seat, _: &[Value], _: &Cards) -> Vec<Place> {
        Vec::new()
    }

    fn result(&self) -> Option<Value> {
        self.position.ending.as_ref().map(|ending| value(|w| ending.write(w)))
    }

    fn odds(&self, _: Option<Seat>) -> Value {
        value(|w| self.game.write_chances(&self.position, w))
    }

    fn news(&self, viewer: Option<Seat>) -> Vec<Value> {
        let shown = self.news.iter().filter(|c| !c.inner()).filter_map(|c| self.game.redact(c, viewer));
        shown.map(|c| value(|w| self.game.write_change(&c, w))).collect()
    }
}
