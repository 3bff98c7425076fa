//! The verdict as the test vectors state it, and the operations that judge.

use referee_kernel::json::Value;
use referee_kernel::wire::Rules;

use crate::cases::{self, Failure, bytes, field, hex_of};
use crate::log::EventIx;
use crate::refusal::Code;
use crate::replay::{Cache, Report, judge};

/// What vectors compare.
#[must_use]
pub fn verdict(report: &Report<'_>) -> Value {
    let log = report.log();
    let waiting = sorted(report.waiting().iter().map(|(member, what)| (*member, what.to_string())));
    let pair = |a: Value, b: Value| Value::List(vec![a, b]);
    let place = |e: &EventIx| Value::from(e.0);
    let list = |items: Vec<Value>| Value::List(items);
    let epoch = u32::try_from(report.branch().len()).unwrap_or(u32::MAX);
    Value::object([
        ("match", Value::Str(hex_of(&log.charter().match_id))),
        ("phase", report.phase().as_str().into()),
        ("step", report.step().into()),
        ("epoch", epoch.into()),
        ("need", list(report.need().into_iter().map(Value::from).collect())),
        ("digest", Value::Str(hex_of(&report.digest()))),
        ("waiting", list(waiting.into_iter().map(|(m, what)| pair(m.into(), Value::Str(what))).collect())),
        ("faults", list(report.faults().iter().map(|(e, code)| pair(place(e), code.as_str().into())).collect())),
        ("superseded", list(report.superseded().iter().map(place).collect())),
        ("forks", list(report.forks().into_iter().map(|(a, seq)| pair(a.into(), u32::from(seq).into())).collect())),
        ("desync", list(report.desyncs().iter().map(|e| pair(place(e), log[*e].step.into())).collect())),
        ("lies", list(report.lies().iter().map(|(step, seat)| pair((*step).into(), (*seat).into())).collect())),
        ("unjudged", list(report.unjudged().into_iter().map(|(a, n)| pair(a.into(), n.into())).collect())),
        ("posted", Value::Int(report.posted().map_or(-1, i64::from))),
    ])
}

/// Runs a case of `file.judge` or `toy.start`.
///
/// # Errors
/// [`Failure`]: another operation, an input of another shape, or what the case is refused with.
pub fn run(op: &str, given: &Value, rules: &dyn Rules) -> Result<Value, Failure> {
    match op {
        "file.judge" => {
            let log = cases::union(given, rules)?;
            Ok(verdict(&judge(&log, rules, &mut Cache::new())))
        }
        "toy.start" => start(given, rules),
        _ => Err(Failure::Unknown),
    }
}

/// Deck sizes and first document of a configuration.
fn start(given: &Value, rules: &dyn Rules) -> Result<Value, Failure> {
    let config = bytes(given, "config")?;
    let players = field(given, "players")?.as_int().and_then(|n| u8::try_from(n).ok()).ok_or(Failure::Malformed)?;
    if !rules.accepts(&config, players) {
        return Err(Failure::Refused(Code::HConfig));
    }
    let size = |deck: &Vec<String>| Value::from(u32::try_from(deck.len()).unwrap_or(u32::MAX));
    let decks = rules.decks(&config, players).iter().map(size).collect();
    let document = String::from_utf8(rules.start(&config, players).document()).map_err(|_| Failure::Malformed)?;
    Ok(Value::object([("decks", Value::List(decks)), ("document", Value::Str(document))]))
}

fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort();
    items
}
