//! A match on the wire is the plain game: random matches are played both ways, and the spectator sees the same.
//!
//! The test is the dealer: it knows which card lies where, the rules on the wire do not.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use common::json;
use referee_cards::Library;
use referee_kernel::game::{Game, Next};
use referee_kernel::json::Value;
use referee_kernel::stream::Stream;
use referee_kernel::tx::Tx;
use referee_kernel::wire::{Answer, Answers, Cards, Place, Question, Rules, State};
use referee_purple::Purple;
use referee_purple::action::{Action, Outcome};
use referee_purple::position::Position;

/// Both ways of one match, and the cards.
struct World {
    state: Box<dyn State>,
    game: Purple,
    plain: Position,
    /// Card indices of each deck by position.
    cards: [Vec<u32>; 2],
    decks: Vec<Vec<String>>,
    rights: BTreeMap<Place, u8>,
    next: [u32; 2],
    told: VecDeque<Value>,
    sealed: BTreeMap<u8, Vec<Value>>,
    dice: Stream,
    kinds: BTreeMap<&'static str, u32>,
}

impl World {
    fn new(rules: &Arc<dyn Rules>, config: &str, seed: u8) -> Self {
        let config = Value::parse(config.as_bytes()).unwrap();
        let game = Purple::configure(&Library::new(), &config).unwrap();
        let charter = Value::object([("config", config), ("position", Value::Null)]).canonical();
        let players = game.seats();
        assert!(rules.accepts(&charter, players) && !rules.accepts(&charter, players + 1));
        let decks = rules.decks(&charter, players);
        let mut dice = Stream::from_seed(&[seed; 32]);
        let cards = [0, 1].map(|d| dice.shuffle(decks.get(d).map_or(0, |d| u32::try_from(d.len()).unwrap())));
        let plain = game.setup();
        let state = rules.start(&charter, players);
        Self {
            state,
            game,
            plain,
            cards,
            decks,
            rights: BTreeMap::new(),
            next: [0, 0],
            told: VecDeque::new(),
            sealed: BTreeMap::new(),
            dice,
            kinds: BTreeMap::new(),
        }
    }

    fn index(&self, place: Place) -> u32 {
        self.cards[usize::from(place.deck)][place.pos as usize]
    }

    fn id(&self, place: Place) -> &str {
        &self.decks[usize::from(place.deck)][self.index(place) as usize]
    }

    /// The cards a seat has read: all of its own.
    fn known(&self, seat: u8) -> Cards {
        self.rights.iter().filter(|(_, s)| **s == seat).map(|(p, _)| (*p, self.index(*p))).collect()
    }

    fn coin(&mut self, n: u32) -> bool {
        self.dice.below(n) == 0
    }

    /// A random payload of a seat that is asked, with what it reveals; `None` for the default.
    fn payload(&mut self, seat: u8, sealed: bool) -> Option<(Vec<Value>, Cards)> {
        let known = self.known(seat);
        let mut actions: Vec<Value> = Vec::new();
        for _ in 0..8 {
            let Some(ask) = self.state.ask(seat, &known, &actions).unwrap() else { break };
            let battle = ask.kind == "battle" && !actions.is_empty();
            if !battle && (!actions.is_empty() || sealed) && self.coin(2) {
                break;
            }
            if ask.legal.is_empty() {
                break;
            }
            // Cards are used up often, so that decks come to their end.
            let with_card: Vec<&Value> = ask.legal.iter().filter(|a| a.get("card").is_some()).collect();
            let few = !with_card.is_empty() && self.coin(2);
            let choices = if few { with_card } else { ask.legal.iter().collect() };
            let n = u32::try_from(choices.len()).unwrap();
            actions.push(choices[self.dice.below(n) as usize].clone());
        }
        let unfinished = self.state.ask(seat, &known, &actions).unwrap().is_some_and(|a| a.kind == "battle");
        if unfinished && !actions.is_empty() {
            return None;
        }
        let places = self.state.reveals(seat, &actions, &known);
        let cards: Cards = places.iter().map(|p| (*p, known[p])).collect();
        self.check(seat, &actions, &cards, &known);
        Some((actions, cards))
    }

