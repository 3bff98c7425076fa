//! Honest players of the toy game around one log: each signs what is asked of him, upon everything that is known.

#![allow(dead_code, reason = "each test uses what it needs")]

use std::collections::BTreeMap;

use referee_kernel::json::Value;
use referee_kernel::stream::Stream;
use referee_kernel::wire::{Cards, Place, Question, Rules, Seat};
use referee_log::draft::Draft;
use referee_log::event::{DrawEntry, DrawPart, KeyTerms, Member, NO_MATCH, Propose, Reveal, ShowPart, ShuffleEntry};
use referee_log::replay::{Cache, Phase, Report, judge};
use referee_log::toy::Toy;
use referee_log::{Body, EventIx, Hash, Log};
use referee_proof::dealing::{Deal, Dealing};
use referee_proof::draw;
use referee_proof::key::{Committee, Purpose};
use referee_proof::roll;
use referee_proof::secrets::{KeyShare, MatchSecrets, Secrets};
use referee_proof::shuffle::{Shuffle, Statement};

/// What a match is about.
#[derive(Clone, Debug)]
pub struct Plan {
    pub players: u8,
    pub keepers: u8,
    /// Threshold and committee of the roll key and, in a match with cards, of the deck key.
    pub keys: Vec<(u64, Vec<u64>)>,
    pub cards: bool,
    pub rounds: u32,
}

impl Plan {
    /// A match without cards among players only, two of whom open a roll.
    pub fn open(players: u8, rounds: u32) -> Self {
        let all = (0..u64::from(players)).collect();
        Plan { players, keepers: 0, keys: vec![(2, all)], cards: false, rounds }
    }

    /// A match with an encrypted deck among players only.
    pub fn closed(players: u8, rounds: u32) -> Self {
        let all: Vec<u64> = (0..u64::from(players)).collect();
        Plan { players, keepers: 0, keys: vec![(2, all.clone()), (2, all)], cards: true, rounds }
    }

    /// Two players, and a dealer who holds both keys.
    pub fn dealer(rounds: u32) -> Self {
        Plan { players: 2, keepers: 1, keys: vec![(1, vec![2]), (1, vec![2])], cards: true, rounds }
    }
}

/// The members of a match around its log.
pub struct Players {
    people: Vec<(Secrets, MatchSecrets)>,
    shares: Vec<[Option<KeyShare>; 2]>,
    /// What each seat sealed last: nonce and payload.
    sealed: BTreeMap<Seat, ([u8; 32], Value)>,
    /// By place: what its drawer needs to know, once he has drawn.
    masks: BTreeMap<Place, u32>,
    choices: Stream,
    wall: u64,
    pub log: Log,
    pub cache: Cache,
}

const FRESH: [u8; 32] = [9; 32];

impl Players {
    /// Sets a match up.
    pub fn sit_down(plan: &Plan, seed: u8) -> Self {
        let joined = plan.players + plan.keepers;
        let secrets: Vec<Secrets> = (0..joined).map(|i| Secrets::from_root(&[seed ^ (i + 1); 32])).collect();
        let raw = propose(plan, &secrets).encode().unwrap();
        let log = Log::propose(&raw, secrets[0].sign(&raw), |c| Toy.accepts(&c.config, c.players)).unwrap();
        let id = log.charter().match_id;
        let people = (0..).zip(secrets).map(|(i, s)| (i, s.in_match(&id, i), s)).map(|(_, m, s)| (s, m)).collect();
        let choices = Stream::from_seed(&[seed; 32]);
        let (shares, sealed, masks) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
        let wall = 1_800_000_000;
        let mut players = Players { people, shares, sealed, masks, choices, wall, log, cache: Cache::new() };
        let joins = (0..joined).map(|member| players.join(member)).collect();
        players.sign(0, Body::Start { joins });
        players.shares = (0..joined).map(|member| players.read_shares(member)).collect();
        for member in 0..joined {
            let nonce = players.people[usize::from(member)].1.nonce();
            players.sign(member, Body::Ready { nonce, complaints: Vec::new() });
        }
        while let Some((member, body)) = players.link() {
            players.sign(member, body);
        }
        players
    }

    fn committees(&self) -> Vec<(Purpose, Committee)> {
        let charter = self.log.charter();
        let of = |c: &referee_log::Committee| Committee { threshold: c.threshold, members: c.members.clone() };
        let deck = charter.deck.as_ref().map(|c| (Purpose::Deck, of(c)));
        [(Purpose::Roll, of(&charter.roll))].into_iter().chain(deck).collect()
    }

