//! What a replay has come to: everything that stays from one step to the next.
//!
//! Each entry belongs to a step, so a run can be taken back to the beginning of any step: for judging an event in its
//! own past, and for going on when something has been received.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

use referee_kernel::digest::{Hash, state_digest};
use referee_kernel::wire::{Answers, Cards, Place, Question, Seat, State};
use referee_proof::deck::Ciphertext;
use referee_proof::group::Point;
use referee_proof::roll::BranchEntry;

use crate::log::{EventIx, Log};
use crate::refusal::Code;

use super::members::Members;
use super::setup::Setup;

/// Where a match is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// Step 0.
    #[default]
    Setup,
    /// The set-up failed for good (`X_KEY`, `H_DECKS`, `X_SHARE`).
    Void,
    /// A question is open.
    Play,
    /// The last question is answered.
    Over,
}

impl Phase {
    /// The protocol's word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Phase::Setup => "setup",
            Phase::Void => "void",
            Phase::Play => "play",
            Phase::Over => "over",
        }
    }
}

/// What became of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It has taken effect.
    Ok,
    /// Signed in good faith on a branch that was overtaken (P19.4).
    Superseded,
    /// Its author's program stood at another position (P19.8).
    Desync,
    /// One of more events without effect of its author than are judged (P19.4).
    Unjudged,
    /// Its author's fault, except `E_FORKED`.
    Fault(Code),
}

/// A condition on the past of an event: for one of the pairs, that many of the groups have an event in it.
pub(super) type Quorum = Vec<(usize, Vec<Vec<EventIx>>)>;

/// Rule C (P19.3): what an event must have in its past to count after the last completed step.
#[derive(Clone, Debug, Default)]
pub(super) struct Reach {
    pub used: Vec<EventIx>,
    pub quorums: Vec<Quorum>,
}

impl Reach {
    /// Whether an event with such a past counts.
    pub fn within(&self, has: impl Fn(EventIx) -> bool) -> bool {
        let met = |(k, groups): &(usize, Vec<Vec<EventIx>>)| {
            groups.iter().filter(|group| group.iter().any(|x| has(*x))).count() >= *k
        };
        self.used.iter().all(|x| has(*x)) && self.quorums.iter().all(|quorum| quorum.iter().any(met))
    }
}

/// How a step was completed.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The match was taken back: the question of step `to` is asked again.
    Back {
        /// That step.
        to: u32,
    },
    /// The decisions of an `act` or `open`; `None` is the default.
    Answers(Answers),
    /// Who sealed; the other seats asked took the default.
    Sealed(Vec<Seat>),
    /// The seed of the chance run.
    Roll(Hash),
    /// The cards shown.
    Shown(Cards),
    /// New positions, by all but these members of the deck committee.
    Shuffled {
        /// Skipped members, ascending.
        left_out: Vec<u8>,
    },
}

/// A completed step.
#[derive(Clone, Debug)]
pub struct Completed {
    /// How.
    pub outcome: Outcome,
    /// The events it used, in the order of the question; parts and votes are not among them.
    pub used: Vec<EventIx>,
}

/// A state of the rules with what is computed from it once.
pub struct Position {
    /// The state of the rules.
    pub state: Arc<dyn State>,
    /// What it asks.
    pub question: Question,
    /// Digest of its document.
    pub digest: Hash,
    /// A number that no other position of the match has.
    pub(super) number: u64,
}

impl Position {
    pub(super) fn new(state: Arc<dyn State>, number: u64) -> Self {
        let (question, digest) = (state.question(), state_digest(&state.document()));
        Position { state, question, digest, number }
    }
}

/// A step: where the match stood, and what was asked.
#[derive(Clone)]
pub struct Step {
    position: Arc<Position>,
    pub(super) before: Arc<Before>,
}

impl Step {
    pub(super) fn position(&self) -> &Arc<Position> {
        &self.position
    }
}

impl Deref for Step {
    type Target = Position;

