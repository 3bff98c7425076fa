//! What the tests share: recorded files and the seat of a refused action.

#![allow(dead_code)] // Each test file uses its part.

pub mod desk;
pub mod words;

use std::io::Read;
use std::path::{Path, PathBuf};

use referee_kernel::json::Value;

/// A folder below the repository's `tests`.
pub fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests").join(path)
}

/// The lines of a recorded file.
pub fn lines(name: &str) -> Vec<Value> {
    let path = folder("vectors/marcus").join(format!("{name}.jsonl.gz"));
    let mut text = Vec::new();
    flate2::read::GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_end(&mut text).unwrap();
    text.split(|b| *b == b'\n').filter(|l| !l.is_empty()).map(|l| Value::parse(l).unwrap()).collect()
}

/// The value with every legal list in canonical order: lists of actions are compared as sets.
pub fn sorted(v: &Value) -> Value {
    match v {
        Value::Object(fields) => Value::Object(
            fields
                .iter()
                .map(|(k, v)| match (k.as_str(), v) {
                    ("legal", Value::List(actions)) => {
                        let mut actions = actions.clone();
                        actions.sort_by_key(Value::canonical);
                        (k.clone(), Value::List(actions))
                    }
                    _ => (k.clone(), sorted(v)),
                })
                .collect(),
        ),
        Value::List(items) => Value::List(items.iter().map(sorted).collect()),
        other => other.clone(),
    }
}

/// The seat of a refused action as the door takes it: what is no seat number is a seat nobody has.
pub fn seat(v: &Value) -> u64 {
    v.as_int().and_then(|s| u64::try_from(s).ok()).unwrap_or(u64::MAX)
}

/// A line's further fields, for messages.
pub fn short(v: &Value) -> String {
    v.text().chars().take(400).collect()
}
