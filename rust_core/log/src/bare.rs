//! The signatures and proofs of a match, without anything else: what a verifier cannot do without.
//!
//! A benchmark holds the verdict against this: everything a whole verification costs beyond these checks is the price of
//! files, causality and rules. Statements are worked out beforehand, so that running them is nothing but checking.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use referee_kernel::digest::SIGN_PREFIX;
use referee_kernel::wire::Question;
use referee_proof::dealing::{Deal, Dealing};
use referee_proof::deck::Ciphertext;
use referee_proof::ed25519::{Signed, VerifyKey, verify_each};
use referee_proof::group::Point;
use referee_proof::key::{Committee, JointKey, Purpose};
use referee_proof::roll::{self, BranchEntry, Moment};
use referee_proof::shuffle::{self, Statement};
use referee_proof::{draw, endorse};

use crate::charter::Charter;
use crate::event::{Body, Event, Hash};
use crate::log::EventIx;
use crate::replay::{Report, Status};

/// One statement and what is said to prove it.
enum Check {
    Signature {
        author: usize,
        raw: Arc<[u8]>,
        sig: [u8; 64],
    },
    Dealing {
        purpose: Purpose,
        dealer: u8,
        bytes: Vec<u8>,
    },
    /// The point of a roll, once for all parts on it.
    Point {
        alpha: Vec<u8>,
        base: Point,
    },
    Part {
        purpose: Purpose,
        member: u8,
        base: Point,
        part: [u8; 96],
    },
    Draw {
        c1: Point,
        point: [u8; 32],
        proof: [u8; 64],
        context: Vec<u8>,
    },
    Shuffle {
        context: Vec<u8>,
        input: Vec<Ciphertext>,
        output: Vec<u8>,
        proof: Vec<u8>,
    },
    Endorse {
        key: Vec<u8>,
        parents: Vec<Hash>,
        sig: Vec<u8>,
    },
}

/// Every signature and proof of a match that has taken effect.
pub struct Bare {
    match_id: Hash,
    authors: Vec<VerifyKey>,
    roll: (Committee, Option<JointKey>),
    deck: Option<(Committee, Option<JointKey>)>,
    checks: Vec<Check>,
}

impl Bare {
    /// Works out what has to be checked.
    #[must_use]
    pub fn of(report: &Report<'_>) -> Self {
        let log = report.log();
        let charter = log.charter();
        let mut bare = Self {
            match_id: charter.match_id,
            authors: charter.members.iter().filter_map(|m| VerifyKey::parse(&m.identity)).collect(),
            roll: (charter.roll.clone(), report.roll_key().cloned()),
            deck: charter.deck.clone().map(|committee| (committee, report.deck_key().cloned())),
            checks: Vec::new(),
        };
        let mut chains = Chains::new(report);
        for place in log.places() {
            let event = &log[place];
            let author = usize::from(event.author);
            bare.checks.push(Check::Signature { author, raw: Arc::clone(&event.raw), sig: event.sig });
            if report.status(place) == Status::Ok {
                bare.add(report, charter, event, place, &mut chains);
            }
        }
        bare
    }

