//! Files: envelopes on their way to somebody's log (protocol P15).

use crate::codec::{self, Reader, Writer};
use crate::event::Event;
use crate::limits::MAX_FILE;
use crate::lines::Standing;
use crate::log::{EventIx, Log};
use crate::parse;
use crate::refusal::{Code, Refusal, check};

/// The first bytes of every file and fork proof.
pub const MAGIC: &[u8; 8] = b"\x89RFR\r\n\x1a\n";

/// The number that says "these are events"; 2 says "this is a fork proof".
const EVENTS: u64 = 1;

/// Bytes of an encoded envelope: the array of two, `raw` with its head, the signature with its head.
pub(crate) const fn envelope_len(raw: usize) -> usize {
    let head = if raw < 256 { 2 } else { 3 };
    1 + head + raw + 2 + 64
}

/// Bytes of the file of so many envelopes of so many bytes together.
pub(crate) const fn file_len(envelopes: usize, bytes: usize) -> usize {
    let head = if envelopes < 16 { 1 } else { 3 };
    MAGIC.len() + 2 + head + bytes
}

/// Takes the magic off and checks that the rest is one value.
pub(crate) fn open(data: &[u8], limit: usize) -> Result<&[u8], Refusal> {
    check(data.len() <= limit, Code::FSize, "the file is too long")?;
    let value = data.strip_prefix(MAGIC).ok_or(Refusal::new(Code::FMagic, "the first eight bytes are not a file's"))?;
    codec::check(value, limit).map_err(|_| Refusal::new(Code::FCodec, "the file is not one canonical value"))?;
    Ok(value)
}

/// One envelope as it stands in a file.
pub(crate) fn envelope<'a>(r: &mut Reader<'a>) -> Option<(&'a [u8], [u8; 64])> {
    r.tuple(2)?;
    Some((r.bytes()?, r.array_of()?))
}

/// The events of a file in its order: points 1 and 2 of P15. Signatures and parents are not looked at.
pub(crate) fn read(data: &[u8]) -> Result<Vec<Event>, Refusal> {
    let value = open(data, MAX_FILE)?;
    let envelopes = envelopes(value).ok_or(Refusal::new(Code::FShape, "the file is not a list of envelopes"))?;
    check(!envelopes.is_empty(), Code::FEmpty, "the file has no events")?;
    let parsed = (0..).zip(envelopes).map(|(place, (raw, sig))| parse::event(raw, sig).map_err(|r| r.at(place)));
    parsed.collect()
}

fn envelopes(value: &[u8]) -> Option<Vec<(&[u8], [u8; 64])>> {
    let mut r = Reader::new(value);
    r.tuple(2)?;
    if r.uint_value()? != EVENTS {
        return None;
    }
    let n = r.list()?;
    (0..n).map(|_| envelope(&mut r)).collect()
}

/// Writes envelopes that stand in canonical order.
fn write(events: &[&Event]) -> Vec<u8> {
    let bytes = events.iter().map(|event| envelope_len(event.raw.len())).sum();
    let mut w = Writer::with_capacity(file_len(events.len(), bytes));
    w.plain(MAGIC);
    // No length here is above 65 535: a log and each event in it keep to the limits of P1.
    let written = (|| {
        w.array(2)?;
        w.uint(EVENTS);
        w.array(events.len())?;
        events.iter().try_for_each(|event| write_envelope(&mut w, event))
    })();
    debug_assert!(written.is_ok(), "a log holds nothing that cannot be encoded");
    w.finish()
}

pub(crate) fn write_envelope(w: &mut Writer, event: &Event) -> Result<(), codec::TooLong> {
    w.array(2)?;
    w.bytes(&event.raw)?;
    w.bytes(&event.sig)
}

impl Log {
    /// The whole log as a file: the same events give the same bytes. O(bytes).
    #[must_use]
    pub fn file(&self) -> Vec<u8> {
        write(&self.events.iter().collect::<Vec<_>>())
    }

    /// The smallest file for particular members: without the events that lie in the past of an event of each of them,
    /// who held these when they signed. For nobody the whole log; a member who has signed nothing yet gets it, too.
    /// O(events · members + branches²).
    #[must_use]
    pub fn file_for(&self, members: &[u8]) -> Vec<u8> {
        let held = self.held_by(members);
        let lacks = |&(ix, _): &(EventIx, &Event)| {
            let Standing { line, place } = self.standing(ix);
            held.get(usize::from(line)).is_none_or(|&reach| reach < place)
        };
        write(&self.places().zip(&self.events).filter(lacks).map(|(_, event)| event).collect::<Vec<_>>())
    }

    /// How far each line is in the past of an event of each of these members; nothing is held by nobody.
    fn held_by(&self, members: &[u8]) -> Vec<u16> {
        let by_all = members.iter().map(|&member| self.held_by_one(member));
        let least = |a: Vec<u16>, b: Vec<u16>| a.iter().zip(&b).map(|(x, y)| *x.min(y)).collect();
        by_all.reduce(least).unwrap_or_default()
    }

    /// How far each line is in the past of an event of this member: of the last on one of his lines.
    fn held_by_one(&self, member: u8) -> Vec<u16> {
        let mut held = vec![0; usize::from(self.line_count())];
        for last in self.lines_of(member).filter_map(|line| self.line(line).last().copied()) {
            for (line, most) in (0..).zip(held.iter_mut()) {
                let itself = u16::from(self.standing(last).line == line);
                *most = (*most).max(self.reach(last, line) - itself);
            }
        }
        held
    }
}
