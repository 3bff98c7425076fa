//! The game on the wire (protocol P18), with an encrypted deck of three cards.
//!
//! Deck 0 is the cards 1, 2, 3. Deal d lies at positions 3d, 3d + 1, 3d + 2: the first two are the hands of the seats, who
//! have the right to them from the beginning of the deal; after every deal all three are shuffled into new positions. What
//! must be shown is shown by everybody's parts, so no action needs a reveal. A match from a position is open.

use std::collections::BTreeMap;
use std::sync::Arc;

use referee_kernel::digest::Hash;
use referee_kernel::game::{Game, legal_list};
use referee_kernel::json::Value;
use referee_kernel::open::{OpenRules, not_allowed, value};
use referee_kernel::rule::Illegal;
use referee_kernel::seat::Seat;
use referee_kernel::set::{NoSets, rules_hash};
use referee_kernel::stream::Stream;
use referee_kernel::tx::Tx;
use referee_kernel::wire::{
    Answers, Ask, Cards, NotAllowed, Past, Place, Question, Rules, State, read_config, read_payload, write_document,
};

use crate::rules::{Action, Change, Hand, Kuhn, Phase, Position};

/// The rules of kuhn for matches.
#[must_use]
pub fn wire() -> Arc<dyn Rules> {
    let hash = rules_hash(Kuhn::ID, Kuhn::RULES, &[]);
    Arc::new(KuhnRules { open: OpenRules::new(Arc::new(NoSets), hash) })
}

struct KuhnRules {
    open: OpenRules<Kuhn>,
}

impl KuhnRules {
    /// The game of a match with an encrypted deck: one that starts from no position.
    fn encrypted(&self, config: &[u8], players: u8) -> Option<Kuhn> {
        let (config, None) = read_config(config).filter(|_| self.open.accepts(config, players))? else { return None };
        Kuhn::configure(&NoSets, &config).ok()
    }
}

impl Rules for KuhnRules {
    fn game(&self) -> &str {
        Kuhn::ID
    }

    fn rules_hash(&self) -> Hash {
        self.open.rules_hash()
    }

    fn accepts(&self, config: &[u8], players: u8) -> bool {
        self.open.accepts(config, players)
    }

    fn decks(&self, config: &[u8], players: u8) -> Vec<Vec<String>> {
        let cards = || (1..=3).map(|c| c.to_string()).collect();
        self.encrypted(config, players).map(|_| cards()).into_iter().collect()
    }

    fn start(&self, config: &[u8], players: u8) -> Box<dyn State> {
        let Some(game) = self.encrypted(config, players) else { return self.open.start(config, players) };
        let mut state =
            KuhnState { position: game.setup(), game: Arc::new(game), rights: BTreeMap::new(), news: Vec::new() };
        state.deal();
        Box::new(state)
    }

    fn audit(&self, _: &[Past<'_>], _: &Cards) -> Vec<(u32, Seat)> {
        Vec::new()
    }
}

/// A match with hidden cards: the position knows no hand, the rights say where they lie.
#[derive(Clone)]
struct KuhnState {
    game: Arc<Kuhn>,
    position: Position,
    rights: BTreeMap<Place, Seat>,
    news: Vec<Change>,
}

impl KuhnState {
    fn place(deal: u16, card: u8) -> Place {
        Place { deck: 0, pos: 3 * u32::from(deal) + u32::from(card) }
    }

    /// Passes the rights to the first two cards of the deal (2.1).
    fn deal(&mut self) {
        self.rights = [0, 1].map(|s| (Self::place(self.position.deal, s), s)).into();
        let game = Arc::clone(&self.game);
        let mut tx = Tx::told(&*game, &mut self.position, &mut self.news);
        (0..2).for_each(|seat| tx.put(Change::Dealt(seat, Hand::Hidden)));
    }

    fn answering(&self) -> Self {
        Self { news: Vec::new(), ..self.clone() }
    }

    /// The one action of a payload: after it another seat is asked, or the deal is over.
    fn judged(&self, seat: Seat, actions: &[Value]) -> Result<(Action, Self), Illegal> {
        let seat = self.game.asked(&self.position, seat.into())?;
        let [one] = actions else { return Err(Illegal { rule: self.position.choices().0, why: "one_action" }) };
        let action = self.game.read_action(&self.position, seat, one)?;
        let mut next = self.answering();
        self.game.act(&mut Tx::told(&*self.game, &mut next.position, &mut next.news), seat, &action)?;
        Ok((action, next))
    }

