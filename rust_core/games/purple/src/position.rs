//! Everything that changes during a game.

use referee_kernel::seat::Seat;

use crate::cards::{AGENDAS, Event, Forum, PLOTS, Pile, Role};
use crate::config::{Config, mats};
pub use crate::family::{Attempt, Family, Held};
pub use crate::row::Row;
use crate::tables::{Land, PROVINCES, Province, SPACES, Tables, only, options_of};
use crate::task::{Stack, Stage, Task};

/// Seats a table can have.
pub const SEATS: usize = 3;
/// The owner of black senators and of aqueducts.
pub const NOBODY: i8 = -1;

/// What stands in the production line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Item {
    /// The emperor's (rule 8.4).
    #[default]
    Aqueduct,
    /// Of a seat (rule 7.6).
    Estate(Seat),
    /// Of a seat (rule 7.7).
    Monument(Seat),
}

/// A forum card that lies open, with its tokens by option and seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenForum {
    /// Which card.
    pub card: Forum,
    /// Tokens of each seat on each option.
    pub tokens: [[u8; SEATS]; 3],
}

impl Default for OpenForum {
    fn default() -> Self {
        Self { card: Forum::Arch, tokens: [[0; SEATS]; 3] }
    }
}

/// The turn of phase 4 that runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Who had the first turn of the phase.
    pub first: Seat,
    /// Whose turn it is.
    pub seat: Seat,
    /// Actions announced.
    pub actions: u8,
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// After year 4 (rule 13).
    Scored,
    /// Rule 12.1.
    EmpireFallen,
    /// Rule 21.7.
    NoHeir,
}

/// The position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// 1 to 4.
    pub year: u8,
    /// 0 (set-up) to 8.
    pub phase: u8,
    /// `None` during set-up.
    pub emperor: Option<Seat>,
    /// On whose mat the heir token lies; `None`: the emperor's mat.
    pub heir: Option<Seat>,
    /// 0 to 10.
    pub happiness: u8,
    /// The import price, 1 to 5.
    pub price: u8,
    /// Grain on the emperor's mat.
    pub grain: u32,
    /// Rule 6.6.9.
    pub severe_weather: bool,
    /// Owners, left to right; [`NOBODY`] is black.
    pub senate: Row<i8, SPACES>,
    /// VP of the Senate (rule 21.5).
    pub senate_vp: u32,
    /// The production line, left to right.
    pub line: Row<Item, SPACES>,
    /// Famine markers in the regions 1 to 4.
    pub famine: [u8; 4],
    /// Enemies in each province.
    pub enemies: [u8; PROVINCES],
    /// Legions in each province.
    pub legions: [u8; PROVINCES],
    /// Where aqueducts stand.
    pub aqueducts: Land,
    /// Open forum cards in order of appearance.
    pub forum: Row<OpenForum, 9>,
    /// Rule 6.1.
    pub events_left: u8,
    /// In phase 4.
    pub turn: Option<Turn>,
    /// What each seat has; the first [`Position::count`] of them.
    pub families: [Family; SEATS],
    /// How many seats there are.
    pub count: u8,
    /// The plot draw pile.
    pub plot: Pile<PLOTS>,
    /// The plot discards; always open.
    pub plot_discard: Pile<PLOTS>,
    /// The event pile.
    pub event: [u8; Event::ALL.len()],
    /// Event cards drawn.
    pub event_discard: [u8; Event::ALL.len()],
    /// Forum cards still in the pile, as bits.
    pub forum_pile: u16,
    /// Agendas left over.
    pub agenda: Pile<AGENDAS>,
    /// Seats that spent stamina on the action that runs and have not been checked (rule 16.2), as bits.
    pub owing: u8,
    /// The assassination that runs.
    pub attempt: Option<Attempt>,
    /// What is still to be done.
    pub stack: Stack,
    /// Why the game is over, once it is.
    pub over: Option<Reason>,
}

impl Position {
    /// The position of set-up (rules 2.1 to 2.3, 2.9, 2.10, 2.14; interface, section 3).
    #[must_use]
    pub fn new(config: &Config, tables: &Tables, hidden: bool) -> Self {
        let pieces = &tables.pieces;
        let family = Family {
            coins: 15,
            unused: if config.seats == 2 { pieces.stamina_of_two } else { pieces.stamina },
            pawn: tables.map.roma,
            estates: only(tables.map.roma),
            ..Family::default()
        };
        let mut families = [Family::default(); SEATS];
        families[..usize::from(config.seats)].fill(family);
        let mut legions = [0; PROVINCES];
        crate::tables::provinces(tables.map.capitals).for_each(|p| legions[usize::from(p)] = 2);
        let (plot, agenda) = (Pile::open(tables.plots), Pile::open(tables.agendas));
        let solo = config.seats == 1;
        let mut event = tables.events;
        event.iter_mut().zip(tables.in_solo).filter(|(_, stays)| solo && !stays).for_each(|(n, _)| *n = 0);
        Self {
            year: 1,
            phase: 0,
            emperor: None,
            heir: None,
            happiness: tables.happiness_start,
            price: tables.price_start,
            grain: 0,
            severe_weather: false,
            senate: Row::default(),
            senate_vp: 0,
            line: Row::default(),
            famine: [0; 4],
            enemies: [0; PROVINCES],
            legions,
            aqueducts: 0,
            forum: Row::default(),
            events_left: 0,
            turn: None,
            families,
            count: config.seats,
            plot: if hidden { Pile::dark(plot.count()) } else { plot },
            plot_discard: Pile::default(),
            event,
            event_discard: [0; Event::ALL.len()],
            forum_pile: (0..Forum::ALL.len()).filter(|i| tables.forum[*i] > 0).fold(0, |bits, i| bits | 1 << i),
            agenda: if hidden { Pile::dark(agenda.count()) } else { agenda },
            owing: 0,
            attempt: None,
            stack: Stack::of(Task::Flow(Stage::Mats(0))),
            over: None,
        }
    }

