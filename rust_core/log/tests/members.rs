//! Whole matches of the toy game between honest clients that exchange nothing but files.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use std::collections::BTreeMap;

use referee_kernel::digest::Hash;
use referee_kernel::json::Value;
use referee_kernel::stream::Stream;
use referee_kernel::wire::{Place, Question, Rules};
use referee_log::draft::Draft;
use referee_log::event::{KeyTerms, Member, NO_MATCH, Propose};
use referee_log::member::{Choice, Client, Patience};
use referee_log::replay::{Cache, Phase, Report, Waiting, judge};
use referee_log::toy::Toy;
use referee_log::{Body, Log};
use referee_proof::secrets::Secrets;
use support::ONE;

/// Who sits at a table, and which committees there are.
struct Plan {
    players: usize,
    keepers: usize,
    keys: &'static [(u64, &'static [u64])],
    config: &'static str,
}

const TWO: Plan = Plan {
    players: 2,
    keepers: 0,
    keys: &[(2, &[0, 1]), (2, &[0, 1])],
    config: r#"{"config":{"cards":1,"rounds":2,"seats":2},"position":null}"#,
};
const THREE: Plan = Plan {
    players: 3,
    keepers: 0,
    keys: &[(2, &[0, 1, 2]), (3, &[0, 1, 2])],
    config: r#"{"config":{"cards":1,"rounds":3,"seats":3},"position":null}"#,
};
const DEALER: Plan = Plan {
    players: 2,
    keepers: 1,
    keys: &[(1, &[2]), (1, &[2])],
    config: r#"{"config":{"cards":1,"rounds":4,"seats":2},"position":null}"#,
};
const SOLO: Plan = Plan {
    players: 1,
    keepers: 0,
    keys: &[(1, &[0])],
    config: r#"{"config":{"cards":0,"rounds":4,"seats":1},"position":null}"#,
};
const OPEN: Plan = Plan {
    players: 2,
    keepers: 0,
    keys: &[(2, &[0, 1])],
    config: r#"{"config":{"cards":1,"rounds":3,"seats":2},"position":{"bag":{"b":1},"config":{"cards":1,"rounds":3,"seats":2},"deck":[0],"hand":[[4],[1]],"phase":"luck","round":1,"score":[-7,3],"sealed":[],"shown":[2,3]}}"#,
};
const KEPT: Plan = Plan {
    players: 1,
    keepers: 1,
    keys: &[(1, &[1])],
    config: r#"{"config":{"cards":0,"rounds":4,"seats":1},"position":null}"#,
};

/// One member's program: secrets, log, what was sealed, and a source of numbers for choices and randomness.
struct Person {
    secrets: Secrets,
    client: Client,
    log: Log,
    cache: Cache,
    stored: BTreeMap<Hash, Choice>,
    stream: Stream,
    wall: u64,
}

impl Person {
    fn new(secrets: Secrets, log: Log, stream: Stream) -> Self {
        let client = Client::of(&secrets, log.charter()).unwrap();
        Self { secrets, client, log, cache: Cache::new(), stored: BTreeMap::new(), stream, wall: 1_800_000_000 }
    }

    fn fresh(&mut self) -> [u8; 32] {
        core::array::from_fn(|_| self.stream.below(256) as u8)
    }

    fn report(&mut self) -> Report<'_> {
        judge(&self.log, &Toy, &mut self.cache)
    }

    fn sign(&mut self, body: Body) {
        let report = judge(&self.log, &Toy, &mut self.cache);
        let raw = self.client.prepare(&report, body, self.wall).unwrap();
        let sig = self.secrets.sign(&raw);
        let received = self.log.append(&raw, sig).unwrap();
        assert_eq!(received.new.len(), 1);
    }

    /// Signs everything that is due, and decides like somebody who decides at random. Whether anything was signed.
    fn work(&mut self) -> bool {
        let mut worked = false;
        while self.work_once() {
            worked = true;
        }
        worked
    }

    fn work_once(&mut self) -> bool {
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

    fn post(&mut self, members: &[u8]) -> Vec<u8> {
        self.sign(Body::Post);
        self.log.file_for(members)
    }
}

