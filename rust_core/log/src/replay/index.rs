//! The log by step, kept from one import to the next.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::event::Hash;
use crate::log::{EventIx, Log};

use super::horizon::is_choice;

/// What the replay looks up in the log besides the past of an event.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    /// The ids of all events, in canonical order.
    ids: Vec<Hash>,
    by_step: BTreeMap<u32, Vec<EventIx>>,
    /// Twins that contain a choice (protocol P19.7), by author.
    pub twins: BTreeMap<u8, Vec<Vec<EventIx>>>,
    /// The lowest step of an event that has twins of choice of its author in its past or is one.
    pub forked_from: Option<u32>,
    /// The events that are not silent, by the clock of their authors.
    by_wall: OnceLock<Vec<(u64, EventIx)>>,
}

/// What is new in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Growth {
    /// From this place on events are new or have moved.
    pub from: EventIx,
    /// The lowest step of any of these.
    pub step: u32,
}

impl Index {
    /// Whether `log` may be this log after an import: it has no fewer events.
    pub fn may_precede(&self, log: &Log) -> bool {
        self.ids.len() <= log.events().len()
    }

    /// Takes in what was added to the log since the last time; `None` if nothing was.
    ///
    /// A log only grows, so if an event still has its place, all before it have, too.
    pub fn update(&mut self, log: &Log) -> Option<Growth> {
        let events = log.events();
        if self.ids.len() == events.len() {
            return None;
        }
        let kept = self.kept(log);
        let moved = self.ids.split_off(kept).into_iter().filter_map(|id| log.find(&id)).map(|ix| log[ix].step);
        let mut step = u32::MAX;
        for at in moved {
            step = step.min(at);
            if let Some(list) = self.by_step.get_mut(&at) {
                list.truncate(list.partition_point(|ix| ix.at() < kept));
            }
        }
        let from = EventIx(u32::try_from(kept).unwrap_or(u32::MAX));
        for (ix, event) in log.places().zip(events).skip(kept) {
            step = step.min(event.step);
            self.by_step.entry(event.step).or_default().push(ix);
            self.ids.push(event.id);
        }
        self.by_wall = OnceLock::new();
        self.find_twins(log);
        Some(Growth { from, step })
    }

    /// How many events, from the beginning, are still in their places. O(log events).
    fn kept(&self, log: &Log) -> usize {
        let (mut low, mut high) = (0, self.ids.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.ids.get(middle) == log.events().get(middle).map(|event| &event.id) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    fn find_twins(&mut self, log: &Log) {
        self.twins.clear();
        self.forked_from = None;
        for twins in log.twins() {
            if let Some(first) = twins.first().copied().filter(|_| is_choice(log, &twins)) {
                self.twins.entry(log[first].author).or_default().push(twins);
            }
        }
        let floors = self.twins.iter().filter_map(|(author, groups)| {
            let first = groups.iter().flatten().min()?;
            log.by_author(*author).into_iter().filter(|ix| ix >= first).map(|ix| log[ix].step).min()
        });
        self.forked_from = floors.min();
    }

    /// The events with this step number, in canonical order.
    pub fn at_step(&self, step: u32) -> &[EventIx] {
        self.by_step.get(&step).map_or(&[], Vec::as_slice)
    }

    /// All events with this or a higher step number, step by step.
    pub fn since_step(&self, step: u32) -> impl Iterator<Item = EventIx> {
        self.by_step.range(step..).flat_map(|(_, list)| list.iter().copied())
    }

    /// The events that are not silent with the clocks of their authors, ascending.
    pub fn by_wall(&self, log: &Log) -> &[(u64, EventIx)] {
        self.by_wall.get_or_init(|| {
            let loud = log.places().zip(log.events()).filter(|(_, event)| !event.kind.is_silent());
            let mut walls: Vec<(u64, EventIx)> = loud.map(|(ix, event)| (event.wall, ix)).collect();
            walls.sort_unstable();
            walls
        })
    }
}
