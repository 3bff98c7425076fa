//! Positions for scenarios: a quiet beginning of a year, and what a scenario says is different.

#![allow(dead_code)]

use referee_kernel::json::Value;
use toml::Value as Toml;
use toml::value::Table;

const PLOTS: [(&str, i64); 13] = [
    ("arson", 1),
    ("baiae", 2),
    ("bodyguard", 1),
    ("bread_games", 2),
    ("forced_march", 1),
    ("grain_hoarders", 2),
    ("light_fingers", 3),
    ("mob", 2),
    ("move_heir", 2),
    ("old_debts", 1),
    ("poisoned_cup", 2),
    ("scandal", 1),
    ("statue", 1),
];
/// In the order in which they are taken to be drawn already.
const EVENTS: [(&str, i64); 16] = [
    ("weather", 3),
    ("speculators", 1),
    ("grain_shortage", 2),
    ("famine", 3),
    ("hordes", 3),
    ("plague", 3),
    ("enemy_movement", 3),
    ("earthquake", 2),
    ("praetorians", 2),
    ("fire", 1),
    ("riots", 1),
    ("fever", 1),
    ("heir_falls", 1),
    ("dilemma", 1),
    ("leader_killed", 2),
    ("rivals", 3),
];
const FORUM: [&str; 9] =
    ["moneylenders", "arch", "jupiter", "baths", "arena", "auxiliaries", "clients", "colonnade", "grain_merchants"];
const AGENDAS: [&str; 6] =
    ["landowner", "long_line", "miser", "power_behind_throne", "shield_of_roma", "voice_of_senate"];
const MATS: [&str; 3] = ["emperor", "heir", "senator"];

/// A scenario's value as JSON; the text `null` stands for null.
pub fn json(v: &Toml) -> Value {
    match v {
        Toml::Integer(n) => Value::Int(*n),
        Toml::Boolean(b) => Value::Bool(*b),
        Toml::String(s) if s == "null" => Value::Null,
        Toml::String(s) => Value::from(s.as_str()),
        Toml::Array(a) => Value::List(a.iter().map(json).collect()),
        Toml::Table(t) => Value::Object(t.iter().map(|(k, v)| (k.clone(), json(v))).collect()),
        Toml::Float(_) | Toml::Datetime(_) => Value::Fraction,
    }
}

/// The value at a path: `seats.0.coins`.
pub fn at<'a>(v: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('.').try_fold(v, |v, key| match v {
        Value::List(l) => l.get(key.parse::<usize>().ok()?),
        other => other.get(key),
    })
}

/// Puts a value at a path; the text `absent` takes a key away.
pub fn put(v: &mut Value, path: &str, value: &Toml) {
    let (parent, key) = path.rsplit_once('.').unwrap_or(("", path));
    let mut place = v;
    for step in parent.split('.').filter(|s| !s.is_empty()) {
        place = match place {
            Value::List(l) => &mut l[step.parse::<usize>().unwrap()],
            Value::Object(o) => o.get_mut(step).unwrap_or_else(|| panic!("no {path}")),
            other => panic!("{path} goes through {}", other.text()),
        };
    }
    match place {
        Value::List(l) => l[key.parse::<usize>().unwrap()] = json(value),
        Value::Object(o) if value.as_str() == Some("absent") => {
            o.remove(key);
        }
        Value::Object(o) => {
            o.insert(key.to_owned(), json(value));
        }
        other => panic!("{path} is in {}", other.text()),
    }
}

fn int(s: &Table, key: &str, default: i64) -> i64 {
    s.get(key).map_or(default, |v| v.as_integer().unwrap())
}

fn texts(s: &Table, key: &str) -> Vec<String> {
    let list = s.get(key).map_or(&[][..], |v| v.as_array().unwrap());
    list.iter().map(|v| v.as_str().unwrap().to_owned()).collect()
}

fn multiset(words: &str) -> Value {
    let mut set = std::collections::BTreeMap::new();
    for word in words.split_whitespace() {
        *set.entry(word.to_owned()).or_insert(0_i64) += 1;
    }
    Value::Object(set.into_iter().map(|(k, n)| (k, Value::Int(n))).collect())
}

