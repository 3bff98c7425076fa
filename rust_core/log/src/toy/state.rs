//! The toy game at a question.

use std::collections::BTreeMap;
use std::sync::Arc;

use referee_kernel::json::Value;
use referee_kernel::stream::Stream;
use referee_kernel::wire::{Answer, Answers, Ask, Cards, NotAllowed, Place, Question, Seat, State};

use super::config::{Opening, Setup};

/// The payload that may turn out to be a lie.
pub(super) const BOAST: &[u8] = br#"[{"do":"boast"}]"#;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Luck,
    Turn,
    Market,
    Bid,
    Open,
    Over,
}

/// Where the cards are that nobody holds.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Table {
    /// Cards are known by index; both lists ascend.
    Open { deck: Vec<u32>, shown: Vec<u32> },
    /// The deck is the positions from `next` to before `end`; `shown` in order of appearance, as (position, card).
    Closed { next: u32, end: u32, shown: Vec<(u32, u32)> },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ToyState {
    setup: Arc<Setup>,
    phase: Phase,
    round: u8,
    score: Vec<i64>,
    bag: [u32; 2],
    /// Per seat, ascending: cards in an open match, positions in a closed one.
    hand: Vec<Vec<u32>>,
    table: Table,
    sealed: Vec<Seat>,
}

const FULL_BAG: [u32; 2] = [2, 1];

/// One answer, read.
enum Move {
    Pass,
    Take,
    Boast,
    PlayCard(u32),
    PlayPlace(u32),
    Bid(i64),
    Lay(u32),
}

impl Move {
    fn write(&self) -> Value {
        let number = |n: &u32| Value::from(*n);
        match self {
            Move::Pass => Value::object([("do", "pass".into())]),
            Move::Take => Value::object([("do", "take".into())]),
            Move::Boast => Value::object([("do", "boast".into())]),
            Move::PlayCard(card) => Value::object([("card", number(card)), ("do", "play".into())]),
            Move::PlayPlace(pos) => Value::object([("do", "play".into()), ("pos", number(pos))]),
            Move::Bid(bid) => Value::object([("bid", Value::Int(*bid))]),
            Move::Lay(pos) => Value::object([("lay", number(pos))]),
        }
    }

    /// The place whose card the move reveals.
    fn reveals(&self) -> Option<Place> {
        match self {
            Move::PlayPlace(pos) | Move::Lay(pos) => Some(Place { deck: 0, pos: *pos }),
            _ => None,
        }
    }
}

impl ToyState {
    pub fn new(setup: Setup) -> Self {
        let seats = usize::from(setup.config.seats);
        let players = u32::from(setup.config.seats);
        let closed = setup.is_closed();
        let opening = setup.position.clone().unwrap_or_else(|| Opening {
            bag: FULL_BAG,
            deck: Vec::new(),
            hand: if closed { (0..players).map(|seat| vec![seat]).collect() } else { vec![Vec::new(); seats] },
            round: 0,
            score: vec![0; seats],
            shown: Vec::new(),
        });
        let table = if closed {
            Table::Closed { next: players, end: setup.card_count(), shown: Vec::new() }
        } else {
            Table::Open { deck: opening.deck, shown: opening.shown }
        };
        ToyState {
            setup: Arc::new(setup),
            phase: Phase::Luck,
            round: opening.round,
            score: opening.score,
            bag: opening.bag,
            hand: opening.hand,
            table,
            sealed: Vec::new(),
        }
    }

    fn active(&self) -> Seat {
        self.round.checked_rem(self.setup.config.seats).unwrap_or_default()
    }

    fn has_market(&self) -> bool {
        match &self.table {
            Table::Open { deck, shown } => !deck.is_empty() || !shown.is_empty(),
            Table::Closed { next, end, shown } => next < end || !shown.is_empty(),
        }
    }

    fn add(&mut self, seat: Seat, points: i64) {
        if let Some(score) = self.score.get_mut(usize::from(seat)) {
            *score += points;
        }
    }

    fn hand(&self, seat: Seat) -> &[u32] {
        self.hand.get(usize::from(seat)).map_or(&[], Vec::as_slice)
    }

    fn drop_from_hand(&mut self, seat: Seat, card: u32) {
        if let Some(hand) = self.hand.get_mut(usize::from(seat)) {
            hand.retain(|c| *c != card);
        }
    }

