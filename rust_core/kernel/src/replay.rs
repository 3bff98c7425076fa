//! Replaying a record of inputs, every one of them judged.

use std::sync::Arc;

use crate::game::Game;
use crate::json::Value;
use crate::rule::Illegal;
use crate::seat::Seat;
use crate::tx::Tx;

/// What the rules are fed, as JSON.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JsonInput {
    /// An action of a seat; the seat is as it came in.
    Action(u64, Value),
    /// An outcome.
    Outcome(Value),
}

/// What the rules are fed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input<A, O> {
    /// An action of a seat.
    Action(Seat, A),
    /// An outcome.
    Outcome(O),
}

/// A game's inputs, read once and replayed as often as one likes.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    game: Arc<G>,
    start: G::Position,
    inputs: Vec<Input<G::Action, G::Outcome>>,
}

/// A refusal in the middle of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The number of the input, from 0.
    pub input: usize,
    /// Why.
    pub why: Illegal,
}

impl<G: Game> Record<G> {
    /// Reads and takes `inputs` one after the other, from `start`. Gives the record and the last position.
    ///
    /// # Errors
    /// The first refusal.
    pub fn read(game: Arc<G>, start: G::Position, inputs: &[JsonInput]) -> Result<(Self, G::Position), Refused> {
        let mut typed = Vec::with_capacity(inputs.len());
        let mut p = start.clone();
        for (input, json) in inputs.iter().enumerate() {
            let taken = take(&*game, &mut p, json).map_err(|why| Refused { input, why })?;
            typed.push(taken);
        }
        Ok((Self { game, start, inputs: typed }, p))
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// How many inputs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.inputs.len()
    }

    /// Whether there is no input.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.inputs.is_empty()
    }

    /// The last position; every input is judged again.
    ///
    /// # Errors
    /// The first refusal: none in a record that was read by the same rules.
    pub fn replay(&self) -> Result<G::Position, Refused> {
        let mut p = self.start.clone();
        for (input, given) in self.inputs.iter().enumerate() {
            let mut tx = Tx::new(&*self.game, &mut p);
            match given {
                Input::Action(seat, action) => self.game.act(&mut tx, *seat, action),
                Input::Outcome(outcome) => self.game.chance(&mut tx, outcome),
            }
            .map_err(|why| Refused { input, why })?;
        }
        Ok(p)
    }
}

/// Reads one input and takes it.
///
/// # Errors
/// The refusal; the position is as it was.
pub fn take<G: Game>(game: &G, p: &mut G::Position, json: &JsonInput) -> Result<Input<G::Action, G::Outcome>, Illegal> {
    match json {
        JsonInput::Action(seat, action) => take_action(game, p, *seat, action).map(|(s, a)| Input::Action(s, a)),
        JsonInput::Outcome(outcome) => take_outcome(game, p, outcome).map(Input::Outcome),
    }
}

/// Reads an action and takes it.
///
/// # Errors
/// The refusal; the position is as it was.
pub fn take_action<G: Game>(
    game: &G,
    p: &mut G::Position,
    seat: u64,
    json: &Value,
) -> Result<(Seat, G::Action), Illegal> {
    let seat = game.asked(p, seat)?;
    let action = game.read_action(p, seat, json)?;
    game.act(&mut Tx::new(game, p), seat, &action)?;
    Ok((seat, action))
}

/// Reads an outcome and takes it.
///
/// # Errors
/// The refusal; the position is as it was.
pub fn take_outcome<G: Game>(game: &G, p: &mut G::Position, json: &Value) -> Result<G::Outcome, Illegal> {
    let outcome = game.read_outcome(p, json)?;
    game.chance(&mut Tx::new(game, p), &outcome)?;
    Ok(outcome)
}
