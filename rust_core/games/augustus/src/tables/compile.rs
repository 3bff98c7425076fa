//! From the set's file to tables. Total: whatever the file holds, it gives tables or a list of mistakes.

use referee_kernel::json::Value;
use referee_kernel::rule::Rule;
use referee_kernel::set::Mistake;

use super::{Attack, ColourTile, Objective, Power, Tables};
use crate::numbers::{Number, Numbers};
use crate::spaces::Spaces;
use crate::words::{self, COLOUR_TILES, Category, Colour, Resource, Token};

const FILE: &str = "objectives.json";
/// The most points a card or tile may give: far above anything printed, far below any overflow.
const POINTS: i64 = 1000;

/// Every mistake of a set's files; empty if it can be played with.
#[must_use]
pub fn check_set(files: &[(String, Value)]) -> Vec<Mistake> {
    let name = files.iter().find(|(name, _)| name == FILE).and_then(|(_, d)| d.get("set")?.as_str());
    compile(name.unwrap_or_default(), files).err().unwrap_or_default()
}

pub(super) fn compile(name: &str, files: &[(String, Value)]) -> Result<Tables, Vec<Mistake>> {
    let mut c = Compiler { tables: empty(name), mistakes: Vec::new() };
    match files {
        [(file, document)] if file == FILE => c.document(document),
        _ => c.wrong("", None, "the set is one file, objectives.json"),
    }
    if c.mistakes.is_empty() { Ok(c.tables) } else { Err(c.mistakes) }
}

fn empty(name: &str) -> Tables {
    let blank = Objective {
        colour: Colour::Senator,
        produces: [false; 2],
        points: 0,
        spaces: Spaces::NONE,
        power: Power::None,
    };
    Tables {
        name: name.to_owned(),
        objectives: [blank; 128],
        by_colour: [Numbers::NONE; 4],
        by_resource: [Numbers::NONE; 2],
        red: Numbers::NONE,
        equivalences: Numbers::NONE,
        partners: [[Numbers::NONE; 6]; 6],
        colour_tiles: [ColourTile::default(); 5],
        number_tiles: [0; 5],
        resource_tiles: [0; 2],
    }
}

struct Compiler {
    tables: Tables,
    mistakes: Vec<Mistake>,
}

impl Compiler {
    fn wrong(&mut self, path: &str, card: Option<&str>, why: &str) {
        self.mistakes.push(Mistake {
            file: FILE.to_owned(),
            path: path.to_owned(),
            card: card.map(str::to_owned),
            why: why.to_owned(),
        });
    }

    fn document(&mut self, d: &Value) {
        if d.as_object().is_none() {
            return self.wrong("", None, "the file is an object");
        }
        if d.get("game").and_then(Value::as_str) != Some("augustus") {
            self.wrong("game", None, "the game is augustus");
        }
        if d.get("set").and_then(Value::as_str) != Some(self.tables.name.as_str()) {
            self.wrong("set", None, "the set has the name under which it is installed");
        }
        self.rules(d);
        self.rewards(d.get("rewards").unwrap_or(&Value::Null));
        let objectives = d.get("objectives").and_then(Value::as_list).unwrap_or_default();
        if objectives.len() != 88 {
            self.wrong("objectives", None, "there are 88 objectives (1.1)");
        }
        for (number, o) in (1..=88).zip(objectives) {
            self.objective(number, o);
        }
    }

    /// What the file says of the components must be what the rules say; only values of cards and tiles are free.
    fn rules(&mut self, d: &Value) {
        let strings = |names: &[&str]| Value::List(names.iter().map(|n| Value::from(*n)).collect());
        let tokens = Token::BY_NAME.map(|t| (t.name(), Value::from(Token::COUNTS[t.index()])));
        let legions = [("start", words::START_LEGIONS.into()), ("total", words::LEGIONS.into())];
        let expected = [
            ("categories", strings(&Category::ALL.map(Category::name)), "the six categories in their order (1.6)"),
            ("colours", strings(&Colour::ALL.map(Colour::name)), "senator, green, pink, orange (1.3)"),
            ("tokens", Value::object(tokens), "the 23 tokens (1.12)"),
            ("legions", Value::object(legions), "total 48, start 7 (1.9, 2.2)"),
            ("market_size", words::MARKET.into(), "5 (2.4)"),
            ("deal", words::DEAL.into(), "6 (2.5)"),
            ("keep", words::KEEP.into(), "3 (2.6)"),
            ("end_at", words::END_AT.into(), "7 (8.1)"),
        ];
        for (key, value, why) in expected {
            if d.get(key) != Some(&value) {
                self.wrong(key, None, &format!("the rules want {why}"));
            }
        }
    }

