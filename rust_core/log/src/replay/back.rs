//! Taking back (protocol P19.6).

use std::collections::{BTreeMap, BTreeSet};

use referee_kernel::wire::{Question, Seat};

use crate::event::Body;
use crate::log::EventIx;

use super::Replay;
use super::horizon::{Horizon, most_built};
use super::step::{Done, What};

impl Replay<'_> {
    /// The take-back to the lowest step that is complete within the horizon and not off again.
    pub fn take_back(&self, horizon: Horizon) -> Option<Done> {
        let targets: BTreeSet<u32> = self.now.backs.iter().filter_map(|b| self.back_target(*b)).collect();
        targets.into_iter().find_map(|to| {
            let used = self.consents(to, horizon)?;
            let off = self.somebody_moved_on(&used, horizon) || self.was_opened_without(&used, horizon);
            (!off).then_some(Done { what: What::Back(to), used, quorums: Vec::new() })
        })
    }

    fn back_target(&self, back: EventIx) -> Option<u32> {
        match self.log[back].body {
            Body::Back { to } => u32::try_from(to).ok(),
            _ => None,
        }
    }

    /// The BACKs that are needed to go to step `to`, if all are there, by two people at least.
    fn consents(&self, to: u32, horizon: Horizon) -> Option<Vec<EventIx>> {
        if to <= self.run.barrier(|x| self.sees(horizon, x)) {
            return None;
        }
        let mut backs: BTreeMap<Seat, Vec<EventIx>> = BTreeMap::new();
        for back in self.now.backs.iter().copied() {
            if self.back_target(back) == Some(to) && self.sees(horizon, back) {
                backs.entry(self.seat_of(back)?).or_default().push(back);
            }
        }
        let given: BTreeMap<Seat, EventIx> =
            backs.into_iter().filter_map(|(seat, events)| Some((seat, self.pick(&events, horizon)?))).collect();
        let seats = 0..self.log.charter().players;
        let mut needed: Vec<Seat> = seats.clone().filter(|seat| self.was_there(*seat, to)).collect();
        if needed.is_empty() {
            needed = seats.clone().collect();
        }
        let mut used = Vec::new();
        while let Some(seat) = needed.get(used.len()).copied() {
            let back = *given.get(&seat)?;
            used.push(back);
            // And whoever was there at `to`, or has come back since, as this one knows.
            let missing = seats.clone().filter(|s| !needed.contains(s)).collect::<Vec<_>>();
            let since = |seat: &Seat| self.absent_since(*seat, Horizon::Past(back));
            needed.extend(missing.into_iter().filter(|seat| since(seat).is_none_or(|step| step >= to)));
        }
        let people: BTreeSet<u8> = used.iter().map(|back| self.log[*back].author).collect();
        (people.len() > 1).then_some(used)
    }

    /// No certificate and no RESIGN of a step before `to` has made the seat absent.
    fn was_there(&self, seat: Seat, to: u32) -> bool {
        let defaults = self.run.defaults.get(&seat).map_or(&[][..], Vec::as_slice);
        let resigns = self.run.resigns.get(&seat).map_or(&[][..], Vec::as_slice);
        defaults.iter().all(|step| *step >= to) && resigns.iter().all(|x| self.log[*x].step >= to)
    }

    /// Whether `x` counts against a take-back: not if most others of its author have built on the take-back without it.
    fn counts_against(&self, x: EventIx, consents: &[EventIx], horizon: Horizon) -> bool {
        !most_built(self.log, self.others(self.log[x].author), consents, &[x], horizon)
    }

    /// (a): one of those who consented has since signed an input without all of these consents in its past.
    fn somebody_moved_on(&self, consents: &[EventIx], horizon: Horizon) -> bool {
        let log = self.log;
        consents.iter().any(|own| {
            log.lines_of(log[*own].author).any(|line| {
                let known = horizon.line(log, line);
                let since = known.partition_point(|x| !log.past(*x, *own));
                let until = known.partition_point(|x| !consents.iter().all(|c| log.past(*x, *c)));
                known.get(since..until).unwrap_or_default().iter().any(|x| {
                    log[*x].kind.is_input()
                        && log[*x].step >= self.now.step
                        && !self.blocked(*x)
                        && self.counts_against(*x, consents, horizon)
                })
            })
        })
    }

    /// (b): everything that `chance` or `show` asks is open.
    fn was_opened_without(&self, consents: &[EventIx], horizon: Horizon) -> bool {
        matches!(self.now.question, Question::Chance | Question::Show(_))
            && self.opened_by_parts(horizon, |replay, part| replay.counts_against(part, consents, horizon)).is_some()
    }
}