    /// What a seat has.
    #[must_use]
    pub fn family(&self, seat: Seat) -> &Family {
        &self.families[usize::from(seat) % SEATS]
    }

    /// What a seat has, to change.
    pub fn family_mut(&mut self, seat: Seat) -> &mut Family {
        &mut self.families[usize::from(seat) % SEATS]
    }

    /// Every seat with what it has.
    pub fn each(&self) -> impl Iterator<Item = (Seat, &Family)> {
        (0..self.count).map(|s| (s, self.family(s)))
    }

    /// Clockwise once round, `first` included (rule 0.2).
    pub fn clockwise(&self, first: Seat) -> impl Iterator<Item = Seat> + use<> {
        let n = self.count;
        (0..n).map(move |i| (first + i) % n)
    }

    /// Clockwise from the left of `seat`, without it (rule 0.2).
    pub fn others(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        self.clockwise(seat).skip(1)
    }

    /// The emperor; seat 0 while there is none yet.
    #[must_use]
    pub fn ruler(&self) -> Seat {
        self.emperor.unwrap_or(0)
    }

    /// Clockwise from the emperor.
    pub fn from_ruler(&self) -> impl Iterator<Item = Seat> + use<> {
        self.clockwise(self.ruler())
    }

    /// Whether this is the solo game.
    #[must_use]
    pub fn solo(&self) -> bool {
        self.count == 1
    }

    /// Enemies in a province.
    #[must_use]
    pub fn enemies_at(&self, p: Province) -> u8 {
        self.enemies[usize::from(p)]
    }

    /// Provinces that hold enemies.
    #[must_use]
    pub fn hostile(&self) -> Land {
        (0..).zip(self.enemies).filter(|(_, n)| *n > 0).fold(0, |land, (p, _): (Province, u8)| land | only(p))
    }

    /// Enemies on the map.
    #[must_use]
    pub fn enemies_on_map(&self) -> u32 {
        self.enemies.iter().map(|n| u32::from(*n)).sum()
    }

    /// Legions on the map.
    #[must_use]
    pub fn legions_on_map(&self) -> u32 {
        self.legions.iter().map(|n| u32::from(*n)).sum()
    }

    /// Provinces with a building.
    #[must_use]
    pub fn built(&self) -> Land {
        self.families.iter().fold(self.aqueducts, |land, f| land | f.estates)
    }

    /// Whether a pawn stands in a province.
    #[must_use]
    pub fn pawn_at(&self, p: Province) -> bool {
        self.each().any(|(_, f)| f.pawn == p)
    }

    /// Senators of an owner in the senate.
    #[must_use]
    pub fn senators_of(&self, owner: i8) -> u8 {
        count(self.senate.as_slice(), &owner)
    }

    /// The owner of the rightmost senator (rule 15.4.2).
    #[must_use]
    pub fn senate_leader(&self) -> Option<i8> {
        self.senate.as_slice().last().copied()
    }

    /// Whether the seat owns the rightmost senator.
    #[must_use]
    pub fn leads_senate(&self, seat: Seat) -> bool {
        self.senate_leader() == Some(owner(seat))
    }

    /// Items of this kind in the line.
    #[must_use]
    pub fn in_line(&self, item: Item) -> u8 {
        count(self.line.as_slice(), &item)
    }

    /// Forum tokens of a seat.
    #[must_use]
    pub fn forum_tokens(&self, seat: Seat) -> u8 {
        self.forum.as_slice().iter().flat_map(|f| f.tokens).map(|o| o[usize::from(seat) % SEATS]).sum()
    }

    /// The open forum card, if it lies open.
    #[must_use]
    pub fn open_forum(&self, card: Forum) -> Option<&OpenForum> {
        self.forum.as_slice().iter().find(|f| f.card == card)
    }

    /// Whether a plot card can be drawn (rule 19.30.1).
    #[must_use]
    pub fn can_draw(&self) -> bool {
        !self.plot.is_empty() || !self.plot_discard.is_empty()
    }
}

impl OpenForum {
    /// Tokens of every seat on each option of the card.
    #[must_use]
    pub fn options(&self) -> &[[u8; SEATS]] {
        &self.tokens[..options_of(self.card)]
    }
}

/// A seat as the owner of a senator.
#[must_use]
pub fn owner(seat: Seat) -> i8 {
    i8::try_from(seat).unwrap_or(NOBODY)
}

/// The seat of an owner; `None` for black.
#[must_use]
pub fn seat_of(owner: i8) -> Option<Seat> {
    Seat::try_from(owner).ok()
}

/// The mats nobody has yet.
pub fn mats_left(p: &Position) -> impl Iterator<Item = Role> {
    mats(p.count).iter().copied().filter(|r| p.each().all(|(_, f)| f.role != Some(*r)))
}

fn count<T: PartialEq>(items: &[T], one: &T) -> u8 {
    items.iter().fold(0, |n, i| n + u8::from(i == one))
}
