//! Costly checks and their results, kept by (event, what it was checked against): replays ask again.

use std::collections::BTreeMap;
use std::sync::Arc;

use referee_kernel::digest::Hash;
use referee_kernel::wire::State;
use referee_proof::dealing::{Complaint, Deal, Dealing};
use referee_proof::deck::{Cards, Ciphertext, flatten};
use referee_proof::group::Point;
use referee_proof::key::JointKey;
use referee_proof::roll::BranchEntry;
use referee_proof::shuffle::{Statement, verify as verify_shuffle};
use referee_proof::{dleq, draw, endorse, prescribed};

use crate::event::{Event, ShuffleEntry};

use super::run::{Outcome, Position};

/// Results for one entry of an event. It is checked against one statement, or against a few on different branches.
type ByStatement<T> = Vec<(Vec<u8>, T)>;

/// Results by event and entry.
#[derive(Clone, Debug)]
struct Results<T>(BTreeMap<(Hash, usize), ByStatement<T>>);

/// The roll key and the deck key of a match.
pub(super) type BothKeys = (Arc<JointKey>, Option<Arc<JointKey>>);

impl<T> Default for Results<T> {
    fn default() -> Self {
        Results(BTreeMap::new())
    }
}

impl<T: Clone> Results<T> {
    fn get(&mut self, event: &Hash, entry: usize, statement: &[&[u8]], check: impl FnOnce() -> T) -> T {
        let known = self.0.entry((*event, entry)).or_default();
        let statement = statement.concat();
        if let Some((_, result)) = known.iter().find(|(against, _)| *against == statement) {
            return result.clone();
        }
        let result = check();
        known.push((statement, result.clone()));
        result
    }
}

/// A roll: the point that the committee's parts are on, and the seed, once it is open.
#[derive(Clone, Debug)]
pub(super) struct Roll {
    pub point: Point,
    pub seed: Option<Hash>,
}

/// What was checked before.
#[derive(Clone, Default)]
pub(super) struct Memory {
    dealings: Results<Option<Arc<Dealing>>>,
    complaints: Results<bool>,
    keys: BTreeMap<Hash, Option<BothKeys>>,
    cards: BTreeMap<(u8, u32), Arc<Cards>>,
    parts: Results<Option<Point>>,
    draws: Results<Option<Point>>,
    reveals: Results<Option<u32>>,
    shuffles: Results<Option<Arc<Vec<Ciphertext>>>>,
    audits: Results<bool>,
    endorsements: Results<bool>,
    /// Combined parts, by key and point.
    combined: BTreeMap<(Hash, Hash), Point>,
    /// The first position of the match.
    first: Option<Arc<Position>>,
    /// Where a position leads to by an outcome.
    next: BTreeMap<(u64, Vec<u8>), Arc<Position>>,
    /// Numbers of branches: by START, and by the branch before and its next entry.
    roots: BTreeMap<Hash, u64>,
    branches: BTreeMap<(u64, BranchEntry), u64>,
    /// Rolls, by branch and step.
    rolls: BTreeMap<(u64, u32), Roll>,
    numbers: u64,
}

/// Entries of one event are told apart by number; a PART has a roll and two lists.
pub(super) const ROLL: usize = 0;
pub(super) const SHOWS: usize = 1 << 20;
pub(super) const DRAWS: usize = 1 << 21;
pub(super) const AUDITS: usize = 1 << 22;

impl Memory {
    /// A dealing of P8.
    pub fn dealing(&mut self, event: &Event, deal: &Deal<'_>, bytes: &[u8]) -> Option<Arc<Dealing>> {
        let purpose = usize::from(deal.purpose.number());
        self.dealings.get(&event.id, purpose, &[], || Dealing::check(deal, bytes).ok().map(Arc::new))
    }

    /// Whether a complaint convicts the dealer.
    pub fn complaint(
        &mut self,
        (event, entry): (&Event, usize),
        (join, dealing): (&Hash, &Dealing),
        deal: &Deal<'_>,
        box_key: &Hash,
        complaint: &Complaint,
    ) -> bool {
        self.complaints.get(&event.id, entry, &[join], || {
            let Ok(box_key) = Point::parse(box_key) else { return false };
            dealing.check_complaint(deal, event.author, &box_key, complaint).is_ok()
        })
    }

    /// The keys that a START makes; `None` if one of them voids the match.
    pub fn keys(&mut self, start: &Hash, make: impl FnOnce() -> Option<BothKeys>) -> Option<BothKeys> {
        self.keys.entry(*start).or_insert_with(make).clone()
    }

    /// The cards of a deck.
    pub fn cards(&mut self, match_id: &Hash, deck: u8, count: u32) -> Arc<Cards> {
        let cards = self.cards.entry((deck, count)).or_insert_with(|| Arc::new(Cards::new(match_id, deck, count)));
        Arc::clone(cards)
    }