    /// Every move `seat` may make, in the order of Annex C.
    fn legal(&self, seat: Seat) -> Vec<Move> {
        let closed = matches!(self.table, Table::Closed { .. });
        let hand = self.hand(seat);
        match self.phase {
            Phase::Open => {
                let lays = hand.iter().filter(|_| closed).map(|pos| Move::Lay(*pos));
                (0..4).map(Move::Bid).chain(lays).collect()
            }
            Phase::Turn => {
                let boast = (closed && !hand.is_empty()).then_some(Move::Boast);
                let plays = hand.iter().map(|c| if closed { Move::PlayPlace(*c) } else { Move::PlayCard(*c) });
                [Move::Pass, Move::Take].into_iter().chain(boast).chain(plays).collect()
            }
            _ => Vec::new(),
        }
    }

    fn find(&self, seat: Seat, action: &Value) -> Option<Move> {
        self.legal(seat).into_iter().find(|m| m.write() == *action)
    }

    /// The move of an accepted answer; `None` for the default and the empty opening.
    fn read(&self, seat: Seat, answer: Option<&Answer>) -> Option<Move> {
        let payload = Value::parse_canonical(&answer?.payload)?;
        self.find(seat, payload.as_list()?.first()?)
    }

    fn rule(&self) -> &'static str {
        if self.phase == Phase::Open { "toy:4" } else { "toy:2" }
    }

    fn refuse(&self, why: &str) -> NotAllowed {
        NotAllowed { rule: self.rule().to_owned(), why: why.to_owned() }
    }

    /// Turns the card at `pos` up; gives its index.
    fn lay(&mut self, seat: Seat, pos: u32, answer: Option<&Answer>) -> i64 {
        let place = Place { deck: 0, pos };
        let card = answer.and_then(|a| a.cards.get(&place).copied()).unwrap_or_default();
        self.drop_from_hand(seat, pos);
        if let Table::Closed { shown, .. } = &mut self.table {
            shown.push((pos, card));
        }
        i64::from(card)
    }

    fn draw_to_hand(&mut self, seat: Seat) {
        if let Table::Closed { next, end, .. } = &mut self.table
            && next < end
        {
            if let Some(hand) = self.hand.get_mut(usize::from(seat)) {
                hand.push(*next);
            }
            *next += 1;
        }
    }

    fn end_round(mut self) -> Self {
        self.sealed.clear();
        self.round += 1;
        self.phase = if self.round < self.setup.config.rounds { Phase::Luck } else { Phase::Over };
        self
    }

    fn luck(&mut self, stream: &mut Stream, told: &mut Option<&mut Vec<Value>>) {
        let seat = self.active();
        let die = stream.die(6);
        tell(told, Value::object([("die", Value::Int(6))]), Value::from(die));
        self.add(seat, die.into());
        if self.bag == [0, 0] {
            self.bag = FULL_BAG;
        }
        let request = Value::object([("draw", self.bag_document())]);
        let kind = stream.draw(&self.bag);
        tell(told, request, if kind == 1 { "b".into() } else { "a".into() });
        if let Some(count) = self.bag.get_mut(kind) {
            *count -= 1;
        }
        if kind == 1 {
            self.add(seat, 10);
        }
        self.phase = Phase::Turn;
    }

    fn market(&mut self, stream: &mut Stream, told: &mut Option<&mut Vec<Value>>) {
        if let Table::Open { deck, shown } = &mut self.table {
            if deck.is_empty() {
                core::mem::swap(deck, shown);
            }
            let request = Value::object([("draw", deck.iter().map(|c| Value::from(*c)).collect::<Vec<_>>().into())]);
            let card = deck.remove(stream.draw(&vec![1; deck.len()]));
            tell(told, request, Value::from(card));
            shown.push(card);
            shown.sort_unstable();
        }
        self.phase = Phase::Bid;
    }

    fn bag_document(&self) -> Value {
        let kinds = ["a", "b"].into_iter().zip(self.bag).filter(|(_, count)| *count > 0);
        Value::Object(kinds.map(|(kind, count)| (kind.to_owned(), count.into())).collect())
    }

    fn phase_name(&self) -> &'static str {
        match self.phase {
            Phase::Luck => "luck",
            Phase::Turn => "turn",
            Phase::Market => "market",
            Phase::Bid => "bid",
            Phase::Open => "open",
            Phase::Over => "over",
        }
    }

    fn view_with_hands(&self, hand: Value) -> Value {
        let ints = |list: &[u32]| Value::from(list.iter().map(|c| Value::from(*c)).collect::<Vec<_>>());
        let (deck, shown) = match &self.table {
            Table::Open { deck, shown } => (ints(deck), ints(shown)),
            Table::Closed { next, end, shown } => {
                let pairs: Vec<Value> = shown.iter().map(|(pos, card)| ints(&[*pos, *card])).collect();
                (Value::from(end.saturating_sub(*next)), pairs.into())
            }
        };
        Value::object([
            ("bag", self.bag_document()),
            ("config", self.setup.config.document()),
            ("deck", deck),
            ("hand", hand),
            ("phase", self.phase_name().into()),
            ("round", self.round.into()),
            ("score", self.score.iter().map(|s| Value::Int(*s)).collect::<Vec<_>>().into()),
            ("sealed", self.sealed.iter().map(|s| Value::from(*s)).collect::<Vec<_>>().into()),
            ("shown", shown),
        ])
    }
}

