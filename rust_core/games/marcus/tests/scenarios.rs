//! Runs the scenarios of `tests/rules/marcus`: what they are written in is said in the README there.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::collections::BTreeMap;

use common::{desk, folder, words};
use referee_cards::{Library, shipped};
use referee_kernel::json::Value;
use referee_kernel::table::{Rulebook, Table};
use referee_kernel::wire::Cards;
use referee_marcus::{Book, wire};

fn json(bytes: &[u8]) -> Value {
    Value::parse(bytes).unwrap()
}

fn texts(v: Option<&toml::Value>) -> Vec<&str> {
    v.and_then(toml::Value::as_array).map(|l| l.iter().map(|t| t.as_str().unwrap()).collect()).unwrap_or_default()
}

fn at<'a>(document: &'a Value, path: &str) -> &'a Value {
    path.split('.').fold(document, |v, key| match key.parse::<usize>() {
        Ok(i) if v.as_list().is_some() => &v.as_list().unwrap()[i],
        _ => v.get(key).unwrap_or_else(|| panic!("no {path} in {}", v.text())),
    })
}

struct Scenario<'a> {
    id: &'a str,
    fields: &'a toml::Table,
}

impl Scenario<'_> {
    fn begin(&self) -> Result<Box<dyn Table>, &'static str> {
        let library = Library::new();
        if let Some(config) = self.fields.get("config") {
            return Book::new().start(&library, &desk::json_of(config)).map_err(|e| e.0);
        }
        Book::new().load(&library, &desk::document(self.fields)).map_err(|e| e.0)
    }

    /// Takes one step and gives the rule that refuses it.
    fn take(&self, table: &mut dyn Table, step: &str, seat: u64) -> Result<(), &'static str> {
        let taken = match words::read(step) {
            words::Input::Action(action) => table.act(seat, &action),
            words::Input::Outcome(outcome) => table.chance(&outcome),
        };
        taken.map_err(|e| e.rule.0)
    }

    fn play(&self) {
        let begun = self.begin();
        if let Some(begins) = self.fields.get("error").and_then(toml::Value::as_str) {
            let Err(message) = begun else { panic!("is accepted") };
            assert!(message.starts_with(begins), "{message}");
            return;
        }
        let mut table = begun.unwrap_or_else(|message| panic!("{message}"));
        let refused = self.fields.get("refused").and_then(toml::Value::as_str);
        let mut steps = texts(self.fields.get("do"));
        let last = refused.map(|_| steps.pop().expect("a step to refuse"));
        for step in steps {
            let taken = self.take(&mut *table, step, 0);
            assert_eq!(taken, Ok(()), "{step} at {}", String::from_utf8_lossy(&table.next()));
        }
        if let (Some(step), Some(rule)) = (last, refused) {
            let seat = self.fields.get("seat").and_then(toml::Value::as_integer).unwrap_or(0);
            let before = table.document();
            assert_eq!(self.take(&mut *table, step, u64::try_from(seat).unwrap_or(u64::MAX)), Err(rule), "{step}");
            assert_eq!(table.document(), before, "a refusal changes nothing");
        }
        self.expect(&*table);
    }

    fn expect(&self, table: &dyn Table) {
        let next = json(&table.next());
        let entry = next.get("decide").map_or_else(|| next.get("chance"), |d| d.as_list().unwrap().first());
        if let Some(asks) = self.fields.get("asks").and_then(toml::Value::as_str) {
            let said = match entry {
                None => format!("over {}", at(&next, "over.reason").as_str().unwrap()),
                Some(e) => {
                    let kind = e.get("for").or_else(|| e.get("kind")).and_then(Value::as_str).unwrap();
                    format!("{kind} {}", e.get("rule").and_then(Value::as_str).unwrap())
                }
            };
            assert_eq!(said, asks);
        }
        for (key, want) in self.fields.get("entry").and_then(toml::Value::as_table).into_iter().flatten() {
            assert_eq!(at(entry.unwrap(), key).text(), desk::json_of(want).text(), "{key} of the entry");
        }
        for (key, want) in self.fields.get("result").and_then(toml::Value::as_table).into_iter().flatten() {
            assert_eq!(at(&next, "over").get(key).unwrap().text(), desk::json_of(want).text(), "{key} of the result");
        }
        let document = json(&table.document());
        for (path, want) in self.fields.get("then").and_then(toml::Value::as_table).into_iter().flatten() {
            assert_eq!(at(&document, path).text(), desk::json_of(want).text(), "{path}");
        }
        self.expect_list(table, entry);
        for (step, paragraph) in self.fields.get("why").and_then(toml::Value::as_table).into_iter().flatten() {
            assert_eq!(self.obstacle(table, step), paragraph.as_str().unwrap(), "{step}");
        }
    }

    /// The paragraph that a match names when it is asked why an action is not legal after those of the scenario; it is
    /// refused with the rule of the decision.
    fn obstacle(&self, table: &dyn Table, step: &str) -> String {
        let begun = self.begin().unwrap();
        let (config, position) = (json(&begun.config()), json(&begun.document()));
        let config = Value::object([("config", config), ("position", position)]).canonical();
        let rules = wire(shipped("marcus").unwrap()).unwrap();
        assert!(rules.accepts(&config, 1), "a match can begin there");
        let state = rules.start(&config, 1);
        let steps = texts(self.fields.get("do")).into_iter().chain([step]);
        let actions = steps.map(|step| match words::read(step) {
            words::Input::Action(action) => action,
            words::Input::Outcome(_) => panic!("{step} is no action"),
        });
        let payload = Value::List(actions.collect()).canonical();
        let refused = state.check(0, &payload, &Cards::new()).expect_err("it is legal");
        let next = json(&table.next());
        assert_eq!(refused.rule, format!("marcus:{}", at(&next, "decide.0.rule").as_str().unwrap()));
        let told = state.why(0, &payload, &Cards::new()).unwrap_err();
        told.rule.strip_prefix("marcus:").unwrap().to_owned()
    }

    fn expect_list(&self, table: &dyn Table, entry: Option<&Value>) {
        let legal = entry.and_then(|e| e.get("legal")).and_then(Value::as_list).unwrap_or_default();
        let listed = |step: &str| match words::read(step) {
            words::Input::Action(action) => legal.contains(&action),
            words::Input::Outcome(_) => panic!("{step} is no action"),
        };
        for step in texts(self.fields.get("lists")) {
            assert!(listed(step), "{step} is not in {legal:?}");
        }
        for step in texts(self.fields.get("lacks")) {
            assert!(!listed(step), "{step} is in the list");
            let rule = at(entry.unwrap(), "rule").as_str().unwrap();
            let taken = self.take(&mut *table.boxed(), step, 0);
            assert_eq!(taken, Err(rule), "{step}");
        }
        if let Some(all) = self.fields.get("all") {
            let all = texts(Some(all));
            assert!(all.iter().all(|s| listed(s)) && all.len() == legal.len(), "{all:?} is not {legal:?}");
        }
    }
}

