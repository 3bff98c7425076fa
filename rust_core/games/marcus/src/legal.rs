//! What is legal: one judgement behind the list, the check and the playouts.

use referee_kernel::game::Walk;

use crate::action::{Action, How};
use crate::cards::{Barbarian, Roman};
use crate::flow::Outcome;
use crate::game::Marcus;
use crate::ids::{Fleet, Spot, Zone};
use crate::position::{Position, Source};
use crate::todo::Todo;
use crate::{ch3_placing, ch8_battle, ch8_roman, ch10_housekeeping, ch12_events, ch13_decisions, ch13_events};

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
            Action::MoveLegion { from, to } => ch13_decisions::move_allowed(p, from, to),
            _ => *action == Action::Done && ch13_decisions::moved_before(game, p, todo),
        },
        Todo::Recover { .. } => match *action {
            Action::Recover { to } => ch13_decisions::recovery_allowed(p, to),
            _ => *action == Action::Done && ch13_decisions::moved_before(game, p, todo),
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
        Todo::Vexillationes { .. } => ch13_decisions::move_candidates(visit)?,
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
