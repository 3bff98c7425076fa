//! The family of `referee.errors`, raised from Rust.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use referee_kernel::rule::{Illegal, Unfit};

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

/// `UnknownGameError`.
pub fn unknown_game(py: Python<'_>, game: &str) -> PyErr {
    made(py, "UnknownGameError", (game,), None)
}

/// `CardSetError` with `code`, what is true, and a hint.
pub fn card_set(py: Python<'_>, code: &str, why: &str, hint: &str) -> PyErr {
    made(py, "CardSetError", (code, why, hint), None)
}
