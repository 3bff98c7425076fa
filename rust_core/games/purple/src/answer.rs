//! From an action that was checked to the chapter that carries it out.

use referee_kernel::seat::Seat;

use crate::action::Action;
use crate::change::Change;
use crate::run::Tx;
use crate::task::{Stage, Task};
use crate::{
    ch4_enemies, ch6_events, ch7_assassination, ch7_move, ch7_turns, ch8_emperor, ch9_buildings, ch10_food,
    ch14_copying, ch17_succession, ch19_windows, ch21_solo,
};

/// Carries out an action that is on the legal list of the seat.
pub(crate) fn take(tx: &mut Tx<'_>, seat: Seat, action: Action) {
    let Some(task) = tx.position().stack.top() else { return };
    match (task, action) {
        (Task::Window(..), _) => ch19_windows::answer(tx, seat, action),
        (Task::Copies(..), _) => ch14_copying::answer(tx, seat, action),
        (Task::Move { .. }, Action::Step(to)) => ch7_move::step(tx, seat, to),
        (Task::Move { .. }, _) => tx.put(Change::Pop),
        (Task::Battle { .. }, Action::Boost(card)) => ch7_move::boost(tx, seat, card),
        (Task::March { .. }, _) => ch8_emperor::march_on(tx, seat, action),
        (Task::Train, _) => ch8_emperor::train_on(tx, seat, action),
        (Task::Invasion { .. }, _) => ch4_enemies::defend(tx, seat, action),
        (Task::Commit, _) => ch7_assassination::commit(tx, seat, action),
        (Task::Choose(..), Action::Choose(choice)) => ch6_events::choose(tx, seat, choice),
        (Task::HeirWindow { .. }, _) => ch17_succession::answer_window(tx, seat, action),
        (Task::Auction { .. }, _) => ch17_succession::answer_auction(tx, seat, action),
        (Task::Relief(_), Action::Remove(count)) => ch9_buildings::relieve(tx, count),
        (Task::Flow(Stage::Action), _) => ch7_turns::act(tx, seat, action),
        (Task::Flow(Stage::Swap), _) => ch9_buildings::swap(tx, action),
        (Task::Flow(Stage::Build(_)), Action::Place(at)) => ch9_buildings::place(tx, at),
        (Task::Flow(Stage::Import), Action::Import(count)) => ch10_food::import(tx, count),
        (Task::Flow(Stage::SenateAttack), _) => ch21_solo::defend(tx, action),
        (Task::Flow(Stage::Discard), Action::Discard(card)) => tx.put(Change::PlotDiscarded { seat, card }),
        _ => {}
    }
}
