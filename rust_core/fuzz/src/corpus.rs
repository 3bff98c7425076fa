//! What is changed at random: the files in `corpus/`, and inputs taken from the test vectors.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::{fs, io};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;
use referee_cards::shipped;
use referee_kernel::json::Value;
use referee_kernel::set::CardSet;

use crate::dice::numbers;
use crate::games::{BOOKS, legal_actions, walk, wires};

/// Inputs longer than this are left out: a run should be short.
const MAX_SEED: usize = 1 << 16;
/// Of the vectors that fit a target, so many are taken, evenly.
const MAX_TAKEN: usize = 200;

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Where failing inputs are written.
#[must_use]
pub fn artifacts() -> PathBuf {
    here().join("artifacts")
}

/// The inputs of a target: the named files of its folder, ascending, then what the vectors give.
///
/// # Errors
/// A folder or a file of vectors cannot be read.
pub fn inputs(target: &str) -> io::Result<Vec<Vec<u8>>> {
    let mut inputs = named(target)?;
    inputs.extend(spread(derived(target)?.into_iter().filter(|input| input.len() <= MAX_SEED).collect()));
    if inputs.is_empty() {
        inputs.push(Vec::new());
    }
    Ok(inputs)
}

#[allow(clippy::disallowed_methods, reason = "a corpus is read from files")]
fn named(target: &str) -> io::Result<Vec<Vec<u8>>> {
    let folder = here().join("corpus").join(target);
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    paths.iter().map(fs::read).collect()
}

/// At most [`MAX_TAKEN`] of them, evenly.
fn spread(all: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    let step = all.len().div_ceil(MAX_TAKEN).max(1);
    all.into_iter().step_by(step).collect()
}

fn derived(target: &str) -> io::Result<Vec<Vec<u8>>> {
    let texts = |file: &str, op: &str, key: &str| given(file, op, |given| text(given, key));
    let hexes = |file: &str, op: &str, key: &str| given(file, op, |given| unhex(given, key));
    Ok(match target {
        "codec" => hexes("codec", "codec.decode", "hex")?,
        "canonical_json" => hexes("codec", "json.check", "hex")?,
        "armor" => texts("armor", "armor.read", "text")?,
        "event" => [hexes("files", "event.parse", "raw")?, hexes("scenarios", "event.parse", "raw")?].concat(),
        "file" => [files_of("scenarios", "file.judge")?, files_of("files", "file.union")?].concat(),
        "fork_proof" => given("matches", "fork.verify", |given| base64(given.get("file")?))?,
        "position_import" => documents()?,
        "payload" => payloads(),
        "cards" => BOOKS.iter().filter_map(|book| shipped(book.id())).map(|set| files_as_json(&set)).collect(),
        "replay" => choices(),
        _ => Vec::new(),
    })
}

fn text(given: &Value, key: &str) -> Option<Vec<u8>> {
    Some(given.get(key)?.as_str()?.as_bytes().to_vec())
}

fn unhex(given: &Value, key: &str) -> Option<Vec<u8>> {
    let digits = given.get(key)?.as_str()?;
    (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok()).collect()
}

fn base64(value: &Value) -> Option<Vec<u8>> {
    STANDARD.decode(value.as_str()?).ok()
}

fn files_of(file: &str, op: &str) -> io::Result<Vec<Vec<u8>>> {
    given(file, op, |given| base64(given.get("files")?.as_list()?.first()?))
}

/// What `pick` finds in the inputs of the cases of `op` in a file of vectors.
fn given(file: &str, op: &str, pick: impl Fn(&Value) -> Option<Vec<u8>>) -> io::Result<Vec<Vec<u8>>> {
    let group = Value::parse(&unzipped(&format!("protocol/{file}.json.gz"))?).map_err(io::Error::other)?;
    let cases = group.get("cases").and_then(Value::as_list).unwrap_or_default();
    let fitting = cases.iter().filter(|case| case.get("op").and_then(Value::as_str) == Some(op));
    Ok(fitting.filter_map(|case| pick(case.get("in")?)).collect())
}

fn unzipped(vectors: &str) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    GzDecoder::new(fs::File::open(here().join("../../tests/vectors").join(vectors))?).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Position documents of the recorded games of one game; none if it has no records.
///
/// # Errors
/// A file of vectors cannot be read.
pub fn positions(game: &str) -> io::Result<Vec<Value>> {
    let mut found = Vec::new();
    for number in 1.. {
        let name = format!("{game}/{game}-{number}.jsonl.gz");
        if !here().join("../../tests/vectors").join(&name).exists() {
            break;
        }
        let text = unzipped(&name)?;
        let lines = text.split(|byte| *byte == b'\n').filter_map(|line| Value::parse(line).ok());
        found.extend(lines.filter_map(|line| line.get("position").cloned()));
    }
    Ok(found)
}

fn documents() -> io::Result<Vec<Vec<u8>>> {
    let of = |game: &str| Ok(spread(positions(game)?.iter().map(Value::canonical).collect()));
    BOOKS.iter().map(|book| of(book.id())).collect::<io::Result<Vec<_>>>().map(|all| all.concat())
}

/// Legal payloads of the games on the wire, after the two bytes that choose game and state.
fn payloads() -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for (game, wire) in (0..).zip(wires()) {
        let mut stream = numbers(0, wire.rules.game(), 0);
        for (at, state) in (0..).zip(walk(&wire, &mut stream, 200)) {
            for action in state.question().seats().iter().flat_map(|seat| legal_actions(&*state, *seat)) {
                found.push([&[game, at, 0][..], &Value::List(vec![action]).canonical()].concat());
            }
        }
    }
    found
}

/// Random bytes, for a target that reads its input as a list of choices.
fn choices() -> Vec<Vec<u8>> {
    let random = |run| {
        let mut stream = numbers(0, "choices", run);
        (0..=stream.below(256)).map(|_| stream.below(256) as u8).collect()
    };
    (0..60).map(random).collect()
}

fn files_as_json(set: &CardSet) -> Vec<u8> {
    Value::Object(set.files().iter().cloned().collect()).canonical()
}
