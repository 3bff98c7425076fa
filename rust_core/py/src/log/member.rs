//! What one member may see and has to decide.

use std::collections::BTreeMap;

use referee_kernel::json::Value;
use referee_kernel::stream::Stream;
use referee_kernel::wire::{Answer, Answers, Cards, NotAllowed, Place, Question, Seat};
use referee_log::member::{Choice, Client, Doubt, Patience};
use referee_log::replay::Report;
use referee_log::{Body, Charter, Hash};
use referee_proof::nonce::Fresh;
use referee_proof::seal;
use referee_proof::secrets::Secrets;

/// The cards that everybody knows and those the member has read.
pub fn known(report: &Report<'_>, member: Option<u8>, secrets: Option<&Secrets>) -> Cards {
    let mut cards = report.revealed();
    if let (Some(member), Some(secrets)) = (member, secrets) {
        cards.extend(client(report, member, secrets).map(|c| c.known_cards(report)).unwrap_or_default());
    }
    cards
}

/// The honest client of a member; `None` if the secrets are not his.
fn client(report: &Report<'_>, member: u8, secrets: &Secrets) -> Option<Client> {
    Client::of(secrets, report.log().charter()).filter(|client| client.member() == member)
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

/// See `Log.join_body` in the stub; `None` for a reserve, or if the secrets are not the member's.
pub fn join(charter: &Charter, member: u8, secrets: &Secrets, fresh: &Fresh, pq: Vec<u8>) -> Option<Body> {
    let client = Client::of(secrets, charter).filter(|client| client.member() == member)?;
    client.join(charter, pq, fresh)
}

/// See `Log.answer_body` in the stub.
pub fn answer(
    report: &Report<'_>,
    member: u8,
    secrets: &Secrets,
    seat: Seat,
    actions: &[Value],
) -> Result<Option<Body>, NotAllowed> {
    let (Some(client), Some(state)) = (client(report, member, secrets), report.state()) else { return Ok(None) };
    let mut known = report.revealed();
    known.extend(client.known_cards(report));
    let payload = Value::List(actions.to_vec()).canonical();
    let choice = Choice { payload, places: state.reveals(seat, actions, &known) };
    match report.question() {
        Some(Question::Act(_)) => {
            state.check(seat, &choice.payload, &cards_at(&choice.places, &known))?;
            Ok(client.act(report, &choice))
        }
        Some(Question::Seal(_)) => {
            // The others see only a commitment: what could not be opened later must be refused now.
            state.check(seat, &choice.payload, &cards_at(&choice.places, &known))?;
            Ok(client.seal(report, seat, &choice).map(|(body, _)| body))
        }
        _ => Ok(None),
    }
}

/// See `Log.doubt` in the stub.
pub fn doubt(report: &Report<'_>, member: u8, secrets: &Secrets) -> Option<(&'static str, u32)> {
    Some(match client(report, member, secrets)?.doubt(report)? {
        Doubt::Fork { author } => ("fork", author.into()),
        Doubt::Beaten { step } => ("beaten", step),
    })
}

/// See `Log.due` in the stub.
pub fn due(
    report: &Report<'_>,
    member: u8,
    secrets: &Secrets,
    fresh: &Fresh,
    sealed: &[(u32, Value)],
    patience: Patience,
) -> Vec<Body> {
    let Some(mut client) = client(report, member, secrets) else { return Vec::new() };
    let stored = stored(report, &client, sealed);
    client.due(report, &stored, patience, fresh)
}

/// The own sealed answers by their commitments: of each own SEAL the answers that were kept for its step.
fn stored(report: &Report<'_>, client: &Client, sealed: &[(u32, Value)]) -> BTreeMap<Hash, Choice> {
    let (Some(state), false) = (report.state(), sealed.is_empty()) else { return BTreeMap::new() };
    let log = report.log();
    let mut known = report.revealed();
    known.extend(client.known_cards(report));
    let mut stored = BTreeMap::new();
    for place in log.by_author(client.member()) {
        let Body::Seal { commitment } = &log[place].body else { continue };
        for (step, actions) in sealed.iter().filter(|(step, _)| *step == log[place].step) {
            let Some(list) = actions.as_list() else { continue };
            let match_id = &log.charter().match_id;
            let payload = actions.canonical();
            let nonce = client.seal_nonce(log[place].seq);
            let fits = |seat: &Seat| seal::commit(match_id, *seat, *step, &nonce, &payload) == *commitment;
            let Some(seat) = client.seats(report).into_iter().find(fits) else { continue };
            stored.insert(*commitment, Choice { places: state.reveals(seat, list, &known), payload: payload.clone() });
        }
    }
    stored
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
    // An empty list: the seat's own hidden cards are not open to it yet.
    let Some(ask) = state.ask(seat, &known, drafted)?.filter(|ask| !ask.legal.is_empty()) else {
        return Ok(Value::Null);
    };
    // What is drafted, or nothing at all, is a whole answer already.
    let payload = Value::List(drafted.to_vec()).canonical();
    let cards = cards_at(&state.reveals(seat, drafted, &known), &known);
    let complete = state.check(seat, &payload, &cards).is_ok();
    Ok(Value::object([
        ("seat", seat.into()),
        ("kind", ask.kind.as_str().into()),
        ("rule", ask.rule.as_str().into()),
        ("step", report.step().into()),
        ("question", question.into()),
        ("legal", Value::List(ask.legal)),
        ("more", complete.into()),
    ]))
}

/// See `Log.advise` in the stub.
pub fn advise(
    report: &Report<'_>,
    member: u8,
    secrets: Option<&Secrets>,
    drafted: &[Value],
    bot: &str,
    dice: &mut Stream,
) -> Option<u32> {
    let (seat, _) = asked(report, member)?;
    report.state()?.advise(bot, seat, &known(report, Some(member), secrets), drafted, dice)
}

/// The view after the drafted actions, which must be legal; before them if they cannot be taken yet.
pub fn preview(report: &Report<'_>, member: u8, secrets: Option<&Secrets>, drafted: &[Value]) -> Value {
    after_draft(report, member, secrets, drafted, |state, seat, known| state.view(seat, known))
}

/// The exact chances of the state that [`preview`] shows.
pub fn odds(report: &Report<'_>, member: u8, secrets: Option<&Secrets>, drafted: &[Value]) -> Value {
    after_draft(report, member, secrets, drafted, |state, seat, _| state.odds(seat))
}

/// What `look` sees in the state after the drafted actions with the eyes of the member's seat; null before the start.
fn after_draft(
    report: &Report<'_>,
    member: u8,
    secrets: Option<&Secrets>,
    drafted: &[Value],
    look: impl FnOnce(&dyn referee_kernel::wire::State, Option<Seat>, &Cards) -> Value,
) -> Value {
    let Some(state) = report.state().map(|state| &**state) else { return Value::Null };
    let seat = report.players().iter().position(|m| *m == member).and_then(|s| Seat::try_from(s).ok());
    let known = known(report, Some(member), secrets);
    let alone = matches!(report.question(), Some(Question::Act(seats)) if seats.len() == 1);
    let (Some(seat), true, false) = (seat, alone, drafted.is_empty()) else { return look(state, seat, &known) };
    let cards = reveals(report, seat, drafted, &known);
    let payload = Value::List(drafted.to_vec()).canonical();
    if state.check(seat, &payload, &cards).is_err() {
        return look(state, Some(seat), &known);
    }
    let answers: Answers = [(seat, Some(Answer { payload, cards }))].into();
    look(&*state.act(&answers), Some(seat), &known)
}

fn reveals(report: &Report<'_>, seat: Seat, actions: &[Value], known: &Cards) -> Cards {
    let places = report.state().map(|state| state.reveals(seat, actions, known)).unwrap_or_default();
    cards_at(&places, known)
}

fn cards_at(places: &[Place], known: &Cards) -> Cards {
    places.iter().filter_map(|place| Some((*place, *known.get(place)?))).collect()
}

/// See `Log.why` in the stub.
pub fn why(report: &Report<'_>, member: u8, secrets: Option<&Secrets>, actions: &[Value]) -> Result<(), NotAllowed> {
    let seat = report.players().iter().position(|m| *m == member).and_then(|s| Seat::try_from(s).ok());
    let (Some(seat), Some(state)) = (seat, report.state()) else {
        return Err(NotAllowed { rule: report.log().charter().game.clone(), why: "you play no seat now".to_owned() });
    };
    let known = known(report, Some(member), secrets);
    let cards = reveals(report, seat, actions, &known);
    state.why(seat, &Value::List(actions.to_vec()).canonical(), &cards)
}
