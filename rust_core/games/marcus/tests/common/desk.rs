//! Position documents in few words: what a scenario names lies on the table, everything else where it belongs.

use referee_cards::Library;
use referee_kernel::json::Value;
use referee_kernel::table::Rulebook;
use referee_marcus::Book;

const ZONES: [&str; 3] = ["marcomanni", "quadi", "iazyges"];
const LEADERS: [&str; 4] = ["marcus", "pompeianus", "pertinax", "maximianus"];

struct Desk {
    document: Value,
    legions: i64,
    led: Vec<String>,
}

fn text<'a>(fields: &'a toml::Table, key: &str) -> Option<&'a str> {
    fields.get(key).map(|v| v.as_str().unwrap_or_else(|| panic!("{key} must be a text")))
}

/// The document of a scenario.
pub fn document(fields: &toml::Table) -> Value {
    let options = fields.get("options").map_or_else(String::new, |o| json_of(o).text());
    let config = if options.is_empty() { "{}".to_owned() } else { format!("{{\"options\":{options}}}") };
    let start = Book::new().start(&Library::new(), &Value::parse(config.as_bytes()).unwrap()).unwrap();
    let document = Value::parse(&start.document()).unwrap();
    let mut desk = Desk { document, legions: 0, led: Vec::new() };
    desk.time(fields);
    desk.pieces(fields);
    desk.cards(fields);
    for (path, v) in fields.get("with").and_then(toml::Value::as_table).into_iter().flatten() {
        desk.put(path, json_of(v));
    }
    desk.document
}

/// TOML as JSON; the text `null` stands for null.
pub fn json_of(v: &toml::Value) -> Value {
    match v {
        toml::Value::String(s) if s == "null" => Value::Null,
        toml::Value::String(s) => s.as_str().into(),
        toml::Value::Integer(i) => Value::Int(*i),
        toml::Value::Boolean(b) => Value::Bool(*b),
        toml::Value::Array(items) => Value::List(items.iter().map(json_of).collect()),
        toml::Value::Table(t) => Value::Object(t.iter().map(|(k, v)| (k.clone(), json_of(v))).collect()),
        other => panic!("{other:?} has no place here"),
    }
}

impl Desk {
    fn at(&mut self, path: &str) -> &mut Value {
        path.split('.').fold(&mut self.document, |v, key| match v {
            Value::Object(fields) => fields.entry(key.to_owned()).or_insert(Value::Null),
            _ => panic!("no {path}"),
        })
    }

    fn put(&mut self, path: &str, v: impl Into<Value>) {
        *self.at(path) = v.into();
    }

    fn time(&mut self, fields: &toml::Table) {
        let year = fields.get("year").and_then(toml::Value::as_integer).unwrap_or(171);
        let phase = text(fields, "phase").unwrap_or("roman");
        let (kind, rule) = match phase {
            "redeploy" => ("redeploy", "6.2"),
            "barbarian" => ("before_draw", "7.0.2"),
            "hand_limit" => ("hand_limit", "8.12.1"),
            _ => ("roman", "8.1.1"),
        };
        let round = text(fields, "round").unwrap_or(if phase == "redeploy" { "spring" } else { "summer" });
        self.put("year", year);
        self.put("phase", phase);
        self.put("round", round);
        self.put("draws_left", if phase == "barbarian" { 3_i64 } else { 0 });
        let entry = [("kind", kind.into()), ("rule", rule.into()), ("seat", Value::Int(0))];
        self.put("pending", Value::object([("decide", Value::object(entry))]));
        if year >= 175 {
            for deck in ["roman", "barbarian"] {
                let late = std::mem::replace(self.at(&format!("{deck}.late")), Value::object([]));
                let Value::Object(late) = late else { panic!() };
                for (card, n) in late {
                    self.put(&format!("{deck}.deck.{card}"), n);
                }
            }
        }
    }

    /// `legions leader`, with words for what else lies there.
    fn army(&mut self, path: &str, words: &str) {
        for word in words.split_whitespace() {
            if let Ok(n) = word.parse::<i64>() {
                self.put(&format!("{path}.legions"), n);
                self.legions += n;
            } else if word == "mutiny" {
                self.put(&format!("{path}.mutiny"), true);
            } else {
                self.put(&format!("{path}.leader"), word);
                self.led.push(word.to_owned());
            }
        }
    }

