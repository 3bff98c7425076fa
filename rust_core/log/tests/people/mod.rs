//! Members with their programs: secrets, a log, and somebody who decides at random.

#![allow(dead_code, reason = "each test uses what it needs")]

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use referee_kernel::digest::{Hash, state_digest};
use referee_kernel::json::Value;
use referee_kernel::stream::Stream;
use referee_kernel::wire::{Place, Question, Rules};
use referee_log::draft::Draft;
use referee_log::event::{KeyTerms, Member, NO_MATCH, Propose};
use referee_log::member::{Choice, Client, Patience, prepare};
use referee_log::replay::{Cache, Phase, Report, judge};
use referee_log::toy::Toy;
use referee_log::{Body, Charter, Log};
use referee_proof::secrets::Secrets;

pub const ONE: NonZeroUsize = NonZeroUsize::MIN;

/// Who sits at a table, and which committees there are.
pub struct Plan {
    pub players: usize,
    pub keepers: usize,
    pub keys: &'static [(u64, &'static [u64])],
    pub config: &'static str,
}

/// One member's program: secrets, log, what was sealed, and a source of numbers for choices and randomness.
pub struct Person {
    pub secrets: Secrets,
    pub client: Client,
    pub log: Log,
    pub cache: Cache,
    pub stored: BTreeMap<Hash, Choice>,
    pub stream: Stream,
    pub wall: u64,
}

impl Person {
    pub fn new(secrets: Secrets, log: Log, stream: Stream) -> Self {
        let client = Client::of(&secrets, log.charter()).unwrap();
        Self { secrets, client, log, cache: Cache::new(), stored: BTreeMap::new(), stream, wall: 1_800_000_000 }
    }

    pub fn fresh(&mut self) -> [u8; 32] {
        core::array::from_fn(|_| self.stream.below(256) as u8)
    }

    pub fn report(&mut self) -> Report<'_> {
        judge(&self.log, &Toy, &mut self.cache)
    }

    /// What the client says of the match as it stands.
    pub fn ask<T>(&mut self, question: impl FnOnce(&Client, &Report<'_>) -> T) -> T {
        question(&self.client, &judge(&self.log, &Toy, &mut self.cache))
    }

    pub fn sign(&mut self, body: Body) {
        let report = judge(&self.log, &Toy, &mut self.cache);
        let raw = prepare(&report, self.client.member(), body, self.wall).unwrap();
        let sig = self.secrets.sign(&raw);
        let received = self.log.append(&raw, sig).unwrap();
        assert_eq!(received.new.len(), 1);
    }

    /// Signs everything that is due, and decides like somebody who decides at random. Whether anything was signed.
    pub fn work(&mut self) -> bool {
        let mut worked = false;
        while self.work_once() {
            worked = true;
        }
        worked
    }

    pub fn work_once(&mut self) -> bool {
        let fresh = self.fresh();
        let report = judge(&self.log, &Toy, &mut self.cache);
        let bodies = self.client.due(&report, &self.stored, Patience::Wait, &fresh);
        if !bodies.is_empty() {
            bodies.into_iter().for_each(|body| self.sign(body));
            return true;
        }
        let charter = report.log().charter();
        if report.phase() == Phase::Setup && !self.client.has_joined(&self.log) {
            let join = self.client.join(charter, Vec::new(), &fresh);
            return join.map(|join| self.sign(join)).is_some();
        }
        let Some(decision) = self.client.decision(&report) else { return false };
        assert!(!decision.absent);
        let choice = choose(&self.client, &report, decision.seat, &mut self.stream);
        if decision.sealed {
            let (body, commitment) = self.client.seal(&report, decision.seat, &choice).unwrap();
            self.stored.insert(commitment, choice);
            self.sign(body);
        } else {
            let body = self.client.act(&report, &choice).unwrap();
            self.sign(body);
        }
        true
    }

    pub fn post(&mut self, members: &[u8]) -> Vec<u8> {
        self.sign(Body::Post);
        self.log.file_for(members)
    }
}

