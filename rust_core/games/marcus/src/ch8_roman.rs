//! Chapter 8: the Roman Phase, its deal, decision `roman` and what cards pay for. Battles are in [`crate::ch8_battle`].

use referee_kernel::tx::Tx;

use crate::action::Action;
use crate::cards::Roman;
use crate::change::{Change, Place, RomanAt};
use crate::game::Marcus;
use crate::ids::{Phase, Round, Spot, Spots, Zone};
use crate::map::fort_spaces;
use crate::position::Position;
use crate::todo::Todo;
use crate::tools::{BOX_LIMIT, discard, gain_imperium, move_troops, pop, push, replace, roman_deck_ready, settle};

/// Cards a hand may hold at the end of Spring and Summer (rule 8.12.1).
const HAND_LIMIT: u8 = 5;

/// The Roman Phase begins with the deal (rule 8.0.1).
pub fn begin(tx: &mut Tx<'_, Marcus>) {
    tx.put(Change::Phase { phase: Phase::Roman });
    let p = tx.position();
    let left = tx.game().tables.deal(p.round, p.imperium_bonus);
    push(tx, Todo::Dealt);
    push(tx, Todo::Deal { by: None, left });
}

/// The next card of a deal (rules 8.0.1, 11.1, 11.2).
pub fn deal(tx: &mut Tx<'_, Marcus>, by: Option<Roman>, left: u8) {
    if left > 0 && roman_deck_ready(tx) {
        replace(tx, Todo::DrawRoman { by, left });
    } else {
        pop(tx);
    }
}

/// A Roman card was drawn.
pub fn drawn(tx: &mut Tx<'_, Marcus>, card: Roman, by: Option<Roman>, left: u8) {
    tx.put(Change::RomanCard { card, from: RomanAt::Deck, to: RomanAt::Hand });
    replace(tx, Todo::Deal { by, left: left.saturating_sub(1) });
}

/// After the deal: upkeep in Spring (rule 8.0.2), then the player acts.
pub fn dealt(tx: &mut Tx<'_, Marcus>) {
    replace(tx, Todo::Roman);
    let p = tx.position();
    if p.round == Round::Spring && p.legions_off_map() > 0 && p.held() > 0 {
        push(tx, Todo::Upkeep);
    }
}

/// Decision `upkeep`.
pub fn upkeep(tx: &mut Tx<'_, Marcus>, action: &Action) {
    pop(tx);
    if let Action::Discard { card, from } = *action {
        discard(tx, card, from);
    }
}

/// Decision `roman` (rule 8.1.1).
pub fn act(tx: &mut Tx<'_, Marcus>, action: &Action) {
    match *action {
        Action::End => end_of_round(tx),
        Action::Event { card, from, how } => crate::ch13_events::play(tx, card, from, how),
        _ => {
            push(tx, Todo::Perform { action: *action });
            push(tx, Todo::Pay { action: *action, left: cost(action) });
        }
    }
}

/// Cards an action costs (rules 8.1.2, 8.9.1).
#[must_use]
pub const fn cost(action: &Action) -> u8 {
    match action {
        Action::Send { .. } => 2,
        _ => 1,
    }
}

/// Decision `pay`: one card after the other (rule 8.1.2).
pub fn pay(tx: &mut Tx<'_, Marcus>, what: Action, left: u8, action: &Action) {
    pop(tx);
    if let Action::Pay { card, from } = *action {
        discard(tx, card, from);
    }
    if left > 1 {
        push(tx, Todo::Pay { action: what, left: left - 1 });
    }
}

/// Whether an action of decision `roman` is legal, its cards included (rules 1.4, 8.1.3).
#[must_use]
pub fn allowed(game: &Marcus, p: &Position, action: &Action) -> bool {
    if p.held() < cost(action) {
        return *action == Action::End;
    }
    match *action {
        Action::End => true,
        Action::Attack { target } => game.attackable(p, target),
        Action::Imperium => p.imperium < crate::tools::IMPERIUM_TOP,
        Action::Build { first, second } => can_build(p, first, second),
        Action::Upgrade { zone } => southernmost_weak(p, zone).is_some(),
        Action::TransferLeader { from, to } => {
            let (a, b) = (p.army(from.spot()), p.army(to.spot()));
            from != to && a.leader.is_some() && b.legions > 0 && !a.mutiny && !b.mutiny
        }
        Action::Fleet { fleet } => !p.fleets[fleet.at()],
        Action::Transfer { boxes } => linked(p) == Some(boxes),
        Action::Send { to } => can_send(p, to),
        Action::Quell { zone } => p.army(zone.spot()).mutiny,
        _ => false,
    }
}