    fn rewards(&mut self, r: &Value) {
        let list = |key| r.get(key).and_then(Value::as_list).unwrap_or_default();
        for (i, id) in COLOUR_TILES.into_iter().enumerate() {
            let path = format!("rewards.colour[{i}]");
            let Some(points) = self.tile(&path, list("colour").get(i), id) else { continue };
            let needs = list("colour").get(i).and_then(|t| t.get("needs")?.as_object());
            let known = needs.filter(|n| !n.is_empty() && n.keys().all(|k| Colour::named(k).is_some()));
            let count = |c: Colour| match known?.get(c.name()) {
                None => Some(0),
                Some(v) => v.as_int_in(1, 88).and_then(|n| u8::try_from(n).ok()),
            };
            match Colour::ALL.map(count) {
                [Some(a), Some(b), Some(c), Some(d)] => {
                    self.tables.colour_tiles[i] = ColourTile { points, needs: [a, b, c, d] };
                }
                _ => self.wrong(&format!("{path}.needs"), Some(id), "needs counts objectives by colour, 1 or more"),
            }
        }
        for i in 0..5_u8 {
            let at = usize::from(i);
            let path = format!("rewards.number[{i}]");
            let Some(points) = self.tile(&path, list("number").get(at), &format!("number_{}", i + 2)) else { continue };
            self.tables.number_tiles[at] = points;
            if list("number").get(at).and_then(|t| t.get("objectives")) != Some(&Value::from(i + 2)) {
                self.wrong(&format!("{path}.objectives"), None, "the tiles are for 2, 3, 4, 5, 6 objectives (1.14)");
            }
        }
        for (i, resource) in Resource::ALL.into_iter().enumerate() {
            let path = format!("rewards.resource[{i}]");
            if let Some(points) = self.tile(&path, list("resource").get(i), resource.name()) {
                self.tables.resource_tiles[i] = points;
            }
        }
        for (key, count) in [("colour", 5), ("number", 5), ("resource", 2)] {
            if list(key).len() > count {
                self.wrong(&format!("rewards.{key}"), None, "there are twelve reward tiles (1.13)");
            }
        }
    }

    /// The points of the tile that must stand at this place.
    fn tile(&mut self, path: &str, tile: Option<&Value>, id: &str) -> Option<u32> {
        if tile.and_then(|t| t.get("id")?.as_str()) != Some(id) {
            self.wrong(path, Some(id), "this tile stands here");
            return None;
        }
        let points = number(tile.and_then(|t| t.get("points")), 0, POINTS);
        if points.is_none() {
            self.wrong(&format!("{path}.points"), Some(id), "points is 0 to 1000");
        }
        points
    }

    fn objective(&mut self, n: Number, o: &Value) {
        let path = format!("objectives[{}]", n - 1);
        let id = o.get("id").and_then(Value::as_str);
        let mut check = |key: &str, right: bool, why: &str| {
            if !right {
                self.wrong(&format!("{path}.{key}"), id, why);
            }
        };
        check("id", id.is_some(), "every objective has an id");
        check("name", o.get("name").and_then(Value::as_str).is_some(), "every objective has a name");
        check("number", o.get("number") == Some(&n.into()), "objectives stand in the order of their numbers");
        check("copies", o.get("copies") == Some(&1_u8.into()), "each objective exists once (1.1)");
        let colour = o.get("colour").and_then(Value::as_str).and_then(Colour::named);
        check("colour", colour.is_some(), "the colour is senator, green, pink or orange");
        let kind = if colour == Some(Colour::Senator) { "senator" } else { "province" };
        check("kind", o.get("kind").and_then(Value::as_str) == Some(kind), "senators have the colour senator (1.3)");
        let produces = Resource::ALL.map(|r| number(o.get(r.name()), 0, 1));
        for (r, made) in Resource::ALL.into_iter().zip(produces) {
            check(r.name(), made.is_some(), "a resource is produced (1) or not (0)");
        }
        let points = number(o.get("points"), 0, POINTS);
        check("points", points.is_some(), "points is 0 to 1000");
        let spaces = o.get("spaces").and_then(spaces);
        check("spaces", spaces.is_some(), "spaces counts by category, 2 to 6 together (1.4)");
        let power = o.get("power").and_then(power);
        check("power", power.is_some(), "the power is one of the interface's, with its keys");
        if let Some(power) = power {
            let (timing, rule) = timing_and_rule(power);
            let red = matches!(power, Power::Attack(_));
            check("red", o.get("red") == Some(&red.into()), "the red objectives are the attacks (1.17)");
            check("timing", o.get("timing").and_then(Value::as_str) == Some(timing), "the timing is that of the power");
            check("rule", o.get("rule").and_then(Value::as_str) == Some(rule.0), "the rule is that of the power");
        }
        if let (Some(colour), Some(points), Some(spaces), Some(power)) = (colour, points, spaces, power) {
            let produces = produces.map(|made| made == Some(1));
            self.enter(n, Objective { colour, produces, points, spaces, power });
        }
    }

