//! Envelopes, files and fork proofs (protocol P13, P15).

use std::num::NonZeroUsize;

use referee_log::codec::Writer;
use referee_log::draft::Draft;
use referee_log::event::{Event, NO_MATCH};
use referee_log::file::MAGIC;
use referee_log::{Code, EventIx, Kind, Log, fork};

const ONE: NonZeroUsize = NonZeroUsize::MIN;

/// An event that parses is written back byte for byte.
pub fn event(data: &[u8]) {
    let Ok(event) = Event::parse(data, [0; 64]) else { return };
    assert_eq!(&*event.raw, data, "the signed bytes are those that came");
    let match_id = if event.kind == Kind::Propose { NO_MATCH } else { event.match_id };
    let draft = Draft {
        match_id,
        author: event.author,
        seq: event.seq,
        parents: event.parents.clone(),
        step: event.step,
        digest: event.digest,
        wall: event.wall,
        body: event.body.clone(),
    };
    assert_eq!(draft.encode().unwrap(), data, "written again");
    assert_eq!(draft.body.kind(), event.kind);
}

/// A file that opens is the file of its log; received in pieces, twice, or by two threads it comes to the same; one that
/// is refused changes nothing.
pub fn file(data: &[u8]) {
    let log = match Log::open(data, |_| true, ONE) {
        Ok(log) => log,
        Err(refusal) => {
            let two = NonZeroUsize::new(2).unwrap();
            assert_eq!(Log::open(data, |_| true, two).unwrap_err(), refusal, "on two threads");
            return;
        }
    };
    assert!(log.file() == data, "a whole file is the file of its log");
    let mut again = log.clone();
    assert!(again.receive(data, ONE).unwrap().new.is_empty(), "nothing is new the second time");
    let some = EventIx(u32::from(*data.last().unwrap()) % u32::try_from(log.events().len()).unwrap());
    let past: Vec<&Event> = log.places().filter(|x| log.past_or_self(some, *x)).map(|x| &log[x]).collect();
    let mut piece = Log::open(&file_of(&past), |_| true, ONE).unwrap();
    damage(&mut piece, data);
    piece.receive(&log.file_for(&[]), ONE).unwrap();
    assert!(piece.file() == data, "received in two pieces");
    // Whoever is told the rest needs only what he lacks.
    for member in 0..u8::try_from(log.charter().members.len()).unwrap() {
        let mut held = log.clone();
        assert!(held.receive(&log.file_for(&[member]), ONE).unwrap().new.is_empty());
    }
}

/// A file with a damaged signature is refused, and the log stays as it was.
fn damage(log: &mut Log, data: &[u8]) {
    let before = log.file();
    let mut bad = data.to_vec();
    let last = bad.len() - 1;
    bad[last] ^= 0x40;
    let refusal = log.receive(&bad, ONE).unwrap_err();
    assert_eq!(refusal.code, Code::ESignature);
    assert!(log.file() == before, "a refused file changes nothing");
}

/// The bytes of a file of these events, in this order.
#[must_use]
pub fn file_of(events: &[&Event]) -> Vec<u8> {
    let mut writer = Writer::new();
    writer.plain(MAGIC);
    writer.array(2).unwrap();
    writer.uint(1);
    writer.array(events.len()).unwrap();
    for event in events {
        writer.array(2).unwrap();
        writer.bytes(&event.raw).unwrap();
        writer.bytes(&event.sig).unwrap();
    }
    writer.finish()
}

/// A proof convicts one member; with anything after it, or told the other way round, it convicts nobody.
pub fn fork_proof(data: &[u8]) {
    let Ok(who) = fork::verify(data) else { return };
    assert!(!who.name.is_empty() && who.name.len() <= 64 && who.author < 32);
    assert_eq!(fork::verify(&[data, &[0]].concat()).unwrap_err().code, Code::FCodec);
    assert!(Log::open(data, |_| true, ONE).is_err(), "a proof is no file");
}
