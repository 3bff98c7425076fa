//! What stands in the way of an action that is not legal, for whoever asks: the paragraph itself, not the rule of the
//! decision that every refusal in a match carries (interface 5).

use referee_kernel::rule::Illegal;

use crate::action::{Action, How};
use crate::cards::Roman;
use crate::ch3_placing;
use crate::ch8_roman::{cost, linked};
use crate::game::Marcus;
use crate::ids::{Round, Spot, Zone};
use crate::map::fort_spaces;
use crate::position::{Position, Source};
use crate::todo::Todo;
use crate::tools::{BOX_LIMIT, IMPERIUM_TOP};

/// The paragraph that forbids an action at a decision; `None` where none says more than that it is not in the list.
#[must_use]
pub fn why(game: &Marcus, p: &Position, todo: Todo, action: &Action) -> Option<Illegal> {
    match (todo, *action) {
        (Todo::Deploy | Todo::Redeploy | Todo::Reorganize { .. }, _) => placing(p, todo, action),
        (Todo::Roman, Action::Event { card, from, how }) => event(game, p, card, from, how),
        (Todo::Roman, _) => paid(game, p, action),
        _ => card_of(action).filter(|(card, from)| !p.cards(*from).has(*card)).map(|_| not_held(todo)),
    }
}

/// The Roman card an action gives up.
fn card_of(action: &Action) -> Option<(Roman, Source)> {
    match *action {
        Action::Pay { card, from }
        | Action::Discard { card, from }
        | Action::Prevent { card, from }
        | Action::Commit { card, from }
        | Action::Save { card, from }
        | Action::Event { card, from, .. } => Some((card, from)),
        _ => None,
    }
}

const fn not_held(todo: Todo) -> Illegal {
    Illegal { rule: todo.rule(), why: "you do not hold this card there" }
}

fn placing(p: &Position, todo: Todo, action: &Action) -> Option<Illegal> {
    let boxes = ch3_placing::boxes(p, todo)?;
    Some(match *action {
        Action::PlaceLegions { to, .. } | Action::PlaceLeader { to, .. } if !boxes.has(to) => {
            Illegal { rule: todo.rule(), why: "nothing can be placed there now" }
        }
        Action::PlaceLegions { to, count } if p.army(to).legions + count > BOX_LIMIT => {
            Illegal::new("3.7", "a box holds at most six legions")
        }
        Action::PlaceLegions { .. } => Illegal::new("3.7", "there are not so many legions to place"),
        Action::PlaceLeader { leader, .. } if !p.pool.leaders.has(leader) => {
            Illegal::new("3.8", "this leader is not to be placed")
        }
        Action::PlaceLeader { to, .. } if p.army(to).legions == 0 => Illegal::new("3.8", "no legion is in that box"),
        Action::PlaceLeader { .. } => Illegal::new("3.8", "that box has a leader already"),
        Action::Done if todo == Todo::Deploy => Illegal::new("3.9", "all legions and both leaders have to be placed"),
        Action::Done => Illegal::new("8.8.4", "a legion, or a leader for whom there is a box, is still to be placed"),
        _ => return None,
    })
}

/// An action of the Roman Phase that is paid with cards: what is wrong with it, else that it costs too much.
fn paid(game: &Marcus, p: &Position, action: &Action) -> Option<Illegal> {
    let priced = matches!(
        action,
        Action::Attack { .. }
            | Action::Imperium
            | Action::Build { .. }
            | Action::Upgrade { .. }
            | Action::TransferLeader { .. }
            | Action::Fleet { .. }
            | Action::Transfer { .. }
            | Action::Send { .. }
            | Action::Quell { .. }
    );
    let dear =
        || (p.held() < cost(action)).then_some(Illegal::new("8.1.3", "you do not hold enough cards to pay for it"));
    if priced { barred(game, p, action).or_else(dear) } else { None }
}

fn barred(game: &Marcus, p: &Position, action: &Action) -> Option<Illegal> {
    match *action {
        Action::Attack { target } => attack(game, p, target),
        Action::Imperium => top(p, "8.3.1"),
        Action::Build { first, second } => build(p, first, second),
        Action::Upgrade { zone } => {
            let weak = p.forts[zone.at()].contains(&1);
            (!weak).then_some(Illegal::new("8.5.1", "this zone has no fort of Level 1"))
        }
        Action::TransferLeader { from, to } => transfer_leader(p, from, to),
        Action::Fleet { fleet } => p.fleets[fleet.at()].then_some(Illegal::new("8.7.1", "this fleet is there already")),
        Action::Transfer { boxes } => match linked(p) {
            _ if p.fleets == [false; 2] => Some(Illegal::new("8.8.1", "there is no fleet")),
            None => Some(Illegal::new("8.8.2", "two linked boxes without Mutiny markers and a legion are needed")),
            Some(joined) => (joined != boxes).then_some(Illegal::new("8.8.1", "the fleets link other boxes")),
        },
        Action::Send { to } if p.conflict(to).is_none() => Some(Illegal::new("8.9.1", "there is no conflict")),
        Action::Send { .. } => {
            (p.held() >= cost(action)).then_some(Illegal::new("8.9.2", "there is nothing that could be moved there"))
        }
        Action::Quell { zone } => {
            let calm = !p.army(zone.spot()).mutiny;
            calm.then_some(Illegal::new("8.11.1", "that box has no Mutiny marker"))
        }
        _ => None,
    }
}