/// One legal payload at random, with the cards it needs.
fn choose(client: &Client, report: &Report<'_>, seat: u8, stream: &mut Stream) -> Choice {
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

fn bid(hand: &[Place], stream: &mut Stream) -> Choice {
    let (text, places) = match (stream.below(6), hand.first()) {
        (4, Some(place)) => (format!(r#"[{{"lay":{}}}]"#, place.pos), vec![*place]),
        (n @ 0..4, _) => (format!(r#"[{{"bid":{n}}}]"#), Vec::new()),
        _ => ("[]".to_owned(), Vec::new()),
    };
    Choice { payload: text.into_bytes(), places }
}

/// The people of a plan, each with the invitation.
fn table(plan: &Plan, seed: u8) -> Vec<Person> {
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
    let digest = referee_kernel::digest::state_digest(b"");
    let draft = Draft { match_id: NO_MATCH, author: 0, seq: 0, parents: Vec::new(), step: 0, digest, wall: 0, body };
    let raw = draft.encode().unwrap();
    let accepts = |charter: &referee_log::Charter| Toy.accepts(&charter.config, charter.players);
    let log = Log::propose(&raw, secrets[0].sign(&raw), accepts).unwrap();
    let person = |(i, s)| Person::new(s, log.clone(), support::numbers(seed.wrapping_add(i * 16)));
    (0_u8..).zip(secrets).map(person).collect()
}

/// Mails go round until nobody has anything to do: everybody receives the last file, works, and sends a file for the
/// others, which leaves out what they hold.
fn play(people: &mut [Person]) -> usize {
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

fn whole_match(plan: &Plan) {
    for seed in 0..3 {
        let mut people = table(plan, seed);
        play(&mut people);
        let file = people[0].log.file();
        let digest = people[0].report().digest();
        for person in &mut people {
            assert_eq!(person.log.file(), file);
            let report = person.report();
            assert_eq!((report.phase(), report.digest()), (Phase::Over, digest));
            assert_eq!(report.waiting(), [], "everything is audited");
            assert_eq!(report.faults(), []);
            assert_eq!((report.superseded(), report.desyncs(), report.forks()), (vec![], vec![], vec![]));
            assert!(report.state().unwrap().result().is_some() || report.question() == Some(&Question::Over));
        }
        let mut all = Log::open(&file, |_| true, ONE).unwrap();
        assert!(all.receive(&file, ONE).unwrap().new.is_empty());
        assert!(judge(&all, &Toy, &mut Cache::new()).faults().is_empty());
    }
}

#[test]
fn two_players() {
    whole_match(&TWO);
}

#[test]
fn three_players() {
    whole_match(&THREE);
}

#[test]
fn a_dealer() {
    whole_match(&DEALER);
}

#[test]
fn solo() {
    whole_match(&SOLO);
}

#[test]
fn from_an_open_position() {
    whole_match(&OPEN);
}

#[test]
fn kept() {
    whole_match(&KEPT);
}

#[test]
fn root_and_log_restore_everything_but_what_is_sealed() {
    let mut people = table(&TWO, 9);
    let mut turns = 0;
    while people[0].report().step() < 4 {
        let i = turns % 2;
        people[i].work();
        let file = people[i].post(&[]);
        people[1 - i].log.receive(&file, ONE).unwrap();
        turns += 1;
    }
    let person = &mut people[0];
    let known = person.client.known_cards(&judge(&person.log, &Toy, &mut person.cache));
    let restored = Client::of(&people[0].secrets, people[0].log.charter()).unwrap();
    let again = Log::open(&people[0].log.file(), |_| true, ONE).unwrap();
    let mut cache = Cache::new();
    assert_eq!(restored.known_cards(&judge(&again, &Toy, &mut cache)), known);
    assert!(!known.is_empty());
}

#[test]
fn a_client_is_nobody_whose_box_key_is_another() {
    let people = table(&TWO, 5);
    let stranger = Secrets::from_root(&[77; 32]);
    assert!(Client::of(&stranger, people[0].log.charter()).is_none());
    let mut charter = people[0].log.charter().clone();
    charter.members[0].box_key = charter.members[1].box_key;
    assert!(Client::of(&people[0].secrets, &charter).is_none());
    assert_eq!(Client::of(&people[1].secrets, &charter).unwrap().member(), 1);
}

#[test]
fn nothing_secret_is_shown() {
    let people = table(&TWO, 6);
    assert_eq!(format!("{:?}", people[0].client), "Client { member: 0, .. }");
    let choice = Choice { payload: b"canary".to_vec(), places: Vec::new() };
    assert_eq!(format!("{choice:?}"), "Choice(secret)");
}

#[test]
fn a_committee_of_one_shuffles_after_all_nonces_are_open() {
    let mut people = table(&DEALER, 7);
    play(&mut people);
    let log = &people[2].log;
    let shuffle = log.places().find(|ix| log[*ix].body.kind() == referee_log::Kind::Shuffle).unwrap();
    let readies = log.places().filter(|ix| log[*ix].body.kind() == referee_log::Kind::Ready);
    assert_eq!(readies.filter(|ix| log.past(shuffle, *ix)).count(), 3);
    assert!(!people[2].report().waiting().iter().any(|(_, what)| matches!(what, Waiting::Prescribed { .. })));
}
