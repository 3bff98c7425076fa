//! What several chapters do: losing IP, moving troops, giving up cards, ending the game.

use referee_kernel::tx::Tx;

use crate::cards::Roman;
use crate::change::{BarbarianAt, Change, Place, RomanAt};
use crate::game::Marcus;
use crate::ids::{Extra, Leader, Reason, Spot, Zone};
use crate::position::{Position, Source};
use crate::todo::Todo;

/// Most legions in an army box or Off-Map space (rules 2.1.10, 2.1.11).
pub const BOX_LIMIT: u8 = 6;
/// The top of the Imperium track (rule 4.3).
pub const IMPERIUM_TOP: u8 = 7;

/// Leaves something to do.
pub fn push(tx: &mut Tx<'_, Marcus>, todo: Todo) {
    tx.put(Change::Todo { todo });
}

/// The top of the stack is done.
pub fn pop(tx: &mut Tx<'_, Marcus>) {
    tx.put(Change::Done);
}

/// Something else in place of the top of the stack.
pub fn replace(tx: &mut Tx<'_, Marcus>, todo: Todo) {
    pop(tx);
    push(tx, todo);
}

/// Gains IP; what goes above 7 is lost (rule 4.3.1).
pub fn gain_imperium(tx: &mut Tx<'_, Marcus>, points: i8) {
    let now = tx.position().imperium;
    let to = now.saturating_add(points.unsigned_abs()).min(IMPERIUM_TOP);
    if to != now {
        tx.put(Change::Imperium { to });
    }
}

/// Loses IP outside Housekeeping; tells whether that was the end (rules 4.3.2, 9.2.1).
#[must_use]
pub fn lose_imperium(tx: &mut Tx<'_, Marcus>, points: i8) -> bool {
    let now = tx.position().imperium;
    let to = now.saturating_sub(points.unsigned_abs());
    if to != now {
        tx.put(Change::Imperium { to });
    }
    if to == 0 {
        crate::ch9_end::end(tx, Reason::Usurped);
    }
    to == 0
}

/// A leader without legions goes to Recovery, and his box loses its Mutiny marker (rules 2.2.3, 2.2.9).
pub fn settle(tx: &mut Tx<'_, Marcus>, spot: Spot) {
    let army = tx.position().army(spot);
    if army.legions > 0 {
        return;
    }
    if let Some(leader) = army.leader {
        tx.put(Change::LeaderMoved { leader, from: Place::Army(spot), to: Place::Recovery });
    }
    if let (true, Some(zone)) = (army.mutiny, spot.zone()) {
        tx.put(Change::Mutiny { zone, on: false });
    }
}

/// One legion of an army goes to Recovery.
pub fn lose_legion(tx: &mut Tx<'_, Marcus>, spot: Spot) {
    if tx.position().army(spot).legions > 0 {
        tx.put(Change::LegionsMoved { from: Place::Army(spot), to: Place::Recovery, count: 1 });
        settle(tx, spot);
    }
}

/// All troops of a box go to another place.
pub fn move_troops(tx: &mut Tx<'_, Marcus>, spot: Spot, to: Place) {
    let army = tx.position().army(spot);
    if army.legions > 0 {
        tx.put(Change::LegionsMoved { from: Place::Army(spot), to, count: army.legions });
    }
    if let Some(leader) = army.leader {
        tx.put(Change::LeaderMoved { leader, from: Place::Army(spot), to });
    }
}

/// What is left in the pool goes to Recovery (rules 6.4, 8.8.4).
pub fn empty_pool(tx: &mut Tx<'_, Marcus>) {
    let pool = tx.position().pool;
    if pool.legions > 0 {
        tx.put(Change::LegionsMoved { from: Place::Pool, to: Place::Recovery, count: pool.legions });
    }
    for leader in pool.leaders.iter() {
        tx.put(Change::LeaderMoved { leader, from: Place::Pool, to: Place::Recovery });
    }
}

/// A hit on a fort, if there is one (rule 2.2.6).
pub fn hit_fort(tx: &mut Tx<'_, Marcus>, zone: Zone, space: u8) {
    let level = tx.position().fort(zone, space);
    if level > 0 {
        tx.put(Change::Fort { zone, space, level: level - 1 });
    }
}

/// Puts a Mutiny marker on a box that has none (rule 2.2.7).
pub fn mutiny(tx: &mut Tx<'_, Marcus>, zone: Zone) {
    if !tx.position().army(zone.spot()).mutiny {
        tx.put(Change::Mutiny { zone, on: true });
    }
}

/// Turns an army to a side, if it does not show it.
pub fn turn(tx: &mut Tx<'_, Marcus>, tribe: Zone, bold: bool) {
    let now = tx.position().tribe(tribe);
    if !now.surrendered() && now.bold != bold {
        tx.put(Change::TribeTurned { tribe, bold });
    }
}

