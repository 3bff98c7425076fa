//! The match step by step, for the journal.

use referee_kernel::json::Value;
use referee_kernel::stream::Stream;
use referee_kernel::wire::{Answers, Cards, Question, Seat, read_payload};
use referee_log::Log;
use referee_log::replay::{Completed, Outcome, Report, Step};

/// See `Log.history` in the stub.
pub fn steps(report: &Report<'_>) -> Value {
    let following = report.steps().iter().skip(1);
    let list = report.steps().iter().zip(report.completed()).zip(following).enumerate();
    Value::List(list.map(|(i, ((step, done), after))| entry(report, i, step, done, after)).collect())
}

fn entry(report: &Report<'_>, index: usize, step: &Step, done: &Completed, after: &Step) -> Value {
    let number = i64::try_from(index).unwrap_or(i64::MAX).saturating_add(1);
    let (mut answers, mut chance, mut shown, mut back) = (Vec::new(), Vec::new(), Vec::new(), Value::Null);
    match &done.outcome {
        Outcome::Back { to } => back = (*to).into(),
        Outcome::Answers(given) => answers = answered(report.log(), done, given),
        Outcome::Sealed(sealed) => answers = sealed_by(&step.question, sealed),
        Outcome::Roll(seed) => {
            step.state.chance(&mut Stream::from_seed(seed), Some(&mut chance));
        }
        Outcome::Shown(cards) => shown = shown_cards(cards),
        Outcome::Shuffled { .. } => {}
    }
    let walls = done.used.iter().map(|e| report.log()[*e].wall).max().unwrap_or(0);
    Value::object([
        ("step", Value::Int(number)),
        ("question", question(&step.question)),
        ("answers", Value::List(answers)),
        ("chance", Value::List(chance)),
        ("shown", Value::List(shown)),
        ("back", back),
        ("news", Value::List(after.state.news(None))),
        ("wall", i64::try_from(walls).map_or(Value::Null, Value::Int)),
    ])
}

fn answered(log: &Log, done: &Completed, given: &Answers) -> Vec<Value> {
    let mut used = done.used.iter();
    given
        .iter()
        .map(|(seat, answer)| {
            let actions = answer.as_ref().and_then(|a| read_payload(&a.payload));
            let member = answer.as_ref().and_then(|_| used.next()).map(|e| log[*e].author);
            Value::object([
                ("seat", (*seat).into()),
                ("member", member.map(Value::from).unwrap_or(Value::Null)),
                ("default", answer.is_none().into()),
                ("actions", actions.map_or(Value::Null, Value::List)),
            ])
        })
        .collect()
}

/// Who sealed; the other seats asked took the default.
fn sealed_by(question: &Question, sealed: &[Seat]) -> Vec<Value> {
    let seats = question.seats().iter();
    seats
        .map(|seat| {
            Value::object([
                ("seat", (*seat).into()),
                ("member", Value::Null),
                ("default", (!sealed.contains(seat)).into()),
                ("actions", Value::Null),
            ])
        })
        .collect()
}

fn shown_cards(cards: &Cards) -> Vec<Value> {
    cards.iter().map(|(place, card)| Value::List(vec![place.deck.into(), place.pos.into(), (*card).into()])).collect()
}

/// A question as the wire vectors write it: kind and list.
pub fn question(question: &Question) -> Value {
    let mut list = vec![Value::from(question.kind())];
    match question {
        Question::Act(seats) | Question::Seal(seats) | Question::Open(seats) => {
            list.push(Value::List(seats.iter().map(|s| (*s).into()).collect()));
        }
        Question::Show(places) => {
            let pairs = places.iter().map(|p| Value::List(vec![p.deck.into(), p.pos.into()]));
            list.push(Value::List(pairs.collect()));
        }
        Question::Shuffle(decks) => {
            let pairs = decks.iter().map(|(deck, positions)| {
                Value::List(vec![(*deck).into(), Value::List(positions.iter().map(|p| (*p).into()).collect())])
            });
            list.push(Value::List(pairs.collect()));
        }
        Question::Chance | Question::Over => {}
    }
    Value::List(list)
}
