//! The default of each kind of decision (W6).

use referee_kernel::game::{Game as _, Walk};
use referee_kernel::json::Writer;

use crate::action::Action;
use crate::game::Marcus;
use crate::position::{Position, Source};
use crate::todo::Todo;

/// The action taken where the player is silent; `None` if he is not asked.
#[must_use]
pub fn default_action(game: &Marcus, p: &Position) -> Option<Action> {
    let todo = p.todo.top().filter(|t| t.is_decision())?;
    let list = Listed { game, p };
    let named = match todo {
        Todo::Deploy | Todo::Redeploy | Todo::Reorganize { .. } => list
            .first(|a| matches!(a, Action::PlaceLeader { .. }))
            .or_else(|| list.most_legions())
            .or_else(|| list.only(Action::Done)),
        Todo::BeforeDraw => list.only(Action::Draw),
        Todo::Pin { .. } | Todo::Won => list.only(Action::Pass),
        Todo::Surge { .. } => list.only(Action::Let),
        Todo::Plague => list.only(Action::Endure),
        Todo::Scandal | Todo::Alexander => list.only(Action::Imperium),
        Todo::Donative => list.only(Action::Refuse),
        Todo::Roman => list.only(Action::End),
        Todo::Battle => list.only(Action::Roll),
        Todo::Reserve => list.only(Action::Accept),
        Todo::Lost => list.only(Action::Legion),
        Todo::PressOn { .. } => list.only(Action::Stop),
        Todo::Send { .. } | Todo::Vexillationes { .. } | Todo::Recover { .. } => list.only(Action::Done),
        Todo::Save => list
            .first(|a| matches!(a, Action::Save { from: Source::Meditations, .. }))
            .or_else(|| list.only(Action::Done)),
        Todo::Rescue => list.first(|a| matches!(a, Action::Play { .. })),
        _ => None,
    };
    named.or_else(|| list.first(|_| true))
}

/// The legal list of the decision.
struct Listed<'a> {
    game: &'a Marcus,
    p: &'a Position,
}

impl Listed<'_> {
    fn each(&self, mut visit: impl FnMut(Action)) {
        self.game.legal(self.p, 0, &mut |a| {
            visit(*a);
            Walk::Continue(())
        });
    }

    /// The first in canonical order (W5) of those meant.
    fn first(&self, meant: impl Fn(&Action) -> bool) -> Option<Action> {
        let mut first: Option<(Vec<u8>, Action)> = None;
        self.each(|action| {
            if meant(&action) {
                let mut w = Writer::new();
                action.write(&mut w);
                let bytes = w.finish();
                if first.as_ref().is_none_or(|(least, _)| bytes < *least) {
                    first = Some((bytes, action));
                }
            }
        });
        first.map(|(_, action)| action)
    }

    fn only(&self, wanted: Action) -> Option<Action> {
        self.first(|a| *a == wanted)
    }

    /// As many legions as fit into the first box in map order.
    fn most_legions(&self) -> Option<Action> {
        let mut most = None;
        self.each(|action| {
            if let Action::PlaceLegions { to, count } = action {
                // Earlier boxes first, then larger counts.
                most = most.max(Some((std::cmp::Reverse(to), count)));
            }
        });
        most.map(|(std::cmp::Reverse(to), count)| Action::PlaceLegions { to, count })
    }
}