    fn join(&mut self, member: u8) -> Hash {
        let (secrets, own) = &self.people[usize::from(member)];
        let mut dealings = [Vec::new(), Vec::new()];
        for ((purpose, committee), dealing) in self.committees().iter().zip(&mut dealings) {
            if committee.members.contains(&member) {
                let match_id = &self.log.charter().match_id;
                let deal = Deal { match_id, purpose: *purpose, dealer: member, committee };
                let boxes: Vec<_> =
                    committee.members.iter().map(|m| *self.people[usize::from(*m)].0.box_key()).collect();
                *dealing = own.deal(&deal, &boxes, &FRESH).unwrap();
            }
        }
        let [roll, deck] = dealings;
        let pq = secrets.endorse_key().public();
        let e = self.sign(member, Body::Join { commitment: own.commitment(), roll, deck, pq });
        self.log[e].id
    }

    fn read_shares(&self, member: u8) -> [Option<KeyShare>; 2] {
        let mut shares = [None, None];
        for ((purpose, committee), share) in self.committees().iter().zip(&mut shares) {
            if !committee.members.contains(&member) {
                continue;
            }
            let dealings: Vec<(Deal<'_>, Dealing)> = committee
                .members
                .iter()
                .map(|dealer| {
                    let match_id = &self.log.charter().match_id;
                    let deal = Deal { match_id, purpose: *purpose, dealer: *dealer, committee };
                    let by = |e: &EventIx| self.log[*e].author == *dealer;
                    let joins = || self.log.places().filter(|e| matches!(self.log[*e].body, Body::Join { .. }));
                    let join = joins().find(by).unwrap();
                    let Body::Join { roll, deck, .. } = &self.log[join].body else { panic!("no JOIN") };
                    let bytes = if *purpose == Purpose::Roll { roll } else { deck };
                    (deal, Dealing::check(&deal, bytes).unwrap())
                })
                .collect();
            let read: Vec<(Deal<'_>, &Dealing)> = dealings.iter().map(|(deal, dealing)| (*deal, dealing)).collect();
            *share = Some(self.people[usize::from(member)].1.share(&read).unwrap());
        }
        shares
    }

    /// Judges what there is.
    pub fn report(&mut self) -> Report<'_> {
        judge(&self.log, &Toy, &mut self.cache)
    }

    /// Signs a body upon everything that is known.
    pub fn sign(&mut self, author: u8, body: Body) -> EventIx {
        let report = self.report();
        let (step, digest) = (report.step(), report.digest());
        self.sign_at(author, step, digest, body)
    }

    /// Signs a body upon everything that is known, at a step of the test's choice.
    pub fn sign_at(&mut self, author: u8, step: u32, digest: Hash, body: Body) -> EventIx {
        let mut parents: Vec<Hash> = self.log.heads().map(|e| self.log[e].id).collect();
        parents.sort_unstable();
        let seq = self.next_seq(author);
        self.wall += 60;
        let match_id = self.log.charter().match_id;
        let draft = Draft { match_id, author, seq, parents, step, digest, wall: self.wall, body };
        let raw = draft.encode().unwrap();
        let sig = self.people[usize::from(author)].0.sign(&raw);
        self.log.append(&raw, sig).unwrap().new[0]
    }

    fn next_seq(&self, author: u8) -> u16 {
        self.log.line(author.into()).last().map_or(0, |e| self.log[*e].seq + 1)
    }

    /// Answers what is asked, by everybody, until the question is another one; false: the match is over.
    pub fn step(&mut self) -> bool {
        self.draw_and_help();
        let report = self.report();
        let step = report.step();
        let Some(question) = report.question().cloned() else { return false };
        match question {
            Question::Over => return false,
            Question::Chance => self.open_roll(),
            Question::Act(seats) => seats.into_iter().for_each(|seat| self.decide(seat)),
            Question::Seal(seats) => seats.into_iter().for_each(|seat| self.seal(seat)),
            Question::Open(seats) => seats.into_iter().for_each(|seat| self.open(seat)),
            Question::Show(places) => self.show(&places),
            Question::Shuffle(_) => {
                while self.report().step() == step
                    && let Some((member, body)) = self.link()
                {
                    self.sign(member, body);
                }
            }
        }
        assert_eq!(self.report().step(), step + 1);
        true
    }

    /// Plays to the end.
    pub fn play(&mut self) {
        while self.step() {}
        assert_eq!(self.report().phase(), Phase::Over);
    }

    /// Shows after the end what is still hidden.
    pub fn audit(&mut self) {
        let hands: Vec<(Place, Seat)> = self.report().hands().iter().map(|(p, s)| (*p, *s)).collect();
        for seat in 0..self.log.charter().players {
            let own = hands.iter().filter(|(_, owner)| *owner == seat).map(|(place, _)| *place);
            let reveals: Vec<Reveal> = own.map(|place| self.reveal(seat, place)).collect();
            if !reveals.is_empty() {
                self.sign(seat, Body::Audit { reveals, shuffles: Vec::new() });
            }
        }
    }

    fn open_roll(&mut self) {
        let report = self.report();
        let key = report.roll_key().unwrap();
        let alpha = report.moment().unwrap().roll_alpha(report.salt().unwrap());
        let base = roll::point(key.x(), &alpha);
        let committee = key.committee().clone();
        for member in &committee.members[..usize::from(committee.threshold)] {
            let share = self.shares[usize::from(*member)][0].as_ref().unwrap();
            let roll = share.part(&base, &self.log.charter().match_id, &FRESH).to_vec();
            self.sign(*member, Body::Part { roll, shows: Vec::new(), draws: Vec::new() });
        }
    }

    fn show(&mut self, places: &[Place]) {
        let committee = self.report().deck_key().unwrap().committee().clone();
        for member in &committee.members[..usize::from(committee.threshold)] {
            let part = |place: &Place| {
                let base = self.base(*place);
                let share = self.shares[usize::from(*member)][1].as_ref().unwrap();
                let part = share.part(&base, &self.log.charter().match_id, &FRESH);
                ShowPart { deck: place.deck.into(), pos: place.pos.into(), part }
            };
            let shows = places.iter().map(part).collect();
            self.sign(*member, Body::Part { roll: Vec::new(), shows, draws: Vec::new() });
        }
    }

    fn base(&self, place: Place) -> referee_proof::group::Point {
        let mut cache = Cache::new();
        judge(&self.log, &Toy, &mut cache).deck(place.deck).unwrap()[place.pos as usize].c1
    }

    /// Every seat asks for the cards it has a right to, and t members answer.
    fn draw_and_help(&mut self) {
        let report = self.report();
        let Some(committee) = report.deck_key().map(|key| key.committee().clone()) else { return };
        let open: Vec<(Place, Seat)> =
            report.hands().iter().filter(|(p, _)| !report.draws().contains_key(p)).map(|(p, s)| (*p, *s)).collect();
        for (place, seat) in open {
            let seq = self.next_seq(seat);
            let c1 = self.base(place);
            let own = &self.people[usize::from(seat)].1;
            let drawn = own.draw(place.deck, place.pos, seq.into(), &c1, &FRESH);
            self.masks.insert(place, seq.into());
            let (point, proof) = (*drawn.blinded.bytes(), drawn.proof);
            let card = DrawEntry { deck: place.deck.into(), pos: place.pos.into(), point, proof };
            let draw = self.sign(seat, Body::Draw { cards: vec![card] });
            let id = self.log[draw].id;
            for member in &committee.members[..usize::from(committee.threshold)] {
                let share = self.shares[usize::from(*member)][1].as_ref().unwrap();
                let part = share.part(&drawn.blinded, &self.log.charter().match_id, &FRESH);
                let draws = vec![DrawPart { draw: id, index: 0, part }];
                self.sign(*member, Body::Part { roll: Vec::new(), shows: Vec::new(), draws });
            }
        }
    }

    /// The cards a seat can read.
    fn known(&mut self, seat: Seat) -> Cards {
        let people = &self.people;
        let masks = &self.masks;
        let report = judge(&self.log, &Toy, &mut self.cache);
        let Some(key) = report.deck_key() else { return Cards::new() };
        let own = report.hands().iter().filter(|(_, owner)| **owner == seat).map(|(place, _)| *place);
        own.map(|place| {
            let drawn = report.draws()[&place][0];
            let gamma = key.combine(&report.draw_parts(&drawn)).unwrap();
            let rho = people[usize::from(seat)].1.rho(place.deck, place.pos, masks[&place]);
            let c2 = report.deck(place.deck).unwrap()[place.pos as usize].c2;
            let card = report.cards(place.deck).unwrap().find(&draw::read(&c2, &gamma, &rho, key.x()));
            (place, card.unwrap())
        })
        .collect()
    }

    fn reveal(&self, seat: Seat, place: Place) -> Reveal {
        let rho = self.people[usize::from(seat)].1.rho(place.deck, place.pos, self.masks[&place]);
        Reveal { deck: place.deck.into(), pos: place.pos.into(), rho: rho.to_bytes() }
    }

    fn choose(&mut self, seat: Seat) -> Value {
        let known = self.known(seat);
        let state = self.report().state().unwrap().boxed();
        let legal = state.ask(seat, &known, &[]).unwrap().unwrap().legal;
        legal[self.choices.below(u32::try_from(legal.len()).unwrap()) as usize].clone()
    }

    fn reveals(&mut self, seat: Seat, action: &Value) -> Vec<Reveal> {
        let known = self.known(seat);
        let state = self.report().state().unwrap().boxed();
        let places = state.reveals(seat, std::slice::from_ref(action), &known);
        places.into_iter().map(|place| self.reveal(seat, place)).collect()
    }

    fn decide(&mut self, seat: Seat) {
        let action = self.choose(seat);
        let reveals = self.reveals(seat, &action);
        self.sign(seat, Body::Action { payload: Value::List(vec![action]).canonical(), reveals });
    }

    fn seal(&mut self, seat: Seat) {
        let action = self.choose(seat);
        let nonce = self.people[usize::from(seat)].1.seal_nonce(self.next_seq(seat).into());
        let step = self.report().step();
        let payload = Value::List(vec![action.clone()]).canonical();
        let match_id = self.log.charter().match_id;
        let commitment = referee_proof::seal::commit(&match_id, seat, step, &nonce, &payload);
        self.sealed.insert(seat, (nonce, action));
        self.sign(seat, Body::Seal { commitment });
    }

    fn open(&mut self, seat: Seat) {
        let (nonce, action) = self.sealed[&seat].clone();
        let reveals = self.reveals(seat, &action);
        self.sign(seat, Body::Open { nonce, payload: Value::List(vec![action]).canonical(), reveals });
    }

    /// The next link of an open shuffle.
    fn link(&mut self) -> Option<(u8, Body)> {
        let report = judge(&self.log, &Toy, &mut self.cache);
        let (member, input) = report.next_link()?.clone();
        let key = report.deck_key().unwrap();
        let decks = (0u8..).zip(input).map(|(deck, input)| {
            let context = report.moment().unwrap().shuffle_context(deck, member);
            let mut nonces = self.people[usize::from(member)].1.shuffle_nonces(&context, &FRESH);
            let shuffle = Shuffle::random(u32::try_from(input.len()).unwrap(), &mut nonces).unwrap();
            let output = shuffle.apply(&input, key.x()).unwrap();
            let statement = Statement { key: key.x(), context: &context, input: &input };
            let proof = shuffle.prove(&statement, &output, &mut nonces).unwrap();
            ShuffleEntry { deck: deck.into(), cards: referee_proof::deck::flatten(&output), proof }
        });
        Some((member, Body::Shuffle { decks: decks.collect() }))
    }
}

fn propose(plan: &Plan, secrets: &[Secrets]) -> Draft {
    let member = |(i, s): (u8, &Secrets)| Member {
        name: format!("member {i}"),
        identity: *s.identity(),
        box_key: *s.box_key().bytes(),
    };
    let members: Vec<Member> = (0..).zip(secrets).map(member).collect();
    let (players, keepers) = members.split_at(usize::from(plan.players));
    let config = Value::object([
        ("cards", Value::from(u8::from(plan.cards))),
        ("rounds", plan.rounds.into()),
        ("seats", plan.players.into()),
    ]);
    let body = Body::Propose(Box::new(Propose {
        nonce: [1; 32],
        game: Toy.game().to_owned(),
        rules: Toy.rules_hash(),
        config: Value::object([("config", config), ("position", Value::Null)]).canonical(),
        players: players.to_vec(),
        keepers: keepers.to_vec(),
        reserves: Vec::new(),
        keys: plan.keys.iter().map(|(threshold, c)| KeyTerms { threshold: *threshold, committee: c.clone() }).collect(),
        grace: 86_400,
        flags: u64::from(plan.players > 1),
    }));
    let digest = referee_kernel::digest::state_digest(b"");
    Draft { match_id: NO_MATCH, author: 0, seq: 0, parents: Vec::new(), step: 0, digest, wall: 1_800_000_000, body }
}
