//! From bytes to events: the shapes of P13, checked in the order of P15 point 2.

use std::sync::Arc;

use referee_kernel::digest::{Name, h32, state_digest};

use crate::codec::{self, Reader};
use crate::event::{
    Body, Complaint, DrawEntry, DrawPart, Event, Hash, KeyTerms, Kind, Member, NO_MATCH, Propose, Reveal, ShowPart,
    ShuffleEntry, ShufflePart,
};
use crate::limits::{MAX_MEMBERS, MAX_NOTE, MAX_PARENTS, MAX_RAW, MAX_SEQ};
use crate::refusal::{Code, Refusal, check};

/// The only suite of this version.
const SUITE: u64 = 1;

/// The first nine fields of `raw`, of the right types.
struct Head {
    suite: u64,
    match_id: Hash,
    kind: u64,
    author: u64,
    seq: u64,
    parents: Vec<Hash>,
    step: u64,
    digest: Hash,
    wall: u64,
}

/// Parses `raw` into an event without height; the signature is only stored.
pub(crate) fn event(raw: &[u8], sig: [u8; 64]) -> Result<Event, Refusal> {
    codec::check(raw, MAX_RAW).map_err(|code| Refusal::new(code, "the event is not one canonical value"))?;
    let shape = |detail| Refusal::new(Code::EShape, detail);
    let mut reader = Reader::new(raw);
    let head = head(&mut reader).ok_or(shape("the event is not the array of ten fields"))?;
    check(head.suite == SUITE, Code::ESuite, "the suite is not 1")?;
    let kind = Kind::from_number(head.kind).ok_or(Refusal::new(Code::EKind, "there is no such kind of event"))?;
    let author = u8::try_from(head.author).ok().filter(|&a| usize::from(a) < MAX_MEMBERS);
    let author = author.ok_or(shape("the author's number is above 31"))?;
    let seq = u16::try_from(head.seq).ok().filter(|_| head.seq < MAX_SEQ);
    let seq = seq.ok_or(shape("the event's number is above 4095"))?;
    let step = u32::try_from(head.step).map_err(|_| shape("the step does not fit 32 bits"))?;
    let body = body(kind, &mut reader).ok_or(shape("the body does not have the shape of its kind"))?;
    check(head.parents.len() <= MAX_PARENTS, Code::EParents, "more than 64 parents")?;
    check(head.parents.is_sorted_by(|a, b| a < b), Code::EParents, "the parents do not ascend")?;
    let first = kind == Kind::Propose;
    check(first == (head.match_id == NO_MATCH), Code::EMatch, "exactly a proposal names no match")?;
    check(first == head.parents.is_empty(), Code::EMatch, "exactly a proposal has no parents")?;
    let unplayed = seq == 0 && step == 0 && head.digest == state_digest(b"");
    check(!first || unplayed, Code::EMatch, "a proposal stands before everything")?;
    let id = h32(Name::Event, &[raw]);
    let match_id = if first { id } else { head.match_id };
    let Head { parents, digest, wall, .. } = head;
    Ok(Event {
        raw: Arc::from(raw),
        sig,
        id,
        match_id,
        kind,
        author,
        seq,
        parents,
        step,
        digest,
        wall,
        body,
        height: 0,
    })
}

fn head(r: &mut Reader<'_>) -> Option<Head> {
    r.tuple(10)?;
    Some(Head {
        suite: r.uint_value()?,
        match_id: r.array_of()?,
        kind: r.uint_value()?,
        author: r.uint_value()?,
        seq: r.uint_value()?,
        parents: list(r, Reader::array_of)?,
        step: r.uint_value()?,
        digest: r.array_of()?,
        wall: r.uint_value()?,
    })
}

/// A body that stands alone, not in an event.
pub(crate) fn body_alone(kind: Kind, bytes: &[u8]) -> Result<Body, Refusal> {
    codec::check(bytes, MAX_RAW).map_err(|code| Refusal::new(code, "the body is not encoded as it must be"))?;
    body(kind, &mut Reader::new(bytes)).ok_or(Refusal::new(Code::EShape, "the body has not the shape of its kind"))
}

fn body(kind: Kind, r: &mut Reader<'_>) -> Option<Body> {
    r.tuple(fields(kind))?;
    Some(match kind {
        Kind::Propose => Body::Propose(Box::new(propose(r)?)),
        Kind::Join => Body::Join { commitment: r.array_of()?, roll: blob(r)?, deck: blob(r)?, pq: blob(r)? },
        Kind::Start => Body::Start { joins: list(r, Reader::array_of)? },
        Kind::Ready => Body::Ready { nonce: r.array_of()?, complaints: list(r, complaint)? },
        Kind::Action => Body::Action { payload: blob(r)?, reveals: list(r, reveal)? },
        Kind::Seal => Body::Seal { commitment: r.array_of()? },
        Kind::Open => Body::Open { nonce: r.array_of()?, payload: blob(r)?, reveals: list(r, reveal)? },
        Kind::Part => Body::Part { roll: blob(r)?, shows: list(r, show)?, draws: list(r, draw_part)? },
        Kind::Shuffle => Body::Shuffle { decks: list(r, shuffle)? },
        Kind::Draw => Body::Draw { cards: list(r, draw)? },
        Kind::Vote => Body::Vote { target: r.uint_value()? },
        Kind::Takeover => Body::Takeover { seat: r.uint_value()? },
        Kind::Back => Body::Back { to: r.uint_value()? },
        Kind::Note => {
            let text = r.text_value().filter(|text| text.len() <= MAX_NOTE)?;
            Body::Note { text: text.to_owned() }
        }
        Kind::Post => Body::Post,
        Kind::Audit => Body::Audit { reveals: list(r, reveal)?, shuffles: list(r, shuffle_part)? },
        Kind::Endorse => Body::Endorse { sig: blob(r)? },
        Kind::Resign => Body::Resign,
    })
}

