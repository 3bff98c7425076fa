//! The family of `referee.errors`, raised from Rust.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use referee_kernel::rule::{Illegal, Unfit};
use referee_kernel::wire::NotAllowed;
use referee_log::{Charter, Place, Refusal};

/// An instance of the class `name` of `referee.errors`, or whatever went wrong in making it.
fn made(
    py: Python<'_>,
    name: &str,
    args: impl for<'py> pyo3::call::PyCallArgs<'py>,
    extra: Option<&Bound<'_, PyDict>>,
) -> PyErr {
    let instance = py.import("referee.errors").and_then(|m| m.getattr(name)).and_then(|class| class.call(args, extra));
    match instance {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}

/// `IllegalActionError`.
pub fn illegal(py: Python<'_>, game: &str, why: &Illegal) -> PyErr {
    made(py, "IllegalActionError", (format!("{game}:{}", why.rule), why.why), None)
}

/// `ConfigError`.
pub fn config(py: Python<'_>, unfit: Unfit) -> PyErr {
    made(py, "ConfigError", (unfit.0,), None)
}

/// `PositionError`.
pub fn position(py: Python<'_>, unfit: Unfit) -> PyErr {
    made(py, "PositionError", (unfit.0,), None)
}

/// `UsageError` with `code` and what is true.
pub fn usage(py: Python<'_>, code: &str, why: &str) -> PyErr {
    made(py, "UsageError", (code, why), None)
}

/// `UnknownGameError`.
pub fn unknown_game(py: Python<'_>, game: &str) -> PyErr {
    made(py, "UnknownGameError", (game,), None)
}

/// `CardSetError` with `code`, what is true, and a hint.
pub fn card_set(py: Python<'_>, code: &str, why: &str, hint: &str) -> PyErr {
    made(py, "CardSetError", (code, why, hint), None)
}

/// `FileRefusedError`.
pub fn refused(py: Python<'_>, refusal: &Refusal) -> PyErr {
    let extra = PyDict::new(py);
    let place = refusal.event.map(|e| e.place);
    let why = match refusal.event {
        Some(Place { author_seq: Some((author, seq)), place }) => {
            format!("{} (event {place}, number {seq} of member {author})", refusal.detail)
        }
        Some(Place { place, .. }) => format!("{} (event {place})", refusal.detail),
        None => refusal.detail.to_owned(),
    };
    if let Err(error) = extra.set_item("event", place) {
        return error;
    }
    made(py, "FileRefusedError", (refusal.code.as_str(), why), Some(&extra))
}

/// `IllegalActionError` of a payload.
pub fn not_allowed(py: Python<'_>, why: &NotAllowed) -> PyErr {
    made(py, "IllegalActionError", (why.rule.as_str(), why.why.as_str()), None)
}

/// `MatchError`.
pub fn not_now(py: Python<'_>, code: &str, why: &str) -> PyErr {
    made(py, "MatchError", (code, why), None)
}

/// `CardSetError`: the rules of a match are not installed here. Says which are needed.
pub fn missing_rules(py: Python<'_>, charter: &Charter) -> PyErr {
    let name = crate::games::config_set(charter).unwrap_or_default();
    let why = format!(
        "the match needs the rules {} of {}{}",
        crate::games::hex(&charter.rules),
        charter.game.escape_default(),
        if name.is_empty() { String::new() } else { format!(", card set {}", name.escape_default()) }
    );
    card_set(py, "set.unknown", &why, "ask the host for the set's file and install it with `referee cards add FILE`")
}