fn top(p: &Position, rule: &'static str) -> Option<Illegal> {
    (p.imperium >= IMPERIUM_TOP).then_some(Illegal::new(rule, "the Imperium track is at its top already"))
}

/// Rules 8.2.1.2 and 8.2.1.3: the tribe first, since it is what was chosen.
fn attack(game: &Marcus, p: &Position, target: Spot) -> Option<Illegal> {
    let army = p.army(target);
    match target.zone() {
        Some(tribe) if !game.challengeable(p, tribe) => Some(out_of_reach(p, tribe)),
        None if p.conflict(target).is_none() => Some(Illegal::new("8.2.1", "there is no conflict")),
        _ if army.legions == 0 => Some(Illegal::new("8.2.1.2", "you have no legion there")),
        _ => army.mutiny.then_some(Illegal::new("8.2.1.2", "a Mutiny marker lies on that army box")),
    }
}

/// Rule 8.2.1.3, for a tribe that cannot be fought.
fn out_of_reach(p: &Position, tribe: Zone) -> Illegal {
    Illegal::new(
        "8.2.1.3",
        if p.tribe(tribe).surrendered() {
            "this tribe has surrendered"
        } else if p.tribe(tribe).truce {
            "there is a truce with this tribe"
        } else {
            "there is peace with the Quadi"
        },
    )
}

/// Rule 8.4: two forts, as long as there is room for two.
fn build(p: &Position, first: Zone, second: Option<Zone>) -> Option<Illegal> {
    let free = |zone| p.free_fort_spaces(zone, fort_spaces(zone));
    let room: u8 = Zone::ALL.iter().map(|z| free(*z)).sum();
    if room == 0 {
        return Some(Illegal::new("8.4.4", "no fort space is free on the map"));
    }
    match second {
        None if room > 1 => Some(Illegal::new("8.4.4", "two forts have to be named while two can be built")),
        Some(_) if room == 1 => Some(Illegal::new("8.4.4", "only one fort space is free on the map")),
        Some(second) if first > second => Some(Illegal::new("8.4.3", "the zones are named in map order")),
        _ => {
            let wanted = |zone| u8::from(zone == first) + u8::from(Some(zone) == second);
            let full = Zone::ALL.iter().any(|z| wanted(*z) > free(*z));
            full.then_some(Illegal::new("8.4.1", "a zone that is named has not so many free fort spaces"))
        }
    }
}

fn transfer_leader(p: &Position, from: Zone, to: Zone) -> Option<Illegal> {
    let (here, there) = (p.army(from.spot()), p.army(to.spot()));
    if from == to {
        Some(Illegal::new("8.6.1", "the leader goes to another box"))
    } else if here.leader.is_none() {
        Some(Illegal::new("8.6.1", "there is no leader in that box"))
    } else if there.legions == 0 {
        Some(Illegal::new("8.6.1", "the box he should go to has no legion"))
    } else {
        let mutiny = here.mutiny || there.mutiny;
        mutiny.then_some(Illegal::new("8.6.2", "a Mutiny marker lies on one of the boxes"))
    }
}

/// Cards whose event is for another moment than the Roman Phase (rule 8.1.5).
const ELSEWHERE: [Roman; 10] = [
    Roman::Ambush,
    Roman::Decapitation,
    Roman::Guides,
    Roman::Ice,
    Roman::Lectisternium,
    Roman::Lightning,
    Roman::Rain,
    Roman::Retreat,
    Roman::Rout,
    Roman::Tactical,
];

fn event(game: &Marcus, p: &Position, card: Roman, from: Source, how: How) -> Option<Illegal> {
    if card == Roman::Action {
        return Some(Illegal::new("8.1.6", "this card has no event"));
    }
    if !p.cards(from).has(card) {
        return Some(Illegal::new("8.1.4", "you do not hold this card there"));
    }
    if ELSEWHERE.contains(&card) {
        return Some(Illegal::new("8.1.5", "the event of this card is for another moment"));
    }
    match (card, how) {
        (Roman::WinterQuarters, _) if p.round != Round::Winter => Some(Illegal::new("13.17", "it is not Winter")),
        (Roman::WinterQuarters | Roman::Initiative | Roman::Maximus, How::Target(target)) => attack(game, p, target),
        (Roman::SingleCombat, How::Target(target)) => duel(game, p, target),
        (Roman::Auction, _) => top(p, "13.1"),
        (Roman::Commodus, How::Imperium) => top(p, "13.3"),
        (Roman::Column, _) => top(p, "13.38"),
        _ => None,
    }
    .or(Some(Illegal::new("8.1.7", "the conditions of this event do not hold, or it is played in another way")))
}

fn duel(game: &Marcus, p: &Position, target: Spot) -> Option<Illegal> {
    let (tribe, army) = (target.zone()?, p.army(target));
    if !game.challengeable(p, tribe) {
        return Some(out_of_reach(p, tribe));
    }
    if army.mutiny {
        return Some(Illegal::new("13.2", "a Mutiny marker lies on that army box"));
    }
    army.leader.is_none().then_some(Illegal::new("13.2", "there is no leader in that box"))
}
