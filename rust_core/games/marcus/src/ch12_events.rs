//! Chapter 12: Barbarian events. Each card has a rule of its own, and so a function.

use referee_kernel::tx::Tx;

use crate::action::Action;
use crate::cards::{Barbarian, Roman};
use crate::change::{BarbarianAt, Change, next_fort};
use crate::game::Marcus;
use crate::ids::{Leader, Spot, Zone};
use crate::map::south;
use crate::position::Position;
use crate::todo::Todo;
use crate::tools::{
    hit_fort, lose_imperium, lose_legion, mutiny, place_current, pop, push, replace, reshuffle_barbarians, spend, turn,
    turn_marcus,
};

/// Carries out a drawn event card; it is complete when nothing is left above `EventDone`.
pub fn resolve(tx: &mut Tx<'_, Marcus>, card: Barbarian) {
    match card {
        Barbarian::Ballomar => ballomar(tx),
        Barbarian::Plague | Barbarian::PlagueWorsens => plague(tx),
        Barbarian::Unrest => unrest(tx),
        Barbarian::Scandal => scandal(tx),
        Barbarian::Death => turn_marcus(tx, false),
        Barbarian::Morale => morale(tx),
        Barbarian::BadOmens => omens(tx, tx.game().tables.numbers.bad_omens),
        Barbarian::GoodOmens => omens(tx, tx.game().tables.numbers.good_omens),
        Barbarian::Alexander => alexander(tx),
        Barbarian::Donative => donative(tx),
        Barbarian::Siege => push(tx, Todo::Siege { place: 0 }),
        Barbarian::Fortuna => fortuna(tx),
        Barbarian::Quiet => tx.put(Change::DrawsLeft { draws: 0 }),
        Barbarian::Rebellion => rebellion(tx),
        Barbarian::Coordinated => {
            crate::ch7_surges::check_all(tx);
            crate::ch7_surges::activate_open(tx, None);
        }
        // Activations and conflicts are no events (rules 7.1, 7.7).
        _ => {}
    }
}

/// Rule 12.3.
fn ballomar(tx: &mut Tx<'_, Marcus>) {
    let tribe = Zone::Marcomanni;
    let now = tx.position().tribe(tribe);
    if now.surrendered() {
        push(tx, Todo::Check { tribe });
    } else if !now.truce {
        turn(tx, tribe, true);
        push(tx, Todo::Activate { tribe });
    }
}

/// Rule 12.27.1: Galen may stop it.
fn plague(tx: &mut Tx<'_, Marcus>) {
    if tx.position().holds(Roman::Galen) {
        push(tx, Todo::Plague);
    } else {
        plague_strikes(tx);
    }
}

/// Decision `plague`.
pub fn plague_decided(tx: &mut Tx<'_, Marcus>, action: &Action) {
    pop(tx);
    match *action {
        Action::Event { card, from, .. } => spend(tx, card, from),
        _ => plague_strikes(tx),
    }
}

/// Rules 12.27 and 12.47.
fn plague_strikes(tx: &mut Tx<'_, Marcus>) {
    let from = tx.game().tables.numbers.worsens_from.unsigned_abs();
    let p = tx.position();
    if p.barbarian.current == Some(Barbarian::PlagueWorsens) && p.armies.iter().any(|a| a.legions >= from) {
        for spot in Spot::ALL {
            if tx.position().army(*spot).legions >= from {
                lose_legion(tx, *spot);
            }
        }
        return;
    }
    let mut largest = largest_armies(p);
    match (largest.next(), largest.next()) {
        (Some(spot), None) => {
            drop(largest);
            lose_legion(tx, spot);
        }
        (Some(_), Some(_)) => {
            drop(largest);
            push(tx, Todo::ChooseArmy);
        }
        _ => {}
    }
}

/// The armies with the most legions, in map order; nobody if there is no army.
pub fn largest_armies(p: &Position) -> impl Iterator<Item = Spot> + '_ {
    let most = p.armies.iter().map(|a| a.legions).max().unwrap_or(0);
    Spot::ALL.iter().copied().filter(move |s| most > 0 && p.army(*s).legions == most)
}

/// Decision `choose_army`.
pub fn army_chosen(tx: &mut Tx<'_, Marcus>, action: &Action) {
    pop(tx);
    if let Action::ChooseArmy { spot } = *action {
        lose_legion(tx, spot);
    }
}

/// Rule 12.29.
fn unrest(tx: &mut Tx<'_, Marcus>) {
    let numbers = &tx.game().tables.numbers;
    let points = if tribes_south(tx.position()) > 0 { numbers.unrest_south } else { numbers.unrest };
    let _over = lose_imperium(tx, points);
}

/// How many tribes are south of the Danube (rule 2.1.9).
#[must_use]
pub fn tribes_south(p: &Position) -> u8 {
    Zone::ALL.iter().map(|z| u8::from(p.tribe(*z).space.is_some_and(|s| south(*z, s)))).sum()
}

