//! Changes as the journal's objects: `{"change": name, …}`.

use referee_kernel::json::Writer;
use referee_kernel::seat::Seat;

use crate::change::{Building, Change};
use crate::position::{Item, NOBODY, Reason, owner};
use crate::tables::{Province, Tables};

/// The fields a change may have, ascending by key. Regions, options and spaces are numbered from 1.
#[derive(Clone, Copy, Default)]
struct Fields {
    action: Option<&'static str>,
    at: Option<Province>,
    building: Option<&'static str>,
    card: Option<&'static str>,
    count: Option<u32>,
    from: Option<Spot>,
    option: Option<u8>,
    owner: Option<i8>,
    phase: Option<u8>,
    reason: Option<&'static str>,
    region: Option<u8>,
    role: Option<&'static str>,
    seat: Option<Seat>,
    severe: Option<bool>,
    space: Option<u8>,
    target: Option<&'static str>,
    to: Option<Spot>,
    until: Option<&'static str>,
    year: Option<u8>,
}

/// Where something comes from or goes to.
#[derive(Clone, Copy)]
enum Spot {
    Province(Province),
    Seat(Option<Seat>),
    Number(u8),
}

/// Writes a change; what the reader may not know is left out of it before.
pub(crate) fn write(t: &Tables, change: &Change, w: &mut Writer) {
    let (name, f) = describe(change);
    w.object(|w| {
        let text = |w: &mut Writer, key: &str, value: Option<&str>| {
            if let Some(s) = value {
                w.key(key).str(s);
            }
        };
        let number = |w: &mut Writer, key: &str, value: Option<i64>| {
            if let Some(n) = value {
                w.key(key).int(n);
            }
        };
        text(w, "action", f.action);
        text(w, "at", f.at.map(|p| t.id(p)));
        text(w, "building", f.building);
        text(w, "card", f.card);
        w.key("change").str(name);
        number(w, "count", f.count.map(i64::from));
        place(t, "from", f.from, w);
        number(w, "option", f.option.map(i64::from));
        number(w, "owner", f.owner.map(i64::from));
        number(w, "phase", f.phase.map(i64::from));
        text(w, "reason", f.reason);
        number(w, "region", f.region.map(|r| i64::from(r) + 1));
        text(w, "role", f.role);
        number(w, "seat", f.seat.map(i64::from));
        if let Some(severe) = f.severe {
            w.key("severe").bool(severe);
        }
        number(w, "space", f.space.map(|s| i64::from(s) + 1));
        text(w, "target", f.target);
        place(t, "to", f.to, w);
        text(w, "until", f.until);
        number(w, "year", f.year.map(i64::from));
    });
}

fn place(t: &Tables, key: &str, place: Option<Spot>, w: &mut Writer) {
    match place {
        None => {}
        Some(Spot::Province(p)) => w.key(key).str(t.id(p)),
        Some(Spot::Seat(seat)) => w.key(key).int_or_null(seat),
        Some(Spot::Number(n)) => w.key(key).int(n),
    }
}

fn none() -> Fields {
    Fields::default()
}

fn of(seat: Seat) -> Fields {
    Fields { seat: Some(seat), ..none() }
}

fn many(at: Province, count: u8) -> Fields {
    Fields { at: Some(at), count: Some(count.into()), ..none() }
}

fn moved(from: Province, to: Province, count: u8) -> Fields {
    Fields { from: Some(Spot::Province(from)), to: Some(Spot::Province(to)), count: Some(count.into()), ..none() }
}

fn counted(seat: Seat, count: u32) -> Fields {
    Fields { count: Some(count), ..of(seat) }
}

fn number(to: u8) -> Fields {
    Fields { to: Some(Spot::Number(to)), ..none() }
}

fn with_card(seat: Seat, card: Option<&'static str>) -> Fields {
    Fields { card, ..of(seat) }
}

fn item(item: Item) -> Fields {
    let (building, owner) = match item {
        Item::Aqueduct => ("aqueduct", NOBODY),
        Item::Estate(s) => ("estate", owner(s)),
        Item::Monument(s) => ("monument", owner(s)),
    };
    Fields { building: Some(building), owner: Some(owner), ..none() }
}

