//! Everything a member owes that needs no person (protocol P19, P21).

use std::collections::BTreeMap;

use referee_kernel::wire::{Place, Question};
use referee_proof::nonce::Fresh;
use referee_proof::roll;

use crate::event::{Body, Hash, ShowPart};
use crate::replay::{Phase, Report, Waiting};

use super::{Choice, Client, Doubt, Patience};

impl Client {
    /// The bodies that are owed now, to be signed in this order: each is prepared, signed and appended before the next.
    /// Then the caller asks again, until nothing is due.
    ///
    /// These are START (host), READY, SHUFFLE, DRAW, PART, OPEN of what was `stored`, AUDIT. JOIN, decisions, votes,
    /// consent to go back, notes and the POST that closes a file are the person's or the caller's. `fresh` is 32 bytes
    /// from the system, new for each call; within one call each proof is bound to a statement of its own.
    #[must_use]
    pub fn due(
        &mut self,
        report: &Report<'_>,
        stored: &BTreeMap<Hash, Choice>,
        patience: Patience,
        fresh: &Fresh,
    ) -> Vec<Body> {
        let doubt = self.doubt(report).filter(|_| patience == Patience::Wait);
        if matches!(doubt, Some(Doubt::Fork { .. })) {
            return Vec::new();
        }
        match report.phase() {
            Phase::Void => Vec::new(),
            Phase::Setup => {
                let ready = report.waiting().contains(&(self.member, Waiting::Ready));
                let start = self.start(report);
                let ready = ready.then(|| self.ready(report, fresh));
                start.into_iter().chain(ready).chain(self.shuffle(report, fresh)).collect()
            }
            Phase::Play => {
                // DRAW first: what it hides depends on its number. What may complete the step comes last.
                let draw = self.draw(report, fresh);
                let part = self.part(report, doubt.is_none(), fresh);
                let shuffle = self.shuffle(report, fresh);
                draw.into_iter().chain(part).chain(shuffle).chain(self.open(report, stored)).collect()
            }
            Phase::Over => {
                let draw = self.draw(report, fresh);
                let part = self.part(report, false, fresh);
                draw.into_iter().chain(part).chain(self.audit(report, fresh)).collect()
            }
        }
    }

    /// The parts that are asked of this member; those on rolls and shown cards only if `openly`.
    fn part(&mut self, report: &Report<'_>, openly: bool, fresh: &Fresh) -> Option<Body> {
        let asked = openly && report.waiting().contains(&(self.member, Waiting::Part));
        let (roll, shows) = match report.question() {
            Some(Question::Chance) if asked => (self.roll_part(report, fresh)?, Vec::new()),
            Some(Question::Show(_)) if asked => (Vec::new(), self.show_parts(report, fresh)),
            _ => (Vec::new(), Vec::new()),
        };
        let draws = self.draw_parts(report, fresh);
        let empty = roll.is_empty() && shows.is_empty() && draws.is_empty();
        (!empty).then_some(Body::Part { roll, shows, draws })
    }

    fn roll_part(&mut self, report: &Report<'_>, fresh: &Fresh) -> Option<Vec<u8>> {
        let alpha = report.moment()?.roll_alpha(report.salt()?);
        let base = roll::point(report.roll_key()?.x(), &alpha);
        let share = self.shares(report)?.roll.as_ref()?;
        Some(share.part(&base, &report.log().charter().match_id, fresh).to_vec())
    }

    fn show_parts(&mut self, report: &Report<'_>, fresh: &Fresh) -> Vec<ShowPart> {
        let Some(Question::Show(places)) = report.question() else { return Vec::new() };
        let missing: Vec<_> = places.iter().filter(|p| !report.show_parts(**p).contains(&self.member)).collect();
        let Some(share) = self.shares(report).and_then(|shares| shares.deck.as_ref()) else { return Vec::new() };
        let part = |place: &Place| {
            let c1 = report.deck(place.deck)?.get(usize::try_from(place.pos).ok()?)?.c1;
            let part = share.part(&c1, &report.log().charter().match_id, fresh);
            Some(ShowPart { deck: place.deck.into(), pos: place.pos.into(), part })
        };
        missing.into_iter().filter_map(part).collect()
    }

    /// After the end: the own cards that are still hidden, and the own prescribed shuffles.
    fn audit(&mut self, report: &Report<'_>, fresh: &Fresh) -> Option<Body> {
        let (reveals, shuffles) = (self.last_reveals(report), self.openings(report, fresh));
        (!reveals.is_empty() || !shuffles.is_empty()).then_some(Body::Audit { reveals, shuffles })
    }
}
