//! The rules.

use referee_kernel::game::Next;
use referee_kernel::rule::Illegal;
use referee_kernel::seat::{Seat, Seats};
use referee_kernel::tx::Tx;

/// The game with its configuration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pig {
    /// 2 to 6 (1.1).
    pub seats: u8,
    /// 1 to 1000 (3.2).
    pub goal: u32,
}

/// Where the game stands.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Position {
    /// By seat; the places of seats that are not at the table stay 0.
    pub scores: [u32; 6],
    /// Whose turn it is; when the game is over, who won.
    pub turn: Seat,
    /// Points of this turn that are not safe yet.
    pub pot: u32,
    /// Whether the die is asked for.
    pub rolling: bool,
}

/// What a seat can choose (2.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Action {
    /// 2.2
    Roll,
    /// 2.4
    Hold,
}

/// One thing the rules did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// The seat took the die (2.2).
    DieTaken,
    /// The die showed this, which went into the pot (2.2).
    PotGrown(u8),
    /// The pot is empty (2.3).
    PotLost,
    /// The pot went to the score (2.4).
    PotBanked,
    /// The turn passed to this seat (2.3, 2.4).
    TurnPassed(Seat),
}

impl Position {
    /// The score of the seat whose turn it is.
    #[must_use]
    pub fn score(&self) -> u32 {
        self.scores.get(usize::from(self.turn)).copied().unwrap_or(0)
    }
}

impl Pig {
    /// What the rules wait for.
    pub(crate) fn waits_for(&self, p: &Position) -> Next {
        match (p.score() >= self.goal, p.rolling) {
            (true, _) => Next::Over, // 3.1
            (false, true) => Next::Chance,
            (false, false) => Next::Decide(Seats::one(p.turn)),
        }
    }

    /// What the seat may do (2.1, 2.5).
    pub(crate) fn choices(p: &Position) -> &'static [Action] {
        if p.pot > 0 { &[Action::Roll, Action::Hold] } else { &[Action::Roll] }
    }

    /// 2.2, 2.4
    pub(crate) fn take(&self, tx: &mut Tx<'_, Self>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Roll => tx.put(Change::DieTaken),
            Action::Hold if tx.position().pot == 0 => return Err(Illegal::new("2.5", "pot_empty")),
            Action::Hold => {
                tx.put(Change::PotBanked);
                if self.waits_for(tx.position()) != Next::Over {
                    self.pass(tx);
                }
            }
        }
        Ok(())
    }

    /// 2.2, 2.3
    pub(crate) fn rolled(&self, tx: &mut Tx<'_, Self>, die: u8) {
        if die > 1 {
            return tx.put(Change::PotGrown(die));
        }
        tx.put(Change::PotLost);
        self.pass(tx);
    }

    fn pass(&self, tx: &mut Tx<'_, Self>) {
        tx.put(Change::TurnPassed((tx.position().turn + 1) % self.seats.max(1)));
    }
}

/// Carries out a change.
pub(crate) fn apply(p: &mut Position, change: Change) {
    match change {
        Change::DieTaken => p.rolling = true,
        Change::PotGrown(die) => (p.rolling, p.pot) = (false, p.pot.saturating_add(die.into())),
        Change::PotLost => (p.rolling, p.pot) = (false, 0),
        Change::PotBanked => {
            if let Some(score) = p.scores.get_mut(usize::from(p.turn)) {
                *score = score.saturating_add(p.pot);
            }
            p.pot = 0;
        }
        Change::TurnPassed(seat) => p.turn = seat,
    }
}
