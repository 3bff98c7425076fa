//! What programs and people are told about a match (protocol P19.10, P24).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use referee_kernel::digest::{Hash, state_digest};
use referee_kernel::wire::{Cards, Place, Question, Seat, State};
use referee_proof::deck::Ciphertext;
use referee_proof::key::JointKey;
use referee_proof::roll::{BranchEntry, Moment};

use crate::log::{EventIx, Log};
use crate::refusal::Code;

use super::own::Cache;
use super::run::{Completed, Drawn, Phase, Prescribed, Status, Step};
use super::step::Target;
use super::waiting::Waiting;

/// What a log comes to. It borrows from the log and the cache, and is cheap to make again.
#[derive(Clone, Copy)]
pub struct Report<'a> {
    log: &'a Log,
    cache: &'a Cache,
}

impl fmt::Debug for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Report").field("phase", &self.phase()).field("step", &self.step()).finish_non_exhaustive()
    }
}

impl<'a> Report<'a> {
    pub(super) fn new(log: &'a Log, cache: &'a Cache) -> Self {
        Report { log, cache }
    }

    /// The log that was judged.
    #[must_use]
    pub fn log(&self) -> &'a Log {
        self.log
    }

    /// Where the match is.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.cache.run.phase
    }

    /// The step it stands at; 0 during set-up.
    #[must_use]
    pub fn step(&self) -> u32 {
        self.cache.run.step
    }

    /// Take-backs and defaults so far, in the order of their steps (P9).
    #[must_use]
    pub fn branch(&self) -> &'a [BranchEntry] {
        &self.cache.run.branch
    }

    /// The open question; `None` during set-up and in a void match.
    #[must_use]
    pub fn question(&self) -> Option<&'a Question> {
        self.cache.run.now().map(|step| &step.question)
    }

    /// The kind of the open question; in set-up, from START on, `ready` or, with encrypted decks, `shuffle`.
    #[must_use]
    pub fn need(&self) -> Option<&'static str> {
        match self.phase() {
            Phase::Void => None,
            Phase::Setup => self.cache.run.setup.shuffles.map(|shuffles| if shuffles { "shuffle" } else { "ready" }),
            Phase::Play | Phase::Over => self.question().map(Question::kind),
        }
    }

    /// The position the match stands at; `None` before step 1.
    #[must_use]
    pub fn state(&self) -> Option<&'a Arc<dyn State>> {
        self.cache.run.now().map(|step| &step.state)
    }

    /// Digest of the position, as the next event has to state it.
    #[must_use]
    pub fn digest(&self) -> Hash {
        self.cache.run.now().map_or_else(|| state_digest(b""), |step| step.digest)
    }

    /// The steps from 1 on: what was asked, and where the match stood.
    #[must_use]
    pub fn steps(&self) -> &'a [Step] {
        &self.cache.run.steps
    }

    /// How the steps from 1 on were completed; the last step is not.
    #[must_use]
    pub fn completed(&self) -> &'a [Arc<Completed>] {
        &self.cache.run.completed
    }

    /// What became of an event.
    #[must_use]
    pub fn status(&self, e: EventIx) -> Status {
        let final_word = self.cache.verdicts.get(&e).copied();
        final_word.or_else(|| self.cache.run.status(e)).unwrap_or(Status::Fault(Code::EStep))
    }

    /// Events that have not simply taken effect, in canonical order.
    fn remarkable(&self) -> impl Iterator<Item = (EventIx, Status)> {
        self.cache.remarkable.iter().map(|e| (*e, self.status(*e)))
    }

    /// Faults in canonical order: the event tells author, kind and step. `E_FORKED` among them is no fault of its own.
    #[must_use]
    pub fn faults(&self) -> Vec<(EventIx, Code)> {
        let fault = |(e, status)| if let Status::Fault(code) = status { Some((e, code)) } else { None };
        self.remarkable().filter_map(fault).collect()
    }

    /// Events that a certificate, a take-back or a fork has overtaken, in canonical order.
    #[must_use]
    pub fn superseded(&self) -> Vec<EventIx> {
        self.with(Status::Superseded)
    }

    /// Events whose authors' programs stood at another position, in canonical order: a defect in a program.
    #[must_use]
    pub fn desyncs(&self) -> Vec<EventIx> {
        self.with(Status::Desync)
    }

    fn with(&self, status: Status) -> Vec<EventIx> {
        self.remarkable().filter(|(_, s)| *s == status).map(|(e, _)| e).collect()
    }

    /// How many events of an author were not judged, for authors with any, ascending.
    #[must_use]
    pub fn unjudged(&self) -> BTreeMap<u8, u32> {
        let mut unjudged = BTreeMap::new();
        for e in self.with(Status::Unjudged) {
            *unjudged.entry(self.log[e].author).or_default() += 1;
        }
        unjudged
    }

    /// (author, number) for every event after the first of its twins, in canonical order of these events.
    #[must_use]
    pub fn forks(&self) -> Vec<(u8, u16)> {
        let mut later: Vec<EventIx> =
            self.log.twins().into_iter().flat_map(|twins| twins.into_iter().skip(1)).collect();
        later.sort_unstable();
        later.into_iter().map(|e| (self.log[e].author, self.log[e].seq)).collect()
    }

    /// Who keeps the match waiting, and for what; ascending by member.
    #[must_use]
    pub fn waiting(&self) -> &'a [(u8, Waiting)] {
        &self.cache.summary.waiting
    }

    /// Hidden actions that the rules found illegal after the end, as (step, seat).
    #[must_use]
    pub fn lies(&self) -> &'a [(u32, Seat)] {
        &self.cache.summary.lies
    }

    /// Author of the only head if that is a POST: the log is complete as he saw it.
    #[must_use]
    pub fn posted(&self) -> Option<u8> {
        self.log.posted()
    }

    /// Members with an ENDORSE that has taken effect.
    #[must_use]
    pub fn endorsed(&self) -> BTreeSet<u8> {
        let endorsements = self.cache.run.endorsements.iter().filter(|e| self.status(**e) == Status::Ok);
        endorsements.map(|e| self.log[*e].author).collect()
    }

    /// START, once one has taken effect.
    #[must_use]
    pub fn start(&self) -> Option<EventIx> {
        self.cache.run.setup.start
    }

    /// The JOINs that START names, in member order: own shares come from these.
    #[must_use]
    pub fn joins(&self) -> &'a [EventIx] {
        &self.cache.run.setup.joins
    }

    /// The roll key, from START on.
    #[must_use]
    pub fn roll_key(&self) -> Option<&'a JointKey> {
        self.cache.run.setup.keys.roll.as_deref()
    }

    /// The deck key, from START on, in a match with encrypted decks.
    #[must_use]
    pub fn deck_key(&self) -> Option<&'a JointKey> {
        self.cache.run.setup.keys.deck.as_deref()
    }

    /// The joint salt, once everybody is READY.
    #[must_use]
    pub fn salt(&self) -> Option<&'a Hash> {
        let setup = &self.cache.run.setup;
        (setup.shuffles.is_some() && setup.unready.is_empty()).then_some(&setup.salt)
    }

    /// What makes the present question one of a kind: the base of alpha and of shuffle contexts. `None` before START.
    #[must_use]
    pub fn moment(&self) -> Option<Moment<'a>> {
        self.start().map(|_| self.cache.run.moment(self.step()))
    }

    /// The cards of a deck as points, to look up what was read.
    #[must_use]
    pub fn cards(&self, deck: u8) -> Option<&'a referee_proof::deck::Cards> {
        self.cache.run.setup.cards.get(usize::from(deck)).map(|cards| &**cards)
    }

    /// The ciphertexts of a deck by position.
    #[must_use]
    pub fn deck(&self, deck: u8) -> Option<&'a [Ciphertext]> {
        self.cache.run.decks.get(usize::from(deck)).map(|deck| &deck[..])
    }

    /// The rights to unrevealed cards; empty in an open match.
    #[must_use]
    pub fn hands(&self) -> &'a BTreeMap<Place, Seat> {
        &self.cache.now.hands
    }

    /// Valid DRAW entries by place.
    #[must_use]
    pub fn draws(&self) -> &'a BTreeMap<Place, Vec<Drawn>> {
        &self.cache.run.draws
    }

    /// Valid parts on a DRAW entry: member and D, ascending by member.
    #[must_use]
    pub fn draw_parts(&self, drawn: &Drawn) -> Vec<(u8, referee_proof::group::Point)> {
        let parts = self.cache.run.draw_parts.get(&(drawn.event, drawn.index));
        parts.into_iter().flatten().map(|(member, (_, d))| (*member, *d)).collect()
    }

    /// The members with a valid part on a card that is shown at this step.
    #[must_use]
    pub fn show_parts(&self, place: Place) -> Vec<u8> {
        self.parts_on(Target::Card(place))
    }

    fn parts_on(&self, target: Target) -> Vec<u8> {
        self.cache.now.parts.get(&target).into_iter().flatten().map(|(member, _)| *member).collect()
    }

    /// Seats with an accepted decision at this step, and the first such event.
    #[must_use]
    pub fn answered(&self) -> BTreeMap<Seat, EventIx> {
        let inputs = self.cache.now.inputs.iter();
        inputs.filter_map(|(seat, events)| Some((*seat, *events.first()?))).collect()
    }

    /// Valid votes of this step: (target, VOTE).
    #[must_use]
    pub fn votes(&self) -> Vec<(u8, EventIx)> {
        let votes = self.cache.now.votes.iter();
        votes.flat_map(|(target, votes)| votes.iter().map(|vote| (*target, vote.event))).collect()
    }

    /// Valid BACKs of this step.
    #[must_use]
    pub fn backs(&self) -> Vec<EventIx> {
        let mut backs: Vec<EventIx> = self.cache.now.backs.values().flat_map(|backs| backs.events.clone()).collect();
        backs.sort_unstable();
        backs
    }

    /// Unopened seals: the step and commitment of each seat.
    #[must_use]
    pub fn seals(&self) -> &'a BTreeMap<Seat, (u32, Hash)> {
        &self.cache.run.seals
    }

    /// Cards that became public.
    #[must_use]
    pub fn revealed(&self) -> Cards {
        self.cache.run.revealed.iter().map(|(place, (card, _))| (*place, *card)).collect()
    }

    /// Shuffles of a committee of one, by step and deck.
    #[must_use]
    pub fn prescribed(&self) -> &'a BTreeMap<(u32, u8), Prescribed> {
        &self.cache.run.prescribed
    }

    /// Who plays each seat.
    #[must_use]
    pub fn players(&self) -> &'a [u8] {
        &self.cache.summary.players
    }

    /// Absent seats, with the step since which each is.
    #[must_use]
    pub fn absent(&self) -> &'a BTreeMap<Seat, u32> {
        &self.cache.summary.absent
    }

    /// Members of the deck committee who were left out of the last shuffle.
    #[must_use]
    pub fn skipped(&self) -> Vec<u8> {
        self.cache.run.skipped.iter().collect()
    }

    /// The open shuffle: whose link is next and the ciphertexts it starts from, per deck of the question.
    #[must_use]
    pub fn next_link(&self) -> Option<&'a (u8, Vec<Arc<Vec<Ciphertext>>>)> {
        self.cache.summary.next_link.as_ref()
    }
}
