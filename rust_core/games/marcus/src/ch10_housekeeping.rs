//! Chapter 10: Attrition and Housekeeping, and the change of the Year.

use referee_kernel::tx::Tx;

use crate::action::Action;
use crate::cards::Roman;
use crate::ch12_events::tribes_south;
use crate::change::{BarbarianAt, Change, RomanAt, next_fort};
use crate::game::Marcus;
use crate::ids::{Phase, Reason, Round, Zone};
use crate::map::fort_spaces;
use crate::position::Position;
use crate::todo::Todo;
use crate::tools::{IMPERIUM_TOP, gain_imperium, hit_fort, pop, push, replace, spend, turn_marcus};

/// The die that is a hit on a fort (rule 10.1).
const HIT: u8 = 6;
/// The first Year of the Late War (rule 4.2).
pub const LATE_WAR: u8 = 175;

/// Housekeeping begins with Attrition.
pub fn begin(tx: &mut Tx<'_, Marcus>) {
    tx.put(Change::Phase { phase: Phase::Housekeeping });
    push(tx, Todo::Attrition { place: 0 });
}

/// The next fort from `place` on (rule 10.1); after the last one supply and markers (10.2 to 10.4).
pub fn attrition(tx: &mut Tx<'_, Marcus>, place: u8) {
    if let Some((at, zone, space)) = next_fort(tx.position(), place, |_| true) {
        replace(tx, Todo::Attrition { place: at + 1 });
        push(tx, Todo::AttritionDie { zone, space });
        return;
    }
    for zone in Zone::ALL {
        supply(tx, *zone);
    }
    for tribe in Zone::ALL {
        if tx.position().tribe(*tribe).truce {
            tx.put(Change::Truce { tribe: *tribe, on: false });
        }
    }
    turn_marcus(tx, true);
    replace(tx, Todo::Saving);
}

/// The die of one fort.
pub fn attrition_die(tx: &mut Tx<'_, Marcus>, zone: Zone, space: u8, die: u8) {
    pop(tx);
    if die == HIT {
        hit_fort(tx, zone, space);
    }
}

/// Rules 10.2 and 10.2.1, from south to north.
fn supply(tx: &mut Tx<'_, Marcus>, zone: Zone) {
    let frontier = fort_spaces(zone) - 1;
    for space in (0..frontier).rev() {
        let p = tx.position();
        if p.fort(zone, space) > 0 && p.fort(zone, space + 1) == 0 {
            tx.put(Change::Fort { zone, space, level: 0 });
        }
    }
    let mut weak = false;
    for space in (0..=frontier).rev() {
        match tx.position().fort(zone, space) {
            1 => weak = true,
            2 if weak => tx.put(Change::Fort { zone, space, level: 1 }),
            _ => {}
        }
    }
}

/// How many cards may be in Meditations (rule 11.3).
#[must_use]
pub const fn meditation_spaces(p: &Position) -> u8 {
    1 + p.second_meditation as u8
}

/// Goes on with saving: asks, or puts what is kept into Meditations (rules 10.5 to 10.5.3).
pub fn saving(tx: &mut Tx<'_, Marcus>) {
    let p = tx.position();
    let limit = meditation_spaces(p);
    let kept = p.roman.kept.len();
    let stays = p.roman.hand.is_empty() && p.roman.meditations.len() + kept <= limit;
    if stays {
        tx.put(Change::RomanCards { from: RomanAt::Kept, to: RomanAt::Meditations });
        saved(tx);
    } else if kept < limit {
        replace(tx, Todo::Save);
    } else {
        discard_unsaved(tx);
    }
}

fn discard_unsaved(tx: &mut Tx<'_, Marcus>) {
    tx.put(Change::RomanCards { from: RomanAt::Hand, to: RomanAt::Discard });
    tx.put(Change::RomanCards { from: RomanAt::Meditations, to: RomanAt::Discard });
    tx.put(Change::RomanCards { from: RomanAt::Kept, to: RomanAt::Meditations });
    saved(tx);
}

/// Decision `save`.
pub fn save(tx: &mut Tx<'_, Marcus>, action: &Action) {
    if let Action::Save { card, from } = *action {
        tx.put(Change::RomanCard { card, from: from.pile(), to: RomanAt::Kept });
        replace(tx, Todo::Saving);
    } else {
        discard_unsaved(tx);
    }
}

/// Losses for conflicts and tribes south of the Danube, together (rules 10.6, 10.7, 10.8.1).
fn saved(tx: &mut Tx<'_, Marcus>) {
    pop(tx);
    let p = tx.position();
    let losses = p.conflicts.iter().fold(tribes_south(p), |n, c| n + u8::from(c.is_some()));
    let to = p.imperium.saturating_sub(losses);
    if losses > 0 {
        tx.put(Change::Imperium { to });
    }
    if to > 0 {
        next_year(tx);
    } else if RESCUERS.iter().any(|c| tx.position().roman.meditations.has(*c)) {
        push(tx, Todo::Rescue);
    } else {
        crate::ch9_end::end(tx, Reason::Usurped);
    }
}

/// The cards that can save a usurped emperor (rule 10.8).
pub const RESCUERS: [Roman; 2] = [Roman::Auction, Roman::Commodus];

/// Decision `rescue`.
pub fn rescue(tx: &mut Tx<'_, Marcus>, action: &Action) {
    pop(tx);
    let Action::Play { card } = *action else { return crate::ch9_end::end(tx, Reason::Usurped) };
    spend(tx, card, crate::position::Source::Meditations);
    let numbers = &tx.game().tables.numbers;
    gain_imperium(tx, if card == Roman::Auction { numbers.auction } else { numbers.commodus });
    next_year(tx);
}

/// The Year advances (rules 10.9, 5.4, 4.3.3), then Redeployment.
fn next_year(tx: &mut Tx<'_, Marcus>) {
    let year = tx.position().year + 1;
    tx.put(Change::Year { year });
    tx.put(Change::Round { round: Round::Spring });
    if year == LATE_WAR {
        tx.put(Change::RomanCards { from: RomanAt::Late, to: RomanAt::Deck });
        tx.put(Change::RomanCards { from: RomanAt::Discard, to: RomanAt::Deck });
        tx.put(Change::BarbarianCards { from: BarbarianAt::Late, to: BarbarianAt::Deck });
        crate::tools::reshuffle_barbarians(tx);
    }
    let on = tx.position().imperium == IMPERIUM_TOP;
    if on != tx.position().imperium_bonus {
        tx.put(Change::ImperiumBonus { on });
    }
    crate::ch3_placing::begin_redeployment(tx);
}
