//! Phase 4: turns (rules 7.1) and the short actions 7.6 to 7.8.

use referee_kernel::seat::Seat;

use crate::action::Action;
use crate::cards::{Copied, Moment, Opening};
use crate::change::Change;
use crate::game::Purple;
use crate::legal::{Visit, Walk};
use crate::position::{Item, Position, owner};
use crate::run::{Tx, goto};
use crate::tables::Province;
use crate::task::{Stage, Task};
use crate::{
    ch7_assassination as plot, ch7_move as pawn, ch8_emperor as emperor, ch14_copying as copying, ch19_forum,
    ch19_plots, ch19_windows,
};

/// 7.1.1: the emperor has the first turn.
pub(crate) fn begin_phase(tx: &mut Tx<'_>) {
    tx.put(Change::PhaseBegan { phase: 4 });
    crate::run::lapse(tx, Moment::Phase);
    let seat = tx.position().ruler();
    begin_turn(tx, seat, seat);
}

fn begin_turn(tx: &mut Tx<'_>, first: Seat, seat: Seat) {
    tx.put(Change::TurnBegan { first, seat });
    tx.put(Change::MyTurnPassesLapsed { seat });
    goto(tx, Stage::BeforeAction);
}

/// 7.1.9: the window before an action, if one can be taken.
pub(crate) fn before_action(tx: &mut Tx<'_>) {
    goto(tx, Stage::Action);
    if tx.position().turn.is_some_and(|t| can_act(tx.position(), t.seat)) {
        ch19_windows::open_now(tx, Opening::Turn);
    }
}

/// 7.1.2, 20.3, 21.4
fn limit(p: &Position, seat: Seat) -> u8 {
    let more = u8::from(p.emperor == Some(seat));
    match p.count {
        1 => 5,
        2 => 3 + more,
        _ => 2 + more,
    }
}

/// Whether the active seat can take an action now (7.1.2, 7.1.5).
pub(crate) fn can_act(p: &Position, seat: Seat) -> bool {
    p.turn.is_some_and(|t| t.actions < limit(p, seat)) && p.family(seat).unused > 0
}

/// 7.1.8, after the card is drawn: the next turn, or phase 5.
pub(crate) fn end_turn(tx: &mut Tx<'_>) {
    let Some(turn) = tx.position().turn else { return };
    tx.put(Change::TurnEnded { seat: turn.seat });
    crate::run::lapse(tx, Moment::Turn);
    let next = (turn.seat + 1) % tx.position().count;
    if next == turn.first {
        tx.put(Change::TurnsOver);
        goto(tx, Stage::Buildings);
    } else {
        begin_turn(tx, turn.first, next);
    }
}

/// What a copyable action costs and needs besides stamina (7.6.2, 7.7.2, 7.8.2); for Move pawn see 7.5.10.
pub(crate) fn affordable(game: &Purple, p: &Position, seat: Seat, action: Copied) -> bool {
    let (f, t) = (p.family(seat), game.tables());
    match action {
        Copied::MovePawn => pawn::could_enter(game, p, seat, pawn::REACH),
        Copied::BuildEstate => {
            f.coins >= t.price.estate.into()
                && !p.line.is_full()
                && (f.estates.count_ones() as u8) + p.in_line(Item::Estate(seat)) < t.pieces.estates
        }
        Copied::BuildMonument => {
            f.coins >= t.price.monument.into()
                && !p.line.is_full()
                && f.monuments + p.in_line(Item::Monument(seat)) < t.pieces.monuments
        }
        Copied::BribeSenator => f.coins > p.senate.len().into() && senator_ready(game, p, seat),
    }
}

/// Whether a senator can be put into the senate (7.8.2).
pub(crate) fn senator_ready(game: &Purple, p: &Position, seat: Seat) -> bool {
    !p.senate.is_full() && p.senators_of(owner(seat)) < game.tables().pieces.senators
}