    fn pieces(&mut self, fields: &toml::Table) {
        let defaults = ["3 | 4 pompeianus |", "peace | 0 |", "2 | 6 marcus |"];
        for (zone, default) in ZONES.iter().zip(defaults) {
            let parts: Vec<_> = text(fields, zone).unwrap_or(default).split('|').map(str::trim).collect();
            self.tribe(zone, parts[0]);
            self.army(&format!("armies.{zone}"), parts.get(1).unwrap_or(&""));
            if let Some(levels) = parts.get(2).filter(|l| !l.is_empty()) {
                let levels = levels.chars().map(|c| Value::Int(c.to_digit(10).unwrap().into())).collect::<Vec<_>>();
                self.put(&format!("forts.{zone}"), levels);
            }
        }
        for spot in ["west", "east"] {
            if let Some(words) = text(fields, spot) {
                let (conflict, army) = words.split_once('|').unwrap_or((words, "0"));
                self.put(&format!("off_map.{spot}.conflict"), conflict.trim());
                self.take("barbarian.deck", conflict.trim());
                self.army(&format!("off_map.{spot}"), army);
            }
        }
        let extra: Vec<_> = text(fields, "extra").unwrap_or("").split_whitespace().map(str::to_owned).collect();
        let mut waiting = Vec::new();
        for legion in ["legio22", "slaves"] {
            let raised = extra.iter().any(|e| e == legion);
            self.played(raised, &format!("r_{legion}"), legion, &mut waiting);
        }
        let mut leaders = Vec::new();
        let mut free = Vec::new();
        for leader in LEADERS {
            let raised = self.led.iter().any(|l| l == leader) || extra.iter().any(|e| e == leader);
            if matches!(leader, "pertinax" | "maximianus") {
                self.played(raised, &format!("r_{leader}"), leader, &mut leaders);
            }
            let waits = leaders.contains(&Value::from(leader));
            if !self.led.iter().any(|l| l == leader) && !waits {
                free.push(Value::from(leader));
            }
        }
        let rest = 14 - self.legions - waiting.len() as i64;
        self.put("unactivated.legions", waiting);
        self.put("unactivated.leaders", leaders);
        let pile = if text(fields, "phase") == Some("redeploy") { "pool" } else { "recovery" };
        self.put("recovery.legions", 0_i64);
        self.put("pool", Value::object([("legions", Value::Int(0)), ("leaders", Value::List(Vec::new()))]));
        self.put(&format!("{pile}.legions"), rest);
        self.put(&format!("{pile}.leaders"), free);
    }

    /// A piece waits, or its card lies in the History pile.
    fn played(&mut self, raised: bool, card: &str, piece: &str, waiting: &mut Vec<Value>) {
        if raised {
            self.take("roman.deck", card);
            self.put(&format!("roman.history.{card}"), 1_i64);
        } else {
            waiting.push(piece.into());
        }
    }

    /// `gone`, `peace`, or the space with `D` for Demoralized and `T` for a truce.
    fn tribe(&mut self, zone: &str, words: &str) {
        if zone == "quadi" {
            self.put("quadi_peace", words == "peace");
        }
        let gone = words == "gone";
        let space: String = words.chars().filter(char::is_ascii_digit).collect();
        let space = space.parse::<i64>().ok();
        let tribe = [
            ("status", if gone { "surrendered" } else { "active" }.into()),
            ("space", if gone { Value::Null } else { Value::Int(space.unwrap_or(0)) }),
            ("bold", Value::Bool(!words.contains('D'))),
            ("truce", Value::Bool(words.contains('T'))),
        ];
        self.put(&format!("tribes.{zone}"), Value::object(tribe));
    }

    /// Takes a card out of a pile.
    fn take(&mut self, pile: &str, card: &str) {
        let Value::Object(cards) = self.at(pile) else { panic!() };
        let n = cards.get(card).and_then(Value::as_int).unwrap_or_else(|| panic!("no {card} in {pile}"));
        match n {
            1 => drop(cards.remove(card)),
            _ => drop(cards.insert(card.to_owned(), Value::Int(n - 1))),
        }
    }

    fn give(&mut self, pile: &str, card: &str) {
        let Value::Object(cards) = self.at(pile) else { panic!() };
        let n = cards.get(card).and_then(Value::as_int).unwrap_or(0);
        cards.insert(card.to_owned(), Value::Int(n + 1));
    }

    /// `card, card 2, …`; a last `*` is everything that is left in the deck.
    fn cards(&mut self, fields: &toml::Table) {
        let top: Vec<_> = text(fields, "top").unwrap_or("").split_whitespace().map(str::to_owned).collect();
        top.iter().for_each(|card| self.take("barbarian.deck", card));
        self.put("barbarian.top", top.iter().map(|c| Value::from(c.as_str())).collect::<Vec<_>>());
        let piles = [
            ("hand", "hand"),
            ("meditations", "meditations"),
            ("discards", "roman.discard"),
            ("history", "roman.history"),
            ("surge", "surge"),
            ("barbarian_discards", "barbarian.discard"),
            ("barbarian_history", "barbarian.history"),
        ];
        for (key, pile) in piles {
            let barbarian = key == "surge" || key.starts_with("barbarian");
            let home = if barbarian { "barbarian.deck" } else { "roman.deck" };
            for entry in text(fields, key).unwrap_or("").split(',').map(str::trim).filter(|e| !e.is_empty()) {
                if entry == "*" {
                    let Value::Object(rest) = std::mem::replace(self.at(home), Value::object([])) else { panic!() };
                    for (card, n) in rest {
                        (0..n.as_int().unwrap()).for_each(|_| self.give(pile, &card));
                    }
                    continue;
                }
                let (card, n) = entry.split_once(' ').map_or((entry, 1), |(c, n)| (c, n.parse().unwrap()));
                for _ in 0..n {
                    self.take(home, card);
                    self.give(pile, card);
                }
            }
        }
    }
}
