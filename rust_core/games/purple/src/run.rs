//! Carries out what is still to be done until the rules wait for something from outside.

use referee_kernel::seat::Seat;

use crate::cards::{Moment, Opening};
use crate::ch17_succession as succession;
use crate::change::Change;
use crate::game::Purple;
use crate::position::{Position, Reason};
use crate::task::{Queue, Stage, Task};
use crate::{
    ch2_setup as setup, ch4_enemies as enemies, ch5_harvest as harvest, ch6_events as events,
    ch7_assassination as plot, ch7_move as pawn, ch7_turns as turns, ch8_emperor as emperor,
    ch9_buildings as buildings, ch10_food as food, ch11_tax as tax, ch12_year_end as year_end, ch14_copying as copying,
    ch15_board as board, ch16_death as death, ch18_glory as glory, ch19_windows as windows, ch21_solo as solo,
};

/// A transaction of this game.
pub(crate) type Tx<'a> = referee_kernel::tx::Tx<'a, Purple>;

/// Whether the rules stand still.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pace {
    /// There is more to do unasked.
    On,
    /// They wait for what lies on top of the stack.
    Wait,
}

/// Goes on until the rules wait or the game is over.
pub(crate) fn run(tx: &mut Tx<'_>) {
    while let Some(task) = tx.position().stack.top() {
        if perform(tx, task) == Pace::Wait {
            return;
        }
    }
}

/// Carries out the task on top of the stack, or finds that it has to wait.
fn perform(tx: &mut Tx<'_>, task: Task) -> Pace {
    match task {
        Task::Flow(stage) => return flow(tx, stage),
        Task::Open(opening) => windows::open(tx, opening),
        Task::Reopen(opening, seat) => windows::reopen(tx, opening, seat),
        Task::Window(opening, pending) => return windows::reach(tx, opening, pending),
        Task::Copies(action, pending) => return copying::reach(tx, action, pending),
        Task::Move { seat, points } => return pawn::reach(tx, seat, points),
        Task::Battle { seat, at, boost } => return pawn::reach_battle(tx, seat, at, boost),
        Task::March { at, count } => return emperor::reach_march(tx, at, count),
        Task::Train => return emperor::reach_training(tx),
        Task::Invasion { at, boost, done, held } => return enemies::reach(tx, at, boost, done, held),
        Task::Choose(event, seat) => return events::reach_choice(tx, event, seat),
        Task::HeirWindow { dead, pending } => return succession::reach_window(tx, dead, pending),
        Task::Auction { dead, high, bidder, pending } => {
            return succession::reach_auction(tx, dead, high, bidder, pending);
        }
        Task::Relief(region) => return buildings::reach_relief(tx, region),
        Task::Commit => return plot::reach(tx),
        Task::Roll(_) => return Pace::Wait,
        Task::Glory { left, .. } => return glory::reach(tx, left),
        Task::DrawPlot(seat) => return setup::reach_plot(tx, seat),
        Task::DrawAgenda(seat) => return setup::reach_agenda(tx, seat),
        Task::DrawEvent => return wait_if(tx, |p| p.event.iter().any(|n| *n > 0)),
        Task::DrawForum => return wait_if(tx, |p| p.forum_pile != 0),
        Task::Steal { from, .. } => return wait_if(tx, |p| !p.family(from).hand.is_empty()),
        Task::SenateCard(committed) => return solo::reach_attack(tx, committed),
        Task::Happiness(by) => board::move_happiness(tx, by),
        Task::Lose(seat, count) => death::lose(tx, seat, count),
        Task::DeathChecks => death::check(tx),
        Task::Succession(dead) => succession::begin(tx, dead),
        Task::Crown(dead) => succession::crown(tx, dead),
        Task::Calm => {
            tx.put(Change::Pop);
            let to = tx.game().tables().happiness_start;
            tx.put(Change::HappinessMoved { to });
        }
    }
    Pace::On
}

/// Waits for the task on top if it can be carried out, drops it otherwise.
pub(crate) fn wait_if(tx: &mut Tx<'_>, possible: impl Fn(&Position) -> bool) -> Pace {
    if possible(tx.position()) {
        return Pace::Wait;
    }
    tx.put(Change::Pop);
    Pace::On
}

