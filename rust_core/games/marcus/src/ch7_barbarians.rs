//! Chapter 7: the Barbarian Phase, its draws, activations and conflicts.

use referee_kernel::tx::Tx;

use crate::action::Action;
use crate::cards::{Barbarian, Roman};
use crate::change::{BarbarianAt, Change};
use crate::game::Marcus;
use crate::ids::{Phase, Reason, Round, Zone};
use crate::map::last_space;
use crate::position::Position;
use crate::todo::Todo;
use crate::tools::{
    barbarian_deck_ready, discard, hit_fort, lose_imperium, place_current, pop, push, replace, reshuffle_barbarians,
    spend, turn,
};

/// The Barbarian Phase of a Round begins (rule 7.0.1).
pub fn begin(tx: &mut Tx<'_, Marcus>) {
    let p = tx.position();
    let harsh = p.round == Round::Spring && p.harsh_winter;
    let tables = &tx.game().tables;
    let draws = if harsh { tables.numbers.harsh_winter.unsigned_abs() } else { tables.map.barbarian_draws };
    tx.put(Change::Phase { phase: Phase::Barbarian });
    if harsh {
        tx.put(Change::HarshWinter { on: false });
    }
    tx.put(Change::DrawsLeft { draws });
    push(tx, Todo::Draws);
}

/// The next draw, if one is left and the player does not hold what could end the phase (rules 7.0.2, 7.0.4).
pub fn draws(tx: &mut Tx<'_, Marcus>) {
    let p = tx.position();
    if p.draws_left == 0 {
        pop(tx);
        crate::ch8_roman::begin(tx);
    } else if p.holds(Roman::Lectisternium) {
        replace(tx, Todo::BeforeDraw);
    } else {
        draw(tx);
    }
}

/// Decision `before_draw` (rules 7.0.2, 13.11).
pub fn before_draw(tx: &mut Tx<'_, Marcus>, action: &Action) {
    replace(tx, Todo::Draws);
    if let Action::Event { card, from, .. } = *action {
        spend(tx, card, from);
        tx.put(Change::DrawsLeft { draws: 0 });
    } else {
        draw(tx);
    }
}

fn draw(tx: &mut Tx<'_, Marcus>) {
    let draws = tx.position().draws_left.saturating_sub(1);
    tx.put(Change::DrawsLeft { draws });
    // Known top cards come first (rule 7.0.3).
    if let Some(card) = tx.position().barbarian.top.first() {
        tx.put(Change::BarbarianCard { card, from: BarbarianAt::Top, to: BarbarianAt::Current });
        resolve(tx, card);
    } else if barbarian_deck_ready(tx) {
        push(tx, Todo::DrawBarbarian);
    }
}

/// A card of the deck was drawn.
pub fn drawn(tx: &mut Tx<'_, Marcus>, card: Barbarian) {
    pop(tx);
    tx.put(Change::BarbarianCard { card, from: BarbarianAt::Deck, to: BarbarianAt::Current });
    resolve(tx, card);
}

fn resolve(tx: &mut Tx<'_, Marcus>, card: Barbarian) {
    let tables = &tx.game().tables;
    if let Some(activation) = tables.activations[card.at()] {
        activation_card(tx, activation.tribe, activation.times);
    } else if let Some(conflict) = tables.conflicts[card.at()] {
        // Rule 7.7.3: one conflict in each space.
        if tx.position().conflict(conflict.spot).is_some() {
            place_current(tx, BarbarianAt::Deck);
            reshuffle_barbarians(tx);
        } else {
            place_current(tx, BarbarianAt::Conflict(conflict.spot));
        }
    } else {
        push(tx, Todo::EventDone);
        crate::ch12_events::resolve(tx, card);
    }
}

/// The event card is complete (rules 7.10.1, 2.3.4).
pub fn event_done(tx: &mut Tx<'_, Marcus>) {
    pop(tx);
    let asterisk = tx.position().barbarian.current.is_some_and(|c| tx.game().tables.barbarian[c.at()].asterisk);
    place_current(tx, if asterisk { BarbarianAt::History } else { BarbarianAt::Discard });
}

/// Rule 7.1: the named tribe or its heir is activated, then the card spreads (7.3.1).
fn activation_card(tx: &mut Tx<'_, Marcus>, named: Zone, times: u8) {
    let acting = heir(tx.position(), named, tx.game().options.heir_backward);
    push(tx, Todo::Spread { tribe: acting });
    let Some(tribe) = acting else { return };
    if tribe == Zone::Quadi && tx.position().quadi_peace {
        tx.put(Change::QuadiPeaceEnded);
    }
    if tx.position().tribe(tribe).truce {
        return;
    }
    // An heir moves once, whatever the card says (rule 7.1.7).
    let times = if tribe == named { times } else { 1 };
    for _ in 0..times {
        push(tx, Todo::Activate { tribe });
    }
}

/// The tribe itself or, if it has surrendered, the next in the circle that has not (rule 7.1.5).
fn heir(p: &Position, named: Zone, backward: bool) -> Option<Zone> {
    let second = named.next(backward);
    [named, second, second.next(backward)].into_iter().find(|z| !p.tribe(*z).surrendered())
}

/// One activation (rule 7.1.2).
pub fn activate(tx: &mut Tx<'_, Marcus>, tribe: Zone) {
    pop(tx);
    let p = tx.position();
    if !p.tribe(tribe).bold {
        turn(tx, tribe, true);
    } else if p.fort_of(tribe) > 0 {
        push(tx, Todo::Pin { tribe });
    } else {
        advance(tx, tribe);
    }
}

/// Decision `pin` (rule 7.5).
pub fn pin(tx: &mut Tx<'_, Marcus>, tribe: Zone, action: &Action) {
    pop(tx);
    if *action != Action::Pin {
        advance(tx, tribe);
    } else if let Some(space) = tx.position().tribe(tribe).space {
        hit_fort(tx, tribe, space);
    }
}

/// A Bold army goes one space south (rule 7.6).
fn advance(tx: &mut Tx<'_, Marcus>, tribe: Zone) {
    let Some(space) = tx.position().tribe(tribe).space.map(|s| s + 1) else { return };
    tx.put(Change::TribeMoved { tribe, space });
    if space <= last_space(tribe) {
        return;
    }
    match tribe {
        Zone::Marcomanni => crate::ch9_end::end(tx, Reason::RomeEntered),
        Zone::Quadi => raid_for_imperium(tx, tribe),
        Zone::Iazyges if tx.position().held() > 0 => push(tx, Todo::Raid { tribe }),
        Zone::Iazyges => raid_for_imperium(tx, tribe),
    }
}

/// The army returns first, so that it stands in its space also in a position that is over (rule 7.6.7).
fn raid_for_imperium(tx: &mut Tx<'_, Marcus>, tribe: Zone) {
    tx.put(Change::TribeMoved { tribe, space: last_space(tribe) });
    let _over = lose_imperium(tx, 1);
}

/// Decision `raid` (rule 7.6.3).
pub fn raid(tx: &mut Tx<'_, Marcus>, tribe: Zone, action: &Action) {
    if let Action::Discard { card, from } = *action {
        pop(tx);
        discard(tx, card, from);
        tx.put(Change::TribeMoved { tribe, space: last_space(tribe) });
    }
}
