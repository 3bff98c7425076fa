//! Rule numbers and refusals by the rules.

use std::fmt;

/// The number of a paragraph in the game's `rules.md`, without the game: `3.5`.
///
/// `scripts/rulemap.py` checks that every number written in the code exists in the rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rule(pub &'static str);

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// A refused action or outcome. The position is as it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Illegal {
    /// The rule that forbids it.
    pub rule: Rule,
    /// The interface's reason where it has one (`stock_empty`), else a lower-case clause that says what is true.
    pub why: &'static str,
}

impl Illegal {
    /// A refusal.
    #[must_use]
    pub const fn new(rule: &'static str, why: &'static str) -> Self {
        Self { rule: Rule(rule), why }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rule, self.why)
    }
}

/// A configuration or position document that a game does not take: the interface's error word (`config_seats`, `shape`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unfit(pub &'static str);