    /// How many signatures and proofs there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.checks.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.checks.is_empty()
    }

    /// Checks all of them; how many hold.
    #[must_use]
    pub fn run(&self) -> usize {
        self.checks.iter().filter(|check| self.holds(check)).count()
    }

    /// Checks the signatures alone, as receiving does; how many hold.
    #[must_use]
    pub fn run_signatures(&self) -> usize {
        let signatures: Vec<_> = self
            .checks
            .iter()
            .filter_map(|check| match check {
                Check::Signature { author, raw, sig } => {
                    Some((self.authors.get(*author), [&SIGN_PREFIX[..], raw], sig))
                }
                _ => None,
            })
            .collect();
        let entries: Vec<Signed<'_>> =
            signatures.iter().map(|(key, message, sig)| Signed { key: *key, message, signature: &sig[..] }).collect();
        verify_each(&entries).into_iter().filter(|valid| *valid).count()
    }

    fn holds(&self, check: &Check) -> bool {
        match check {
            Check::Signature { author, raw, sig } => {
                self.authors.get(*author).is_some_and(|key| key.verify(&[SIGN_PREFIX, raw], sig))
            }
            Check::Dealing { purpose, dealer, bytes } => {
                let committee = match (purpose, &self.deck) {
                    (Purpose::Deck, Some((committee, _))) => committee,
                    _ => &self.roll.0,
                };
                let deal = Deal { match_id: &self.match_id, purpose: *purpose, dealer: *dealer, committee };
                Dealing::check(&deal, bytes).is_ok()
            }
            Check::Point { alpha, base } => {
                self.key(Purpose::Roll).is_some_and(|key| roll::point(key.x(), alpha) == *base)
            }
            Check::Part { purpose, member, base, part } => {
                self.key(*purpose).is_some_and(|key| key.check_part(*member, part, base, &self.match_id).is_ok())
            }
            Check::Draw { c1, point, proof, context } => draw::check(c1, point, proof, context).is_ok(),
            Check::Shuffle { context, input, output, proof } => self
                .key(Purpose::Deck)
                .is_some_and(|key| shuffle::verify(&Statement { key: key.x(), context, input }, output, proof).is_ok()),
            Check::Endorse { key, parents, sig } => endorse::verify(key, &self.match_id, parents, sig).is_ok(),
        }
    }

    fn key(&self, purpose: Purpose) -> Option<&JointKey> {
        match purpose {
            Purpose::Roll => self.roll.1.as_ref(),
            Purpose::Deck => self.deck.as_ref()?.1.as_ref(),
        }
    }

    fn add(&mut self, report: &Report<'_>, charter: &Charter, event: &Event, place: EventIx, chains: &mut Chains) {
        let member = event.author;
        match &event.body {
            Body::Join { roll, deck, .. } => {
                for (purpose, bytes) in [(Purpose::Roll, roll), (Purpose::Deck, deck)] {
                    if !bytes.is_empty() {
                        self.checks.push(Check::Dealing { purpose, dealer: member, bytes: bytes.clone() });
                    }
                }
            }
            Body::Part { roll, shows, draws } => {
                if let (Ok(part), Some((alpha, base))) = (roll.as_slice().try_into(), roll_base(report, event.step)) {
                    if chains.rolls.insert(event.step) {
                        self.checks.push(Check::Point { alpha, base });
                    }
                    self.checks.push(Check::Part { purpose: Purpose::Roll, member, base, part });
                }
                for show in shows {
                    if let Some(lies) = ciphertext(report, show.deck, show.pos) {
                        let part = Check::Part { purpose: Purpose::Deck, member, base: lies.c1, part: show.part };
                        self.checks.push(part);
                    }
                }
                for part in draws {
                    if let Some(base) = drawn(report, &part.draw, part.index) {
                        self.checks.push(Check::Part { purpose: Purpose::Deck, member, base, part: part.part });
                    }
                }
            }
            Body::Draw { cards } => {
                for card in cards {
                    let (Ok(deck), Ok(pos)) = (u8::try_from(card.deck), u32::try_from(card.pos)) else { continue };
                    let Some(lies) = ciphertext(report, card.deck, card.pos) else { continue };
                    let context = draw::context(&charter.match_id, deck, pos, member);
                    self.checks.push(Check::Draw { c1: lies.c1, point: card.point, proof: card.proof, context });
                }
            }
            Body::Shuffle { decks } => {
                for entry in decks {
                    let Ok(deck) = u8::try_from(entry.deck) else { continue };
                    let Some(input) = chains.input(report, event.step, deck) else { continue };
                    let branch = branch(report, event.step);
                    let Some(start) = report.start().map(|start| report.log()[start].id) else { continue };
                    let moment = Moment { start: &start, branch: &branch, step: event.step };
                    let context = moment.shuffle_context(deck, member);
                    chains.follow(event.step, deck, &entry.cards);
                    let (output, proof) = (entry.cards.clone(), entry.proof.clone());
                    self.checks.push(Check::Shuffle { context, input, output, proof });
                }
            }
            Body::Endorse { sig } => {
                let log = report.log();
                let join = report.joins().iter().map(|join| &log[*join]).find(|join| join.author == member);
                if let Some(Body::Join { pq, .. }) = join.map(|join| &join.body) {
                    let parents = log[place].parents.clone();
                    self.checks.push(Check::Endorse { key: pq.clone(), parents, sig: sig.clone() });
                }
            }
            _ => {}
        }
    }
}

/// The branch as it was at a step (P9).
fn branch(report: &Report<'_>, step: u32) -> Vec<BranchEntry> {
    let earlier = |entry: &&BranchEntry| match entry {
        BranchEntry::TakeBack { step: at, .. } | BranchEntry::Default { step: at, .. } => *at < step,
    };
    report.branch().iter().filter(earlier).cloned().collect()
}

/// Alpha of a roll, and the point it hashes to (P9).
fn roll_base(report: &Report<'_>, step: u32) -> Option<(Vec<u8>, Point)> {
    let branch = branch(report, step);
    let start = &report.log()[report.start()?].id;
    let alpha = Moment { start, branch: &branch, step }.roll_alpha(report.salt()?);
    let base = roll::point(report.roll_key()?.x(), &alpha);
    Some((alpha, base))
}

fn ciphertext(report: &Report<'_>, deck: u64, pos: u64) -> Option<Ciphertext> {
    report.deck(u8::try_from(deck).ok()?)?.get(usize::try_from(pos).ok()?).copied()
}

fn drawn(report: &Report<'_>, id: &Hash, index: u64) -> Option<Point> {
    let event = report.log().find(id)?;
    let entries = report.draws().values().flatten();
    entries.into_iter().find(|d| d.event == event && u64::from(d.index) == index).map(|d| d.point)
}

/// What earlier events leave for later ones: the rolls whose points are checked, and the input of the next link of each
/// chain, by step and deck the output of the link before.
struct Chains {
    rolls: BTreeSet<u32>,
    last: BTreeMap<(u32, u8), Vec<Ciphertext>>,
}

impl Chains {
    fn new(report: &Report<'_>) -> Self {
        let decks = (0..=u8::MAX).map_while(|deck| Some((deck, report.cards(deck)?.fresh())));
        Self { rolls: BTreeSet::new(), last: decks.map(|(deck, fresh)| ((0, deck), fresh)).collect() }
    }

    fn input(&self, report: &Report<'_>, step: u32, deck: u8) -> Option<Vec<Ciphertext>> {
        if let Some(last) = self.last.get(&(step, deck)) {
            return Some(last.clone());
        }
        let at = report.steps().get(usize::try_from(step.checked_sub(1)?).ok()?)?;
        let Question::Shuffle(decks) = &at.question else { return None };
        let (_, positions) = decks.iter().find(|(d, _)| *d == deck)?;
        positions.iter().map(|pos| ciphertext(report, deck.into(), u64::from(*pos))).collect()
    }

    fn follow(&mut self, step: u32, deck: u8, output: &[u8]) {
        let cards = output.chunks_exact(64).filter_map(|card| {
            let (c1, c2) = card.split_at(32);
            Some(Ciphertext { c1: Point::parse(c1).ok()?, c2: Point::parse(c2).ok()? })
        });
        self.last.insert((step, deck), cards.collect());
    }
}
