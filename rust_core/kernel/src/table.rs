//! The door through which JSON comes to a game: one object-safe layer for all games.

use crate::game::{Game, write_next};
use crate::json::{Value, Writer};
use crate::playout::{self, Order, Played};
use crate::rule::{Illegal, Unfit};
use crate::seat::Viewer;
use crate::set::Sets;
use crate::tx::Tx;
use std::sync::Arc;

/// A game by its id, without its types.
pub trait Rulebook: Send + Sync {
    /// The game's id.
    fn id(&self) -> &'static str;

    /// The rules version.
    fn version(&self) -> u16;

    /// The names of its bots, besides `random`.
    fn bots(&self) -> &'static [&'static str];

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

    /// The configuration with all its keys, canonical JSON.
    fn config(&self) -> Vec<u8>;

    /// How many seats are at the table.
    fn seats(&self) -> u8;

    /// Whether the document can be imported.
    fn at_rest(&self) -> bool;
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

    fn start(&self, sets: &dyn Sets, config: &Value) -> Result<Box<dyn Table>, Unfit> {
        let game = G::configure(sets, config)?;
        let position = game.setup();
        Ok(Box::new(Sitting { game: Arc::new(game), position }))
    }

    fn load(&self, sets: &dyn Sets, document: &Value) -> Result<Box<dyn Table>, Unfit> {
        let (game, position) = G::load(sets, document)?;
        Ok(Box::new(Sitting { game: Arc::new(game), position }))
    }

    fn playouts(&self, sets: &dyn Sets, config: &Value, order: &Order<'_>) -> Result<Vec<Played>, Unfit> {
        Ok(playout::many(&G::configure(sets, config)?, order))
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
        let seat = self.game.asked(&self.position, seat)?;
        let action = self.game.read_action(&self.position, seat, action)?;
        self.game.act(&mut Tx::new(&self.game, &mut self.position), seat, &action)
    }

    fn chance(&mut self, outcome: &Value) -> Result<(), Illegal> {
        let outcome = self.game.read_outcome(&self.position, outcome)?;
        self.game.chance(&mut Tx::new(&self.game, &mut self.position), &outcome)
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
