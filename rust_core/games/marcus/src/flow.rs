//! One input after the other: what is legal, what an action or an outcome does, and what then happens by itself.

use referee_kernel::rule::Illegal;
use referee_kernel::tx::Tx;

use crate::action::Action;
use crate::cards::{Barbarian, Roman};
use crate::game::Marcus;
use crate::todo::Todo;
use crate::{
    ch3_placing, ch7_barbarians, ch7_surges, ch8_battle, ch8_roman, ch10_housekeeping, ch12_events, ch13_decisions,
    legal,
};

/// What a chance request came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// 1 to 6.
    Die(u8),
    /// A card of the Roman deck.
    Roman(Roman),
    /// A card of the Barbarian deck.
    Barbarian(Barbarian),
}

/// Does everything that waits for nobody.
pub fn run(tx: &mut Tx<'_, Marcus>) {
    while let Some(todo) = tx.position().todo.top() {
        match todo {
            Todo::Draws => ch7_barbarians::draws(tx),
            Todo::Activate { tribe } => ch7_barbarians::activate(tx, tribe),
            Todo::Spread { tribe } => ch7_surges::spread(tx, tribe),
            Todo::Check { tribe } => ch7_surges::check(tx, tribe),
            Todo::EndSurge => ch7_surges::end_surge(tx),
            Todo::EventDone => ch7_barbarians::event_done(tx),
            Todo::Siege { place } => ch12_events::siege(tx, place),
            Todo::Deal { by, left } => ch8_roman::deal(tx, by, left),
            Todo::Dealt => ch8_roman::dealt(tx),
            Todo::Perform { action } => ch8_roman::perform(tx, action),
            Todo::Compare => ch8_battle::compare(tx),
            Todo::BattleDone { won } => ch8_battle::done(tx, won),
            Todo::Look { left } => ch13_decisions::look(tx, left),
            Todo::Attrition { place } => ch10_housekeeping::attrition(tx, place),
            Todo::Saving => ch10_housekeeping::saving(tx),
            _ => return,
        }
    }
}

/// Takes an action that is legal at `todo`.
pub fn act(tx: &mut Tx<'_, Marcus>, todo: Todo, action: &Action) {
    match todo {
        Todo::Deploy | Todo::Redeploy | Todo::Reorganize { .. } => ch3_placing::act(tx, todo, action),
        Todo::BeforeDraw => ch7_barbarians::before_draw(tx, action),
        Todo::Pin { tribe } => ch7_barbarians::pin(tx, tribe, action),
        Todo::Surge { tribe } => ch7_surges::surge(tx, tribe, action),
        Todo::Raid { tribe } => ch7_barbarians::raid(tx, tribe, action),
        Todo::Plague => ch12_events::plague_decided(tx, action),
        Todo::ChooseArmy => ch12_events::army_chosen(tx, action),
        Todo::Scandal => ch12_events::scandal_decided(tx, action),
        Todo::Alexander => ch12_events::alexander_decided(tx, action),
        Todo::Donative => ch12_events::donative_decided(tx, action),
        Todo::ChooseTribe => ch12_events::tribe_chosen(tx, action),
        Todo::Upkeep => ch8_roman::upkeep(tx, action),
        Todo::Roman => ch8_roman::act(tx, action),
        Todo::Pay { action: what, left } => ch8_roman::pay(tx, what, left, action),
        Todo::Battle => ch8_battle::before_dice_decided(tx, action),
        Todo::Reserve => ch8_battle::reserve(tx, action),
        Todo::Won => ch8_battle::won(tx, action),
        Todo::Lost => ch8_battle::lost_decided(tx, action),
        Todo::PressOn { target } => ch8_battle::press_on(tx, target, action),
        Todo::Send { to, .. } => ch8_roman::send(tx, to, action),
        Todo::Vexillationes { left } => ch13_decisions::vexillationes(tx, left, action),
        Todo::Recover { by, left } => ch13_decisions::recover(tx, by, left, action),
        Todo::InformantsDiscard => ch13_decisions::informants_discard(tx, action),
        Todo::InformantsOrder => ch13_decisions::informants_order(tx, action),
        Todo::HandLimit => ch8_roman::hand_limit(tx, action),
        Todo::Save => ch10_housekeeping::save(tx, action),
        Todo::Rescue => ch10_housekeeping::rescue(tx, action),
        _ => {}
    }
    run(tx);
}

/// Takes an outcome that is possible at `todo`.
pub fn chance(tx: &mut Tx<'_, Marcus>, todo: Todo, outcome: Outcome) {
    match (todo, outcome) {
        (Todo::DrawBarbarian, Outcome::Barbarian(card)) => ch7_barbarians::drawn(tx, card),
        (Todo::DrawRoman { by, left }, Outcome::Roman(card)) => ch8_roman::drawn(tx, card, by, left),
        (Todo::DrawInformant { left }, Outcome::Barbarian(card)) => ch13_decisions::looked(tx, card, left),
        (Todo::Oathbreaker { tribe }, Outcome::Die(die)) => ch7_surges::oathbreaker(tx, tribe, die),
        (Todo::SiegeDie { zone, space }, Outcome::Die(die)) => ch12_events::siege_die(tx, zone, space, die),
        (Todo::AttritionDie { zone, space }, Outcome::Die(die)) => {
            ch10_housekeeping::attrition_die(tx, zone, space, die);
        }
        (Todo::RollRoman, Outcome::Die(die)) => ch8_battle::roman_die(tx, die),
        (Todo::RollBarbarian, Outcome::Die(die)) => ch8_battle::barbarian_die(tx, die),
        (Todo::DuelRoman { target }, Outcome::Die(roman_die)) => {
            crate::tools::replace(tx, Todo::DuelBarbarian { target, roman_die });
        }
        (Todo::DuelBarbarian { target, roman_die }, Outcome::Die(die)) => {
            ch8_battle::duel(tx, target, roman_die, die);
        }
        _ => {}
    }
    run(tx);
}

/// Judges and takes an action.
///
/// # Errors
/// The refusals of interface 5.
pub fn take(tx: &mut Tx<'_, Marcus>, action: &Action) -> Result<(), Illegal> {
    let Some(todo) = tx.position().todo.top() else { return Err(over()) };
    if !todo.is_decision() {
        return Err(Illegal { rule: todo.rule(), why: "an outcome is due, not an action" });
    }
    if !legal::allowed(tx.game(), tx.position(), todo, action) {
        return Err(not_legal(todo));
    }
    act(tx, todo, action);
    Ok(())
}

/// The refusal of anything once the game is over.
#[must_use]
pub const fn over() -> Illegal {
    Illegal::new("1.7", "the game is over")
}

/// The refusal of an action that is not in the list.
#[must_use]
pub const fn not_legal(todo: Todo) -> Illegal {
    Illegal { rule: todo.rule(), why: "this is not among the legal actions" }
}

/// The refusal of an outcome that cannot come.
#[must_use]
pub const fn not_possible(todo: Todo) -> Illegal {
    Illegal { rule: todo.rule(), why: "this outcome is not possible" }
}
