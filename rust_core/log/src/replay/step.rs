//! One step: its events in canonical order, then whether it is complete (protocol P19.4).

use std::collections::BTreeMap;
use std::sync::Arc;

use referee_kernel::wire::{Cards, Place, Question, Seat};
use referee_proof::deck::Ciphertext;
use referee_proof::group::Point;

use crate::log::EventIx;
use crate::refusal::Code;

use super::Replay;
use super::chain::Link;
use super::horizon::Horizon;
use super::run::{Parts, Phase, Position, Quorum, Status};
use super::votes::Vote;

/// What the committee's parts of a step are on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Target {
    Roll,
    Card(Place),
}

/// What the events of the present step have brought.
#[derive(Clone)]
pub(super) struct Now {
    pub step: u32,
    pub question: Question,
    /// Rights to unrevealed cards; empty in matches without encrypted decks.
    pub hands: BTreeMap<Place, Seat>,
    /// Accepted ACTIONs, SEALs and OPENs.
    pub inputs: BTreeMap<Seat, Vec<EventIx>>,
    /// What these revealed.
    pub cards: BTreeMap<EventIx, Cards>,
    pub votes: BTreeMap<u8, Vec<Vote>>,
    pub backs: BTreeMap<u32, Backs>,
    pub parts: BTreeMap<Target, Parts>,
    pub links: BTreeMap<u8, Vec<Link>>,
    /// SHUFFLEs whose proof failed.
    pub failed: Vec<EventIx>,
    /// The ciphertexts that a shuffle begins with, per deck of the question.
    pub sources: Vec<Arc<Vec<Ciphertext>>>,
    /// Whether an accepted event stands, against a target, in the past of another.
    pub stands: BTreeMap<(EventIx, u8, EventIx), bool>,
}

impl Default for Now {
    fn default() -> Self {
        Now {
            step: 0,
            question: Question::Over,
            hands: BTreeMap::new(),
            inputs: BTreeMap::new(),
            cards: BTreeMap::new(),
            votes: BTreeMap::new(),
            backs: BTreeMap::new(),
            parts: BTreeMap::new(),
            links: BTreeMap::new(),
            failed: Vec::new(),
            sources: Vec::new(),
            stands: BTreeMap::new(),
        }
    }
}

/// Valid BACKs to one step.
#[derive(Clone, Debug, Default)]
pub(super) struct Backs {
    pub events: Vec<EventIx>,
    /// Whether they can be enough for anybody: without this nobody need look.
    pub ripe: bool,
}

/// How a step can be completed, and what that rests on.
pub(super) struct Done {
    pub what: What,
    pub used: Vec<EventIx>,
    pub quorums: Vec<Quorum>,
}

pub(super) enum What {
    Back(u32),
    /// The event taken for each seat asked; none: the default.
    Moves(BTreeMap<Seat, Option<EventIx>>),
    Parts(BTreeMap<Target, Vec<(u8, Point)>>),
    Chain(Vec<Arc<Vec<Ciphertext>>>),
}

