//! Phase 1: incoming enemies (rules 4). The events 6.6.6 and 6.6.7 use the same.

use referee_kernel::seat::Seat;

use crate::action::Action;
use crate::cards::Opening;
use crate::change::{Building, Change, buildings};
use crate::game::Purple;
use crate::position::{NOBODY, Position};
use crate::run::{Pace, Tx, phase, then};
use crate::tables::{Land, PROVINCES, Province, Tables, only};
use crate::task::{Stage, Task};

/// 4.2 from its beginning.
pub(crate) const INVASION: Task = Task::Invasion { at: 0, boost: 0, done: 0, held: 0 };

/// Provinces that have a number.
const NUMBERED: u8 = 24;

/// The phase begins, in solo with two black senators (21.3).
pub(crate) fn begin_phase(tx: &mut Tx<'_>) {
    if tx.position().solo() {
        for _ in 0..2 {
            if !tx.position().senate.is_full() {
                tx.put(Change::SenatorAdded { owner: NOBODY });
            }
        }
    }
    phase(tx, 1, Stage::Placement, Opening::Enemies);
}

/// 4.1.2 to 4.1.7, `number` from the die.
pub(crate) fn place(tx: &mut Tx<'_>, number: u8) {
    let map = &tx.game().tables().map;
    let mut lost = Losses::default();
    for row in &map.numbered {
        let at = row[usize::from(number) - 1];
        let p = tx.position();
        let legions = p.legions[usize::from(at)];
        let pile = u32::from(tx.game().tables().pieces.enemies).saturating_sub(p.enemies_on_map());
        let count = pile.min(2) as u8;
        if legions >= 2 || p.pawn_at(at) || count == 0 || (legions == 1 && count == 1) {
            continue;
        }
        if legions == 1 {
            tx.put(Change::LegionsRemoved { at, count: 1 });
        }
        tx.put(Change::EnemiesPlaced { at, count });
        lost.raze(tx, at);
    }
    lost.carry_out(tx);
}

/// What a blow costs once every piece on the board is put right (0.6).
#[derive(Default)]
pub(crate) struct Losses {
    tasks: Vec<Task>,
}

impl Losses {
    /// Takes the buildings of a province from the map; an aqueduct costs happiness (15.1.5).
    pub(crate) fn raze(&mut self, tx: &mut Tx<'_>, at: Province) {
        while let Some(building) = { buildings(tx.position(), at).next() } {
            tx.put(Change::BuildingRemoved { at, building });
            if building == Building::Aqueduct {
                self.tasks.push(Task::Happiness(-3));
            }
        }
    }

    /// A seat loses stamina.
    pub(crate) fn stamina(&mut self, seat: Seat, count: u8) {
        self.tasks.push(Task::Lose(seat, count));
    }

    /// One after the other, in the order in which they came.
    pub(crate) fn carry_out(self, tx: &mut Tx<'_>) {
        then(tx, &self.tasks);
    }
}

/// What arrives at each province if all enemies move (4.2.1 to 4.2.3).
fn arrivals(p: &Position, t: &Tables) -> [u8; PROVINCES] {
    let mut arriving = [0; PROVINCES];
    for (from, count) in p.enemies.iter().enumerate() {
        if let Some(to) = t.map.path[from] {
            arriving[usize::from(to)] += count;
        }
    }
    arriving
}

/// A pawn's strength without cards (7.5.2, 7.7.4).
pub(crate) fn pawn_strength(p: &Position, seat: Seat) -> u8 {
    if p.family(seat).monuments >= 1 { 3 } else { 2 }
}

/// 4.2.4 without cards.
fn defence(p: &Position, at: Province) -> u8 {
    let pawns = p.each().filter(|(_, f)| f.pawn == at).map(|(s, _)| pawn_strength(p, s));
    p.legions[usize::from(at)] + pawns.sum::<u8>()
}

/// The target at a place in the order of 4.2.6.
fn target(t: &Tables, at: u8) -> Province {
    t.map.numbered[usize::from(at / 6) % 4][usize::from(at % 6)]
}

