//! The toy game of the protocol's vectors (Annex C of the format): every mechanism of a match in a few rules.
//!
//! It stands beside the log because its only purpose is to test the log.

mod config;
mod state;

use referee_kernel::digest::{Hash, Name, h32};
use referee_kernel::wire::{Cards, Past, Rules, Seat, State};

use config::Setup;

/// The rules of the toy game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Toy;

impl Rules for Toy {
    fn game(&self) -> &str {
        "toy"
    }

    fn rules_hash(&self) -> Hash {
        h32(Name::Rules, &[b"toy", b"1"])
    }

    fn accepts(&self, config: &[u8], players: u8) -> bool {
        Setup::read(config, players).is_some()
    }

    fn decks(&self, config: &[u8], players: u8) -> Vec<Vec<String>> {
        match Setup::read(config, players) {
            Some(setup) if setup.is_closed() => vec![(0..setup.card_count()).map(|c| format!("c{c:02}")).collect()],
            _ => Vec::new(),
        }
    }

    fn start(&self, config: &[u8], players: u8) -> Box<dyn State> {
        Box::new(state::ToyState::new(Setup::read(config, players).unwrap_or_default()))
    }

    /// A boast is a lie if the first card of the hand has an odd index.
    fn audit(&self, history: &[Past<'_>], cards: &Cards) -> Vec<(u32, Seat)> {
        history
            .iter()
            .filter(|past| past.payload == state::BOAST)
            .filter(|past| {
                let first = past.state.hands().into_iter().find(|(_, seat)| *seat == past.seat);
                first.and_then(|(place, _)| cards.get(&place).copied()).is_some_and(|card| card % 2 == 1)
            })
            .map(|past| (past.step, past.seat))
            .collect()
    }
}
