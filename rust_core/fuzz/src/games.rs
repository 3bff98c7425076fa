//! The games whose documents, payloads and card sets are put to the test.

use std::sync::{Arc, LazyLock};

use referee_cards::Library;
use referee_kernel::json::Value;
use referee_kernel::stream::Stream;
use referee_kernel::table::Rulebook;
use referee_kernel::wire::{Answer, Answers, Cards, Question, Rules, Seat, State};
use referee_log::toy::Toy;

use crate::dice;

/// Every game behind the door for JSON.
pub const BOOKS: &[&dyn Rulebook] = &[&referee_pig::Book::new(), &referee_augustus::Book::new()];

/// The shipped card sets.
pub static LIBRARY: LazyLock<Library> = LazyLock::new(Library::new);

/// A game on the wire, and an open match of it: the bytes of its configuration and the number of players.
pub struct Wire {
    /// The rules.
    pub rules: Arc<dyn Rules>,
    /// What stands in the charter.
    pub config: Vec<u8>,
    /// How many play.
    pub players: u8,
}

/// Every game on the wire, with a match that needs no encrypted deck.
#[must_use]
pub fn wires() -> Vec<Wire> {
    let wire = |rules: Arc<dyn Rules>, players, config: &str| {
        let config = format!("{{\"config\":{config},\"position\":null}}").into_bytes();
        assert!(rules.accepts(&config, players), "{} takes no {}", rules.game(), String::from_utf8_lossy(&config));
        Wire { rules, config, players }
    };
    vec![
        wire(Arc::new(Toy), 2, r#"{"cards":0,"rounds":3,"seats":2}"#),
        wire(Arc::new(Toy), 3, r#"{"cards":1,"rounds":3,"seats":3}"#),
        wire(referee_pig::wire(), 2, r#"{"game":"pig","goal":100,"seats":2}"#),
    ]
}

/// The states that `wire` passes through when chance and legal actions are drawn from `stream`, at most `most`. A match
/// with hidden cards is followed up to its first question about them.
#[must_use]
pub fn walk(wire: &Wire, stream: &mut Stream, most: usize) -> Vec<Box<dyn State>> {
    let mut states = vec![wire.rules.start(&wire.config, wire.players)];
    while let Some(state) = states.last().filter(|_| states.len() < most) {
        let next = match state.question() {
            Question::Act(seats) => state.act(&answers(&**state, &seats, stream)),
            Question::Seal(seats) => state.seal(&seats),
            Question::Open(seats) => state.open(&seats.iter().map(|seat| (*seat, None)).collect()),
            Question::Chance => state.chance(stream, None),
            Question::Show(_) | Question::Shuffle(_) | Question::Over => break,
        };
        states.push(next);
    }
    states
}

fn answers(state: &dyn State, seats: &[Seat], stream: &mut Stream) -> Answers {
    seats.iter().map(|seat| (*seat, legal(state, *seat, stream))).collect()
}

/// One legal action, or the default where the seat has no action without hidden cards.
fn legal(state: &dyn State, seat: Seat, stream: &mut Stream) -> Option<Answer> {
    let actions = legal_actions(state, seat);
    let action = (!actions.is_empty()).then(|| dice::one(stream, &actions).clone())?;
    let payload = Value::List(vec![action]).canonical();
    state.check(seat, &payload, &Cards::new()).ok()?;
    Some(Answer { payload, cards: Cards::new() })
}

/// What `seat` may do without knowing a hidden card.
#[must_use]
pub fn legal_actions(state: &dyn State, seat: Seat) -> Vec<Value> {
    state.ask(seat, &Cards::new(), &[]).ok().flatten().map(|ask| ask.legal).unwrap_or_default()
}