    /// The payload is accepted as it is, and with no other reveals.
    fn check(&self, seat: u8, actions: &[Value], cards: &Cards, known: &Cards) {
        let payload = Value::List(actions.to_vec()).canonical();
        self.state
            .check(seat, &payload, cards)
            .unwrap_or_else(|e| panic!("{}: {e:?}", String::from_utf8_lossy(&payload)));
        for (place, card) in known.iter().filter(|(p, _)| !cards.contains_key(p)) {
            let more: Cards = cards.iter().map(|(p, c)| (*p, *c)).chain([(*place, *card)]).collect();
            assert!(self.state.check(seat, &payload, &more).is_err(), "a reveal too many");
        }
        if let Some(first) = cards.keys().next() {
            let fewer: Cards = cards.iter().filter(|(p, _)| *p != first).map(|(p, c)| (*p, *c)).collect();
            assert!(self.state.check(seat, &payload, &fewer).is_err(), "a reveal too few");
            let other: Cards = cards.keys().map(|p| (Place { deck: 0, pos: p.pos + 40 }, 0)).collect();
            assert!(self.state.check(seat, &payload, &other).is_err(), "somebody else's card");
        }
        for stranger in (0..4).filter(|s| !self.state.question().seats().contains(s)) {
            assert!(self.state.check(stranger, &payload, &Cards::new()).is_err(), "seat {stranger} is not asked");
        }
    }

    fn act_plain(&mut self, seat: u8, action: &Value) {
        let read = self.game.read_action(&self.plain, seat, action).unwrap();
        let taken = self.game.act(&mut Tx::new(&self.game, &mut self.plain), seat, &read);
        taken.unwrap_or_else(|e| panic!("plain refuses {} of seat {seat}: {e}", action.text()));
        self.deal();
    }

    /// Gives the plain game the chance the match on the wire had.
    fn deal(&mut self) {
        while self.game.next(&self.plain) == Next::Chance {
            let request = json(|w| self.game.write_request(&self.plain, w));
            let deck = request.get("deck").and_then(Value::as_str).unwrap_or_default();
            let to = request.get("to").and_then(Value::as_int).and_then(|s| u8::try_from(s).ok());
            let encrypted = !self.decks.is_empty();
            let outcome = match (deck, to) {
                ("plot" | "agenda", Some(seat)) if encrypted => {
                    let d = usize::from(deck == "agenda");
                    if self.next[d] as usize == self.cards[d].len() {
                        return;
                    }
                    let place = Place { deck: u8::try_from(d).unwrap(), pos: self.next[d] };
                    self.next[d] += 1;
                    self.rights.insert(place, seat);
                    Value::from(self.id(place))
                }
                ("hand", Some(seat)) if encrypted => {
                    let Some(told) = self.told.pop_front() else { return };
                    let of = u8::try_from(request.get("of").unwrap().as_int().unwrap()).unwrap();
                    let k = usize::try_from(told.as_int().unwrap()).unwrap();
                    let victims = self.rights.iter().filter(|(p, s)| p.deck == 0 && **s == of);
                    let place = victims.map(|(p, _)| *p).nth(k).unwrap();
                    self.rights.insert(place, seat);
                    Value::from(self.id(place))
                }
                _ => match self.told.pop_front() {
                    Some(told) => told,
                    None => return,
                },
            };
            let outcome: Outcome = self.game.read_outcome(&self.plain, &outcome).unwrap();
            self.game.chance(&mut Tx::new(&self.game, &mut self.plain), &outcome).unwrap();
        }
    }

    fn spend(&mut self, cards: &Cards) {
        cards.keys().for_each(|p| {
            self.rights.remove(p);
        });
    }

    fn act(&mut self, seats: &[u8]) {
        let mut answers = Answers::new();
        let mut plain = Vec::new();
        for seat in seats {
            let given = if self.coin(8) { None } else { self.payload(*seat, false) };
            if let Some((actions, cards)) = &given {
                plain.push((*seat, actions.clone(), cards.clone()));
            }
            let answer = given.map(|(a, cards)| Answer { payload: Value::List(a).canonical(), cards });
            answers.insert(*seat, answer);
        }
        let silent: Vec<u8> = seats.iter().copied().filter(|s| answers[s].is_none()).collect();
        let discards = self.game.decision(&self.plain, 0).kind == "discard";
        self.state = self.state.act(&answers);
        for (seat, actions, cards) in plain {
            // The cards are gone before a draw could count them.
            self.spend(&cards);
            actions.iter().for_each(|a| self.act_plain(seat, a));
        }
        // A default discard of an encrypted match is shown first.
        if !discards || self.decks.is_empty() {
            silent.iter().for_each(|s| self.default_plain(*s));
        }
    }

