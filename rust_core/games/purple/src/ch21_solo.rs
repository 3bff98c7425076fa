//! The solo game's attack of the Senate (rules 21.9 to 21.11).

use crate::action::Action;
use crate::cards::Plot;
use crate::change::Change;
use crate::game::Purple;
use crate::legal::{Visit, Walk};
use crate::position::Position;
use crate::run::{Pace, Tx, goto};
use crate::task::{Stage, Task};

/// The seat that plays alone.
const SOLO: referee_kernel::seat::Seat = 0;

/// 21.10: not asked without plot cards.
pub(crate) fn reach_defence(tx: &mut Tx<'_>) -> Pace {
    let p = tx.position();
    if p.solo() && !p.family(SOLO).hand.is_empty() {
        return Pace::Wait;
    }
    let attacked = p.solo();
    goto(tx, Stage::Discard);
    if attacked {
        tx.put(Change::Push(Task::SenateCard(None)));
    }
    Pace::On
}

/// 21.10; only at the question.
pub(crate) fn defend(tx: &mut Tx<'_>, action: Action) {
    goto(tx, Stage::Discard);
    match action {
        Action::Bodyguard => tx.put(Change::PlotDiscarded { seat: SOLO, card: Plot::Bodyguard }),
        Action::Defend(card) => tx.put(Change::Push(Task::SenateCard(Some(card)))),
        _ => tx.put(Change::Push(Task::SenateCard(None))),
    }
}

/// 21.11: if no card can be drawn there is no attack, and the committed card is discarded.
pub(crate) fn reach_attack(tx: &mut Tx<'_>, committed: Option<Plot>) -> Pace {
    if !tx.position().can_draw() {
        tx.put(Change::Pop);
        committed.into_iter().for_each(|card| tx.put(Change::PlotDiscarded { seat: SOLO, card }));
        return Pace::On;
    }
    if tx.position().plot.is_empty() {
        tx.put(Change::PlotsRenewed { unseen: false });
    }
    Pace::Wait
}

/// 21.11, after the draw; only with the attack on top.
pub(crate) fn attack(tx: &mut Tx<'_>, drawn: Plot) {
    let Some(Task::SenateCard(committed)) = tx.position().stack.top() else { return };
    tx.put(Change::Pop);
    tx.put(Change::SenateCardDrawn { card: drawn });
    committed.into_iter().for_each(|card| tx.put(Change::PlotDiscarded { seat: SOLO, card }));
    let strength = tx.game().tables().strength;
    let monument = u8::from(tx.position().family(SOLO).monuments >= 2);
    let shield = committed.map_or(0, |c| strength[c.index()]) + monument;
    tx.put(Change::Push(Task::Lose(SOLO, strength[drawn.index()].saturating_sub(shield))));
}

impl Purple {
    /// What `solo_defence` lists.
    pub(crate) fn list_solo_defence(&self, p: &Position, f: Visit<'_>) -> Walk {
        f(&Action::Done)?;
        crate::legal::cards(p, SOLO, |card| f(&Action::Defend(card)))?;
        if p.family(SOLO).hand.of(Plot::Bodyguard.index()) > 0 {
            f(&Action::Bodyguard)?;
        }
        Walk::Continue(())
    }
}
