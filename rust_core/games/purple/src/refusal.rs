//! Why an action is refused, in words for the person who chose it.

use referee_kernel::rule::Illegal;
use referee_kernel::seat::Seat;

use crate::action::Action;
use crate::cards::Copied;
use crate::ch7_turns::{affordable, can_act};
use crate::game::Purple;
use crate::legal::{asked, decision};
use crate::position::Position;
use crate::task::{Stage, Task};

/// The refusal of an action that is not listed: the rule of the open decision (interface, section 2) and what is true.
pub(crate) fn of(game: &Purple, p: &Position, seat: Seat, action: &Action) -> Illegal {
    let rule = decision(p).rule;
    if !asked(game, p).has(seat) {
        return stranger(game, p);
    }
    Illegal { rule, why: reason(game, p, seat, action) }
}

/// The refusal of any action of a seat that is not asked.
pub(crate) fn stranger(game: &Purple, p: &Position) -> Illegal {
    if asked(game, p).is_empty() {
        Illegal::new("0.3", "no decision is open")
    } else {
        Illegal { rule: decision(p).rule, why: "another seat is asked" }
    }
}

fn reason(game: &Purple, p: &Position, seat: Seat, action: &Action) -> &'static str {
    match action {
        Action::Play(card, _)
        | Action::Boost(card)
        | Action::Commit(card)
        | Action::Defend(card)
        | Action::Discard(card)
            if p.family(seat).hand.of(card.index()) == 0 =>
        {
            "the card is not in the hand"
        }
        Action::Play(..) => "the card cannot be played for this effect now",
        Action::MovePawn(_)
        | Action::BuildEstate
        | Action::BuildMonument
        | Action::BribeSenator
        | Action::AssassinateEmperor
        | Action::AssassinateSenator
        | Action::ChooseHeir
        | Action::MoveLegions { .. }
        | Action::TrainLegions(_)
        | Action::BuildAqueduct
        | Action::UseForum(..)
            if p.stack.top() == Some(Task::Flow(Stage::Action)) =>
        {
            turn(game, p, seat, action)
        }
        Action::Step(_) | Action::Copy(Some(_)) => {
            "the province is not within reach, or its enemies are as strong as the seat can be"
        }
        Action::Bid(_) => "a bid is higher than the last one and no more than the seat's coins",
        Action::Place(_) => "the province holds a building or enemies",
        _ => "this is not one of the choices asked for",
    }
}

fn turn(game: &Purple, p: &Position, seat: Seat, action: &Action) -> &'static str {
    if p.family(seat).unused == 0 {
        return "no unused stamina is left";
    }
    if !can_act(p, seat) {
        return "the turn has no action left";
    }
    let copied = |a: Copied| !affordable(game, p, seat, a);
    match action {
        Action::BuildEstate if copied(Copied::BuildEstate) => {
            "an estate needs its price, a piece on the mat and a space in the line"
        }
        Action::BuildMonument if copied(Copied::BuildMonument) => {
            "a monument needs its price, a piece on the mat and a space in the line"
        }
        Action::BribeSenator => "a senator needs the price of his space, a free space and a piece in the pile",
        Action::MovePawn(_) => "the province is not within reach, or its enemies are as strong as the seat can be",
        Action::AssassinateEmperor => {
            "the target is another seat, the emperor, with stamina to lose, and it costs 5 coins"
        }
        Action::AssassinateSenator => "it needs its price and a senator in the senate",
        Action::UseForum(..) => "the option is not open, taken, too dear or would change nothing",
        _ if p.emperor != Some(seat) => "only the emperor may do this",
        _ => "the action cannot be paid for or would change nothing",
    }
}