/// The scenarios of one file.
fn run(file: &str) -> u32 {
    let text = std::fs::read_to_string(folder("rules/marcus").join(file)).unwrap();
    let file: toml::Table = text.parse().unwrap_or_else(|e| panic!("{file}: {e}"));
    let mut seen = BTreeMap::new();
    let mut failed = Vec::new();
    for scenario in file["scenario"].as_array().unwrap() {
        let fields = scenario.as_table().unwrap();
        let id = fields["id"].as_str().unwrap();
        assert!(seen.insert(id, ()).is_none(), "{id} stands there twice");
        let scenario = Scenario { id, fields };
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| scenario.play()));
        if outcome.is_err() {
            failed.push(scenario.id);
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
    u32::try_from(seen.len()).unwrap()
}

macro_rules! chapters {
    ($($name:ident)+) => {
        $(#[test]
        fn $name() {
            assert!(run(concat!(stringify!($name), ".toml")) > 0);
        })+

        #[test]
        fn every_file_is_run() {
            let mut files: Vec<_> = std::fs::read_dir(folder("rules/marcus"))
                .unwrap()
                .map(|f| f.unwrap().file_name().into_string().unwrap())
                .filter(|f| f.ends_with(".toml"))
                .collect();
            files.sort();
            assert_eq!(files, [$(concat!(stringify!($name), ".toml")),+]);
        }
    };
}

chapters! {
    chapter_01_05 chapter_06 chapter_07 chapter_08 chapter_08_battles chapter_09_11 chapter_12 chapter_13 examples
}
