//! Configurations and position documents as they come in (interface 1, 3 and 4).

use std::collections::BTreeMap;

use referee_kernel::json::Value;
use referee_kernel::rule::Unfit;
use referee_kernel::set::Sets;

use super::check;
use crate::cards::{Barbarian, BarbarianPile, Card, Pile, Roman, RomanPile};
use crate::ch9_end::{FIRST_YEAR, LAST_YEAR};
use crate::game::{Marcus, Options};
use crate::ids::{Extra, Leader, Leaders, Phase, Round, Spot, Zone};
use crate::map::{fort_spaces, last_space};
use crate::position::{Army, BarbarianCards, Position, RomanCards, Row, SPACES, Tribe, Troops};
use crate::todo::{Stack, Todo};
use crate::tools::{BOX_LIMIT, IMPERIUM_TOP};

/// All legions of the game (rule 2.2.1).
pub(super) const LEGIONS: u8 = 14;

/// The game of a configuration; every failure is `config`.
///
/// # Errors
/// `config`
pub fn configure(sets: &dyn Sets, config: &Value) -> Result<Marcus, Unfit> {
    read_config(sets, config).ok_or(Unfit("config"))
}

fn read_config(sets: &dyn Sets, config: &Value) -> Option<Marcus> {
    let fields = config.as_object()?;
    if fields.keys().any(|k| !["game", "options", "seats", "set"].contains(&k.as_str())) {
        return None;
    }
    if fields.get("game").is_some_and(|v| v.as_str() != Some("marcus")) {
        return None;
    }
    if fields.get("seats").is_some_and(|v| v.as_int() != Some(1)) {
        return None;
    }
    let name = fields.get("set").map_or(Some("reconstructed-1"), Value::as_str)?;
    let set = sets.named("marcus", name)?;
    let mut options = Options::default();
    if let Some(chosen) = fields.get("options") {
        for (key, v) in chosen.as_object()? {
            read_option(&mut options, key, v)?;
        }
    }
    Marcus::new(&set, options).ok()
}

/// One option; `None` if there is no such key or value.
fn read_option(options: &mut Options, key: &str, v: &Value) -> Option<()> {
    match key {
        "start_imperium" => options.start_imperium = u8::try_from(v.as_int_in(1, 7)?).ok()?,
        "truce_binds_rome" => options.truce_binds_rome = v.as_bool()?,
        "heir_order" => {
            options.heir_backward = match v.as_str()? {
                "forward" => false,
                "backward" => true,
                _ => return None,
            };
        }
        _ => return None,
    }
    Some(())
}

/// A position from its document.
///
/// # Errors
/// The beginning of the message that interface 4 gives to the first check that fails.
pub fn load(sets: &dyn Sets, document: &Value) -> Result<(Marcus, Position), Unfit> {
    let d = exactly(document, &KEYS, "position: must be an object with exactly the keys of a position document")?;
    let field = |key: &str| d.get(key).unwrap_or(&Value::Null);
    fit(field("game").as_str() == Some("marcus"), "game: must be marcus")?;
    let name = field("set").as_str().ok_or(Unfit("set: must be the name of a set"))?;
    let set = sets.named("marcus", name).ok_or(Unfit("set: no such set is installed"))?;
    let game = Marcus::new(&set, read_options(field("options"))?)?;
    let p = read_position(&game, &field)?;
    check::all(&game, &p, field("pending"))?;
    Ok((game, p))
}

const KEYS: [&str; 35] = [
    "game",
    "set",
    "options",
    "year",
    "round",
    "phase",
    "imperium",
    "imperium_bonus",
    "tribes",
    "quadi_peace",
    "armies",
    "off_map",
    "recovery",
    "unactivated",
    "pool",
    "marcus_bold",
    "forts",
    "fleets",
    "auxilia",
    "second_meditation",
    "omens",
    "harsh_winter",
    "draws_left",
    "surge",
    "hand",
    "meditations",
    "kept",
    "looked",
    "current",
    "roman",
    "barbarian",
    "battle",
    "result",
    "pending",
    "rest",
];

pub(super) fn fit(holds: bool, message: &'static str) -> Result<(), Unfit> {
    if holds { Ok(()) } else { Err(Unfit(message)) }
}

