//! What an honest client keeps back (protocol P21): while others may still settle two versions of something, or uphold
//! what a certificate has beaten, whoever signs on helps to make one roll after having seen another.

use std::collections::BTreeSet;

use referee_proof::roll::BranchEntry;

use crate::event::{Body, Kind};
use crate::log::{EventIx, Log};
use crate::replay::Report;

use super::Client;

/// Why a client waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// Two versions of an event are known and neither is settled (P19.7). Parts, votes and decisions are kept back.
    Fork {
        /// Who signed both.
        author: u8,
    },
    /// The match goes on with a default, and others could still uphold the decision it has beaten (P19.5). Parts on
    /// rolls and shown cards are kept back.
    Beaten {
        /// The step of the default.
        step: u32,
    },
}

/// Whether the caller still waits. The protocol asks for waiting at most for the grace period; the caller counts it by
/// its own clock from when it first saw the [`Doubt`], since every clock in a log is only a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patience {
    /// Nothing is signed that a doubt bears on.
    Wait,
    /// The grace period is over.
    Over,
}

impl Client {
    /// What this client is in doubt about; a fork comes first. Own forks and what nobody can change any more are none.
    #[must_use]
    pub fn doubt(&self, report: &Report<'_>) -> Option<Doubt> {
        let fork = self.unsettled_fork(report).map(|author| Doubt::Fork { author });
        fork.or_else(|| self.beaten_decision(report).map(|step| Doubt::Beaten { step }))
    }

    /// The author of twins of choice of which none is settled, while he still takes part.
    fn unsettled_fork(&self, report: &Report<'_>) -> Option<u8> {
        let log = report.log();
        let bears = |twins: &Vec<EventIx>| {
            let choice = twins.iter().any(|ix| !log[*ix].kind.is_no_choice());
            let author = twins.first().map(|ix| log[*ix].author).filter(|author| choice && *author != self.member)?;
            let settled = twins.iter().any(|twin| is_settled(log, twins, *twin));
            let now = twins.iter().any(|ix| log[*ix].step <= report.step());
            (now && !settled && !has_left(report, author) && !has_returned(log, twins, author)).then_some(author)
        };
        log.twins().iter().find_map(bears)
    }

    /// The step of the last default that has beaten a decision which somebody could still uphold.
    fn beaten_decision(&self, report: &Report<'_>) -> Option<u32> {
        let (step, absent) = report.branch().iter().rev().find_map(|entry| match entry {
            BranchEntry::Default { step, absent } => Some((*step, absent)),
            BranchEntry::TakeBack { .. } => None,
        })?;
        let log = report.log();
        let beaten = report.superseded().into_iter().filter(|ix| log[*ix].step == step && answers(log[*ix].kind));
        let votes: Vec<EventIx> = log.places().filter(|ix| is_vote(log, *ix, step, absent)).collect();
        let undecided = |decision: EventIx| {
            let others = others(log, log[decision].author);
            others.into_iter().filter(|m| *m != self.member).any(|member| {
                let last = log.lines_of(member).filter_map(|line| log.line(line).last().copied());
                !last.into_iter().any(|e| log.past(e, decision) || votes.iter().any(|vote| log.past(e, *vote)))
            })
        };
        beaten.into_iter().any(undecided).then_some(step)
    }
}

/// Decisions and links: what a certificate can beat.
const fn answers(kind: Kind) -> bool {
    matches!(kind, Kind::Action | Kind::Seal | Kind::Open | Kind::Shuffle)
}

fn is_vote(log: &Log, ix: EventIx, step: u32, absent: &[u8]) -> bool {
    let Body::Vote { target } = log[ix].body else { return false };
    log[ix].step == step && absent.iter().any(|seat| u64::from(*seat) == target)
}

/// The roll committee but him; if there is nobody else on it, the players and keepers but him (P19.5).
fn others(log: &Log, member: u8) -> BTreeSet<u8> {
    let charter = log.charter();
    let mut others: BTreeSet<u8> = charter.roll.members.iter().copied().filter(|m| *m != member).collect();
    if others.is_empty() {
        others.extend((0..charter.joined).filter(|m| *m != member));
    }
    others
}

/// Whether most others have built on this twin without the other ones.
fn is_settled(log: &Log, twins: &[EventIx], twin: EventIx) -> bool {
    let others = others(log, log[twin].author);
    let built = |member: &&u8| {
        log.lines_of(**member).any(|line| {
            // The first event of the line that has the twin knows least of the rest.
            let events = log.line(line);
            let first = events.get(events.partition_point(|e| !log.past(*e, twin)));
            first.is_some_and(|e| twins.iter().all(|other| *other == twin || !log.past(*e, *other)))
        })
    };
    2 * others.iter().filter(built).count() > others.len()
}

/// Whether he plays no seat that is not absent, and there is nobody to wait for.
fn has_left(report: &Report<'_>, author: u8) -> bool {
    let mut seats = (0_u8..).zip(report.players()).filter(|(_, player)| **player == author).peekable();
    seats.peek().is_some() && seats.all(|(seat, _)| report.absent().contains_key(&seat))
}

/// Whether a TAKEOVER of his has two of the twins in its past: then none of them counts any more.
fn has_returned(log: &Log, twins: &[EventIx], author: u8) -> bool {
    let returns = |ix: &EventIx| log[*ix].kind == Kind::Takeover;
    let seen = |ix: EventIx| twins.iter().filter(|twin| log.past(ix, **twin)).count();
    log.by_author(author).into_iter().filter(returns).any(|ix| seen(ix) > 1)
}
