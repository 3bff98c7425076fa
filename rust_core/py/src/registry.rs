//! The games, side by side: the only place that lists them.

use std::sync::Arc;

use referee_kernel::json::Value;
use referee_kernel::set::{CardSet, Mistake};
use referee_kernel::table::Rulebook;
use referee_kernel::wire::Rules;

/// What this program has of a game.
pub struct Entry {
    /// Its rules, behind the door for JSON.
    pub book: &'static dyn Rulebook,
    /// Its rules on the wire.
    pub wire: Wire,
    /// Every mistake of the files of a card set.
    pub check: fn(&[(String, Value)]) -> Vec<Mistake>,
}

/// How a game comes to its rules on the wire.
pub enum Wire {
    /// A game without cards has one set of rules.
    Bare(fn() -> Arc<dyn Rules>),
    /// A game with cards has rules for each set.
    WithSet(fn(Arc<CardSet>) -> SetRules),
}

/// The rules that a card set makes, or what is wrong with it.
type SetRules = Result<Arc<dyn Rules>, Vec<Mistake>>;

/// Every game, in the order in which they are listed.
pub static GAMES: [Entry; 5] = [
    Entry {
        book: &referee_augustus::Book::new(),
        wire: Wire::WithSet(referee_augustus::wire),
        check: referee_augustus::check_set,
    },
    Entry {
        book: &referee_marcus::Book::new(),
        wire: Wire::WithSet(referee_marcus::wire),
        check: referee_marcus::check_set,
    },
    Entry {
        book: &referee_purple::Book::new(),
        wire: Wire::WithSet(referee_purple::wire),
        check: referee_purple::check_set,
    },
    Entry { book: &referee_pig::Book::new(), wire: Wire::Bare(referee_pig::wire), check: no_files },
    Entry { book: &referee_kuhn::Book::new(), wire: Wire::Bare(referee_kuhn::wire), check: no_files },
];

/// A game without cards has no files to check.
fn no_files(files: &[(String, Value)]) -> Vec<Mistake> {
    let unknown = |(file, _): &(String, Value)| Mistake {
        file: file.clone(),
        path: String::new(),
        card: None,
        why: "the game has no card sets".to_owned(),
    };
    files.iter().map(unknown).collect()
}
