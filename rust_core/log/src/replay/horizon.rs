//! How far somebody sees: the sets of events over which the replay asks its questions (protocol P19.5).
//!
//! Every such set is closed under parents, so on each line it is a prefix, and "has X in its past" holds for a suffix of
//! a line. Questions about members therefore are binary searches.

use crate::lines::LineNo;
use crate::log::{EventIx, Log};

use super::members::Members;

/// A set of events closed under parents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Horizon {
    /// Everything in the log.
    All,
    /// The past of an event, itself excluded.
    Past(EventIx),
    /// An event and its past.
    Upto(EventIx),
}

impl Horizon {
    /// Whether `x` lies within.
    pub fn sees(self, log: &Log, x: EventIx) -> bool {
        match self {
            Horizon::All => true,
            Horizon::Past(e) => log.past(e, x),
            Horizon::Upto(e) => log.past_or_self(e, x),
        }
    }

    /// The events of a line that lie within: always its first ones.
    pub fn line(self, log: &Log, line: LineNo) -> &[EventIx] {
        let all = log.line(line);
        let known = match self {
            Horizon::All => return all,
            Horizon::Upto(e) => usize::from(log.reach(e, line)),
            Horizon::Past(e) => {
                let own = log.standing(e).line == line;
                usize::from(log.reach(e, line)).saturating_sub(usize::from(own))
            }
        };
        all.get(..known).unwrap_or(all)
    }

    /// The events of `among` that lie within, in their order.
    pub fn filter(self, log: &Log, among: &[EventIx]) -> Vec<EventIx> {
        among.iter().copied().filter(|x| self.sees(log, *x)).collect()
    }
}

/// What an event must have in its past to have "built on" it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Have<'a> {
    /// All of these.
    All(&'a [EventIx]),
    /// At least one of these.
    Any(&'a [EventIx]),
}

impl Have<'_> {
    fn holds(self, log: &Log, e: EventIx) -> bool {
        match self {
            Have::All(of) => of.iter().all(|x| log.past(e, *x)),
            Have::Any(of) => of.iter().any(|x| log.past(e, *x)),
        }
    }
}

/// How many of `others` have, within `horizon`, an event with `have` and none of `lack` in its past.
pub(super) fn built(log: &Log, others: Members, have: Have<'_>, lack: &[EventIx], horizon: Horizon) -> usize {
    let has_built = |member: u8| {
        log.lines_of(member).any(|line| {
            // The first event on the line with all of `have` lacks most.
            let known = horizon.line(log, line);
            let first = known.partition_point(|e| !have.holds(log, *e));
            known.get(first).is_some_and(|e| !lack.iter().any(|x| log.past(*e, *x)))
        })
    };
    others.iter().filter(|member| has_built(*member)).count()
}

/// Whether more than half of `others` have built on all of `have` without any of `lack`.
pub(super) fn most_built(log: &Log, others: Members, have: &[EventIx], lack: &[EventIx], horizon: Horizon) -> bool {
    2 * built(log, others, Have::All(have), lack, horizon) > others.len()
}

/// Whether these twins contain a choice (protocol P19.7).
pub(super) fn is_choice(log: &Log, twins: &[EventIx]) -> bool {
    twins.len() > 1 && twins.iter().any(|x| !log[*x].kind.is_no_choice())
}
