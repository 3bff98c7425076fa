//! What honest members keep back, report and undo when others do not keep to the rules (protocol P8, P19.5–P19.7, P21).

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod people;

use people::{ONE, Person, Plan, play, table};
use referee_kernel::wire::Question;
use referee_log::member::{Choice, Doubt, Patience, prepare, rehearse};
use referee_log::replay::{Phase, Status, Waiting, judge};
use referee_log::toy::Toy;
use referee_log::{Body, Code, Event};
use referee_proof::group::Scalar;

const THREE: Plan = Plan {
    players: 3,
    keepers: 0,
    keys: &[(2, &[0, 1, 2])],
    config: r#"{"config":{"cards":0,"rounds":3,"seats":3},"position":null}"#,
};
const FOUR: Plan = Plan {
    players: 4,
    keepers: 0,
    keys: &[(2, &[0, 1, 2, 3])],
    config: r#"{"config":{"cards":0,"rounds":4,"seats":4},"position":null}"#,
};
const CLOSED: Plan = Plan {
    players: 2,
    keepers: 0,
    keys: &[(2, &[0, 1]), (2, &[0, 1])],
    config: r#"{"config":{"cards":1,"rounds":2,"seats":2},"position":null}"#,
};

/// Everybody sends what he knows to everybody, and signs what is due, without deciding, until nothing changes.
fn settle(people: &mut [Person]) {
    loop {
        let before: usize = people.iter().map(|p| p.log.events().len()).sum();
        for i in 0..people.len() {
            owed(&mut people[i]);
            let file = people[i].log.file();
            people.iter_mut().for_each(|p| drop(p.log.receive(&file, ONE).unwrap()));
        }
        if people.iter().map(|p| p.log.events().len()).sum::<usize>() == before {
            return;
        }
    }
}

/// Signs what is due, decisions aside.
fn owed(person: &mut Person) {
    let bodies = due(person, Patience::Wait);
    bodies.into_iter().for_each(|body| person.sign(body));
}

fn due(person: &mut Person, patience: Patience) -> Vec<Body> {
    let fresh = person.fresh();
    let report = judge(&person.log, &Toy, &mut person.cache);
    person.client.due(&report, &person.stored, patience, &fresh)
}

fn doubt(person: &mut Person) -> Option<Doubt> {
    person.ask(|client, report| client.doubt(report))
}

/// A table at the first decision, which is seat 0's.
fn at_first_decision(plan: &Plan, seed: u8) -> Vec<Person> {
    let mut people = table(plan, seed);
    for person in &mut people {
        let fresh = person.fresh();
        let join = person.client.join(person.log.charter(), Vec::new(), &fresh).unwrap();
        person.sign(join);
    }
    settle(&mut people);
    assert_eq!(people[0].report().question(), Some(&Question::Act(vec![0])));
    people
}

/// One person's event that only he knows.
fn version(person: &mut Person, body: Body) -> Event {
    let report = judge(&person.log, &Toy, &mut person.cache);
    let raw = prepare(&report, person.client.member(), body, person.wall).unwrap();
    Event::parse(&raw, person.secrets.sign(&raw)).unwrap()
}

