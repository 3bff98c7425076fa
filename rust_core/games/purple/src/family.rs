//! What a seat has, and the assassination that runs between two of them.

use referee_kernel::seat::Seat;

use crate::cards::{Agenda, Copied, Moment, PLOTS, Pile, Role, Target};
use crate::tables::{Land, Province};

/// A hidden agenda as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Held {
    /// Not dealt yet.
    #[default]
    None,
    /// Dealt, and nobody's eyes here have seen it.
    Dark,
    /// This one.
    Known(Agenda),
}

/// What a seat has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Family {
    /// The starting mat.
    pub role: Option<Role>,
    /// Coins.
    pub coins: u32,
    /// VP tokens.
    pub vp: u32,
    /// Death markers.
    pub deaths: u32,
    /// Unused stamina.
    pub unused: u8,
    /// Used stamina.
    pub used: u8,
    /// Stamina on the action spaces of this turn.
    pub spent: u8,
    /// Monuments built.
    pub monuments: u8,
    /// Where the pawn stands.
    pub pawn: Province,
    /// Where its estates stand.
    pub estates: Land,
    /// Its plot cards.
    pub hand: Pile<PLOTS>,
    /// Its agenda.
    pub agenda: Held,
    /// Its standing pass in windows (rule 19.20.1).
    pub plots: Option<Moment>,
    /// Its standing passes for copies (rule 19.20.2), in the order of [`Copied`].
    pub copies: [Option<Moment>; Copied::ALL.len()],
}

/// An assassination that runs (rule 7.9): the cards committed stay in the hands until they are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attempt {
    /// Whom it is to hit.
    pub target: Target,
    /// Who pays.
    pub attacker: Seat,
    /// Who may defend.
    pub defender: Option<Seat>,
    /// Cards of the attacker.
    pub attack: [u8; PLOTS],
    /// Cards of the defender.
    pub defence: [u8; PLOTS],
    /// Whether `bodyguard` was committed for its effect.
    pub bodyguard: bool,
    /// Seats that are done, as bits.
    pub done: u8,
}

impl Attempt {
    /// Whether cards of a seat lie face down.
    #[must_use]
    pub fn has_committed(&self, seat: Seat) -> bool {
        let side = if seat == self.attacker { &self.attack } else { &self.defence };
        let defends = self.defender == Some(seat);
        (seat == self.attacker || defends) && (side.iter().any(|n| *n > 0) || defends && self.bodyguard)
    }

    /// Takes back what everybody but `seat` has committed.
    pub fn forget_others(&mut self, seat: Seat) {
        if seat != self.attacker {
            self.attack = [0; PLOTS];
        }
        if Some(seat) != self.defender {
            self.defence = [0; PLOTS];
            self.bodyguard = false;
        }
    }
}
