//! Chapter 13, second half: the decisions that some Roman events ask for.

use referee_kernel::game::Walk;
use referee_kernel::tx::Tx;

use crate::action::Action;
use crate::cards::{Barbarian, Roman};
use crate::ch13_events::DESTINATIONS;
use crate::change::{BarbarianAt, Change, Place};
use crate::game::Marcus;
use crate::ids::Zone;
use crate::position::Position;
use crate::todo::Todo;
use crate::tools::{BOX_LIMIT, barbarian_deck_ready, pop, push, replace};

// Vexillationes (rule 13.18).

/// Whether a legion may be moved so.
#[must_use]
pub fn move_allowed(p: &Position, from: Option<Zone>, to: Zone) -> bool {
    let target = p.army(to.spot());
    let leaves = match from {
        None => p.recovery.legions > 0,
        Some(zone) => zone != to && p.army(zone.spot()).legions > 0 && !p.army(zone.spot()).mutiny,
    };
    leaves && !target.mutiny && target.legions < BOX_LIMIT
}

/// Whether any legion may be moved.
#[must_use]
pub fn any_move(p: &Position) -> bool {
    DESTINATIONS.into_iter().any(|from| Zone::ALL.iter().any(|to| move_allowed(p, from, *to)))
}

/// Every move that might be legal in decision `vexillationes`, and `done`.
pub fn move_candidates(visit: &mut dyn FnMut(&Action) -> Walk) -> Walk {
    for from in DESTINATIONS {
        for to in Zone::ALL {
            visit(&Action::MoveLegion { from, to: *to })?;
        }
    }
    visit(&Action::Done)
}

/// Decision `vexillationes`: ends by itself when nothing is left to move.
pub fn vexillationes(tx: &mut Tx<'_, Marcus>, left: u8, action: &Action) {
    pop(tx);
    if let Action::MoveLegion { from, to } = *action {
        let from = from.map_or(Place::Recovery, |z| Place::Army(z.spot()));
        tx.put(Change::LegionsMoved { from, to: Place::Army(to.spot()), count: 1 });
        if left > 1 && any_move(tx.position()) {
            push(tx, Todo::Vexillationes { left: left - 1 });
            return;
        }
    }
    crate::ch8_roman::settle_boxes(tx);
}

// Return of Captives and Galen (rules 13.26, 13.29).

/// Whether a legion may come back to this box.
#[must_use]
pub fn recovery_allowed(p: &Position, to: Zone) -> bool {
    p.recovery.legions > 0 && p.army(to.spot()).legions < BOX_LIMIT
}

/// Whether any legion may come back.
#[must_use]
pub fn any_recovery(p: &Position) -> bool {
    Zone::ALL.iter().any(|z| recovery_allowed(p, *z))
}

/// Decision `recover`.
pub fn recover(tx: &mut Tx<'_, Marcus>, by: Roman, left: u8, action: &Action) {
    pop(tx);
    if let Action::Recover { to } = *action {
        tx.put(Change::LegionsMoved { from: Place::Recovery, to: Place::Army(to.spot()), count: 1 });
        if left > 1 && any_recovery(tx.position()) {
            push(tx, Todo::Recover { by, left: left - 1 });
        }
    }
}

/// Whether `done` may end `vexillationes` or `recover`: something has been moved.
#[must_use]
pub fn moved_before(game: &Marcus, p: &Position, todo: Todo) -> bool {
    let n = &game.tables.numbers;
    match todo {
        Todo::Vexillationes { left } => left < n.vexillationes.unsigned_abs(),
        Todo::Recover { by: Roman::Galen, left } => left < n.galen.unsigned_abs(),
        Todo::Recover { left, .. } => {
            let most = if p.any_surrendered() { n.captives_surrendered } else { n.captives };
            left < most.unsigned_abs()
        }
        _ => false,
    }
}

// Barbarian Informants (rule 13.22).

/// The next card to look at: a known top card, else a drawn one.
pub fn look(tx: &mut Tx<'_, Marcus>, left: u8) {
    if left > 0 {
        if let Some(card) = tx.position().barbarian.top.first() {
            tx.put(Change::BarbarianCard { card, from: BarbarianAt::Top, to: BarbarianAt::Looked });
            return replace(tx, Todo::Look { left: left - 1 });
        }
        if barbarian_deck_ready(tx) {
            return replace(tx, Todo::DrawInformant { left });
        }
    }
    pop(tx);
    if !tx.position().barbarian.looked.is_empty() {
        push(tx, Todo::InformantsDiscard);
    }
}

/// A card was drawn for the informants.
pub fn looked(tx: &mut Tx<'_, Marcus>, card: Barbarian, left: u8) {
    tx.put(Change::BarbarianCard { card, from: BarbarianAt::Deck, to: BarbarianAt::Looked });
    replace(tx, Todo::Look { left: left.saturating_sub(1) });
}

/// Decision `informants_discard`.
pub fn informants_discard(tx: &mut Tx<'_, Marcus>, action: &Action) {
    pop(tx);
    if let Action::DiscardSeen { card } = *action {
        tx.put(Change::BarbarianCard { card, from: BarbarianAt::Looked, to: BarbarianAt::Discard });
    }
    let mut rest = tx.position().barbarian.looked.iter();
    let (first, second) = (rest.next(), rest.next());
    drop(rest);
    if second.is_some() && first != second {
        push(tx, Todo::InformantsOrder);
    } else {
        [first, second].into_iter().flatten().for_each(|card| onto_deck(tx, card));
    }
}

/// Decision `informants_order`: the other card lies under the first.
pub fn informants_order(tx: &mut Tx<'_, Marcus>, action: &Action) {
    pop(tx);
    let Action::First { card: first } = *action else { return };
    let other = tx.position().barbarian.looked.iter().find(|c| *c != first);
    other.into_iter().chain([first]).for_each(|card| onto_deck(tx, card));
}

fn onto_deck(tx: &mut Tx<'_, Marcus>, card: Barbarian) {
    tx.put(Change::BarbarianCard { card, from: BarbarianAt::Looked, to: BarbarianAt::Top });
}
