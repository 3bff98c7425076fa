//! Judging payloads (sections 9.6 and 9.7).

use referee_kernel::game::{Game, legal_list};
use referee_kernel::json::Value;
use referee_kernel::open::{advice, value};
use referee_kernel::rule::Illegal;
use referee_kernel::seat::Seat;
use referee_kernel::stream::Stream;
use referee_kernel::tx::Tx;
use referee_kernel::wire::{Ask, Cards, Place, Question, State};

use super::deck::objective;
use super::state::{Match, Stage};
use crate::action::Action;
use crate::game::Augustus;
use crate::numbers::{Number, Numbers};
use crate::position::{Phase, Position};

impl Match {
    /// Whether the position stands at the secret choice of an encrypted match.
    pub(super) fn drafts_hidden_cards(&self) -> bool {
        self.deck.is_some() && self.position.phase == Phase::Draft
    }

    fn refused(&self, why: &'static str) -> Illegal {
        let rule = self.position.ask(&self.game.tables).map_or("11.1", |ask| ask.rule().0);
        Illegal::new(rule, why)
    }

    /// Whether `seat` answers the question the match stands at.
    fn answers_now(&self, seat: Seat) -> Result<Seat, Illegal> {
        if let Stage::Shown(_) = self.stage {
            return Err(self.refused("not_asked"));
        }
        let seat = self.game.asked(&self.position, seat.into())?;
        match &self.stage {
            Stage::Opening(sealed) if !sealed.has(seat) => Err(self.refused("not_asked")),
            _ => Ok(seat),
        }
    }

    /// The match after `actions` of one payload; the reveals are judged by [`Match::judge_reveals`].
    pub(super) fn after_actions(&self, seat: Seat, actions: &[Value]) -> Result<Match, Illegal> {
        let seat = self.answers_now(seat)?;
        let [first, more @ ..] = actions else { return Err(self.refused("no_action")) };
        let mut next = self.clone();
        if self.drafts_hidden_cards() {
            self.game.read_action(&self.position, seat, first)?;
        } else {
            next.one_action(seat, first)?;
        }
        let alone = self.question() == Question::Act(vec![seat]);
        for action in more {
            if !alone || next.question() != Question::Act(vec![seat]) {
                return Err(self.refused("one_action_too_many"));
            }
            next.one_action(seat, action)?;
        }
        Ok(next)
    }

    fn one_action(&mut self, seat: Seat, json: &Value) -> Result<(), Illegal> {
        let action = self.game.read_action(&self.position, seat, json)?;
        self.take(seat, action)
    }

    /// Takes an action in this state, and tells the news.
    pub(super) fn take(&mut self, seat: Seat, action: Action) -> Result<(), Illegal> {
        let game = self.game.clone();
        game.act(&mut Tx::told(&*game, &mut self.position, &mut self.news), seat, &action)?;
        self.settle();
        Ok(())
    }

    /// Whether the reveals are exactly those that the actions need.
    pub(super) fn judge_reveals(&self, seat: Seat, actions: &[Value], cards: &Cards) -> Result<(), Illegal> {
        if !self.drafts_hidden_cards() {
            return if cards.is_empty() { Ok(()) } else { Err(self.refused("reveals")) };
        }
        match actions.first().and_then(|first| self.kept(seat, first, cards)) {
            Some(_) => Ok(()),
            None => Err(self.refused("not_listed")),
        }
    }

    /// The three objectives that `seat` keeps, if `cards` are exactly the own cards that show them.
    pub(super) fn kept(&self, seat: Seat, action: &Value, cards: &Cards) -> Option<[Number; 3]> {
        let Ok(Action::Keep(kept)) = self.game.read_action(&self.position, seat, action) else { return None };
        let deck = self.deck.as_ref()?;
        let own = cards.keys().all(|place| deck.hand(seat).any(|p| p == *place));
        let shown: Numbers = cards.values().filter_map(|card| objective(*card)).collect();
        let exact = own && cards.len() == 3 && shown == kept.into_iter().collect() && shown.len() == 3;
        (exact && kept.is_sorted()).then_some(kept)
    }

    /// The position as `seat` knows it after what it has drafted, and what it may add; `None` where the payload ends or
    /// the seat is not asked.
    fn choices(
        &self,
        seat: Seat,
        known: &Cards,
        drafted: &[Value],
    ) -> Result<Option<(Position, Vec<Action>)>, Illegal> {
        if self.answers_now(seat).is_err() || matches!(self.stage, Stage::Opening(_)) {
            return Ok(None);
        }
        let position = self.filled(seat, known);
        if drafted.is_empty() {
            let legal = legal_list(&*self.game, &position, seat);
            return Ok(Some((position, legal)));
        }
        if self.drafts_hidden_cards() {
            // Judged on the seat's own cards; the rest of the table does not matter for its choice.
            let [one] = drafted else { return Err(self.refused("one_action_too_many")) };
            let action = self.game.read_action(&position, seat, one)?;
            self.game.act(&mut Tx::new(&*self.game, &mut position.clone()), seat, &action)?;
            return Ok(None);
        }
        let next = self.after_actions(seat, drafted)?;
        let alone = Question::Act(vec![seat]);
        if self.question() == alone && next.question() == alone { next.choices(seat, known, &[]) } else { Ok(None) }
    }

    /// The decision of `seat` after `drafted`, for whoever knows the cards `known`.
    pub(super) fn decision(&self, seat: Seat, known: &Cards, drafted: &[Value]) -> Result<Option<Ask>, Illegal> {
        let Some((position, legal)) = self.choices(seat, known, drafted)? else { return Ok(None) };
        let Some(ask) = position.ask(&self.game.tables) else { return Ok(None) };
        let legal = legal.iter().map(|a| value(|w| a.write(w))).collect();
        let rule = format!("{}:{}", Augustus::ID, ask.rule());
        Ok(Some(Ask { kind: ask.kind().to_owned(), rule, legal }))
    }

    /// What a bot adds, by what the seat knows.
    pub(super) fn advice(
        &self,
        bot: &str,
        seat: Seat,
        known: &Cards,
        drafted: &[Value],
        dice: &mut Stream,
    ) -> Option<u32> {
        let (position, legal) = self.choices(seat, known, drafted).ok()??;
        advice(&*self.game, bot, &position, seat, &legal, dice)
    }

    /// The places that `actions` of `seat` must reveal.
    pub(super) fn needed(&self, seat: Seat, actions: &[Value], known: &Cards) -> Vec<Place> {
        let keep = match actions.first().map(|a| self.game.read_action(&self.position, seat, a)) {
            Some(Ok(Action::Keep(kept))) if self.drafts_hidden_cards() => kept,
            _ => return Vec::new(),
        };
        let Some(deck) = &self.deck else { return Vec::new() };
        let is_kept = |p: &Place| known.get(p).and_then(|c| objective(*c)).is_some_and(|n| keep.contains(&n));
        deck.hand(seat).filter(is_kept).collect()
    }
}
