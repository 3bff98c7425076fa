//! The rules.

use referee_kernel::game::{Decision, Next, Walk};
use referee_kernel::rule::{Illegal, Rule};
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
#[derive(Clone, PartialEq, Eq, Debug)]
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

impl Pig {
    pub(crate) fn start(&self) -> Position {
        Position { scores: [0; 6], turn: 0, pot: 0, rolling: false }
    }

    pub(crate) fn score(p: &Position, seat: Seat) -> u32 {
        p.scores.get(usize::from(seat)).copied().unwrap_or(0)
    }

    pub(crate) fn is_over(&self, p: &Position) -> bool {
        Self::score(p, p.turn) >= self.goal
    }

    pub(crate) fn waits_for(&self, p: &Position) -> Next {
        match (self.is_over(p), p.rolling) {
            (true, _) => Next::Over,
            (false, true) => Next::Chance,
            (false, false) => Next::Decide(Seats::one(p.turn)),
        }
    }

    pub(crate) const DECISION: Decision = Decision { kind: "turn", rule: Rule("2.1") };

    pub(crate) fn list(&self, p: &Position, visit: &mut dyn FnMut(&Action) -> Walk) {
        if visit(&Action::Roll).is_continue() && p.pot > 0 {
            let _ = visit(&Action::Hold);
        }
    }

    /// What a seat does that does not answer (4.1).
    pub(crate) fn default_action(p: &Position) -> Action {
        if p.pot > 0 { Action::Hold } else { Action::Roll }
    }

    pub(crate) fn take(tx: &mut Tx<'_, Self>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Roll => tx.put(Change::DieTaken),
            Action::Hold if tx.position().pot == 0 => return Err(Illegal::new("2.5", "pot_empty")),
            Action::Hold => {
                tx.put(Change::PotBanked);
                if !tx.game().is_over(tx.position()) {
                    Self::pass(tx);
                }
            }
        }
        Ok(())
    }

    pub(crate) fn rolled(tx: &mut Tx<'_, Self>, die: u8) {
        if die == 1 {
            tx.put(Change::PotLost);
            Self::pass(tx);
        } else {
            tx.put(Change::PotGrown(die));
        }
    }

    fn pass(tx: &mut Tx<'_, Self>) {
        let next = (tx.position().turn + 1) % tx.game().seats.max(1);
        tx.put(Change::TurnPassed(next));
    }

    pub(crate) fn change(p: &mut Position, change: Change) {
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
}
