//! Judging a log: the main replay, then the events without effect, each in its own past (protocol P19.4).

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use referee_kernel::digest::Hash;
use referee_kernel::wire::Rules;

use crate::lines::LineNo;
use crate::log::{EventIx, Log};
use crate::refusal::Code;

use super::horizon::{Horizon, is_choice};
use super::index::{Growth, Index};
use super::memory::Memory;
use super::report::Report;
use super::run::{Phase, Run, Status};
use super::step::Now;
use super::waiting::{Summary, summarize};
use super::{Forks, Replay};

/// Events without effect of one author that are judged (protocol P1).
const MAX_JUDGED: u32 = 64;

/// What a judgement keeps for the next one, after the log has received something.
///
/// It follows one log, which only grows. Given another match it begins anew; it must not be given two logs of one match
/// in turn.
#[derive(Default)]
pub struct Cache {
    match_id: Option<Hash>,
    index: Index,
    memory: Memory,
    pub(super) run: Run,
    pub(super) now: Now,
    /// Events without effect in the main replay.
    idle: BTreeSet<EventIx>,
    /// What became of such events in their own past, which nothing can change any more.
    own: BTreeMap<Hash, Option<Status>>,
    /// Events that have not simply taken effect, these among them.
    pub(super) remarkable: BTreeSet<EventIx>,
    /// The final word on those without effect.
    pub(super) verdicts: BTreeMap<EventIx, Status>,
    pub(super) summary: Summary,
}

impl Cache {
    /// An empty one.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl std::fmt::Debug for Cache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cache").field("match_id", &self.match_id).field("step", &self.run.step).finish_non_exhaustive()
    }
}

/// Judges everything in the log by the rules of its match (protocol P19).
///
/// The report is a function of the set of events alone. `rules` must be those the charter names. With a cache that has
/// judged this log before, only what is new, and what that may change, is replayed: for new events that stand behind
/// everything else the cost does not depend on the length of the match.
pub fn judge<'a>(log: &'a Log, rules: &dyn Rules, cache: &'a mut Cache) -> Report<'a> {
    if cache.match_id != Some(log.charter().match_id) || !cache.index.may_precede(log) {
        *cache = Cache { match_id: Some(log.charter().match_id), ..Cache::default() };
    }
    if let Some(growth) = cache.index.update(log) {
        let from = cache.resume(log, rules, growth);
        cache.collect_idle(log, from);
        cache.judge_idle(log, rules);
    }
    Report::new(log, cache)
}

impl Cache {
    /// Runs the main replay on from the last step that nothing new can change; returns that step.
    fn resume(&mut self, log: &Log, rules: &dyn Rules, growth: Growth) -> u32 {
        let mut run = std::mem::take(&mut self.run);
        let in_play = matches!(run.phase, Phase::Play | Phase::Over);
        let limits = [Some(growth.step), Some(run.step), run.contested, self.index.forked_from];
        let from = limits.into_iter().flatten().min().filter(|_| in_play).unwrap_or(0);
        if from == 0 {
            run = Run::default();
        } else {
            run.rewind(log, from);
        }
        run.status.resize(log.events().len(), None);
        for e in self.index.since_step(from) {
            if let Some(status) = run.status.get_mut(e.at()) {
                *status = None;
            }
        }
        let forks = Cow::Borrowed(&self.index.twins);
        let memory = &mut self.memory;
        let (index, allowed) = (&self.index, Horizon::All);
        let mut replay = Replay { log, rules, index, memory, allowed, forks, run, now: Now::default() };
        if from == 0 {
            replay.set_up();
        }
        replay.play();
        self.summary = summarize(&mut replay);
        (self.run, self.now) = (replay.run, replay.now);
        from
    }

    fn collect_idle(&mut self, log: &Log, from: u32) {
        let run = &self.run;
        let has_effect = |e: EventIx| match run.status(e) {
            Some(Status::Ok | Status::Superseded) => true,
            // The first is no fault of its own, the second is shown by a later event.
            Some(Status::Fault(code)) => matches!(code, Code::EForked | Code::XShare),
            _ => false,
        };
        self.idle.retain(|e| log[*e].step < from);
        self.remarkable.retain(|e| log[*e].step < from);
        self.remarkable.extend(self.index.since_step(from).filter(|e| run.status(*e) != Some(Status::Ok)));
        self.idle.extend(self.index.since_step(from).filter(|e| !has_effect(*e)));
    }

