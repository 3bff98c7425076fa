//! Chapter 13: Roman events of the Roman Phase. Those of other moments are played in the chapters that ask for them.

use referee_kernel::game::Walk;
use referee_kernel::tx::Tx;

use crate::action::How;
use crate::cards::Roman;
use crate::ch8_battle::begin;
use crate::ch9_end::LAST_YEAR;
use crate::change::{BarbarianAt, Change, Place, RomanAt};
use crate::game::Marcus;
use crate::ids::{Extra, Leader, Round, Spot, Spots, Zone};
use crate::map::fort_spaces;
use crate::position::{Position, Source};
use crate::todo::Todo;
use crate::tools::{
    BOX_LIMIT, IMPERIUM_TOP, end_conflict, gain_imperium, lose_imperium, push, raise, retreat, spend, turn, turn_marcus,
};

/// Where the pieces of four cards may go (interface 5.1).
pub const DESTINATIONS: [Option<Zone>; 4] = [Some(Zone::Marcomanni), Some(Zone::Quadi), Some(Zone::Iazyges), None];
/// The pairs of army boxes, in map order.
const PAIRS: [(Spot, Spot); 3] =
    [(Spot::Marcomanni, Spot::Quadi), (Spot::Marcomanni, Spot::Iazyges), (Spot::Quadi, Spot::Iazyges)];

/// Every way in which the event of a card might be played now.
pub fn candidates(card: Roman, visit: &mut dyn FnMut(How) -> Walk) -> Walk {
    let plain = |visit: &mut dyn FnMut(How) -> Walk| visit(How::Plain);
    match card {
        Roman::Commodus => {
            visit(How::Imperium)?;
            Spot::OFF_MAP.into_iter().try_for_each(|s| visit(How::Conflict(s)))
        }
        Roman::Treaty => Spot::OFF_MAP.into_iter().try_for_each(|s| visit(How::Where(s))),
        Roman::SingleCombat | Roman::Truce | Roman::Atrocities | Roman::Concessions => {
            Zone::ALL.iter().try_for_each(|z| visit(How::Target(z.spot())))
        }
        Roman::WinterQuarters | Roman::Initiative | Roman::Maximus => {
            Spot::ALL.iter().try_for_each(|s| visit(How::Target(*s)))
        }
        Roman::Reputation => {
            Zone::ALL.iter().try_for_each(|z| visit(How::Demoralize(*z)))?;
            visit(How::Imperium)
        }
        Roman::Maximianus | Roman::Pertinax | Roman::Legio22 | Roman::Slaves => {
            DESTINATIONS.into_iter().try_for_each(|d| visit(How::Box(d)))
        }
        Roman::Auxilia => Zone::ALL.iter().try_for_each(|z| visit(How::Box(Some(*z)))),
        Roman::Marcomannia | Roman::Sarmatia => Zone::ALL.iter().try_for_each(|z| visit(How::Zone(*z))),
        Roman::ForcedMarch => {
            PAIRS.into_iter().try_for_each(|(a, b)| visit(How::Boxes(Spots::default().with(a).with(b))))
        }
        _ => plain(visit),
    }
}

