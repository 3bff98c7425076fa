//! What one member may see and has to decide.

use referee_kernel::json::Value;
use referee_kernel::wire::{Answer, Answers, Cards, NotAllowed, Question, Seat};
use referee_log::replay::Report;
use referee_proof::secrets::Secrets;

/// The cards that everybody knows and those the member has read.
pub fn known(report: &Report<'_>, member: Option<u8>, secrets: Option<&Secrets>) -> Cards {
    let mut cards = report.revealed();
    if let (Some(member), Some(secrets)) = (member, secrets) {
        let _ = (member, secrets);
    }
    cards
}

/// The seat that `member` plays and that has still to answer.
fn asked(report: &Report<'_>, member: u8) -> Option<(Seat, &'static str)> {
    let (seats, question) = match report.question()? {
        Question::Act(seats) => (seats, "act"),
        Question::Seal(seats) => (seats, "seal"),
        _ => return None,
    };
    let answered = report.answered();
    let mine = |seat: &&Seat| {
        report.players().get(usize::from(**seat)) == Some(&member)
            && !answered.contains_key(*seat)
            && !report.absent().contains_key(*seat)
    };
    seats.iter().find(mine).map(|seat| (*seat, question))
}

/// See `Log.decision` in the stub.
pub fn decision(
    report: &Report<'_>,
    member: u8,
    secrets: Option<&Secrets>,
    drafted: &[Value],
) -> Result<Value, NotAllowed> {
    let (Some((seat, question)), Some(state)) = (asked(report, member), report.state()) else { return Ok(Value::Null) };
    let known = known(report, Some(member), secrets);
    let Some(ask) = state.ask(seat, &known, drafted)? else { return Ok(Value::Null) };
    Ok(Value::object([
        ("seat", seat.into()),
        ("kind", ask.kind.as_str().into()),
        ("rule", ask.rule.as_str().into()),
        ("step", report.step().into()),
        ("question", question.into()),
        ("legal", Value::List(ask.legal)),
        ("more", (!drafted.is_empty()).into()),
    ]))
}

/// The view after the drafted actions, which must be legal; before them if they cannot be taken yet.
pub fn preview(report: &Report<'_>, member: u8, secrets: Option<&Secrets>, drafted: &[Value]) -> Value {
    let Some(state) = report.state() else { return Value::Null };
    let seat = report.players().iter().position(|m| *m == member).and_then(|s| Seat::try_from(s).ok());
    let known = known(report, Some(member), secrets);
    let alone = matches!(report.question(), Some(Question::Act(seats)) if seats.len() == 1);
    let (Some(seat), true, false) = (seat, alone, drafted.is_empty()) else { return state.view(seat, &known) };
    let cards = reveals(report, seat, drafted, &known);
    let payload = Value::List(drafted.to_vec()).canonical();
    if state.check(seat, &payload, &cards).is_err() {
        return state.view(Some(seat), &known);
    }
    let answers: Answers = [(seat, Some(Answer { payload, cards }))].into();
    state.act(&answers).view(Some(seat), &known)
}

fn reveals(report: &Report<'_>, seat: Seat, actions: &[Value], known: &Cards) -> Cards {
    let places = report.state().map(|state| state.reveals(seat, actions, known)).unwrap_or_default();
    places.into_iter().filter_map(|place| Some((place, *known.get(&place)?))).collect()
}

/// See `Log.why` in the stub.
pub fn why(report: &Report<'_>, member: u8, secrets: Option<&Secrets>, actions: &[Value]) -> Result<(), NotAllowed> {
    let seat = report.players().iter().position(|m| *m == member).and_then(|s| Seat::try_from(s).ok());
    let (Some(seat), Some(state)) = (seat, report.state()) else {
        return Err(NotAllowed { rule: report.log().charter().game.clone(), why: "you play no seat now".to_owned() });
    };
    let known = known(report, Some(member), secrets);
    let cards = reveals(report, seat, actions, &known);
    state.check(seat, &Value::List(actions.to_vec()).canonical(), &cards)
}
