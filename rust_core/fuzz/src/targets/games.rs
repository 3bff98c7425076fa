//! What comes to the rules from outside: position documents, payloads, card sets.

use std::sync::LazyLock;

use referee_cards::Library;
use referee_kernel::json::Value;
use referee_kernel::playout::Order;
use referee_kernel::set::CardSet;
use referee_kernel::table::Table;
use referee_kernel::wire::{Answer, Answers, Cards, Question, Seat, State, read_payload};

use crate::dice::{Choices, numbers};
use crate::games::{BOOKS, LIBRARY, SETS, legal_actions, walk, wires};

/// A document that is imported exports as one that imports as the same; the position then behaves.
pub fn position_import(data: &[u8]) {
    let Ok(document) = Value::parse(data) else { return };
    for book in BOOKS {
        let Ok(table) = book.load(&*LIBRARY, &document) else { continue };
        let exported = table.document();
        let value = Value::parse_canonical(&exported).expect("documents are canonical");
        let again = book.load(&*LIBRARY, &value).unwrap_or_else(|why| panic!("{}: {}", book.id(), why.0));
        assert_eq!(again.document(), exported, "{}: exported, imported and exported", book.id());
        assert_eq!(again.next(), table.next());
        assert!(table.at_rest(), "{}: only rest points are imported", book.id());
        behaves(&*table);
    }
}

/// Views are JSON, what is listed is taken, and a refusal changes nothing.
fn behaves(table: &dyn Table) {
    for viewer in (0..table.seats()).map(Some).chain([None]) {
        let view = table.view(viewer).expect("a seat at the table has a view");
        assert!(Value::parse_canonical(&view).is_some());
    }
    assert_eq!(table.view(Some(table.seats())), None);
    let next = Value::parse_canonical(&table.next()).expect("what comes next is canonical");
    for decision in next.get("decide").and_then(Value::as_list).unwrap_or_default() {
        let seat = u64::try_from(decision.get("seat").and_then(Value::as_int).unwrap()).unwrap();
        let legal = decision.get("legal").and_then(Value::as_list).unwrap();
        for action in [legal.first(), legal.last()].into_iter().flatten() {
            let mut after = table.boxed();
            after.act(seat, action).unwrap_or_else(|why| panic!("{} is listed: {}", action.text(), why.rule.0));
            assert!(Value::parse_canonical(&after.document()).is_some());
        }
    }
    let mut same = table.boxed();
    for nonsense in [Value::Null, Value::Fraction, Value::List(Vec::new()), Value::object([("do", Value::Null)])] {
        assert!(same.act(0, &nonsense).is_err() && same.act(u64::MAX, &nonsense).is_err());
        assert!(same.chance(&nonsense).is_err());
    }
    assert_eq!(same.document(), table.document());
}

static STATES: LazyLock<Vec<Vec<Box<dyn State>>>> =
    LazyLock::new(|| wires().iter().map(|wire| walk(wire, &mut numbers(0, wire.rules.game(), 0), 200)).collect());

/// The rules answer any payload of any seat at any state; what they take is canonical and leads on, and so is every
/// action they list themselves.
pub fn payload(data: &[u8]) {
    let mut choices = Choices(data);
    let states = choices.one(&STATES);
    let state = &**choices.one(states);
    let seat = choices.byte() % 17;
    let payload = choices.0;
    let document = state.document();
    let first = state.check(seat, payload, &Cards::new());
    assert_eq!(state.check(seat, payload, &Cards::new()), first, "the same answer again");
    match first {
        Ok(()) => {
            assert!(read_payload(payload).is_some(), "a payload is a canonical list");
            // Of other seats the log takes no answer, whatever it says.
            if state.question().seats().contains(&seat) {
                leads_on(state, seat, payload);
            }
        }
        Err(no) => assert!(no.rule.contains(':') && !no.why.is_empty(), "a refusal names its rule: {no:?}"),
    }
    listed_is_taken(state, seat);
    assert_eq!(state.document(), document, "looking changes nothing");
}

/// What the rules list they take, a sealed decision when it is opened, or they ask for the rest of the payload. Actions
/// that need cards nobody has read are left out.
fn listed_is_taken(state: &dyn State, seat: Seat) {
    let unread = Cards::new();
    let judge = match state.question() {
        Question::Seal(seats) => state.seal(&seats),
        _ => state.boxed(),
    };
    for action in legal_actions(state, seat) {
        let alone = std::slice::from_ref(&action);
        let payload = Value::List(alone.to_vec()).canonical();
        let taken = || judge.check(seat, &payload, &unread).is_ok();
        let goes_on = || state.ask(seat, &unread, alone).is_ok_and(|ask| ask.is_some());
        let hidden = !state.reveals(seat, alone, &unread).is_empty();
        assert!(hidden || taken() || goes_on(), "{} is listed", action.text());
    }
}

fn leads_on(state: &dyn State, seat: Seat, payload: &[u8]) {
    let answer = Answer { payload: payload.to_vec(), cards: Cards::new() };
    let question = state.question();
    let answers: Answers = question.seats().iter().map(|s| (*s, (*s == seat).then(|| answer.clone()))).collect();
    let next = match &question {
        Question::Act(_) => state.act(&answers),
        Question::Open(_) => state.open(&answers),
        Question::Seal(seats) => state.seal(seats),
        other => panic!("nobody answers {}", other.kind()),
    };
    assert!(Value::parse_canonical(&next.document()).is_some());
    assert!(next.question() == Question::Over || next.result().is_none(), "a result before the end");
}

/// A card set without mistakes can be played to the end, and its hash is that of its playing content alone.
pub fn cards(data: &[u8]) {
    const NAME: &str = "changed";
    let Ok(Value::Object(files)) = Value::parse(data) else { return };
    let files: Vec<(String, Value)> = files.into_iter().map(|(file, d)| (file, with(d, "set", NAME))).collect();
    let game = files.first().and_then(|(_, document)| document.get("game")?.as_str()).unwrap_or_default().to_owned();
    let Some((_, seats, check)) = SETS.iter().find(|(id, ..)| *id == game) else { return };
    if !check(&files).is_empty() {
        return;
    }
    let set = CardSet::new(&game, NAME, 1, files.clone());
    let sourced = files.into_iter().map(|(file, d)| (file, with(d, "note", "found in an attic"))).collect();
    assert_eq!(set.hash(), CardSet::new(&game, NAME, 1, sourced).hash(), "sources change no hash");
    let mut library = Library::new();
    library.install(set);
    let fields = [("game", game.as_str().into()), ("seats", (*seats).into()), ("set", NAME.into())];
    let order = Order { games: 1, seed: 1, players: &["random".to_owned()], threads: 1 };
    let book = BOOKS.iter().find(|book| book.id() == game).expect("a game with cards has a book");
    let played = book.playouts(&library, &Value::object(fields), &order).unwrap_or_else(|why| panic!("{}", why.0));
    assert!(played.iter().all(|game| game.result.is_some()), "a playout ends");
}

/// The document with this text under `key`, if it is an object.
fn with(document: Value, key: &str, text: &str) -> Value {
    match document {
        Value::Object(mut fields) => {
            fields.insert(key.to_owned(), text.into());
            Value::Object(fields)
        }
        other => other,
    }
}