fn describe(change: &Change) -> (&'static str, Fields) {
    describe_time(change)
        .or_else(|| describe_board(change))
        .or_else(|| describe_seats(change))
        .unwrap_or_else(|| describe_cards(change))
}

fn describe_time(change: &Change) -> Option<(&'static str, Fields)> {
    Some(match *change {
        Change::Push(_) => ("Push", none()),
        Change::Next(_) => ("Next", none()),
        Change::Pop => ("Pop", none()),
        Change::MatDrawn { seat, role } => ("MatDrawn", Fields { role: Some(role.id()), ..of(seat) }),
        Change::OfficesTaken => ("OfficesTaken", none()),
        Change::YearBegan { year } => ("YearBegan", Fields { year: Some(year), ..none() }),
        Change::PhaseBegan { phase } => ("PhaseBegan", Fields { phase: Some(phase), ..none() }),
        Change::TurnBegan { seat, .. } => ("TurnBegan", of(seat)),
        Change::TurnEnded { seat } => ("TurnEnded", of(seat)),
        Change::TurnsOver => ("TurnsOver", none()),
        Change::ActionAnnounced { seat } => ("ActionAnnounced", of(seat)),
        Change::Over(reason) => {
            let reason = match reason {
                Reason::Scored => "scored",
                Reason::EmpireFallen => "empire_fallen",
                Reason::NoHeir => "no_heir",
            };
            ("Over", Fields { reason: Some(reason), ..none() })
        }
        _ => return None,
    })
}

fn describe_board(change: &Change) -> Option<(&'static str, Fields)> {
    Some(match *change {
        Change::EnemiesPlaced { at, count } => ("EnemiesPlaced", many(at, count)),
        Change::EnemiesMoved { from, to, count } => ("EnemiesMoved", moved(from, to, count)),
        Change::EnemiesRemoved { at, count } => ("EnemiesRemoved", many(at, count)),
        Change::LegionsPlaced { at, count } => ("LegionsPlaced", many(at, count)),
        Change::LegionsMoved { from, to, count } => ("LegionsMoved", moved(from, to, count)),
        Change::LegionsRemoved { at, count } => ("LegionsRemoved", many(at, count)),
        Change::PawnMoved { seat, to } => ("PawnMoved", Fields { to: Some(Spot::Province(to)), ..of(seat) }),
        Change::PawnThrownOut { seat, to } => ("PawnThrownOut", Fields { to: Some(Spot::Province(to)), ..of(seat) }),
        Change::EstatePlaced { at, owner: seat } => {
            ("EstatePlaced", Fields { at: Some(at), owner: Some(owner(seat)), ..none() })
        }
        Change::AqueductPlaced { at } => ("AqueductPlaced", Fields { at: Some(at), ..none() }),
        Change::BuildingRemoved { at, building } => {
            let gone = match building {
                Building::Aqueduct => Item::Aqueduct,
                Building::Estate(seat) => Item::Estate(seat),
            };
            ("BuildingRemoved", Fields { at: Some(at), ..item(gone) })
        }
        Change::FaminePlaced { region } => ("FaminePlaced", Fields { region: Some(region), ..none() }),
        Change::FamineRemoved { region, count } => {
            ("FamineRemoved", Fields { region: Some(region), count: Some(count.into()), ..none() })
        }
        Change::Weather { severe } => ("Weather", Fields { severe: Some(severe), ..none() }),
        Change::HappinessMoved { to } => ("HappinessMoved", number(to)),
        Change::PriceMoved { to } => ("PriceMoved", number(to)),
        Change::GrainAdded { count } => ("GrainAdded", Fields { count: Some(count.into()), ..none() }),
        Change::GrainRemoved { count } => ("GrainRemoved", Fields { count: Some(count), ..none() }),
        Change::LineAdded { item: i } => ("LineAdded", item(i)),
        Change::LineSwapped { a, b } => ("LineSwapped", Fields { from: Some(Spot::Number(a + 1)), ..number(b + 1) }),
        Change::LineTaken { item: i } => ("LineTaken", item(i)),
        _ => return None,
    })
}