fn tell(told: &mut Option<&mut Vec<Value>>, chance: Value, outcome: Value) {
    if let Some(told) = told {
        told.push(Value::object([("chance", chance), ("outcome", outcome)]));
    }
}

impl State for ToyState {
    fn boxed(&self) -> Box<dyn State> {
        Box::new(self.clone())
    }

    fn question(&self) -> Question {
        match (self.phase, &self.table) {
            (Phase::Luck, _) | (Phase::Market, Table::Open { .. }) => Question::Chance,
            (Phase::Turn, _) => Question::Act(vec![self.active()]),
            (Phase::Market, Table::Closed { next, end, .. }) if next < end => {
                Question::Show(vec![Place { deck: 0, pos: *next }])
            }
            (Phase::Market, Table::Closed { shown, .. }) => {
                Question::Shuffle(vec![(0, shown.iter().map(|(pos, _)| *pos).collect())])
            }
            (Phase::Bid, _) => Question::Seal((0..self.setup.config.seats).collect()),
            (Phase::Open, _) => Question::Open(self.sealed.clone()),
            (Phase::Over, _) => Question::Over,
        }
    }

    fn check(&self, seat: Seat, payload: &[u8], cards: &Cards) -> Result<(), NotAllowed> {
        let actions = Value::parse_canonical(payload).ok_or_else(|| self.refuse("this is no canonical JSON"))?;
        let needed = match (actions.as_list(), self.phase) {
            (Some([]), Phase::Open) => None,
            (Some([action]), _) => {
                self.find(seat, action).ok_or_else(|| self.refuse("this is not one of the legal actions"))?.reveals()
            }
            _ => return Err(self.refuse("a payload is an array of one action")),
        };
        if cards.keys().copied().eq(needed) {
            Ok(())
        } else {
            Err(self.refuse("the reveals are not those the action needs"))
        }
    }

    fn act(&self, answers: &Answers) -> Box<dyn State> {
        let mut next = self.clone();
        for (seat, answer) in answers {
            match self.read(*seat, answer.as_ref()) {
                Some(Move::Take) => next.add(*seat, 1),
                Some(Move::Boast) => next.add(*seat, 2),
                Some(Move::PlayCard(card)) => {
                    next.add(*seat, card.into());
                    next.drop_from_hand(*seat, card);
                    if let Table::Open { shown, .. } = &mut next.table {
                        shown.push(card);
                        shown.sort_unstable();
                    }
                }
                Some(Move::PlayPlace(pos)) => {
                    let points = next.lay(*seat, pos, answer.as_ref());
                    next.add(*seat, points);
                    next.draw_to_hand(*seat);
                }
                _ => {}
            }
        }
        next.phase = if next.has_market() { Phase::Market } else { Phase::Bid };
        Box::new(next)
    }

    fn seal(&self, sealed: &[Seat]) -> Box<dyn State> {
        let mut next = self.clone();
        if sealed.is_empty() {
            return Box::new(next.end_round());
        }
        next.sealed = sealed.to_vec();
        next.phase = Phase::Open;
        Box::new(next)
    }

    fn open(&self, answers: &Answers) -> Box<dyn State> {
        let mut next = self.clone();
        let mut bids = Vec::new();
        for (seat, answer) in answers {
            let bid = match self.read(*seat, answer.as_ref()) {
                Some(Move::Bid(bid)) => bid,
                Some(Move::Lay(pos)) => next.lay(*seat, pos, answer.as_ref()),
                _ => 0,
            };
            bids.push((bid, *seat));
        }
        let top = bids.iter().map(|(bid, _)| *bid).max().unwrap_or_default();
        let mut highest = bids.iter().filter(|(bid, _)| *bid == top);
        if let (Some((bid, seat)), None) = (highest.next(), highest.next()) {
            next.add(*seat, *bid);
        }
        Box::new(next.end_round())
    }

