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