/// Whether the event of a card the player holds may be played so in decision `roman` (rules 8.1.5, 8.1.7).
#[must_use]
pub fn allowed(game: &Marcus, p: &Position, card: Roman, how: How) -> bool {
    let room_at_top = p.imperium < IMPERIUM_TOP;
    match (card, how) {
        (Roman::Auction | Roman::Column, How::Plain) | (Roman::Commodus, How::Imperium) => room_at_top,
        (Roman::Inquiry | Roman::Fortuna | Roman::Eleusis, How::Plain) => true,
        (Roman::Vexillationes, How::Plain) => crate::ch13_decisions::any_move(p),
        (Roman::Divide, How::Plain) => !p.barbarian.surge.is_empty(),
        (Roman::Informants, How::Plain) => {
            let b = &p.barbarian;
            !(b.top.is_empty() && b.deck.is_empty() && b.discard.is_empty())
        }
        (Roman::Captives | Roman::Galen, How::Plain) => crate::ch13_decisions::any_recovery(p),
        (Roman::HarshWinter, How::Plain) => p.round == Round::Winter && p.year < LAST_YEAR && !p.harsh_winter,
        (Roman::Commodus, How::Conflict(spot)) | (Roman::Treaty, How::Where(spot)) => p.conflict(spot).is_some(),
        (Roman::Reputation, How::Imperium) => room_at_top && p.any_surrendered(),
        (Roman::Reputation, How::Demoralize(tribe)) => p.hostile(tribe) && p.tribe(tribe).bold,
        (Roman::Maximianus, How::Box(to)) => can_lead(p, Leader::Maximianus, to),
        (Roman::Pertinax, How::Box(to)) => can_lead(p, Leader::Pertinax, to),
        (Roman::Legio22, How::Box(to)) => can_raise(p, Extra::Legio22, to),
        (Roman::Slaves, How::Box(to)) => can_raise(p, Extra::Slaves, to),
        (Roman::Auxilia, How::Box(Some(zone))) => p.army(zone.spot()).legions > 0,
        (Roman::Marcomannia, How::Zone(zone)) => zone != Zone::Iazyges && p.tribe(zone).surrendered(),
        (Roman::Sarmatia, How::Zone(zone)) => zone == Zone::Iazyges && p.tribe(zone).surrendered(),
        (Roman::ForcedMarch, How::Boxes(boxes)) => {
            let calm = boxes.iter().all(|b| b.zone().is_some() && !p.army(b).mutiny);
            boxes.len() == 2 && calm && crate::ch8_roman::can_reorganize(p, boxes)
        }
        (_, How::Target(spot)) => target_allowed(game, p, card, spot),
        _ => false,
    }
}

/// The events that name a target.
fn target_allowed(game: &Marcus, p: &Position, card: Roman, target: Spot) -> bool {
    let army = p.army(target);
    match (card, target.zone()) {
        (Roman::WinterQuarters, _) => p.round == Round::Winter && game.attackable(p, target),
        (Roman::Initiative | Roman::Maximus, _) => game.attackable(p, target),
        (Roman::SingleCombat, Some(tribe)) => army.leader.is_some() && !army.mutiny && game.challengeable(p, tribe),
        (Roman::Truce, Some(tribe)) => p.open(tribe),
        (Roman::Atrocities, Some(tribe)) => {
            let price = game.tables.numbers.atrocities.unsigned_abs();
            p.imperium > price && afield(p, tribe) && army.legions > 0 && !army.mutiny
        }
        (Roman::Concessions, Some(tribe)) => afield(p, tribe),
        _ => false,
    }
}

/// An open tribe that is not in Home.
fn afield(p: &Position, tribe: Zone) -> bool {
    p.open(tribe) && p.tribe(tribe).space != Some(0)
}

fn can_lead(p: &Position, leader: Leader, to: Option<Zone>) -> bool {
    let free = |zone: Zone| {
        let army = p.army(zone.spot());
        army.legions > 0 && army.leader.is_none()
    };
    p.unactivated.has(leader) && to.is_none_or(free)
}

fn can_raise(p: &Position, legion: Extra, to: Option<Zone>) -> bool {
    p.waits(legion) && to.is_none_or(|zone| p.army(zone.spot()).legions < BOX_LIMIT)
}