/// Who is asked at a target for strength (4.2.6).
fn next_defender(p: &Position, at: Province, done: u8) -> Option<Seat> {
    p.from_ruler().find(|s| {
        let f = p.family(*s);
        f.pawn == at && !f.hand.is_empty() && done & 1 << s == 0
    })
}

/// The open question of 4.2.6: who, where, against how many, with what strength so far.
pub(crate) struct Defence {
    pub seat: Seat,
    pub at: Province,
    pub attack: u8,
    pub defence: u8,
}

/// The question that an invasion waits at.
pub(crate) fn question(p: &Position, t: &Tables, at: u8, boost: u8, done: u8) -> Option<Defence> {
    let province = target(t, at);
    let seat = next_defender(p, province, done)?;
    Some(Defence {
        seat,
        at: province,
        attack: arrivals(p, t)[usize::from(province)],
        defence: defence(p, province) + boost,
    })
}

/// 4.2.5 and 4.2.6: judges target after target, asks for cards where they could help.
pub(crate) fn reach(tx: &mut Tx<'_>, at: u8, boost: u8, done: u8, held: Land) -> Pace {
    let (mut at, mut boost, mut done, mut held) = (at, boost, done, held);
    let tables = tx.game().tables();
    let p = tx.position();
    let arriving = arrivals(p, tables);
    while at < NUMBERED {
        let province = target(tables, at);
        let attack = arriving[usize::from(province)];
        if attack > 0 {
            if attack <= defence(p, province) + boost {
                held |= only(province);
            } else if next_defender(p, province, done).is_some() {
                let now = Task::Invasion { at, boost, done, held };
                if p.stack.top() != Some(now) {
                    tx.put(Change::Next(now));
                }
                return Pace::Wait;
            }
        }
        (at, boost, done) = (at + 1, 0, 0);
    }
    tx.put(Change::Pop);
    enter(tx, held);
    Pace::On
}

/// 4.2.8 and 4.2.9: everything that is entered, at once; then the losses.
fn enter(tx: &mut Tx<'_>, held: Land) {
    let tables = tx.game().tables();
    let arriving = arrivals(tx.position(), tables);
    let before = tx.position().enemies;
    for (from, count) in (0..).zip(before) {
        match tables.map.path[usize::from(from)] {
            Some(to) if count > 0 && held & only(to) == 0 => tx.put(Change::EnemiesMoved { from, to, count }),
            _ => {}
        }
    }
    let order: Vec<Seat> = tx.position().from_ruler().collect();
    let mut lost = Losses::default();
    for at in (0..NUMBERED).map(|i| target(tables, i)) {
        if arriving[usize::from(at)] == 0 || held & only(at) != 0 {
            continue;
        }
        let count = tx.position().legions[usize::from(at)];
        if count > 0 {
            tx.put(Change::LegionsRemoved { at, count });
        }
        lost.raze(tx, at);
        for seat in &order {
            if tx.position().family(*seat).pawn == at {
                tx.put(Change::PawnThrownOut { seat: *seat, to: tables.map.roma });
                lost.stamina(*seat, 2);
            }
        }
    }
    lost.carry_out(tx);
}

/// `done` or `boost` (4.2.6); only at an invasion that waits.
pub(crate) fn defend(tx: &mut Tx<'_>, seat: Seat, action: Action) {
    let Some(Task::Invasion { at, boost, done, held }) = tx.position().stack.top() else { return };
    if let Action::Boost(card) = action {
        let boost = boost + tx.game().tables().strength[card.index()];
        tx.put(Change::PlotDiscarded { seat, card });
        tx.put(Change::Next(Task::Invasion { at, boost, done, held }));
    } else {
        tx.put(Change::Next(Task::Invasion { at, boost, done: done | 1 << seat, held }));
    }
}

impl Purple {
    /// What `defend` lists.
    pub(crate) fn list_defend(&self, p: &Position, seat: Seat, f: crate::legal::Visit<'_>) -> crate::legal::Walk {
        f(&Action::Done)?;
        crate::legal::cards(p, seat, |card| f(&Action::Boost(card)))
    }
}
