//! Lines and vector clocks: who knew what (protocol P15 point 6, "How to replay in near-linear time").
//!
//! Each member has a line of events; a fork begins a new one. An event stands on the line of the event it continues,
//! unless that has a successor already. So on a line each event has the one before in its past, and the past of an event
//! is described by how far it reaches along every line: its clock.

use std::sync::Arc;

use crate::event::Event;
use crate::limits::{MAX_AUTHOR_BYTES, MAX_BRANCHES};
use crate::log::EventIx;
use crate::refusal::{Code, Refusal, check};

/// So many fork branches are looked at although their file is refused anyway, because a refusal of point 6 comes before
/// that of point 7. There it ends: what it takes to look at a file must not grow with the square of its events.
const MAX_TRIED: usize = 2 * MAX_BRANCHES;

/// Number of a line: below the number of members the member's first line, from there on one for each fork branch in
/// canonical order.
pub type LineNo = u16;

/// Where an event stands: its line, and its running number there from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The line.
    pub line: LineNo,
    /// The place on it, from 1.
    pub place: u16,
}

#[derive(Clone, Debug)]
struct Line {
    author: u8,
    events: Vec<EventIx>,
    /// Bytes of the raws up to and with each event.
    bytes: Vec<u32>,
    /// Number of each event among its author's.
    seqs: Vec<u16>,
}

impl Line {
    fn new(author: u8) -> Self {
        Self { author, events: Vec::new(), bytes: Vec::new(), seqs: Vec::new() }
    }

    /// Adds the event at `ix` at the end; returns its place.
    fn push(&mut self, ix: EventIx, event: &Event) -> u16 {
        self.bytes.push(self.bytes.last().copied().unwrap_or(0).saturating_add(raw_len(event)));
        self.seqs.push(event.seq);
        self.events.push(ix);
        // Numbers ascend along a line and are below 4096.
        u16::try_from(self.events.len()).unwrap_or(u16::MAX)
    }

    fn pop(&mut self) {
        self.events.pop();
        self.bytes.pop();
        self.seqs.pop();
    }

    /// Number, bytes so far and place in the log of the `at`-th event, from 0.
    fn at(&self, at: usize) -> Option<(u16, u32, EventIx)> {
        Some((*self.seqs.get(at)?, *self.bytes.get(at)?, *self.events.get(at)?))
    }
}

/// Bytes of `raw`, which has at most 65 535.
fn raw_len(event: &Event) -> u32 {
    u32::try_from(event.raw.len()).unwrap_or(u32::MAX)
}

/// The lines of all members and the clock of each event. Grows and shrinks at its end, in canonical order.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    members: usize,
    lines: Vec<Line>,
    standings: Vec<Standing>,
    /// `members` numbers an event: how far it reaches along each first line.
    first: Vec<u16>,
    /// How far each event reaches along fork lines: ascending by line, only lines that it reaches. Shared with the
    /// parent's as long as nothing is added to it.
    forks: Vec<Arc<[(LineNo, u16)]>>,
}

impl Lines {
    pub(crate) fn new(members: usize) -> Self {
        let lines = (0..=u8::MAX).take(members).map(Line::new).collect();
        Self { members, lines, standings: Vec::new(), first: Vec::new(), forks: Vec::new() }
    }

    /// Number of events that stand on lines.
    pub(crate) fn len(&self) -> usize {
        self.standings.len()
    }

    /// Number of fork branches.
    pub(crate) fn branches(&self) -> usize {
        self.lines.len() - self.members
    }

    pub(crate) fn line_count(&self) -> LineNo {
        LineNo::try_from(self.lines.len()).unwrap_or(LineNo::MAX)
    }

    pub(crate) fn standing(&self, event: EventIx) -> Standing {
        self.standings[event.at()]
    }

    pub(crate) fn author(&self, line: LineNo) -> u8 {
        self.lines[usize::from(line)].author
    }

    pub(crate) fn events(&self, line: LineNo) -> &[EventIx] {
        &self.lines[usize::from(line)].events
    }

    /// How many events of `line` are in the past of `event` or are it. O(1), on fork lines O(log branches).
    pub(crate) fn reach(&self, event: EventIx, line: LineNo) -> u16 {
        let at = usize::from(line);
        if at < self.members {
            return self.first[event.at() * self.members + at];
        }
        let forks = &self.forks[event.at()];
        forks.binary_search_by_key(&line, |&(l, _)| l).map_or(0, |found| forks[found].1)
    }

    /// Whether `other` is `event` or in its past.
    pub(crate) fn covers(&self, event: EventIx, other: EventIx) -> bool {
        let Standing { line, place } = self.standing(other);
        self.reach(event, line) >= place
    }

