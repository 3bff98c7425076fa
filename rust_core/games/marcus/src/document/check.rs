//! What must hold together in an imported position (interface 4).

use referee_kernel::game::Game as _;
use referee_kernel::json::{Value, Writer};
use referee_kernel::rule::Unfit;

use super::read::{LEGIONS, fit};
use crate::cards::{Barbarian, Roman};
use crate::ch9_end::{FIRST_YEAR, LAST_YEAR};
use crate::ch10_housekeeping::{LATE_WAR, meditation_spaces};
use crate::game::Marcus;
use crate::ids::{Extra, Leader, Phase, Round, Spot, Zone};
use crate::position::{Position, Troops};
use crate::tables::CardTable;
use crate::tools::IMPERIUM_TOP;

/// All checks.
///
/// # Errors
/// The message of the first that fails.
pub fn all(game: &Marcus, p: &Position, pending: &Value) -> Result<(), Unfit> {
    quadi_peace(p)?;
    boxes(game, p)?;
    pieces(p)?;
    cards(game, p)?;
    piles(game, p)?;
    unactivated(p)?;
    match p.phase {
        Phase::Setup => setup(game, p)?,
        Phase::Redeploy => redeploy(p)?,
        Phase::Barbarian => barbarian(p)?,
        Phase::HandLimit => hand_limit(p)?,
        _ => {}
    }
    any_phase(p)?;
    let mut w = Writer::new();
    super::write_pending(p, &mut w);
    fit(pending.canonical() == w.finish(), "pending: must be the decision of the phase")
}

fn quadi_peace(p: &Position) -> Result<(), Unfit> {
    let quadi = p.tribe(Zone::Quadi);
    let quiet = quadi.space == Some(0) && quadi.bold && !quadi.truce;
    fit(!p.quadi_peace || quiet, "quadi_peace: the Quadi must be active, Bold, at Home and without truce")
}

fn boxes(game: &Marcus, p: &Position) -> Result<(), Unfit> {
    const SAY: [&str; 5] = [
        "armies.marcomanni: a leader or a Mutiny marker needs a legion",
        "armies.quadi: a leader or a Mutiny marker needs a legion",
        "armies.iazyges: a leader or a Mutiny marker needs a legion",
        "off_map.west: a leader needs a legion, troops need a conflict, and the conflict must belong there",
        "off_map.east: a leader needs a legion, troops need a conflict, and the conflict must belong there",
    ];
    for (spot, say) in Spot::ALL.iter().zip(SAY) {
        let army = p.army(*spot);
        fit(army.legions > 0 || (army.leader.is_none() && !army.mutiny), say)?;
        if spot.off_map().is_some() {
            match p.conflict(*spot) {
                None => fit(army.legions == 0, say)?,
                Some(card) => fit(game.tables.conflicts[card.at()].is_some_and(|c| c.spot == *spot), say)?,
            }
        }
    }
    Ok(())
}

/// Fourteen legions and every leader once.
fn pieces(p: &Position) -> Result<(), Unfit> {
    let waiting: u8 = Extra::ALL.iter().map(|l| u8::from(p.waits(*l))).sum();
    let placed: u8 = p.armies.iter().map(|a| a.legions).sum();
    let legions = placed + p.recovery.legions + p.pool.legions + waiting;
    fit(legions == LEGIONS, "legions: there are 14 together")?;
    for leader in Leader::ALL {
        let led = p.armies.iter().filter(|a| a.leader == Some(*leader)).count();
        let loose = [p.recovery.leaders, p.pool.leaders, p.unactivated];
        let loose = loose.iter().filter(|set| set.has(*leader)).count();
        fit(led + loose == 1, "leaders: every leader is in one place")?;
    }
    Ok(())
}

/// Every card exactly as often as the set says.
fn cards(game: &Marcus, p: &Position) -> Result<(), Unfit> {
    const SAY: &str = "cards: every card must be there exactly as often as the set says";
    let counts = game.census(p);
    let copies = |table: &CardTable| u32::from(table.copies);
    let wanted = game.tables.roman.iter().map(copies).chain(game.tables.barbarian.iter().map(copies));
    // The census counts legions and leaders first.
    fit(counts.into_iter().skip(1 + Leader::ALL.len()).eq(wanted), SAY)
}

