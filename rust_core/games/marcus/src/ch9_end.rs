//! Chapter 9: victory, defeat and the score.

use referee_kernel::tx::Tx;

use crate::cards::Barbarian;
use crate::change::Change;
use crate::game::Marcus;
use crate::ids::Reason;
use crate::position::{Ending, Position};

/// The last Year of the game (rule 4.1).
pub const LAST_YEAR: u8 = 179;
/// The first Year of the game.
pub const FIRST_YEAR: u8 = 170;
/// Most points for the History pile (rules 9.3, 9.4) and for surrendered tribes (9.4).
const MOST: u8 = 6;

/// The check after Winter (rules 9.1, 9.1.1, 9.1.2); Housekeeping follows if nothing has ended.
pub fn check(tx: &mut Tx<'_, Marcus>) {
    let p = tx.position();
    if p.tribes.iter().all(|t| t.surrendered()) {
        end(tx, Reason::AllSurrendered);
    } else if p.year >= LAST_YEAR {
        end(tx, Reason::TimeRanOut);
    } else {
        crate::ch10_housekeeping::begin(tx);
    }
}

/// The game is over; nothing further is carried out (rule 1.7).
pub fn end(tx: &mut Tx<'_, Marcus>, reason: Reason) {
    let ending = tx.game().ending(tx.position(), reason);
    tx.put(Change::Over { ending });
}

impl Marcus {
    /// The result of a game that ends now (rules 9.3 to 9.6).
    #[must_use]
    pub fn ending(&self, p: &Position, reason: Reason) -> Ending {
        let points = |card: &Barbarian| {
            let count = u16::from(p.barbarian.history.count(*card));
            count * u16::from(self.tables.barbarian[card.at()].points)
        };
        let history = Barbarian::ALL.iter().map(points).sum::<u16>().min(MOST.into()) as u8;
        let surrendered = p.tribes.iter().map(|t| u8::from(t.surrendered())).sum::<u8>();
        let won = reason == Reason::AllSurrendered;
        let years = if won { LAST_YEAR + 1 - p.year } else { p.year - FIRST_YEAR };
        let score = if won {
            (i16::from(years) + i16::from(history) + i16::from(p.imperium) + 1) / 2
        } else {
            i16::from(years) + i16::from(history) + i16::from((3 * surrendered).min(MOST)) - 20
        };
        Ending { reason, score, years, history, imperium: p.imperium, surrendered }
    }
}
