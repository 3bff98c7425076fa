//! Reading a position document: its types and ranges, then the checks of `fits`.

use referee_kernel::json::Value;
use referee_kernel::rule::Unfit;
use referee_kernel::seat::Seat;

use super::fits;
use super::parts::{by_province, field, large, list, multiset, owner, province, seat, seat_or_null, small};
use crate::cards::{Agenda, Copied, Event, Forum, Moment, Pile, Plot, Role};
use crate::config::{Config, mats};
use crate::game::Purple;
use crate::position::{Family, Held, Item, OpenForum, Position, SEATS};
use crate::tables::{Province, Tables, only, options_of};

const KEYS: [&str; 27] = [
    "aqueducts",
    "config",
    "decks",
    "emperor",
    "enemies",
    "estates",
    "events_left",
    "famine",
    "forum",
    "game",
    "grain",
    "happiness",
    "heir",
    "legions",
    "line",
    "over",
    "phase",
    "price",
    "rest",
    "seats",
    "senate",
    "senate_vp",
    "set",
    "severe_weather",
    "step",
    "turn",
    "year",
];
const SEAT_KEYS: [&str; 12] =
    ["agenda", "coins", "deaths", "hand", "monuments", "pawn", "role", "spent", "standing", "unused", "used", "vp"];
const REST: [&str; 7] = ["window", "action", "swap", "place_building", "import_grain", "solo_defence", "discard"];

/// The lists of a document that a position cannot hold until they are known to fit.
pub(super) struct Lists {
    /// Provinces with the owners of their estates.
    pub estates: Vec<(Province, Vec<Seat>)>,
    /// Provinces with aqueducts.
    pub aqueducts: Vec<Province>,
    /// Open forum cards.
    pub forum: Vec<OpenForum>,
    /// Forum cards in the pile.
    pub forum_pile: [u8; Forum::ALL.len()],
}

/// The configuration of a document, after the checks `keys` and `config`.
///
/// # Errors
/// `keys`, `config`
pub(crate) fn read_config(document: &Value) -> Result<Config, Unfit> {
    if !document.has_exactly(&KEYS) {
        return Err(Unfit("keys"));
    }
    let config = Config::read_whole(field(document, "config").unwrap_or(&Value::Null))?;
    let text = |key| field(document, key).and_then(Value::as_str);
    if text("game") == Some("purple") && text("set") == Some(&config.set) { Ok(config) } else { Err(Unfit("config")) }
}

/// The position of a document whose configuration was read.
///
/// # Errors
/// The error word of the first check that fails (section 4).
pub(crate) fn read(game: &Purple, document: &Value) -> Result<Position, Unfit> {
    let at = field(document, "step").and_then(|s| s.get("at")).and_then(Value::as_str);
    let rests = field(document, "rest") == Some(&Value::Bool(true))
        && field(document, "over") == Some(&Value::Null)
        && at.is_some_and(|at| REST.contains(&at));
    if !rests {
        return Err(Unfit("not_rest"));
    }
    let mut p = Position::new(game.config(), game.tables(), false);
    let lists = ranges(game, document, &mut p).ok_or(Unfit("range"))?;
    fits::check(game, &p, &lists, document)?;
    settle(&mut p, &lists);
    p.stack = fits::stack(game, &mut p, document)?;
    Ok(p)
}

/// Puts the checked lists into the position.
fn settle(p: &mut Position, lists: &Lists) {
    for (at, owners) in &lists.estates {
        owners.iter().for_each(|s| p.family_mut(*s).estates |= only(*at));
    }
    p.aqueducts = lists.aqueducts.iter().fold(0, |land, at| land | only(*at));
    lists.forum.iter().for_each(|f| p.forum.push(*f));
    p.forum_pile = (0..).zip(lists.forum_pile).fold(0, |bits, (i, n)| bits | u16::from(n > 0) << i);
}

/// The check `range`: types and ranges of everything but `turn` and `step`.
fn ranges(game: &Purple, d: &Value, p: &mut Position) -> Option<Lists> {
    let (t, n) = (game.tables(), game.config().seats);
    p.year = small(d, "year", 1, 4)?;
    p.phase = small(d, "phase", 1, 8)?;
    p.emperor = Some(seat(field(d, "emperor")?, n)?);
    p.heir = seat_or_null(field(d, "heir")?, n)?;
    p.happiness = small(d, "happiness", 1, 10)?;
    p.price = small(d, "price", if n == 1 { t.price_solo } else { 1 }, 5)?;
    p.grain = large(d, "grain")?;
    p.severe_weather = field(d, "severe_weather")?.as_bool()?;
    for owner in list(field(d, "senate")?, 10, |v| owner(v, n))? {
        p.senate.push(owner);
    }
    p.senate_vp = large(d, "senate_vp").filter(|vp| n == 1 || *vp == 0)?;
    for item in list(field(d, "line")?, 10, |v| item(v, n))? {
        p.line.push(item);
    }
    let famine = list(field(d, "famine")?, 4, |v| u8::try_from(v.as_int_in(0, 7)?).ok())?;
    p.famine = famine.try_into().ok()?;
    p.enemies = by_province(t, field(d, "enemies")?)?;
    if p.enemies_at(t.map.roma) > 0 {
        return None;
    }
    p.legions = by_province(t, field(d, "legions")?)?;
    p.events_left = small(d, "events_left", 0, 5)?;
    families(game, field(d, "seats")?, p)?;
    let forum_pile = decks(field(d, "decks")?, p)?;
    Some(Lists {
        estates: estates(t, field(d, "estates")?, n)?,
        aqueducts: list(field(d, "aqueducts")?, 99, |v| province(t, v)).filter(|l| l.is_sorted())?,
        forum: list(field(d, "forum")?, 99, |v| forum(v, n))?,
        forum_pile,
    })
}