/// An object with exactly these keys.
fn exactly<'a>(v: &'a Value, keys: &[&str], message: &'static str) -> Result<&'a BTreeMap<String, Value>, Unfit> {
    let fields = v.as_object().filter(|_| v.has_exactly(keys));
    fields.ok_or(Unfit(message))
}

fn flag(v: &Value, message: &'static str) -> Result<bool, Unfit> {
    v.as_bool().ok_or(Unfit(message))
}

fn number(v: &Value, low: u8, high: u8, message: &'static str) -> Result<u8, Unfit> {
    let n = v.as_int_in(low.into(), high.into()).and_then(|n| u8::try_from(n).ok());
    n.ok_or(Unfit(message))
}

/// `null` is `None`; anything else must be an id.
fn id_or_null<T>(v: &Value, read: fn(&str) -> Option<T>, message: &'static str) -> Result<Option<T>, Unfit> {
    match v {
        Value::Null => Ok(None),
        Value::Str(id) => read(id).map(Some).ok_or(Unfit(message)),
        _ => Err(Unfit(message)),
    }
}

fn id<T>(v: &Value, read: fn(&str) -> Option<T>, message: &'static str) -> Result<T, Unfit> {
    id_or_null(v, read, message)?.ok_or(Unfit(message))
}

/// A list of ids of at most `most` entries.
fn ids<T>(v: &Value, read: fn(&str) -> Option<T>, most: usize, message: &'static str) -> Result<Vec<T>, Unfit> {
    let list = v.as_list().filter(|l| l.len() <= most).ok_or(Unfit(message))?;
    list.iter().map(|v| v.as_str().and_then(read).ok_or(Unfit(message))).collect()
}

fn read_options(v: &Value) -> Result<Options, Unfit> {
    const MESSAGE: &str = "options: must be start_imperium 1 to 7, truce_binds_rome and heir_order";
    let fields = exactly(v, &["start_imperium", "truce_binds_rome", "heir_order"], MESSAGE)?;
    let mut options = Options::default();
    for (key, v) in fields {
        read_option(&mut options, key, v).ok_or(Unfit(MESSAGE))?;
    }
    Ok(options)
}

/// Types, ids and ranges; what belongs together is checked in [`check`].
fn read_position<'a>(game: &Marcus, field: &dyn Fn(&str) -> &'a Value) -> Result<Position, Unfit> {
    empty_at_rest(field)?;
    let phase = id(field("phase"), Phase::read, "phase: no such phase")?;
    let (armies, conflicts) = read_armies(field("armies"), field("off_map"))?;
    let (unactivated, reserve_legions) = read_unactivated(field("unactivated"))?;
    Ok(Position {
        year: number(field("year"), FIRST_YEAR, LAST_YEAR, "year: must be 170 to 179")?,
        round: id(field("round"), Round::read, "round: must be spring, summer or winter")?,
        phase,
        imperium: number(field("imperium"), 1, IMPERIUM_TOP, "imperium: must be 1 to 7")?,
        imperium_bonus: flag(field("imperium_bonus"), "imperium_bonus: must be true or false")?,
        tribes: read_tribes(field("tribes"))?,
        quadi_peace: flag(field("quadi_peace"), "quadi_peace: must be true or false")?,
        armies,
        conflicts,
        recovery: read_troops(field("recovery"), &RECOVERY)?,
        pool: read_troops(field("pool"), &POOL)?,
        unactivated,
        reserve_legions,
        marcus_bold: flag(field("marcus_bold"), "marcus_bold: must be true or false")?,
        forts: read_forts(field("forts"))?,
        fleets: read_fleets(field("fleets"))?,
        auxilia: read_auxilia(field("auxilia"))?,
        second_meditation: flag(field("second_meditation"), "second_meditation: must be true or false")?,
        omens: read_omens(field("omens"))?,
        harsh_winter: flag(field("harsh_winter"), "harsh_winter: must be true or false")?,
        draws_left: number(field("draws_left"), 0, 3, "draws_left: must be 0 to 3")?,
        roman: read_roman(game, field)?,
        barbarian: read_barbarian(game, field)?,
        battle: None,
        todo: Stack::of(at_rest(phase)?),
        ending: None,
    })
}

