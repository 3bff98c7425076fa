//! The honest client: what a member's own program signs, and what it keeps back (protocol P21).
//!
//! A [`Client`] holds a member's secrets for one match. It reads a log through its [`Report`] and answers with bodies of
//! events; [`prepare`] makes one the bytes to sign. It keeps no state of the match: root and log restore
//! everything but what a person has sealed, which the caller keeps (see [`Choice`]).
//!
//! | module | section | what |
//! |---|---|---|
//! | `setup` | P8, P14 | JOIN, START, READY, the own shares |
//! | [`due`] | P19 | everything that is owed and needs no person |
//! | `cards` | P11 | draws, parts on draws, reading and revealing own cards |
//! | `shuffle` | P10 | the own link of a chain |
//! | `choice` | P12, P19.9 | the decisions of a person: ACTION, SEAL, TAKEOVER |
//! | `patience` | P19.5, P19.7 | what is kept back while others may still settle a fork |

mod cards;
mod choice;
pub mod due;
mod patience;
mod setup;
mod shuffle;

use std::fmt;

use referee_kernel::wire::{Rules, Seat};
use referee_proof::secrets::{MatchSecrets, Secrets};

use crate::charter::Charter;
use crate::draft::Draft;
use crate::event::{Body, Hash};
use crate::limits::{MAX_PARENTS, MAX_SEQ};
use crate::log::{EventIx, Log};
use crate::refusal::Refusal;
use crate::replay::{Cache, Report, Status, judge};

pub use choice::{Choice, Decision};
pub use patience::{Doubt, Patience};

use setup::Shares;

/// Why an event cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unwritten {
    /// It would have more than 65 535 bytes.
    TooLong,
    /// The member has used all 4096 numbers.
    NoNumber,
}

impl fmt::Display for Unwritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unwritten::TooLong => "the event is longer than 65535 bytes",
            Unwritten::NoNumber => "the member has signed 4096 events",
        })
    }
}

impl core::error::Error for Unwritten {}

/// A member's program for one match. Shows nothing secret in `Debug`.
pub struct Client {
    secrets: MatchSecrets,
    member: u8,
    /// The own shares, with the id of the START they belong to.
    shares: Option<(Hash, Shares)>,
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("member", &self.member).finish_non_exhaustive()
    }
}

impl Client {
    /// The client of the member whose identity key and box key are those of `secrets`; `None` if the charter has no such
    /// member, for instance if somebody put another box key beside the own identity. Name, seat and committees are for
    /// the person to compare before JOIN.
    #[must_use]
    pub fn of(secrets: &Secrets, charter: &Charter) -> Option<Self> {
        let own = |(_, m): &(u8, &crate::event::Member)| {
            m.identity == *secrets.identity() && m.box_key == *secrets.box_key().bytes()
        };
        let (member, _) = (0..).zip(&charter.members).find(own)?;
        Some(Self { secrets: secrets.in_match(&charter.match_id, member), member, shares: None })
    }

    /// The own member number.
    #[must_use]
    pub const fn member(&self) -> u8 {
        self.member
    }

    /// The seats this member plays now, ascending.
    #[must_use]
    pub fn seats(&self, report: &Report<'_>) -> Vec<Seat> {
        (0..).zip(report.players()).filter(|(_, player)| **player == self.member).map(|(seat, _)| seat).collect()
    }
}

/// The bytes to sign for `body`: the member's next number, all heads as parents, the step and the position the log stands
/// at, and the wall clock of the caller (Unix seconds). What was prepared is signed, stored and appended before the next
/// is prepared; two events of one number are a fork. Takes no secret.
///
/// # Errors
/// [`Unwritten`].
pub fn prepare(report: &Report<'_>, member: u8, body: Body, wall: u64) -> Result<Vec<u8>, Unwritten> {
    let log = report.log();
    let seq = next_seq(log, member).ok_or(Unwritten::NoNumber)?;
    let draft = Draft {
        match_id: log.charter().match_id,
        author: member,
        seq,
        parents: parents(log, member),
        step: report.step(),
        digest: report.digest(),
        wall,
        body,
    };
    draft.encode().map_err(|_| Unwritten::TooLong)
}

/// What would become of an event with these bytes if its author signed it now: the judgement that everybody makes of it
/// afterwards. For votes, consent to go back and the like, where a mistake stays on record. Nothing is kept; costs a
/// replay of the whole match.
///
/// # Errors
/// As [`Log::append`], the signature aside.
pub fn rehearse(log: &Log, rules: &dyn Rules, raw: &[u8]) -> Result<Status, Refusal> {
    let (trial, event) = log.with_unsigned(raw)?;
    Ok(judge(&trial, rules, &mut Cache::new()).status(event))
}

/// The number of the member's next event; `None` if all are used.
fn next_seq(log: &Log, member: u8) -> Option<u16> {
    let last = |line| log.line(line).last().map(|ix: &EventIx| log[*ix].seq);
    let next = log.lines_of(member).filter_map(last).max().map_or(0, |seq| seq + 1);
    (u64::from(next) < MAX_SEQ).then_some(next)
}

/// All heads, ascending by id; of more than 64 the member's own ones, then the first in canonical order.
fn parents(log: &Log, member: u8) -> Vec<Hash> {
    let (mut heads, others): (Vec<EventIx>, Vec<EventIx>) = log.heads().partition(|head| log[*head].author == member);
    heads.extend(others);
    heads.truncate(MAX_PARENTS);
    let mut ids: Vec<Hash> = heads.into_iter().map(|head| log[head].id).collect();
    ids.sort_unstable();
    ids
}