    /// The position as somebody knows it who has read `known`.
    fn seen(&self, viewer: Option<Seat>, known: &Cards) -> Position {
        let mut position = self.position.clone();
        for (place, seat) in self.rights.iter().filter(|(_, seat)| viewer == Some(**seat)) {
            let hand = &mut position.hands[usize::from(seat & 1)];
            if let (Hand::Hidden, Some(card)) = (*hand, known.get(place)) {
                *hand = Hand::Card(u8::try_from(card + 1).unwrap_or_default());
            }
        }
        position
    }
}

impl State for KuhnState {
    fn boxed(&self) -> Box<dyn State> {
        Box::new(self.clone())
    }

    fn question(&self) -> Question {
        let p = &self.position;
        match p.phase {
            Phase::Speaking => Question::Act(vec![p.speaker()]),
            Phase::Showing => Question::Show(self.rights.keys().copied().collect()),
            Phase::Dealing => {
                let last = p.deal.saturating_sub(1);
                Question::Shuffle(vec![(0, [0, 1, 2].map(|c| Self::place(last, c).pos).to_vec())])
            }
            Phase::Over => Question::Over,
        }
    }

    fn check(&self, seat: Seat, payload: &[u8], cards: &Cards) -> Result<(), NotAllowed> {
        self.judged(seat, &read_payload(payload).unwrap_or_default()).map_err(not_allowed::<Kuhn>)?;
        let unasked = Illegal { rule: self.position.choices().0, why: "nothing_to_reveal" };
        if cards.is_empty() { Ok(()) } else { Err(not_allowed::<Kuhn>(unasked)) }
    }

    fn act(&self, answers: &Answers) -> Box<dyn State> {
        let seat = self.position.speaker();
        let given = answers.get(&seat).and_then(Option::as_ref).and_then(|a| read_payload(&a.payload));
        let default = || {
            let action = self.game.default_action(&self.position, seat)?;
            self.judged(seat, &[value(|w| self.game.write_action(&action, w))]).ok()
        };
        let after = given.and_then(|actions| self.judged(seat, &actions).ok()).or_else(default);
        after.map_or_else(|| self.boxed(), |(_, next)| Box::new(next))
    }

    fn seal(&self, _: &[Seat]) -> Box<dyn State> {
        self.boxed()
    }

    fn open(&self, _: &Answers) -> Box<dyn State> {
        self.boxed()
    }

    fn chance(&self, _: &mut Stream, _: Option<&mut Vec<Value>>) -> Box<dyn State> {
        self.boxed()
    }

    fn show(&self, cards: &Cards) -> Box<dyn State> {
        let mut next = self.answering();
        let deal = self.position.deal;
        let card =
            |seat| cards.get(&Self::place(deal, seat)).and_then(|c| u8::try_from(c + 1).ok()).unwrap_or_default();
        next.rights.clear();
        self.game.shown(&mut Tx::told(&*self.game, &mut next.position, &mut next.news), [card(0), card(1)]);
        Box::new(next)
    }

    fn shuffled(&self) -> Box<dyn State> {
        let mut next = self.answering();
        next.deal();
        Box::new(next)
    }

    fn hands(&self) -> BTreeMap<Place, Seat> {
        self.rights.clone()
    }

    fn document(&self) -> Vec<u8> {
        write_document(&self.rights, |w| self.game.write_view(&self.position, None, w))
    }

    fn view(&self, viewer: Option<Seat>, known: &Cards) -> Value {
        value(|w| self.game.write_view(&self.seen(viewer, known), viewer, w))
    }

    fn ask(&self, seat: Seat, _: &Cards, drafted: &[Value]) -> Result<Option<Ask>, NotAllowed> {
        if !drafted.is_empty() {
            return self.judged(seat, drafted).map(|_| None).map_err(not_allowed::<Kuhn>);
        }
        let legal = legal_list(&*self.game, &self.position, seat);
        let legal: Vec<_> = legal.iter().map(|a| value(|w| self.game.write_action(a, w))).collect();
        let decision = self.game.decision(&self.position, seat);
        let rule = format!("{}:{}", Kuhn::ID, decision.rule);
        Ok((!legal.is_empty()).then(|| Ask { kind: decision.kind.to_owned(), rule, legal }))
    }

    fn reveals(&self, _: Seat, _: &[Value], _: &Cards) -> Vec<Place> {
        Vec::new()
    }

    fn result(&self) -> Option<Value> {
        (self.position.phase == Phase::Over).then(|| value(|w| self.game.write_result(&self.position, w)))
    }

    fn news(&self, viewer: Option<Seat>) -> Vec<Value> {
        let known = self.news.iter().filter_map(|c| self.game.redact(c, viewer));
        known.map(|c| value(|w| self.game.write_change(&c, w))).collect()
    }
}
