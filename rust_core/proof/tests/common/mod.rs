//! A committee that made its key, for the tests of this directory.

// Each test binary uses its own part of this.
#![allow(dead_code)]

use referee_kernel::stream::Stream;
use referee_proof::dealing::{Deal, Dealing};
use referee_proof::group::Point;
use referee_proof::key::{Committee, JointKey, Purpose};
use referee_proof::roll::Moment;
use referee_proof::secrets::{KeyShare, MatchSecrets, Secrets};

pub const MATCH: [u8; 32] = [0x4d; 32];
pub const START: [u8; 32] = [0x53; 32];
pub const SALT: [u8; 32] = [0x5a; 32];

pub fn bytes(stream: &mut Stream) -> [u8; 32] {
    std::array::from_fn(|_| u8::try_from(stream.below(256)).unwrap())
}

/// A committee that made its key as P8 says.
pub struct Table {
    pub people: Vec<(Secrets, MatchSecrets)>,
    pub committee: Committee,
    pub key: JointKey,
    pub shares: Vec<KeyShare>,
    fresh: Stream,
}

impl Table {
    pub fn new(threshold: u8, size: u8, seed: u8) -> Table {
        let mut fresh = Stream::from_seed(&[seed; 32]);
        // Members are not numbered as they sit on the committee.
        let members: Vec<u8> = (0..size).map(|i| (i * 7 + 3) % 32).collect();
        let committee = Committee { threshold, members };
        let person = |member: &u8| {
            let secrets = Secrets::from_root(&[seed ^ member.wrapping_add(100); 32]);
            let here = secrets.in_match(&MATCH, *member);
            (secrets, here)
        };
        let people: Vec<(Secrets, MatchSecrets)> = committee.members.iter().map(person).collect();
        let boxes: Vec<Point> = people.iter().map(|(secrets, _)| *secrets.box_key()).collect();
        let dealings: Vec<Dealing> = committee
            .members
            .iter()
            .zip(&people)
            .map(|(member, (_, here))| {
                let deal = deal(&committee, *member);
                Dealing::check(&deal, &here.deal(&deal, &boxes, &bytes(&mut fresh)).unwrap()).unwrap()
            })
            .collect();
        let commitments: Vec<&[Point]> = dealings.iter().map(Dealing::commitments).collect();
        let key = JointKey::from_commitments(committee.clone(), &commitments).unwrap();
        let all: Vec<(Deal<'_>, &Dealing)> = committee
            .members
            .iter()
            .zip(&dealings)
            .map(|(member, dealing)| (deal(&committee, *member), dealing))
            .collect();
        let shares: Vec<KeyShare> = people.iter().map(|(_, here)| here.share(&all).unwrap()).collect();
        Table { people, committee, key, shares, fresh }
    }

    pub fn fresh(&mut self) -> [u8; 32] {
        bytes(&mut self.fresh)
    }

    /// Checked parts of the whole committee on a point.
    pub fn parts(&mut self, base: &Point) -> Vec<(u8, Point)> {
        let members = self.committee.members.clone();
        let part = |(at, member): (usize, u8)| {
            let part = self.shares[at].part(base, &MATCH, &bytes(&mut self.fresh));
            (member, self.key.check_part(member, &part, base, &MATCH).unwrap())
        };
        members.into_iter().enumerate().map(part).collect()
    }

    pub fn gamma(&mut self, base: &Point) -> Point {
        let parts = self.parts(base);
        self.key.combine(&parts).unwrap()
    }
}

pub fn deal(committee: &Committee, dealer: u8) -> Deal<'_> {
    Deal { match_id: &MATCH, purpose: Purpose::Deck, dealer, committee }
}

pub fn moment(step: u32) -> Moment<'static> {
    Moment { start: &START, branch: &[], step }
}
