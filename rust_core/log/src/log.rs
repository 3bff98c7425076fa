//! The log: a set of events of one match, closed under parents, in canonical order (protocol P15).

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Index;

use referee_proof::ed25519::VerifyKey;

use crate::charter::Charter;
use crate::event::{Event, Hash};
use crate::lines::{LineNo, Lines, Standing};
use crate::refusal::Refusal;

/// Place of an event in canonical order, from 0. It is valid until the log receives something: a new event may take an
/// earlier place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct EventIx(pub u32);

impl EventIx {
    /// The place as an index of slices that run beside the events.
    #[must_use]
    pub const fn at(self) -> usize {
        self.0 as usize
    }
}

/// All events of a match that are known here.
///
/// Two logs that received the same events, in any order and any number of times, are equal in every answer.
#[derive(Clone, Debug)]
pub struct Log {
    pub(crate) charter: Charter,
    /// The members' identity keys.
    pub(crate) keys: Vec<VerifyKey>,
    pub(crate) events: Vec<Event>,
    pub(crate) by_id: BTreeMap<Hash, EventIx>,
    pub(crate) lines: Lines,
    /// How often each event is a parent.
    pub(crate) children: Vec<u32>,
    pub(crate) heads: BTreeSet<EventIx>,
    /// Bytes of all envelopes.
    pub(crate) bytes: usize,
}

impl Index<EventIx> for Log {
    type Output = Event;

    /// The event at a place. O(1). The place must come from this log as it is now.
    fn index(&self, ix: EventIx) -> &Event {
        &self.events[ix.at()]
    }
}

impl Log {
    /// A log without events, for the match of a charter.
    pub(crate) fn empty(charter: Charter) -> Result<Self, Refusal> {
        let keys = charter.verify_keys()?;
        Ok(Self {
            lines: Lines::new(keys.len()),
            charter,
            keys,
            events: Vec::new(),
            by_id: BTreeMap::new(),
            children: Vec::new(),
            heads: BTreeSet::new(),
            bytes: 0,
        })
    }

    /// The charter of the match. O(1).
    #[must_use]
    pub fn charter(&self) -> &Charter {
        &self.charter
    }

    /// The events in canonical order: ascending (height, id); place i is `EventIx(i)`. O(1).
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The places of all events, ascending. O(1) to make.
    pub fn places(&self) -> impl DoubleEndedIterator<Item = EventIx> + use<> {
        (0..u32::try_from(self.events.len()).unwrap_or(u32::MAX)).map(EventIx)
    }

    /// The place of the event with this id. O(log events).
    #[must_use]
    pub fn find(&self, id: &Hash) -> Option<EventIx> {
        self.by_id.get(id).copied()
    }

    /// The places of an event's parents, in the order of the event. O(parents · log events).
    pub fn parents(&self, ix: EventIx) -> impl Iterator<Item = EventIx> {
        self[ix].parents.iter().filter_map(|id| self.find(id))
    }

    /// Whether `x` is in the past of `e`; no event is in its own. O(1), for `x` on a fork line O(log branches).
    #[must_use]
    pub fn past(&self, e: EventIx, x: EventIx) -> bool {
        e != x && self.lines.covers(e, x)
    }

    /// Whether `x` is `e` or in the past of `e`. Cost as [`Log::past`].
    #[must_use]
    pub fn past_or_self(&self, e: EventIx, x: EventIx) -> bool {
        self.lines.covers(e, x)
    }

    /// Where an event stands among its author's lines. O(1).
    #[must_use]
    pub fn standing(&self, ix: EventIx) -> Standing {
        self.lines.standing(ix)
    }

    /// Number of lines: one per member, then one per fork branch. O(1).
    #[must_use]
    pub fn line_count(&self) -> LineNo {
        self.lines.line_count()
    }

    /// The events of a line, each with the one before in its past. O(1).
    #[must_use]
    pub fn line(&self, line: LineNo) -> &[EventIx] {
        self.lines.events(line)
    }

    /// The lines of a member: his first, then those of his forks in canonical order. O(branches).
    pub fn lines_of(&self, author: u8) -> impl Iterator<Item = LineNo> {
        (0..self.line_count()).filter(move |&line| self.lines.author(line) == author)
    }

