//! What the rules do to a position. [`apply`] is the only mutator.

mod write;

use crate::cards::{Barbarian, BarbarianPile, Roman, RomanPile};
use crate::ids::{Extra, Fleet, Leader, Phase, Round, Spot, Zone};
use crate::map::FORT_PLACES;
use crate::position::{Battle, Ending, Position, Tribe};
use crate::todo::{Stack, Todo};

/// Where legions and leaders can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// An army box or Off-Map space.
    Army(Spot),
    /// The Recovery box.
    Recovery,
    /// Being placed.
    Pool,
    /// The Unactivated box; leaders only.
    Unactivated,
}

/// Where Roman cards can lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RomanAt {
    Deck,
    Discard,
    Late,
    History,
    Hand,
    Meditations,
    Kept,
}

/// Where Barbarian cards can lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BarbarianAt {
    Deck,
    /// The known top cards; a card put there lies on the others.
    Top,
    Discard,
    Late,
    History,
    Surge,
    Current,
    Looked,
    /// The conflict of `west` or `east`.
    Conflict(Spot),
}

/// One thing the rules did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    Year {
        year: u8,
    },
    Round {
        round: Round,
    },
    Phase {
        phase: Phase,
    },
    Imperium {
        to: u8,
    },
    ImperiumBonus {
        on: bool,
    },
    TribeMoved {
        tribe: Zone,
        space: u8,
    },
    TribeTurned {
        tribe: Zone,
        bold: bool,
    },
    Truce {
        tribe: Zone,
        on: bool,
    },
    TribeSurrendered {
        tribe: Zone,
    },
    TribeRevolted {
        tribe: Zone,
    },
    QuadiPeaceEnded,
    LegionsMoved {
        from: Place,
        to: Place,
        count: u8,
    },
    LegionRaised {
        legion: Extra,
        to: Place,
    },
    LeaderMoved {
        leader: Leader,
        from: Place,
        to: Place,
    },
    Mutiny {
        zone: Zone,
        on: bool,
    },
    MarcusTurned {
        bold: bool,
    },
    Fort {
        zone: Zone,
        space: u8,
        level: u8,
    },
    FleetPlaced {
        fleet: Fleet,
    },
    Auxilia {
        marker: Option<(Zone, u8)>,
    },
    SecondMeditationOpened,
    Omens {
        value: i8,
    },
    HarshWinter {
        on: bool,
    },
    DrawsLeft {
        draws: u8,
    },
    RomanCard {
        card: Roman,
        from: RomanAt,
        to: RomanAt,
    },
    /// All cards of a pile.
    RomanCards {
        from: RomanAt,
        to: RomanAt,
    },
    BarbarianCard {
        card: Barbarian,
        from: BarbarianAt,
        to: BarbarianAt,
    },
    /// All cards of a pile.
    BarbarianCards {
        from: BarbarianAt,
        to: BarbarianAt,
    },
    /// The battle as it now stands.
    Battle {
        battle: Battle,
    },
    BattleEnded,
    Over {
        ending: Ending,
    },
    /// Something more to do.
    Todo {
        todo: Todo,
    },
    /// The top of what there was to do is done.
    Done,
}

impl Change {
    /// Whether the change only moves the rules along and shows nothing on the table.
    #[must_use]
    pub const fn inner(&self) -> bool {
        matches!(self, Self::Todo { .. } | Self::Done)
    }
}

/// Carries out one change. Total.
pub fn apply(p: &mut Position, change: &Change) {
    match *change {
        Change::Year { year } => p.year = year,
        Change::Round { round } => p.round = round,
        Change::Phase { phase } => p.phase = phase,
        Change::Imperium { to } => p.imperium = to,
        Change::ImperiumBonus { on } => p.imperium_bonus = on,
        Change::QuadiPeaceEnded => p.quadi_peace = false,
        Change::MarcusTurned { bold } => p.marcus_bold = bold,
        Change::SecondMeditationOpened => p.second_meditation = true,
        Change::Omens { value } => p.omens = value,
        Change::HarshWinter { on } => p.harsh_winter = on,
        Change::DrawsLeft { draws } => p.draws_left = draws,
        Change::Auxilia { marker } => p.auxilia = marker,
        Change::FleetPlaced { fleet } => p.fleets[fleet.at()] = true,
        Change::Mutiny { zone, on } => p.armies[zone.at()].mutiny = on,
        Change::Fort { zone, space, level } => {
            if let Some(fort) = p.forts[zone.at()].get_mut(usize::from(space)) {
                *fort = level;
            }
        }
        Change::TribeMoved { .. }
        | Change::TribeTurned { .. }
        | Change::Truce { .. }
        | Change::TribeSurrendered { .. }
        | Change::TribeRevolted { .. } => apply_to_tribe(p, change),
        Change::LegionsMoved { from, to, count } => {
            let source = legions(p, from);
            *source = source.saturating_sub(count);
            let target = legions(p, to);
            *target = target.saturating_add(count);
        }
        Change::LegionRaised { legion, to } => {
            p.reserve_legions[legion.at()] = false;
            let target = legions(p, to);
            *target = target.saturating_add(1);
        }
        Change::LeaderMoved { leader, from, to } => {
            take_leader(p, leader, from);
            put_leader(p, leader, to);
        }
        Change::RomanCard { card, from, to } => {
            roman(p, from).take(card);
            roman(p, to).add(card, 1);
        }
        Change::RomanCards { from, to } => {
            let cards = std::mem::take(roman(p, from));
            roman(p, to).add_all(&cards);
        }
        Change::BarbarianCard { card, from, to } => {
            take_barbarian(p, card, from);
            put_barbarian(p, card, to);
        }
        Change::BarbarianCards { from, to } => {
            let cards = take_barbarians(p, from);
            if let Some(pile) = barbarian(p, to) {
                pile.add_all(&cards);
            }
        }
        Change::Battle { battle } => p.battle = Some(battle),
        Change::BattleEnded => p.battle = None,
        Change::Over { ending } => {
            p.ending = Some(ending);
            p.phase = Phase::Over;
            p.todo = Stack::EMPTY;
        }
        // Nothing further is carried out once the game is over (rule 1.7).
        Change::Todo { todo } => {
            if p.ending.is_none() {
                p.todo.push(todo);
            }
        }
        Change::Done => p.todo.pop(),
    }
}