/// What is left of a set of cards without some of them.
fn rest(set: &[(&str, i64)], taken: &[Value]) -> Value {
    let used = |id: &str| -> i64 { taken.iter().filter_map(|t| t.get(id)?.as_int()).sum() };
    let left = set.iter().map(|(id, n)| ((*id).to_owned(), n - used(id))).filter(|(_, n)| *n > 0);
    Value::Object(left.map(|(k, n)| (k, Value::Int(n))).collect())
}

/// The configuration of a scenario.
pub fn config(s: &Table) -> Value {
    let mut config = Value::parse(
        br#"{"game":"purple","legions":13,"roles":null,"seats":3,"set":"reconstructed-1","windows":"full"}"#,
    )
    .unwrap();
    put(&mut config, "seats", &Toml::Integer(int(s, "seats", 3)));
    if let Some(more) = s.get("config") {
        more.as_table().unwrap().iter().for_each(|(k, v)| put(&mut config, k, v));
    }
    config
}

/// The phase of a rest point: `action`, `window food`.
fn phase(at: &str) -> i64 {
    match at {
        "window enemies" => 1,
        "window harvest" => 2,
        "window event" => 3,
        "action" | "window turn" => 4,
        "window building" | "swap" | "place_building" => 5,
        "window food" | "import_grain" => 6,
        "window tax" => 7,
        _ => 8,
    }
}

/// The position document of a scenario.
pub fn document(s: &Table) -> Value {
    let at = s.get("at").map_or("action", |v| v.as_str().unwrap());
    let (n, year, emperor) = (int(s, "seats", 3), int(s, "year", 1), int(s, "emperor", 0));
    let phase = phase(at);
    let active = int(s, "active", emperor);
    let events_left = if phase == 3 { int(s, "events_left", 5) } else { 0 };
    let hands: Vec<Value> =
        (0..n).map(|i| multiset(texts(s, "hands").get(i as usize).map_or("", String::as_str))).collect();
    let discards = multiset(s.get("discards").map_or("", |v| v.as_str().unwrap()));
    let seats = (0..n).map(|i| seat(s, i, n, hands[i as usize].clone())).collect();
    let mut d = Value::object([
        ("aqueducts", Value::List(vec![])),
        ("config", config(s)),
        ("decks", decks(s, n, year, phase, events_left, &hands, discards)),
        ("emperor", Value::Int(emperor)),
        ("enemies", multiset("")),
        ("estates", Value::object([("roma", Value::List((0..n).map(Value::Int).collect()))])),
        ("events_left", Value::Int(events_left)),
        ("famine", Value::List(vec![Value::Int(0); 4])),
        ("forum", Value::List(open_forum(s, n, year, phase))),
        ("game", Value::from("purple")),
        ("grain", Value::Int(0)),
        ("happiness", Value::Int(5)),
        ("heir", Value::Null),
        ("legions", multiset("africa africa hispania hispania macedonia macedonia syria syria")),
        ("line", Value::List(vec![])),
        ("over", Value::Null),
        ("phase", Value::Int(phase)),
        ("price", Value::Int(2)),
        ("rest", Value::Bool(true)),
        ("seats", Value::List(seats)),
        ("senate", Value::List(vec![])),
        ("senate_vp", Value::Int(0)),
        ("set", Value::from("reconstructed-1")),
        ("severe_weather", Value::Bool(false)),
        ("step", step(s, at, n, emperor, active, &hands)),
        ("turn", if phase == 4 { turn(s, emperor, active) } else { Value::Null }),
        ("year", Value::Int(year)),
    ]);
    if let Some(with) = s.get("with") {
        with.as_table().unwrap().iter().for_each(|(path, v)| put(&mut d, path, v));
    }
    d
}

fn turn(s: &Table, first: i64, seat: i64) -> Value {
    Value::object([
        ("actions", Value::Int(int(s, "actions", 0))),
        ("first", Value::Int(first)),
        ("seat", Value::Int(seat)),
    ])
}

