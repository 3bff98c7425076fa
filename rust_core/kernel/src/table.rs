//! The door through which JSON comes to a game: one object-safe layer for all games.

use crate::game::{Choice, Game, write_next};
use crate::json::{Value, Writer};
use crate::playout::{self, Order, Played};
use crate::replay::{self, JsonInput, Record, Refused};
use crate::rule::{Illegal, Unfit};
use crate::seat::Viewer;
use crate::set::Sets;
use std::sync::Arc;

/// A game by its id, without its types.
pub trait Rulebook: Send + Sync {
    /// The game's id.
    fn id(&self) -> &'static str;

    /// The rules version.
    fn version(&self) -> u16;

    /// The names of its bots, besides `random`.
    fn bots(&self) -> &'static [&'static str];

    /// The options of a configuration that are words, each with the words it takes.
    fn choices(&self) -> &'static [Choice];

    /// The first position of a configuration.
    ///
    /// # Errors
    /// The interface's error word.
    fn start(&self, sets: &dyn Sets, config: &Value) -> Result<Box<dyn Table>, Unfit>;

    /// A position from its document.
    ///
    /// # Errors
    /// The interface's error word.
    fn load(&self, sets: &dyn Sets, document: &Value) -> Result<Box<dyn Table>, Unfit>;

    /// Reads inputs, each judged on the way, into a record that can be replayed without reading it again. `document` is
    /// the position to start from, if it is not the set-up of `config`.
    ///
    /// # Errors
    /// The interface's error word for the configuration or the document; the first refusal of an input.
    fn record(
        &self,
        sets: &dyn Sets,
        config: &Value,
        document: Option<&Value>,
        inputs: &[JsonInput],
    ) -> Result<Box<dyn Recorded>, NoRecord>;

    /// Plays whole games.
    ///
    /// # Errors
    /// The interface's error word for the configuration.
    fn playouts(&self, sets: &dyn Sets, config: &Value, order: &Order<'_>) -> Result<Vec<Played>, Unfit>;
}

/// A position together with its game.
pub trait Table: Send + Sync {
    /// A copy.
    fn boxed(&self) -> Box<dyn Table>;

    /// What comes next, as JSON: `{"decide": […]}`, `{"chance": {…}}` or `{"over": {…}}`.
    fn next(&self) -> Vec<u8>;

    /// Takes an action of `seat`, here and now.
    ///
    /// # Errors
    /// The refusal; nothing has changed then.
    fn act(&mut self, seat: u64, action: &Value) -> Result<(), Illegal>;

    /// Takes an outcome, here and now.
    ///
    /// # Errors
    /// The refusal; nothing has changed then.
    fn chance(&mut self, outcome: &Value) -> Result<(), Illegal>;

    /// The position document, canonical JSON.
    fn document(&self) -> Vec<u8>;

    /// The view of a seat or the public, canonical JSON; `None` for a seat that is not at the table.
    fn view(&self, viewer: Viewer) -> Option<Vec<u8>>;

    /// The refusal of a view for whoever is not at the table.
    fn no_seat(&self) -> Illegal;

    /// The exact chances the position offers to `viewer`, canonical JSON; `null` where the game computes none.
    fn odds(&self, viewer: Viewer) -> Vec<u8>;

    /// The configuration with all its keys, canonical JSON.
    fn config(&self) -> Vec<u8>;

    /// How many seats are at the table.
    fn seats(&self) -> u8;

    /// Whether the document can be imported.
    fn at_rest(&self) -> bool;
}

/// A [`Record`] without its types.
pub trait Recorded: Send + Sync {
    /// How many inputs.
    fn len(&self) -> usize;

    /// Whether there is no input.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The last position; every input is judged again.
    ///
    /// # Errors
    /// The first refusal.
    fn replay(&self) -> Result<Box<dyn Table>, Refused>;
}

/// Why inputs make no record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoRecord {
    /// The configuration is not one of the game.
    Config(Unfit),
    /// The document is not one of the game.
    Position(Unfit),
    /// An input is refused.
    Refused(Refused),
}

/// [`Rulebook`] of a [`Game`].
pub struct Book<G>(std::marker::PhantomData<fn() -> G>);

