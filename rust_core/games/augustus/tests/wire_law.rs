//! Random matches on the wire, beside a game at one table that gets the same actions and the same cards: what everybody
//! knows must be the same at every question.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::collections::BTreeMap;
use std::sync::Arc;

use common::{all_powers, all_red, json, written};
use referee_augustus::Augustus;
use referee_augustus::action::{Action, Outcome};
use referee_augustus::position::{Phase, Position};
use referee_cards::shipped;
use referee_kernel::game::{Game, Next, legal_list};
use referee_kernel::json::Value;
use referee_kernel::set::{CardSet, Sets};
use referee_kernel::stream::Stream;
use referee_kernel::tx::Tx;
use referee_kernel::wire::{Answer, Answers, Cards, Place, Question, Seat, State};

struct One(Arc<CardSet>);

impl Sets for One {
    fn named(&self, _: &str, name: &str) -> Option<Arc<CardSet>> {
        (self.0.name() == name).then(|| Arc::clone(&self.0))
    }
}

/// One match on the wire, the same game at a table, and who knows what.
struct Both {
    state: Box<dyn State>,
    game: Augustus,
    table: Position,
    dice: Stream,
    /// The cards of the encrypted deck by position: what no program of a match knows.
    deck: Vec<u32>,
    shuffles: u32,
}

impl Both {
    fn new(config: &str, set: Option<CardSet>, seed: u8) -> Self {
        let set = set.map_or_else(|| shipped("augustus").unwrap(), Arc::new);
        let game = Augustus::configure(&One(Arc::clone(&set)), &json(config)).map_err(|e| e.0).unwrap();
        let charter = Value::object([("config", written(|w| game.write_config(w))), ("position", Value::Null)]);
        let rules = referee_augustus::wire(set).unwrap();
        assert!(rules.accepts(&charter.canonical(), game.seats));
        let encrypted = !rules.decks(&charter.canonical(), game.seats).is_empty();
        assert_eq!(encrypted, !game.first_game);
        let mut dice = Stream::from_seed(&[seed; 32]);
        let deck = if encrypted { dice.shuffle(88) } else { Vec::new() };
        let state = rules.start(&charter.canonical(), game.seats);
        Both { state, table: game.setup(), game, dice, deck, shuffles: 0 }
    }

    fn chance(&mut self, outcome: Outcome) {
        self.game.chance(&mut Tx::new(&self.game, &mut self.table), &outcome).unwrap();
    }

    fn act(&mut self, seat: Seat, action: Action) {
        self.game.act(&mut Tx::new(&self.game, &mut self.table), seat, &action).unwrap();
    }

    fn card(&self, place: &Place) -> u32 {
        self.deck[usize::try_from(place.pos).unwrap()]
    }

    fn known(&self, seat: Seat) -> Cards {
        let hands = self.state.hands();
        hands.iter().filter(|(_, s)| **s == seat).map(|(p, _)| (*p, self.card(p))).collect()
    }

    /// The default of interface section 9.4, told apart from the implementation.
    fn default_at_table(&mut self, seat: Seat) {
        let list = legal_list(&self.game, &self.table, seat);
        let idle = list.iter().find(|a| matches!(a, Action::Pass | Action::Decline));
        let mut action = *idle.unwrap_or(&list[0]);
        if self.table.phase == Phase::Draft && !self.deck.is_empty() {
            let mut kept: Vec<u8> = self.known(seat).values().take(3).map(|c| u8::try_from(c + 1).unwrap()).collect();
            kept.sort_unstable();
            action = Action::Keep(kept.try_into().unwrap());
        }
        self.act(seat, action);
    }

    /// A random payload, fed to the table as well; `None` for a default.
    fn answer(&mut self, seat: Seat) -> Option<Answer> {
        if self.dice.below(12) == 0 {
            self.default_at_table(seat);
            return None;
        }
        let known = self.known(seat);
        let mut drafted: Vec<Value> = Vec::new();
        while let Some(ask) = self.state.ask(seat, &known, &drafted).unwrap() {
            let at_table: Vec<Value> =
                legal_list(&self.game, &self.table, seat).iter().map(|a| written(|w| a.write(w))).collect();
            assert_eq!(ask.legal, at_table, "{}", ask.kind);
            self.compare_advice(seat, &known, &drafted);
            let pick = self.dice.below(u32::try_from(ask.legal.len()).unwrap());
            let json = ask.legal[usize::try_from(pick).unwrap()].clone();
            let action = self.game.read_action(&self.table, seat, &json).unwrap();
            self.act(seat, action);
            drafted.push(json);
            if self.dice.below(2) == 0 {
                break;
            }
        }
        let places = self.state.reveals(seat, &drafted, &known);
        let cards: Cards = places.iter().map(|p| (*p, known[p])).collect();
        let payload = Value::from(drafted).canonical();
        self.state.check(seat, &payload, &cards).unwrap();
        // A reveal too many or too few is refused.
        let stranger = [(Place { deck: 0, pos: 0 }, 0)].into_iter().chain(cards.clone()).collect();
        assert!(self.state.check(seat, &payload, &stranger).is_err());
        Some(Answer { payload, cards })
    }

