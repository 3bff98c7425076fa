//! Step 0: JOINs, START, READYs and the opening shuffle (protocol P19.1).

use std::collections::BTreeMap;
use std::sync::Arc;

use referee_kernel::digest::{Hash, state_digest};
use referee_kernel::wire::Question;
use referee_proof::dealing::{self, Deal, Dealing};
use referee_proof::deck::{Cards, MAX_CARDS};
use referee_proof::key::{self, JointKey, Purpose};
use referee_proof::{endorse, salt};

use crate::charter::{Charter, Committee};
use crate::event::{Body, Complaint, Kind};
use crate::log::EventIx;
use crate::refusal::Code;

use super::Replay;
use super::horizon::Horizon;
use super::run::{Phase, Reach, Status};

/// The keys of a match.
#[derive(Clone, Debug, Default)]
pub(super) struct Keys {
    pub roll: Option<Arc<JointKey>>,
    pub deck: Option<Arc<JointKey>>,
}

/// What the set-up settles for the rest of the match.
#[derive(Clone, Debug, Default)]
pub(super) struct Setup {
    pub start: Option<EventIx>,
    /// Id of START.
    pub start_id: Hash,
    /// The JOINs it names, in member order.
    pub joins: Vec<EventIx>,
    pub keys: Keys,
    /// The joint salt, once everybody is READY.
    pub salt: Hash,
    /// The cards of each encrypted deck.
    pub cards: Vec<Arc<Cards>>,
    /// The READYs, by member.
    pub ready: BTreeMap<u8, EventIx>,
    /// Once START is there and the match is not void: whether an opening shuffle is asked, beside the READYs.
    pub shuffles: Option<bool>,
    /// Members whose READY is missing.
    pub unready: Vec<u8>,
    /// The member whose link of the opening shuffle is missing.
    pub next_link: Option<u8>,
}

/// Valid JOINs with their dealings per purpose.
type Joins = BTreeMap<EventIx, [Option<Arc<Dealing>>; 2]>;

/// A committee with its purpose.
fn committees(charter: &Charter) -> impl Iterator<Item = (Purpose, &Committee)> {
    [(Purpose::Roll, Some(&charter.roll)), (Purpose::Deck, charter.deck.as_ref())]
        .into_iter()
        .filter_map(|(purpose, committee)| Some((purpose, committee?)))
}

/// The committee as the proofs know it.
fn terms(committee: &Committee) -> key::Committee {
    key::Committee { threshold: committee.threshold, members: committee.members.clone() }
}