fn flow(tx: &mut Tx<'_>, stage: Stage) -> Pace {
    match stage {
        Stage::Mats(seat) => return setup::reach_mat(tx, seat),
        Stage::Deal => setup::deal(tx),
        Stage::Incoming => enemies::begin_phase(tx),
        Stage::Placement => {
            goto(tx, Stage::Movement);
            tx.put(Change::Push(Task::Roll(crate::task::Roll::Enemies)));
        }
        Stage::Movement => {
            goto(tx, Stage::Harvest);
            tx.put(Change::Push(enemies::INVASION));
        }
        Stage::Harvest => phase(tx, 2, Stage::FamineDie, Opening::Harvest),
        Stage::FamineDie => {
            goto(tx, Stage::Farms);
            tx.put(Change::Push(Task::Roll(crate::task::Roll::Famine)));
        }
        Stage::Farms => harvest::farms(tx),
        Stage::Events => events::begin_phase(tx),
        Stage::NextEvent => events::next(tx),
        Stage::EventCard => {
            goto(tx, Stage::NextEvent);
            tx.put(Change::Push(Task::DrawEvent));
        }
        Stage::Turns => turns::begin_phase(tx),
        Stage::BeforeAction => turns::before_action(tx),
        Stage::Action => return Pace::Wait,
        Stage::TurnOver => turns::end_turn(tx),
        Stage::Buildings => phase(tx, 5, Stage::Swap, Opening::Building),
        Stage::Swap => return buildings::reach_swap(tx),
        Stage::Build(left) => return buildings::reach_item(tx, left),
        Stage::Food => phase(tx, 6, Stage::Import, Opening::Food),
        Stage::Import => return food::reach_import(tx),
        Stage::Feed => food::feed(tx),
        Stage::Tax => phase(tx, 7, Stage::Collect, Opening::Tax),
        Stage::Collect => tax::collect(tx),
        Stage::YearEnd => phase(tx, 8, Stage::Check, Opening::YearEnd),
        Stage::Check => year_end::check(tx),
        Stage::SenateAttack => return solo::reach_defence(tx),
        Stage::Discard => return year_end::reach_discard(tx),
        Stage::Reward => year_end::reward(tx),
        Stage::Scoring => return score(tx),
    }
    Pace::On
}

/// Ends the game once every hand and agenda lies open (13; interface, section 9.7).
fn score(tx: &mut Tx<'_>) -> Pace {
    if tx.game().hidden() && tx.position().each().any(|(_, f)| crate::ch13_scoring::is_dark(f)) {
        return Pace::Wait;
    }
    tx.put(Change::Over(Reason::Scored));
    Pace::On
}

/// The next stage of the year; only while a stage is on top.
pub(crate) fn goto(tx: &mut Tx<'_>, stage: Stage) {
    tx.put(Change::Next(Task::Flow(stage)));
}

/// Puts tasks on the stack, to be done in the order given.
pub(crate) fn then(tx: &mut Tx<'_>, tasks: &[Task]) {
    tasks.iter().rev().for_each(|t| tx.put(Change::Push(*t)));
}

/// A phase begins: standing passes of the last one lapse (19.20.4), the next stage waits behind its window.
pub(crate) fn phase(tx: &mut Tx<'_>, phase: u8, next: Stage, opening: Opening) {
    tx.put(Change::PhaseBegan { phase });
    lapse(tx, Moment::Phase);
    goto(tx, next);
    windows::open_now(tx, opening);
}

/// Ends the standing passes of a moment, if there are any.
pub(crate) fn lapse(tx: &mut Tx<'_>, until: Moment) {
    if tx.position().each().any(|(_, f)| f.plots == Some(until) || f.copies.contains(&Some(until))) {
        tx.put(Change::PassesLapsed { until });
    }
}

/// Drops seats in front of a queue that are not asked.
pub(crate) fn skip(pending: Queue, asked: impl Fn(Seat) -> bool) -> Queue {
    let mut pending = pending;
    while pending.first().is_some_and(|s| !asked(s)) {
        pending = pending.rest();
    }
    pending
}
