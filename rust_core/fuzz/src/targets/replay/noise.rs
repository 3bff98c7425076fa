//! Statements of every kind, mostly nonsense.

use referee_log::event::{Complaint, DrawEntry, DrawPart, Propose, Reveal, ShowPart, ShuffleEntry, ShufflePart};
use referee_log::{Body, Log};

use crate::dice::Choices;

const NUMBERS: [u64; 8] = [0, 1, 2, 3, 7, 1 << 32, 1 << 63, u64::MAX];
const LENGTHS: [usize; 7] = [0, 1, 32, 64, 96, 160, 384];
const PAYLOADS: [&[u8]; 10] = [
    b"[]",
    br#"[{"do":"pass"}]"#,
    br#"[{"do":"take"}]"#,
    br#"[{"do":"boast"}]"#,
    br#"[{"do":"play","pos":0}]"#,
    br#"[{"card":0,"do":"play"}]"#,
    br#"[{"bid":3}]"#,
    br#"[{"lay":1}]"#,
    br#"[{"do":"take"},{"do":"take"}]"#,
    b"[1e9]",
];

/// What the next event says: half of the time what an event of the whole match says, else something made up.
pub fn body(log: &Log, whole: &Log, choices: &mut Choices<'_>) -> Body {
    match choices.byte() % 4 {
        0 => choices.one(whole.events()).body.clone(),
        1 => choices.one(log.events()).body.clone(),
        _ => made_up(log, choices),
    }
}

fn made_up(log: &Log, choices: &mut Choices<'_>) -> Body {
    match 1 + choices.byte() % 18 {
        1 => Body::Propose(Box::new(propose(log))),
        2 => Body::Join { commitment: hash(choices), roll: bytes(choices), deck: bytes(choices), pq: bytes(choices) },
        3 => Body::Start { joins: some(choices, |c| c.one(log.events()).id) },
        4 => Body::Ready { nonce: hash(choices), complaints: some(choices, complaint) },
        5 => Body::Action { payload: payload(choices), reveals: some(choices, reveal) },
        6 => Body::Seal { commitment: hash(choices) },
        7 => Body::Open { nonce: hash(choices), payload: payload(choices), reveals: some(choices, reveal) },
        8 => Body::Part {
            roll: bytes(choices),
            shows: some(choices, show),
            draws: some(choices, |c| DrawPart { draw: c.one(log.events()).id, index: number(c), part: fixed(c) }),
        },
        9 => Body::Shuffle {
            decks: some(choices, |c| ShuffleEntry { deck: number(c), cards: bytes(c), proof: bytes(c) }),
        },
        10 => Body::Draw {
            cards: some(choices, |c| DrawEntry { deck: number(c), pos: number(c), point: fixed(c), proof: fixed(c) }),
        },
        11 => Body::Vote { target: number(choices) },
        12 => Body::Takeover { seat: number(choices) },
        13 => Body::Back { to: choices.one(log.events()).step.into() },
        14 => Body::Note { text: "words".repeat(choices.below(3)) },
        15 => Body::Post,
        16 => Body::Audit {
            reveals: some(choices, reveal),
            shuffles: some(choices, |c| ShufflePart { step: number(c), deck: number(c), part: fixed(c) }),
        },
        17 => Body::Endorse { sig: bytes(choices) },
        _ => Body::Resign,
    }
}

/// The charter once more, which only the first event may hold.
fn propose(log: &Log) -> Propose {
    match &log.events()[0].body {
        Body::Propose(propose) => (**propose).clone(),
        other => panic!("a match begins with {:?}", other.kind()),
    }
}

fn number(choices: &mut Choices<'_>) -> u64 {
    *choices.one(&NUMBERS)
}

fn bytes(choices: &mut Choices<'_>) -> Vec<u8> {
    vec![choices.byte(); *choices.one(&LENGTHS)]
}

fn payload(choices: &mut Choices<'_>) -> Vec<u8> {
    choices.one(&PAYLOADS).to_vec()
}

fn fixed<const N: usize>(choices: &mut Choices<'_>) -> [u8; N] {
    if choices.byte() % 2 == 0 { [0; N] } else { choices.array() }
}

fn hash(choices: &mut Choices<'_>) -> [u8; 32] {
    fixed(choices)
}

fn some<T>(choices: &mut Choices<'_>, one: impl Fn(&mut Choices<'_>) -> T) -> Vec<T> {
    (0..choices.below(3)).map(|_| one(choices)).collect()
}

fn complaint(choices: &mut Choices<'_>) -> Complaint {
    Complaint { dealer: number(choices), purpose: number(choices), shared: fixed(choices), proof: fixed(choices) }
}

fn reveal(choices: &mut Choices<'_>) -> Reveal {
    Reveal { deck: number(choices), pos: number(choices), rho: fixed(choices) }
}

fn show(choices: &mut Choices<'_>) -> ShowPart {
    ShowPart { deck: number(choices), pos: number(choices), part: fixed(choices) }
}
