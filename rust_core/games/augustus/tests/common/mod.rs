//! What the tests share.

use std::io::Read;

use referee_kernel::json::{Value, Writer};

/// Reads JSON.
pub fn json(text: &str) -> Value {
    Value::parse(text.as_bytes()).unwrap_or_else(|e| panic!("{e}: {text}"))
}

/// What `write` writes.
#[allow(dead_code)]
pub fn written(write: impl FnOnce(&mut Writer)) -> Value {
    let mut w = Writer::new();
    write(&mut w);
    Value::parse_canonical(&w.finish()).unwrap()
}

/// The lines of a file of vectors.
#[allow(dead_code)]
pub fn lines(name: &str) -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/vectors/augustus/").to_owned() + name + ".jsonl.gz";
    let mut text = String::new();
    flate2::read::GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    text.lines().map(json).collect()
}

/// A set of short objectives: each asks for a double sword and a shield, produces what its number says, and has the
/// power that `power` gives to its number. Games with it reach what games with the real set rarely do.
#[allow(dead_code)]
pub fn short_set(name: &str, power: impl Fn(i64) -> (&'static str, &'static str)) -> referee_kernel::set::CardSet {
    let shipped = referee_cards::shipped("augustus").unwrap();
    let Some(Value::Object(mut file)) = shipped.file("objectives.json").cloned() else { panic!() };
    file.insert("set".to_owned(), name.into());
    let Some(Value::List(objectives)) = file.get_mut("objectives") else { panic!() };
    for (number, objective) in (1..).zip(objectives) {
        let Value::Object(o) = objective else { panic!() };
        let (power, rule) = power(number);
        let attack = power.contains("attack");
        let timing = if power.contains("none") { "none" } else { "immediate" };
        o.insert("spaces".to_owned(), json(r#"{"double_sword":1,"shield":1}"#));
        o.insert("gold".to_owned(), Value::Int(number % 2));
        o.insert("wheat".to_owned(), Value::Int(number / 2 % 2));
        o.insert("power".to_owned(), json(power));
        o.insert("red".to_owned(), attack.into());
        o.insert("timing".to_owned(), timing.into());
        o.insert("rule".to_owned(), rule.into());
    }
    let files = vec![("objectives.json".to_owned(), Value::Object(file))];
    assert_eq!(referee_augustus::check_set(&files), []);
    referee_kernel::set::CardSet::new("augustus", name, 1, files)
}

/// Every objective removes a controlled one: decks run out, tiles change hands.
#[allow(dead_code)]
pub fn all_red() -> referee_kernel::set::CardSet {
    short_set("all-red", |_| (r#"{"type":"attack","effect":"remove_controlled_objective"}"#, "10.12"))
}

/// Every power for the owner and every attack on legions, one after the other.
#[allow(dead_code)]
pub fn all_powers() -> referee_kernel::set::CardSet {
    short_set("all-powers", |number| match number % 9 {
        0 => (r#"{"type":"mobilise","category":"shield","legions":2}"#, "10.2"),
        1 => (r#"{"type":"mobilise_any","legions":2}"#, "10.3"),
        2 => (r#"{"type":"complete_objective"}"#, "10.4"),
        3 => (r#"{"type":"take_two"}"#, "10.5"),
        4 => (r#"{"type":"rearrange"}"#, "10.6"),
        5 => (r#"{"type":"gain_legions","legions":2}"#, "10.7"),
        6 => (r#"{"type":"attack","effect":"remove_one_legion"}"#, "10.9"),
        7 => (r#"{"type":"attack","effect":"remove_two_legions"}"#, "10.10"),
        _ => (r#"{"type":"attack","effect":"remove_all_legions"}"#, "10.11"),
    })
}