/// Rule 8.4: two forts if two can be built anywhere, else the last one.
fn can_build(p: &Position, first: Zone, second: Option<Zone>) -> bool {
    let free = |zone| p.free_fort_spaces(zone, fort_spaces(zone));
    let total: u8 = Zone::ALL.iter().map(|z| free(*z)).sum();
    match second {
        None => total == 1 && free(first) == 1,
        Some(second) if second == first => free(first) >= 2,
        Some(second) => first < second && free(first) > 0 && free(second) > 0,
    }
}

/// The southernmost Level 1 fort of a zone (rule 8.5.1).
fn southernmost_weak(p: &Position, zone: Zone) -> Option<u8> {
    (0..fort_spaces(zone)).rev().find(|s| p.fort(zone, *s) == 1)
}

/// The boxes a transfer joins (rules 8.8.1, 8.8.2); `None` if it is illegal.
#[must_use]
pub fn linked(p: &Position) -> Option<Spots> {
    let [upper, lower] = p.fleets;
    let mut boxes = Spots::default();
    for (zone, joined) in Zone::ALL.iter().zip([upper, upper || lower, lower]) {
        if joined && !p.army(zone.spot()).mutiny {
            boxes = boxes.with(zone.spot());
        }
    }
    can_reorganize(p, boxes).then_some(boxes)
}

/// At least two boxes, and a legion in them.
#[must_use]
pub fn can_reorganize(p: &Position, boxes: Spots) -> bool {
    boxes.len() >= 2 && boxes.iter().any(|b| p.army(b).legions > 0)
}

/// Boxes that may give troops: army boxes without a Mutiny marker (rule 2.2.7).
fn givers(p: &Position) -> impl Iterator<Item = Zone> + '_ {
    Zone::ALL.iter().copied().filter(|z| !p.army(z.spot()).mutiny)
}

/// Rule 8.9.2: there is a conflict, and something can be moved there.
fn can_send(p: &Position, to: Spot) -> bool {
    p.conflict(to).is_some() && givers(p).any(|z| can_send_legions(p, z, to, 1) || can_send_leader(p, z, to))
}

fn can_send_legions(p: &Position, from: Zone, to: Spot, count: u8) -> bool {
    let (box_, there) = (p.army(from.spot()), p.army(to));
    !box_.mutiny && (1..=box_.legions.min(BOX_LIMIT.saturating_sub(there.legions))).contains(&count)
}

fn can_send_leader(p: &Position, from: Zone, to: Spot) -> bool {
    let (box_, there) = (p.army(from.spot()), p.army(to));
    !box_.mutiny && box_.leader.is_some() && there.legions > 0 && there.leader.is_none()
}

/// Whether an action of decision `send` is legal (rule 8.9.3).
#[must_use]
pub fn send_allowed(p: &Position, to: Spot, first: bool, action: &Action) -> bool {
    match *action {
        Action::SendLegions { from, count } => can_send_legions(p, from, to, count),
        Action::SendLeader { from } => can_send_leader(p, from, to),
        Action::Done => !first,
        _ => false,
    }
}

/// Decision `send`.
pub fn send(tx: &mut Tx<'_, Marcus>, to: Spot, action: &Action) {
    match *action {
        Action::SendLegions { from, count } => {
            tx.put(Change::LegionsMoved { from: Place::Army(from.spot()), to: Place::Army(to), count });
        }
        Action::SendLeader { from } => {
            if let Some(leader) = tx.position().army(from.spot()).leader {
                tx.put(Change::LeaderMoved { leader, from: Place::Army(from.spot()), to: Place::Army(to) });
            }
        }
        _ => {
            pop(tx);
            settle_boxes(tx);
            return;
        }
    }
    replace(tx, Todo::Send { to, first: false });
}

/// Leaders and Mutiny markers of boxes without legions (rules 8.9.4, 13.18).
pub fn settle_boxes(tx: &mut Tx<'_, Marcus>) {
    for zone in Zone::ALL {
        settle(tx, zone.spot());
    }
}

