//! Configurations and position documents as they come in (interface 1, 3 and 4).

use std::collections::BTreeMap;

use referee_kernel::json::Value;
use referee_kernel::rule::Unfit;
use referee_kernel::set::Sets;

use super::check;
use super::pieces::{
    POOL, RECOVERY, read_armies, read_auxilia, read_fleets, read_forts, read_omens, read_tribes, read_troops,
    read_unactivated,
};
use super::piles::{read_barbarian, read_roman};
use crate::cards::Barbarian;
use crate::ch9_end::{FIRST_YEAR, LAST_YEAR};
use crate::game::{Marcus, Options};
use crate::ids::{Phase, Round};
use crate::position::Position;
use crate::tables::Tables;
use crate::todo::{Stack, Todo};
use crate::tools::IMPERIUM_TOP;

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
    let tables = set.compiled(Tables::compile).ok()?;
    let mut options = Options { start_imperium: tables.map.imperium, ..Options::default() };
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
pub(super) fn exactly<'a>(
    v: &'a Value,
    keys: &[&str],
    message: &'static str,
) -> Result<&'a BTreeMap<String, Value>, Unfit> {
    let fields = v.as_object().filter(|_| v.has_exactly(keys));
    fields.ok_or(Unfit(message))
}

pub(super) fn flag(v: &Value, message: &'static str) -> Result<bool, Unfit> {
    v.as_bool().ok_or(Unfit(message))
}

pub(super) fn number(v: &Value, low: u8, high: u8, message: &'static str) -> Result<u8, Unfit> {
    let n = v.as_int_in(low.into(), high.into()).and_then(|n| u8::try_from(n).ok());
    n.ok_or(Unfit(message))
}

/// `null` is `None`; anything else must be an id.
pub(super) fn id_or_null<T>(v: &Value, read: fn(&str) -> Option<T>, message: &'static str) -> Result<Option<T>, Unfit> {
    match v {
        Value::Null => Ok(None),
        Value::Str(id) => read(id).map(Some).ok_or(Unfit(message)),
        _ => Err(Unfit(message)),
    }
}

pub(super) fn id<T>(v: &Value, read: fn(&str) -> Option<T>, message: &'static str) -> Result<T, Unfit> {
    id_or_null(v, read, message)?.ok_or(Unfit(message))
}

/// A list of ids of at most `most` entries.
pub(super) fn ids<T>(
    v: &Value,
    read: fn(&str) -> Option<T>,
    most: usize,
    message: &'static str,
) -> Result<Vec<T>, Unfit> {
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
