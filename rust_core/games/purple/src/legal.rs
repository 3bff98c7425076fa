//! What is asked, and the one walk that is the legal list, the check of an action and the random pick.

use referee_kernel::game::Decision;
use referee_kernel::rule::{Illegal, Rule};
use referee_kernel::seat::{Seat, Seats};

pub(crate) use referee_kernel::game::Walk;

use crate::action::Action;
use crate::cards::{Event, Plot};
use crate::ch4_enemies;
use crate::ch7_assassination::choosing;
use crate::ch9_buildings as buildings;
use crate::ch12_year_end::discarding;
use crate::game::Purple;
use crate::position::{Item, Position};
use crate::task::{Stage, Task};

/// Who sees the actions of a list.
pub(crate) type Visit<'a> = &'a mut dyn FnMut(&Action) -> Walk;

/// The known cards of a hand, by id.
pub(crate) fn cards(p: &Position, seat: Seat, f: impl FnMut(Plot) -> Walk) -> Walk {
    let hand = p.family(seat).hand;
    Plot::ALL.into_iter().filter(|c| hand.of(c.index()) > 0).try_for_each(f)
}

/// The seats that are asked; empty where chance is waited for.
pub(crate) fn asked(game: &Purple, p: &Position) -> Seats {
    let first = |seat: Option<Seat>| seat.map_or(Seats::NONE, Seats::one);
    match p.stack.top() {
        Some(Task::Window(_, pending) | Task::Copies(_, pending)) => first(pending.first()),
        Some(Task::HeirWindow { pending, .. } | Task::Auction { pending, .. }) => first(pending.first()),
        Some(Task::Move { seat, .. } | Task::Battle { seat, .. } | Task::Choose(_, seat)) => Seats::one(seat),
        Some(Task::March { .. } | Task::Train | Task::Relief(_)) => Seats::one(p.ruler()),
        Some(Task::Invasion { at, boost, done, .. }) => {
            first(ch4_enemies::question(p, game.tables(), at, boost, done).map(|q| q.seat))
        }
        Some(Task::Commit) => choosing(p),
        Some(Task::Flow(stage)) => match stage {
            Stage::Action => first(p.turn.map(|t| t.seat)),
            Stage::Swap => first(buildings::swapper(p)),
            Stage::Build(_) => first(buildings::placer(p).map(|(s, _)| s)),
            Stage::Import => Seats::one(p.ruler()),
            Stage::SenateAttack => Seats::one(0),
            Stage::Discard => discarding(p),
            _ => Seats::NONE,
        },
        _ => Seats::NONE,
    }
}

/// The kind of the open decision and the rule that asks; of no meaning where none is open.
pub(crate) fn decision(p: &Position) -> Decision {
    let (kind, rule) = match p.stack.top() {
        Some(Task::Window(..)) => ("window", Rule("19.10")),
        Some(Task::Copies(..)) => ("copy", Rule("14.1")),
        Some(Task::Move { .. }) => ("move_step", Rule("7.5.1")),
        Some(Task::Battle { .. }) => ("battle", Rule("7.5.4")),
        Some(Task::March { .. }) => ("legion_step", Rule("8.2.1")),
        Some(Task::Train) => ("train_more", Rule("8.3.1")),
        Some(Task::Invasion { .. }) => ("defend", Rule("4.2.6")),
        Some(Task::Commit) => ("commit", Rule("7.9.4")),
        Some(Task::Choose(Event::Rivals, _)) => ("event_choice", Rule("6.6.3")),
        Some(Task::Choose(Event::Praetorians, _)) => ("event_choice", Rule("6.6.8")),
        Some(Task::Choose(..)) => ("event_choice", Rule("6.6.2")),
        Some(Task::HeirWindow { .. }) => ("heir_window", Rule("17.2")),
        Some(Task::Auction { .. }) => ("auction", Rule("17.5")),
        Some(Task::Relief(_)) => ("remove_famine", Rule("9.5")),
        Some(Task::Flow(Stage::Swap)) => ("swap", Rule("9.1")),
        Some(Task::Flow(Stage::Build(_))) => match p.line.as_slice().first() {
            Some(Item::Aqueduct) => ("place_building", Rule("9.5")),
            _ => ("place_building", Rule("9.4")),
        },
        Some(Task::Flow(Stage::Import)) => ("import_grain", Rule("10.2")),
        Some(Task::Flow(Stage::SenateAttack)) => ("solo_defence", Rule("21.10")),
        Some(Task::Flow(Stage::Discard)) => ("discard", Rule("12.2")),
        _ => ("action", Rule("7.1")),
    };
    Decision { kind, rule }
}

impl Purple {
    /// Visits every legal action of a seat that is asked, in the order of the interface.
    pub(crate) fn walk(&self, p: &Position, seat: Seat, f: Visit<'_>) -> Walk {
        if !asked(self, p).has(seat) {
            return Walk::Continue(());
        }
        match p.stack.top() {
            Some(Task::Window(..)) => self.list_window(p, seat, f),
            Some(Task::Copies(action, _)) => self.list_copies(p, seat, action, f),
            Some(Task::Move { points, .. }) => self.list_move(p, seat, points, f),
            Some(Task::Battle { .. }) => self.list_battle(p, seat, f),
            Some(Task::March { at, count }) => self.list_march(p, at, count, f),
            Some(Task::Train) => self.list_training(p, f),
            Some(Task::Invasion { .. }) => self.list_defend(p, seat, f),
            Some(Task::Commit) => self.list_commit(p, seat, f),
            Some(Task::Choose(event, _)) => self.list_choices(event, f),
            Some(Task::HeirWindow { .. }) => self.list_heir_window(p, seat, f),
            Some(Task::Auction { high, .. }) => self.list_bids(p, seat, high, f),
            Some(Task::Relief(region)) => self.list_relief(p, region, f),
            Some(Task::Flow(Stage::Action)) => self.list_turn(p, seat, f),
            Some(Task::Flow(Stage::Swap)) => self.list_swaps(p, f),
            Some(Task::Flow(Stage::Build(_))) => self.list_places(p, f),
            Some(Task::Flow(Stage::Import)) => self.list_imports(p, f),
            Some(Task::Flow(Stage::SenateAttack)) => self.list_solo_defence(p, f),
            Some(Task::Flow(Stage::Discard)) => self.list_discards(p, seat, f),
            _ => Walk::Continue(()),
        }
    }

    /// Whether a seat that is asked may choose this.
    pub(crate) fn check(&self, p: &Position, seat: Seat, action: &Action) -> Result<(), Illegal> {
        // Bids are the one list whose length is a number of coins.
        if let (Some(Task::Auction { high, .. }), Action::Bid(n)) = (p.stack.top(), action) {
            let fits = asked(self, p).has(seat) && *n > high && *n <= p.family(seat).coins;
            return if fits { Ok(()) } else { Err(crate::refusal::of(self, p, seat, action)) };
        }
        let mut listed = false;
        let _ = self.walk(p, seat, &mut |a| {
            listed = a == action;
            if listed { Walk::Break(()) } else { Walk::Continue(()) }
        });
        if listed { Ok(()) } else { Err(crate::refusal::of(self, p, seat, action)) }
    }
}