fn item(v: &Value, seats: u8) -> Option<Item> {
    if !v.has_exactly(&["kind", "owner"]) {
        return None;
    }
    let owner = field(v, "owner")?;
    match field(v, "kind")?.as_str()? {
        "aqueduct" if owner.as_int() == Some(-1) => Some(Item::Aqueduct),
        "estate" => seat(owner, seats).map(Item::Estate),
        "monument" => seat(owner, seats).map(Item::Monument),
        _ => None,
    }
}

fn estates(t: &Tables, v: &Value, seats: u8) -> Option<Vec<(Province, Vec<Seat>)>> {
    let one = |(id, owners): (&String, &Value)| {
        let owners = list(owners, 99, |v| seat(v, seats)).filter(|l| !l.is_empty() && l.is_sorted())?;
        Some((t.province(id)?, owners))
    };
    v.as_object()?.iter().map(one).collect()
}

fn forum(v: &Value, seats: u8) -> Option<OpenForum> {
    if !v.has_exactly(&["card", "tokens"]) {
        return None;
    }
    let card = Forum::from_id(field(v, "card")?.as_str()?)?;
    let mut open = OpenForum { card, tokens: [[0; SEATS]; 3] };
    let options = field(v, "tokens")?.as_list().filter(|l| l.len() == options_of(card))?;
    for (option, row) in options.iter().enumerate() {
        let row = list(row, SEATS, |n| u8::try_from(n.as_int_in(0, 11)?).ok())?;
        if row.len() != usize::from(seats) {
            return None;
        }
        open.tokens[option][..row.len()].copy_from_slice(&row);
    }
    Some(open)
}

/// The seats, and that their mats are the table's (and those of the configuration).
fn families(game: &Purple, v: &Value, p: &mut Position) -> Option<()> {
    let (t, n) = (game.tables(), game.config().seats);
    let read = list(v, usize::from(n), |v| family(t, v, p.phase))?;
    let roles: Vec<Role> = read.iter().filter_map(|f| f.role).collect();
    let whole = read.len() == usize::from(n) && mats(n).iter().all(|r| roles.contains(r));
    let fixed = game.config().roles.as_ref().is_none_or(|fixed| *fixed == roles);
    if !whole || !fixed {
        return None;
    }
    (0..).zip(read).for_each(|(s, f)| *p.family_mut(s) = f);
    Some(())
}

fn family(t: &Tables, v: &Value, phase: u8) -> Option<Family> {
    if !v.has_exactly(&SEAT_KEYS) {
        return None;
    }
    let standing = field(v, "standing").filter(|s| s.has_exactly(&["copies", "plots"]))?;
    let moment = |v: &Value| Moment::from_id(v.as_str()?).filter(|m| *m != Moment::Turn || phase == 4);
    let plots = match field(standing, "plots")? {
        Value::Null => None,
        other => Some(moment(other)?),
    };
    let mut copies = [None; Copied::ALL.len()];
    for (action, until) in field(standing, "copies")?.as_object()? {
        copies[Copied::from_id(action)?.index()] = Some(moment(until)?);
    }
    Some(Family {
        role: Some(Role::from_id(field(v, "role")?.as_str()?)?),
        coins: large(v, "coins")?,
        vp: large(v, "vp")?,
        deaths: large(v, "deaths")?,
        unused: small(v, "unused", 0, 11)?,
        used: small(v, "used", 0, 11)?,
        spent: small(v, "spent", 0, 11)?,
        monuments: small(v, "monuments", 0, 3)?,
        pawn: province(t, field(v, "pawn")?)?,
        estates: 0,
        hand: Pile::open(multiset(field(v, "hand")?, |id| Plot::from_id(id).map(Plot::index))?),
        agenda: Held::Known(Agenda::from_id(field(v, "agenda")?.as_str()?)?),
        plots,
        copies,
    })
}

fn decks(v: &Value, p: &mut Position) -> Option<[u8; Forum::ALL.len()]> {
    if !v.has_exactly(&["agenda", "event", "event_discard", "forum", "plot", "plot_discard"]) {
        return None;
    }
    let plot = |id: &str| Plot::from_id(id).map(Plot::index);
    let event = |id: &str| Event::from_id(id).map(Event::index);
    p.plot = Pile::open(multiset(field(v, "plot")?, plot)?);
    p.plot_discard = Pile::open(multiset(field(v, "plot_discard")?, plot)?);
    p.event = multiset(field(v, "event")?, event)?;
    p.event_discard = multiset(field(v, "event_discard")?, event)?;
    p.agenda = Pile::open(multiset(field(v, "agenda")?, |id| Agenda::from_id(id).map(Agenda::index))?);
    multiset(field(v, "forum")?, |id| Forum::from_id(id).map(Forum::index))
}
