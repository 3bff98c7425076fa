//! Fork proofs: two events of one author with one number, which convict him without the rest of the match (protocol P15).

use crate::charter::Charter;
use crate::codec::{Reader, TooLong, Writer};
use crate::event::{Event, Kind};
use crate::file::{MAGIC, envelope, open, write_envelope};
use crate::limits::MAX_RAW;
use crate::log::{EventIx, Log};
use crate::parse;
use crate::receive::is_signed_by;
use crate::refusal::{Code, Refusal, check};

/// The number that says "this is a fork proof".
const FORK: u64 = 2;
const MAX_PROOF: usize = 4 * MAX_RAW;

/// Who signed two different events with one number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Convicted {
    /// His name in the charter.
    pub name: String,
    /// His member number.
    pub author: u8,
    /// The number both events have.
    pub seq: u16,
}

/// The proof that two events of a log are a fork; nothing if they are none.
#[must_use]
pub fn proof(log: &Log, a: EventIx, b: EventIx) -> Option<Vec<u8>> {
    let (a, b) = (&log[a], &log[b]);
    let (first, second) = if a.id < b.id { (a, b) } else { (b, a) };
    let fork = first.id != second.id && (first.author, first.seq) == (second.author, second.seq);
    let proposal = log.events().first().filter(|_| fork)?;
    write(proposal, first, second).ok()
}

fn write(proposal: &Event, first: &Event, second: &Event) -> Result<Vec<u8>, TooLong> {
    let mut w = Writer::new();
    w.plain(MAGIC);
    w.array(4)?;
    w.uint(FORK);
    for event in [proposal, first, second] {
        write_envelope(&mut w, event)?;
    }
    Ok(w.finish())
}

/// Checks a fork proof. Knows no rules, so the configuration in the charter is not looked at.
///
/// # Errors
/// As for files (P15), then `E_FORK` if the two events are no fork or not ascending by id.
pub fn verify(data: &[u8]) -> Result<Convicted, Refusal> {
    let value = open(data, MAX_PROOF)?;
    let envelopes = envelopes(value).ok_or(Refusal::new(Code::FShape, "the proof is not three envelopes"))?;
    let mut events = Vec::with_capacity(3);
    for (place, (raw, sig)) in (0..).zip(envelopes) {
        events.push(parse::event(raw, sig).map_err(|refusal| refusal.at(place))?);
    }
    let [proposal, first, second] = events.as_slice() else {
        return Err(Refusal::new(Code::FShape, "the proof is not three envelopes"));
    };
    check(proposal.kind == Kind::Propose, Code::EMatch, "the proof does not begin with a proposal")?;
    let charter = Charter::read(proposal)?;
    let keys = charter.verify_keys()?;
    for event in &events {
        check(event.match_id == charter.match_id, Code::EMatch, "the event belongs to another match")?;
        let key = keys.get(usize::from(event.author));
        let key = key.ok_or(Refusal::new(Code::EAuthor, "the match has no such member"))?;
        check(is_signed_by(key, event), Code::ESignature, "the signature is not the author's")?;
    }
    let fork = (first.author, first.seq) == (second.author, second.seq) && first.id < second.id;
    check(fork, Code::EFork, "the two events are no fork")?;
    let name = charter.members.get(usize::from(first.author)).map(|member| member.name.clone());
    Ok(Convicted { name: name.unwrap_or_default(), author: first.author, seq: first.seq })
}

fn envelopes(value: &[u8]) -> Option<[(&[u8], [u8; 64]); 3]> {
    let mut r = Reader::new(value);
    r.tuple(4)?;
    if r.uint_value()? != FORK {
        return None;
    }
    Some([envelope(&mut r)?, envelope(&mut r)?, envelope(&mut r)?])
}