/// The decision of a phase in which a position can be imported.
fn at_rest(phase: Phase) -> Result<Todo, Unfit> {
    match phase {
        Phase::Setup => Ok(Todo::Deploy),
        Phase::Redeploy => Ok(Todo::Redeploy),
        Phase::Barbarian => Ok(Todo::BeforeDraw),
        Phase::Roman => Ok(Todo::Roman),
        Phase::HandLimit => Ok(Todo::HandLimit),
        Phase::Housekeeping | Phase::Over => Err(Unfit("phase: a position of this phase cannot be imported")),
    }
}

/// What is never there at a rest point.
fn empty_at_rest<'a>(field: &dyn Fn(&str) -> &'a Value) -> Result<(), Unfit> {
    fit(field("rest").as_bool() == Some(true), "rest: must be true")?;
    id_or_null(field("current"), Barbarian::read, "current: must be null")?;
    fit(matches!(field("battle"), Value::Null | Value::Object(_)), "battle: must be null")?;
    fit(matches!(field("result"), Value::Null | Value::Object(_)), "result: must be null")?;
    fit(field("kept").as_object().is_some(), "kept: must be {}")?;
    fit(field("looked").as_list().is_some(), "looked: must be []")?;
    let nothing = |key: &str| match field(key) {
        Value::Null => true,
        Value::Object(fields) => key == "kept" && fields.is_empty(),
        Value::List(items) => items.is_empty(),
        _ => false,
    };
    let empty = ["current", "battle", "result", "kept", "looked"].into_iter().all(nothing);
    fit(empty, "rest: kept, looked, current, battle and result are empty at a rest point")
}

/// A message for each zone.
macro_rules! each_zone {
    ($head:literal, $tail:literal) => {
        [concat!($head, "marcomanni", $tail), concat!($head, "quadi", $tail), concat!($head, "iazyges", $tail)]
    };
}

const ZONES: [&str; 3] = ["marcomanni", "quadi", "iazyges"];

fn read_tribes(v: &Value) -> Result<[Tribe; 3], Unfit> {
    let mut tribes = [Tribe { space: None, bold: true, truce: false }; 3];
    exactly(v, &ZONES, "tribes: must be the three tribes")?;
    for (zone, tribe) in Zone::ALL.iter().zip(&mut tribes) {
        let at = zone.at();
        let v = v.get(zone.id()).unwrap_or(&Value::Null);
        let fields = each_zone!("tribes.", ": must be status, space, bold and truce");
        exactly(v, &["status", "space", "bold", "truce"], fields[at])?;
        let field = |key: &str| v.get(key).unwrap_or(&Value::Null);
        tribe.bold = flag(field("bold"), each_zone!("tribes.", ".bold: must be true or false")[at])?;
        tribe.truce = flag(field("truce"), each_zone!("tribes.", ".truce: must be true or false")[at])?;
        match field("status").as_str() {
            Some("active") => {
                let message = each_zone!("tribes.", ".space: the army cannot stand there")[at];
                tribe.space = Some(number(field("space"), 0, last_space(*zone), message)?);
            }
            Some("surrendered") => {
                let plain = *field("space") == Value::Null && tribe.bold && !tribe.truce;
                fit(plain, each_zone!("tribes.", ": surrendered, it has space null, is Bold and without truce")[at])?;
            }
            _ => return Err(Unfit(each_zone!("tribes.", ".status: must be active or surrendered")[at])),
        }
    }
    Ok(tribes)
}

type Armies = ([Army; 5], [Option<Barbarian>; 2]);

fn read_armies(boxes: &Value, off_map: &Value) -> Result<Armies, Unfit> {
    exactly(boxes, &ZONES, "armies: must be the three army boxes")?;
    exactly(off_map, &["west", "east"], "off_map: must be west and east")?;
    let mut armies = [Army::default(); 5];
    for zone in Zone::ALL {
        let at = zone.at();
        let v = boxes.get(zone.id()).unwrap_or(&Value::Null);
        let field = |key: &str| v.get(key).unwrap_or(&Value::Null);
        exactly(
            v,
            &["legions", "leader", "mutiny"],
            each_zone!("armies.", ": must be legions, leader and mutiny")[at],
        )?;
        armies[at] = Army {
            legions: number(field("legions"), 0, BOX_LIMIT, each_zone!("armies.", ".legions: must be 0 to 6")[at])?,
            leader: id_or_null(field("leader"), Leader::read, each_zone!("armies.", ".leader: no such leader")[at])?,
            mutiny: flag(field("mutiny"), each_zone!("armies.", ".mutiny: must be true or false")[at])?,
        };
    }
    let mut conflicts = [None; 2];
    for (i, (spot, say)) in Spot::OFF_MAP.iter().zip([WEST, EAST]).enumerate() {
        let v = off_map.get(spot.id()).unwrap_or(&Value::Null);
        let field = |key: &str| v.get(key).unwrap_or(&Value::Null);
        exactly(v, &["conflict", "legions", "leader"], say[0])?;
        conflicts[i] = id_or_null(field("conflict"), Barbarian::read, say[1])?;
        let legions = number(field("legions"), 0, BOX_LIMIT, say[2])?;
        armies[spot.at()] = Army { legions, leader: id_or_null(field("leader"), Leader::read, say[3])?, mutiny: false };
    }
    Ok((armies, conflicts))
}

