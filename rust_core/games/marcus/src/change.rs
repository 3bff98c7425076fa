//! What the rules do to a position. [`apply`] is the only mutator.

use referee_kernel::json::Writer;

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

impl Place {
    const fn id(self) -> &'static str {
        match self {
            Self::Army(spot) => spot.id(),
            Self::Recovery => "recovery",
            Self::Pool => "pool",
            Self::Unactivated => "unactivated",
        }
    }
}

impl RomanAt {
    const fn id(self) -> &'static str {
        match self {
            Self::Deck => "deck",
            Self::Discard => "discard",
            Self::Late => "late",
            Self::History => "history",
            Self::Hand => "hand",
            Self::Meditations => "meditations",
            Self::Kept => "kept",
        }
    }
}

impl BarbarianAt {
    const fn id(self) -> &'static str {
        match self {
            Self::Deck => "deck",
            Self::Top => "top",
            Self::Discard => "discard",
            Self::Late => "late",
            Self::History => "history",
            Self::Surge => "surge",
            Self::Current => "current",
            Self::Looked => "looked",
            Self::Conflict(spot) => spot.id(),
        }
    }
}

impl Change {
    /// Writes the change as `{"change": name, …}` for the journal.
    pub fn write(&self, w: &mut Writer) {
        w.object(|w| match *self {
            Self::Year { year } => named(w, "year", |w| w.key("year").int(year)),
            Self::Round { round } => named(w, "round", |w| w.key("round").str(round.id())),
            Self::Phase { phase } => named(w, "phase", |w| w.key("phase").str(phase.id())),
            Self::Imperium { to } => named(w, "imperium", |w| w.key("to").int(to)),
            Self::ImperiumBonus { on } => named(w, "imperium_bonus", |w| w.key("on").bool(on)),
            Self::TribeMoved { tribe, space } => named(w, "tribe_moved", |w| {
                w.key("space").int(space);
                w.key("tribe").str(tribe.id());
            }),
            Self::TribeTurned { tribe, bold } => {
                w.key("bold").bool(bold);
                named(w, "tribe_turned", |w| w.key("tribe").str(tribe.id()));
            }
            Self::Truce { tribe, on } => named(w, "truce", |w| {
                w.key("on").bool(on);
                w.key("tribe").str(tribe.id());
            }),
            Self::TribeSurrendered { tribe } => named(w, "tribe_surrendered", |w| w.key("tribe").str(tribe.id())),
            Self::TribeRevolted { tribe } => named(w, "tribe_revolted", |w| w.key("tribe").str(tribe.id())),
            Self::QuadiPeaceEnded => named(w, "quadi_peace_ended", |_| {}),
            Self::LegionsMoved { from, to, count } => named(w, "legions_moved", |w| {
                w.key("count").int(count);
                from_to(w, from.id(), to.id());
            }),
            Self::LegionRaised { legion, to } => named(w, "legion_raised", |w| {
                w.key("legion").str(legion.id());
                w.key("to").str(to.id());
            }),
            Self::LeaderMoved { leader, from, to } => named(w, "leader_moved", |w| {
                w.key("from").str(from.id());
                w.key("leader").str(leader.id());
                w.key("to").str(to.id());
            }),
            Self::Mutiny { zone, on } => named(w, "mutiny", |w| {
                w.key("on").bool(on);
                w.key("zone").str(zone.id());
            }),
            Self::MarcusTurned { bold } => {
                w.key("bold").bool(bold);
                named(w, "marcus_turned", |_| {});
            }
            Self::Fort { zone, space, level } => named(w, "fort", |w| {
                w.key("level").int(level);
                w.key("space").int(space);
                w.key("zone").str(zone.id());
            }),
            Self::FleetPlaced { fleet } => named(w, "fleet_placed", |w| w.key("fleet").str(fleet.id())),
            Self::Auxilia { marker } => {
                w.key("box").str_or_null(marker.map(|(zone, _)| zone.id()));
                named(w, "auxilia", |w| w.key("side").int_or_null(marker.map(|(_, side)| side)));
            }
            Self::SecondMeditationOpened => named(w, "second_meditation_opened", |_| {}),
            Self::Omens { value } => named(w, "omens", |w| w.key("value").int(value)),
            Self::HarshWinter { on } => named(w, "harsh_winter", |w| w.key("on").bool(on)),
            Self::DrawsLeft { draws } => named(w, "draws_left", |w| w.key("draws").int(draws)),
            Self::RomanCard { card, from, to } => {
                w.key("card").str(card.id());
                named(w, "roman_card", |w| from_to(w, from.id(), to.id()));
            }
            Self::RomanCards { from, to } => named(w, "roman_cards", |w| from_to(w, from.id(), to.id())),
            Self::BarbarianCard { card, from, to } => {
                w.key("card").str(card.id());
                named(w, "barbarian_card", |w| from_to(w, from.id(), to.id()));
            }
            Self::BarbarianCards { from, to } => named(w, "barbarian_cards", |w| from_to(w, from.id(), to.id())),
            Self::Battle { battle } => {
                battle.write(w.key("battle"));
                named(w, "battle", |_| {});
            }
            Self::BattleEnded => named(w, "battle_ended", |_| {}),
            Self::Over { ending } => named(w, "over", |w| {
                w.key("reason").str(ending.reason.id());
                w.key("score").int(ending.score);
            }),
            Self::Todo { .. } => named(w, "todo", |_| {}),
            Self::Done => named(w, "done", |_| {}),
        });
    }
}

fn named(w: &mut Writer, name: &str, rest: impl FnOnce(&mut Writer)) {
    w.key("change").str(name);
    rest(w);
}

fn from_to(w: &mut Writer, from: &str, to: &str) {
    w.key("from").str(from);
    w.key("to").str(to);
}

/// The number of a fort place from which on dice are still to be rolled, and the first fort there.
#[must_use]
pub fn next_fort(p: &Position, place: u8, in_zone: impl Fn(Zone) -> bool) -> Option<(u8, Zone, u8)> {
    (place..)
        .zip(FORT_PLACES.iter().skip(usize::from(place)))
        .find_map(|(n, (zone, space))| (p.fort(*zone, *space) > 0 && in_zone(*zone)).then_some((n, *zone, *space)))
}
