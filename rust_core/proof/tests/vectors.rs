//! Every case of the protocol's vectors that this crate answers.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use referee_kernel::json::Value;
use referee_proof::cases::{Failure, run};
use referee_proof::ed25519::{Signed, VerifyKey, verify_each};

fn read(path: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors").join(path);
    let mut text = Vec::new();
    GzDecoder::new(File::open(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display())))
        .read_to_end(&mut text)
        .unwrap();
    Value::parse(&text).unwrap()
}

/// Runs the cases of a group and returns how many there were of each operation.
fn replay(group: &str) -> BTreeMap<String, usize> {
    let document = read(&format!("protocol/{group}.json.gz"));
    let mut counts = BTreeMap::new();
    for case in document.get("cases").and_then(Value::as_list).unwrap() {
        let text = |key| case.get(key).and_then(Value::as_str);
        let (id, op) = (text("id").unwrap(), text("op").unwrap());
        let got = match run(op, case.get("in").unwrap()) {
            Ok(out) => (Some(out), None),
            Err(Failure::Refused(fault)) => (None, Some(fault.code())),
            Err(failure) => panic!("{id}: {op}: {failure:?}"),
        };
        assert_eq!(got, (case.get("out").cloned(), text("error")), "{id}");
        *counts.entry(op.to_owned()).or_default() += 1;
    }
    counts
}

fn counts<const N: usize>(expected: [(&str, usize); N]) -> BTreeMap<String, usize> {
    expected.into_iter().map(|(op, count)| (op.to_owned(), count)).collect()
}

#[test]
fn hash() {
    let expected = [("hash.F", 51), ("hash.Hp", 12), ("hash.Hs", 12), ("keys.derive", 4), ("rules.hash", 11)];
    assert_eq!(replay("hash"), counts(expected));
}

#[test]
fn ed25519() {
    assert_eq!(replay("ed25519"), counts([("ed25519.verify", 974)]));
}

#[test]
fn group() {
    assert_eq!(replay("group"), counts([("point.check", 29), ("scalar.check", 8)]));
}

#[test]
fn stream() {
    assert_eq!(replay("stream"), counts([("stream.run", 58)]));
}

#[test]
fn keys() {
    let expected = [
        ("combine", 15),
        ("dkg.check", 89),
        ("dkg.complaint", 30),
        ("dkg.deal", 22),
        ("dkg.key", 7),
        ("dkg.share", 21),
        ("dleq.prove", 6),
        ("dleq.verify", 54),
        ("part.check", 30),
        ("roll.alpha", 18),
        ("roll.open", 105),
    ];
    assert_eq!(replay("keys"), counts(expected));
}

#[test]
fn decks() {
    let expected = [
        ("deck.cards", 4),
        ("draw.check", 56),
        ("draw.make", 7),
        ("draw.read", 7),
        ("seal.commit", 5),
        ("shuffle.fixed", 7),
        ("shuffle.prove", 7),
        ("shuffle.remask", 7),
        ("shuffle.verify", 151),
    ];
    assert_eq!(replay("decks"), counts(expected));
}

/// The bits are about the very entries of the suite.
#[test]
fn ed25519_covers_the_cctv_suite() {
    let suite = read("external/cctv_ed25519.json.gz");
    let document = read("protocol/ed25519.json.gz");
    let cases = document.get("cases").and_then(Value::as_list).unwrap();
    let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).unwrap().to_owned();
    let mut accepted = 0;
    for (entry, case) in suite.as_list().unwrap().iter().zip(cases) {
        let given = case.get("in").unwrap();
        let message: String = text(entry, "msg").bytes().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(text(given, "key"), text(entry, "key"));
        assert_eq!(text(given, "sig"), text(entry, "sig"));
        assert_eq!(text(given, "msg"), message);
        accepted += usize::from(case.get("out") == Some(&Value::Bool(true)));
    }
    assert_eq!((suite.as_list().unwrap().len(), accepted), (914, 43));
}

/// Judging many together says of each signature what judging it alone says.
#[test]
fn ed25519_together_is_ed25519_alone() {
    let document = read("protocol/ed25519.json.gz");
    let cases = document.get("cases").and_then(Value::as_list).unwrap();
    let bytes = |case: &Value, key: &str| {
        let text = case.get("in").and_then(|given| given.get(key)).and_then(Value::as_str).unwrap();
        (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap()).collect::<Vec<u8>>()
    };
    let given: Vec<_> =
        cases.iter().map(|c| (VerifyKey::parse(&bytes(c, "key")), bytes(c, "msg"), bytes(c, "sig"))).collect();
    let messages: Vec<[&[u8]; 1]> = given.iter().map(|(_, message, _)| [&message[..]]).collect();
    let signed: Vec<Signed<'_>> = given
        .iter()
        .zip(&messages)
        .map(|((key, _, signature), message)| Signed { key: key.as_ref(), message, signature })
        .collect();
    let want: Vec<bool> = cases.iter().map(|case| case.get("out") == Some(&Value::Bool(true))).collect();
    assert_eq!(want.len(), 974);
    assert_eq!(verify_each(&signed), want);
}
