//! The protocol's vectors of whole matches: every log comes to the verdict that they state.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

use flate2::read::GzDecoder;
use referee_kernel::json::Value;
use referee_log::cases::{self, Failure};
use referee_log::toy::Toy;

fn group(name: &str) -> Value {
    let path = format!("../../tests/vectors/protocol/{name}.json.gz");
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path);
    let mut bytes = Vec::new();
    GzDecoder::new(File::open(path).unwrap()).read_to_end(&mut bytes).unwrap();
    Value::parse(&bytes).unwrap()
}

/// Every case of `op` in a group comes to what it states; there are `count` of them.
fn all(name: &str, op: &str, count: usize) {
    let group = group(name);
    let cases: Vec<&Value> = group.get("cases").unwrap().as_list().unwrap().iter().collect();
    let cases: Vec<&&Value> = cases.iter().filter(|case| case.get("op").unwrap().as_str() == Some(op)).collect();
    assert_eq!(cases.len(), count);
    let mut wrong = Vec::new();
    for case in cases {
        let (out, error) = match cases::run(op, case.get("in").unwrap(), &Toy) {
            Ok(out) => (Some(out), None),
            Err(Failure::Refused(code)) => (None, Some(code.as_str())),
            Err(failure) => panic!("{op}: {failure:?}"),
        };
        let id = case.get("id").unwrap().as_str().unwrap();
        if error != case.get("error").and_then(Value::as_str) || out.as_ref() != case.get("out") {
            let [got, want] = [out.as_ref(), case.get("out")].map(|v| v.map(Value::text).unwrap_or_default());
            wrong.push(format!("{id}: {error:?}\n  got  {got}\n  want {want} {:?}", case.get("error")));
        }
    }
    assert!(wrong.is_empty(), "{} of {count} wrong\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn scenarios() {
    all("scenarios", "file.judge", 254);
}

#[test]
fn starts_of_the_toy_game() {
    all("scenarios", "toy.start", 10);
}

#[test]
fn absence() {
    all("absence", "file.judge", 132);
}

#[test]
fn files() {
    all("files", "file.judge", 17);
}

#[test]
fn matches() {
    all("matches", "file.judge", 214);
}

#[test]
fn nonsense() {
    all("nonsense", "file.judge", 70);
}

#[test]
fn chaos() {
    all("chaos", "file.judge", 14);
}
