//! Card sets: the ones that ship, and a library that also holds an owner's corrected ones.
//!
//! A set is data. Its rules hash (protocol P14) stands in the charter of every match played with it, so a shipped set is
//! never edited: a correction is another set with another name.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

use std::sync::{Arc, LazyLock};

use referee_kernel::digest::Hash;
use referee_kernel::json::{Malformed, Value};
use referee_kernel::set::{CardSet, Sets};

/// The data files a game's sets consist of, ascending by name; empty for a game without cards.
#[must_use]
pub fn files_of(game: &str) -> &'static [&'static str] {
    match game {
        "augustus" => &["objectives.json"],
        "marcus" | "purple" => &["cards.json", "map.json"],
        _ => &[],
    }
}

/// The set that ships for each game, by the name configurations mean when they name none.
pub const SHIPPED: &str = "reconstructed-1";

type Embedded = (&'static str, u16, &'static [(&'static str, &'static str)]);

const EMBEDDED: [Embedded; 3] = [
    ("augustus", 1, &[("objectives.json", include_str!("../sets/augustus/reconstructed-1/objectives.json"))]),
    (
        "marcus",
        1,
        &[
            ("cards.json", include_str!("../sets/marcus/reconstructed-1/cards.json")),
            ("map.json", include_str!("../sets/marcus/reconstructed-1/map.json")),
        ],
    ),
    (
        "purple",
        1,
        &[
            ("cards.json", include_str!("../sets/purple/reconstructed-1/cards.json")),
            ("map.json", include_str!("../sets/purple/reconstructed-1/map.json")),
        ],
    ),
];

static ALL_SHIPPED: LazyLock<Vec<Arc<CardSet>>> = LazyLock::new(|| {
    EMBEDDED
        .iter()
        .map(|(game, version, files)| {
            // The files are part of the program: a test reads each of them.
            let files =
                files.iter().map(|(name, text)| ((*name).to_owned(), read(text.as_bytes()).unwrap_or(Value::Null)));
            Arc::new(CardSet::new(game, SHIPPED, *version, files.collect()))
        })
        .collect()
});

/// Reads a data file.
///
/// # Errors
/// [`Malformed`] where it is no JSON.
pub fn read(text: &[u8]) -> Result<Value, Malformed> {
    Value::parse(text)
}

/// The set that ships for `game`, if it has one.
#[must_use]
pub fn shipped(game: &str) -> Option<Arc<CardSet>> {
    ALL_SHIPPED.iter().find(|s| s.game() == game).cloned()
}

/// The sets a program has: those that ship, then those that were installed.
#[derive(Clone, Debug, Default)]
pub struct Library {
    installed: Vec<Arc<CardSet>>,
}

impl Library {
    /// Only what ships.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Installs a set beside the others. The same set twice is kept once.
    pub fn install(&mut self, set: CardSet) {
        if self.hashed(set.game(), set.hash()).is_none_or(|known| known.name() != set.name()) {
            self.installed.push(Arc::new(set));
        }
    }

    /// Every set of `game`, the shipped one first.
    pub fn of(&self, game: &str) -> impl Iterator<Item = &Arc<CardSet>> {
        ALL_SHIPPED.iter().chain(&self.installed).filter(move |s| s.game() == game)
    }

    /// The set of `game` whose rules hash is `hash` (protocol P14).
    #[must_use]
    pub fn hashed(&self, game: &str, hash: Hash) -> Option<Arc<CardSet>> {
        self.of(game).find(|s| s.hash() == hash).cloned()
    }
}

impl Sets for Library {
    fn named(&self, game: &str, name: &str) -> Option<Arc<CardSet>> {
        self.of(game).find(|s| s.name() == name).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(hash: Hash) -> String {
        hash.iter().map(|b| format!("{b:02x}")).collect()
    }

    #[test]
    fn shipped_sets_have_the_hashes_of_their_interfaces() {
        let hash = |game| hex(shipped(game).unwrap().hash());
        assert_eq!(hash("augustus"), "c9eddd8cf0a0d5d8f30b306ea1d53ec7abe37802361637f9e48f144d693da55d");
        assert_eq!(hash("marcus"), "26617af112ece54dd501bf37e5266d6d6af76732599587c59436915f1d8df66c");
        assert_eq!(hash("purple"), "aa87a92c44bb8314b0363cd4cba03d95a562ddf0f1e8dd84ee872903a324e913");
    }

    #[test]
    fn every_file_of_a_shipped_set_is_there() {
        for set in ALL_SHIPPED.iter() {
            let names: Vec<_> = set.files().iter().map(|(n, _)| n.as_str()).collect();
            assert_eq!(names, files_of(set.game()));
            assert!(set.files().iter().all(|(_, d)| d.get("set").and_then(Value::as_str) == Some(SHIPPED)));
        }
    }
}
