//! A card set: the data files of a game under one name and one hash (protocol P14).

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::digest::{Hash, Name, h32};
use crate::json::Value;

/// The data files of a game. Immutable: a corrected file makes another set with another hash.
pub struct CardSet {
    game: String,
    name: String,
    files: Vec<(String, Value)>,
    hash: Hash,
    compiled: OnceLock<Arc<dyn Any + Send + Sync>>,
}

impl CardSet {
    /// The set of these files (name, document) for rules version `version` of `game`. Files are put in ascending order
    /// of their names, as the rules hash wants them.
    #[must_use]
    pub fn new(game: &str, name: &str, version: u16, mut files: Vec<(String, Value)>) -> Self {
        files.sort_by(|a, b| a.0.cmp(&b.0));
        let documents: Vec<&Value> = files.iter().map(|(_, d)| d).collect();
        let hash = rules_hash(game, version, &documents);
        Self { game: game.to_owned(), name: name.to_owned(), files, hash, compiled: OnceLock::new() }
    }

    /// The game's id.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The name by which configurations mean the set.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The rules hash (P14).
    #[must_use]
    pub fn hash(&self) -> Hash {
        self.hash
    }

    /// File names and documents, ascending by name.
    #[must_use]
    pub fn files(&self) -> &[(String, Value)] {
        &self.files
    }

    /// The document of one file.
    #[must_use]
    pub fn file(&self, name: &str) -> Option<&Value> {
        self.files.iter().find(|(n, _)| n == name).map(|(_, d)| d)
    }

    /// The game's tables, compiled from the documents once for each set.
    ///
    /// # Errors
    /// Whatever `compile` says of the documents; nothing is kept then.
    pub fn compiled<T: Any + Send + Sync, E>(&self, compile: impl FnOnce(&Self) -> Result<T, E>) -> Result<Arc<T>, E> {
        if let Some(made) = self.compiled.get().and_then(|m| Arc::clone(m).downcast::<T>().ok()) {
            return Ok(made);
        }
        let made = Arc::new(compile(self)?);
        let _ = self.compiled.set(made.clone());
        Ok(made)
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CardSet({} {})", self.game, self.name)
    }
}

/// One mistake in the data files of a set, in words for the person who edits them.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Mistake {
    /// The file: `cards.json`.
    pub file: String,
    /// Where in the file: `cards[3].copies`; empty for the whole file.
    pub path: String,
    /// The id of the card it is about, if it is about one.
    pub card: Option<String>,
    /// A lower-case clause that says what is wrong.
    pub why: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if !self.path.is_empty() {
            write!(f, " {}", self.path)?;
        }
        if let Some(card) = &self.card {
            write!(f, " ({card})")?;
        }
        write!(f, ": {}", self.why)
    }
}

/// Where a game finds its sets.
pub trait Sets: Sync {
    /// The set of `game` that configurations call `name`.
    fn named(&self, game: &str, name: &str) -> Option<Arc<CardSet>>;
}

/// No sets, for games that need none.
pub struct NoSets;

impl Sets for NoSets {
    fn named(&self, _: &str, _: &str) -> Option<Arc<CardSet>> {
        None
    }
}

/// The rules hash of P14; `documents` in ascending order of their file names.
#[must_use]
pub fn rules_hash(game: &str, version: u16, documents: &[&Value]) -> Hash {
    let contents: Vec<Vec<u8>> = documents.iter().map(|d| playing_content(d).canonical()).collect();
    let version = version.to_string();
    let mut parts: Vec<&[u8]> = vec![game.as_bytes(), version.as_bytes()];
    parts.extend(contents.iter().map(Vec::as_slice));
    h32(Name::Rules, &parts)
}

/// The document without the keys that only speak of sources.
fn playing_content(v: &Value) -> Value {
    const SOURCE_KEYS: [&str; 5] = ["keys", "labels", "note", "sources", "guessed"];
    match v {
        Value::Object(fields) => Value::Object(
            fields
                .iter()
                .filter(|(k, _)| !SOURCE_KEYS.contains(&k.as_str()) && !k.contains("confidence"))
                .map(|(k, v)| (k.clone(), playing_content(v)))
                .collect(),
        ),
        Value::List(items) => Value::List(items.iter().map(playing_content).collect()),
        other => other.clone(),
    }
}
