//! Assassination (rules 7.9).

use referee_kernel::seat::{Seat, Seats};

use crate::action::Action;
use crate::cards::{PLOTS, Plot, Target};
use crate::change::Change;
use crate::game::Purple;
use crate::legal::{Visit, Walk};
use crate::position::{Attempt, Position, seat_of};
use crate::run::{Pace, Tx};
use crate::task::{Roll, Task};

/// Pays, and asks both sides for cards (7.9.1 to 7.9.4).
pub(crate) fn begin(tx: &mut Tx<'_>, seat: Seat, action: Action) {
    tx.put(Change::CoinsPaid { seat, count: tx.game().tables().price.assassination.into() });
    let p = tx.position();
    let (target, victim) = match action {
        Action::AssassinateEmperor => (Target::Emperor, p.emperor),
        _ => (Target::Senator, p.senate_leader().and_then(seat_of)),
    };
    let defender = victim.filter(|d| *d != seat);
    tx.put(Change::AttemptBegan { target, attacker: seat, defender });
    tx.put(Change::Push(Task::Commit));
}

/// Cards of a seat that are not committed yet.
fn free_cards(p: &Position, a: &Attempt, seat: Seat) -> u8 {
    let side = if seat == a.attacker { &a.attack } else { &a.defence };
    let guard = u8::from(a.bodyguard && Some(seat) == a.defender);
    p.family(seat).hand.count().saturating_sub(side.iter().sum::<u8>() + guard)
}

/// Who is still to choose: a seat without a card left to commit is done (7.9.4).
pub(crate) fn choosing(p: &Position) -> Seats {
    let Some(a) = &p.attempt else { return Seats::NONE };
    let sides = [Some(a.attacker), a.defender].into_iter().flatten();
    sides.filter(|s| a.done & 1 << s == 0 && free_cards(p, a, *s) > 0).collect()
}

/// Waits for both; then the cards are shown and discarded, and the die follows (7.9.5.1).
pub(crate) fn reach(tx: &mut Tx<'_>) -> Pace {
    if !choosing(tx.position()).is_empty() {
        return Pace::Wait;
    }
    let Some(a) = tx.position().attempt else { return Pace::Wait };
    tx.put(Change::Next(Task::Roll(Roll::Assassinate)));
    discard(tx, a.attacker, &a.attack);
    if let Some(seat) = a.defender {
        discard(tx, seat, &a.defence);
        if a.bodyguard {
            tx.put(Change::PlotDiscarded { seat, card: Plot::Bodyguard });
        }
    }
    Pace::On
}

fn discard(tx: &mut Tx<'_>, seat: Seat, cards: &[u8; PLOTS]) {
    for card in Plot::ALL {
        for _ in 0..cards[card.index()] {
            tx.put(Change::PlotDiscarded { seat, card });
        }
    }
}

/// One card, or the end of choosing.
pub(crate) fn commit(tx: &mut Tx<'_>, seat: Seat, action: Action) {
    match action {
        Action::Commit(card) => tx.put(Change::CardCommitted { seat, card: Some(card) }),
        Action::Bodyguard => tx.put(Change::GuardCommitted { seat }),
        _ => tx.put(Change::CommitDone { seat }),
    }
}

/// 7.9.6 to 7.9.9, after the die.
pub(crate) fn strike(tx: &mut Tx<'_>, die: u8) {
    tx.put(Change::Pop);
    let Some(a) = tx.position().attempt else { return };
    tx.put(Change::AttemptEnded);
    if a.bodyguard {
        return;
    }
    let strength =
        |cards: &[u8; PLOTS]| -> u8 { cards.iter().zip(tx.game().tables().strength).map(|(n, s)| n * s).sum() };
    let monument = u8::from(tx.position().family(a.attacker).monuments >= 2);
    let result = (die + monument + strength(&a.attack)).saturating_sub(strength(&a.defence));
    match a.target {
        Target::Emperor => {
            let ruler = tx.position().ruler();
            tx.put(Change::Push(Task::Lose(ruler, result)));
        }
        Target::Senator => {
            if let Some(space) = tx.position().senate.len().checked_sub(1).filter(|_| result >= 2) {
                tx.put(Change::SenatorRemoved { space });
            }
        }
    }
}

impl Purple {
    /// The assassinations that can be announced (7.9.1, 7.9.2).
    pub(crate) fn list_assassinations(&self, p: &Position, seat: Seat, f: Visit<'_>) -> Walk {
        if p.family(seat).coins < self.tables().price.assassination.into() {
            return Walk::Continue(());
        }
        if p.emperor.is_some_and(|e| e != seat && p.family(e).unused > 0) {
            f(&Action::AssassinateEmperor)?;
        }
        if !p.senate.is_empty() {
            f(&Action::AssassinateSenator)?;
        }
        Walk::Continue(())
    }

    /// What `commit` lists.
    pub(crate) fn list_commit(&self, p: &Position, seat: Seat, f: Visit<'_>) -> Walk {
        let Some(a) = &p.attempt else { return Walk::Continue(()) };
        f(&Action::Done)?;
        let defends = a.defender == Some(seat);
        let side = if seat == a.attacker { &a.attack } else { &a.defence };
        let hand = p.family(seat).hand;
        let left = |card: Plot| {
            let guard = u8::from(defends && a.bodyguard && card == Plot::Bodyguard);
            hand.of(card.index()).saturating_sub(side[card.index()] + guard)
        };
        Plot::ALL.into_iter().filter(|c| left(*c) > 0).try_for_each(|c| f(&Action::Commit(c)))?;
        if defends && !a.bodyguard && left(Plot::Bodyguard) > 0 {
            f(&Action::Bodyguard)?;
        }
        Walk::Continue(())
    }
}
