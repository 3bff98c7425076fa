//! Rolls, parts, draws and reveals (protocol P9, P11, P19.9).

use std::collections::BTreeSet;
use std::sync::Arc;

use referee_kernel::digest::Hash;
use referee_kernel::wire::{Cards, Place, Question, Seat};
use referee_proof::dleq::PART;
use referee_proof::group::Point;
use referee_proof::key::JointKey;
use referee_proof::roll::{Moment, seed};
use referee_proof::{draw, prescribed, roll};

use crate::event::{Body, DrawEntry, DrawPart, Reveal, ShowPart, ShufflePart};
use crate::log::EventIx;
use crate::refusal::Code;

use super::Replay;
use super::horizon::Horizon;
use super::memory::{AUDITS, DRAWS, ROLL, Roll, SHOWS};
use super::run::{Drawn, Parts, Run};
use super::step::Target;

/// An entry of a DRAW that still lacks parts.
pub(super) struct Asking {
    pub seat: Seat,
    pub place: Place,
    /// Committee members without a part.
    pub missing: Vec<u8>,
}

/// A place as it is named on the wire, if there can be such a place.
pub(super) fn place(deck: u64, pos: u64) -> Option<Place> {
    Some(Place { deck: u8::try_from(deck).ok()?, pos: u32::try_from(pos).ok()? })
}

impl Run {
    /// What makes the question of a step one of a kind.
    pub fn moment(&self, step: u32) -> Moment<'_> {
        Moment { start: &self.setup.start_id, branch: &self.branch, step }
    }
}