fn seat(s: &Table, i: i64, n: i64, hand: Value) -> Value {
    let agenda = agendas(s).get(i as usize).cloned().unwrap();
    let standing = Value::object([("copies", multiset("")), ("plots", Value::Null)]);
    Value::object([
        ("agenda", Value::from(agenda.as_str())),
        ("coins", Value::Int(15)),
        ("deaths", Value::Int(0)),
        ("hand", hand),
        ("monuments", Value::Int(0)),
        ("pawn", Value::from("roma")),
        ("role", Value::from(MATS[i as usize])),
        ("spent", Value::Int(0)),
        ("standing", standing),
        ("unused", Value::Int(if n == 2 { 10 } else { 11 })),
        ("used", Value::Int(0)),
        ("vp", Value::Int(0)),
    ])
}

fn agendas(s: &Table) -> Vec<String> {
    let mut held = texts(s, "agendas");
    held.extend(AGENDAS.iter().filter(|a| !texts(s, "agendas").contains(&(**a).to_owned())).map(|a| (*a).to_owned()));
    held
}

fn decks(s: &Table, n: i64, year: i64, phase: i64, events_left: i64, hands: &[Value], discards: Value) -> Value {
    let drawn = 5 * (year - 1)
        + match phase {
            3 => 5 - events_left,
            p if p > 3 => 5,
            _ => 0,
        };
    let mut set: Vec<(&str, i64)> = EVENTS.to_vec();
    if n == 1 {
        set.truncate(13);
    }
    let each = set.iter().flat_map(|(id, n)| (0..*n).map(move |_| *id));
    let gone: Vec<&str> = each.take(drawn as usize).collect();
    let gone = multiset(&gone.join(" "));
    let taken: Vec<Value> = hands.iter().cloned().chain([discards.clone()]).collect();
    let open = forum_names(s, year, phase);
    let pile: Vec<&str> = FORUM.into_iter().filter(|f| !open.contains(&(*f).to_owned())).collect();
    let left = agendas(s)[n as usize..].join(" ");
    // `pile`: everything else lies on the discards.
    let (plot, discards) = match s.get("pile").and_then(Toml::as_str) {
        None => (rest(&PLOTS, &taken), discards),
        Some(pile) => {
            let pile = multiset(pile);
            let others: Vec<Value> = hands.iter().cloned().chain([pile.clone()]).collect();
            (pile, rest(&PLOTS, &others))
        }
    };
    Value::object([
        ("agenda", multiset(&left)),
        ("event", rest(&set, std::slice::from_ref(&gone))),
        ("event_discard", gone),
        ("forum", multiset(&pile.join(" "))),
        ("plot", plot),
        ("plot_discard", discards),
    ])
}

fn forum_names(s: &Table, year: i64, phase: i64) -> Vec<String> {
    let mut names = texts(s, "forum");
    let open = (year - i64::from(phase < 4)) as usize;
    for more in FORUM {
        if names.len() < open && !names.contains(&more.to_owned()) {
            names.push(more.to_owned());
        }
    }
    names
}

fn open_forum(s: &Table, n: i64, year: i64, phase: i64) -> Vec<Value> {
    let card = |name: &String| {
        let options = if name == "jupiter" { 3 } else { 2 };
        let none = Value::List((0..n).map(|_| Value::Int(0)).collect());
        Value::object([("card", Value::from(name.as_str())), ("tokens", Value::List(vec![none; options]))])
    };
    forum_names(s, year, phase).iter().map(card).collect()
}

fn step(s: &Table, at: &str, n: i64, emperor: i64, active: i64, hands: &[Value]) -> Value {
    if let Some(moment) = at.strip_prefix("window ") {
        let first = if moment == "turn" { active + 1 } else { emperor };
        let clockwise = (0..n).map(|i| (first + i) % n);
        let asked = clockwise.filter(|i| {
            let active_turn = moment == "turn" && *i == active;
            !active_turn && hands[*i as usize].as_object().is_some_and(|h| !h.is_empty())
        });
        return Value::object([
            ("at", Value::from("window")),
            ("moment", Value::from(moment)),
            ("pending", Value::List(asked.map(Value::Int).collect())),
        ]);
    }
    if at == "place_building" {
        return Value::object([("at", Value::from(at)), ("left", Value::Int(int(s, "left", 1)))]);
    }
    Value::object([("at", Value::from(at))])
}