    fn deref(&self) -> &Position {
        &self.position
    }
}

/// The length of everything at the beginning of a step.
#[derive(Clone, Debug)]
pub(super) struct Before {
    pub seals: Arc<BTreeMap<Seat, (u32, Hash)>>,
    pub reach: Arc<Reach>,
    pub branch: usize,
    pub decks: Vec<usize>,
    pub skipped: Members,
}

/// One entry of a valid DRAW.
#[derive(Clone, Copy, Debug)]
pub struct Drawn {
    /// The DRAW.
    pub event: EventIx,
    /// The entry in it.
    pub index: u32,
    /// P = C1 + ρB.
    pub point: Point,
}

/// A shuffle of a committee of one, to be opened after the end (P10.4).
#[derive(Clone, Debug)]
pub struct Prescribed {
    /// Who made it.
    pub author: u8,
    /// The length of the branch then.
    pub(super) branch: usize,
    pub(super) input: Arc<Vec<Ciphertext>>,
    pub(super) output: Arc<Vec<Ciphertext>>,
    /// Whether an AUDIT has opened it.
    pub audited: bool,
}

/// Valid parts on one point: by member, the events that bring one and D. Of a member's events those with another of his
/// in their past are left out: whoever sees them sees that one.
pub(super) type Parts = BTreeMap<u8, (Vec<EventIx>, Point)>;

/// Everything that stays.
#[derive(Clone, Default)]
pub(super) struct Run {
    pub phase: Phase,
    /// The step the match stands at; 0 during set-up.
    pub step: u32,
    pub setup: Arc<Setup>,
    pub branch: Vec<BranchEntry>,
    /// Numbers of the branch as it grew; the first is that of START.
    pub branch_numbers: Vec<u64>,
    pub status: Vec<Option<Status>>,
    /// The steps from 1 on.
    pub steps: Vec<Step>,
    pub completed: Vec<Arc<Completed>>,
    /// The position whose question is next.
    pub next: Option<Arc<Position>>,
    pub reach: Arc<Reach>,
    pub seals: Arc<BTreeMap<Seat, (u32, Hash)>>,
    pub decks: Vec<Arc<Vec<Ciphertext>>>,
    pub draws: BTreeMap<Place, Vec<Drawn>>,
    pub draw_parts: BTreeMap<(EventIx, u32), Parts>,
    /// Cards that became public, and at which step.
    pub revealed: BTreeMap<Place, (u32, u32)>,
    pub prescribed: BTreeMap<(u32, u8), Prescribed>,
    /// In canonical order.
    pub takeovers: BTreeMap<Seat, Vec<EventIx>>,
    pub resigns: BTreeMap<Seat, Vec<EventIx>>,
    /// ENDORSEs that have taken effect.
    pub endorsements: Vec<EventIx>,
    /// Per seat the steps decided by a certificate against it.
    pub defaults: BTreeMap<Seat, Vec<u32>>,
    /// Members left out of the last shuffle they could have had a part in.
    pub skipped: Members,
    /// When decks were used: take-backs stop there. Without an event it holds for everybody. Steps ascend.
    pub deck_used: Vec<(u32, Option<EventIx>)>,
    /// The lowest step at which two branches are possible.
    pub contested: Option<u32>,
}

impl Run {
    /// The step with this number, if it has begun; there is none with number 0.
    pub fn at(&self, step: u32) -> Option<&Step> {
        self.steps.get(usize::try_from(step.checked_sub(1)?).ok()?)
    }

    /// The step the match stands at; `None` during set-up.
    pub fn now(&self) -> Option<&Step> {
        self.at(self.step)
    }

    /// Begins the next step.
    pub fn begin(&mut self, position: Arc<Position>) {
        self.step = self.step.saturating_add(1);
        let before = Before {
            seals: Arc::clone(&self.seals),
            reach: Arc::clone(&self.reach),
            branch: self.branch.len(),
            decks: self.decks.iter().map(|deck| deck.len()).collect(),
            skipped: self.skipped,
        };
        self.steps.push(Step { position, before: Arc::new(before) });
    }