/// Pays for a copyable action and carries it out (7.5 to 7.8).
pub(crate) fn do_copied(tx: &mut Tx<'_>, seat: Seat, action: Copied, to: Option<Province>) {
    let price = tx.game().tables().price;
    match action {
        Copied::MovePawn => to.into_iter().for_each(|to| pawn::begin(tx, seat, to)),
        Copied::BuildEstate => {
            tx.put(Change::CoinsPaid { seat, count: price.estate.into() });
            tx.put(Change::LineAdded { item: Item::Estate(seat) });
        }
        Copied::BuildMonument => {
            tx.put(Change::CoinsPaid { seat, count: price.monument.into() });
            tx.put(Change::LineAdded { item: Item::Monument(seat) });
        }
        Copied::BribeSenator => {
            let count = u32::from(tx.position().senate.len()) + 1;
            tx.put(Change::CoinsPaid { seat, count });
            tx.put(Change::SenatorAdded { owner: owner(seat) });
        }
    }
}

/// An action of the active seat: 7.1.4 the stamina, then price and effect, copies, death checks, the next choice.
pub(crate) fn act(tx: &mut Tx<'_>, seat: Seat, action: Action) {
    match action {
        Action::EndTurn => {
            goto(tx, Stage::TurnOver);
            return tx.put(Change::Push(Task::DrawPlot(seat)));
        }
        Action::StandPlots(until) => return tx.put(Change::PassStanding { seat, until }),
        Action::StandCopies(until) => return copying::stand_all(tx, seat, until),
        Action::Play(card, aim) => {
            // 19.10.7: a window for the others, then the same question again.
            tx.put(Change::PlotDiscarded { seat, card });
            tx.put(Change::Push(Task::Open(Opening::Turn)));
            return ch19_plots::play(tx, seat, card, aim);
        }
        _ => {}
    }
    tx.put(Change::ActionAnnounced { seat });
    match action {
        Action::UseForum(card, option, _) => tx.put(Change::StaminaToForum { seat, card, option }),
        _ => tx.put(Change::StaminaSpent { seat }),
    }
    goto(tx, Stage::BeforeAction);
    tx.put(Change::Push(Task::DeathChecks));
    let copied = |tx: &mut Tx<'_>, action, to| {
        copying::offer(tx, seat, action);
        do_copied(tx, seat, action, to);
    };
    match action {
        Action::MovePawn(to) => copied(tx, Copied::MovePawn, Some(to)),
        Action::BuildEstate => copied(tx, Copied::BuildEstate, None),
        Action::BuildMonument => copied(tx, Copied::BuildMonument, None),
        Action::BribeSenator => copied(tx, Copied::BribeSenator, None),
        Action::AssassinateEmperor | Action::AssassinateSenator => plot::begin(tx, seat, action),
        Action::UseForum(card, option, aim) => ch19_forum::use_option(tx, seat, card, option, aim),
        _ => emperor::act(tx, seat, action),
    }
}

impl Purple {
    /// What `action` lists.
    pub(crate) fn list_turn(&self, p: &Position, seat: Seat, f: Visit<'_>) -> Walk {
        if can_act(p, seat) {
            self.list_actions(p, seat, f)?;
        }
        self.list_plays(p, seat, f)?;
        let family = p.family(seat);
        let later = [Moment::Phase, Moment::MyTurn, Moment::Year];
        if family.plots.is_none() {
            later.iter().try_for_each(|m| f(&Action::StandPlots(*m)))?;
        }
        if !p.solo() && family.copies.contains(&None) {
            later.iter().try_for_each(|m| f(&Action::StandCopies(*m)))?;
        }
        f(&Action::EndTurn)
    }

    fn list_actions(&self, p: &Position, seat: Seat, f: Visit<'_>) -> Walk {
        self.list_steps(p, seat, pawn::REACH, None, &mut |to| f(&Action::MovePawn(to)))?;
        for (copied, action) in [
            (Copied::BuildEstate, Action::BuildEstate),
            (Copied::BuildMonument, Action::BuildMonument),
            (Copied::BribeSenator, Action::BribeSenator),
        ] {
            if affordable(self, p, seat, copied) {
                f(&action)?;
            }
        }
        self.list_assassinations(p, seat, f)?;
        if p.emperor == Some(seat) {
            self.list_emperor(p, seat, f)?;
        }
        self.list_forum(p, seat, f)
    }
}