/// Plays an event in decision `roman`.
pub fn play(tx: &mut Tx<'_, Marcus>, card: Roman, from: Source, how: How) {
    spend(tx, card, from);
    let n = &tx.game().tables.numbers;
    match (card, how) {
        (Roman::Auction, _) => gain_imperium(tx, n.auction),
        (Roman::Column, _) => gain_imperium(tx, n.column),
        (Roman::Commodus, How::Imperium) => gain_imperium(tx, n.commodus),
        (Roman::Commodus, How::Conflict(spot)) | (Roman::Treaty, How::Where(spot)) => end_conflict(tx, spot),
        (Roman::Inquiry, _) => {
            turn_marcus(tx, true);
            push(tx, Todo::Deal { by: Some(card), left: n.inquiry.unsigned_abs() });
        }
        (Roman::Fortuna, _) => fortuna(tx, n.fortuna.unsigned_abs()),
        (Roman::Eleusis, _) => tx.put(Change::SecondMeditationOpened),
        (Roman::Vexillationes, _) => push(tx, Todo::Vexillationes { left: n.vexillationes.unsigned_abs() }),
        (Roman::Divide, _) => tx.put(Change::BarbarianCards { from: BarbarianAt::Surge, to: BarbarianAt::Discard }),
        (Roman::Informants, _) => push(tx, Todo::Look { left: n.informants.unsigned_abs() }),
        (Roman::Captives, _) => {
            let many = tx.position().any_surrendered();
            let left = if many { n.captives_surrendered } else { n.captives };
            push(tx, Todo::Recover { by: card, left: left.unsigned_abs() });
        }
        (Roman::Galen, _) => push(tx, Todo::Recover { by: card, left: n.galen.unsigned_abs() }),
        (Roman::HarshWinter, _) => tx.put(Change::HarshWinter { on: true }),
        (Roman::Reputation, How::Imperium) => gain_imperium(tx, n.reputation),
        (Roman::Reputation, How::Demoralize(tribe)) => turn(tx, tribe, false),
        (Roman::Maximianus, How::Box(to)) => lead(tx, Leader::Maximianus, to),
        (Roman::Pertinax, How::Box(to)) => lead(tx, Leader::Pertinax, to),
        (Roman::Legio22, How::Box(to)) => raise(tx, Extra::Legio22, to),
        (Roman::Slaves, How::Box(to)) => raise(tx, Extra::Slaves, to),
        (Roman::Auxilia, How::Box(Some(zone))) => tx.put(Change::Auxilia { marker: Some((zone, 2)) }),
        (Roman::Marcomannia, How::Zone(zone)) => province(tx, zone, n.marcomannia),
        (Roman::Sarmatia, How::Zone(zone)) => province(tx, zone, n.sarmatia),
        (Roman::ForcedMarch, How::Boxes(boxes)) => crate::ch8_roman::reorganize(tx, boxes, true),
        (_, How::Target(spot)) => play_against(tx, card, spot),
        _ => {}
    }
}

/// The events that name a target.
fn play_against(tx: &mut Tx<'_, Marcus>, card: Roman, target: Spot) {
    if let Some(start) = tx.game().start_of(card) {
        return begin(tx, target, start);
    }
    match (card, target.zone()) {
        (Roman::SingleCombat, Some(target)) => push(tx, Todo::DuelRoman { target }),
        (Roman::Truce, Some(tribe)) => tx.put(Change::Truce { tribe, on: true }),
        (Roman::Atrocities, Some(tribe)) => {
            retreat(tx, tribe);
            turn(tx, tribe, false);
            let _over = lose_imperium(tx, tx.game().tables.numbers.atrocities);
        }
        (Roman::Concessions, Some(tribe)) => {
            retreat(tx, tribe);
            turn(tx, tribe, true);
        }
        _ => {}
    }
}

/// Rule 13.25: the card itself stays in the discards, if it is not in History (2.3.3).
fn fortuna(tx: &mut Tx<'_, Marcus>, left: u8) {
    let stays = !tx.game().tables.roman[Roman::Fortuna.at()].asterisk;
    tx.put(Change::RomanCards { from: RomanAt::Discard, to: RomanAt::Deck });
    if stays {
        tx.put(Change::RomanCard { card: Roman::Fortuna, from: RomanAt::Deck, to: RomanAt::Discard });
    }
    push(tx, Todo::Deal { by: Some(Roman::Fortuna), left });
}

/// Rules 13.6 and 13.7.
fn lead(tx: &mut Tx<'_, Marcus>, leader: Leader, to: Option<Zone>) {
    let to = to.map_or(Place::Recovery, |z| Place::Army(z.spot()));
    tx.put(Change::LeaderMoved { leader, from: Place::Unactivated, to });
}

/// Rules 13.31 and 13.32.
fn province(tx: &mut Tx<'_, Marcus>, zone: Zone, points: i8) {
    gain_imperium(tx, points);
    for space in (0..fort_spaces(zone)).rev() {
        if tx.position().fort(zone, space) == 1 {
            tx.put(Change::Fort { zone, space, level: 2 });
        }
    }
}