    /// A bot that knows what the seat has read chooses as at the table.
    fn compare_advice(&self, seat: Seat, known: &Cards, drafted: &[Value]) {
        let dice = || Stream::from_seed(&[0; 32]);
        let list = legal_list(&self.game, &self.table, seat);
        let at_table = self.game.choose("steady", &self.table, seat, &list, &mut dice());
        assert_eq!(self.state.advise("steady", seat, known, drafted, &mut dice()), Some(at_table));
        assert_eq!(self.state.advise("nobody", seat, known, drafted, &mut dice()), None);
    }

    /// The public view on the wire is that of the table, while nothing is sealed.
    fn compare(&self) {
        let document = Value::parse_canonical(&self.state.document()).unwrap();
        let view = document.get("view").unwrap();
        let expected = match self.deck.is_empty() {
            true => written(|w| self.game.write_position(&self.table, w)),
            false => written(|w| self.game.write_view(&self.table, None, w)),
        };
        assert_eq!(view.text(), expected.text());
        for seat in 0..self.game.seats {
            let own = self.state.view(Some(seat), &self.known(seat));
            assert_eq!(own.text(), written(|w| self.game.write_view(&self.table, Some(seat), w)).text());
        }
    }

    /// Answers the question; false when the match is over.
    fn step(&mut self) -> bool {
        let question = self.state.question();
        let next = match &question {
            Question::Over => {
                assert_eq!(self.game.next(&self.table), Next::Over);
                return false;
            }
            Question::Act(seats) => {
                self.compare();
                let answers: Answers = seats.iter().map(|s| (*s, self.answer(*s))).collect();
                self.state.act(&answers)
            }
            Question::Seal(seats) => {
                self.compare();
                // Answers are made while the question is asked, and opened later.
                let answers: Answers = seats.iter().map(|s| (*s, self.answer(*s))).collect();
                let sealed: Vec<Seat> = answers.iter().filter(|(_, a)| a.is_some()).map(|(s, _)| *s).collect();
                let opening = self.state.seal(&sealed);
                if sealed.is_empty() {
                    opening
                } else {
                    assert_eq!(opening.question(), Question::Open(sealed.clone()));
                    let opened = answers.into_iter().filter(|(s, _)| sealed.contains(s)).collect();
                    opening.open(&opened)
                }
            }
            Question::Open(_) => panic!("opened at once above"),
            Question::Chance => {
                self.compare();
                let mut told = Vec::new();
                let next = self.state.chance(&mut self.dice, Some(&mut told));
                for t in told {
                    let outcome = self.game.read_outcome(&self.table, t.get("outcome").unwrap()).unwrap();
                    self.chance(outcome);
                }
                next
            }
            Question::Show(places) => {
                let cards: Cards = places.iter().map(|p| (*p, self.card(p))).collect();
                if self.table.phase == Phase::Setup || self.table.phase == Phase::Resolution {
                    self.compare();
                    for p in places {
                        self.chance(Outcome::Objective(u8::try_from(self.card(p) + 1).unwrap()));
                    }
                    self.deal();
                }
                self.state.show(&cards)
            }
            Question::Shuffle(decks) => {
                let [(0, places)] = &decks[..] else { panic!("{decks:?}") };
                let order = self.dice.shuffle(u32::try_from(places.len()).unwrap());
                let pick = |i: u32| self.deck[usize::try_from(places[usize::try_from(i).unwrap()]).unwrap()];
                let fresh: Vec<u32> = order.into_iter().map(pick).collect();
                self.deck.extend(fresh);
                self.shuffles += 1;
                self.state.shuffled()
            }
        };
        assert!(next.question().kind() != "open");
        self.state = next;
        true
    }

    /// At the table the hands are dealt one by one; on the wire they are places from the start.
    fn deal(&mut self) {
        let hands: BTreeMap<Place, Seat> = self.state.hands();
        if self.table.phase == Phase::Setup {
            for p in hands.keys() {
                self.chance(Outcome::Objective(u8::try_from(self.card(p) + 1).unwrap()));
            }
        }
    }
}

fn play(config: &str, set: Option<CardSet>, seed: u8) -> u32 {
    let mut both = Both::new(config, set, seed);
    for _ in 0..20_000 {
        if !both.step() {
            return both.shuffles;
        }
    }
    panic!("no end");
}

#[test]
fn encrypted_matches_are_the_game() {
    play(r#"{"seats":2}"#, None, 1);
    play(r#"{"seats":3,"placement":"open","token_limit":200}"#, None, 2);
    play(r#"{"seats":6,"first_crier":2,"token_limit":100}"#, None, 3);
}

#[test]
fn decks_are_shuffled_again_when_they_are_empty() {
    let shuffles: u32 =
        (0..3).map(|seed| play(r#"{"seats":4,"set":"all-red","token_limit":500}"#, Some(all_red()), seed)).sum();
    assert!(shuffles > 0, "no deck ran out");
}

#[test]
fn payloads_of_chains_are_the_game() {
    for seed in 0..6 {
        play(r#"{"seats":3,"set":"all-powers"}"#, Some(all_powers()), seed);
        play(r#"{"seats":4,"set":"all-powers","placement":"open"}"#, Some(all_powers()), seed);
    }
}

#[test]
fn open_matches_are_the_game() {
    play(r#"{"seats":2,"first_game":true}"#, None, 1);
    play(r#"{"seats":5,"first_game":true,"placement":"open","token_limit":100}"#, None, 2);
    play(r#"{"seats":3,"set":"all-red","first_game":true,"token_limit":400}"#, Some(all_red()), 3);
}