fn action(what: &str) -> Body {
    Body::Action { payload: format!(r#"[{{"do":"{what}"}}]"#).into_bytes(), reveals: Vec::new() }
}

fn give(person: &mut Person, event: &Event) {
    person.log.append(&event.raw, event.sig).unwrap();
}

fn send(from: usize, to: usize, people: &mut [Person]) {
    let file = people[from].log.file();
    people[to].log.receive(&file, ONE).unwrap();
}

#[test]
fn an_unsettled_fork_is_waited_for_and_then_voted_out() {
    let mut people = at_first_decision(&THREE, 1);
    let (one, two) = (version(&mut people[0], action("pass")), version(&mut people[0], action("take")));
    give(&mut people[1], &one);
    give(&mut people[2], &two);
    people[1].sign(Body::Post);
    people[2].sign(Body::Post);
    assert_eq!((doubt(&mut people[1]), doubt(&mut people[2])), (None, None), "each knows one version");
    send(1, 2, &mut people);
    send(2, 1, &mut people);
    for i in [1, 2] {
        assert_eq!(doubt(&mut people[i]), Some(Doubt::Fork { author: 0 }));
        assert_eq!(due(&mut people[i], Patience::Wait), []);
    }
    // After the grace period both vote; a vote against a forker needs no grace of its own.
    for i in [1, 2] {
        people[i].sign(Body::Vote { target: 0 });
    }
    send(1, 2, &mut people);
    send(2, 1, &mut people);
    let report = people[1].report();
    assert_eq!(report.absent().get(&0), Some(&2));
    assert_eq!(doubt(&mut people[1]), None, "nobody waits for him any more");
    assert_eq!(doubt(&mut people[0]), None, "he never has to doubt himself");
}

#[test]
fn a_fork_that_most_others_have_settled_is_no_doubt() {
    let mut people = at_first_decision(&THREE, 2);
    let (one, two) = (version(&mut people[0], action("pass")), version(&mut people[0], action("take")));
    for i in [1, 2] {
        give(&mut people[i], &one);
        people[i].sign(Body::Post);
    }
    send(1, 2, &mut people);
    give(&mut people[2], &two);
    assert_eq!(doubt(&mut people[2]), None);
    assert!(matches!(due(&mut people[2], Patience::Wait)[..], [] | [Body::Part { .. }]));
    assert_eq!(people[2].report().forks(), [(0, one.seq)]);
}

#[test]
fn parts_for_a_default_wait_for_those_who_could_still_uphold_the_decision() {
    let mut people = at_first_decision(&FOUR, 3);
    // His decision is on its way when two others vote; the fourth is silent.
    let late = version(&mut people[0], Body::Action { payload: br#"[{"do":"take"}]"#.to_vec(), reveals: Vec::new() });
    for i in [1, 2] {
        people[i].wall += 4000;
        people[i].sign(Body::Vote { target: 0 });
    }
    send(1, 2, &mut people);
    send(2, 1, &mut people);
    for i in [1, 2] {
        people[i].sign(Body::Post);
    }
    send(1, 2, &mut people);
    send(2, 1, &mut people);
    let report = people[1].report();
    assert_eq!((report.step(), report.question()), (3, Some(&Question::Seal(vec![0, 1, 2, 3]))));
    give(&mut people[1], &late);
    assert_eq!(people[1].report().superseded().len(), 1);
    assert_eq!(doubt(&mut people[1]), Some(Doubt::Beaten { step: 2 }), "the fourth may hold the decision alone");
    // He holds the votes: now nobody can uphold it any more.
    send(1, 3, &mut people);
    people[3].sign(Body::Post);
    send(3, 1, &mut people);
    assert_eq!(doubt(&mut people[1]), None);
}

#[test]
fn a_vote_presses_and_who_was_voted_out_comes_back() {
    let mut people = at_first_decision(&THREE, 4);
    let decision = people[0].ask(|client, report| client.decision(report)).unwrap();
    assert!(!decision.pressed && !decision.absent && !decision.sealed);
    people[1].wall += 4000;
    people[1].sign(Body::Vote { target: 0 });
    send(1, 0, &mut people);
    assert!(people[0].ask(|client, report| client.decision(report)).unwrap().pressed);
    send(1, 2, &mut people);
    people[2].wall += 4000;
    people[2].sign(Body::Vote { target: 0 });
    settle(&mut people);
    assert!(people[0].ask(|client, report| client.decision(report)).unwrap().absent, "everybody seals bids");
    assert_eq!(people[1].ask(|client, report| client.takeover(report, 0)), None);
    let back = people[0].ask(|client, report| client.takeover(report, 0)).unwrap();
    people[0].sign(back);
    settle(&mut people);
    play(&mut people);
    let report = people[0].report();
    assert_eq!((report.phase(), report.absent().len()), (Phase::Over, 0));
    assert_eq!((report.faults(), report.superseded()), (vec![], vec![]));
}

#[test]
fn a_rehearsal_tells_what_would_become_of_an_event() {
    let mut people = at_first_decision(&THREE, 5);
    let try_out = |person: &mut Person, body: Body, wall: u64| {
        let report = judge(&person.log, &Toy, &mut person.cache);
        let raw = prepare(&report, person.client.member(), body, wall).unwrap();
        rehearse(&person.log, &Toy, &raw).unwrap()
    };
    let wall = people[1].wall;
    let vote = |target| Body::Vote { target };
    assert_eq!(try_out(&mut people[1], vote(0), wall + 1), Status::Fault(Code::EGrace));
    assert_eq!(try_out(&mut people[1], vote(0), wall + 3600), Status::Ok);
    assert_eq!(try_out(&mut people[1], vote(2), wall + 3600), Status::Fault(Code::EVote));
    assert_eq!(try_out(&mut people[0], vote(0), wall + 3600), Status::Fault(Code::ERole));
    assert_eq!(try_out(&mut people[0], action("lie"), wall), Status::Fault(Code::EIllegal));
    assert_eq!(try_out(&mut people[0], Body::Resign, wall), Status::Ok);
    let before = people[1].log.file();
    assert_eq!(people[1].log.file(), before);
}

/// The dealer's proof does not cover the masked shares: only the receiver sees that his is wrong, and shows it.
#[test]
fn a_wrong_share_is_complained_about_and_voids_the_match() {
    let mut people = table(&CLOSED, 6);
    for person in &mut people {
        let fresh = person.fresh();
        let mut join = person.client.join(person.log.charter(), Vec::new(), &fresh).unwrap();
        if let (1, Body::Join { deck, .. }) = (person.client.member(), &mut join) {
            let at = deck.len() - 32;
            deck[at..].copy_from_slice(&Scalar::from(5_u8).to_bytes());
        }
        person.sign(join);
    }
    settle(&mut people);
    let bad = people[0].log.by_author(1)[0];
    let report = people[0].report();
    assert_eq!((report.phase(), report.status(bad)), (Phase::Void, Status::Fault(Code::XShare)));
    let ready = report.log().by_author(0).into_iter().find_map(|ix| match &report.log()[ix].body {
        Body::Ready { complaints, .. } => Some(complaints.clone()),
        _ => None,
    });
    let complaints = ready.unwrap();
    assert_eq!((complaints.len(), complaints[0].dealer, complaints[0].purpose), (1, 1, 1));
    assert_eq!(due(&mut people[0], Patience::Over), []);
}

/// Somebody whose stored choice is lost cannot open; nothing false is signed for him.
#[test]
fn a_lost_choice_is_not_opened() {
    let mut people = at_first_decision(&THREE, 7);
    people[0].sign(action("pass"));
    settle(&mut people);
    for person in &mut people {
        let choice = Choice { payload: br#"[{"bid":1}]"#.to_vec(), places: Vec::new() };
        let sealed = person.ask(|client, report| {
            let seat = client.decision(report).unwrap().seat;
            client.seal(report, seat, &choice)
        });
        let (body, commitment) = sealed.unwrap();
        person.stored.insert(commitment, choice);
        person.sign(body);
    }
    people[1].stored.clear();
    settle(&mut people);
    let report = people[0].report();
    assert_eq!(report.question(), Some(&Question::Open(vec![0, 1, 2])));
    assert_eq!(report.waiting(), [(1, Waiting::Open)]);
    assert_eq!(due(&mut people[1], Patience::Wait), []);
}