fn piles(game: &Marcus, p: &Position) -> Result<(), Unfit> {
    let late = p.year < LATE_WAR;
    let (roman, barbarian) = (game.tables.roman_cards(true), game.tables.barbarian_cards(true));
    let roman_late = if late { p.roman.late == roman } else { p.roman.late.is_empty() };
    fit(roman_late, "roman.late: must be all Late War cards before 175, and none from then on")?;
    let barbarian_late = if late { p.barbarian.late == barbarian } else { p.barbarian.late.is_empty() };
    fit(barbarian_late, "barbarian.late: must be all Late War cards before 175, and none from then on")?;
    let marked = p.roman.history.iter().all(|c: Roman| game.tables.roman[c.at()].asterisk);
    fit(marked, "roman.history: only cards with an asterisk go there")?;
    let marked = p.barbarian.history.iter().all(|c: Barbarian| game.tables.barbarian[c.at()].asterisk);
    fit(marked, "barbarian.history: only cards with an asterisk go there")?;
    fit(p.barbarian.surge.len() <= 2, "surge: at most two cards lie there at a rest point")?;
    fit(p.roman.meditations.len() <= meditation_spaces(p), "meditations: more cards than spaces")
}

/// Pieces wait exactly while their card has not been played.
fn unactivated(p: &Position) -> Result<(), Unfit> {
    let played = |card| p.roman.history.has(card);
    let pieces = [
        (Roman::Pertinax, p.unactivated.has(Leader::Pertinax)),
        (Roman::Maximianus, p.unactivated.has(Leader::Maximianus)),
        (Roman::Legio22, p.waits(Extra::Legio22)),
        (Roman::Slaves, p.waits(Extra::Slaves)),
    ];
    let agree = pieces.into_iter().all(|(card, waits)| waits != played(card));
    fit(agree, "unactivated: a piece waits exactly while its card is not in the History pile")?;
    let opened = p.second_meditation == played(Roman::Eleusis);
    fit(opened, "second_meditation: it is open exactly if r_eleusis is in the History pile")
}

fn setup(game: &Marcus, p: &Position) -> Result<(), Unfit> {
    fit(p.year == FIRST_YEAR, "year: the set-up is in 170")?;
    fit(p.round == Round::Spring, "round: the set-up is in Spring")?;
    let placed = Position { armies: p.armies, pool: p.pool, ..game.setup() };
    let calm = p.armies.iter().all(|a| !a.mutiny);
    fit(calm && placed == *p, "setup: everything but armies and pool is as at the start")
}

fn redeploy(p: &Position) -> Result<(), Unfit> {
    fit(p.round == Round::Spring, "round: Redeployment is in Spring")?;
    fit(p.year != FIRST_YEAR, "redeploy: there is none in 170")?;
    let bare = p.recovery == Troops::default() && p.roman.hand.is_empty();
    fit(bare, "redeploy: Recovery and hand are empty")?;
    let calm = p.armies.iter().all(|a| !a.mutiny) && p.tribes.iter().all(|t| !t.truce);
    fit(calm, "redeploy: no Mutiny and no truce is left")?;
    fit(p.omens == 0 && p.marcus_bold && p.draws_left == 0, "redeploy: no omens, no draws, and Marcus is Bold")?;
    let noted = p.imperium_bonus == (p.imperium == IMPERIUM_TOP);
    fit(noted, "redeploy: the Imperium bonus is noted exactly at 7")
}

fn barbarian(p: &Position) -> Result<(), Unfit> {
    let skipped = p.year == FIRST_YEAR && p.round == Round::Spring;
    fit(!skipped, "phase: there is no Barbarian Phase in Spring 170")?;
    fit(p.holds(Roman::Lectisternium), "barbarian: the decision is asked with r_lectisternium only")
}

fn hand_limit(p: &Position) -> Result<(), Unfit> {
    fit(p.round != Round::Winter, "hand_limit: there is none in Winter")?;
    fit(p.roman.hand.len() > 5, "hand_limit: it is asked above five cards")?;
    fit(p.omens == 0, "hand_limit: omens end before it")
}

fn any_phase(p: &Position) -> Result<(), Unfit> {
    let placing = matches!(p.phase, Phase::Setup | Phase::Redeploy);
    fit(placing || p.pool == Troops::default(), "pool: it is empty outside setup and redeploy")?;
    let drawing = p.phase == Phase::Barbarian;
    fit((p.draws_left > 0) == drawing, "draws_left: 1 to 3 in the Barbarian Phase, else 0")?;
    let winter = p.phase == Phase::Roman && p.round == Round::Winter && p.year < LAST_YEAR;
    fit(!p.harsh_winter || winter || p.phase == Phase::Redeploy, "harsh_winter: it waits for the next Spring only")
}