    fn chance(&self, stream: &mut Stream, mut told: Option<&mut Vec<Value>>) -> Box<dyn State> {
        let mut next = self.clone();
        if self.phase == Phase::Market {
            next.market(stream, &mut told);
        } else {
            next.luck(stream, &mut told);
        }
        Box::new(next)
    }

    fn show(&self, cards: &Cards) -> Box<dyn State> {
        let mut state = self.clone();
        if let Table::Closed { next, shown, .. } = &mut state.table {
            shown.extend(cards.iter().map(|(place, card)| (place.pos, *card)));
            *next += 1;
        }
        state.phase = Phase::Bid;
        Box::new(state)
    }

    fn shuffled(&self) -> Box<dyn State> {
        let mut state = self.clone();
        if let Table::Closed { next, end, shown } = &mut state.table {
            *next = *end;
            *end = end.saturating_add(u32::try_from(shown.len()).unwrap_or(u32::MAX));
            shown.clear();
        }
        Box::new(state)
    }

    fn hands(&self) -> BTreeMap<Place, Seat> {
        if matches!(self.table, Table::Open { .. }) {
            return BTreeMap::new();
        }
        (0..self.setup.config.seats)
            .flat_map(|seat| self.hand(seat).iter().map(move |pos| (Place { deck: 0, pos: *pos }, seat)))
            .collect()
    }

    fn document(&self) -> Vec<u8> {
        let rights: Vec<Value> = self
            .hands()
            .into_iter()
            .map(|(place, seat)| vec![Value::from(place.deck), place.pos.into(), seat.into()].into())
            .collect();
        Value::object([("positions", rights.into()), ("view", self.view(None, &Cards::new()))]).canonical()
    }

    /// Of the viewer's own hand a closed match shows `[position, card or null]` pairs instead of its size.
    fn view(&self, viewer: Option<Seat>, known: &Cards) -> Value {
        let closed = matches!(self.table, Table::Closed { .. });
        let one = |seat: Seat| -> Value {
            let hand = self.hand(seat);
            if !closed {
                return hand.iter().map(|c| Value::from(*c)).collect::<Vec<_>>().into();
            }
            if viewer != Some(seat) {
                return Value::Int(i64::try_from(hand.len()).unwrap_or(i64::MAX));
            }
            let pair = |pos: &u32| {
                let card = known.get(&Place { deck: 0, pos: *pos }).copied();
                Value::from(vec![Value::from(*pos), Value::from(card)])
            };
            hand.iter().map(pair).collect::<Vec<_>>().into()
        };
        self.view_with_hands((0..self.setup.config.seats).map(one).collect::<Vec<_>>().into())
    }

    fn ask(&self, seat: Seat, _known: &Cards, drafted: &[Value]) -> Result<Option<Ask>, NotAllowed> {
        // What is sealed is what will be opened.
        let phase = if self.phase == Phase::Bid { Phase::Open } else { self.phase };
        let choosing = ToyState { phase, ..self.clone() };
        match drafted {
            [] if self.question().seats().contains(&seat) => Ok(Some(Ask {
                kind: self.phase_name().to_owned(),
                rule: choosing.rule().to_owned(),
                legal: choosing.legal(seat).iter().map(Move::write).collect(),
            })),
            [] => Ok(None),
            [action] if choosing.find(seat, action).is_some() => Ok(None),
            [_] => Err(choosing.refuse("this is not one of the legal actions")),
            _ => Err(choosing.refuse("a payload is an array of one action")),
        }
    }

    fn reveals(&self, _seat: Seat, actions: &[Value], _known: &Cards) -> Vec<Place> {
        let pos = |action: &Value| {
            let pos = action.get("pos").or_else(|| action.get("lay"))?.as_int()?;
            u32::try_from(pos).ok().map(|pos| Place { deck: 0, pos })
        };
        actions.iter().filter_map(pos).collect()
    }

    fn result(&self) -> Option<Value> {
        let score = || self.score.iter().map(|s| Value::Int(*s)).collect::<Vec<_>>();
        (self.phase == Phase::Over).then(|| Value::object([("score", score().into())]))
    }
}