/// Turns Marcus to a side, if he does not show it.
pub fn turn_marcus(tx: &mut Tx<'_, Marcus>, bold: bool) {
    if tx.position().marcus_bold != bold {
        tx.put(Change::MarcusTurned { bold });
    }
}

/// An army moves one space north (rule 2.1.5); nothing at Home.
pub fn retreat(tx: &mut Tx<'_, Marcus>, tribe: Zone) {
    if let Some(space) = tx.position().tribe(tribe).space.filter(|s| *s > 0) {
        tx.put(Change::TribeMoved { tribe, space: space - 1 });
    }
}

/// A Roman card goes to the discards, its event ignored (rule 8.1.2).
pub fn discard(tx: &mut Tx<'_, Marcus>, card: Roman, from: Source) {
    tx.put(Change::RomanCard { card, from: from.pile(), to: RomanAt::Discard });
}

/// A Roman card is played for its event and leaves the player's hand before the effect (rules 2.3.3, 2.3.5).
pub fn spend(tx: &mut Tx<'_, Marcus>, card: Roman, from: Source) {
    let asterisk = tx.game().tables.roman[card.at()].asterisk;
    let to = if asterisk { RomanAt::History } else { RomanAt::Discard };
    tx.put(Change::RomanCard { card, from: from.pile(), to });
}

/// The Barbarian card being resolved goes somewhere.
pub fn place_current(tx: &mut Tx<'_, Marcus>, to: BarbarianAt) {
    if let Some(card) = tx.position().barbarian.current {
        tx.put(Change::BarbarianCard { card, from: BarbarianAt::Current, to });
    }
}

/// Discards and known top cards go back into the Barbarian deck (rules 7.7.3, 12.39).
pub fn reshuffle_barbarians(tx: &mut Tx<'_, Marcus>) {
    tx.put(Change::BarbarianCards { from: BarbarianAt::Top, to: BarbarianAt::Deck });
    tx.put(Change::BarbarianCards { from: BarbarianAt::Discard, to: BarbarianAt::Deck });
}

/// Makes sure that the Roman deck can be drawn from (rule 11.1); `false` if there is no card at all (rule 11.2).
#[must_use]
pub fn roman_deck_ready(tx: &mut Tx<'_, Marcus>) -> bool {
    if tx.position().roman.deck.is_empty() {
        tx.put(Change::RomanCards { from: RomanAt::Discard, to: RomanAt::Deck });
    }
    !tx.position().roman.deck.is_empty()
}

/// The same for the Barbarian deck, below the known top cards.
#[must_use]
pub fn barbarian_deck_ready(tx: &mut Tx<'_, Marcus>) -> bool {
    if tx.position().barbarian.deck.is_empty() {
        tx.put(Change::BarbarianCards { from: BarbarianAt::Discard, to: BarbarianAt::Deck });
    }
    !tx.position().barbarian.deck.is_empty()
}

/// A conflict ends: its card goes to the History pile, the troops there to Recovery (rules 7.7.5, 8.2.5.3).
pub fn end_conflict(tx: &mut Tx<'_, Marcus>, spot: Spot) {
    if let Some(card) = tx.position().conflict(spot) {
        tx.put(Change::BarbarianCard { card, from: BarbarianAt::Conflict(spot), to: BarbarianAt::History });
        move_troops(tx, spot, Place::Recovery);
    }
}

/// An extra legion comes into play.
pub fn raise(tx: &mut Tx<'_, Marcus>, legion: Extra, to: Option<Zone>) {
    tx.put(Change::LegionRaised { legion, to: to.map_or(Place::Recovery, |z| Place::Army(z.spot())) });
}

impl Source {
    /// The pile.
    #[must_use]
    pub const fn pile(self) -> RomanAt {
        match self {
            Self::Hand => RomanAt::Hand,
            Self::Meditations => RomanAt::Meditations,
        }
    }
}

impl Marcus {
    /// Combat value of a leader on his present side (rule 2.2.2).
    #[must_use]
    pub fn leader_value(&self, p: &Position, leader: Leader) -> i8 {
        if leader == Leader::Marcus && !p.marcus_bold {
            return self.tables.map.marcus_demoralized;
        }
        self.tables.map.leaders[leader.at()]
    }

    /// The Pacification Value of a zone (rule 7.9.2).
    #[must_use]
    pub fn pacification(&self, p: &Position, zone: Zone) -> i16 {
        let army = p.army(zone.spot());
        let leader = army.leader.map_or(0, |l| self.leader_value(p, l).into());
        let strong = p.forts[zone.at()].iter().filter(|level| **level == 2).fold(0, |n, _| n + 1);
        i16::from(army.legions) + leader + strong
    }
}
