//! The charter: what PROPOSE settles for the whole match (protocol P14).

use crate::event::{Event, Hash, Member};
use crate::refusal::Refusal;

/// Threshold and members of one key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Committee {
    /// How many members are needed; 1 exactly in a committee of one.
    pub threshold: u8,
    /// Member numbers; the evaluation point of a member is his place here, plus 1 (P5).
    pub members: Vec<u8>,
}

impl Committee {
    /// Evaluation point of a member (P5), or nothing if he is not on the committee. O(n).
    #[must_use]
    pub fn evaluation_point(&self, member: u8) -> Option<u8> {
        let at = self.members.iter().position(|&m| m == member)?;
        u8::try_from(at).ok()?.checked_add(1)
    }
}

/// A checked charter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charter {
    /// Id of the match = id of the PROPOSE.
    pub match_id: Hash,
    /// Member number of the host.
    pub host: u8,
    /// Game id.
    pub game: String,
    /// Rules hash.
    pub rules: Hash,
    /// Canonical JSON of configuration and starting position.
    pub config: Vec<u8>,
    /// All members: players, then keepers, then reserves.
    pub members: Vec<Member>,
    /// Number of players; seat i is first played by member i.
    pub players: u8,
    /// Number of players and keepers together: those who JOIN.
    pub joined: u8,
    /// Roll committee (purpose 0).
    pub roll: Committee,
    /// Deck committee (purpose 1), in matches with encrypted decks.
    pub deck: Option<Committee>,
    /// Grace period in seconds.
    pub grace: u64,
    /// Whether taking back is allowed.
    pub take_back: bool,
}

impl Charter {
    /// Reads and checks the body of a PROPOSE.
    ///
    /// # Errors
    /// `E_MATCH` if the event is no PROPOSE; `H_ROSTER`, `H_HOST`, `H_KEYS`, `H_FLAGS` in this order.
    /// `H_CONFIG` is asked of the rules by the log.
    pub fn read(propose: &Event) -> Result<Self, Refusal> {
        crate::parse::charter(propose)
    }
}