    fn judge_idle(&mut self, log: &Log, rules: &dyn Rules) {
        self.verdicts.clear();
        let mut judged: BTreeMap<u8, u32> = BTreeMap::new();
        let mut desyncs: BTreeMap<LineNo, u16> = BTreeMap::new();
        let mut base = None;
        for e in self.idle.clone() {
            let count = judged.entry(log[e].author).or_default();
            *count += 1;
            if *count > MAX_JUDGED {
                self.verdicts.insert(e, Status::Unjudged);
                continue;
            }
            let status = match self.in_own_past(log, rules, e, &mut base) {
                Some(Status::Ok | Status::Superseded) => Status::Superseded,
                Some(status) => status,
                // Its past does not stand at this step, unless another program counted differently before.
                None if desyncs.iter().any(|(line, place)| log.reach(e, *line) >= *place) => Status::Desync,
                None => Status::Fault(Code::EStep),
            };
            if status == Status::Desync {
                let standing = log.standing(e);
                desyncs.entry(standing.line).or_insert(standing.place);
            }
            self.verdicts.insert(e, status);
        }
    }

    /// What becomes of an event in the replay of its past and itself; `None` if that does not come to its step.
    fn in_own_past(&mut self, log: &Log, rules: &dyn Rules, e: EventIx, base: &mut Option<Run>) -> Option<Status> {
        let step = log[e].step;
        let void = self.run.phase == Phase::Void;
        let one_branch = self.run.contested.is_none_or(|contested| step <= contested)
            && self.index.forked_from.is_none_or(|forked| step < forked);
        if one_branch && !void {
            return self.run.status(e);
        }
        if let Some(known) = self.own.get(&log[e].id) {
            return *known;
        }
        let base = base.get_or_insert_with(|| self.base(log));
        let status = self.replay_own(log, rules, e, base);
        self.own.insert(log[e].id, status);
        status
    }

    /// The main replay at the beginning of the first step where there may be two branches: up to there it is that of
    /// every past that comes so far.
    fn base(&self, log: &Log) -> Run {
        let limits = [self.run.contested, self.index.forked_from];
        let from = limits.into_iter().flatten().min().filter(|_| self.run.phase != Phase::Void).unwrap_or(0);
        if from == 0 || self.run.at(from).is_none() {
            return Run { status: vec![None; log.events().len()], ..Run::default() };
        }
        let mut base = self.run.clone();
        base.rewind(log, from);
        for e in self.index.since_step(from) {
            if let Some(status) = base.status.get_mut(e.at()) {
                *status = None;
            }
        }
        base
    }

    fn replay_own(&mut self, log: &Log, rules: &dyn Rules, e: EventIx, base: &Run) -> Option<Status> {
        let allowed = Horizon::Upto(e);
        if !base.reach.within(|x| log.past(e, x)) {
            return None;
        }
        let forks = Cow::Owned(known_forks(log, &self.index.twins, allowed));
        let (run, memory) = (base.clone(), &mut self.memory);
        let mut replay = Replay { log, rules, index: &self.index, memory, allowed, forks, run, now: Now::default() };
        if replay.run.next.is_none() {
            replay.set_up();
        }
        if replay.run.status(e).is_none() {
            replay.play();
        }
        replay.run.status(e)
    }
}

/// The forks within a horizon.
fn known_forks(log: &Log, forks: &Forks, horizon: Horizon) -> Forks {
    let known = |groups: &Vec<Vec<EventIx>>| -> Vec<Vec<EventIx>> {
        groups.iter().map(|twins| horizon.filter(log, twins)).filter(|twins| is_choice(log, twins)).collect()
    };
    forks.iter().map(|(author, groups)| (*author, known(groups))).filter(|(_, groups)| !groups.is_empty()).collect()
}