impl Replay<'_> {
    /// Replays from the next state on until a question waits, or, for the sake of one event, until that is judged.
    pub fn play(&mut self) {
        while let Some(position) = self.run.next.take() {
            self.begin(position);
            self.judge_step();
            if self.now.question == Question::Over {
                self.run.phase = Phase::Over;
                return;
            }
            if let Horizon::Upto(e) = self.allowed
                && self.run.status(e).is_some()
            {
                return;
            }
            let Some(done) = self.complete(self.allowed) else { return };
            self.supersede(&done);
            self.apply(done);
        }
    }

    fn begin(&mut self, position: Arc<Position>) {
        let hands = if self.run.setup.keys.deck.is_some() { position.state.hands() } else { BTreeMap::new() };
        let question = position.question.clone();
        self.run.begin(position);
        self.now = Now { step: self.run.step, question, hands, ..Now::default() };
        if let Question::Shuffle(targets) = &self.now.question {
            self.now.sources = self.run.sources(targets);
        }
    }

    /// Judges the events of the step.
    fn judge_step(&mut self) {
        let index = self.index;
        for e in index.at_step(self.now.step).iter().copied() {
            if !self.sees(self.allowed, e) || self.run.status(e).is_some() {
                continue;
            }
            if self.blocked(e) {
                self.run.judge(e, Status::Fault(Code::EForked));
                continue;
            }
            if !self.reaches(e) {
                continue;
            }
            let status = match self.judge_event(e) {
                Ok(()) => Status::Ok,
                Err(status) => status,
            };
            self.run.judge(e, status);
        }
        let several = |events: usize| events > 1;
        let contested = !self.now.votes.is_empty()
            || !self.now.backs.is_empty()
            || self.now.inputs.values().any(|i| several(i.len()))
            || self.now.links.values().any(|l| several(l.len()));
        if contested {
            self.run.contested.get_or_insert(self.now.step);
        }
    }

    /// Rule C (P19.3).
    pub fn reaches(&self, e: EventIx) -> bool {
        self.run.reach.within(|x| self.log.past(e, x))
    }

    fn judge_event(&mut self, e: EventIx) -> Result<(), Status> {
        if self.now.question != Question::Over && self.is_complete(Horizon::Past(e)) {
            return Err(Status::Fault(Code::EStep));
        }
        let stands_at = self.run.now().map(|step| step.digest);
        if stands_at != Some(self.log[e].digest) {
            return Err(Status::Desync);
        }
        self.check(e).map_err(|code| {
            if code == Code::XShuffle {
                self.now.failed.push(e);
            }
            Status::Fault(code)
        })
    }

    /// Whether the step is complete within a past. Nothing is, before anything was accepted.
    fn is_complete(&mut self, horizon: Horizon) -> bool {
        let now = &self.now;
        let untouched = now.inputs.is_empty()
            && now.votes.is_empty()
            && now.backs.is_empty()
            && now.parts.is_empty()
            && now.links.is_empty();
        !untouched && self.complete(horizon).is_some()
    }

    /// Whether and how the step is complete, as far as the horizon knows.
    fn complete(&mut self, horizon: Horizon) -> Option<Done> {
        if let Some(back) = self.take_back(horizon) {
            return Some(back);
        }
        match self.now.question {
            Question::Act(_) | Question::Seal(_) | Question::Open(_) => self.decided(horizon),
            Question::Chance | Question::Show(_) => self.opened_by_parts(horizon, |_, _| true),
            Question::Shuffle(_) => {
                let chain = self.chain(horizon);
                let done = Done { what: What::Chain(chain.cards), used: chain.links, quorums: chain.skips };
                chain.next.is_none().then_some(done)
            }
            Question::Over => None,
        }
    }

    fn decided(&mut self, horizon: Horizon) -> Option<Done> {
        let mut done = Done { what: What::Back(0), used: Vec::new(), quorums: Vec::new() };
        let mut moves = BTreeMap::new();
        for seat in self.now.question.seats().to_vec() {
            let certificate = self.certificate(seat, horizon);
            let chosen = self.chosen(seat, horizon);
            match (chosen, certificate) {
                (Some(e), certificate) if certificate.is_none() || !self.is_beaten(e, seat, horizon) => {
                    moves.insert(seat, Some(e));
                    done.used.push(e);
                }
                (_, Some(certificate)) => {
                    moves.insert(seat, None);
                    done.quorums.push(certificate);
                }
                _ => return None,
            }
        }
        done.what = What::Moves(moves);
        Some(done)
    }

    /// `chance` and `show`: t parts for everything asked, among those events that count.
    pub fn opened_by_parts(&self, horizon: Horizon, counts: impl Fn(&Self, EventIx) -> bool) -> Option<Done> {
        let (key, targets) = match &self.now.question {
            Question::Chance => (self.run.setup.keys.roll.as_ref()?, vec![Target::Roll]),
            Question::Show(places) => {
                (self.run.setup.keys.deck.as_ref()?, places.iter().copied().map(Target::Card).collect())
            }
            _ => return None,
        };
        let threshold = usize::from(key.committee().threshold);
        let mut done = Done { what: What::Back(0), used: Vec::new(), quorums: Vec::new() };
        let mut all = BTreeMap::new();
        for target in targets {
            let mut parts = Vec::new();
            let mut groups = Vec::new();
            for (member, (events, d)) in self.now.parts.get(&target)? {
                let seen = horizon.filter(self.log, events);
                if seen.iter().any(|e| counts(self, *e)) {
                    parts.push((*member, *d));
                    groups.push(seen);
                }
            }
            if parts.len() < threshold {
                return None;
            }
            done.quorums.push(vec![(threshold, groups)]);
            all.insert(target, parts);
        }
        done.what = What::Parts(all);
        Some(done)
    }
}
