//! One input after the other: what is legal, what an action or an outcome does, and what then happens by itself.

use referee_kernel::game::Walk;
use referee_kernel::rule::Illegal;
use referee_kernel::tx::Tx;

use crate::action::{Action, How};
use crate::cards::{Barbarian, Roman};
use crate::game::Marcus;
use crate::ids::{Fleet, Spot, Spots, Zone};
use crate::position::{Position, Source};
use crate::todo::Todo;
use crate::{
    ch3_placing, ch7_barbarians, ch7_surges, ch8_battle, ch8_roman, ch10_housekeeping, ch12_events, ch13_events,
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
            Todo::Look { left } => ch13_events::look(tx, left),
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
        Todo::Vexillationes { left } => ch13_events::vexillationes(tx, left, action),
        Todo::Recover { by, left } => ch13_events::recover(tx, by, left, action),
        Todo::InformantsDiscard => ch13_events::informants_discard(tx, action),
        Todo::InformantsOrder => ch13_events::informants_order(tx, action),
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
        (Todo::DrawInformant { left }, Outcome::Barbarian(card)) => ch13_events::looked(tx, card, left),
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

/// Whether an outcome can come at a request.
#[must_use]
pub fn possible(p: &Position, todo: Todo, outcome: Outcome) -> bool {
    match outcome {
        Outcome::Roman(card) => matches!(todo, Todo::DrawRoman { .. }) && p.roman.deck.has(card),
        Outcome::Barbarian(card) => {
            matches!(todo, Todo::DrawBarbarian | Todo::DrawInformant { .. }) && p.barbarian.deck.has(card)
        }
        Outcome::Die(die) => todo.is_die() && (1..=6).contains(&die),
    }
}

/// Whether an action is legal at a decision: the one judgement behind the list, the check and the playouts.
#[must_use]
pub fn allowed(game: &Marcus, p: &Position, todo: Todo, action: &Action) -> bool {
    if let Some(boxes) = ch3_placing::boxes(p, todo) {
        return ch3_placing::allowed(p, todo, boxes, action);
    }
    let held = |card: Roman, from: Source| p.cards(from).has(card);
    let played = |want: Roman| matches!(*action, Action::Event { card, from, how: How::Plain } if card == want && held(card, from));
    match todo {
        Todo::BeforeDraw => *action == Action::Draw || played(Roman::Lectisternium),
        Todo::Pin { .. } => matches!(action, Action::Pin | Action::Pass),
        Todo::Surge { .. } => match *action {
            Action::Let => true,
            Action::Prevent { card, from } => held(card, from),
            _ => played(Roman::Divide),
        },
        Todo::Raid { .. } | Todo::Upkeep => matches!(*action, Action::Discard { card, from } if held(card, from)),
        Todo::Plague => *action == Action::Endure || played(Roman::Galen),
        Todo::ChooseArmy => {
            matches!(*action, Action::ChooseArmy { spot } if ch12_events::largest_armies(p).any(|s| s == spot))
        }
        Todo::ChooseTribe => {
            let weakest = |tribe| ch12_events::weakest_tribes(game, p).any(|z| z == tribe);
            matches!(*action, Action::ChooseTribe { tribe } if weakest(tribe))
        }
        Todo::Scandal => matches!(action, Action::Imperium | Action::Cards),
        Todo::Alexander => matches!(action, Action::Imperium | Action::Legion),
        Todo::Donative => matches!(action, Action::PayDonative | Action::Refuse),
        Todo::Roman => match *action {
            Action::Event { card, from, how } => held(card, from) && ch13_events::allowed(game, p, card, how),
            _ => ch8_roman::allowed(game, p, action),
        },
        Todo::Pay { .. } => matches!(*action, Action::Pay { card, from } if held(card, from)),
        Todo::Battle | Todo::Reserve | Todo::Won | Todo::Lost => ch8_battle::allowed(game, p, todo, action),
        Todo::PressOn { .. } => matches!(action, Action::AttackAgain | Action::Stop),
        Todo::Send { to, first } => ch8_roman::send_allowed(p, to, first, action),
        Todo::Vexillationes { .. } => match *action {
            Action::MoveLegion { from, to } => ch13_events::move_allowed(p, from, to),
            _ => *action == Action::Done && ch13_events::moved_before(game, p, todo),
        },
        Todo::Recover { .. } => match *action {
            Action::Recover { to } => ch13_events::recovery_allowed(p, to),
            _ => *action == Action::Done && ch13_events::moved_before(game, p, todo),
        },
        Todo::InformantsDiscard => matches!(*action, Action::DiscardSeen { card } if seen(p, card)),
        Todo::InformantsOrder => matches!(*action, Action::First { card } if seen(p, card)),
        Todo::HandLimit => {
            matches!(*action, Action::Discard { card, from: Source::Hand } if p.roman.hand.has(card))
        }
        Todo::Save => *action == Action::Done || matches!(*action, Action::Save { card, from } if held(card, from)),
        Todo::Rescue => match *action {
            Action::Play { card } => ch10_housekeeping::RESCUERS.contains(&card) && p.roman.meditations.has(card),
            _ => *action == Action::Fall,
        },
        _ => false,
    }
}

fn seen(p: &Position, card: Barbarian) -> bool {
    p.barbarian.looked.iter().any(|c| c == card)
}

/// Visits every legal action of the decision.
pub fn legal(game: &Marcus, p: &Position, todo: Todo, visit: &mut dyn FnMut(&Action) -> Walk) {
    let _ = candidates(p, todo, &mut |action| {
        if allowed(game, p, todo, action) { visit(action) } else { Walk::Continue(()) }
    });
}

/// Visits every action that might be legal, and some that are not.
fn candidates(p: &Position, todo: Todo, visit: &mut dyn FnMut(&Action) -> Walk) -> Walk {
    if let Some(boxes) = ch3_placing::boxes(p, todo) {
        return ch3_placing::candidates(p, boxes, visit);
    }
    let mut all = |actions: &[Action]| actions.iter().try_for_each(&mut *visit);
    match todo {
        Todo::BeforeDraw => all(&[Action::Draw])?,
        Todo::Pin { .. } => all(&[Action::Pin, Action::Pass])?,
        Todo::Surge { .. } => all(&[Action::Let])?,
        Todo::Plague => all(&[Action::Endure])?,
        Todo::ChooseArmy => Spot::ALL.iter().try_for_each(|spot| visit(&Action::ChooseArmy { spot: *spot }))?,
        Todo::ChooseTribe => Zone::ALL.iter().try_for_each(|tribe| visit(&Action::ChooseTribe { tribe: *tribe }))?,
        Todo::Scandal => all(&[Action::Imperium, Action::Cards])?,
        Todo::Alexander => all(&[Action::Imperium, Action::Legion])?,
        Todo::Donative => all(&[Action::PayDonative, Action::Refuse])?,
        Todo::Roman => roman_candidates(p, visit)?,
        Todo::Battle => all(&[Action::Roll])?,
        Todo::Reserve => all(&[Action::Accept])?,
        Todo::Won => all(&[Action::Pass])?,
        Todo::Lost => all(&[Action::Legion, Action::Fort])?,
        Todo::PressOn { .. } => all(&[Action::AttackAgain, Action::Stop])?,
        Todo::Send { .. } => send_candidates(p, visit)?,
        Todo::Vexillationes { .. } => ch13_events::move_candidates(visit)?,
        Todo::Recover { .. } => {
            Zone::ALL.iter().try_for_each(|to| visit(&Action::Recover { to: *to }))?;
            visit(&Action::Done)?;
        }
        Todo::InformantsDiscard | Todo::InformantsOrder => looked_candidates(p, todo, visit)?,
        Todo::Save => all(&[Action::Done])?,
        Todo::Rescue => {
            all(&[Action::Play { card: Roman::Auction }, Action::Play { card: Roman::Commodus }, Action::Fall])?
        }
        _ => {}
    }
    card_candidates(p, todo, visit)
}

/// The cards seen, each id once.
fn looked_candidates(p: &Position, todo: Todo, visit: &mut dyn FnMut(&Action) -> Walk) -> Walk {
    let row = &p.barbarian.looked;
    for (i, card) in row.iter().enumerate() {
        if row.iter().take(i).all(|earlier| earlier != card) {
            visit(&if todo == Todo::InformantsOrder { Action::First { card } } else { Action::DiscardSeen { card } })?;
        }
    }
    Walk::Continue(())
}

fn send_candidates(p: &Position, visit: &mut dyn FnMut(&Action) -> Walk) -> Walk {
    for from in Zone::ALL.iter().copied() {
        for count in 1..=p.army(from.spot()).legions {
            visit(&Action::SendLegions { from, count })?;
        }
        visit(&Action::SendLeader { from })?;
    }
    visit(&Action::Done)
}

/// The actions of decision `roman` that are no events.
fn roman_candidates(p: &Position, visit: &mut dyn FnMut(&Action) -> Walk) -> Walk {
    if p.held() > 0 {
        Spot::ALL.iter().try_for_each(|target| visit(&Action::Attack { target: *target }))?;
        visit(&Action::Imperium)?;
        for (i, first) in Zone::ALL.iter().copied().enumerate() {
            visit(&Action::Build { first, second: None })?;
            for second in Zone::ALL.iter().skip(i) {
                visit(&Action::Build { first, second: Some(*second) })?;
            }
        }
        for zone in Zone::ALL.iter().copied() {
            visit(&Action::Upgrade { zone })?;
            for to in Zone::ALL {
                visit(&Action::TransferLeader { from: zone, to: *to })?;
            }
            visit(&Action::Quell { zone })?;
        }
        Fleet::ALL.iter().try_for_each(|fleet| visit(&Action::Fleet { fleet: *fleet }))?;
        if let Some(boxes) = ch8_roman::linked(p) {
            visit(&Action::Transfer { boxes })?;
        }
        Spot::OFF_MAP.into_iter().try_for_each(|to| visit(&Action::Send { to }))?;
    }
    visit(&Action::End)
}

/// The actions that name a Roman card, for each card and place.
fn card_candidates(p: &Position, todo: Todo, visit: &mut dyn FnMut(&Action) -> Walk) -> Walk {
    for from in Source::ALL {
        for card in p.cards(from).iter() {
            let event = Action::Event { card, from, how: How::Plain };
            match todo {
                Todo::BeforeDraw | Todo::Plague | Todo::Battle | Todo::Won | Todo::Lost => visit(&event)?,
                Todo::Surge { .. } => {
                    visit(&Action::Prevent { card, from })?;
                    visit(&event)?;
                }
                Todo::Raid { .. } | Todo::Upkeep | Todo::HandLimit => visit(&Action::Discard { card, from })?,
                Todo::Pay { .. } => visit(&Action::Pay { card, from })?,
                Todo::Reserve => {
                    visit(&Action::Commit { card, from })?;
                    visit(&event)?;
                }
                Todo::Save => visit(&Action::Save { card, from })?,
                Todo::Roman => {
                    ch13_events::candidates(card, &mut |how| visit(&Action::Event { card, from, how }))?;
                }
                _ => return Walk::Continue(()),
            }
        }
    }
    Walk::Continue(())
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
    if !allowed(tx.game(), tx.position(), todo, action) {
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

/// The boxes of a set of two or more, for `transfer` and `r_forced_march`.
#[must_use]
pub fn boxes_of(zones: &[Zone]) -> Spots {
    zones.iter().fold(Spots::default(), |set, z| set.with(z.spot()))
}
