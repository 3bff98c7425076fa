//! What is done for a seat that must answer and will not (rule 0.11, section 9.4).

use referee_kernel::game::first_legal;
use referee_kernel::seat::Seat;

use crate::action::Action;
use crate::cards::{Choice, Event};
use crate::game::Purple;
use crate::position::Position;
use crate::task::{Stage, Task};

/// The default of the open decision. For a discard of an encrypted match it is decided by a show instead.
pub(crate) fn default_action(game: &Purple, p: &Position, seat: Seat) -> Option<Action> {
    Some(match p.stack.top()? {
        Task::Window(..) | Task::Copies(..) | Task::HeirWindow { .. } | Task::Auction { .. } => Action::Pass,
        Task::Flow(Stage::Swap) => Action::Pass,
        Task::Flow(Stage::Action) => Action::EndTurn,
        Task::Move { .. } | Task::March { .. } => Action::Stop,
        Task::Train | Task::Invasion { .. } | Task::Commit | Task::Flow(Stage::SenateAttack) => Action::Done,
        Task::Choose(Event::Rivals, _) => Action::Choose(Choice::Coins),
        Task::Choose(Event::Praetorians, _) => Action::Choose(Choice::Stamina),
        Task::Choose(..) => Action::Choose(Choice::A),
        Task::Flow(Stage::Import) => Action::Import(0),
        Task::Relief(_) => Action::Remove(0),
        _ => return first_legal(game, p, seat),
    })
}
