//! Phase 3: events and forum (rules 6).

use referee_kernel::seat::Seat;

use crate::action::Action;
use crate::cards::{Choice, Event, Opening};
use crate::ch4_enemies::{INVASION, Losses};
use crate::ch5_harvest::famine;
use crate::change::Change;
use crate::game::Purple;
use crate::legal::{Visit, Walk};
use crate::position::Position;
use crate::run::{Pace, Tx, goto, then};
use crate::tables::{DEAREST, only};
use crate::task::{Roll, Stage, Task};

/// Event cards drawn in a year (6.1).
pub(crate) const EVENTS_A_YEAR: u8 = 5;

/// The phase begins.
pub(crate) fn begin_phase(tx: &mut Tx<'_>) {
    tx.put(Change::EventsCounted { left: EVENTS_A_YEAR });
    tx.put(Change::PhaseBegan { phase: 3 });
    crate::run::lapse(tx, crate::cards::Moment::Phase);
    goto(tx, Stage::NextEvent);
}

/// 6.1: the window before each card; after the fifth 6.5.
pub(crate) fn next(tx: &mut Tx<'_>) {
    if tx.position().events_left == 0 {
        goto(tx, Stage::Turns);
        tx.put(Change::Push(Task::DrawForum));
    } else {
        goto(tx, Stage::EventCard);
        crate::ch19_windows::open_now(tx, Opening::Event);
    }
}

/// Carries out the card just drawn (6.6).
pub(crate) fn carry_out(tx: &mut Tx<'_>, event: Event) {
    let numbers = tx.game().tables().event;
    let ruler = tx.position().ruler();
    let push = |tx: &mut Tx<'_>, task| tx.put(Change::Push(task));
    match event {
        Event::LeaderKilled => {
            if let Some(space) = tx.position().senate.len().checked_sub(1) {
                tx.put(Change::SenatorRemoved { space });
            }
        }
        Event::Dilemma | Event::Praetorians => push(tx, Task::Choose(event, ruler)),
        Event::Rivals => {
            let others: Vec<Task> = tx.position().others(ruler).map(|s| Task::Choose(event, s)).collect();
            then(tx, &others);
        }
        Event::Plague => push(tx, Task::Roll(Roll::Plague)),
        Event::Famine => push(tx, Task::Roll(Roll::EventFamine)),
        Event::Hordes => push(tx, Task::Roll(Roll::Enemies)),
        Event::EnemyMovement => push(tx, INVASION),
        Event::Weather => tx.put(Change::Weather { severe: true }),
        Event::GrainShortage => {
            let count = tx.position().grain.min(numbers.shortage_grain.into());
            tx.put(Change::GrainRemoved { count });
        }
        Event::Speculators => {
            let to = (tx.position().price + numbers.speculators_price).min(DEAREST);
            tx.put(Change::PriceMoved { to });
        }
        Event::Earthquake => push(tx, Task::Roll(Roll::QuakeRegion)),
        Event::Fire => fire(tx),
        Event::Riots => {
            let hungry = tx.position().famine.iter().filter(|n| **n > 0).count();
            push(tx, Task::Happiness(-1 - i8::try_from(hungry).unwrap_or(0)));
        }
        Event::Fever => push(tx, Task::Lose(ruler, numbers.fever_stamina)),
        Event::HeirFalls => match tx.position().heir {
            Some(_) => tx.put(Change::HeirTokenMoved { to: None }),
            None => push(tx, Task::Lose(ruler, numbers.heir_stamina)),
        },
    }
}

/// 6.6.13: a die for each estate in Roma, clockwise from the emperor; then the loss.
fn fire(tx: &mut Tx<'_>) {
    let roma = only(tx.game().tables().map.roma);
    let p = tx.position();
    let owners = p.from_ruler().filter(|s| p.family(*s).estates & roma != 0);
    let mut tasks: Vec<Task> = owners.map(|s| Task::Roll(Roll::Fire(s))).collect();
    tasks.push(Task::Happiness(-down(tx.game().tables().event.fire_happiness)));
    then(tx, &tasks);
}

/// An amount of happiness, which is never more than ten.
fn down(by: u8) -> i8 {
    i8::try_from(by).unwrap_or(i8::MAX)
}