    /// The default, by the words of section 9.4.
    fn default_plain(&mut self, seat: u8) {
        let Next::Decide(asked) = self.game.next(&self.plain) else { return };
        if !asked.has(seat) {
            return;
        }
        let kind = self.game.decision(&self.plain, seat).kind;
        let listed = |wanted: &[&str]| {
            let mut found = None;
            self.game.legal(&self.plain, seat, &mut |a: &Action| {
                let text = json(|w| self.game.write_action(a, w)).text();
                if found.is_none() && (wanted.is_empty() || wanted.contains(&text.as_str())) {
                    found = Some(text);
                }
                std::ops::ControlFlow::Continue(())
            });
            Value::parse(found.unwrap().as_bytes()).unwrap()
        };
        let action = match kind {
            "action" => listed(&[r#"{"do":"end_turn"}"#]),
            "window" | "copy" | "heir_window" | "auction" | "swap" => listed(&[r#"{"do":"pass"}"#]),
            "move_step" | "legion_step" => listed(&[r#"{"do":"stop"}"#]),
            "train_more" | "defend" | "solo_defence" | "commit" => listed(&[r#"{"do":"done"}"#]),
            "event_choice" => listed(&[
                r#"{"do":"choose","option":"a"}"#,
                r#"{"do":"choose","option":"coins"}"#,
                r#"{"do":"choose","option":"stamina"}"#,
            ]),
            "import_grain" => listed(&[r#"{"count":0,"do":"import"}"#]),
            "remove_famine" => listed(&[r#"{"count":0,"do":"remove"}"#]),
            _ => listed(&[]),
        };
        self.act_plain(seat, &action);
    }

    fn seal(&mut self, seats: &[u8]) {
        let mut sealed = Vec::new();
        for seat in seats {
            if self.coin(4) {
                continue;
            }
            if let Some((actions, _)) = self.payload(*seat, true) {
                self.sealed.insert(*seat, actions);
                sealed.push(*seat);
            }
        }
        self.state = self.state.seal(&sealed);
        if sealed.is_empty() {
            self.conclude(&Answers::new());
        }
    }

    fn open(&mut self, seats: &[u8]) {
        let mut answers = Answers::new();
        for seat in seats {
            let actions = self.sealed.remove(seat).unwrap();
            if self.coin(5) {
                answers.insert(*seat, None);
                continue;
            }
            let known = self.known(*seat);
            let places = self.state.reveals(*seat, &actions, &known);
            let cards: Cards = places.iter().map(|p| (*p, known[p])).collect();
            self.check(*seat, &actions, &cards, &known);
            answers.insert(*seat, Some(Answer { payload: Value::List(actions).canonical(), cards }));
        }
        self.state = self.state.open(&answers);
        self.conclude(&answers);
        self.sealed.clear();
    }

    fn conclude(&mut self, answers: &Answers) {
        let Next::Decide(asked) = self.game.next(&self.plain) else { panic!("commit is asked") };
        for seat in asked.iter() {
            if let Some(Some(answer)) = answers.get(&seat) {
                self.spend(&answer.cards);
                let actions = Value::parse(&answer.payload).unwrap();
                actions.as_list().unwrap().iter().for_each(|a| self.act_plain(seat, a));
            }
            if matches!(self.game.next(&self.plain), Next::Decide(s) if s.has(seat)) {
                self.act_plain(seat, &Value::object([("do", Value::from("done"))]));
            }
        }
    }

    fn chance(&mut self) {
        let mut seed = [9; 32];
        seed[..4].copy_from_slice(&self.dice.below(1 << 31).to_le_bytes());
        let mut told = Vec::new();
        self.state = self.state.chance(&mut Stream::from_seed(&seed), Some(&mut told));
        self.told.extend(told.iter().map(|t| t.get("outcome").unwrap().clone()));
        self.deal();
        assert!(self.told.is_empty(), "the plain game asks for the same chance");
    }

    fn show(&mut self, places: &[Place]) {
        let cards: Cards = places.iter().map(|p| (*p, self.index(*p))).collect();
        let discards: Vec<(u8, Value)> = places
            .iter()
            .map(|p| {
                let action = [("card", Value::from(self.id(*p))), ("do", Value::from("discard"))];
                (self.rights[p], Value::object(action))
            })
            .collect();
        self.state = self.state.show(&cards);
        if self.plain.over.is_none() {
            self.spend(&cards);
            discards.iter().for_each(|(s, a)| self.act_plain(*s, a));
        } else {
            self.rights.clear();
        }
    }

    fn shuffle(&mut self, decks: &[(u8, Vec<u32>)]) {
        let [(0, positions)] = decks else { panic!("only deck 0 is shuffled") };
        let cards: Vec<u32> = positions.iter().map(|p| self.cards[0][*p as usize]).collect();
        let order = self.dice.shuffle(u32::try_from(cards.len()).unwrap());
        self.cards[0].extend(order.iter().map(|i| cards[*i as usize]));
        self.state = self.state.shuffled();
        self.deal();
    }

    /// What everybody sees is what the plain game shows, and rights are where the cards are.
    fn compare(&self) {
        let hands = self.state.hands();
        assert_eq!(hands, self.rights);
        let document = Value::parse_canonical(&self.state.document()).expect("a canonical document");
        let decided = matches!(self.state.question(), Question::Act(_) | Question::Over | Question::Seal(_));
        let view = document.get("view").unwrap();
        if decided && !self.decks.is_empty() {
            let mut plain = json(|w| self.game.write_view(&self.plain, None, w));
            assert_eq!(view.text(), plain.text());
            for seat in 0..self.game.seats() {
                plain = json(|w| self.game.write_view(&self.plain, Some(seat), w));
                let mine = self.state.view(Some(seat), &self.known(seat));
                if self.state.question() != Question::Over {
                    assert_eq!(mine.text(), plain.text(), "seat {seat}");
                }
            }
        } else if decided {
            assert_eq!(view.text(), json(|w| self.game.write_position(&self.plain, w)).text());
        }
    }

    fn play(mut self, bound: u32) -> BTreeMap<&'static str, u32> {
        for _ in 0..bound {
            self.deal();
            self.compare();
            let question = self.state.question();
            *self.kinds.entry(question.kind()).or_default() += 1;
            match question {
                Question::Act(seats) => self.act(&seats),
                Question::Seal(seats) => self.seal(&seats),
                Question::Open(seats) => self.open(&seats),
                Question::Chance => self.chance(),
                Question::Show(places) => self.show(&places),
                Question::Shuffle(decks) => self.shuffle(&decks),
                Question::Over => {
                    let result = self.state.result().unwrap();
                    assert_eq!(result, json(|w| self.game.write_result(&self.plain, w)));
                    return self.kinds;
                }
            }
        }
        panic!("no end");
    }
}

fn matches(config: &str, seeds: std::ops::Range<u8>) -> BTreeMap<&'static str, u32> {
    let rules = referee_purple::wire(referee_cards::shipped("purple").unwrap()).unwrap();
    let mut kinds = BTreeMap::new();
    for seed in seeds {
        for (kind, n) in World::new(&rules, config, seed).play(20_000) {
            *kinds.entry(kind).or_default() += n;
        }
    }
    kinds
}

const THREE: &str = r#"{"game":"purple","legions":13,"roles":null,"seats":3,"set":"reconstructed-1","windows":"full"}"#;

#[test]
fn three_seats_with_full_windows() {
    let kinds = matches(&THREE.replace("13", "40"), 0..40);
    for kind in ["act", "seal", "open", "chance", "show", "shuffle", "over"] {
        assert!(kinds.contains_key(kind), "no {kind} in {kinds:?}");
    }
}

#[test]
fn two_seats_with_lean_windows() {
    matches(&THREE.replace("\"seats\":3", "\"seats\":2").replace("full", "lean"), 30..55);
}

#[test]
fn the_open_solo_match() {
    matches(&THREE.replace("\"seats\":3", "\"seats\":1"), 60..85);
}
