//! The own link of a chain (protocol P10), and the opening of prescribed ones after the end.

use std::collections::BTreeSet;

use referee_kernel::wire::Question;
use referee_proof::deck::{Ciphertext, flatten};
use referee_proof::nonce::Fresh;
use referee_proof::prescribed;
use referee_proof::roll::{BranchEntry, Moment};
use referee_proof::shuffle::{Shuffle, Statement};

use crate::event::{Body, ShuffleEntry, ShufflePart};
use crate::refusal::Code;
use crate::replay::{Report, Waiting};

use super::Client;

impl Client {
    /// The link the chain waits for from this member. A committee of one makes the only shuffle it may make, and its
    /// opening one only after all READYs.
    pub(super) fn shuffle(&mut self, report: &Report<'_>, fresh: &Fresh) -> Option<Body> {
        if !report.waiting().contains(&(self.member, Waiting::Shuffle)) {
            return None;
        }
        let (_, inputs) = report.next_link()?;
        let numbers: Vec<u8> = match report.question() {
            Some(Question::Shuffle(targets)) => targets.iter().map(|(deck, _)| *deck).collect(),
            _ => (0..=u8::MAX).take(inputs.len()).collect(),
        };
        let each = numbers.into_iter().zip(inputs);
        let decks = each.map(|(deck, input)| self.link(report, deck, input, fresh));
        Some(Body::Shuffle { decks: decks.collect::<Option<_>>()? })
    }

    fn link(&mut self, report: &Report<'_>, deck: u8, input: &[Ciphertext], fresh: &Fresh) -> Option<ShuffleEntry> {
        let key = report.deck_key()?;
        let moment = report.moment()?;
        let context = moment.shuffle_context(deck, self.member);
        let cards = u32::try_from(input.len()).ok()?;
        let mut nonces = self.secrets.shuffle_nonces(&context, fresh);
        let shuffle = if key.committee().is_one() {
            let alpha = moment.deck_alpha(report.salt()?, deck);
            let gamma = self.shares(report)?.deck.as_ref()?.gamma(&prescribed::point(key.x(), &alpha));
            prescribed::shuffle(&prescribed::seed(key.x(), &alpha, &gamma), cards)?
        } else {
            Shuffle::random(cards, &mut nonces)?
        };
        let output = shuffle.apply(input, key.x()).ok()?;
        let statement = Statement { key: key.x(), context: &context, input };
        let proof = shuffle.prove(&statement, &output, &mut nonces).ok()?;
        Some(ShuffleEntry { deck: deck.into(), cards: flatten(&output), proof })
    }

    /// After the end: the parts that open the own prescribed shuffles, but for those that are exposed already.
    pub(super) fn openings(&mut self, report: &Report<'_>, fresh: &Fresh) -> Vec<ShufflePart> {
        let log = report.log();
        let (Some(key), Some(salt), Some(start)) = (report.deck_key(), report.salt(), report.start()) else {
            return Vec::new();
        };
        let (member, exposed) = (self.member, self.exposed(report));
        let Some(share) = self.shares(report).and_then(|shares| shares.deck.as_ref()) else { return Vec::new() };
        let owed = report.prescribed().iter().filter(|(_, shuffle)| shuffle.author == member && !shuffle.audited);
        let closed = owed.filter(|((step, deck), _)| !exposed.contains(&((*step).into(), (*deck).into())));
        let opening = |((step, deck), _): (&(u32, u8), _)| {
            let branch = before(report.branch(), *step);
            let moment = Moment { start: &log[start].id, branch, step: *step };
            let base = prescribed::point(key.x(), &moment.deck_alpha(salt, *deck));
            let part = share.part(&base, &log.charter().match_id, fresh);
            ShufflePart { step: (*step).into(), deck: (*deck).into(), part }
        };
        closed.map(opening).collect()
    }

    /// Step and deck of each shuffle that an own AUDIT was judged to contradict: no other would do better.
    fn exposed(&self, report: &Report<'_>) -> BTreeSet<(u64, u64)> {
        let log = report.log();
        let faults = report.faults().into_iter().filter(|(_, code)| *code == Code::XAudit);
        let own = faults.map(|(event, _)| &log[event]).filter(|event| event.author == self.member);
        let audits = own.filter_map(|event| match &event.body {
            Body::Audit { shuffles, .. } => Some(shuffles),
            _ => None,
        });
        audits.flatten().map(|part| (part.step, part.deck)).collect()
    }
}

/// The branch as it was at a step: what was completed before it.
fn before(branch: &[BranchEntry], step: u32) -> &[BranchEntry] {
    let at = |entry: &BranchEntry| match entry {
        BranchEntry::TakeBack { step, .. } | BranchEntry::Default { step, .. } => *step,
    };
    &branch[..branch.partition_point(|entry| at(entry) < step)]
}
