//! The map file: zones, leaders, draws.

use referee_kernel::json::Value;

use crate::form::Form;
use crate::ids::{Fleet, Leader, Round, Zone};
use crate::position::SPACES;

/// What the set says of one zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ZoneTable {
    /// Where the army starts.
    pub start: u8,
    /// Combat value of the Bold side.
    pub bold: i8,
    /// Combat value of the Demoralized side.
    pub demoralized: i8,
    /// Terrain Values; 0 where there is none (rule 2.1.6).
    pub terrain: [u8; SPACES],
}

/// What the map file says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapTable {
    /// In map order.
    pub zones: [ZoneTable; 3],
    /// Combat values of the leaders, Marcus's Bold one among them.
    pub leaders: [i8; 4],
    /// Combat value of the Demoralized Marcus.
    pub marcus_demoralized: i8,
    /// Barbarian cards drawn in a phase.
    pub barbarian_draws: u8,
    /// Roman cards dealt, by Round.
    pub deals: [u8; 3],
    /// Roman cards dealt in a Spring with the Imperium bonus.
    pub spring_bonus: u8,
    /// IP at the start where the options do not say.
    pub imperium: u8,
}

/// Number of fort spaces of each zone: its spaces north of the Danube (rule 2.1.7).
#[must_use]
pub const fn fort_spaces(zone: Zone) -> u8 {
    match zone {
        Zone::Marcomanni | Zone::Quadi => 4,
        Zone::Iazyges => 5,
    }
}

/// The southernmost space an army of the zone stands in outside of a raid or the sack of Rome (rules 7.6.1 to 7.6.3).
#[must_use]
pub const fn last_space(zone: Zone) -> u8 {
    match zone {
        Zone::Marcomanni => 5,
        Zone::Quadi | Zone::Iazyges => 4,
    }
}

/// Whether an army in this space is south of the Danube (rule 2.1.9).
#[must_use]
pub const fn south(zone: Zone, space: u8) -> bool {
    space >= fort_spaces(zone)
}

/// All fort spaces, zones in map order, within a zone from south to north: the order of dice for forts (rule 10.1).
pub const FORT_PLACES: [(Zone, u8); 13] = [
    (Zone::Marcomanni, 3),
    (Zone::Marcomanni, 2),
    (Zone::Marcomanni, 1),
    (Zone::Marcomanni, 0),
    (Zone::Quadi, 3),
    (Zone::Quadi, 2),
    (Zone::Quadi, 1),
    (Zone::Quadi, 0),
    (Zone::Iazyges, 4),
    (Zone::Iazyges, 3),
    (Zone::Iazyges, 2),
    (Zone::Iazyges, 1),
    (Zone::Iazyges, 0),
];

impl MapTable {
    pub(crate) fn read(file: &Value, form: &mut Form<'_>) -> Self {
        let mut map = Self {
            zones: [ZoneTable::default(); 3],
            leaders: [0; 4],
            marcus_demoralized: 0,
            barbarian_draws: 0,
            deals: [0; 3],
            spring_bonus: 0,
            imperium: 4,
        };
        form.exactly(file, "game", &Value::from("marcus"));
        map.read_zones(file, form);
        map.read_leaders(file, form);
        map.read_draws(file, form);
        read_fixed(file, form);
        map
    }

    fn read_zones(&mut self, file: &Value, form: &mut Form<'_>) {
        let zones = file.get("zones").and_then(Value::as_list).unwrap_or_default();
        if zones.len() != 3 {
            form.wrong("zones", "must be the three zones in map order");
            return;
        }
        for ((zone, read), v) in Zone::ALL.iter().zip(&mut self.zones).zip(zones) {
            let path = format!("zones[{}]", zone.at());
            form.at(path.clone(), None);
            form.exactly(v, "id", &Value::from(zone.id()));
            form.exactly(v, "frontier", &Value::from(fort_spaces(*zone) - 1));
            // The Quadi begin at peace, and peace keeps them at Home (rule 3.2).
            let last = if *zone == Zone::Quadi { 0 } else { last_space(*zone) };
            read.start = form.count(v, "start", 0, last);
            let combat = v.get("combat").unwrap_or(&Value::Null);
            form.at(format!("{path}.combat"), None);
            read.bold = form.number(combat, "bold", 0, 20);
            read.demoralized = form.number(combat, "demoralized", 0, 20);
            form.at(path.clone(), None);
            let spaces = v.get("spaces").and_then(Value::as_list).unwrap_or_default();
            let shape = shape(*zone);
            if spaces.len() != shape.len() {
                form.wrong("spaces", format!("must be {} spaces", shape.len()));
                continue;
            }
            for (i, (space, effect)) in spaces.iter().zip(shape).enumerate() {
                form.at(format!("{path}.spaces[{i}]"), None);
                let fort = i < usize::from(fort_spaces(*zone));
                form.exactly(space, "index", &Value::Int(i.try_into().unwrap_or(0)));
                form.exactly(space, "fort_space", &Value::Bool(fort));
                form.exactly(space, "effect", &Value::from(*effect));
                if fort {
                    read.terrain[i] = form.count(space, "terrain", 1, 20);
                } else {
                    form.exactly(space, "terrain", &Value::Null);
                }
            }
        }
        form.at(String::new(), None);
    }

