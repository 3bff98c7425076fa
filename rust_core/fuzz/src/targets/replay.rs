//! Members may sign anything: a valid match and random signed nonsense on top of it (protocol P19).

mod noise;

use std::num::NonZeroUsize;
use std::sync::LazyLock;

use referee_kernel::digest::{Hash, state_digest};
use referee_kernel::json::Value;
use referee_log::draft::Draft;
use referee_log::replay::{Cache, judge};
use referee_log::toy::Toy;
use referee_log::verdict::verdict;
use referee_log::{Event, EventIx, Log};
use referee_proof::secrets::Secrets;
use sha2::{Digest, Sha256};

use super::files::file_of;
use crate::dice::Choices;

const ONE: NonZeroUsize = NonZeroUsize::MIN;
/// Events signed on top of a match in one run.
const MAX_SIGNED: usize = 12;

/// Matches of the toy game played to their end. Member NAME has the root SHA-256("fuzz" ‖ NAME), so that anything can be
/// signed.
const FILES: [&[u8]; 5] = [
    include_bytes!("../../matches/two.referee"),
    include_bytes!("../../matches/three.referee"),
    include_bytes!("../../matches/dealer.referee"),
    include_bytes!("../../matches/open.referee"),
    include_bytes!("../../matches/reserve.referee"),
];

/// A match and the keys of everybody in it.
struct Match {
    log: Log,
    secrets: Vec<Secrets>,
}

static MATCHES: LazyLock<Vec<Match>> = LazyLock::new(|| {
    FILES
        .iter()
        .map(|file| {
            let log = Log::open(file, |_| true, ONE).unwrap();
            let root = |name: &str| Sha256::digest([b"fuzz", name.as_bytes()].concat()).into();
            let secrets: Vec<Secrets> =
                log.charter().members.iter().map(|member| Secrets::from_root(&root(&member.name))).collect();
            assert!(log.charter().members.iter().zip(&secrets).all(|(m, s)| m.identity == *s.identity()));
            Match { log, secrets }
        })
        .collect()
});

/// Whatever members sign, the judge answers; judging on as events come in gives what judging all at once gives, and so
/// does receiving them in another order.
pub fn replay(data: &[u8]) {
    let mut choices = Choices(data);
    let game = choices.one(&MATCHES);
    let mut log = beginning(game, &mut choices);
    let mut cache = Cache::new();
    for _ in 0..MAX_SIGNED {
        if choices.is_empty() {
            break;
        }
        sign_nonsense(game, &mut log, &mut choices);
        if choices.below(4) == 0 {
            judge(&log, &Toy, &mut cache);
        }
    }
    let gradual = verdict(&judge(&log, &Toy, &mut cache)).text();
    assert_eq!(judged(&log).text(), gradual, "all at once, and as it came in");
    let data = log.file();
    let whole = Log::open(&data, |_| true, ONE).unwrap();
    assert!(whole.file() == data, "a log's file opens as the log");
    let mut other = backwards(&log);
    other.receive(&data, ONE).unwrap();
    assert!(other.file() == data, "received in another order");
    assert_eq!(judged(&other).text(), gradual, "judged in another order");
}

/// What the same nonsense comes to: the verdict.
#[must_use]
pub fn outcome(data: &[u8]) -> Value {
    let mut choices = Choices(data);
    let game = choices.one(&MATCHES);
    let mut log = beginning(game, &mut choices);
    for _ in 0..MAX_SIGNED {
        sign_nonsense(game, &mut log, &mut choices);
    }
    judged(&log)
}

/// The whole match, or what one event has in its past.
fn beginning(game: &Match, choices: &mut Choices<'_>) -> Log {
    match choices.below(game.log.events().len() + 1) {
        0 => game.log.clone(),
        upto => prefix(&game.log, upto),
    }
}

fn judged(log: &Log) -> Value {
    verdict(&judge(log, &Toy, &mut Cache::new()))
}

/// The past of the event at place `upto` − 1, and it.
fn prefix(log: &Log, upto: usize) -> Log {
    let last = EventIx(u32::try_from(upto - 1).unwrap());
    Log::open(&file_of(&closed(log, &[last])), |_| true, ONE).unwrap()
}

/// These events and all in their past, in canonical order.
fn closed<'a>(log: &'a Log, these: &[EventIx]) -> Vec<&'a Event> {
    log.places().filter(|x| these.iter().any(|e| log.past_or_self(*e, *x))).map(|x| &log[x]).collect()
}

/// The same log, whose heads were received one after the other from the last to the first.
fn backwards(log: &Log) -> Log {
    let mut heads: Vec<EventIx> = log.heads().collect();
    let last = heads.pop().unwrap();
    let mut other = Log::open(&file_of(&closed(log, &[last])), |_| true, ONE).unwrap();
    for head in heads.into_iter().rev() {
        other.receive(&file_of(&closed(log, &[head])), ONE).unwrap();
    }
    other
}

/// One event of a random member, on one or two random events, with a random statement.
fn sign_nonsense(game: &Match, log: &mut Log, choices: &mut Choices<'_>) {
    let count = log.events().len();
    let places = [choices.below(count), choices.below(count)].map(|at| EventIx(u32::try_from(at).unwrap()));
    let on = if choices.byte() % 3 == 0 { &places[..] } else { &places[..1] };
    let author = choices.below(game.secrets.len());
    let known = closed(log, on);
    let seen = &log[on[0]];
    let (step, digest) = moment(log, seen, choices);
    let draft = Draft {
        match_id: log.charter().match_id,
        author: u8::try_from(author).unwrap(),
        seq: known.iter().filter(|e| usize::from(e.author) == author).map(|e| e.seq + 1).max().unwrap_or(0),
        parents: heads(log, on),
        step,
        digest,
        wall: *choices.one(&[0, seen.wall, seen.wall.saturating_add(3600), 1 << 40, u64::MAX]),
        body: noise::body(log, &game.log, choices),
    };
    let raw = draft.encode().unwrap();
    let before = log.file();
    let taken = log.append(&raw, game.secrets[author].sign(&raw));
    match taken {
        Ok(received) => assert!(received.new.len() <= 1),
        Err(_) => assert!(log.file() == before, "a refused event changes nothing"),
    }
}

/// The ids of those of `on` that are in no other's past, ascending.
fn heads(log: &Log, on: &[EventIx]) -> Vec<Hash> {
    let mut ids: Vec<Hash> = on.iter().filter(|x| on.iter().all(|e| !log.past(*e, **x))).map(|x| log[*x].id).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// A step and a digest: those of the event built upon, of another event, or of no position.
fn moment(log: &Log, seen: &Event, choices: &mut Choices<'_>) -> (u32, Hash) {
    let other = choices.one(log.events());
    match choices.byte() % 8 {
        0..=3 => (seen.step, seen.digest),
        4..=5 => (other.step, other.digest),
        6 => (*choices.one(&[0, 1, seen.step.saturating_add(1), u32::MAX]), other.digest),
        _ => (seen.step, state_digest(b"nowhere")),
    }
}
