//! What an event must be to take effect, kind by kind (protocol P19.9).

use referee_kernel::wire::Question;
use referee_proof::seal;

use crate::event::{Body, Kind, Reveal};
use crate::log::EventIx;
use crate::refusal::Code;

use super::Replay;
use super::horizon::Horizon;
use super::votes::Vote;

fn check(good: bool, code: Code) -> Result<(), Code> {
    if good { Ok(()) } else { Err(code) }
}

impl Replay<'_> {
    /// Checks an event that stands at the present step and lets it take effect.
    ///
    /// # Errors
    /// The fault of its author; then nothing has changed.
    pub fn check(&mut self, e: EventIx) -> Result<(), Code> {
        match &self.log[e].body {
            Body::Action { payload, reveals } => self.check_input(e, Some((payload, reveals)), None),
            Body::Seal { .. } => self.check_input(e, None, None),
            Body::Open { nonce, payload, reveals } => self.check_input(e, Some((payload, reveals)), Some(nonce)),
            Body::Part { .. } => self.check_part(e),
            Body::Shuffle { .. } => self.check_shuffle(e),
            Body::Draw { .. } => self.check_draw(e),
            Body::Vote { target } => self.check_vote(e, *target),
            Body::Takeover { seat } => self.check_takeover(e, *seat),
            Body::Resign => self.check_resign(e),
            Body::Back { to } => self.check_back(e, *to),
            Body::Audit { .. } => self.check_audit(e),
            Body::Note { .. } | Body::Post | Body::Endorse { .. } => self.check_silent(e),
            Body::Propose(_) | Body::Join { .. } | Body::Start { .. } | Body::Ready { .. } => Err(Code::ENow),
        }
    }

    /// ACTION, SEAL, OPEN: `says` is the payload with its reveals, `nonce` that of a seal.
    fn check_input(
        &mut self,
        e: EventIx,
        says: Option<(&[u8], &[Reveal])>,
        nonce: Option<&[u8; 32]>,
    ) -> Result<(), Code> {
        let log = self.log;
        let event = &log[e];
        let past = Horizon::Past(e);
        let asked = match (event.kind, &self.now.question) {
            (Kind::Action, Question::Act(seats))
            | (Kind::Seal, Question::Seal(seats))
            | (Kind::Open, Question::Open(seats)) => seats,
            _ => return Err(Code::ENow),
        };
        let seat = asked.iter().copied().find(|seat| self.player(*seat, past) == event.author);
        let seat = seat.filter(|seat| !self.is_absent(*seat, past)).ok_or(Code::ESeat)?;
        check(self.chosen(seat, past).is_none(), Code::ETwice)?;
        check(self.certificate(seat, past).is_none(), Code::ETwice)?;
        if let Some((payload, reveals)) = says {
            if let Some(nonce) = nonce {
                let (step, commitment) = self.run.seals.get(&seat).ok_or(Code::XSeal)?;
                seal::open(&event.match_id, seat, *step, nonce, payload, commitment).map_err(|_| Code::XSeal)?;
            }
            let cards = self.check_reveals(e, Some(seat), reveals)?;
            let state = self.run.now().map(|step| &step.state).ok_or(Code::ENow)?;
            state.check(seat, payload, &cards).map_err(|_| Code::EIllegal)?;
            if !cards.is_empty() {
                self.now.cards.insert(e, cards);
            }
        }
        self.now.inputs.entry(seat).or_default().push(e);
        Ok(())
    }

    fn check_vote(&mut self, e: EventIx, target: u64) -> Result<(), Code> {
        let log = self.log;
        let event = &log[e];
        let past = Horizon::Past(e);
        check(self.now.question != Question::Over, Code::ENow)?;
        let voter = self.voter(e).filter(|who| self.may_vote(*who, target, past)).ok_or(Code::ERole)?;
        let against = u8::try_from(target).unwrap_or(u8::MAX);
        let cast = self.now.votes.get(&against).map_or(&[][..], Vec::as_slice);
        let twice = cast.iter().any(|v| log[v.event].author == event.author && log.past(e, v.event));
        check(!twice, Code::ETwice)?;
        check(self.awaited(past).iter().any(|waited| u64::from(*waited) == target), Code::EVote)?;
        let shuffling = matches!(self.now.question, Question::Shuffle(_));
        let starved = || self.asking(past, true).iter().any(|asking| asking.seat == against);
        check(shuffling || !starved(), Code::EVote)?;
        let single = if shuffling { self.run.skipped.contains(against) } else { self.is_absent(against, past) };
        if !single && !self.has_fork_of(against, e) {
            let until = u128::from(self.opened(e)) + u128::from(log.charter().grace);
            check(u128::from(event.wall) >= until, Code::EGrace)?;
        }
        let asks = self.asks(target, past);
        self.now.votes.entry(against).or_default().push(Vote { event: e, single, voter, asks });
        Ok(())
    }

    /// Whether the past of `e` has two twins of a member's fork.
    fn has_fork_of(&self, member: u8, e: EventIx) -> bool {
        let groups = self.forks.get(&member).map_or(&[][..], Vec::as_slice);
        groups.iter().any(|twins| twins.iter().filter(|x| self.log.past(e, **x)).count() > 1)
    }

    fn check_takeover(&mut self, e: EventIx, seat: u64) -> Result<(), Code> {
        let charter = self.log.charter();
        let author = self.log[e].author;
        let past = Horizon::Past(e);
        let seat = u8::try_from(seat).ok().filter(|seat| *seat < charter.players).ok_or(Code::ERole)?;
        check(author >= charter.joined || author == seat, Code::ERole)?;
        check(self.is_absent(seat, past), Code::ESeat)?;
        let plays_elsewhere = self.run.takeovers.iter().any(|(other, takeovers)| {
            *other != seat
                && takeovers.iter().any(|t| self.log[*t].author == author)
                && self.player(*other, past) == author
        });
        check(!plays_elsewhere, Code::ESeat)?;
        let takeovers = self.run.takeovers.entry(seat).or_default();
        takeovers.insert(takeovers.partition_point(|t| *t < e), e);
        Ok(())
    }

    fn check_resign(&mut self, e: EventIx) -> Result<(), Code> {
        let log = self.log;
        let past = Horizon::Past(e);
        check(self.now.question != Question::Over, Code::ENow)?;
        let seat = self.seat_of(e).filter(|seat| !self.is_absent(*seat, past)).ok_or(Code::ESeat)?;
        check(self.chosen(seat, past).is_none(), Code::ETwice)?;
        let resigns = self.run.resigns.entry(seat).or_default();
        let (author, step) = (log[e].author, log[e].step);
        let twice = resigns.iter().any(|x| log[*x].author == author && log[*x].step == step && log.past(e, *x));
        check(!twice, Code::ETwice)?;
        resigns.push(e);
        Ok(())
    }

    fn check_back(&mut self, e: EventIx, to: u64) -> Result<(), Code> {
        let log = self.log;
        let past = Horizon::Past(e);
        check(log.charter().take_back && self.now.question != Question::Over, Code::ENow)?;
        self.seat_of(e).filter(|seat| !self.is_absent(*seat, past)).ok_or(Code::ESeat)?;
        let target = u32::try_from(to).unwrap_or(u32::MAX);
        let same = |x: &EventIx| log[*x].author == log[e].author && log.past(e, *x);
        let earlier = self.now.backs.get(&target).map_or(&[][..], |backs| &backs.events);
        check(!earlier.iter().any(same), Code::ETwice)?;
        let barrier = self.run.barrier(|x| log.past(e, x));
        check(u64::from(barrier) < to && to < u64::from(self.now.step), Code::EBack)?;
        self.add_back(e, target);
        Ok(())
    }

    /// NOTE, POST, ENDORSE.
    pub fn check_silent(&mut self, e: EventIx) -> Result<(), Code> {
        let event = &self.log[e];
        let Body::Endorse { sig } = &event.body else { return Ok(()) };
        let join = self.run.setup.joins.get(usize::from(event.author)).map(|join| &self.log[*join].body);
        match join {
            Some(Body::Join { pq, .. }) if !pq.is_empty() && self.memory.endorsement(event, pq, sig) => {
                self.run.endorsements.push(e);
                Ok(())
            }
            _ => Err(Code::XEndorse),
        }
    }
}
