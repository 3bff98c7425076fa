//! What a seat can choose.

use referee_kernel::seat::Seat;

use crate::cards::{Choice, Copied, Forum, Moment, Plot};
use crate::tables::Province;

/// The further choice that a card or a forum option asks for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Aim {
    /// Nothing more.
    Plain,
    /// A seat, or -1 for black senators.
    Owner(i8),
    /// A price.
    Price(u8),
    /// A province.
    Province(Province),
    /// A space of the senate, from 1.
    Space(u8),
}

/// One choice (interface, section 7).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Action {
    /// `pass`
    Pass,
    /// `pass` in a window with a standing pass (19.20.1).
    PassUntil(Moment),
    /// `pass` of a copy with a standing pass, of one action or of all (19.20.2).
    PassCopies(Moment, Option<Copied>),
    /// A plot card for its effect (19.36).
    Play(Plot, Aim),
    /// 7.5
    MovePawn(Province),
    /// 7.6
    BuildEstate,
    /// 7.7
    BuildMonument,
    /// 7.8
    BribeSenator,
    /// 7.9.1
    AssassinateEmperor,
    /// 7.9.2
    AssassinateSenator,
    /// 8.1
    ChooseHeir,
    /// 8.2
    MoveLegions {
        /// From where.
        from: Province,
        /// How many.
        count: u8,
        /// The first step.
        to: Province,
    },
    /// 8.3
    TrainLegions(Province),
    /// 8.4
    BuildAqueduct,
    /// 19.40: card, option from 1, further choice.
    UseForum(Forum, u8, Aim),
    /// A standing pass in windows (19.20.3).
    StandPlots(Moment),
    /// A standing pass for all copies (19.20.3).
    StandCopies(Moment),
    /// 7.1.3
    EndTurn,
    /// 14.1; for Move pawn with the first step.
    Copy(Option<Province>),
    /// Ends a move.
    Stop,
    /// The next step of a move.
    Step(Province),
    /// A plot card for its strength (7.5.4, 4.2.6).
    Boost(Plot),
    /// Ends training, defending, committing.
    Done,
    /// Another legion (8.3.1).
    Train(Province),
    /// A card face down (7.9.4).
    Commit(Plot),
    /// `bodyguard` for its effect (7.9.4, 21.10).
    Bodyguard,
    /// For an event.
    Choose(Choice),
    /// 17.5.2
    Bid(u32),
    /// 9.1; places from 1.
    Swap(u8, u8),
    /// 9.4, 9.5
    Place(Province),
    /// 9.5
    Remove(u8),
    /// 10.2
    Import(u8),
    /// 21.10
    Defend(Plot),
    /// 12.2
    Discard(Plot),
}

/// What chance came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A die.
    Die(u8),
    /// A mat (2.4).
    Mat(crate::cards::Role),
    /// A plot card.
    Plot(Plot),
    /// An agenda.
    Agenda(crate::cards::Agenda),
    /// An event card.
    Event(crate::cards::Event),
    /// A forum card.
    Forum(Forum),
    /// A card that changes hands unseen (interface, section 9.2).
    Unseen,
}

impl Aim {
    /// A seat.
    #[must_use]
    pub fn seat(seat: Seat) -> Self {
        Self::Owner(crate::position::owner(seat))
    }
}
