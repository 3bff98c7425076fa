//! Charter, events and report as plain values, in the words of the stub.

use referee_kernel::json::Value;
use referee_kernel::wire::read_config;
use referee_log::replay::{Outcome, Phase, Report, Status};
use referee_log::{Body, Charter, Committee, Event, Kind, Log, trust};

use super::count;
use referee_proof::roll::BranchEntry;

use crate::games::{hex, set_name};

/// See `Log.charter` in the stub.
pub fn charter(charter: &Charter) -> Value {
    let (config, position) = read_config(&charter.config).unwrap_or((Value::Null, None));
    let members = charter.members.iter().enumerate().map(|(i, member)| {
        let role = match i {
            _ if i < usize::from(charter.players) => "player",
            _ if i < usize::from(charter.joined) => "keeper",
            _ => "reserve",
        };
        Value::object([
            ("name", member.name.as_str().into()),
            ("identity", text(hex(&member.identity))),
            ("box", text(hex(&member.box_key))),
            ("role", role.into()),
        ])
    });
    let keys = [Some(&charter.roll), charter.deck.as_ref()].into_iter().flatten().map(committee);
    Value::object([
        ("match", text(hex(&charter.match_id))),
        ("host", charter.host.into()),
        ("game", charter.game.as_str().into()),
        ("rules", text(hex(&charter.rules))),
        ("set", set_name(charter).map(Value::Str).unwrap_or(Value::Null)),
        ("config", config),
        ("position", position.unwrap_or(Value::Null)),
        ("members", Value::List(members.collect())),
        ("players", charter.players.into()),
        ("keys", Value::List(keys.collect())),
        ("grace", long(charter.grace)),
        ("flags", u8::from(charter.take_back).into()),
        ("trust", Value::List(trust::texts(charter).into_iter().map(Value::Str).collect())),
        ("level", trust::solo_level(charter).map(Value::from).unwrap_or(Value::Null)),
    ])
}

fn committee(committee: &Committee) -> Value {
    Value::object([
        ("threshold", committee.threshold.into()),
        ("committee", Value::List(committee.members.iter().map(|m| (*m).into()).collect())),
    ])
}

fn text(text: String) -> Value {
    Value::Str(text)
}

/// A 64-bit number; clocks and graces may be anything.
fn long(n: u64) -> Value {
    i64::try_from(n).map_or_else(|_| Value::Big(n.to_string()), Value::Int)
}

/// See `Log.events` in the stub; without a report the status is empty.
pub fn events(log: &Log, report: Option<&Report<'_>>) -> Value {
    let list = log.places().map(|place| {
        let event = &log[place];
        let status = report.map_or("", |r| status(r.status(place)));
        let note = match &event.body {
            Body::Note { text } => text.as_str(),
            _ => "",
        };
        Value::object([
            ("id", text(hex(&event.id))),
            ("kind", event.kind.as_str().into()),
            ("author", event.author.into()),
            ("seq", u32::from(event.seq).into()),
            ("step", event.step.into()),
            ("wall", long(event.wall)),
            ("status", status.into()),
            ("bytes", count(event.raw.len() + event.sig.len())),
            ("text", note.into()),
        ])
    });
    Value::List(list.collect())
}

/// The judgement of an event in one word: `ok`, `superseded`, `desync`, `unjudged` or a code.
pub fn status(status: Status) -> &'static str {
    match status {
        Status::Ok => "ok",
        Status::Superseded => "superseded",
        Status::Desync => "desync",
        Status::Unjudged => "unjudged",
        Status::Fault(code) => code.as_str(),
    }
}