    /// D of a valid part by the member with the public share `public` on `base`.
    pub fn part(
        &mut self,
        (event, entry): (&Event, usize),
        part: &[u8],
        public: &Point,
        base: &Point,
    ) -> Option<Point> {
        let check = || dleq::check_part(part, public, base, &event.match_id).ok();
        self.parts.get(&event.id, entry, &[public.bytes(), base.bytes()], check)
    }

    /// P of a valid DRAW entry on `c1`.
    pub fn draw(
        &mut self,
        (event, entry): (&Event, usize),
        c1: &Point,
        blinded: &[u8],
        proof: &[u8],
        context: &[u8],
    ) -> Option<Point> {
        self.draws.get(&event.id, entry, &[c1.bytes()], || draw::check(c1, blinded, proof, context).ok())
    }

    /// The card that a reveal shows.
    pub fn reveal(
        &mut self,
        (event, entry): (&Event, usize),
        rho: &[u8],
        (position, blinded): (&Ciphertext, &Point),
        (gamma, key): (&Point, &Point),
        cards: &Cards,
    ) -> Option<u32> {
        let statement = [&position.bytes()[..], blinded.bytes(), gamma.bytes(), key.bytes()];
        let check = || draw::check_reveal(position, blinded, rho, gamma, key, cards).ok();
        self.reveals.get(&event.id, entry, &statement, check)
    }

    /// The output of a valid link of a shuffle.
    pub fn shuffle(
        &mut self,
        (event, entry): (&Event, usize),
        link: &ShuffleEntry,
        statement: &Statement<'_>,
    ) -> Option<Arc<Vec<Ciphertext>>> {
        let against = [statement.key.bytes(), statement.context, &flatten(statement.input)];
        let check = || verify_shuffle(statement, &link.cards, &link.proof).ok().map(Arc::new);
        self.shuffles.get(&event.id, entry, &against, check)
    }

    /// Whether `gamma` prescribes the shuffle from `input` to `output`.
    pub fn prescribed(
        &mut self,
        (event, entry): (&Event, usize),
        (key, alpha, gamma): (&Point, &[u8], &Point),
        input: &[Ciphertext],
        output: &[Ciphertext],
    ) -> bool {
        let statement = [key.bytes(), alpha, &flatten(input), &flatten(output)];
        self.audits.get(&event.id, entry, &statement, || {
            let seed = prescribed::seed(key, alpha, gamma);
            let shuffle = u32::try_from(input.len()).ok().and_then(|cards| prescribed::shuffle(&seed, cards));
            shuffle.and_then(|s| s.apply(input, key).ok()).is_some_and(|expected| expected == output)
        })
    }

    /// Whether an ML-DSA signature covers the event's parents.
    pub fn endorsement(&mut self, event: &Event, key: &[u8], signature: &[u8]) -> bool {
        self.endorsements
            .get(&event.id, 0, &[key], || endorse::verify(key, &event.match_id, &event.parents, signature).is_ok())
    }

    fn number(&mut self) -> u64 {
        self.numbers = self.numbers.saturating_add(1);
        self.numbers
    }

    /// The first position of the match.
    pub fn first(&mut self, start: impl FnOnce() -> Box<dyn State>) -> Arc<Position> {
        let number = self.number();
        Arc::clone(self.first.get_or_insert_with(|| Arc::new(Position::new(Arc::from(start()), number))))
    }

    /// The position that follows by an outcome; `None` for a take-back.
    pub fn follow(&mut self, position: &Position, outcome: &Outcome) -> Option<Arc<Position>> {
        let key = (position.number, outcome.key());
        if let Some(known) = self.next.get(&key) {
            return Some(Arc::clone(known));
        }
        let next = Arc::new(Position::new(outcome.follow(position)?, self.number()));
        self.next.insert(key, Arc::clone(&next));
        Some(next)
    }

    /// The number of the empty branch after a START.
    pub fn root(&mut self, start: &Hash) -> u64 {
        let number = self.number();
        *self.roots.entry(*start).or_insert(number)
    }

    /// The number of a branch that has grown by an entry.
    pub fn branch(&mut self, before: u64, entry: &BranchEntry) -> u64 {
        let number = self.number();
        *self.branches.entry((before, entry.clone())).or_insert(number)
    }

    /// The roll of a step on a branch.
    pub fn roll(&mut self, branch: u64, step: u32, make: impl FnOnce() -> Roll) -> &mut Roll {
        self.rolls.entry((branch, step)).or_insert_with(make)
    }

    /// Γ of parts on `base`: any t of them give the same.
    pub fn combine(&mut self, key: &JointKey, base: &Point, parts: &[(u8, Point)]) -> Option<Point> {
        let at = (*key.x().bytes(), *base.bytes());
        if let Some(known) = self.combined.get(&at) {
            return Some(*known);
        }
        let gamma = key.combine(parts)?;
        self.combined.insert(at, gamma);
        Some(gamma)
    }
}
