//! Tribes, troops and markers of a document: types, ids and ranges.

use referee_kernel::json::Value;
use referee_kernel::rule::Unfit;

use super::read::{LEGIONS, exactly, fit, flag, id, id_or_null, ids, number};
use crate::cards::Barbarian;
use crate::ids::{Extra, Leader, Leaders, Spot, Zone};
use crate::map::{fort_spaces, last_space};
use crate::position::{Army, SPACES, Tribe, Troops};
use crate::tools::BOX_LIMIT;

/// A message for each zone.
macro_rules! each_zone {
    ($head:literal, $tail:literal) => {
        [concat!($head, "marcomanni", $tail), concat!($head, "quadi", $tail), concat!($head, "iazyges", $tail)]
    };
}

const ZONES: [&str; 3] = ["marcomanni", "quadi", "iazyges"];

pub(super) fn read_tribes(v: &Value) -> Result<[Tribe; 3], Unfit> {
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

pub(super) type Armies = ([Army; 5], [Option<Barbarian>; 2]);

pub(super) fn read_armies(boxes: &Value, off_map: &Value) -> Result<Armies, Unfit> {
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
pub(super) const RECOVERY: [&str; 3] = [
    "recovery: must be legions and leaders",
    "recovery.legions: must be a number of legions",
    "recovery.leaders: must be leaders in leader order",
];
pub(super) const POOL: [&str; 3] = [
    "pool: must be legions and leaders",
    "pool.legions: must be a number of legions",
    "pool.leaders: must be leaders in leader order",
];

pub(super) fn read_troops(v: &Value, say: &[&'static str; 3]) -> Result<Troops, Unfit> {
    exactly(v, &["legions", "leaders"], say[0])?;
    let legions = v.get("legions").unwrap_or(&Value::Null);
    // More than all legions is no wrong type: it is a wrong sum.
    fit(legions.as_int().is_none_or(|n| n <= LEGIONS.into()), "legions: there are 14 together")?;
    let legions = number(legions, 0, LEGIONS, say[1])?;
    Ok(Troops { legions, leaders: read_leaders(v.get("leaders").unwrap_or(&Value::Null), say[2])? })
}

pub(super) fn read_leaders(v: &Value, message: &'static str) -> Result<Leaders, Unfit> {
    let list = ids(v, Leader::read, Leader::ALL.len(), message)?;
    fit(list.is_sorted_by(|a, b| a < b), message)?;
    Ok(list.into_iter().fold(Leaders::default(), Leaders::with))
}

pub(super) fn read_unactivated(v: &Value) -> Result<(Leaders, [bool; 2]), Unfit> {
    exactly(v, &["legions", "leaders"], "unactivated: must be legions and leaders")?;
    let message = "unactivated.leaders: must be pertinax and maximianus, or fewer, in this order";
    let leaders = read_leaders(v.get("leaders").unwrap_or(&Value::Null), message)?;
    fit(!leaders.has(Leader::Marcus) && !leaders.has(Leader::Pompeianus), message)?;
    let message = "unactivated.legions: must be legio22 and slaves, or fewer, in this order";
    let legions = ids(v.get("legions").unwrap_or(&Value::Null), Extra::read, Extra::ALL.len(), message)?;
    fit(legions.is_sorted_by(|a, b| a < b), message)?;
    Ok((leaders, [legions.contains(&Extra::Legio22), legions.contains(&Extra::Slaves)]))
}

pub(super) fn read_forts(v: &Value) -> Result<[[u8; SPACES]; 3], Unfit> {
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

pub(super) fn read_fleets(v: &Value) -> Result<[bool; 2], Unfit> {
    exactly(v, &["upper", "lower"], "fleets: must be upper and lower")?;
    let fleet = |key: &str, message| flag(v.get(key).unwrap_or(&Value::Null), message);
    Ok([fleet("upper", "fleets.upper: must be true or false")?, fleet("lower", "fleets.lower: must be true or false")?])
}

pub(super) fn read_auxilia(v: &Value) -> Result<Option<(Zone, u8)>, Unfit> {
    if *v == Value::Null {
        return Ok(None);
    }
    exactly(v, &["box", "side"], "auxilia: must be null, or box and side")?;
    let zone = id(v.get("box").unwrap_or(&Value::Null), Zone::read, "auxilia.box: must be a zone")?;
    Ok(Some((zone, number(v.get("side").unwrap_or(&Value::Null), 1, 2, "auxilia.side: must be 1 or 2")?)))
}

pub(super) fn read_omens(v: &Value) -> Result<i8, Unfit> {
    v.as_int_in(-1, 1).and_then(|n| i8::try_from(n).ok()).ok_or(Unfit("omens: must be -1, 0 or 1"))
}
