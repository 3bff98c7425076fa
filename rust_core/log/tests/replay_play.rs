//! Honest players come to the end of every kind of match, and nothing that they sign is ever at fault.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod players;

use players::{Plan, Players};
use referee_log::replay::{Cache, Phase, Status, Waiting, judge};
use referee_log::toy::Toy;
use referee_log::verdict::verdict;
use referee_log::{Body, Code};

fn played(plan: &Plan, seed: u8) -> Players {
    let mut players = Players::sit_down(plan, seed);
    players.play();
    players
}

fn is_clean(players: &mut Players) {
    let report = judge(&players.log, &Toy, &mut players.cache);
    assert!(report.faults().is_empty() && report.superseded().is_empty() && report.desyncs().is_empty());
    assert!(report.log().places().all(|e| report.status(e) == Status::Ok));
    assert!(report.branch().is_empty() && report.forks().is_empty() && report.absent().is_empty());
    let mut fresh = Cache::new();
    assert_eq!(verdict(&report), verdict(&judge(&players.log, &Toy, &mut fresh)));
}

#[test]
fn open_match() {
    let mut players = played(&Plan::open(2, 6), 1);
    is_clean(&mut players);
    let report = players.report();
    assert!(report.waiting().is_empty());
    assert_eq!(report.need(), Some("over"));
    assert_eq!(report.steps().len(), report.completed().len() + 1);
}

#[test]
fn closed_match_is_audited() {
    let mut players = played(&Plan::closed(3, 6), 2);
    is_clean(&mut players);
    let held = players.report().hands().len();
    let owed = players.report().waiting().iter().filter(|(_, what)| matches!(what, Waiting::Card(_))).count();
    assert_eq!(owed, held);
    players.audit();
    is_clean(&mut players);
    let report = players.report();
    assert!(report.waiting().is_empty());
    assert_eq!(report.phase(), Phase::Over);
    assert!(report.hands().keys().all(|place| report.revealed().contains_key(place)));
}

#[test]
fn a_dealers_shuffles_are_owed() {
    let mut players = played(&Plan::dealer(8), 3);
    is_clean(&mut players);
    players.audit();
    let report = players.report();
    let owed: Vec<String> = report.waiting().iter().map(|(member, what)| format!("{member} {what}")).collect();
    let shuffles: Vec<String> =
        report.prescribed().keys().map(|(step, deck)| format!("2 shuffle {step}/{deck}")).collect();
    assert_eq!(owed, shuffles);
    assert!(!shuffles.is_empty());
}

#[test]
fn of_one_author_64_events_are_judged_each_in_its_own_past() {
    let mut players = Players::sit_down(&Plan::open(3, 40), 4);
    for _ in 0..4 {
        players.step();
    }
    // An offer to go back that nobody takes up: from here on there could be two branches.
    let offer = players.sign(0, Body::Back { to: 2 });
    players.play();
    let last = players.report().step();
    let digest = players.report().digest();
    for _ in 0..70 {
        players.sign_at(1, last, digest, Body::Resign);
    }
    let stray = players.sign_at(2, 3, digest, Body::Post);
    let report = players.report();
    assert_eq!(report.status(offer), Status::Ok);
    assert_eq!(report.status(stray), Status::Fault(Code::EStep));
    assert_eq!(report.faults().iter().filter(|(_, code)| *code == Code::ENow).count(), 64);
    assert_eq!(report.unjudged().into_iter().collect::<Vec<_>>(), [(1, 6)]);
    assert_eq!(report.phase(), Phase::Over);
    let mut fresh = Cache::new();
    assert_eq!(verdict(&report), verdict(&judge(&players.log, &Toy, &mut fresh)));
}
