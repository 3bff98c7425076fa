//! Taking back (protocol P19.6).

use std::collections::{BTreeMap, BTreeSet};

use referee_kernel::wire::{Question, Seat};

use crate::log::EventIx;

use super::Replay;
use super::horizon::{Horizon, most_built};
use super::step::{Backs, Done, What};

impl Replay<'_> {
    /// The take-back to the lowest step that is complete within the horizon and not off again.
    pub fn take_back(&self, horizon: Horizon) -> Option<Done> {
        self.now.backs.iter().filter(|(_, backs)| backs.ripe).find_map(|(to, backs)| {
            let used = self.consents(*to, &backs.events, horizon)?;
            let off = self.somebody_moved_on(&used, horizon) || self.was_opened_without(&used, horizon);
            (!off).then_some(Done { what: What::Back(*to), used, quorums: Vec::new() })
        })
    }

    /// Takes a valid BACK.
    pub fn add_back(&mut self, back: EventIx, to: u32) {
        let mut events = self.now.backs.get(&to).map(|backs| backs.events.clone()).unwrap_or_default();
        events.push(back);
        let seats: BTreeSet<Seat> = events.iter().filter_map(|b| self.seat_of(*b)).collect();
        let ripe = self.people(&events) > 1 && self.needed(to).iter().all(|seat| seats.contains(seat));
        self.now.backs.insert(to, Backs { events, ripe });
    }

    fn people(&self, events: &[EventIx]) -> usize {
        events.iter().map(|e| self.log[*e].author).collect::<BTreeSet<_>>().len()
    }

    /// The seats that no certificate and no RESIGN of a step before `to` has made absent; if there are none, every seat.
    fn needed(&self, to: u32) -> Vec<Seat> {
        let seats = 0..self.log.charter().players;
        let there: Vec<Seat> = seats.clone().filter(|seat| self.was_there(*seat, to)).collect();
        if there.is_empty() { seats.collect() } else { there }
    }

    fn was_there(&self, seat: Seat, to: u32) -> bool {
        // Both lists ascend by step.
        let default = self.run.defaults.get(&seat).and_then(|steps| steps.first());
        let resign = self.run.resigns.get(&seat).and_then(|resigns| resigns.first());
        default.is_none_or(|step| *step >= to) && resign.is_none_or(|x| self.log[*x].step >= to)
    }

    /// The BACKs that are needed to go to step `to`, if all are there, by two people at least.
    fn consents(&self, to: u32, backs: &[EventIx], horizon: Horizon) -> Option<Vec<EventIx>> {
        if to <= self.run.barrier(|x| self.sees(horizon, x)) {
            return None;
        }
        let mut by_seat: BTreeMap<Seat, Vec<EventIx>> = BTreeMap::new();
        for back in horizon.filter(self.log, backs) {
            by_seat.entry(self.seat_of(back)?).or_default().push(back);
        }
        let given: BTreeMap<Seat, EventIx> =
            by_seat.into_iter().filter_map(|(seat, events)| Some((seat, self.pick(&events, horizon)?))).collect();
        let mut needed = self.needed(to);
        let mut used = Vec::new();
        while let Some(seat) = needed.get(used.len()).copied() {
            let back = *given.get(&seat)?;
            used.push(back);
            // And whoever was there at `to`, or has come back since, as this one knows.
            let since = |seat: &Seat| self.absent_since(*seat, Horizon::Past(back));
            let seats = 0..self.log.charter().players;
            let missing: Vec<Seat> = seats.filter(|s| !needed.contains(s)).collect();
            needed.extend(missing.into_iter().filter(|seat| since(seat).is_none_or(|step| step >= to)));
        }
        (self.people(&used) > 1).then_some(used)
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
