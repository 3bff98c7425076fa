//! The complete state of a game.

use referee_kernel::seat::{Seat, Seats};

use crate::action::Action;
use crate::numbers::{Number, Numbers};
use crate::spaces::Spaces;
use crate::words::{LEGIONS, Resource, START_LEGIONS, Token};

/// The phase of the game (interface section 2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Objectives are being dealt (2.4, 2.5, 2.9).
    Setup,
    /// The seats choose what to keep (2.6).
    Draft,
    /// A token is to be drawn (3.2).
    Draw,
    /// The seats answer the token (3.5).
    Placement,
    /// Completed objectives are being resolved (chapters 4 and 5).
    Resolution,
    /// 8.1, 8.10
    Over,
}

impl Phase {
    /// In the order of a game.
    pub const ALL: [Phase; 6] = [Self::Setup, Self::Draft, Self::Draw, Self::Placement, Self::Resolution, Self::Over];

    /// The interface's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Setup => "setup",
            Self::Draft => "draft",
            Self::Draw => "draw",
            Self::Placement => "placement",
            Self::Resolution => "resolution",
            Self::Over => "over",
        }
    }
}

/// What a resolution waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// 10.2, 10.3
    Mobilise,
    /// 10.4
    Complete,
    /// 10.6, before lifting.
    Rearrange,
    /// 10.6, after lifting.
    Put,
    /// 10.8
    Attack,
    /// 7.10
    Give,
    /// 6.6
    Claim,
    /// 4.5
    Choose,
    /// 4.11
    Refill,
}

impl Step {
    /// The interface's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mobilise => "mobilise",
            Self::Complete => "complete",
            Self::Rearrange => "rearrange",
            Self::Put => "put",
            Self::Attack => "attack",
            Self::Give => "give",
            Self::Claim => "claim",
            Self::Choose => "choose",
            Self::Refill => "refill",
        }
    }
}

/// What belongs to one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Side {
    /// Legions in the stock.
    pub stock: u8,
    /// Active objectives (1.19), neutralised ones included.
    pub active: Numbers,
    /// Objectives under control.
    pub controlled: Numbers,
    /// Objectives dealt, before the choice of 2.6.
    pub hand: Numbers,
    /// 2.8
    pub discards: Numbers,
    /// Bit i: the seat holds colour tile i (1.15).
    pub colour_tiles: u8,
    /// The number tile it holds: 2 to 6 (6.7).
    pub number_tile: Option<u8>,
    /// Bit n: the seat declined the tile for n (6.9).
    pub declined: u8,
}

/// The chain under resolution, and what waits behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resolution {
    /// Completed objectives whose resolution has not begun (5.1).
    pub queue: Numbers,
    /// Owner of the chain.
    pub seat: Seat,
    /// Completed objectives of the chain whose place is fixed; the next one stands last.
    pub chain: Vec<Number>,
    /// Whose power is being carried out.
    pub power: Option<Number>,
    /// Objectives of the chain whose steps 1 and 2 are over.
    pub done: Numbers,
    /// What is waited for.
    pub step: Step,
    /// Legions or objectives still to come in this step.
    pub left: u8,
    /// Whether the gold tile, and the wheat tile, is still to be checked after losses (7.6).
    pub check: [bool; 2],
}

/// Where a game stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The phase.
    pub phase: Phase,
    /// Tokens drawn so far; stays at the greatest value.
    pub turn: u32,
    /// Town crier.
    pub crier: Seat,
    /// Token of the current round.
    pub token: Option<Token>,
    /// Tokens in the bag, by [`Token::index`]; the others lie on the table.
    pub bag: [u8; 7],
    /// Face-down deck.
    pub deck: Numbers,
    /// Face up in the centre.
    pub market: Numbers,
    /// Lost objectives (7.1).
    pub lost: Numbers,
    /// Legions owned by nobody.
    pub supply: u8,
    /// Holders of the gold tile and the wheat tile; `None`: in the centre.
    pub tiles: [Option<Seat>; 2],
    /// By seat; the places of seats that are not at the table stay empty.
    pub sides: [Side; 6],
    /// Neutralised objectives (5.3).
    pub completed: Numbers,
    /// Legions by objective.
    pub legions: [Spaces; 128],
    /// Answers given in the simultaneous decision under way.
    pub answers: [Option<Action>; 6],
    /// Seats that are asked and have not answered.
    pub pending: Seats,
    /// In phase [`Phase::Resolution`] only.
    pub resolution: Option<Resolution>,
}

impl Position {
    /// Before anything happened (2.1 to 2.3).
    #[must_use]
    pub fn new(seats: u8, first_crier: Seat) -> Self {
        let mut sides = [Side::default(); 6];
        for side in sides.iter_mut().take(usize::from(seats)) {
            side.stock = START_LEGIONS;
        }
        Self {
            phase: Phase::Setup,
            turn: 0,
            crier: first_crier,
            token: None,
            bag: Token::COUNTS,
            deck: Numbers::ALL,
            market: Numbers::NONE,
            lost: Numbers::NONE,
            supply: LEGIONS.saturating_sub(START_LEGIONS.saturating_mul(seats)),
            tiles: [None; 2],
            sides,
            completed: Numbers::NONE,
            legions: [Spaces::NONE; 128],
            answers: [None; 6],
            pending: Seats::NONE,
            resolution: None,
        }
    }

    /// What belongs to `seat`, which is below 6.
    #[must_use]
    #[inline]
    pub fn side(&self, seat: Seat) -> &Side {
        &self.sides[usize::from(seat)]
    }

    pub(crate) fn side_mut(&mut self, seat: Seat) -> &mut Side {
        &mut self.sides[usize::from(seat)]
    }

    /// The legions on objective `n`.
    #[must_use]
    #[inline]
    pub fn on(&self, n: Number) -> Spaces {
        self.legions[usize::from(n & 127)]
    }

    pub(crate) fn on_mut(&mut self, n: Number) -> &mut Spaces {
        &mut self.legions[usize::from(n & 127)]
    }

    /// The objectives of `seat` that are being conquered (9.1).
    #[must_use]
    #[inline]
    pub fn conquered(&self, seat: Seat) -> Numbers {
        self.side(seat).active.minus(self.completed)
    }

    /// Whose active objective `n` is.
    #[must_use]
    pub fn owner(&self, n: Number) -> Option<Seat> {
        (0..6).find(|s| self.side(*s).active.has(n))
    }

    /// How many legions `seat` has on objectives that are being conquered.
    #[must_use]
    pub fn removable(&self, seat: Seat) -> u8 {
        self.conquered(seat).iter().fold(0, |sum, n| sum + self.on(n).total())
    }

    /// Tokens on the table, by [`Token::index`].
    #[must_use]
    pub fn drawn(&self) -> [u8; 7] {
        let mut drawn = Token::COUNTS;
        drawn.iter_mut().zip(self.bag).for_each(|(n, left)| *n -= left);
        drawn
    }

    /// Whether the resolution waits for `step`.
    #[must_use]
    pub fn at_step(&self, step: Step) -> bool {
        self.resolution.as_ref().is_some_and(|r| r.step == step)
    }

    /// The tile under decision in step [`Step::Give`] (7.10).
    #[must_use]
    pub fn tile_given(&self) -> Option<Resource> {
        let check = self.resolution.as_ref()?.check;
        Resource::ALL.into_iter().find(|r| check[*r as usize])
    }
}