/// Number of fields of a body.
pub(crate) const fn fields(kind: Kind) -> u16 {
    match kind {
        Kind::Propose => 10,
        Kind::Join => 4,
        Kind::Open | Kind::Part => 3,
        Kind::Ready | Kind::Action | Kind::Audit => 2,
        Kind::Post | Kind::Resign => 0,
        _ => 1,
    }
}

/// A list of any length. Grows with what is really there, never by what a head announces.
fn list<'a, T>(r: &mut Reader<'a>, element: impl Fn(&mut Reader<'a>) -> Option<T>) -> Option<Vec<T>> {
    first_of(r, usize::MAX, element)
}

/// A list of any length of which the first `keep` elements are kept, where longer ones are refused anyway.
fn first_of<'a, T>(r: &mut Reader<'a>, keep: usize, element: impl Fn(&mut Reader<'a>) -> Option<T>) -> Option<Vec<T>> {
    let mut all = Vec::new();
    for _ in 0..r.list()? {
        let one = element(r)?;
        if all.len() < keep {
            all.push(one);
        }
    }
    all.shrink_to_fit();
    Some(all)
}

fn blob(r: &mut Reader<'_>) -> Option<Vec<u8>> {
    Some(r.bytes()?.to_vec())
}

/// The charter refuses more than 32 members, two keys or 32 members of a committee, so no more of them are kept than it
/// takes to see that: a small file must not become large in memory.
fn propose(r: &mut Reader<'_>) -> Option<Propose> {
    Some(Propose {
        nonce: r.array_of()?,
        game: r.text_value()?.to_owned(),
        rules: r.array_of()?,
        config: blob(r)?,
        players: first_of(r, MAX_MEMBERS + 1, member)?,
        keepers: first_of(r, MAX_MEMBERS + 1, member)?,
        reserves: first_of(r, MAX_MEMBERS + 1, member)?,
        keys: first_of(r, 3, key_terms)?,
        grace: r.uint_value()?,
        flags: r.uint_value()?,
    })
}

fn member(r: &mut Reader<'_>) -> Option<Member> {
    r.tuple(3)?;
    Some(Member { name: r.text_value()?.to_owned(), identity: r.array_of()?, box_key: r.array_of()? })
}

fn key_terms(r: &mut Reader<'_>) -> Option<KeyTerms> {
    r.tuple(2)?;
    Some(KeyTerms { threshold: r.uint_value()?, committee: first_of(r, MAX_MEMBERS + 1, Reader::uint_value)? })
}

fn complaint(r: &mut Reader<'_>) -> Option<Complaint> {
    r.tuple(4)?;
    Some(Complaint { dealer: r.uint_value()?, purpose: r.uint_value()?, shared: r.array_of()?, proof: r.array_of()? })
}

fn reveal(r: &mut Reader<'_>) -> Option<Reveal> {
    r.tuple(3)?;
    Some(Reveal { deck: r.uint_value()?, pos: r.uint_value()?, rho: r.array_of()? })
}

fn show(r: &mut Reader<'_>) -> Option<ShowPart> {
    r.tuple(3)?;
    Some(ShowPart { deck: r.uint_value()?, pos: r.uint_value()?, part: r.array_of()? })
}

fn draw_part(r: &mut Reader<'_>) -> Option<DrawPart> {
    r.tuple(3)?;
    Some(DrawPart { draw: r.array_of()?, index: r.uint_value()?, part: r.array_of()? })
}

fn shuffle(r: &mut Reader<'_>) -> Option<ShuffleEntry> {
    r.tuple(3)?;
    Some(ShuffleEntry { deck: r.uint_value()?, cards: blob(r)?, proof: blob(r)? })
}

fn draw(r: &mut Reader<'_>) -> Option<DrawEntry> {
    r.tuple(4)?;
    Some(DrawEntry { deck: r.uint_value()?, pos: r.uint_value()?, point: r.array_of()?, proof: r.array_of()? })
}

fn shuffle_part(r: &mut Reader<'_>) -> Option<ShufflePart> {
    r.tuple(3)?;
    Some(ShufflePart { step: r.uint_value()?, deck: r.uint_value()?, part: r.array_of()? })
}