impl Replay<'_> {
    /// Replays step 0; afterwards `run.next` is the first state if the set-up is complete.
    pub fn set_up(&mut self) {
        let index = self.index;
        let events: Vec<EventIx> = self.allowed.filter(self.log, index.at_step(0));
        self.judge_fields(&events);
        let joins = self.judge_joins(&events);
        self.judge_starts(&events, &joins);
        let Some(start) = self.run.setup.start else {
            self.judge_silent(&events, |_, _| true);
            return;
        };
        if self.make_keys(start, &joins).is_none() {
            self.run.phase = Phase::Void;
            return;
        }
        self.judge_silent(&events, |replay, e| !replay.log.past(e, start));
        let after_start: Vec<EventIx> = events.iter().copied().filter(|e| self.log.past(*e, start)).collect();
        self.judge_ready(&after_start, &joins);
        if self.run.phase == Phase::Void || !self.lay_out_decks() {
            self.run.phase = Phase::Void;
            return;
        }
        self.judge_opening(&after_start);
        self.finish_set_up(&after_start);
    }

    fn setup(&mut self) -> &mut Setup {
        Arc::make_mut(&mut self.run.setup)
    }

    fn is_judged(&self, e: EventIx) -> bool {
        self.run.status(e).is_some()
    }

    fn fault(&mut self, e: EventIx, code: Code) {
        self.run.judge(e, Status::Fault(code));
    }

    /// PROPOSE is what it is; `E_FORKED` and the digest come before everything else. START names one JOIN of each
    /// member, so twins of JOINs do no harm.
    fn judge_fields(&mut self, events: &[EventIx]) {
        let nothing = state_digest(b"");
        for e in events.iter().copied() {
            let event = &self.log[e];
            if event.kind == Kind::Propose {
                self.run.judge(e, Status::Ok);
            } else if event.kind != Kind::Join && self.blocked(e) {
                self.fault(e, Code::EForked);
            } else if event.digest != nothing {
                self.run.judge(e, Status::Desync);
            }
        }
    }

    fn judge_joins(&mut self, events: &[EventIx]) -> Joins {
        let mut joins = Joins::new();
        for e in events.iter().copied() {
            if self.is_judged(e) || self.log[e].kind != Kind::Join {
                continue;
            }
            match self.check_join(e) {
                Ok(dealings) => {
                    joins.insert(e, dealings);
                    self.run.judge(e, Status::Ok);
                }
                Err(code) => self.fault(e, code),
            }
        }
        joins
    }

    fn check_join(&mut self, e: EventIx) -> Result<[Option<Arc<Dealing>>; 2], Code> {
        let event = &self.log[e];
        let charter = self.log.charter();
        let Body::Join { roll, deck, pq, .. } = &event.body else { return Err(Code::ENow) };
        if event.author >= charter.joined {
            return Err(Code::ERole);
        }
        let mut dealings = [None, None];
        let terms_of = [(Purpose::Roll, Some(&charter.roll), roll), (Purpose::Deck, charter.deck.as_ref(), deck)];
        for ((purpose, committee, bytes), dealing) in terms_of.into_iter().zip(&mut dealings) {
            match committee.filter(|committee| committee.members.contains(&event.author)) {
                None if bytes.is_empty() => {}
                None => return Err(Code::XDealing),
                Some(committee) => {
                    let committee = terms(committee);
                    let deal =
                        Deal { match_id: &charter.match_id, purpose, dealer: event.author, committee: &committee };
                    *dealing = Some(self.memory.dealing(event, &deal, bytes).ok_or(Code::XDealing)?);
                }
            }
        }
        if pq.is_empty() || pq.len() == endorse::KEY { Ok(dealings) } else { Err(Code::EBody) }
    }

    fn judge_starts(&mut self, events: &[EventIx], joins: &Joins) {
        for e in events.iter().copied() {
            let Body::Start { joins: named } = &self.log[e].body else { continue };
            if self.is_judged(e) {
                continue;
            }
            match self.named_joins(e, named, joins) {
                None => self.fault(e, Code::EStart),
                Some(_) if self.run.setup.start.is_some() => self.fault(e, Code::ETwice),
                Some(named) => {
                    let id = self.log[e].id;
                    let setup = self.setup();
                    setup.start = Some(e);
                    setup.start_id = id;
                    setup.joins = named;
                    self.run.judge(e, Status::Ok);
                }
            }
        }
        let start = self.run.setup.start;
        for e in events.iter().copied() {
            let kind = self.log[e].kind;
            let early = !matches!(kind, Kind::Propose | Kind::Join | Kind::Start) && !kind.is_silent();
            if early && !self.is_judged(e) && !start.is_some_and(|start| self.log.past(e, start)) {
                self.fault(e, Code::ENow);
            }
        }
    }

    /// The JOINs a START names, if it is by the host and names a valid one of each player and keeper, from its past.
    fn named_joins(&self, start: EventIx, named: &[Hash], joins: &Joins) -> Option<Vec<EventIx>> {
        let charter = self.log.charter();
        if self.log[start].author != charter.host || named.len() != usize::from(charter.joined) {
            return None;
        }
        let valid = |(member, id): (u8, &Hash)| {
            let join = self.log.find(id).filter(|join| joins.contains_key(join))?;
            (self.log[join].author == member && self.log.past(start, join)).then_some(join)
        };
        (0..).zip(named).map(valid).collect()
    }

    fn make_keys(&mut self, start: EventIx, joins: &Joins) -> Option<()> {
        let charter = self.log.charter();
        let named = self.run.setup.joins.clone();
        let make = |purpose: Purpose, committee: &Committee| {
            let dealing = |member: &u8| {
                let join = named.get(usize::from(*member))?;
                joins.get(join)?.get(usize::from(purpose.number()))?.clone()
            };
            let dealings: Vec<Arc<Dealing>> = committee.members.iter().map(dealing).collect::<Option<_>>()?;
            let commitments: Vec<_> = dealings.iter().map(|dealing| dealing.commitments()).collect();
            JointKey::from_commitments(terms(committee), &commitments).ok().map(Arc::new)
        };
        let (roll, deck) = self.memory.keys(&self.log[start].id, || {
            let roll = make(Purpose::Roll, &charter.roll)?;
            let deck = match &charter.deck {
                Some(committee) => Some(make(Purpose::Deck, committee)?),
                None => None,
            };
            Some((roll, deck))
        })?;
        self.setup().keys = Keys { roll: Some(roll), deck };
        Some(())
    }

    fn judge_silent(&mut self, events: &[EventIx], which: impl Fn(&Self, EventIx) -> bool) {
        for e in events.iter().copied() {
            if self.log[e].kind.is_silent() && !self.is_judged(e) && which(self, e) {
                self.judge_by(e, Self::check_silent);
            }
        }
    }

    fn judge_by(&mut self, e: EventIx, check: impl FnOnce(&mut Self, EventIx) -> Result<(), Code>) {
        match check(self, e) {
            Ok(()) => self.run.judge(e, Status::Ok),
            Err(code) => {
                if code == Code::XShuffle {
                    self.now.failed.push(e);
                }
                self.fault(e, code);
            }
        }
    }

    fn judge_ready(&mut self, events: &[EventIx], joins: &Joins) {
        for e in events.iter().copied() {
            if self.log[e].kind == Kind::Ready && !self.is_judged(e) {
                self.judge_by(e, |replay, e| replay.check_ready(e, joins));
            }
        }
    }

    fn check_ready(&mut self, e: EventIx, joins: &Joins) -> Result<(), Code> {
        let log = self.log;
        let event = &log[e];
        let Body::Ready { nonce, complaints } = &event.body else { return Err(Code::ENow) };
        if event.author >= log.charter().joined {
            return Err(Code::ERole);
        }
        if self.run.setup.ready.contains_key(&event.author) {
            return Err(Code::ETwice);
        }
        let join = self.run.setup.joins.get(usize::from(event.author)).map(|join| &log[*join].body);
        let Some(Body::Join { commitment, .. }) = join else { return Err(Code::XNonce) };
        salt::open(&event.match_id, event.author, nonce, commitment).map_err(|_| Code::XNonce)?;
        for (entry, complaint) in complaints.iter().enumerate() {
            let join = self.convicted((e, entry), complaint, joins).ok_or(Code::XComplaint)?;
            self.fault(join, Code::XShare);
            self.run.phase = Phase::Void;
        }
        self.setup().ready.insert(event.author, e);
        Ok(())
    }

    /// The JOIN whose dealing a complaint shows to be bad.
    fn convicted(&mut self, (e, entry): (EventIx, usize), complaint: &Complaint, joins: &Joins) -> Option<EventIx> {
        let log = self.log;
        let charter = log.charter();
        let author = log[e].author;
        let (purpose, committee) =
            committees(charter).find(|(purpose, _)| u64::from(purpose.number()) == complaint.purpose)?;
        let dealer = u8::try_from(complaint.dealer).ok()?;
        let on_committee = committee.members.contains(&dealer) && committee.members.contains(&author);
        let join =
            self.run.setup.joins.get(usize::from(dealer)).copied().filter(|_| on_committee && dealer != author)?;
        let dealing = joins.get(&join)?.get(usize::from(purpose.number()))?.clone()?;
        let box_key = charter.members.get(usize::from(author))?.box_key;
        let committee = terms(committee);
        let deal = Deal { match_id: &charter.match_id, purpose, dealer, committee: &committee };
        let shown = dealing::Complaint { shared: complaint.shared, proof: complaint.proof };
        let convicts = self.memory.complaint((&log[e], entry), (&log[join].id, &dealing), &deal, &box_key, &shown);
        convicts.then_some(join)
    }

    /// `H_DECKS`, the fresh decks and the salt.
    fn lay_out_decks(&mut self) -> bool {
        let charter = self.log.charter();
        let decks = self.rules.decks(&charter.config, charter.players);
        let cards: usize = decks.iter().map(Vec::len).sum();
        let fits = decks.is_empty() != charter.deck.is_some()
            && decks.iter().all(|deck| !deck.is_empty())
            && cards <= MAX_CARDS;
        if !fits {
            return false;
        }
        let mut targets = Vec::new();
        let mut all_cards = Vec::new();
        for (number, deck) in (0u8..).zip(&decks) {
            let count = u32::try_from(deck.len()).unwrap_or(u32::MAX);
            let cards = self.memory.cards(&charter.match_id, number, count);
            self.run.decks.push(Arc::new(cards.fresh()));
            all_cards.push(cards);
            targets.push((number, (0..count).collect()));
        }
        let log = self.log;
        let nonces = self.run.setup.ready.values().filter_map(|ready| match &log[*ready].body {
            Body::Ready { nonce, .. } => Some(nonce),
            _ => None,
        });
        let salt = salt::joint(nonces);
        let setup = self.setup();
        setup.cards = all_cards;
        setup.shuffles = Some(!targets.is_empty());
        setup.unready = (0..charter.joined).filter(|member| !setup.ready.contains_key(member)).collect();
        if setup.unready.is_empty() {
            setup.salt = salt;
        }
        if !targets.is_empty() {
            self.now.sources = self.run.sources(&targets);
            self.now.question = Question::Shuffle(targets);
        }
        true
    }

    /// The opening shuffle and silent events, after START.
    fn judge_opening(&mut self, events: &[EventIx]) {
        for e in events.iter().copied().filter(|e| !self.is_judged(*e)).collect::<Vec<_>>() {
            let kind = self.log[e].kind;
            if kind == Kind::Shuffle {
                self.judge_by(e, Self::check_opening_shuffle);
            } else if kind.is_silent() {
                self.judge_by(e, Self::check_silent);
            } else {
                self.fault(e, Code::ENow);
            }
        }
    }

    fn check_opening_shuffle(&mut self, e: EventIx) -> Result<(), Code> {
        if self.run.setup.shuffles != Some(true) {
            return Err(Code::ENow);
        }
        let alone = self.log.charter().deck.as_ref().is_some_and(|committee| committee.members.len() == 1);
        if alone && !self.saw_all_ready(e) {
            return Err(Code::EEarly);
        }
        self.check_shuffle(e)
    }

    fn saw_all_ready(&self, e: EventIx) -> bool {
        let setup = &self.run.setup;
        setup.unready.is_empty() && setup.ready.values().all(|ready| self.log.past(e, *ready))
    }

    /// If everything is there the first state is next, and whoever saw that and still signed at step 0 is at fault.
    fn finish_set_up(&mut self, events: &[EventIx]) {
        let chain = self.chain(self.allowed);
        if !self.run.setup.unready.is_empty() || chain.next.is_some() {
            self.setup().next_link = chain.next;
            return;
        }
        let ready: Vec<EventIx> = self.run.setup.ready.values().copied().collect();
        for e in events.iter().copied() {
            let late = self.saw_all_ready(e)
                && !chain.links.contains(&e)
                && !ready.contains(&e)
                && self.is_judged(e)
                && self.run.status(e) != Some(Status::Fault(Code::EForked))
                && self.chain(Horizon::Past(e)).next.is_none();
            if late {
                self.fault(e, Code::EStep);
            }
        }
        let used = ready.into_iter().chain(chain.links).collect();
        self.run.reach = Arc::new(Reach { used, quorums: Vec::new() });
        if self.run.setup.shuffles == Some(true) {
            self.run.decks = chain.cards;
        }
        let charter = self.log.charter();
        self.run.phase = Phase::Play;
        self.run.branch_numbers = vec![self.memory.root(&self.run.setup.start_id)];
        self.run.next = Some(self.memory.first(|| self.rules.start(&charter.config, charter.players)));
    }
}