/// See `Log.report` in the stub.
pub fn report(report: &Report<'_>) -> Value {
    let log = report.log();
    let charter = log.charter();
    let pairs =
        |items: Vec<(Value, Value)>| Value::List(items.into_iter().map(|(a, b)| Value::List(vec![a, b])).collect());
    let since = long(opened(report));
    let waiting = report.waiting().iter().map(|(member, what)| {
        Value::object([("member", (*member).into()), ("for", text(what.to_string())), ("since", since.clone())])
    });
    let faults = report.faults().into_iter().map(|(place, code)| {
        let event = &log[place];
        Value::object([
            ("event", place.0.into()),
            ("author", event.author.into()),
            ("kind", event.kind.as_str().into()),
            ("step", event.step.into()),
            ("code", code.as_str().into()),
        ])
    });
    let void = report.phase() == Phase::Void;
    let wrong = void
        || !report.faults().is_empty()
        || !report.forks().is_empty()
        || !report.desyncs().is_empty()
        || !report.lies().is_empty();
    let owed = report.phase() == Phase::Over && !report.waiting().is_empty();
    let not_audited = report.waiting().iter().filter(|_| owed).map(|(m, what)| ((*m).into(), text(what.to_string())));
    Value::object([
        ("match", text(hex(&charter.match_id))),
        ("phase", report.phase().as_str().into()),
        ("step", report.step().into()),
        ("need", report.need().map(Value::from).unwrap_or(Value::Null)),
        ("digest", text(hex(&report.digest()))),
        ("waiting", Value::List(waiting.collect())),
        ("faults", Value::List(faults.collect())),
        ("superseded", Value::List(report.superseded().into_iter().map(|e| e.0.into()).collect())),
        ("forks", pairs(report.forks().into_iter().map(|(a, seq)| (a.into(), u32::from(seq).into())).collect())),
        ("desync", pairs(report.desyncs().into_iter().map(|e| (e.0.into(), log[e].step.into())).collect())),
        ("lies", pairs(report.lies().iter().map(|(step, seat)| ((*step).into(), (*seat).into())).collect())),
        ("unjudged", pairs(report.unjudged().into_iter().map(|(a, n)| (a.into(), n.into())).collect())),
        ("posted", Value::Int(report.posted().map_or(-1, i64::from))),
        ("absent", Value::List(report.absent().keys().map(|s| (*s).into()).collect())),
        ("branch", branch(report)),
        ("result", report.state().and_then(|s| s.result()).unwrap_or(Value::Null)),
        ("counts", counts(report)),
        ("players", Value::List(report.players().iter().map(|m| (*m).into()).collect())),
        ("endorsed", Value::List(report.endorsed().into_iter().map(Value::from).collect())),
        ("not_audited", pairs(not_audited.collect())),
        ("void", if void { void_code(report).into() } else { Value::Null }),
        ("ok", (!wrong).into()),
    ])
}

/// The greatest clock claimed when the present question was opened: of everything of earlier steps that is not silent.
fn opened(report: &Report<'_>) -> u64 {
    let counts =
        |e: &&Event| e.step < report.step().max(1) && !matches!(e.kind, Kind::Note | Kind::Post | Kind::Endorse);
    report.log().events().iter().filter(counts).map(|e| e.wall).max().unwrap_or(0)
}

/// Take-backs `[step, 0, to]` and defaults `[step, 1, seat…]` (P9).
fn branch(report: &Report<'_>) -> Value {
    let entries = report.branch().iter().map(|entry| {
        Value::List(match entry {
            BranchEntry::TakeBack { step, to } => vec![(*step).into(), 0_u8.into(), (*to).into()],
            BranchEntry::Default { step, absent } => {
                [(*step).into(), 1_u8.into()].into_iter().chain(absent.iter().map(|s| (*s).into())).collect()
            }
        })
    });
    Value::List(entries.collect())
}

/// A void match without a share that was shown to be bad has a key that is the identity, or keys that do not fit.
fn void_code(report: &Report<'_>) -> &'static str {
    let shown = report.faults().into_iter().map(|(_, code)| code.as_str()).find(|code| *code == "X_SHARE");
    shown.unwrap_or(if report.roll_key().is_some() { "H_DECKS" } else { "X_KEY" })
}

/// What was checked, in numbers.
fn counts(report: &Report<'_>) -> Value {
    let log = report.log();
    let rolls = report.completed().iter().filter(|c| matches!(c.outcome, Outcome::Roll(_))).count();
    let decided = |e: &&Event| matches!(e.kind, Kind::Action | Kind::Open);
    let proofs: usize = log.events().iter().map(proofs_in).sum();
    Value::object([
        ("events", count(log.events().len())),
        ("signatures", count(log.events().len())),
        ("rolls", count(rolls)),
        ("cards", count(report.revealed().len())),
        ("actions", count(log.events().iter().filter(decided).count())),
        ("proofs", count(proofs)),
    ])
}

/// How many proofs an event carries.
fn proofs_in(event: &Event) -> usize {
    match &event.body {
        Body::Join { roll, deck, .. } => usize::from(!roll.is_empty()) + usize::from(!deck.is_empty()),
        Body::Ready { complaints, .. } => complaints.len(),
        Body::Part { roll, shows, draws } => usize::from(!roll.is_empty()) + shows.len() + draws.len(),
        Body::Shuffle { decks } => decks.len(),
        Body::Draw { cards } => cards.len(),
        Body::Audit { shuffles, .. } => shuffles.len(),
        _ => 0,
    }
}