fn describe_seats(change: &Change) -> Option<(&'static str, Fields)> {
    Some(match *change {
        Change::MonumentBuilt { seat } => ("MonumentBuilt", of(seat)),
        Change::SenatorAdded { owner } => ("SenatorAdded", Fields { owner: Some(owner), ..none() }),
        Change::SenatorRemoved { space } => ("SenatorRemoved", Fields { space: Some(space), ..none() }),
        Change::SenatorsSwapped { left } => ("SenatorsSwapped", Fields { space: Some(left), ..none() }),
        Change::SenateScored { vp } => ("SenateScored", Fields { count: Some(vp), ..none() }),
        Change::CoinsGained { seat, count } => ("CoinsGained", counted(seat, count)),
        Change::CoinsPaid { seat, count } => ("CoinsPaid", counted(seat, count)),
        Change::VpGained { seat, count } => ("VpGained", counted(seat, count)),
        Change::StaminaSpent { seat } => ("StaminaSpent", of(seat)),
        Change::StaminaCopied { seat } => ("StaminaCopied", of(seat)),
        Change::StaminaToForum { seat, card, option } => {
            ("StaminaToForum", Fields { option: Some(option), ..with_card(seat, Some(card.id())) })
        }
        Change::StaminaLost { seat, count } => ("StaminaLost", counted(seat, count.into())),
        Change::StaminaRegained { seat, count } => ("StaminaRegained", counted(seat, count.into())),
        Change::DeathChecked { seat } => ("DeathChecked", of(seat)),
        Change::Died { seat } => ("Died", of(seat)),
        Change::EmperorNow { seat } => ("EmperorNow", of(seat)),
        Change::HeirTokenMoved { to } => ("HeirTokenMoved", Fields { to: Some(Spot::Seat(to)), ..none() }),
        Change::PassStanding { seat, until } => ("PassStanding", Fields { until: Some(until.id()), ..of(seat) }),
        Change::CopyPassStanding { seat, action, until } => {
            ("CopyPassStanding", Fields { action: Some(action.id()), until: Some(until.id()), ..of(seat) })
        }
        Change::PassesLapsed { until } => ("PassesLapsed", Fields { until: Some(until.id()), ..none() }),
        Change::MyTurnPassesLapsed { seat } => ("MyTurnPassesLapsed", of(seat)),
        Change::PassesWoken { seat } => ("PassesWoken", of(seat)),
        _ => return None,
    })
}

fn describe_cards(change: &Change) -> (&'static str, Fields) {
    match *change {
        Change::PlotDrawn { seat, card } => ("PlotDrawn", with_card(seat, card.map(crate::cards::Plot::id))),
        Change::PlotDiscarded { seat, card } => ("PlotDiscarded", with_card(seat, Some(card.id()))),
        Change::PlotStolen { from, to, card } => {
            let card = card.map(crate::cards::Plot::id);
            let (from, to) = (Some(Spot::Seat(Some(from))), Some(Spot::Seat(Some(to))));
            ("PlotStolen", Fields { from, to, card, ..none() })
        }
        Change::PlotShown { seat, card } => ("PlotShown", with_card(seat, Some(card.id()))),
        Change::SenateCardDrawn { card } => ("SenateCardDrawn", Fields { card: Some(card.id()), ..none() }),
        Change::AgendaDealt { seat, card } => ("AgendaDealt", with_card(seat, card.map(crate::cards::Agenda::id))),
        Change::AgendaShown { seat, card } => ("AgendaShown", with_card(seat, Some(card.id()))),
        Change::EventsCounted { left } => ("EventsCounted", Fields { count: Some(left.into()), ..none() }),
        Change::EventDrawn { card } => ("EventDrawn", Fields { card: Some(card.id()), ..none() }),
        Change::ForumDrawn { card } => ("ForumDrawn", Fields { card: Some(card.id()), ..none() }),
        Change::AttemptBegan { target, attacker, .. } => {
            ("AttemptBegan", Fields { target: Some(target.id()), ..of(attacker) })
        }
        Change::CardCommitted { seat, card } => ("CardCommitted", with_card(seat, card.map(crate::cards::Plot::id))),
        Change::GuardCommitted { seat } => ("GuardCommitted", of(seat)),
        Change::CommitDone { seat } => ("CommitDone", of(seat)),
        Change::AttemptEnded => ("AttemptEnded", none()),
        _ => ("PlotsRenewed", none()),
    }
}
