//! What the tests of this crate share.

#![allow(dead_code)]

use std::io::Read;
use std::path::{Path, PathBuf};

use referee_kernel::game::{Game, Next, legal_list, write_next};
use referee_kernel::json::{Value, Writer};
use referee_purple::Purple;
use referee_purple::position::Position;

/// The top of the repository.
pub fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// The lines of a vector file.
pub fn lines(name: &str) -> Vec<Value> {
    let path = top().join("tests/vectors/purple").join(format!("{name}.jsonl.gz"));
    let mut text = String::new();
    flate2::read::GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    text.lines().map(|l| Value::parse(l.as_bytes()).unwrap()).collect()
}

/// What a writer writes, read again.
pub fn json(write: impl FnOnce(&mut Writer)) -> Value {
    let mut w = Writer::new();
    write(&mut w);
    Value::parse(&w.finish()).unwrap()
}

/// What is asked, with every list of actions in one order, because they are compared as sets.
pub fn next(game: &Purple, p: &Position) -> Value {
    sorted(json(|w| write_next(game, p, w)))
}

/// Every `legal` in the order of the actions' canonical bytes; the entries stay in theirs.
pub fn sorted(mut next: Value) -> Value {
    if let Value::Object(fields) = &mut next {
        if let Some(Value::List(entries)) = fields.get_mut("decide") {
            for entry in entries.iter_mut() {
                if let Value::Object(entry) = entry {
                    if let Some(Value::List(legal)) = entry.get_mut("legal") {
                        legal.sort_by_key(Value::canonical);
                    }
                }
            }
        }
    }
    next
}

/// Whether every listed action is read back, and nobody else is asked.
pub fn lists_are_sound(game: &Purple, p: &Position) -> bool {
    let asked = match game.next(p) {
        Next::Decide(seats) => seats,
        _ => referee_kernel::seat::Seats::NONE,
    };
    (0..game.seats()).all(|s| asked.has(s) != legal_list(game, p, s).is_empty())
}