fn apply_to_tribe(p: &mut Position, change: &Change) {
    match *change {
        Change::TribeMoved { tribe, space } => p.tribes[tribe.at()].space = Some(space),
        Change::TribeTurned { tribe, bold } => p.tribes[tribe.at()].bold = bold,
        Change::Truce { tribe, on } => p.tribes[tribe.at()].truce = on,
        Change::TribeSurrendered { tribe } => {
            p.tribes[tribe.at()] = Tribe { space: None, bold: true, truce: false };
        }
        Change::TribeRevolted { tribe } => {
            p.tribes[tribe.at()] = Tribe { space: Some(0), bold: true, truce: false };
        }
        _ => {}
    }
}

/// The count of legions in a place; the Unactivated box has none to count, and no change names it.
fn legions(p: &mut Position, place: Place) -> &mut u8 {
    match place {
        Place::Army(spot) => &mut p.armies[spot.at()].legions,
        Place::Pool => &mut p.pool.legions,
        Place::Recovery | Place::Unactivated => &mut p.recovery.legions,
    }
}

fn take_leader(p: &mut Position, leader: Leader, place: Place) {
    match place {
        Place::Army(spot) => p.armies[spot.at()].leader = None,
        Place::Recovery => p.recovery.leaders = p.recovery.leaders.without(leader),
        Place::Pool => p.pool.leaders = p.pool.leaders.without(leader),
        Place::Unactivated => p.unactivated = p.unactivated.without(leader),
    }
}

fn put_leader(p: &mut Position, leader: Leader, place: Place) {
    match place {
        Place::Army(spot) => p.armies[spot.at()].leader = Some(leader),
        Place::Recovery => p.recovery.leaders = p.recovery.leaders.with(leader),
        Place::Pool => p.pool.leaders = p.pool.leaders.with(leader),
        Place::Unactivated => p.unactivated = p.unactivated.with(leader),
    }
}

fn roman(p: &mut Position, at: RomanAt) -> &mut RomanPile {
    match at {
        RomanAt::Deck => &mut p.roman.deck,
        RomanAt::Discard => &mut p.roman.discard,
        RomanAt::Late => &mut p.roman.late,
        RomanAt::History => &mut p.roman.history,
        RomanAt::Hand => &mut p.roman.hand,
        RomanAt::Meditations => &mut p.roman.meditations,
        RomanAt::Kept => &mut p.roman.kept,
    }
}

/// The multiset in a place; `None` where cards lie singly or in order.
fn barbarian(p: &mut Position, at: BarbarianAt) -> Option<&mut BarbarianPile> {
    match at {
        BarbarianAt::Deck => Some(&mut p.barbarian.deck),
        BarbarianAt::Discard => Some(&mut p.barbarian.discard),
        BarbarianAt::Late => Some(&mut p.barbarian.late),
        BarbarianAt::History => Some(&mut p.barbarian.history),
        BarbarianAt::Surge => Some(&mut p.barbarian.surge),
        BarbarianAt::Top | BarbarianAt::Current | BarbarianAt::Looked | BarbarianAt::Conflict(_) => None,
    }
}

fn take_barbarian(p: &mut Position, card: Barbarian, at: BarbarianAt) {
    if let Some(pile) = barbarian(p, at) {
        pile.take(card);
        return;
    }
    match at {
        BarbarianAt::Top => p.barbarian.top.take(card),
        BarbarianAt::Looked => p.barbarian.looked.take(card),
        BarbarianAt::Conflict(spot) => {
            if let Some(i) = spot.off_map() {
                p.conflicts[i] = None;
            }
        }
        _ => p.barbarian.current = None,
    }
}

fn put_barbarian(p: &mut Position, card: Barbarian, at: BarbarianAt) {
    if let Some(pile) = barbarian(p, at) {
        pile.add(card, 1);
        return;
    }
    match at {
        BarbarianAt::Top => p.barbarian.top.put_first(card),
        BarbarianAt::Looked => p.barbarian.looked.put_last(card),
        BarbarianAt::Conflict(spot) => {
            if let Some(i) = spot.off_map() {
                p.conflicts[i] = Some(card);
            }
        }
        _ => p.barbarian.current = Some(card),
    }
}

fn take_barbarians(p: &mut Position, at: BarbarianAt) -> BarbarianPile {
    if let Some(pile) = barbarian(p, at) {
        return std::mem::take(pile);
    }
    let mut cards = BarbarianPile::EMPTY;
    if at == BarbarianAt::Top {
        std::mem::take(&mut p.barbarian.top).iter().for_each(|c| cards.add(c, 1));
    }
    cards
}

/// The number of a fort place from which on dice are still to be rolled, and the first fort there.
#[must_use]
pub fn next_fort(p: &Position, place: u8, in_zone: impl Fn(Zone) -> bool) -> Option<(u8, Zone, u8)> {
    (place..)
        .zip(FORT_PLACES.iter().skip(usize::from(place)))
        .find_map(|(n, (zone, space))| (p.fort(*zone, *space) > 0 && in_zone(*zone)).then_some((n, *zone, *space)))
}