impl<G> Book<G> {
    /// The rulebook of `G`.
    #[must_use]
    pub const fn new() -> Self {
        Self(std::marker::PhantomData)
    }
}

impl<G> Default for Book<G> {
    fn default() -> Self {
        Self::new()
    }
}

struct Sitting<G: Game> {
    game: Arc<G>,
    position: G::Position,
}

impl<G: Game> Rulebook for Book<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn version(&self) -> u16 {
        G::RULES
    }

    fn bots(&self) -> &'static [&'static str] {
        G::bots()
    }

    fn choices(&self) -> &'static [Choice] {
        G::choices()
    }

    fn start(&self, sets: &dyn Sets, config: &Value) -> Result<Box<dyn Table>, Unfit> {
        let game = G::configure(sets, config)?;
        let position = game.setup();
        Ok(Box::new(Sitting { game: Arc::new(game), position }))
    }

    fn load(&self, sets: &dyn Sets, document: &Value) -> Result<Box<dyn Table>, Unfit> {
        let (game, position) = G::load(sets, document)?;
        Ok(Box::new(Sitting { game: Arc::new(game), position }))
    }

    fn record(
        &self,
        sets: &dyn Sets,
        config: &Value,
        document: Option<&Value>,
        inputs: &[JsonInput],
    ) -> Result<Box<dyn Recorded>, NoRecord> {
        let (game, start) = match document {
            Some(document) => G::load(sets, document).map_err(NoRecord::Position)?,
            None => {
                let game = G::configure(sets, config).map_err(NoRecord::Config)?;
                let start = game.setup();
                (game, start)
            }
        };
        let (record, _) = Record::read(Arc::new(game), start, inputs).map_err(NoRecord::Refused)?;
        Ok(Box::new(record))
    }

    fn playouts(&self, sets: &dyn Sets, config: &Value, order: &Order<'_>) -> Result<Vec<Played>, Unfit> {
        Ok(playout::many(&G::configure(sets, config)?, order))
    }
}

impl<G: Game> Recorded for Record<G> {
    fn len(&self) -> usize {
        Record::len(self)
    }

    fn replay(&self) -> Result<Box<dyn Table>, Refused> {
        let position = Record::replay(self)?;
        Ok(Box::new(Sitting { game: Arc::clone(self.game()), position }))
    }
}

impl<G: Game> Table for Sitting<G> {
    fn boxed(&self) -> Box<dyn Table> {
        Box::new(Sitting { game: Arc::clone(&self.game), position: self.position.clone() })
    }

    fn next(&self) -> Vec<u8> {
        let mut w = Writer::new();
        write_next(&*self.game, &self.position, &mut w);
        w.finish()
    }

    fn act(&mut self, seat: u64, action: &Value) -> Result<(), Illegal> {
        replay::take_action(&*self.game, &mut self.position, seat, action).map(|_| ())
    }

    fn chance(&mut self, outcome: &Value) -> Result<(), Illegal> {
        replay::take_outcome(&*self.game, &mut self.position, outcome).map(|_| ())
    }

    fn document(&self) -> Vec<u8> {
        let mut w = Writer::with_capacity(4096);
        self.game.write_position(&self.position, &mut w);
        w.finish()
    }

    fn view(&self, viewer: Viewer) -> Option<Vec<u8>> {
        if viewer.is_some_and(|s| s >= self.seats()) {
            return None;
        }
        let mut w = Writer::with_capacity(4096);
        self.game.write_view(&self.position, viewer, &mut w);
        Some(w.finish())
    }

    fn no_seat(&self) -> Illegal {
        Illegal { rule: G::SEATS, why: "there is no such seat at the table" }
    }

    fn odds(&self, viewer: Viewer) -> Vec<u8> {
        let mut w = Writer::new();
        self.game.write_odds(&self.position, viewer, &mut w);
        w.finish()
    }

    fn config(&self) -> Vec<u8> {
        let mut w = Writer::new();
        self.game.write_config(&mut w);
        w.finish()
    }

    fn seats(&self) -> u8 {
        self.game.seats()
    }

    fn at_rest(&self) -> bool {
        self.game.at_rest(&self.position)
    }
}