/// 6.6.4, after the D4: `region` from 0.
pub(crate) fn plague(tx: &mut Tx<'_>, region: u8) {
    famine(tx, region, false);
    let tables = tx.game().tables();
    lose_in(tx, tables.map.regions[usize::from(region) + 1], tables.event.plague_stamina, Losses::default());
}

/// 6.6.12, after the D6.
pub(crate) fn earthquake(tx: &mut Tx<'_>, region: u8, number: u8) {
    let tables = tx.game().tables();
    let at = tables.map.numbered[usize::from(region) % 4][usize::from(number) - 1];
    let mut lost = Losses::default();
    lost.raze(tx, at);
    let count = tx.position().legions[usize::from(at)];
    if count > 0 {
        tx.put(Change::LegionsRemoved { at, count });
    }
    lose_in(tx, only(at), tables.event.earthquake_stamina, lost);
}

/// Every seat whose pawn stands in these provinces loses stamina, clockwise from the emperor of this moment (0.6).
fn lose_in(tx: &mut Tx<'_>, land: crate::tables::Land, count: u8, mut lost: Losses) {
    let p = tx.position();
    p.from_ruler().filter(|s| only(p.family(*s).pawn) & land != 0).for_each(|s| lost.stamina(s, count));
    lost.carry_out(tx);
}

/// 6.6.3 and 6.6.8: who has no choice is not asked.
pub(crate) fn reach_choice(tx: &mut Tx<'_>, event: Event, seat: Seat) -> Pace {
    let p = tx.position();
    let forced = match event {
        Event::Rivals if !p.can_draw() => Choice::Coins,
        Event::Praetorians if p.family(seat).coins < tx.game().tables().event.praetorians_coins.into() => {
            Choice::Stamina
        }
        _ => return Pace::Wait,
    };
    choose(tx, seat, forced);
    Pace::On
}

/// Carries out a choice; only with the choice on top.
pub(crate) fn choose(tx: &mut Tx<'_>, seat: Seat, choice: Choice) {
    let numbers = tx.game().tables().event;
    tx.put(Change::Pop);
    match choice {
        Choice::A => {
            let others: Vec<Seat> = tx.position().others(seat).collect();
            let count = numbers.dilemma_coins.into();
            others.iter().for_each(|s| tx.put(Change::CoinsGained { seat: *s, count }));
        }
        Choice::B => tx.put(Change::Push(Task::Happiness(-down(numbers.dilemma_happiness)))),
        Choice::Coins => tx.put(Change::CoinsGained { seat, count: numbers.rivals_coins.into() }),
        Choice::Card => tx.put(Change::Push(Task::DrawPlot(seat))),
        Choice::Pay => tx.put(Change::CoinsPaid { seat, count: numbers.praetorians_coins.into() }),
        Choice::Stamina => tx.put(Change::Push(Task::Lose(seat, numbers.praetorians_stamina))),
    }
}

/// The options of an event, in the order of the interface.
fn options(event: Event) -> [Choice; 2] {
    match event {
        Event::Rivals => [Choice::Coins, Choice::Card],
        Event::Praetorians => [Choice::Pay, Choice::Stamina],
        _ => [Choice::A, Choice::B],
    }
}

impl Purple {
    /// What `event_choice` lists.
    pub(crate) fn list_choices(&self, event: Event, f: Visit<'_>) -> Walk {
        options(event).into_iter().try_for_each(|c| f(&Action::Choose(c)))
    }
}

/// The forum card just drawn lies open (6.5).
pub(crate) fn open_forum(tx: &mut Tx<'_>, card: crate::cards::Forum) {
    tx.put(Change::Pop);
    tx.put(Change::ForumDrawn { card });
}

/// Whether `events_left` and the discards tell the same story at a rest point (interface, section 4).
#[must_use]
pub(crate) fn progress_fits(p: &Position) -> bool {
    let drawn: u32 = p.event_discard.iter().map(|n| u32::from(*n)).sum();
    let before = u32::from(EVENTS_A_YEAR) * u32::from(p.year - 1);
    match p.phase {
        3 => (1..=EVENTS_A_YEAR).contains(&p.events_left) && drawn == before + u32::from(EVENTS_A_YEAR - p.events_left),
        n => p.events_left == 0 && drawn == before + u32::from(EVENTS_A_YEAR) * u32::from(n > 3),
    }
}
