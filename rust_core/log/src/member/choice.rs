//! What a person decides: actions, sealed actions and their opening, coming back to a seat (protocol P12, P19.9).

use std::collections::BTreeMap;

use referee_kernel::wire::{Place, Question, Seat};
use referee_proof::seal;

use crate::event::{Body, Hash};
use crate::log::EventIx;
use crate::replay::{Report, Waiting};

use super::{Client, next_seq};

/// What a person has sealed. Only its commitment is in the log, so the caller stores it, by that commitment, before the
/// SEAL leaves.
#[derive(Clone, PartialEq, Eq)]
pub struct Choice {
    /// Canonical JSON array of the actions.
    pub payload: Vec<u8>,
    /// The own cards that the actions need.
    pub places: Vec<Place>,
}

impl std::fmt::Debug for Choice {
    /// Tells nothing of what was chosen: it is secret until it is opened.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Choice(secret)")
    }
}

/// A decision that is asked of a person now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The seat that decides.
    pub seat: Seat,
    /// Whether it decides under seal.
    pub sealed: bool,
    /// Whether somebody has voted that this seat keeps the match waiting: it should answer at once.
    pub pressed: bool,
    /// Whether the seat is absent, so that [`Client::takeover`] comes first.
    pub absent: bool,
}

impl Client {
    /// The decision that is asked of a seat of this member, if one is; of several the lowest seat's.
    #[must_use]
    pub fn decision(&self, report: &Report<'_>) -> Option<Decision> {
        let (question, what, sealed) = match report.question()? {
            question @ Question::Act(_) => (question, Waiting::Act, false),
            question @ Question::Seal(_) => (question, Waiting::Seal, true),
            _ => return None,
        };
        let own = self.awaited(report, question, what);
        let seat = own.into_iter().next()?;
        let pressed = report.votes().iter().any(|(target, _)| *target == seat);
        Some(Decision { seat, sealed, pressed, absent: report.absent().contains_key(&seat) })
    }

    /// The seats of this member that a question still waits for.
    fn awaited(&self, report: &Report<'_>, question: &Question, what: Waiting) -> Vec<Seat> {
        if !report.waiting().contains(&(self.member, what)) {
            return Vec::new();
        }
        let answered = report.answered();
        let own = self.seats(report).into_iter();
        own.filter(|seat| question.seats().contains(seat) && !answered.contains_key(seat)).collect()
    }

    /// The ACTION with a payload that needs the cards at `places`; `None` while one of them cannot be shown.
    #[must_use]
    pub fn act(&self, report: &Report<'_>, choice: &Choice) -> Option<Body> {
        Some(Body::Action { payload: choice.payload.clone(), reveals: self.reveals(report, &choice.places)? })
    }

    /// The nonce of the own SEAL with this number (P12). Secret until the opening.
    #[must_use]
    pub fn seal_nonce(&self, seq: u16) -> [u8; 32] {
        self.secrets.seal_nonce(seq.into())
    }

    /// The SEAL of a choice of `seat`, with the commitment by which the choice is stored. It is made for the next own
    /// event: the nonce comes from its number. `None` if no number is left.
    #[must_use]
    pub fn seal(&self, report: &Report<'_>, seat: Seat, choice: &Choice) -> Option<(Body, Hash)> {
        let seq = next_seq(report.log(), self.member)?;
        let nonce = self.seal_nonce(seq);
        let match_id = &report.log().charter().match_id;
        let commitment = seal::commit(match_id, seat, report.step(), &nonce, &choice.payload);
        Some((Body::Seal { commitment }, commitment))
    }

    /// The OPEN of an own seal, from the choices that were stored. Nothing if somebody else sealed for the seat, or the
    /// choice is lost: then the others have to vote.
    pub(super) fn open(&self, report: &Report<'_>, stored: &BTreeMap<Hash, Choice>) -> Option<Body> {
        let question = report.question()?;
        let Question::Open(_) = question else { return None };
        let seats = self.awaited(report, question, Waiting::Open).into_iter();
        seats.filter(|seat| !report.absent().contains_key(seat)).find_map(|seat| self.open_seat(report, seat, stored))
    }

    fn open_seat(&self, report: &Report<'_>, seat: Seat, stored: &BTreeMap<Hash, Choice>) -> Option<Body> {
        let log = report.log();
        let (step, commitment) = report.seals().get(&seat)?;
        let choice = stored.get(commitment)?;
        let is_it = |ix: &EventIx| matches!(&log[*ix].body, Body::Seal { commitment: c } if c == commitment);
        let sealed = log.by_author(self.member).into_iter().find(is_it)?;
        let nonce = self.seal_nonce(log[sealed].seq);
        seal::open(&log.charter().match_id, seat, *step, &nonce, &choice.payload, commitment).ok()?;
        let reveals = self.reveals(report, &choice.places)?;
        Some(Body::Open { nonce, payload: choice.payload.clone(), reveals })
    }

    /// The TAKEOVER of an absent seat: by its original player, who returns, or by a reserve who plays no seat.
    #[must_use]
    pub fn takeover(&self, report: &Report<'_>, seat: Seat) -> Option<Body> {
        let returns = seat == self.member;
        let steps_in = self.member >= report.log().charter().joined && self.seats(report).is_empty();
        let possible = report.absent().contains_key(&seat) && (returns || steps_in);
        possible.then_some(Body::Takeover { seat: seat.into() })
    }
}