const WEST: [&str; 4] = [
    "off_map.west: must be conflict, legions and leader",
    "off_map.west.conflict: no such card",
    "off_map.west.legions: must be 0 to 6",
    "off_map.west.leader: no such leader",
];
const EAST: [&str; 4] = [
    "off_map.east: must be conflict, legions and leader",
    "off_map.east.conflict: no such card",
    "off_map.east.legions: must be 0 to 6",
    "off_map.east.leader: no such leader",
];
const RECOVERY: [&str; 3] = [
    "recovery: must be legions and leaders",
    "recovery.legions: must be a number of legions",
    "recovery.leaders: must be leaders in leader order",
];
const POOL: [&str; 3] = [
    "pool: must be legions and leaders",
    "pool.legions: must be a number of legions",
    "pool.leaders: must be leaders in leader order",
];

fn read_troops(v: &Value, say: &[&'static str; 3]) -> Result<Troops, Unfit> {
    exactly(v, &["legions", "leaders"], say[0])?;
    let legions = v.get("legions").unwrap_or(&Value::Null);
    // More than all legions is no wrong type: it is a wrong sum.
    fit(legions.as_int().is_none_or(|n| n <= LEGIONS.into()), "legions: there are 14 together")?;
    let legions = number(legions, 0, LEGIONS, say[1])?;
    Ok(Troops { legions, leaders: read_leaders(v.get("leaders").unwrap_or(&Value::Null), say[2])? })
}

fn read_leaders(v: &Value, message: &'static str) -> Result<Leaders, Unfit> {
    let list = ids(v, Leader::read, Leader::ALL.len(), message)?;
    fit(list.is_sorted_by(|a, b| a < b), message)?;
    Ok(list.into_iter().fold(Leaders::default(), Leaders::with))
}

fn read_unactivated(v: &Value) -> Result<(Leaders, [bool; 2]), Unfit> {
    exactly(v, &["legions", "leaders"], "unactivated: must be legions and leaders")?;
    let message = "unactivated.leaders: must be pertinax and maximianus, or fewer, in this order";
    let leaders = read_leaders(v.get("leaders").unwrap_or(&Value::Null), message)?;
    fit(!leaders.has(Leader::Marcus) && !leaders.has(Leader::Pompeianus), message)?;
    let message = "unactivated.legions: must be legio22 and slaves, or fewer, in this order";
    let legions = ids(v.get("legions").unwrap_or(&Value::Null), Extra::read, Extra::ALL.len(), message)?;
    fit(legions.is_sorted_by(|a, b| a < b), message)?;
    Ok((leaders, [legions.contains(&Extra::Legio22), legions.contains(&Extra::Slaves)]))
}

fn read_forts(v: &Value) -> Result<[[u8; SPACES]; 3], Unfit> {
    exactly(v, &ZONES, "forts: must be the three zones")?;
    let mut forts = [[0; SPACES]; 3];
    for (zone, levels) in Zone::ALL.iter().zip(&mut forts) {
        let message = each_zone!("forts.", ": must be a level 0, 1 or 2 for each fort space")[zone.at()];
        let list = v.get(zone.id()).and_then(Value::as_list).ok_or(Unfit(message))?;
        fit(list.len() == usize::from(fort_spaces(*zone)), message)?;
        for (level, v) in levels.iter_mut().zip(list) {
            *level = number(v, 0, 2, message)?;
        }
    }
    Ok(forts)
}

fn read_fleets(v: &Value) -> Result<[bool; 2], Unfit> {
    exactly(v, &["upper", "lower"], "fleets: must be upper and lower")?;
    let fleet = |key: &str, message| flag(v.get(key).unwrap_or(&Value::Null), message);
    Ok([fleet("upper", "fleets.upper: must be true or false")?, fleet("lower", "fleets.lower: must be true or false")?])
}

fn read_auxilia(v: &Value) -> Result<Option<(Zone, u8)>, Unfit> {
    if *v == Value::Null {
        return Ok(None);
    }
    exactly(v, &["box", "side"], "auxilia: must be null, or box and side")?;
    let zone = id(v.get("box").unwrap_or(&Value::Null), Zone::read, "auxilia.box: must be a zone")?;
    Ok(Some((zone, number(v.get("side").unwrap_or(&Value::Null), 1, 2, "auxilia.side: must be 1 or 2")?)))
}

fn read_omens(v: &Value) -> Result<i8, Unfit> {
    v.as_int_in(-1, 1).and_then(|n| i8::try_from(n).ok()).ok_or(Unfit("omens: must be -1, 0 or 1"))
}

/// A multiset of cards of one deck. No pile holds more of a card than there are: this bounds every sum that follows.
fn read_pile<C: Card, const N: usize>(
    v: &Value,
    read: fn(&str) -> Option<C>,
    copies: &dyn Fn(C) -> u8,
    message: &'static str,
) -> Result<Pile<C, N>, Unfit> {
    let mut pile = Pile::EMPTY;
    for (name, n) in v.as_object().ok_or(Unfit(message))? {
        let card = read(name).ok_or(Unfit(message))?;
        pile.add(card, number(n, 1, copies(card), message)?);
    }
    Ok(pile)
}

fn read_roman<'a>(game: &Marcus, field: &dyn Fn(&str) -> &'a Value) -> Result<RomanCards, Unfit> {
    let piles = field("roman");
    exactly(piles, &["deck", "discard", "late", "history"], "roman: must be deck, discard, late and history")?;
    let pile = |v: &Value, message| read_pile(v, Roman::read, &|c: Roman| game.tables.roman[c.at()].copies, message);
    let part = |key: &str, message| pile(piles.get(key).unwrap_or(&Value::Null), message);
    Ok(RomanCards {
        deck: part("deck", "roman.deck: must be Roman cards with counts the set has")?,
        discard: part("discard", "roman.discard: must be Roman cards with counts the set has")?,
        late: part("late", "roman.late: must be Roman cards with counts the set has")?,
        history: part("history", "roman.history: must be Roman cards with counts the set has")?,
        hand: pile(field("hand"), "hand: must be Roman cards with counts the set has")?,
        meditations: pile(field("meditations"), "meditations: must be Roman cards with counts the set has")?,
        kept: RomanPile::EMPTY,
    })
}