    fn read_leaders(&mut self, file: &Value, form: &mut Form<'_>) {
        let leaders = file.get("leaders").and_then(Value::as_list).unwrap_or_default();
        if leaders.len() != Leader::ALL.len() {
            form.wrong("leaders", "must be the four leaders in leader order");
            return;
        }
        for (leader, v) in Leader::ALL.iter().zip(leaders) {
            form.at(format!("leaders[{}]", leader.at()), None);
            form.exactly(v, "id", &Value::from(leader.id()));
            let waits = matches!(leader, Leader::Pertinax | Leader::Maximianus);
            form.exactly(v, "start", &Value::from(if waits { "unactivated" } else { "pool" }));
            self.leaders[leader.at()] = if *leader == Leader::Marcus {
                self.marcus_demoralized = form.number(v, "demoralized", 0, 10);
                form.number(v, "bold", 0, 10)
            } else {
                form.number(v, "value", 0, 10)
            };
        }
        form.at(String::new(), None);
    }

    fn read_draws(&mut self, file: &Value, form: &mut Form<'_>) {
        let draws = file.get("draws").unwrap_or(&Value::Null);
        form.at("draws".to_owned(), None);
        self.barbarian_draws = form.count(draws, "barbarian", 1, 3);
        let roman = draws.get("roman").unwrap_or(&Value::Null);
        form.at("draws.roman".to_owned(), None);
        for (round, deal) in Round::ALL.iter().zip(&mut self.deals) {
            *deal = form.count(roman, round.id(), 0, 10);
        }
        self.spring_bonus = form.count(roman, "spring_bonus", 0, 10);
        form.at("imperium".to_owned(), None);
        let imperium = file.get("imperium").unwrap_or(&Value::Null);
        form.exactly(imperium, "min", &Value::Int(0));
        form.exactly(imperium, "max", &Value::Int(7));
        self.imperium = form.count(imperium, "start", 1, 7);
        form.at(String::new(), None);
    }
}

/// What stands in a space beyond its Terrain Value, from Home southwards.
const fn shape(zone: Zone) -> &'static [Option<&'static str>] {
    const SOUTH: Option<&str> = Some("housekeeping_minus_1_ip");
    match zone {
        Zone::Marcomanni => &[None, None, None, None, SOUTH, SOUTH, Some("defeat")],
        Zone::Quadi => &[None, None, None, None, SOUTH, Some("raid_minus_1_ip_back_to_4")],
        Zone::Iazyges => &[None, None, None, None, None, Some("raid_discard_card_or_minus_1_ip_back_to_4")],
    }
}

/// Numbers the rules and documents fix: a set cannot change them.
fn read_fixed(file: &Value, form: &mut Form<'_>) {
    let fixed: [(&str, &[(&str, i64)]); 2] = [
        ("legions", &[("total", 14), ("pool", 10), ("recovery", 2)]),
        (
            "limits",
            &[("box", 6), ("hand_end_of_round", 5), ("surge_spaces", 3), ("forts", 13), ("mutiny", 3), ("truce", 3)],
        ),
    ];
    for (key, numbers) in fixed {
        form.at(key.to_owned(), None);
        let v = file.get(key).unwrap_or(&Value::Null);
        for (name, n) in numbers {
            form.exactly(v, name, &Value::Int(*n));
        }
    }
    form.at(String::new(), None);
    form.exactly(file, "years", &Value::List(vec![Value::Int(170), Value::Int(179)]));
    form.exactly(file, "late_war_from", &Value::Int(175));
    let fleets = file.get("fleets").and_then(Value::as_list).unwrap_or_default();
    let names: Vec<_> = fleets.iter().filter_map(|f| f.get("id")?.as_str()).collect();
    if names != Fleet::ALL.iter().map(|f| f.id()).collect::<Vec<_>>() {
        form.wrong("fleets", "must be upper and lower");
    }
}