    /// The lines of a member along which `event` reaches, with how far. His first line comes first.
    fn reached<'a>(&'a self, clock: &'a Clock, author: u8) -> impl Iterator<Item = (&'a Line, usize)> {
        let first = clock.first.get(usize::from(author)).map(|&n| (LineNo::from(author), n));
        first
            .into_iter()
            .chain(clock.reached_forks().filter(move |&(line, _)| self.author(line) == author))
            .filter(|&(_, places)| places > 0)
            .map(|(line, places)| (&self.lines[usize::from(line)], usize::from(places)))
    }

    /// Puts the next event in canonical order on its line.
    ///
    /// Refuses as [`Lines::examine`]. O(members + parents² + parents · branches).
    pub(crate) fn push(&mut self, event: &Event, parents: &[EventIx]) -> Result<(), Refusal> {
        let (mut clock, continued) = self.examine(event, parents)?;
        let line = self.line_after(continued, event.author);
        let ix = EventIx(u32::try_from(self.len()).unwrap_or(u32::MAX));
        let place = self.lines[usize::from(line)].push(ix, event);
        clock.set(line, place);
        self.standings.push(Standing { line, place });
        self.first.extend_from_slice(&clock.first);
        // Most events reach no further along forks than a parent does: then they share its list.
        let lists = parents.iter().map(|parent| &self.forks[parent.at()]);
        let same = lists.into_iter().find(|theirs| clock.reached_forks().eq(theirs.iter().copied()));
        let forks = same.map_or_else(|| clock.reached_forks().collect(), Arc::clone);
        self.forks.push(forks);
        Ok(())
    }

    /// Checks an event against its past: how far that reaches, and the event that this one continues.
    ///
    /// Refuses, in the order of P15 point 6: `E_PARENTS`, `E_SEQ`, `E_SIZE`.
    fn examine(&self, event: &Event, parents: &[EventIx]) -> Result<(Clock, Option<EventIx>), Refusal> {
        check(self.branches() <= MAX_TRIED, Code::FSize, "far too many fork branches")?;
        let redundant = |&p: &EventIx| parents.iter().any(|&q| q != p && self.covers(q, p));
        check(!parents.iter().any(redundant), Code::EParents, "a parent is in the past of another")?;
        let clock = Clock::of_parents(self, parents);
        // The last event of the author's past on each of his lines, and the bytes up to it.
        let own: Vec<(u16, u32, EventIx)> =
            self.reached(&clock, event.author).filter_map(|(line, places)| line.at(places - 1)).collect();
        let next = own.iter().map(|(seq, ..)| u32::from(*seq) + 1).max().unwrap_or(0);
        check(u32::from(event.seq) == next, Code::ESeq, "the author's events before are not all there")?;
        let bytes = own.iter().fold(raw_len(event), |sum, (_, bytes, _)| sum.saturating_add(*bytes));
        check(bytes <= MAX_AUTHOR_BYTES, Code::ESize, "the author's events are too long together")?;
        Ok((clock, own.iter().map(|(.., ix)| *ix).max()))
    }

    /// The line of the event that follows `continued`: the same, or a new one if that has a successor.
    fn line_after(&mut self, continued: Option<EventIx>, author: u8) -> LineNo {
        let Standing { line, place } =
            continued.map_or(Standing { line: LineNo::from(author), place: 0 }, |ix| self.standing(ix));
        if self.events(line).len() == usize::from(place) {
            return line;
        }
        self.lines.push(Line::new(author));
        self.line_count() - 1
    }

    /// Takes off the events from the `keep`-th on.
    pub(crate) fn truncate(&mut self, keep: usize) {
        while self.len() > keep {
            let Some(Standing { line, .. }) = self.standings.pop() else { return };
            let on = &mut self.lines[usize::from(line)];
            on.pop();
            if on.events.is_empty() && usize::from(line) >= self.members {
                self.lines.pop();
            }
        }
        self.first.truncate(keep * self.members);
        self.forks.truncate(keep);
    }

    /// Refuses more fork branches than a match may have (P15 point 7).
    pub(crate) fn check_branches(&self) -> Result<(), Refusal> {
        check(self.branches() <= MAX_BRANCHES, Code::FSize, "too many fork branches")
    }
}

/// How far one event reaches along every line, while it is worked out.
struct Clock {
    first: Vec<u16>,
    /// One number for each fork line.
    forks: Vec<u16>,
}

impl Clock {
    /// The greatest reach of the parents along each line.
    fn of_parents(lines: &Lines, parents: &[EventIx]) -> Self {
        let mut clock = Self { first: vec![0; lines.members], forks: vec![0; lines.branches()] };
        for parent in parents {
            let start = parent.at() * lines.members;
            for (reach, &theirs) in clock.first.iter_mut().zip(&lines.first[start..]) {
                *reach = (*reach).max(theirs);
            }
            for &(line, theirs) in lines.forks[parent.at()].iter() {
                let reach = &mut clock.forks[usize::from(line) - lines.members];
                *reach = (*reach).max(theirs);
            }
        }
        clock
    }

    /// Notes that the event itself stands on `line`, which may be a new one.
    fn set(&mut self, line: LineNo, place: u16) {
        let at = usize::from(line);
        match at.checked_sub(self.first.len()) {
            None => self.first[at] = place,
            Some(fork) => {
                self.forks.resize(self.forks.len().max(fork + 1), 0);
                self.forks[fork] = place;
            }
        }
    }

    /// The fork lines that are reached, ascending.
    fn reached_forks(&self) -> impl Iterator<Item = (LineNo, u16)> {
        let members = LineNo::try_from(self.first.len()).unwrap_or(LineNo::MAX);
        (members..).zip(self.forks.iter().copied()).filter(|&(_, reach)| reach > 0)
    }
}
