//! The games and card sets this process has.

use std::sync::{Arc, PoisonError, RwLock};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use referee_cards::Library;
use referee_kernel::digest::Hash;
use referee_kernel::json::Value;
use referee_kernel::set::{CardSet, Sets};
use referee_kernel::table::Rulebook;
use referee_kernel::wire::{Rules, read_config};
use referee_log::Charter;

use crate::convert::to_python;
use crate::errors;
use crate::registry::{Entry, GAMES, Wire};

static LIBRARY: RwLock<Option<Library>> = RwLock::new(None);

/// The sets known now; a snapshot, so that no lock is held while a game works.
pub fn library() -> Library {
    LIBRARY.read().unwrap_or_else(PoisonError::into_inner).clone().unwrap_or_default()
}

/// What this program has of `game`.
fn entry(py: Python<'_>, game: &str) -> PyResult<&'static Entry> {
    known(game).ok_or_else(|| errors::unknown_game(py, game))
}

fn known(game: &str) -> Option<&'static Entry> {
    GAMES.iter().find(|e| e.book.id() == game)
}

/// The rulebook of `game`.
pub fn book(py: Python<'_>, game: &str) -> PyResult<&'static dyn Rulebook> {
    Ok(entry(py, game)?.book)
}

/// The name of the card set that a charter's configuration asks for.
pub fn config_set(charter: &Charter) -> Option<String> {
    let (config, _) = read_config(&charter.config)?;
    Some(config.get("set")?.as_str()?.chars().take(64).collect())
}

/// The name of the installed set with a charter's rules hash.
pub fn set_name(charter: &Charter) -> Option<String> {
    library().hashed(&charter.game, charter.rules).map(|set| set.name().to_owned())
}

/// The rules a charter names, if this process has them.
pub fn rules_of(charter: &Charter) -> Option<Arc<dyn Rules>> {
    rules_by_hash(&charter.game, charter.rules)
}

/// The rules of a game with this hash: of a game without cards, or of an installed set.
pub fn rules_by_hash(game: &str, hash: Hash) -> Option<Arc<dyn Rules>> {
    let rules = match known(game)?.wire {
        Wire::Bare(rules) => rules(),
        Wire::WithSet(rules) => rules(library().hashed(game, hash)?).ok()?,
    };
    Some(rules).filter(|rules| rules.rules_hash() == hash)
}

/// See the stub.
#[pyfunction]
pub fn games(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let library = library();
    let list = GAMES.iter().map(|Entry { book, .. }| {
        let sets = library
            .of(book.id())
            .map(|s| Value::object([("name", s.name().into()), ("hash", hex(&s.hash()).as_str().into())]));
        Value::object([
            ("id", book.id().into()),
            ("version", Value::Int(book.version().into())),
            ("bots", words(book.bots())),
            (
                "choices",
                Value::Object(
                    book.choices().iter().map(|(option, each)| ((*option).to_owned(), words(each))).collect(),
                ),
            ),
            ("sets", Value::List(sets.collect())),
        ])
    });
    to_python(py, &Value::List(list.collect()))
}

fn words(list: &[&str]) -> Value {
    Value::List(list.iter().map(|word| Value::from(*word)).collect())
}

/// Lower-case hex.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

fn read_files(py: Python<'_>, files: &Bound<'_, PyDict>) -> PyResult<Vec<(String, Value)>> {
    files
        .iter()
        .map(|(name, text)| {
            let (name, text): (String, Vec<u8>) = (name.extract()?, text.extract()?);
            let document = referee_cards::read(&text)
                .map_err(|e| errors::card_set(py, "set.json", &format!("{name} is {e}"), "export the set again"))?;
            Ok((name, document))
        })
        .collect()
}

/// See the stub.
#[pyfunction]
pub fn install_set<'py>(
    py: Python<'py>,
    game: &str,
    name: &str,
    files: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyBytes>> {
    let Entry { book, check, .. } = entry(py, game)?;
    let files = read_files(py, files)?;
    let mistakes = check(&files);
    if let Some(first) = mistakes.first() {
        let why = format!("the set has {} mistakes, the first: {first}", mistakes.len());
        return Err(errors::card_set(py, "set.mistakes", &why, "see `referee cards check`"));
    }
    let set = CardSet::new(game, name, book.version(), files);
    let hash = set.hash();
    let mut guard = LIBRARY.write().unwrap_or_else(PoisonError::into_inner);
    guard.get_or_insert_with(Library::new).install(set);
    Ok(PyBytes::new(py, &hash))
}

/// See the stub.
#[pyfunction]
pub fn check_set<'py>(py: Python<'py>, game: &str, files: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
    let check = entry(py, game)?.check;
    let mistakes = check(&read_files(py, files)?);
    let list = mistakes.into_iter().map(|m| {
        Value::object([
            ("file", m.file.as_str().into()),
            ("path", m.path.as_str().into()),
            ("card", m.card.as_deref().map(Value::from).unwrap_or(Value::Null)),
            ("why", m.why.as_str().into()),
        ])
    });
    to_python(py, &Value::List(list.collect()))
}

fn named(py: Python<'_>, game: &str, name: &str) -> PyResult<Arc<CardSet>> {
    book(py, game)?;
    library().named(game, name).ok_or_else(|| {
        let why = format!("no card set of {game} is called {name}");
        errors::card_set(py, "set.unknown", &why, "install it with `referee cards add FILE`")
    })
}

/// See the stub.
#[pyfunction]
pub fn set_files<'py>(py: Python<'py>, game: &str, name: &str) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (file, document) in named(py, game, name)?.files() {
        dict.set_item(file, PyBytes::new(py, &document.canonical()))?;
    }
    Ok(dict)
}

/// See the stub.
#[pyfunction]
pub fn rules_hash<'py>(py: Python<'py>, game: &str, set_name: &str) -> PyResult<Bound<'py, PyBytes>> {
    let hash = match entry(py, game)?.wire {
        Wire::Bare(rules) => rules().rules_hash(),
        Wire::WithSet(_) => named(py, game, set_name)?.hash(),
    };
    Ok(PyBytes::new(py, &hash))
}