/// One legal payload at random, with the cards it needs.
pub fn choose(client: &Client, report: &Report<'_>, seat: u8, stream: &mut Stream) -> Choice {
    let state = report.state().unwrap();
    let known = client.known_cards(report);
    if matches!(report.question(), Some(Question::Seal(_))) {
        return bid(&known.keys().copied().collect::<Vec<_>>(), stream);
    }
    let ask = state.ask(seat, &known, &[]).unwrap().unwrap();
    let places = |action: &Value| state.reveals(seat, std::slice::from_ref(action), &known);
    let can_show = |action: &&Value| client.reveals(report, &places(action)).is_some();
    let legal: Vec<&Value> = ask.legal.iter().filter(can_show).collect();
    let action = legal[stream.below(legal.len() as u32) as usize].clone();
    let places = places(&action);
    Choice { payload: Value::List(vec![action]).canonical(), places }
}

pub fn bid(hand: &[Place], stream: &mut Stream) -> Choice {
    let (text, places) = match (stream.below(6), hand.first()) {
        (4, Some(place)) => (format!(r#"[{{"lay":{}}}]"#, place.pos), vec![*place]),
        (n @ 0..4, _) => (format!(r#"[{{"bid":{n}}}]"#), Vec::new()),
        _ => ("[]".to_owned(), Vec::new()),
    };
    Choice { payload: text.into_bytes(), places }
}

/// The people of a plan, each with the invitation.
pub fn table(plan: &Plan, seed: u8) -> Vec<Person> {
    let secrets: Vec<Secrets> =
        (0..plan.players + plan.keepers).map(|i| Secrets::from_root(&[seed ^ (i as u8 + 1); 32])).collect();
    let member = |(i, s): (usize, &Secrets)| Member {
        name: format!("member {i}"),
        identity: *s.identity(),
        box_key: *s.box_key().bytes(),
    };
    let mut members: Vec<Member> = secrets.iter().enumerate().map(member).collect();
    let keepers = members.split_off(plan.players);
    let keys = plan.keys.iter().map(|(t, c)| KeyTerms { threshold: *t, committee: c.to_vec() }).collect();
    let body = Body::Propose(Box::new(Propose {
        nonce: [seed; 32],
        game: "toy".to_owned(),
        rules: Toy.rules_hash(),
        config: plan.config.as_bytes().to_vec(),
        players: members,
        keepers,
        reserves: Vec::new(),
        keys,
        grace: 3600,
        flags: u64::from(plan.players > 1),
    }));
    let digest = state_digest(b"");
    let draft = Draft { match_id: NO_MATCH, author: 0, seq: 0, parents: Vec::new(), step: 0, digest, wall: 0, body };
    let raw = draft.encode().unwrap();
    let accepts = |charter: &Charter| Toy.accepts(&charter.config, charter.players);
    let log = Log::propose(&raw, secrets[0].sign(&raw), accepts).unwrap();
    let person = |(i, s)| Person::new(s, log.clone(), Stream::from_seed(&[seed.wrapping_add(i * 16); 32]));
    (0_u8..).zip(secrets).map(person).collect()
}

/// Mails go round until nobody has anything to do: everybody receives the last file, works, and sends a file for the
/// others, which leaves out what they hold.
pub fn play(people: &mut [Person]) -> usize {
    let others = |i: usize| (0..people.len()).filter(|j| *j != i).map(|j| j as u8).collect::<Vec<u8>>();
    let others: Vec<Vec<u8>> = (0..people.len()).map(others).collect();
    let (mut idle, mut mails, mut i) = (0, 0, 0);
    let mut inbox: Vec<Vec<Vec<u8>>> = vec![Vec::new(); people.len()];
    while idle < people.len() {
        for file in std::mem::take(&mut inbox[i]) {
            people[i].log.receive(&file, ONE).unwrap();
        }
        if people[i].work() {
            idle = 0;
            mails += 1;
            let file = people[i].post(&others[i]);
            for j in (0..people.len()).filter(|j| *j != i) {
                inbox[j].push(file.clone());
            }
        } else {
            idle += 1;
        }
        i = (i + 1) % people.len();
        assert!(mails < 400, "the match does not end");
    }
    mails
}
