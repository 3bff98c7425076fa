//! The game on the wire (protocol P18, interface section 9): questions, runs, payloads, the public document.
//!
//! In an encrypted match the position is the plain one with cards face down: hands, agendas and the draw pile have sizes,
//! and only what was revealed is known. Beside it stands the list of the places where those cards lie.

mod deck;
mod payload;
mod state;

use std::sync::Arc;

use referee_kernel::digest::Hash;
use referee_kernel::game::Game;
use referee_kernel::json::{Value, Writer};
use referee_kernel::rule::Illegal;
use referee_kernel::seat::Seat;
use referee_kernel::set::{CardSet, Mistake, Sets};
use referee_kernel::wire::{Cards, NotAllowed, Past, Rules, State, read_config};

use crate::cards::{Agenda, Plot};
use crate::config::Config;
use crate::game::Purple;
use crate::tables::Tables;

use deck::Deck;
use state::Match;

/// The rules of purple with one card set, for matches.
///
/// # Errors
/// Every mistake of a set that cannot be played.
pub fn wire(set: Arc<CardSet>) -> Result<Arc<dyn Rules>, Vec<Mistake>> {
    let tables = Purple::compile(&set)?;
    Ok(Arc::new(PurpleRules { set, tables }))
}

struct PurpleRules {
    set: Arc<CardSet>,
    tables: Arc<Tables>,
}

/// Only the set of these rules: a match cannot mean another one.
impl Sets for PurpleRules {
    fn named(&self, game: &str, name: &str) -> Option<Arc<CardSet>> {
        (game == self.set.game() && name == self.set.name()).then(|| Arc::clone(&self.set))
    }
}

impl PurpleRules {
    /// The first state of a charter's `config` (section 9.1).
    fn sitting(&self, config: &[u8], players: u8) -> Option<Match> {
        let (config, document) = read_config(config)?;
        let whole = Config::read_whole(&config).ok()?;
        let plain = Purple::configure(self, &config).ok()?;
        if whole.seats != players {
            return None;
        }
        let Some(document) = document else { return Some(self.set_up(whole)) };
        let (own, position) = Purple::load(self, &document).ok()?;
        let same = own.config() == plain.config();
        same.then(|| Match::new(Arc::new(own), position, None))
    }

    /// Encrypted with two or three seats, open in solo.
    fn set_up(&self, config: Config) -> Match {
        let hidden = config.seats > 1;
        let game = Purple::new(config, Arc::clone(&self.tables), hidden);
        let deck = hidden.then(|| Deck::new(&self.tables));
        let position = crate::position::Position::new(game.config(), game.tables(), hidden);
        let mut sitting = Match::new(Arc::new(game), position, deck);
        sitting.begin();
        sitting
    }

    fn encrypted(&self, config: &[u8]) -> bool {
        read_config(config).is_some_and(|(config, document)| {
            document.is_none() && Config::read_whole(&config).is_ok_and(|c| c.seats > 1)
        })
    }
}

impl Rules for PurpleRules {
    fn game(&self) -> &str {
        Purple::ID
    }

    fn rules_hash(&self) -> Hash {
        self.set.hash()
    }

    fn accepts(&self, config: &[u8], players: u8) -> bool {
        self.sitting(config, players).is_some()
    }

    fn decks(&self, config: &[u8], _: u8) -> Vec<Vec<String>> {
        if !self.encrypted(config) {
            return Vec::new();
        }
        let plots = Tables::deck(&self.tables.plots, |i| Plot::ALL[i].id());
        let agendas = Tables::deck(&self.tables.agendas, |i| Agenda::ALL[i].id());
        vec![plots, agendas]
    }

    fn start(&self, config: &[u8], players: u8) -> Box<dyn State> {
        // Asked only of an accepted configuration; anything else begins a solo game.
        let solo = || Config { set: self.set.name().to_owned(), seats: 1, roles: None, legions: 13, lean: false };
        Box::new(self.sitting(config, players).unwrap_or_else(|| self.set_up(solo())))
    }

    /// Every hidden action is proved when it is taken (section 9.9).
    fn audit(&self, _: &[Past<'_>], _: &Cards) -> Vec<(u32, Seat)> {
        Vec::new()
    }
}

/// What a writer writes, as a value.
fn value(write: impl FnOnce(&mut Writer)) -> Value {
    let mut w = Writer::new();
    write(&mut w);
    Value::parse(&w.finish()).unwrap_or(Value::Null)
}

/// A refusal with the game's name.
fn not_allowed(e: Illegal) -> NotAllowed {
    NotAllowed { rule: format!("{}:{}", Purple::ID, e.rule), why: e.why.to_owned() }
}
