//! Shuffles: the chain of links by the deck committee (protocol P10.1, P19.5).

use std::sync::Arc;

use referee_kernel::wire::Question;
use referee_proof::deck::Ciphertext;
use referee_proof::shuffle::Statement;

use crate::event::{Body, ShuffleEntry};
use crate::log::EventIx;
use crate::refusal::Code;

use super::Replay;
use super::horizon::Horizon;
use super::run::{Prescribed, Quorum, Run};

/// SHUFFLEs of a member at a step whose failed proofs are looked at (protocol P1).
const MAX_FAILED: usize = 8;

/// An accepted link.
#[derive(Clone, Debug)]
pub(super) struct Link {
    pub event: EventIx,
    /// The links before it, on exactly which it counts.
    before: Vec<EventIx>,
    /// Its output, per deck of the question.
    output: Vec<Arc<Vec<Ciphertext>>>,
}

/// A chain as far as a horizon knows it.
pub(super) struct Chain {
    pub links: Vec<EventIx>,
    /// Whose turn it is; `None` if the chain is complete, or nothing is to be shuffled.
    pub next: Option<u8>,
    /// What has come out so far, per deck of the question.
    pub cards: Vec<Arc<Vec<Ciphertext>>>,
    /// The certificates by which members were skipped.
    pub skips: Vec<Quorum>,
}

impl Run {
    /// The ciphertexts at the positions a question names, deck by deck.
    pub fn sources(&self, targets: &[(u8, Vec<u32>)]) -> Vec<Arc<Vec<Ciphertext>>> {
        let at = |deck: u8, pos: u32| self.ciphertext(deck, pos).copied();
        targets
            .iter()
            .map(|(deck, positions)| Arc::new(positions.iter().filter_map(|pos| at(*deck, *pos)).collect()))
            .collect()
    }

    /// What lies at a position.
    pub fn ciphertext(&self, deck: u8, pos: u32) -> Option<&Ciphertext> {
        self.decks.get(usize::from(deck))?.get(usize::try_from(pos).ok()?)
    }
}

impl Replay<'_> {
    /// Follows the links within the horizon.
    pub fn chain(&mut self, horizon: Horizon) -> Chain {
        let mut chain = Chain { links: Vec::new(), next: None, cards: self.now.sources.clone(), skips: Vec::new() };
        let Some(committee) = self.log.charter().deck.as_ref() else { return chain };
        if !matches!(self.now.question, Question::Shuffle(_)) {
            return chain;
        }
        let threshold = usize::from(committee.threshold);
        for (place, member) in committee.members.iter().copied().enumerate() {
            let links = self.now.links.get(&member).map_or(&[][..], Vec::as_slice);
            let link = links.iter().find(|l| l.before == chain.links && self.sees(horizon, l.event)).cloned();
            let still_possible = chain.links.len() + committee.members.len() - place - 1;
            let may_be_skipped = self.now.step > 0 && still_possible >= threshold;
            let certificate = if may_be_skipped { self.certificate(member, horizon) } else { None };
            match (link, certificate) {
                (Some(link), certificate) if certificate.is_none() || !self.is_beaten(link.event, member, horizon) => {
                    chain.links.push(link.event);
                    chain.cards = link.output;
                }
                (_, Some(certificate)) => chain.skips.push(certificate),
                _ => {
                    chain.next = Some(member);
                    return chain;
                }
            }
        }
        chain
    }

    /// A SHUFFLE at a question that asks for one.
    pub fn check_shuffle(&mut self, e: EventIx) -> Result<(), Code> {
        let log = self.log;
        let author = log[e].author;
        let (Body::Shuffle { decks }, Question::Shuffle(targets)) = (&log[e].body, self.now.question.clone()) else {
            return Err(Code::ENow);
        };
        let chain = self.chain(Horizon::Past(e));
        if chain.next != Some(author) {
            return Err(Code::ESeat);
        }
        let failed = self.now.failed.iter().filter(|x| log[**x].author == author && log.past(e, **x)).count();
        if failed >= MAX_FAILED || !decks.iter().map(|d| d.deck).eq(targets.iter().map(|(d, _)| u64::from(*d))) {
            return Err(Code::EBody);
        }
        let mut output = Vec::with_capacity(decks.len());
        for (entry, ((link, (deck, _)), input)) in decks.iter().zip(&targets).zip(&chain.cards).enumerate() {
            output.push(self.check_link((e, entry), link, *deck, input).ok_or(Code::XShuffle)?);
        }
        let alone = log.charter().deck.as_ref().is_some_and(|committee| committee.members.len() == 1);
        if alone {
            for (((deck, _), input), output) in targets.iter().zip(&chain.cards).zip(&output) {
                let (input, output) = (Arc::clone(input), Arc::clone(output));
                let prescribed = Prescribed { author, branch: self.run.branch.len(), input, output, audited: false };
                self.run.prescribed.insert((self.now.step, *deck), prescribed);
            }
        }
        self.now.links.entry(author).or_default().push(Link { event: e, before: chain.links, output });
        Ok(())
    }

    fn check_link(
        &mut self,
        (e, entry): (EventIx, usize),
        link: &ShuffleEntry,
        deck: u8,
        input: &[Ciphertext],
    ) -> Option<Arc<Vec<Ciphertext>>> {
        let key = self.run.setup.keys.deck.clone()?;
        let context = self.run.moment(self.now.step).shuffle_context(deck, self.log[e].author);
        let statement = Statement { key: key.x(), context: &context, input };
        self.memory.shuffle((&self.log[e], entry), link, &statement)
    }
}