impl Replay<'_> {
    /// The roll of this step.
    fn this_roll(&mut self) -> Option<&mut Roll> {
        let key = self.run.setup.keys.roll.as_ref()?;
        let (run, step) = (&self.run, self.now.step);
        let point = || roll::point(key.x(), &run.moment(step).roll_alpha(&run.setup.salt));
        Some(self.memory.roll(run.branch_number(), step, || Roll { point: point(), seed: None }))
    }

    fn roll_point(&mut self) -> Option<Point> {
        Some(self.this_roll()?.point)
    }

    /// The seed of this step's chance run.
    pub fn seed(&mut self, parts: &[(u8, Point)]) -> Option<Hash> {
        let key = self.run.setup.keys.roll.clone()?;
        let roll = self.this_roll()?.clone();
        if roll.seed.is_some() {
            return roll.seed;
        }
        let gamma = key.combine(parts)?;
        let alpha = self.run.moment(self.now.step).roll_alpha(&self.run.setup.salt);
        let seed = seed(key.x(), &alpha, &gamma);
        self.this_roll()?.seed = Some(seed);
        Some(seed)
    }

    /// The card that parts on its C1 open for everybody.
    pub fn card_shown(&mut self, place: Place, parts: &[(u8, Point)]) -> Option<u32> {
        let key = self.run.setup.keys.deck.clone()?;
        let cipher = self.run.ciphertext(place.deck, place.pos)?;
        let gamma = self.memory.combine(&key, &cipher.c1, parts)?;
        self.run.setup.cards.get(usize::from(place.deck))?.find(&draw::open(&cipher.c2, &gamma))
    }

    /// A PART: nothing of it counts unless all of it is right.
    pub fn check_part(&mut self, e: EventIx) -> Result<(), Code> {
        let log = self.log;
        let Body::Part { roll, shows, draws } = &log[e].body else { return Err(Code::ENow) };
        if (roll.is_empty() && shows.is_empty() && draws.is_empty()) || repeats(shows, draws) {
            return Err(Code::EBody);
        }
        let mut given = Vec::new();
        if !roll.is_empty() {
            given.push((Target::Roll, self.check_roll_part(e, roll)?));
        }
        let share = if shows.is_empty() && draws.is_empty() { None } else { Some(self.deck_share(e)?) };
        for (entry, show) in shows.iter().enumerate() {
            let place = place(show.deck, show.pos).filter(|place| self.may_show(place)).ok_or(Code::EEarly)?;
            let base = self.run.ciphertext(place.deck, place.pos).map(|cipher| cipher.c1).ok_or(Code::EEarly)?;
            let public = share.as_ref().ok_or(Code::ERole)?;
            let d = self.memory.part((&log[e], SHOWS | entry), &show.part, public, &base).ok_or(Code::XPart)?;
            given.push((Target::Card(place), d));
        }
        let mut drawn = Vec::new();
        for (entry, part) in draws.iter().enumerate() {
            let (at, base) = self.draw_of(e, part).ok_or(Code::EEarly)?;
            let public = share.as_ref().ok_or(Code::ERole)?;
            let d = self.memory.part((&log[e], DRAWS | entry), &part.part, public, &base).ok_or(Code::XPart)?;
            drawn.push((at, d));
        }
        for (target, d) in given {
            self.note_part(e, d, |replay| replay.now.parts.entry(target).or_default());
        }
        if !drawn.is_empty() {
            self.run.deck_used.push((self.now.step, Some(e)));
        }
        for (at, d) in drawn {
            self.note_part(e, d, |replay| replay.run.draw_parts.entry(at).or_default());
        }
        Ok(())
    }

    fn check_roll_part(&mut self, e: EventIx, part: &[u8]) -> Result<Point, Code> {
        if self.now.question != Question::Chance {
            return Err(Code::EEarly);
        }
        if part.len() != PART {
            return Err(Code::EBody);
        }
        let key = self.run.setup.keys.roll.clone().ok_or(Code::ERole)?;
        let public = key.share(self.log[e].author).ok_or(Code::ERole)?;
        let base = self.roll_point().ok_or(Code::EEarly)?;
        self.memory.part((&self.log[e], ROLL), part, public, &base).ok_or(Code::XPart)
    }

    fn deck_share(&self, e: EventIx) -> Result<Point, Code> {
        let key = self.run.setup.keys.deck.as_ref().ok_or(Code::ERole)?;
        key.share(self.log[e].author).copied().ok_or(Code::ERole)
    }

    /// Cards are opened for everybody when the rules ask for it, and after the end.
    fn may_show(&self, place: &Place) -> bool {
        match &self.now.question {
            Question::Show(places) => places.contains(place),
            Question::Over => self.now.hands.contains_key(place),
            _ => false,
        }
    }

    /// The valid DRAW entry that a part is for, and its P.
    fn draw_of(&self, e: EventIx, part: &DrawPart) -> Option<((EventIx, u32), Point)> {
        let draw = self.log.find(&part.draw).filter(|draw| self.log.past(e, *draw))?;
        let Body::Draw { cards } = &self.log[draw].body else { return None };
        let index = u32::try_from(part.index).ok()?;
        let card = cards.get(usize::try_from(index).ok()?)?;
        // Only valid DRAWs are noted.
        let drawn = self.run.draws.get(&place(card.deck, card.pos)?)?;
        let drawn = drawn.iter().find(|drawn| drawn.event == draw && drawn.index == index)?;
        Some(((draw, index), drawn.point))
    }

    /// Notes a valid part, unless one by the same member is in its past: whoever sees this one sees that.
    fn note_part(&mut self, e: EventIx, d: Point, table: impl FnOnce(&mut Self) -> &mut Parts) {
        let log = self.log;
        let (events, _) = table(self).entry(log[e].author).or_insert((Vec::new(), d));
        if !events.iter().any(|x| log.past(e, *x)) {
            events.push(e);
        }
    }

    /// A DRAW.
    pub fn check_draw(&mut self, e: EventIx) -> Result<(), Code> {
        let log = self.log;
        let author = log[e].author;
        let Body::Draw { cards } = &log[e].body else { return Err(Code::ENow) };
        if self.run.setup.keys.deck.is_none() {
            return Err(Code::ENow);
        }
        if cards.is_empty() {
            return Err(Code::EBody);
        }
        let mut drawn: Vec<(Place, Drawn)> = Vec::new();
        for (index, card) in (0..).zip(cards) {
            let place = self.right_of(e, card).ok_or(Code::EEarly)?;
            if drawn.iter().any(|(other, _)| *other == place) {
                return Err(Code::EEarly);
            }
            let earlier = self.run.draws.get(&place).map_or(&[][..], Vec::as_slice);
            if earlier.iter().any(|d| log[d.event].author == author) {
                return Err(Code::ETwice);
            }
            let c1 = self.run.ciphertext(place.deck, place.pos).map(|cipher| cipher.c1).ok_or(Code::EEarly)?;
            let context = draw::context(&log[e].match_id, place.deck, place.pos, author);
            let entry = usize::try_from(index).unwrap_or(usize::MAX);
            let point = self.memory.draw((&log[e], entry), &c1, &card.point, &card.proof, &context);
            drawn.push((place, Drawn { event: e, index, point: point.ok_or(Code::XDraw)? }));
        }
        for (place, entry) in drawn {
            self.run.draws.entry(place).or_default().push(entry);
        }
        self.run.deck_used.push((self.now.step, Some(e)));
        Ok(())
    }

    fn right_of(&self, e: EventIx, card: &DrawEntry) -> Option<Place> {
        let place = place(card.deck, card.pos)?;
        let seat = self.now.hands.get(&place)?;
        (self.player(*seat, Horizon::Past(e)) == self.log[e].author).then_some(place)
    }

    /// The cards that reveals of a seat show.
    pub fn check_reveals(&mut self, e: EventIx, seat: Option<Seat>, reveals: &[Reveal]) -> Result<Cards, Code> {
        let mut cards = Cards::new();
        for (entry, reveal) in reveals.iter().enumerate() {
            let place = place(reveal.deck, reveal.pos).ok_or(Code::XReveal)?;
            let card = self.reveal((e, entry), seat, place, &reveal.rho).ok_or(Code::XReveal)?;
            if cards.insert(place, card).is_some() {
                return Err(Code::XReveal);
            }
        }
        Ok(cards)
    }

    fn reveal(
        &mut self,
        (e, entry): (EventIx, usize),
        seat: Option<Seat>,
        place: Place,
        rho: &[u8; 32],
    ) -> Option<u32> {
        let log = self.log;
        let owner = self.now.hands.get(&place).copied();
        let key: Arc<JointKey> = self.run.setup.keys.deck.clone()?;
        let drawn = self.run.draws.get(&place)?.iter();
        let drawn = *drawn.clone().find(|d| log[d.event].author == log[e].author && log.past(e, d.event))?;
        if seat.is_none() || owner != seat {
            return None;
        }
        let parts: Vec<(u8, Point)> = self
            .run
            .draw_parts
            .get(&(drawn.event, drawn.index))?
            .iter()
            .filter(|(_, (events, _))| events.iter().any(|x| log.past(e, *x)))
            .map(|(member, (_, d))| (*member, *d))
            .collect();
        if parts.len() < usize::from(key.committee().threshold) {
            return None;
        }
        let gamma = self.memory.combine(&key, &drawn.point, &parts)?;
        let cipher = *self.run.ciphertext(place.deck, place.pos)?;
        let cards = Arc::clone(self.run.setup.cards.get(usize::from(place.deck))?);
        self.memory.reveal((&log[e], entry), rho, (&cipher, &drawn.point), (&gamma, key.x()), &cards)
    }

    /// Entries of valid DRAWs, by those who play the seats, with fewer than t parts. With `own` the drawer's own part
    /// counts as given.
    pub fn asking(&self, horizon: Horizon, own: bool) -> Vec<Asking> {
        let Some(key) = &self.run.setup.keys.deck else { return Vec::new() };
        let committee = key.committee();
        let mut asking = Vec::new();
        for (place, seat) in &self.now.hands {
            for drawn in self.run.draws.get(place).map_or(&[][..], Vec::as_slice) {
                let author = self.log[drawn.event].author;
                if !self.sees(horizon, drawn.event) || author != self.player(*seat, horizon) {
                    continue;
                }
                let parts = self.run.draw_parts.get(&(drawn.event, drawn.index));
                let has = |member: u8| {
                    let events = parts.and_then(|parts| parts.get(&member));
                    events.is_some_and(|(events, _)| events.iter().any(|x| self.sees(horizon, *x)))
                };
                let (given, missing): (Vec<u8>, Vec<u8>) = committee.members.iter().copied().partition(|m| has(*m));
                let own = own && missing.contains(&author);
                if given.len() + usize::from(own) < usize::from(committee.threshold) {
                    asking.push(Asking { seat: *seat, place: *place, missing });
                }
            }
        }
        asking
    }

    /// An AUDIT: openings after the end.
    pub fn check_audit(&mut self, e: EventIx) -> Result<(), Code> {
        let log = self.log;
        let Body::Audit { reveals, shuffles } = &log[e].body else { return Err(Code::ENow) };
        if self.now.question != Question::Over {
            return Err(Code::ENow);
        }
        let seat = self.seat_of(e);
        let mut cards = Cards::new();
        for (entry, reveal) in reveals.iter().enumerate() {
            let place = place(reveal.deck, reveal.pos).ok_or(Code::XReveal)?;
            let card = self.reveal((e, entry), seat, place, &reveal.rho).ok_or(Code::XReveal)?;
            cards.insert(place, card);
        }
        let mut audited = Vec::new();
        for (entry, opening) in shuffles.iter().enumerate() {
            audited.push(self.check_opening((e, entry), opening)?);
        }
        let step = self.now.step;
        self.run.revealed.extend(cards.into_iter().map(|(place, card)| (place, (card, step))));
        for at in audited {
            if let Some(prescribed) = self.run.prescribed.get_mut(&at) {
                prescribed.audited = true;
            }
        }
        Ok(())
    }

    fn check_opening(&mut self, (e, entry): (EventIx, usize), opening: &ShufflePart) -> Result<(u32, u8), Code> {
        let event = &self.log[e];
        let at = u32::try_from(opening.step).ok().zip(u8::try_from(opening.deck).ok()).ok_or(Code::XAudit)?;
        let fixed = self.run.prescribed.get(&at).filter(|fixed| fixed.author == event.author).ok_or(Code::XAudit)?;
        let key = self.run.setup.keys.deck.clone().ok_or(Code::XAudit)?;
        let branch = self.run.branch.get(..fixed.branch).unwrap_or_default();
        let moment = Moment { start: &self.run.setup.start_id, branch, step: at.0 };
        let alpha = moment.deck_alpha(&self.run.setup.salt, at.1);
        let base = prescribed::point(key.x(), &alpha);
        let public = key.share(event.author).ok_or(Code::XAudit)?;
        let gamma = self.memory.part((event, AUDITS | entry), &opening.part, public, &base).ok_or(Code::XPart)?;
        let statement = (key.x(), &alpha[..], &gamma);
        if self.memory.prescribed((event, entry), statement, &fixed.input, &fixed.output) {
            Ok(at)
        } else {
            Err(Code::XAudit)
        }
    }
}

/// Whether a PART names a card or an entry of a draw twice.
fn repeats(shows: &[ShowPart], draws: &[DrawPart]) -> bool {
    let places: BTreeSet<(u64, u64)> = shows.iter().map(|show| (show.deck, show.pos)).collect();
    let entries: BTreeSet<(&Hash, u64)> = draws.iter().map(|draw| (&draw.draw, draw.index)).collect();
    places.len() < shows.len() || entries.len() < draws.len()
}