fn read_barbarian<'a>(game: &Marcus, field: &dyn Fn(&str) -> &'a Value) -> Result<BarbarianCards, Unfit> {
    let piles = field("barbarian");
    let keys = ["deck", "discard", "late", "history", "top"];
    exactly(piles, &keys, "barbarian: must be deck, discard, late, history and top")?;
    let copies = |c: Barbarian| game.tables.barbarian[c.at()].copies;
    let pile = |v: &Value, message| read_pile(v, Barbarian::read, &copies, message);
    let part = |key: &str, message| pile(piles.get(key).unwrap_or(&Value::Null), message);
    const SURGE: &str = "surge: must be activation cards with counts the set has";
    let surge: BarbarianPile = pile(field("surge"), SURGE)?;
    fit(surge.iter().all(|c| game.tables.activations[c.at()].is_some()), SURGE)?;
    let mut top = Row::default();
    let message = "barbarian.top: must be at most two Barbarian cards";
    for card in ids(piles.get("top").unwrap_or(&Value::Null), Barbarian::read, 2, message)? {
        top.put_last(card);
    }
    Ok(BarbarianCards {
        deck: part("deck", "barbarian.deck: must be Barbarian cards with counts the set has")?,
        discard: part("discard", "barbarian.discard: must be Barbarian cards with counts the set has")?,
        late: part("late", "barbarian.late: must be Barbarian cards with counts the set has")?,
        history: part("history", "barbarian.history: must be Barbarian cards with counts the set has")?,
        surge,
        top,
        looked: Row::default(),
        current: None,
    })
}
