//! Set-up: accepting an invitation, starting, checking the dealings (protocol P8, P14, P19.1).

use referee_proof::dealing::{Deal, Dealing};
use referee_proof::group::Point;
use referee_proof::key::{Committee, Purpose};
use referee_proof::nonce::Fresh;
use referee_proof::secrets::KeyShare;

use crate::charter::Charter;
use crate::event::{self, Body, Kind};
use crate::log::{EventIx, Log};
use crate::replay::{Report, Status};

use super::Client;

/// The own shares of the keys, where the member is on their committees and all dealings hold.
pub(super) struct Shares {
    pub roll: Option<KeyShare>,
    pub deck: Option<KeyShare>,
}

/// The keys of a charter with their purposes.
fn keys(charter: &Charter) -> impl Iterator<Item = (Purpose, &Committee)> {
    let deck = charter.deck.iter().map(|committee| (Purpose::Deck, committee));
    core::iter::once((Purpose::Roll, &charter.roll)).chain(deck)
}

impl Client {
    /// The JOIN by which the member accepts the charter; `None` for a reserve, who does not join. `pq` is the ML-DSA-65
    /// key of [`endorse_key`](referee_proof::secrets::Secrets::endorse_key), or empty.
    #[must_use]
    pub fn join(&self, charter: &Charter, pq: Vec<u8>, fresh: &Fresh) -> Option<Body> {
        if self.member >= charter.joined {
            return None;
        }
        let mut dealings = [Vec::new(), Vec::new()];
        for ((purpose, committee), dealing) in keys(charter).zip(&mut dealings) {
            if committee.members.contains(&self.member) {
                *dealing = self.deal(charter, purpose, committee, fresh)?;
            }
        }
        let [roll, deck] = dealings;
        Some(Body::Join { commitment: self.secrets.commitment(), roll, deck, pq })
    }

    fn deal(&self, charter: &Charter, purpose: Purpose, committee: &Committee, fresh: &Fresh) -> Option<Vec<u8>> {
        let box_key = |member: &u8| Point::parse(&charter.members.get(usize::from(*member))?.box_key).ok();
        let boxes = committee.members.iter().map(box_key).collect::<Option<Vec<Point>>>()?;
        let deal = Deal { match_id: &charter.match_id, purpose, dealer: self.member, committee };
        self.secrets.deal(&deal, &boxes, fresh)
    }

    /// Whether the member has signed a JOIN that the log knows.
    #[must_use]
    pub fn has_joined(&self, log: &Log) -> bool {
        log.by_author(self.member).into_iter().any(|ix| log[ix].kind == Kind::Join)
    }

    /// The host's START, as soon as everybody has joined: the first valid JOIN of each.
    pub(super) fn start(&self, report: &Report<'_>) -> Option<Body> {
        let log = report.log();
        let charter = log.charter();
        if self.member != charter.host || report.start().is_some() {
            return None;
        }
        let is_join = |ix: &EventIx| log[*ix].kind == Kind::Join && report.status(*ix) == Status::Ok;
        let first = |member| log.by_author(member).into_iter().find(is_join).map(|ix| log[ix].id);
        Some(Body::Start { joins: (0..charter.joined).map(first).collect::<Option<_>>()? })
    }

    /// The READY: the nonce, and a complaint about every dealing whose share for the member is wrong.
    pub(super) fn ready(&self, report: &Report<'_>, fresh: &Fresh) -> Body {
        let charter = report.log().charter();
        let mut complaints = Vec::new();
        for (purpose, committee) in keys(charter).filter(|(_, committee)| committee.members.contains(&self.member)) {
            let dealings = dealings(report, purpose, committee);
            for dealer in self.secrets.share(&borrowed(&dealings)).err().unwrap_or_default() {
                if let Some((deal, dealing)) = dealings.iter().find(|(deal, _)| deal.dealer == dealer) {
                    let complaint = self.secrets.complain(deal, dealing, fresh);
                    complaints.push(event::Complaint {
                        dealer: dealer.into(),
                        purpose: purpose.number().into(),
                        shared: complaint.shared,
                        proof: complaint.proof,
                    });
                }
            }
        }
        Body::Ready { nonce: self.secrets.nonce(), complaints }
    }

    /// The own shares under START, computed once for each START.
    pub(super) fn shares(&mut self, report: &Report<'_>) -> Option<&Shares> {
        let start = report.log()[report.start()?].id;
        if self.shares.as_ref().is_none_or(|(of, _)| *of != start) {
            let charter = report.log().charter();
            let share = |(purpose, committee): (Purpose, &Committee)| {
                let dealings = dealings(report, purpose, committee);
                let on_it = committee.members.contains(&self.member);
                on_it.then(|| self.secrets.share(&borrowed(&dealings)).ok()).flatten()
            };
            let mut shares = keys(charter).map(share);
            let shares = Shares { roll: shares.next().flatten(), deck: shares.next().flatten() };
            self.shares = Some((start, shares));
        }
        self.shares.as_ref().map(|(_, shares)| shares)
    }
}

/// The dealings of a committee in the JOINs that START names, in its order.
fn dealings<'a>(report: &Report<'a>, purpose: Purpose, committee: &'a Committee) -> Vec<(Deal<'a>, Dealing)> {
    let log = report.log();
    let dealing = |dealer: &u8| {
        let join = &log[*report.joins().get(usize::from(*dealer))?];
        let Body::Join { roll, deck, .. } = &join.body else { return None };
        let bytes = if purpose == Purpose::Roll { roll } else { deck };
        let deal = Deal { match_id: &log.charter().match_id, purpose, dealer: *dealer, committee };
        Dealing::check(&deal, bytes).ok().map(|dealing| (deal, dealing))
    };
    committee.members.iter().filter_map(dealing).collect()
}

fn borrowed<'a, 'b>(dealings: &'b [(Deal<'a>, Dealing)]) -> Vec<(Deal<'a>, &'b Dealing)> {
    dealings.iter().map(|(deal, dealing)| (*deal, dealing)).collect()
}
