//! Absence: who plays a seat, votes, certificates, and which decisions stand against them (protocol P19.5).

use std::collections::BTreeMap;

use referee_kernel::wire::Seat;

use crate::event::Kind;
use crate::log::EventIx;

use super::Replay;
use super::horizon::{Have, Horizon, built};
use super::members::{Members, others};
use super::run::Quorum;

/// A valid VOTE of this step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vote {
    pub event: EventIx,
    /// Cast while the target was absent (skipped) already.
    pub single: bool,
    /// The seat of the voter, or the keeper.
    pub voter: u8,
    /// How many voters it asks for.
    pub asks: usize,
}

impl Replay<'_> {
    /// Whether `x` lies within the horizon.
    pub fn sees(&self, horizon: Horizon, x: EventIx) -> bool {
        horizon.sees(self.log, x)
    }

    /// The others of a member.
    pub fn others(&self, member: u8) -> Members {
        others(self.log.charter(), member)
    }

    /// Who plays a seat, as far as the horizon knows: the author of its last TAKEOVER, else its original player.
    pub fn player(&self, seat: Seat, horizon: Horizon) -> u8 {
        let takeovers = self.run.takeovers.get(&seat).map_or(&[][..], Vec::as_slice);
        let last = takeovers.iter().rev().find(|t| self.sees(horizon, **t));
        last.map_or(seat, |t| self.log[*t].author)
    }

    /// The seat that `member` plays, as far as the horizon knows.
    pub fn seat_played_by(&self, member: u8, horizon: Horizon) -> Option<Seat> {
        (0..self.log.charter().players).find(|seat| self.player(*seat, horizon) == member)
    }

    /// The seat that the author of `e` plays, as far as he knew.
    pub fn seat_of(&self, e: EventIx) -> Option<Seat> {
        self.seat_played_by(self.log[e].author, Horizon::Past(e))
    }

    /// As whom the author of `e` votes: for his seat, or as a keeper.
    pub fn voter(&self, e: EventIx) -> Option<u8> {
        let author = self.log[e].author;
        self.seat_of(e).or_else(|| (author >= self.log.charter().players).then_some(author))
    }

    /// The step since which a seat has been absent without a break, as far as the horizon knows.
    pub fn absent_since(&self, seat: Seat, horizon: Horizon) -> Option<u32> {
        let defaults = self.run.defaults.get(&seat).map_or(&[][..], Vec::as_slice);
        let resigns = self.run.resigns.get(&seat).map_or(&[][..], Vec::as_slice);
        if defaults.is_empty() && resigns.is_empty() {
            return None;
        }
        let takeovers = self.run.takeovers.get(&seat).map_or(&[][..], Vec::as_slice);
        let back = horizon.filter(self.log, takeovers);
        let last = back.iter().map(|t| self.log[*t].step).max();
        let by_votes = defaults.get(defaults.partition_point(|step| last.is_some_and(|last| *step <= last))).copied();
        let player = self.player(seat, horizon);
        // Of the player's returns those that no later one has in its past: what came before them came before the later.
        let mut returns: Vec<EventIx> = Vec::new();
        for t in back.into_iter().rev().filter(|t| self.log[*t].author == player) {
            if !returns.iter().any(|later| self.log.past(*later, t)) {
                returns.push(t);
            }
        }
        let stays = |x: &EventIx| !returns.iter().any(|t| self.log.past(*t, *x));
        let by_resigning = resigns
            .iter()
            .filter(|x| self.log[**x].author == player && self.sees(horizon, **x) && stays(x))
            .map(|x| self.log[*x].step);
        by_votes.into_iter().chain(by_resigning).min()
    }

    pub fn is_absent(&self, seat: Seat, horizon: Horizon) -> bool {
        self.absent_since(seat, horizon).is_some()
    }

    /// Whether `who`, a seat or a keeper, may vote against `target`.
    pub fn may_vote(&self, who: u8, target: u64, horizon: Horizon) -> bool {
        let charter = self.log.charter();
        who < charter.joined && u64::from(who) != target && !(who < charter.players && self.is_absent(who, horizon))
    }

    /// How many voters a vote against `target` asks for.
    pub fn asks(&self, target: u64, horizon: Horizon) -> usize {
        let voters = (0..self.log.charter().joined).filter(|who| self.may_vote(*who, target, horizon)).count();
        (voters / 2 + 1).max(2)
    }

    /// The certificate against a target: each of its alternatives makes the default effective. `None` if there is none.
    pub fn certificate(&self, target: u8, horizon: Horizon) -> Option<Quorum> {
        let votes: Vec<&Vote> = self.votes_against(target).iter().filter(|v| self.sees(horizon, v.event)).collect();
        if votes.is_empty() {
            return None;
        }
        let mut quorum = Quorum::new();
        let singles: Vec<EventIx> = votes.iter().filter(|v| v.single).map(|v| v.event).collect();
        if !singles.is_empty() {
            quorum.push((1, vec![singles]));
        }
        let mut asked: Vec<usize> = votes.iter().map(|v| v.asks).collect();
        asked.sort_unstable();
        asked.dedup();
        for k in asked {
            let mut groups: BTreeMap<u8, Vec<EventIx>> = BTreeMap::new();
            for vote in votes.iter().filter(|v| v.asks <= k) {
                groups.entry(vote.voter).or_default().push(vote.event);
            }
            if groups.len() >= k {
                quorum.push((k, groups.into_values().collect()));
            }
        }
        (!quorum.is_empty()).then_some(quorum)
    }

    fn votes_against(&self, target: u8) -> &[Vote] {
        self.now.votes.get(&target).map_or(&[], Vec::as_slice)
    }

    fn certified(&self, target: u8, horizon: Horizon) -> bool {
        !self.votes_against(target).is_empty() && self.certificate(target, horizon).is_some()
    }

    /// Whether the certificate against `target` beats the accepted event `e`.
    pub fn is_beaten(&mut self, e: EventIx, target: u8, horizon: Horizon) -> bool {
        self.remember_stands(e, target, horizon);
        self.is_beaten_by(e, target, horizon)
    }

    /// As [`Replay::is_beaten`], once it is known for all events within the horizon whether `e` stands in their past.
    fn is_beaten_by(&self, e: EventIx, target: u8, horizon: Horizon) -> bool {
        let others = self.others(self.log[e].author);
        let upheld = self.upholders(e, target, horizon);
        if !others.is_empty() && 2 * upheld >= others.len() {
            return false;
        }
        let Some(certificate) = self.certificate(target, horizon) else { return false };
        if certificate.iter().any(|(k, _)| *k > 1) {
            return true;
        }
        let votes: Vec<EventIx> = self.votes_against(target).iter().map(|v| v.event).collect();
        built(self.log, others, Have::Any(&votes), &[e], horizon) > upheld
    }

    /// How many others of its author uphold `e` against a certificate.
    fn upholders(&self, e: EventIx, target: u8, horizon: Horizon) -> usize {
        self.others(self.log[e].author).iter().filter(|member| self.upholds(*member, e, target, horizon)).count()
    }

    /// Whether a member has an event in whose past `e` stands, before he built on a certificate without it.
    fn upholds(&self, member: u8, e: EventIx, target: u8, horizon: Horizon) -> bool {
        self.log.lines_of(member).any(|line| {
            let known = horizon.line(self.log, line);
            let have = known.partition_point(|x| !self.log.past(*x, e));
            let certified = known.partition_point(|x| !self.certified(target, Horizon::Past(*x)));
            if certified < have {
                return false;
            }
            let after = known.get(have..).unwrap_or_default().iter();
            after.take_while(|x| !self.built_on_default(member, e, target, **x)).any(|x| self.stood(e, target, *x))
        })
    }

    /// Whether `member` had, in the past of `x`, an event with a certificate and without `e` in its past.
    fn built_on_default(&self, member: u8, e: EventIx, target: u8, x: EventIx) -> bool {
        self.log.lines_of(member).any(|line| {
            let known = Horizon::Past(x).line(self.log, line);
            let without = known.partition_point(|y| !self.log.past(*y, e));
            let last = without.checked_sub(1).and_then(|at| known.get(at));
            last.is_some_and(|y| self.certified(target, Horizon::Past(*y)))
        })
    }

    /// Whether `e`, which `x` has in its past, stands there.
    fn stood(&self, e: EventIx, target: u8, x: EventIx) -> bool {
        if !self.certified(target, Horizon::Past(x)) {
            return true;
        }
        self.now.stands.get(&(e, target, x)).copied().unwrap_or_default()
    }

    /// Finds out for all events of others within the horizon, earlier ones first, whether `e` stands in their past.
    ///
    /// "Stands" and "upholds" refer to each other in smaller and smaller pasts; in this order no answer needs another
    /// that is not there yet, however long the match.
    fn remember_stands(&mut self, e: EventIx, target: u8, horizon: Horizon) {
        let mut open = Vec::new();
        for member in self.others(self.log[e].author).iter() {
            for line in self.log.lines_of(member) {
                let known = horizon.line(self.log, line);
                let have = known.partition_point(|x| !self.log.past(*x, e));
                let certified = known.partition_point(|x| !self.certified(target, Horizon::Past(*x)));
                // Before both there is nothing to ask; if the certificate came first, nothing after it counts.
                if certified == have {
                    open.extend(known.get(have..).unwrap_or_default());
                }
            }
        }
        open.retain(|x| !self.now.stands.contains_key(&(e, target, *x)));
        open.sort_unstable();
        for x in open {
            let stands = !self.is_beaten_by(e, target, Horizon::Past(x));
            self.now.stands.insert((e, target, x), stands);
        }
    }

    /// What the step still lacks, as far as the horizon knows: seats, or at `shuffle` the next member.
    pub fn awaited(&mut self, horizon: Horizon) -> Vec<u8> {
        let seats = self.now.question.seats().to_vec();
        if seats.is_empty() {
            return self.chain(horizon).next.into_iter().collect();
        }
        seats
            .into_iter()
            .filter(|seat| self.chosen(*seat, horizon).is_none() && !self.certified(*seat, horizon))
            .collect()
    }

    /// The accepted event for a seat.
    pub fn chosen(&self, seat: Seat, horizon: Horizon) -> Option<EventIx> {
        let accepted = self.now.inputs.get(&seat)?;
        self.pick(&horizon.filter(self.log, accepted), horizon)
    }

    /// Of several events for one seat, because two members played it, the first on which at least half of its others
    /// have built without the rest; else the first.
    pub fn pick(&self, events: &[EventIx], horizon: Horizon) -> Option<EventIx> {
        if events.len() < 2 {
            return events.first().copied();
        }
        let settled = |e: &EventIx| {
            let rest: Vec<EventIx> = events.iter().copied().filter(|x| x != e).collect();
            let others = self.others(self.log[*e].author);
            !others.is_empty() && 2 * built(self.log, others, Have::All(&[*e]), &rest, horizon) >= others.len()
        };
        events.iter().copied().find(settled).or_else(|| events.first().copied())
    }

    /// The greatest clock, not above that of the vote, of what its author saw of earlier steps: whoever sets his clock
    /// ahead cannot block votes.
    pub fn opened(&self, vote: EventIx) -> u64 {
        let (wall, step) = (self.log[vote].wall, self.now.step);
        let walls = self.index.by_wall(self.log);
        let until = walls.partition_point(|(w, _)| *w <= wall);
        let earlier = walls.get(..until).unwrap_or_default().iter().rev();
        let seen = earlier.copied().find(|(_, x)| self.log[*x].step < step && self.log.past(vote, *x));
        seen.map_or(0, |(wall, _)| wall)
    }

    /// Whether an author is blocked by a fork of his at this event (P19.7).
    pub fn blocked(&self, e: EventIx) -> bool {
        let event = &self.log[e];
        let Some(groups) = self.forks.get(&event.author) else { return false };
        let others = self.others(event.author);
        let mut settled: Vec<EventIx> = Vec::new();
        for twins in groups {
            let (seen, unseen): (Vec<EventIx>, Vec<EventIx>) =
                twins.iter().copied().partition(|x| self.log.past_or_self(e, *x));
            match seen.len() {
                0 => {}
                1 => {
                    // Whoever has nothing of an earlier twin has nothing of what follows it.
                    let follows = |x: &EventIx| settled.iter().any(|earlier| self.log.past_or_self(*x, *earlier));
                    if !unseen.iter().all(follows) {
                        let have = Have::All(std::slice::from_ref(&e));
                        if 2 * built(self.log, others, have, &unseen, self.allowed) <= others.len() {
                            return true;
                        }
                        settled.extend(unseen);
                    }
                }
                _ => {
                    if event.kind != Kind::Takeover && !self.returned_knowing(e, &seen) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Whether `e` or its past has a TAKEOVER of the author that has these events in its past.
    fn returned_knowing(&self, e: EventIx, twins: &[EventIx]) -> bool {
        let author = self.log[e].author;
        self.run.takeovers.values().flatten().any(|t| {
            self.log[*t].author == author && self.log.past_or_self(e, *t) && twins.iter().all(|x| self.log.past(*t, *x))
        })
    }
}
