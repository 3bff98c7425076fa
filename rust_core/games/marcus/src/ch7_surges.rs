//! Chapter 7, second half: Surges, preventing them, Oathbreaker checks (7.3, 7.4, 7.9).

use referee_kernel::tx::Tx;

use crate::action::Action;
use crate::change::{BarbarianAt, Change};
use crate::game::Marcus;
use crate::ids::Zone;
use crate::todo::Todo;
use crate::tools::{discard, place_current, pop, push, replace, spend};

/// Surge Spaces on the map (rule 7.3.3).
const SURGE_SPACES: u8 = 3;
/// From this Pacification Value on no die is rolled (rule 7.9.4).
const SAFE: i16 = 6;

/// After the activation: the player may prevent the card from spreading, if he has what it takes (rule 7.4.1).
pub fn spread(tx: &mut Tx<'_, Marcus>, tribe: Option<Zone>) {
    if tx.position().held() > 0 {
        replace(tx, Todo::Surge { tribe });
    } else {
        pop(tx);
        into_surge_space(tx, tribe);
    }
}

/// Decision `surge` (rules 7.4, 13.21).
pub fn surge(tx: &mut Tx<'_, Marcus>, tribe: Option<Zone>, action: &Action) {
    pop(tx);
    match *action {
        Action::Prevent { card, from } => {
            discard(tx, card, from);
            place_current(tx, BarbarianAt::Discard);
        }
        Action::Event { card, from, .. } => {
            spend(tx, card, from);
            tx.put(Change::BarbarianCards { from: BarbarianAt::Surge, to: BarbarianAt::Discard });
            place_current(tx, BarbarianAt::Discard);
        }
        _ => into_surge_space(tx, tribe),
    }
}

/// The card goes to a Surge Space; the third one is a Surge (rules 7.3.3 to 7.3.7).
fn into_surge_space(tx: &mut Tx<'_, Marcus>, acting: Option<Zone>) {
    place_current(tx, BarbarianAt::Surge);
    if tx.position().barbarian.surge.len() < SURGE_SPACES {
        return;
    }
    push(tx, Todo::EndSurge);
    check_all(tx);
    activate_open(tx, acting);
}

/// Activates every open tribe but one in map order (rules 7.3.4, 12.46): the first lies on top.
pub fn activate_open(tx: &mut Tx<'_, Marcus>, except: Option<Zone>) {
    for tribe in Zone::ALL.iter().rev().copied() {
        if Some(tribe) != except && tx.position().open(tribe) {
            push(tx, Todo::Activate { tribe });
        }
    }
}

/// An Oathbreaker check of every tribe that will have surrendered by then (rules 7.3.6, 12.46).
pub fn check_all(tx: &mut Tx<'_, Marcus>) {
    for tribe in Zone::ALL.iter().rev().copied() {
        push(tx, Todo::Check { tribe });
    }
}

/// The three cards leave the Surge Spaces (rule 7.3.7).
pub fn end_surge(tx: &mut Tx<'_, Marcus>) {
    pop(tx);
    tx.put(Change::BarbarianCards { from: BarbarianAt::Surge, to: BarbarianAt::Discard });
}

/// An Oathbreaker check; a die only where it can matter (rules 7.9.1 to 7.9.4).
pub fn check(tx: &mut Tx<'_, Marcus>, tribe: Zone) {
    pop(tx);
    let p = tx.position();
    if p.tribe(tribe).surrendered() && tx.game().pacification(p, tribe) < SAFE {
        push(tx, Todo::Oathbreaker { tribe });
    }
}

/// The die of an Oathbreaker check (rules 7.9.3, 7.9.5).
pub fn oathbreaker(tx: &mut Tx<'_, Marcus>, tribe: Zone, die: u8) {
    pop(tx);
    if i16::from(die) > tx.game().pacification(tx.position(), tribe) {
        tx.put(Change::TribeRevolted { tribe });
    }
}