    fn enter(&mut self, n: Number, o: Objective) {
        let t = &mut self.tables;
        t.objectives[usize::from(n & 127)] = o;
        let add = |set: &mut Numbers| *set = set.with(n);
        add(&mut t.by_colour[o.colour as usize]);
        for r in Resource::ALL {
            if o.produces[r as usize] {
                add(&mut t.by_resource[r as usize]);
            }
        }
        match o.power {
            Power::Attack(_) => add(&mut t.red),
            Power::Equivalence(a, b) => {
                add(&mut t.equivalences);
                add(&mut t.partners[a as usize][b as usize]);
                add(&mut t.partners[b as usize][a as usize]);
            }
            _ => (),
        }
    }
}

fn number(v: Option<&Value>, low: i64, high: i64) -> Option<u32> {
    u32::try_from(v?.as_int_in(low, high)?).ok()
}

fn spaces(v: &Value) -> Option<Spaces> {
    let mut spaces = Spaces::NONE;
    let mut total = 0;
    for (name, count) in v.as_object()? {
        let count = u8::try_from(count.as_int_in(1, 6)?).ok()?;
        spaces = spaces.set(Category::named(name)?, count);
        total += count;
    }
    (2..=6).contains(&total).then_some(spaces)
}

fn power(v: &Value) -> Option<Power> {
    let word = |key| v.get(key).and_then(Value::as_str);
    let category = || word("category").and_then(Category::named);
    let legions = || number(v.get("legions"), 1, 48).and_then(|n| u8::try_from(n).ok());
    let points = |key| number(v.get(key), 0, POINTS);
    let (power, keys): (_, &[&str]) = match word("type")? {
        "none" => (Power::None, &[]),
        "mobilise" => (Power::Mobilise { category: category()?, legions: legions()? }, &["category", "legions"]),
        "mobilise_any" => (Power::MobiliseAny { legions: legions()? }, &["legions"]),
        "complete_objective" => (Power::CompleteObjective, &[]),
        "take_two" => (Power::TakeTwo, &[]),
        "rearrange" => (Power::Rearrange, &[]),
        "gain_legions" => (Power::GainLegions { legions: legions()? }, &["legions"]),
        "attack" => (Power::Attack(attack(word("effect")?)?), &["effect"]),
        "equivalence" => {
            let [a, b] = v.get("categories")?.as_list()? else { return None };
            let (a, b) = (Category::named(a.as_str()?)?, Category::named(b.as_str()?)?);
            (Power::Equivalence(a, b), &["categories"])
        }
        "score_category" => {
            let power = Power::ScoreCategory { category: category()?, points: points("points")?, max: points("max")? };
            (power, &["category", "points", "max"])
        }
        "score_colour" => {
            let colour = Colour::named(word("colour")?)?;
            (Power::ScoreColour { colour, points: points("points")? }, &["colour", "points"])
        }
        "score_red" => (Power::ScoreRed { points: points("points")? }, &["points"]),
        _ => return None,
    };
    let known = v.as_object()?.keys().all(|k| k == "type" || keys.contains(&k.as_str()));
    known.then_some(power)
}

fn attack(effect: &str) -> Option<Attack> {
    Some(match effect {
        "remove_one_legion" => Attack::OneLegion,
        "remove_two_legions" => Attack::TwoLegions,
        "remove_all_legions" => Attack::AllLegions,
        "remove_controlled_objective" => Attack::ControlledObjective,
        _ => return None,
    })
}

fn timing_and_rule(power: Power) -> (&'static str, Rule) {
    match power {
        Power::None => ("none", Rule("4.3.2")),
        Power::Mobilise { .. } => ("immediate", Rule("10.2")),
        Power::MobiliseAny { .. } => ("immediate", Rule("10.3")),
        Power::CompleteObjective => ("immediate", Rule("10.4")),
        Power::TakeTwo => ("immediate", Rule("10.5")),
        Power::Rearrange => ("immediate", Rule("10.6")),
        Power::GainLegions { .. } => ("immediate", Rule("10.7")),
        Power::Attack(Attack::OneLegion) => ("immediate", Rule("10.9")),
        Power::Attack(Attack::TwoLegions) => ("immediate", Rule("10.10")),
        Power::Attack(Attack::AllLegions) => ("immediate", Rule("10.11")),
        Power::Attack(Attack::ControlledObjective) => ("immediate", Rule("10.12")),
        Power::Equivalence(..) => ("permanent", Rule("10.14")),
        Power::ScoreCategory { .. } => ("end_of_game", Rule("10.19")),
        Power::ScoreColour { .. } => ("end_of_game", Rule("10.20")),
        Power::ScoreRed { .. } => ("end_of_game", Rule("10.21")),
    }
}