    /// How many events of `line`, from its beginning, are `e` or in its past. O(1), on a fork line O(log branches).
    #[must_use]
    pub fn reach(&self, e: EventIx, line: LineNo) -> u16 {
        self.lines.reach(e, line)
    }

    /// All events of one member, in canonical order. O(his events), with forks · log of them.
    #[must_use]
    pub fn by_author(&self, author: u8) -> Vec<EventIx> {
        let mut own: Vec<EventIx> = self.lines_of(author).flat_map(|line| self.line(line).iter().copied()).collect();
        own.sort_unstable();
        own
    }

    /// The events that are in nobody's past, ascending. O(heads).
    pub fn heads(&self) -> impl Iterator<Item = EventIx> {
        self.heads.iter().copied()
    }

    /// Number of fork branches (P15). O(1).
    #[must_use]
    pub fn branches(&self) -> usize {
        self.lines.branches()
    }

    /// Groups of two or more events with equal author and number, each group in canonical order, the groups in the order
    /// of their first events. O(1) in a match without forks, else O(n log n) for the forkers' n events.
    #[must_use]
    pub fn twins(&self) -> Vec<Vec<EventIx>> {
        let forkers: BTreeSet<u8> = self.places_of_fork_lines().map(|line| self.lines.author(line)).collect();
        let mut groups: BTreeMap<(u8, u16), Vec<EventIx>> = BTreeMap::new();
        for ix in forkers.into_iter().flat_map(|author| self.by_author(author)) {
            let event = &self[ix];
            groups.entry((event.author, event.seq)).or_default().push(ix);
        }
        let mut twins: Vec<Vec<EventIx>> = groups.into_values().filter(|group| group.len() > 1).collect();
        twins.sort_unstable();
        twins
    }

    fn places_of_fork_lines(&self) -> impl Iterator<Item = LineNo> + use<> {
        let members = u16::try_from(self.charter.members.len()).unwrap_or(u16::MAX);
        members..self.line_count()
    }

    /// The author of the only head if that is a POST: the log is complete as he saw it (P15). O(1).
    #[must_use]
    pub fn posted(&self) -> Option<u8> {
        let mut heads = self.heads();
        let head = &self[heads.next()?];
        (heads.next().is_none() && head.kind == crate::event::Kind::Post).then_some(head.author)
    }

    /// Puts the next event in canonical order at the end; its parents are known. A refused event is dropped.
    pub(crate) fn push(&mut self, event: Event) -> Result<(), Refusal> {
        let parents: Vec<EventIx> = event.parents.iter().filter_map(|id| self.find(id)).collect();
        self.lines.push(&event, &parents)?;
        let ix = EventIx(u32::try_from(self.events.len()).unwrap_or(u32::MAX));
        for parent in parents {
            self.children[parent.at()] += 1;
            self.heads.remove(&parent);
        }
        self.heads.insert(ix);
        self.children.push(0);
        self.by_id.insert(event.id, ix);
        self.bytes += crate::file::envelope_len(event.raw.len());
        self.events.push(event);
        Ok(())
    }

    /// Takes the events from place `keep` on off the log and returns them in canonical order.
    pub(crate) fn split_off(&mut self, keep: usize) -> Vec<Event> {
        let mut off = Vec::with_capacity(self.events.len().saturating_sub(keep));
        while self.events.len() > keep {
            let Some(event) = self.events.pop() else { break };
            let ix = EventIx(u32::try_from(self.events.len()).unwrap_or(u32::MAX));
            self.heads.remove(&ix);
            self.children.pop();
            self.by_id.remove(&event.id);
            self.bytes -= crate::file::envelope_len(event.raw.len());
            for parent in event.parents.iter().filter_map(|id| self.by_id.get(id).copied()) {
                self.children[parent.at()] -= 1;
                if self.children[parent.at()] == 0 {
                    self.heads.insert(parent);
                }
            }
            off.push(event);
        }
        self.lines.truncate(keep);
        off.reverse();
        off
    }
}
