//! Chapter 8: the end of the game and its result.

use referee_kernel::json::Writer;
use referee_kernel::seat::Seat;

use crate::game::Augustus;
use crate::numbers::{Number, Numbers};
use crate::position::Position;
use crate::tables::Power;
use crate::words::{Colour, END_AT, Resource};

/// What a seat has in the end (interface section 6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score {
    /// 8.4.1
    pub rewards: u32,
    /// 8.4.2
    pub printed: u32,
    /// 8.4.3
    pub powers: u32,
    /// Senators controlled (8.7).
    pub senators: u8,
}

impl Score {
    /// 8.4
    #[must_use]
    pub fn total(self) -> u32 {
        self.rewards + self.printed + self.powers
    }

    /// What ranks: the score, then the senators (8.6, 8.7).
    fn key(self) -> (u32, u8) {
        (self.total(), self.senators)
    }
}

impl Augustus {
    /// Why the game ends at the end of this round, if it does (8.1, 8.10, 8.12).
    pub(crate) fn end_reason(&self, p: &Position) -> Option<&'static str> {
        if p.sides.iter().any(|s| s.controlled.len() >= END_AT) {
            return Some("seven_objectives");
        }
        self.token_limit.is_some_and(|limit| p.turn >= limit).then_some("token_limit")
    }

    /// The score of `seat` as things stand (8.4).
    #[must_use]
    pub fn score(&self, p: &Position, seat: Seat) -> Score {
        let side = p.side(seat);
        let t = &self.tables;
        let mut rewards = side.number_tile.map_or(0, |n| t.number_tiles[usize::from(n.clamp(2, 6) - 2)]);
        for (i, tile) in t.colour_tiles.iter().enumerate() {
            rewards += if side.colour_tiles >> i & 1 == 1 { tile.points } else { 0 };
        }
        for r in Resource::ALL {
            rewards += if p.tiles[r as usize] == Some(seat) { t.resource_tiles[r as usize] } else { 0 };
        }
        Score {
            rewards,
            printed: side.controlled.iter().map(|n| t.objective(n).points).sum(),
            powers: side.controlled.iter().map(|n| self.power_points(n, side.controlled)).sum(),
            senators: side.controlled.and(t.of_colour(Colour::Senator)).len(),
        }
    }

    /// Points of the end-of-game power of `n` for a seat that controls `controlled` (10.17 to 10.21).
    #[must_use]
    pub fn power_points(&self, n: Number, controlled: Numbers) -> u32 {
        let t = &self.tables;
        match t.objective(n).power {
            Power::ScoreCategory { category, points, max } => {
                let spaces: u32 = controlled.iter().map(|n| u32::from(t.objective(n).spaces.of(category))).sum();
                (spaces * points).min(max)
            }
            Power::ScoreColour { colour, points } => u32::from(controlled.and(t.of_colour(colour)).len()) * points,
            Power::ScoreRed { points } => u32::from(controlled.and(t.red()).len()) * points,
            _ => 0,
        }
    }

    /// Writes the result of a game that is over.
    pub(crate) fn result(&self, p: &Position, w: &mut Writer) {
        let scores: Vec<Score> = (0..self.seats).map(|s| self.score(p, s)).collect();
        let rank = |score: &Score| 1 + scores.iter().filter(|other| other.key() > score.key()).count() as i64; // 8.9
        w.object(|w| {
            w.key("reason").str(self.end_reason(p).unwrap_or_default());
            w.key("scores").list(|w| {
                for (seat, score) in (0_u8..).zip(&scores) {
                    w.object(|w| {
                        w.key("powers").int(score.powers);
                        w.key("printed").int(score.printed);
                        w.key("rank").int(rank(score));
                        w.key("rewards").int(score.rewards);
                        w.key("seat").int(seat);
                        w.key("senators").int(score.senators);
                        w.key("total").int(score.total());
                    });
                }
            });
            w.key("turn").int(p.turn);
            let winners = (0_u8..).zip(&scores).filter(|(_, s)| rank(s) == 1).map(|(seat, _)| seat); // 8.8
            w.key("winners").ints(winners);
        });
    }
}
