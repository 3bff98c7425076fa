//! Chapter 3: the round, and placing or moving a legion.

use referee_kernel::game::Walk;
use referee_kernel::rule::{Illegal, Rule};
use referee_kernel::seat::{Seat, Seats};
use referee_kernel::tx::Tx;

use crate::action::{Action, Space};
use crate::ask::Ask;
use crate::change::Change;
use crate::game::Augustus;
use crate::position::Position;
use crate::spaces::Kinds;
use crate::tables::Power;
use crate::words::{Category, Token};

impl Augustus {
    /// A token was drawn (3.2); every seat is asked (3.5).
    pub(crate) fn token_drawn(&self, tx: &mut Tx<'_, Self>, token: Token) {
        tx.put(Change::TokenDrawn(token));
        tx.put(Change::Asked(Seats::first(self.seats)));
    }

    /// The categories `seat` may use: for the drawn token (3.12) or for the power under way (10.2, 10.3).
    pub(crate) fn permitted(&self, p: &Position, seat: Seat, ask: Ask) -> Kinds {
        match (ask, p.token) {
            (Ask::Mobilise(Power::Mobilise { category, .. }), _) => Kinds::one(category),
            (Ask::Placement, Some(token)) => self.tables.permitted(token, p.side(seat).controlled),
            _ => Kinds::ALL,
        }
    }

    /// The free spaces of `n` in the categories of `kinds`.
    #[inline]
    pub(crate) fn free(&self, p: &Position, n: u8, kinds: Kinds) -> Kinds {
        self.tables.objective(n).spaces.left(p.on(n)).kinds().and(kinds)
    }

    /// Pass, every place, every move (3.7 to 3.11), in the interface's order.
    pub(crate) fn placements(
        &self,
        p: &Position,
        seat: Seat,
        kinds: Kinds,
        visit: &mut dyn FnMut(&Action) -> Walk,
    ) -> Walk {
        visit(&Action::Pass)?;
        let open = p.conquered(seat);
        if p.side(seat).stock > 0 {
            for objective in open.iter() {
                for category in self.free(p, objective, kinds).iter() {
                    visit(&Action::Place(Space { objective, category }))?;
                }
            }
        }
        for from_objective in open.iter() {
            for from_category in p.on(from_objective).kinds().iter() {
                let from = Space { objective: from_objective, category: from_category };
                for objective in open.iter() {
                    for category in self.free(p, objective, kinds).iter() {
                        let to = Space { objective, category };
                        if to != from {
                            visit(&Action::Move { from, to })?;
                        }
                    }
                }
            }
        }
        Walk::Continue(())
    }

    /// Whether a legion may go to `to`, from the stock or from `from`; the checks in the interface's order.
    pub(crate) fn may_mobilise(
        &self,
        p: &Position,
        seat: Seat,
        ask: Ask,
        from: Option<Space>,
        to: Space,
    ) -> Result<(), Illegal> {
        let rule = if from.is_some() { Rule("3.8") } else { Rule("3.7") };
        self.may_target(p, seat, rule, to)?;
        if !self.permitted(p, seat, ask).has(to.category) {
            let rule = if ask == Ask::Placement { Rule("3.12") } else { Rule("10.2") };
            return Err(Illegal { rule, why: "wrong_category" });
        }
        if let Some(from) = from {
            may_leave(p, seat, from)?;
            if from == to {
                return Err(Illegal::new("3.11", "same_space"));
            }
        }
        self.has_room(p, to)?;
        if from.is_none() && p.side(seat).stock == 0 {
            return Err(Illegal::new("3.7", "stock_empty"));
        }
        Ok(())
    }

    /// Whether `to` is a space of an objective that `seat` is conquering; `rule` is that of the action.
    pub(crate) fn may_target(&self, p: &Position, seat: Seat, rule: Rule, to: Space) -> Result<(), Illegal> {
        if !p.side(seat).active.has(to.objective) {
            return Err(Illegal { rule, why: "not_your_objective" });
        }
        if p.completed.has(to.objective) {
            return Err(Illegal::new("5.4.1", "neutralised"));
        }
        match self.tables.objective(to.objective).spaces.of(to.category) {
            0 => Err(Illegal::new("1.7", "no_such_space")),
            _ => Ok(()),
        }
    }

    /// Whether a space like `to` is free (1.8).
    pub(crate) fn has_room(&self, p: &Position, to: Space) -> Result<(), Illegal> {
        match self.free(p, to.objective, Kinds::one(to.category)).has(to.category) {
            true => Ok(()),
            false => Err(Illegal::new("1.8", "space_taken")),
        }
    }

    /// Places or moves the legion, and says whether that completes the objective (4.1).
    pub(crate) fn mobilise(&self, tx: &mut Tx<'_, Self>, seat: Seat, action: Action) {
        let to = match action {
            Action::Place(to) => {
                tx.put(Change::LegionPlaced(seat, to));
                to
            }
            Action::Move { from, to } => {
                tx.put(Change::LegionMoved(seat, from, to));
                to
            }
            _ => return,
        };
        if self.is_full(tx.position(), to.objective) {
            tx.put(Change::ObjectiveCompleted(seat, to.objective));
        }
    }

    /// Whether all spaces of `n` are occupied (4.1).
    pub(crate) fn is_full(&self, p: &Position, n: u8) -> bool {
        self.tables.objective(n).spaces == p.on(n)
    }

    /// When the last seat has answered, all answers take effect together (3.16).
    pub(crate) fn placed(&self, tx: &mut Tx<'_, Self>) {
        let answers = tx.position().answers;
        tx.put(Change::AnswersOpened);
        for (seat, answer) in (0..self.seats).zip(answers) {
            if let Some(action) = answer {
                self.mobilise(tx, seat, action);
            }
        }
        if tx.position().completed.is_empty() {
            self.end_round(tx);
        } else {
            tx.put(Change::ResolutionBegan);
            self.next_of_queue(tx);
        }
    }

    /// 3.20 to 3.22
    pub(crate) fn end_round(&self, tx: &mut Tx<'_, Self>) {
        if tx.position().token == Some(Token::Joker) {
            tx.put(Change::BagRefilled);
            tx.put(Change::CrierChanged((tx.position().crier + 1) % self.seats.max(1)));
        }
        match self.end_reason(tx.position()) {
            Some(_) => tx.put(Change::GameEnded),
            None => tx.put(Change::RoundBegan),
        }
    }
}

/// Whether a legion of `seat` stands on `from` and may leave it.
fn may_leave(p: &Position, seat: Seat, from: Space) -> Result<(), Illegal> {
    if !p.side(seat).active.has(from.objective) {
        return Err(Illegal::new("3.8", "not_your_objective"));
    }
    if p.completed.has(from.objective) {
        return Err(Illegal::new("5.4.1", "neutralised"));
    }
    match p.on(from.objective).of(from.category) {
        0 => Err(Illegal::new("3.8", "no_legion_there")),
        _ => Ok(()),
    }
}

/// Whether a legion of `seat` stands there and is open to attacks (10.8.5).
pub(crate) fn stands(p: &Position, seat: Seat, space: Space) -> bool {
    may_leave(p, seat, space).is_ok()
}

/// Every category of every objective of `seat` on which a removable legion stands, in the interface's order.
pub(crate) fn occupied(p: &Position, seat: Seat) -> impl Iterator<Item = (Space, u8)> {
    p.conquered(seat).iter().flat_map(move |objective| {
        let legions = p.on(objective);
        let kinds = legions.kinds();
        kinds.iter().map(move |category: Category| (Space { objective, category }, legions.of(category)))
    })
}