/// A paid action is carried out.
pub fn perform(tx: &mut Tx<'_, Marcus>, action: Action) {
    pop(tx);
    match action {
        Action::Attack { target } => crate::ch8_battle::begin(tx, target, crate::ch8_strength::Start::default()),
        Action::Imperium => gain_imperium(tx, 1),
        Action::Build { first, second } => {
            for zone in [Some(first), second].into_iter().flatten() {
                build(tx, zone);
            }
        }
        Action::Upgrade { zone } => {
            if let Some(space) = southernmost_weak(tx.position(), zone) {
                tx.put(Change::Fort { zone, space, level: 2 });
            }
        }
        Action::TransferLeader { from, to } => transfer_leader(tx, from.spot(), to.spot()),
        Action::Fleet { fleet } => tx.put(Change::FleetPlaced { fleet }),
        Action::Transfer { boxes } => reorganize(tx, boxes, false),
        Action::Send { to } => push(tx, Todo::Send { to, first: true }),
        Action::Quell { zone } => tx.put(Change::Mutiny { zone, on: false }),
        _ => {}
    }
}

/// A new fort in the southernmost free fort space (rule 8.4.1).
fn build(tx: &mut Tx<'_, Marcus>, zone: Zone) {
    let free = (0..fort_spaces(zone)).rev().find(|s| tx.position().fort(zone, *s) == 0);
    if let Some(space) = free {
        tx.put(Change::Fort { zone, space, level: 1 });
    }
}

/// Rule 8.6.1: the leader goes, and a leader there comes back for him.
fn transfer_leader(tx: &mut Tx<'_, Marcus>, from: Spot, to: Spot) {
    let (going, coming) = (tx.position().army(from).leader, tx.position().army(to).leader);
    if let Some(leader) = coming {
        tx.put(Change::LeaderMoved { leader, from: Place::Army(to), to: Place::Pool });
    }
    if let Some(leader) = going {
        tx.put(Change::LeaderMoved { leader, from: Place::Army(from), to: Place::Army(to) });
    }
    if let Some(leader) = coming {
        tx.put(Change::LeaderMoved { leader, from: Place::Pool, to: Place::Army(from) });
    }
}

/// All troops of the boxes go into the pool and are placed anew (rule 8.8.3).
pub fn reorganize(tx: &mut Tx<'_, Marcus>, boxes: Spots, march: bool) {
    for spot in boxes.iter() {
        move_troops(tx, spot, Place::Pool);
    }
    push(tx, Todo::Reorganize { boxes, march });
}

/// `end` of decision `roman` (rules 8.12, 9.1).
fn end_of_round(tx: &mut Tx<'_, Marcus>) {
    pop(tx);
    if tx.position().omens != 0 {
        tx.put(Change::Omens { value: 0 });
    }
    if tx.position().round == Round::Winter {
        crate::ch9_end::check(tx);
    } else if tx.position().roman.hand.len() > HAND_LIMIT {
        tx.put(Change::Phase { phase: Phase::HandLimit });
        push(tx, Todo::HandLimit);
    } else {
        next_round(tx);
    }
}

/// Decision `hand_limit` (rule 8.12.1).
pub fn hand_limit(tx: &mut Tx<'_, Marcus>, action: &Action) {
    if let Action::Discard { card, from } = *action {
        discard(tx, card, from);
    }
    if tx.position().roman.hand.len() <= HAND_LIMIT {
        pop(tx);
        next_round(tx);
    }
}

fn next_round(tx: &mut Tx<'_, Marcus>) {
    let round = if tx.position().round == Round::Spring { Round::Summer } else { Round::Winter };
    tx.put(Change::Round { round });
    crate::ch7_barbarians::begin(tx);
}

impl Marcus {
    /// Whether a tribe or conflict can be attacked now (rules 8.2.1.2, 8.2.1.3).
    #[must_use]
    pub fn attackable(&self, p: &Position, target: Spot) -> bool {
        let army = p.army(target);
        if army.legions == 0 || army.mutiny {
            return false;
        }
        match target.zone() {
            Some(tribe) => self.challengeable(p, tribe),
            None => p.conflict(target).is_some(),
        }
    }

    /// Whether a tribe can be fought at all: an open one, or a hostile one where a truce does not bind Rome.
    #[must_use]
    pub fn challengeable(&self, p: &Position, tribe: Zone) -> bool {
        p.hostile(tribe) && !(self.options.truce_binds_rome && p.tribe(tribe).truce)
    }
}
