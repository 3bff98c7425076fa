//! Whole matches of the toy game between honest clients that exchange nothing but files.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod people;

use people::{ONE, Plan, play, table};
use referee_kernel::stream::Stream;
use referee_kernel::wire::Question;
use referee_log::Log;
use referee_log::member::{Choice, Client};
use referee_log::replay::{Cache, Phase, Status, Waiting, judge};
use referee_log::toy::Toy;
use referee_proof::secrets::Secrets;

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

/// Mails arrive late, twice and in any order; whoever has a moment works with what has reached him.
#[test]
fn whatever_the_mails_do_nobody_who_is_honest_is_ever_at_fault() {
    for (seed, plan) in (20..).zip([&TWO, &THREE, &DEALER, &OPEN, &KEPT, &THREE]) {
        let mut people = table(plan, seed);
        let mut post = Stream::from_seed(&[seed; 32]);
        let n = people.len() as u32;
        let mut sent: Vec<Vec<u8>> = Vec::new();
        for _ in 0..60 {
            let i = post.below(n) as usize;
            for _ in 0..post.below(4) {
                if !sent.is_empty() {
                    let file = &sent[post.below(sent.len() as u32) as usize];
                    people[i].log.receive(file, ONE).unwrap();
                }
            }
            if post.below(2) == 0 && people[i].work() {
                sent.push(people[i].log.file());
            }
        }
        let files: Vec<Vec<u8>> = people.iter().map(|person| person.log.file()).collect();
        people.iter_mut().for_each(|p| files.iter().for_each(|file| drop(p.log.receive(file, ONE).unwrap())));
        play(&mut people);
        let report = people[0].report();
        assert_eq!((report.phase(), report.waiting().len()), (Phase::Over, 0));
        assert!(report.log().places().all(|ix| report.status(ix) == Status::Ok), "{:?}", report.faults());
    }
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
