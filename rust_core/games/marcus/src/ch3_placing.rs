//! Chapter 3, and what follows its way of placing: Redeployment (6) and reorganizing (8.8.3).

use referee_kernel::game::Walk;
use referee_kernel::tx::Tx;

use crate::action::Action;
use crate::change::{Change, Place};
use crate::game::Marcus;
use crate::ids::{Phase, Spot, Spots};
use crate::position::Position;
use crate::todo::Todo;
use crate::tools::{BOX_LIMIT, empty_pool, pop, push};

/// The boxes in which `todo` places; `None` if it places nothing.
#[must_use]
pub fn boxes(p: &Position, todo: Todo) -> Option<Spots> {
    match todo {
        Todo::Deploy => Some(Spots::ZONES),
        // Off-Map spaces without a conflict cannot be entered (rule 6.3).
        Todo::Redeploy => {
            Some(Spot::OFF_MAP.into_iter().filter(|s| p.conflict(*s).is_some()).fold(Spots::ZONES, Spots::with))
        }
        Todo::Reorganize { boxes, .. } => Some(boxes),
        _ => None,
    }
}

/// Every placing that might be legal.
pub fn candidates(p: &Position, boxes: Spots, visit: &mut dyn FnMut(&Action) -> Walk) -> Walk {
    for to in boxes.iter() {
        let room = BOX_LIMIT.saturating_sub(p.army(to).legions);
        for count in 1..=p.pool.legions.min(room) {
            visit(&Action::PlaceLegions { to, count })?;
        }
    }
    for leader in p.pool.leaders.iter() {
        for to in boxes.iter() {
            visit(&Action::PlaceLeader { leader, to })?;
        }
    }
    visit(&Action::Done)
}

/// Whether the action is legal while `todo` places into `boxes`.
#[must_use]
pub fn allowed(p: &Position, todo: Todo, boxes: Spots, action: &Action) -> bool {
    match *action {
        Action::PlaceLegions { to, count } => {
            let room = BOX_LIMIT.saturating_sub(p.army(to).legions);
            boxes.has(to) && (1..=p.pool.legions.min(room)).contains(&count)
        }
        Action::PlaceLeader { leader, to } => p.pool.leaders.has(leader) && boxes.has(to) && free_for_leader(p, to),
        Action::Done => match todo {
            Todo::Deploy => p.pool.legions == 0 && p.pool.leaders.is_empty(),
            Todo::Redeploy => true,
            // Rule 8.8.4: no legion is left over, and no leader who could still be placed.
            _ => p.pool.legions == 0 && (p.pool.leaders.is_empty() || !boxes.iter().any(|b| free_for_leader(p, b))),
        },
        _ => false,
    }
}

/// A box that has a legion and no leader (rule 3.8).
fn free_for_leader(p: &Position, spot: Spot) -> bool {
    let army = p.army(spot);
    army.legions > 0 && army.leader.is_none()
}

/// Carries out a legal action.
pub fn act(tx: &mut Tx<'_, Marcus>, todo: Todo, action: &Action) {
    match *action {
        Action::PlaceLegions { to, count } => {
            tx.put(Change::LegionsMoved { from: Place::Pool, to: Place::Army(to), count });
        }
        Action::PlaceLeader { leader, to } => {
            tx.put(Change::LeaderMoved { leader, from: Place::Pool, to: Place::Army(to) });
        }
        _ => done(tx, todo),
    }
}

fn done(tx: &mut Tx<'_, Marcus>, todo: Todo) {
    empty_pool(tx);
    pop(tx);
    match todo {
        // The Barbarian Phase of Spring 170 is skipped (rule 5.3).
        Todo::Deploy => crate::ch8_roman::begin(tx),
        Todo::Redeploy => crate::ch7_barbarians::begin(tx),
        _ => {}
    }
}

/// All pieces in boxes, Off-Map spaces and Recovery go into the pool (rule 6.1).
pub fn begin_redeployment(tx: &mut Tx<'_, Marcus>) {
    tx.put(Change::Phase { phase: Phase::Redeploy });
    for spot in Spot::ALL {
        crate::tools::move_troops(tx, *spot, Place::Pool);
        // The last legion is gone, and with it any Mutiny marker (rule 2.2.9).
        crate::tools::settle(tx, *spot);
    }
    let recovery = tx.position().recovery;
    if recovery.legions > 0 {
        tx.put(Change::LegionsMoved { from: Place::Recovery, to: Place::Pool, count: recovery.legions });
    }
    for leader in recovery.leaders.iter() {
        tx.put(Change::LeaderMoved { leader, from: Place::Recovery, to: Place::Pool });
    }
    push(tx, Todo::Redeploy);
}
