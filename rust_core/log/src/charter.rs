//! The charter: what PROPOSE settles for the whole match (protocol P14).

use std::collections::BTreeSet;

use referee_proof::ed25519::VerifyKey;
use referee_proof::group::Point;
pub use referee_proof::key::Committee;

use crate::event::{Body, Event, Hash, KeyTerms, Member, Propose};
use crate::limits::{MAX_MEMBERS, MAX_NAME, MAX_PLAYERS};
use crate::refusal::{Code, Refusal, check};

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
    /// `E_MATCH` if the event is no PROPOSE; `H_ROSTER`, `H_HOST`, `H_KEYS`, `H_FLAGS` in this order. `H_CONFIG` is asked
    /// of the rules where a log begins.
    pub fn read(propose: &Event) -> Result<Self, Refusal> {
        let Body::Propose(body) = &propose.body else {
            return Err(Refusal::new(Code::EMatch, "the event is no proposal"));
        };
        let members = roster(body)?;
        let (players, keepers) = (body.players.len(), body.keepers.len());
        let joined = small(players + keepers);
        check(propose.author < joined, Code::HHost, "the host is neither player nor keeper")?;
        check(players > 1 || keepers <= 1, Code::HKeys, "a single player has more than one keeper")?;
        let (roll, deck) = match body.keys.as_slice() {
            [roll] => (committee(roll, joined)?, None),
            [roll, deck] => (committee(roll, joined)?, Some(committee(deck, joined)?)),
            _ => return Err(Refusal::new(Code::HKeys, "a match has one or two keys")),
        };
        let most = u64::from(players > 1);
        check(body.flags <= most, Code::HFlags, "flags that this match may not have")?;
        Ok(Self {
            match_id: propose.id,
            host: propose.author,
            game: body.game.clone(),
            rules: body.rules,
            config: body.config.clone(),
            members,
            players: small(players),
            joined,
            roll,
            deck,
            grace: body.grace,
            take_back: body.flags == 1,
        })
    }

    /// The identity keys of all members, decoded.
    pub(crate) fn verify_keys(&self) -> Result<Vec<VerifyKey>, Refusal> {
        self.members.iter().map(identity).collect()
    }
}

/// All members in the order of their numbers (P14.1).
fn roster(body: &Propose) -> Result<Vec<Member>, Refusal> {
    let members = [&body.players[..], &body.keepers, &body.reserves].concat();
    let counts = (1..=MAX_PLAYERS).contains(&body.players.len()) && members.len() <= MAX_MEMBERS;
    check(counts, Code::HRoster, "1 to 16 players and at most 32 members take part")?;
    let distinct = |key: fn(&Member) -> &[u8; 32]| members.iter().map(key).collect::<BTreeSet<_>>().len();
    check(distinct(|m| &m.identity) == members.len(), Code::HRoster, "two members have one identity key")?;
    check(distinct(|m| &m.box_key) == members.len(), Code::HRoster, "two members have one box key")?;
    for member in &members {
        let named = (1..=MAX_NAME).contains(&member.name.len()) && !member.name.contains('\n');
        check(named, Code::HRoster, "a name is empty, too long or has a line feed")?;
        identity(member)?;
        check(Point::parse(&member.box_key).is_ok(), Code::HRoster, "a box key is no point")?;
    }
    Ok(members)
}

fn identity(member: &Member) -> Result<VerifyKey, Refusal> {
    let refusal = Refusal::new(Code::HRoster, "an identity key is no canonical key or has small order");
    VerifyKey::parse(&member.identity).ok_or(refusal)
}

/// The members of one key, distinct players or keepers, with a threshold that fits them (P14.3, P8).
fn committee(terms: &KeyTerms, joined: u8) -> Result<Committee, Refusal> {
    let is_member = |&m: &u64| u8::try_from(m).ok().filter(|&m| m < joined);
    let members: Option<Vec<u8>> = terms.committee.iter().map(is_member).collect();
    let members = members.ok_or(Refusal::new(Code::HKeys, "a committee has somebody who does not join"))?;
    let n = members.len();
    check(
        n > 0 && BTreeSet::from_iter(&members).len() == n,
        Code::HKeys,
        "a committee is empty or names one member twice",
    )?;
    let least = if n == 1 { 1 } else { 2 };
    let threshold = usize::try_from(terms.threshold).ok().filter(|t| (least..=n).contains(t));
    let threshold = threshold.ok_or(Refusal::new(Code::HKeys, "a threshold does not fit its committee"))?;
    Ok(Committee { threshold: small(threshold), members })
}

/// A count of members, of whom there are at most 32.
fn small(n: usize) -> u8 {
    u8::try_from(n).unwrap_or(u8::MAX)
}
