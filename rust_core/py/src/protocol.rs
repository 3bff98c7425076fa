//! The protocol's small tools: vectors, hashes, keys, armor, fork proofs.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use referee_kernel::digest::{Name, h32 as digest};
use referee_kernel::json::Value;
use referee_kernel::wire::Rules;
use referee_log::toy::Toy;
use referee_log::{armor as text_armor, fork};
use referee_proof::secrets::Secrets;

use crate::convert::{from_python, to_python};
use crate::errors;
use crate::games::rules_by_hash;

/// A case of the protocol's vectors: `{"out": …}` or `{"error": code}`.
#[pyfunction]
pub fn run_case<'py>(py: Python<'py>, op: &str, given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let given = from_python(given);
    let answer = py.detach(|| case(op, &given));
    let dict = PyDict::new(py);
    match answer {
        Ok(out) => dict.set_item("out", to_python(py, &out)?)?,
        Err(Some(code)) => dict.set_item("error", code)?,
        Err(None) => return Err(PyValueError::new_err(format!("no such case of {op:?}"))),
    }
    Ok(dict.into_any())
}

/// The crate that knows an operation runs it; `None` as error: nobody knows it, or the input has another shape.
fn case(op: &str, given: &Value) -> Result<Value, Option<&'static str>> {
    match referee_proof::cases::run(op, given) {
        Ok(out) => return Ok(out),
        Err(referee_proof::cases::Failure::Refused(fault)) => return Err(Some(fault.code())),
        Err(referee_proof::cases::Failure::Malformed) => return Err(None),
        Err(referee_proof::cases::Failure::Unknown) => {}
    }
    referee_log::cases::run(op, given, &Toy).map_err(|failure| match failure {
        referee_log::cases::Failure::Refused(code) => Some(code.as_str()),
        _ => None,
    })
}

/// H32 of P3.
#[pyfunction]
pub fn h32<'py>(py: Python<'py>, name: &str, parts: Vec<Vec<u8>>) -> PyResult<Bound<'py, PyBytes>> {
    let name = Name::parse(name).ok_or_else(|| PyValueError::new_err("no such name in the protocol's list"))?;
    let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
    Ok(PyBytes::new(py, &digest(name, &parts)))
}

fn root(bytes: &[u8]) -> PyResult<&[u8; 32]> {
    bytes.try_into().map_err(|_| PyValueError::new_err("a root has 32 bytes"))
}

/// The secrets of a root.
pub fn secrets(bytes: &[u8]) -> PyResult<Secrets> {
    root(bytes).map(Secrets::from_root)
}

fn derived<'py>(py: Python<'py>, name: Name, bytes: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    Ok(PyBytes::new(py, &digest(name, &[root(bytes)?])))
}

/// Ed25519 seed of an identity (P21).
#[pyfunction]
pub fn identity_seed<'py>(py: Python<'py>, root: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    derived(py, Name::KeyIdentity, root)
}

/// ML-DSA-65 seed of an identity (P21).
#[pyfunction]
pub fn pq_seed<'py>(py: Python<'py>, root: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    derived(py, Name::KeyPq, root)
}

/// Public box key of an identity (P21).
#[pyfunction]
pub fn box_key<'py>(py: Python<'py>, root: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    Ok(PyBytes::new(py, secrets(root)?.box_key().bytes()))
}

/// A file as text for a mail (P16).
#[pyfunction]
pub fn armor(data: &[u8]) -> String {
    text_armor::write(data)
}

/// Every armored file of a text (P16).
#[pyfunction]
pub fn dearmor<'py>(py: Python<'py>, text: &str) -> PyResult<Vec<Bound<'py, PyBytes>>> {
    let blocks = py.detach(|| text_armor::read(text)).map_err(|e| errors::refused(py, &e))?;
    Ok(blocks.iter().map(|block| PyBytes::new(py, block)).collect())
}

/// Name, member and number that a fork proof convicts (P15).
#[pyfunction]
pub fn fork_verify(py: Python<'_>, data: &[u8]) -> PyResult<(String, u8, u16)> {
    let convicted = fork::verify(data).map_err(|e| errors::refused(py, &e))?;
    Ok((convicted.name, convicted.author, convicted.seq))
}

/// Whether `config` is one of a match of `players` players (P14.5).
#[pyfunction]
pub fn check_config(py: Python<'_>, game: &str, rules: &[u8], config: &[u8], players: u8) -> PyResult<()> {
    accepting(py, game, rules, config, players).map(|_| ())
}

/// Sizes of the encrypted decks of a match with this `config`; none: it is played open (P18).
#[pyfunction]
pub fn decks(py: Python<'_>, game: &str, rules: &[u8], config: &[u8], players: u8) -> PyResult<Vec<usize>> {
    let rules = accepting(py, game, rules, config, players)?;
    Ok(rules.decks(config, players).iter().map(Vec::len).collect())
}

/// The rules with this hash, if they are here and take `config`.
fn accepting(py: Python<'_>, game: &str, rules: &[u8], config: &[u8], players: u8) -> PyResult<Arc<dyn Rules>> {
    let hash = rules.try_into().map_err(|_| PyValueError::new_err("a rules hash has 32 bytes"))?;
    let Some(rules) = rules_by_hash(game, hash) else {
        return Err(errors::card_set(
            py,
            "set.unknown",
            "these rules are not installed here",
            "install the set with `referee cards add FILE`",
        ));
    };
    if rules.accepts(config, players) {
        return Ok(rules);
    }
    let refusal = referee_log::Refusal::new(referee_log::Code::HConfig, "the rules do not take this configuration");
    Err(errors::refused(py, &refusal))
}
