//! The game on the wire (protocol P18; interface section 9).
//!
//! An encrypted match plays the same rules on what everybody knows: the position's deck holds every objective nobody has
//! seen, hands and set-up discards stay empty in it, and [`deck`] keeps the places of the hidden cards.

mod answers;
mod deck;
mod drafts;
mod seen;
mod state;

use std::sync::Arc;

use referee_kernel::digest::Hash;
use referee_kernel::game::Game;
use referee_kernel::seat::Seat;
use referee_kernel::set::{CardSet, Mistake, Sets};
use referee_kernel::wire::{Cards, Past, Rules, State, read_config};

use crate::config;
use crate::game::Augustus;
use crate::position::Position;
use crate::tables::Tables;
use deck::Deck;
use state::Match;

/// The rules of the game for matches with this set.
///
/// # Errors
/// Every mistake of the set's file.
pub fn wire(set: Arc<CardSet>) -> Result<Arc<dyn Rules>, Vec<Mistake>> {
    let tables = Tables::of(&set)?;
    Ok(Arc::new(AugustusRules { set: OneSet(set), tables }))
}

struct AugustusRules {
    set: OneSet,
    tables: Arc<Tables>,
}

/// The one set of these rules, under its own name.
struct OneSet(Arc<CardSet>);

impl Sets for OneSet {
    fn named(&self, game: &str, name: &str) -> Option<Arc<CardSet>> {
        (self.0.game() == game && self.0.name() == name).then(|| Arc::clone(&self.0))
    }
}

impl AugustusRules {
    /// The match of a charter's `config` (section 9.1).
    fn sitting(&self, config: &[u8], players: u8) -> Option<(Augustus, Position)> {
        let (config, document) = read_config(config)?;
        if !config.has_exactly(&config::KEYS) {
            return None;
        }
        let mut game = Augustus::configure(&self.set, &config).ok().filter(|g| g.seats == players)?;
        let position = match document {
            Some(document) => {
                let (own, position) = Augustus::load(&self.set, &document).ok()?;
                (own == game).then_some(position)?
            }
            None => {
                game.hidden = !game.first_game;
                game.setup()
            }
        };
        Some((game, position))
    }
}

impl Rules for AugustusRules {
    fn game(&self) -> &str {
        Augustus::ID
    }

    fn rules_hash(&self) -> Hash {
        self.set.0.hash()
    }

    fn accepts(&self, config: &[u8], players: u8) -> bool {
        self.sitting(config, players).is_some()
    }

    fn decks(&self, config: &[u8], players: u8) -> Vec<Vec<String>> {
        match self.sitting(config, players) {
            Some((game, _)) if game.hidden => vec![(1..=88).map(|n: u8| n.to_string()).collect()],
            _ => Vec::new(),
        }
    }

    fn start(&self, config: &[u8], players: u8) -> Box<dyn State> {
        let (game, position) = self.sitting(config, players).unwrap_or_else(|| {
            // Asked only of an accepted configuration; a match of nobody's choosing is better than none.
            let game = Augustus {
                tables: Arc::clone(&self.tables),
                seats: players.clamp(2, 6),
                first_game: true,
                sealed: true,
                first_crier: 0,
                token_limit: None,
                hidden: false,
            };
            let position = game.setup();
            (game, position)
        });
        let deck = game.hidden.then(|| Deck::new(game.seats));
        Box::new(Match::new(Arc::new(game), position, deck))
    }

    /// No action is possible that only the final audit could prove wrong (9.9).
    fn audit(&self, _: &[Past<'_>], _: &Cards) -> Vec<(u32, Seat)> {
        Vec::new()
    }
}
