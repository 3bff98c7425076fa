//! The games whose documents, payloads and card sets are put to the test.

use std::sync::{Arc, LazyLock};

use referee_cards::{Library, shipped};
use referee_kernel::json::Value;
use referee_kernel::set::Mistake;
use referee_kernel::stream::Stream;
use referee_kernel::table::Rulebook;
use referee_kernel::wire::{Answer, Answers, Cards, Question, Rules, Seat, State};
use referee_log::toy::Toy;

use crate::{corpus, dice};

/// Every game behind the door for JSON.
pub const BOOKS: &[&dyn Rulebook] = &[
    &referee_pig::Book::new(),
    &referee_kuhn::Book::new(),
    &referee_augustus::Book::new(),
    &referee_marcus::Book::new(),
    &referee_purple::Book::new(),
];

/// Says every mistake of a card set.
pub type CheckSet = fn(&[(String, Value)]) -> Vec<Mistake>;

/// The games with cards, with as many seats as can play a whole game.
pub const SETS: [(&str, u8, CheckSet); 3] = [
    ("augustus", 2, referee_augustus::check_set),
    ("marcus", 1, referee_marcus::check_set),
    ("purple", 2, referee_purple::check_set),
];

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

/// Every game on the wire, with matches that need no encrypted deck.
#[must_use]
pub fn wires() -> Vec<Wire> {
    let fresh = |rules: Arc<dyn Rules>, players, config: &str| {
        let config = format!("{{\"config\":{config},\"position\":null}}").into_bytes();
        assert!(rules.accepts(&config, players), "{} takes no {}", rules.game(), String::from_utf8_lossy(&config));
        Wire { rules, config, players }
    };
    let toy = || Arc::new(Toy);
    let mut all = vec![
        fresh(toy(), 2, r#"{"cards":0,"rounds":3,"seats":2}"#),
        fresh(toy(), 3, r#"{"cards":1,"rounds":3,"seats":3}"#),
        fresh(referee_pig::wire(), 2, r#"{"game":"pig","goal":100,"seats":2}"#),
    ];
    let set = |game| shipped(game).expect("the set ships");
    for rules in [
        referee_augustus::wire(set("augustus")),
        referee_marcus::wire(set("marcus")),
        referee_purple::wire(set("purple")),
    ] {
        all.extend(from_positions(&rules.expect("a shipped set has no mistakes")));
    }
    all
}

/// Open matches that go on from three recorded positions of a game.
fn from_positions(rules: &Arc<dyn Rules>) -> Vec<Wire> {
    let positions = corpus::positions(rules.game()).unwrap_or_default();
    let step = (positions.len() / 3).max(1);
    let start = |position: &Value| {
        let book = BOOKS.iter().find(|book| book.id() == rules.game())?;
        let table = book.load(&*LIBRARY, position).ok()?;
        let whole = Value::parse_canonical(&table.config())?;
        let config = Value::object([("config", whole), ("position", position.clone())]).canonical();
        let players = table.seats();
        rules.accepts(&config, players).then(|| Wire { rules: Arc::clone(rules), config, players })
    };
    positions.iter().step_by(step).filter_map(start).collect()
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
