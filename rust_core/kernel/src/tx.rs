//! The only way to change a position.

use crate::game::Game;

/// One input on its way into a position.
///
/// Every change goes through [`Game::apply`] and, where somebody listens, into a list from which the same position can be
/// folded again (law L3). A game refuses an input before its first change, so there is nothing to roll back.
pub struct Tx<'a, G: Game> {
    game: &'a G,
    position: &'a mut G::Position,
    changes: Option<&'a mut Vec<G::Change>>,
}

impl<'a, G: Game> Tx<'a, G> {
    /// Changes `position`, and tells nobody.
    pub fn new(game: &'a G, position: &'a mut G::Position) -> Self {
        Self { game, position, changes: None }
    }

    /// Changes `position` and appends what was done to `changes`.
    pub fn told(game: &'a G, position: &'a mut G::Position, changes: &'a mut Vec<G::Change>) -> Self {
        Self { game, position, changes: Some(changes) }
    }

    /// The position as it is now.
    #[must_use]
    pub fn position(&self) -> &G::Position {
        self.position
    }

    /// The rules.
    #[must_use]
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// Carries out one change.
    pub fn put(&mut self, change: G::Change) {
        self.game.apply(self.position, &change);
        if let Some(changes) = &mut self.changes {
            changes.push(change);
        }
    }
}