    /// Goes back to the moment before step `to` began, to be replayed from there with other events from `to` on.
    pub fn rewind(&mut self, log: &Log, to: u32) {
        let Some(step) = self.at(to).cloned() else { return };
        let before = &step.before;
        let length = usize::try_from(to.saturating_sub(1)).unwrap_or(usize::MAX);
        self.phase = Phase::Play;
        self.step = to.saturating_sub(1);
        self.next = Some(Arc::clone(&step.position));
        self.steps.truncate(length);
        self.completed.truncate(length);
        self.reach = Arc::clone(&before.reach);
        self.seals = Arc::clone(&before.seals);
        self.branch.truncate(before.branch);
        self.branch_numbers.truncate(before.branch.saturating_add(1));
        self.skipped = before.skipped;
        for (deck, length) in self.decks.iter_mut().zip(&before.decks) {
            if deck.len() > *length {
                Arc::make_mut(deck).truncate(*length);
            }
        }
        let earlier = |event: EventIx| log[event].step < to;
        self.draws.retain(|_, drawn| {
            drawn.retain(|d| earlier(d.event));
            !drawn.is_empty()
        });
        self.draw_parts.retain(|(draw, _), parts| {
            parts.retain(|_, (events, _)| {
                events.retain(|e| earlier(*e));
                !events.is_empty()
            });
            earlier(*draw) && !parts.is_empty()
        });
        self.revealed.retain(|_, (_, at)| *at < to);
        self.prescribed.retain(|(at, _), prescribed| {
            prescribed.audited = false;
            *at < to
        });
        let lists = self.takeovers.values_mut().chain(self.resigns.values_mut());
        for events in lists.chain([&mut self.endorsements]) {
            events.retain(|e| earlier(*e));
        }
        for steps in self.defaults.values_mut() {
            steps.retain(|at| *at < to);
        }
        self.deck_used.truncate(self.deck_used.partition_point(|(at, _)| *at < to));
        self.contested = self.contested.filter(|at| *at < to);
    }

    /// Adds what a completed step used and asks the next state.
    pub fn complete(&mut self, completed: Completed, reach: Reach, next: Arc<Position>) {
        self.completed.push(Arc::new(completed));
        self.reach = Arc::new(reach);
        self.next = Some(next);
    }

    /// The number of the branch the match stands on.
    pub fn branch_number(&self) -> u64 {
        self.branch_numbers.last().copied().unwrap_or_default()
    }

    /// What became of an event so far.
    pub fn status(&self, event: EventIx) -> Option<Status> {
        self.status.get(event.at()).copied().flatten()
    }

    /// Notes what became of an event.
    pub fn judge(&mut self, event: EventIx, status: Status) {
        if let Some(slot) = self.status.get_mut(event.at()) {
            *slot = Some(status);
        }
    }

    /// The last step at which a deck was used, as far as `has` knows: take-backs go to later steps only.
    pub fn barrier(&self, has: impl Fn(EventIx) -> bool) -> u32 {
        let used = self.deck_used.iter().rev().find(|(_, event)| event.is_none_or(&has));
        used.map_or(0, |(step, _)| *step)
    }

    /// The answers that led to the state of step `to`, oldest first, as (step, answers).
    pub fn history(&self, to: u32) -> Vec<(u32, &Answers)> {
        let mut history = Vec::new();
        let mut at = to;
        while let Some(before) = at.checked_sub(1).filter(|before| *before > 0) {
            let completed = self.completed.get(usize::try_from(before - 1).unwrap_or(usize::MAX));
            at = before;
            match completed.map(|c| &c.outcome) {
                Some(Outcome::Back { to }) => at = *to,
                Some(Outcome::Answers(answers)) => history.push((before, answers)),
                _ => {}
            }
        }
        history.reverse();
        history
    }
}