/// Rule 12.30.
fn scandal(tx: &mut Tx<'_, Marcus>) {
    let numbers = &tx.game().tables.numbers;
    if tx.position().held() >= numbers.scandal_cards.unsigned_abs() {
        push(tx, Todo::Scandal);
    } else {
        let _over = lose_imperium(tx, numbers.scandal);
    }
}

/// Decision `scandal`.
pub fn scandal_decided(tx: &mut Tx<'_, Marcus>, action: &Action) {
    pop(tx);
    let numbers = &tx.game().tables.numbers;
    if *action == Action::Cards {
        push(tx, Todo::Pay { action: *action, left: numbers.scandal_cards.unsigned_abs() });
    } else {
        let _over = lose_imperium(tx, numbers.scandal);
    }
}

/// Rule 12.32.
fn morale(tx: &mut Tx<'_, Marcus>) {
    for zone in Zone::ALL {
        let army = tx.position().army(zone.spot());
        if army.legions > 0 && army.leader.is_none() {
            mutiny(tx, *zone);
        }
    }
}

/// Rules 12.33 and 12.34.
fn omens(tx: &mut Tx<'_, Marcus>, value: i8) {
    if tx.position().omens != value {
        tx.put(Change::Omens { value });
    }
}

/// Rule 12.35.
fn alexander(tx: &mut Tx<'_, Marcus>) {
    if marcus_at(tx.position()).is_some() {
        push(tx, Todo::Alexander);
    } else {
        let _over = lose_imperium(tx, tx.game().tables.numbers.alexander);
    }
}

fn marcus_at(p: &Position) -> Option<Spot> {
    Spot::ALL.iter().copied().find(|s| p.army(*s).leader == Some(Leader::Marcus))
}

/// Decision `alexander`.
pub fn alexander_decided(tx: &mut Tx<'_, Marcus>, action: &Action) {
    pop(tx);
    match (action, marcus_at(tx.position())) {
        (Action::Legion, Some(spot)) => lose_legion(tx, spot),
        _ => {
            let _over = lose_imperium(tx, tx.game().tables.numbers.alexander);
        }
    }
}

/// Rule 12.36.
fn donative(tx: &mut Tx<'_, Marcus>) {
    if tx.position().held() >= tx.game().tables.numbers.donative_cards.unsigned_abs() {
        push(tx, Todo::Donative);
    } else {
        donative_refused(tx);
    }
}

/// Decision `donative`.
pub fn donative_decided(tx: &mut Tx<'_, Marcus>, action: &Action) {
    pop(tx);
    if *action == Action::PayDonative {
        let left = tx.game().tables.numbers.donative_cards.unsigned_abs();
        push(tx, Todo::Pay { action: *action, left });
    } else {
        donative_refused(tx);
    }
}

fn donative_refused(tx: &mut Tx<'_, Marcus>) {
    for zone in Zone::ALL {
        if tx.position().army(zone.spot()).legions > 0 {
            mutiny(tx, *zone);
        }
    }
}

/// Rule 12.37: the next fort from `place` on.
pub fn siege(tx: &mut Tx<'_, Marcus>, place: u8) {
    let p = tx.position();
    match next_fort(p, place, |zone| p.hostile(zone)) {
        Some((at, zone, space)) => {
            replace(tx, Todo::Siege { place: at + 1 });
            push(tx, Todo::SiegeDie { zone, space });
        }
        None => pop(tx),
    }
}

/// The die for one fort.
pub fn siege_die(tx: &mut Tx<'_, Marcus>, zone: Zone, space: u8, die: u8) {
    pop(tx);
    if i16::from(die) >= tx.game().tables.numbers.siege_hit_from.into() {
        hit_fort(tx, zone, space);
    }
}

/// Rule 12.39: this card goes back, too.
fn fortuna(tx: &mut Tx<'_, Marcus>) {
    place_current(tx, BarbarianAt::Deck);
    reshuffle_barbarians(tx);
}

/// Rule 12.45.
fn rebellion(tx: &mut Tx<'_, Marcus>) {
    let mut weakest = weakest_tribes(tx.game(), tx.position());
    match (weakest.next(), weakest.next()) {
        (Some(tribe), None) => {
            drop(weakest);
            tx.put(Change::TribeRevolted { tribe });
        }
        (Some(_), Some(_)) => {
            drop(weakest);
            push(tx, Todo::ChooseTribe);
        }
        _ => {}
    }
}

/// The surrendered tribes with the lowest Pacification Value, in map order.
pub fn weakest_tribes<'a>(game: &'a Marcus, p: &'a Position) -> impl Iterator<Item = Zone> + 'a {
    let surrendered = || Zone::ALL.iter().copied().filter(|z| p.tribe(*z).surrendered());
    let least = surrendered().map(|z| game.pacification(p, z)).min();
    surrendered().filter(move |z| Some(game.pacification(p, *z)) == least)
}

/// Decision `choose_tribe`.
pub fn tribe_chosen(tx: &mut Tx<'_, Marcus>, action: &Action) {
    pop(tx);
    if let Action::ChooseTribe { tribe } = *action {
        tx.put(Change::TribeRevolted { tribe });
    }
}
