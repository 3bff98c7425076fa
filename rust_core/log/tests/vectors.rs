//! The protocol's own vectors, as far as they speak of bytes, events and files.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

use flate2::read::GzDecoder;
use referee_kernel::json::Value;
use referee_log::cases::{self, Failure};
use referee_log::toy::Toy;
use referee_log::{Code, codec};

fn vectors(name: &str) -> Value {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors").join(name);
    let mut bytes = Vec::new();
    GzDecoder::new(File::open(path).unwrap()).read_to_end(&mut bytes).unwrap();
    Value::parse(&bytes).unwrap()
}

/// Runs the cases of a group that `run` knows and checks each; how many there were of each operation is `counts`.
fn replay(group: &str, counts: &[(&str, usize)]) {
    let group = vectors(&format!("protocol/{group}.json.gz"));
    let mut seen = vec![0; counts.len()];
    for case in group.get("cases").unwrap().as_list().unwrap() {
        let (id, op) = (case.get("id").unwrap().as_str().unwrap(), case.get("op").unwrap().as_str().unwrap());
        let Some(at) = counts.iter().position(|(name, _)| *name == op) else { continue };
        seen[at] += 1;
        let got = match cases::run(op, case.get("in").unwrap(), &Toy) {
            Ok(out) => (Some(out), None),
            Err(Failure::Refused(code)) => (None, Some(code.as_str())),
            Err(failure) => panic!("{id}: {op}: {failure:?}"),
        };
        assert_eq!(got, (case.get("out").cloned(), case.get("error").and_then(Value::as_str)), "{id}");
    }
    assert_eq!(seen, counts.iter().map(|(_, n)| *n).collect::<Vec<_>>());
}

/// Files of cases about verdicts: refused with the code of the case, or taken.
fn union(group: &str, taken: usize, refused: usize) {
    let group = vectors(&format!("protocol/{group}.json.gz"));
    let mut seen = (0, 0);
    for case in group.get("cases").unwrap().as_list().unwrap() {
        if case.get("op").unwrap().as_str() != Some("file.judge") {
            continue;
        }
        let id = case.get("id").unwrap().as_str().unwrap();
        match (cases::union(case.get("in").unwrap(), &Toy), case.get("error")) {
            (Ok(_), None) => seen.0 += 1,
            (Err(Failure::Refused(got)), Some(code)) => {
                assert_eq!(Some(got.as_str()), code.as_str(), "{id}");
                seen.1 += 1;
            }
            (got, error) => panic!("{id}: {got:?}, not {error:?}"),
        }
    }
    assert_eq!(seen, (taken, refused));
}

#[test]
fn codec_and_canonical_json() {
    replay("codec", &[("codec.decode", 439), ("codec.encode", 20), ("json.check", 59), ("json.canonical", 15)]);
}

#[test]
fn armor() {
    replay("armor", &[("armor.read", 225), ("armor.write", 8)]);
}

#[test]
fn files() {
    replay("files", &[("file.union", 17), ("file.for", 9), ("event.parse", 7)]);
}

#[test]
fn scenarios() {
    replay("scenarios", &[("event.parse", 36), ("file.union", 15), ("fork.verify", 1)]);
}

#[test]
fn fork_proofs_of_matches() {
    replay("matches", &[("fork.verify", 36)]);
}

#[test]
fn files_of_verdicts_are_taken_or_refused() {
    union("files", 13, 4);
    union("scenarios", 206, 48);
    union("matches", 133, 81);
    union("chaos", 14, 0);
    union("absence", 131, 1);
    union("nonsense", 70, 0);
}

/// The general suite of MessagePack. Of the encodings of one value exactly one is taken, if the subset has that value at
/// all; every other is refused as a foreign type or a longer form.
#[test]
fn general_messagepack() {
    let suite = vectors("external/msgpack_test_suite.json.gz");
    let (mut encodings, mut values) = (0, 0);
    for value in suite.as_object().unwrap().values().flat_map(|group| group.as_list().unwrap()) {
        let all = value.get("msgpack").unwrap().as_list().unwrap();
        let bytes: Vec<Vec<u8>> = all.iter().map(|hex| unhex(hex.as_str().unwrap())).collect();
        let taken = bytes.iter().filter(|bytes| codec::check(bytes, bytes.len()).is_ok()).collect::<Vec<_>>();
        assert_eq!(taken.len(), usize::from(is_in_subset(value)), "{}", value.text());
        let codes = bytes.iter().filter_map(|bytes| codec::check(bytes, bytes.len()).err());
        assert!(codes.into_iter().all(|code| matches!(code, Code::CType | Code::CMinimal)), "{}", value.text());
        encodings += bytes.len();
        values += taken.len();
    }
    assert_eq!((encodings, values), (233, 36));
}

fn is_in_subset(value: &Value) -> bool {
    let kinds = value.as_object().unwrap();
    let natural = kinds.get("bignum").or(kinds.get("number")).is_some_and(is_natural);
    let array = kinds.get("array").is_some_and(|array| array.as_list().unwrap().iter().all(is_plain));
    natural || array || kinds.contains_key("binary") || kinds.contains_key("string")
}

fn is_natural(number: &Value) -> bool {
    match number {
        Value::Str(digits) => !digits.starts_with('-'),
        number => number.is_integer() && !number.text().starts_with('-'),
    }
}

fn is_plain(element: &Value) -> bool {
    match element {
        Value::List(elements) => elements.iter().all(is_plain),
        Value::Str(_) => true,
        other => is_natural(other),
    }
}

fn unhex(text: &str) -> Vec<u8> {
    let digits: String = text.chars().filter(|c| *c != '-').collect();
    (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap()).collect()
}
