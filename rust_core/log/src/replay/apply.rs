//! From a completed step to the next position (protocol P18, P19.4).

use std::collections::BTreeMap;
use std::sync::Arc;

use referee_kernel::stream::Stream;
use referee_kernel::wire::{Answer, Answers, Cards, Question, Seat, State};
use referee_proof::deck::Ciphertext;
use referee_proof::group::Point;
use referee_proof::roll::BranchEntry;

use crate::event::Body;
use crate::log::EventIx;

use super::Replay;
use super::members::Members;
use super::run::{Completed, Outcome, Position, Reach, Status};
use super::step::{Done, Target, What};

impl Outcome {
    /// The state that a question leads to by this outcome; `None` for a take-back, which leads to an earlier one.
    pub(super) fn follow(&self, position: &Position) -> Option<Arc<dyn State>> {
        let state = &position.state;
        Some(Arc::from(match self {
            Outcome::Back { .. } => return None,
            Outcome::Answers(answers) if matches!(position.question, Question::Open(_)) => state.open(answers),
            Outcome::Answers(answers) => state.act(answers),
            Outcome::Sealed(seats) => state.seal(seats),
            Outcome::Roll(seed) => state.chance(&mut Stream::from_seed(seed), None),
            Outcome::Shown(cards) => state.show(cards),
            Outcome::Shuffled { .. } => state.shuffled(),
        }))
    }

    /// Bytes that tell apart the outcomes of one question, as far as the rules see them.
    pub(super) fn key(&self) -> Vec<u8> {
        let mut key = Vec::new();
        match self {
            Outcome::Back { .. } | Outcome::Shuffled { .. } => {}
            Outcome::Sealed(seats) => key.extend(seats),
            Outcome::Roll(seed) => key.extend(seed),
            Outcome::Shown(cards) => add_cards(&mut key, cards),
            Outcome::Answers(answers) => {
                for (seat, answer) in answers {
                    key.extend([*seat, u8::from(answer.is_some())]);
                    if let Some(Answer { payload, cards }) = answer {
                        key.extend((payload.len() as u64).to_be_bytes());
                        key.extend(payload);
                        add_cards(&mut key, cards);
                    }
                }
            }
        }
        key
    }
}

fn add_cards(key: &mut Vec<u8>, cards: &Cards) {
    key.extend((cards.len() as u64).to_be_bytes());
    for (place, card) in cards {
        key.push(place.deck);
        key.extend(place.pos.to_be_bytes());
        key.extend(card.to_be_bytes());
    }
}

impl Replay<'_> {
    /// Accepted inputs that the completed step does not use are superseded.
    pub fn supersede(&mut self, done: &Done) {
        let links = self.now.links.values().flatten().map(|link| link.event);
        let unused: Vec<EventIx> =
            self.now.inputs.values().flatten().copied().chain(links).filter(|e| !done.used.contains(e)).collect();
        for e in unused {
            self.run.judge(e, Status::Superseded);
        }
    }

    /// Moves on to the next position. Without one (the proofs do not allow that) the match would stay where it is.
    pub fn apply(&mut self, done: Done) {
        let Some(position) = self.run.now().map(|step| Arc::clone(step.position())) else { return };
        let reach = Reach { used: done.used.clone(), quorums: done.quorums };
        let outcome = match done.what {
            What::Back(to) => Some(Outcome::Back { to }),
            What::Moves(moves) => Some(self.answer(moves)),
            What::Parts(parts) if position.question == Question::Chance => self.roll(&parts),
            What::Parts(parts) => self.show(&parts),
            What::Chain(cards) => Some(self.shuffle(&cards, &done.used)),
        };
        let Some(outcome) = outcome else { return };
        let next = match outcome {
            Outcome::Back { to } => self.go_back(to),
            _ => self.memory.follow(&position, &outcome),
        };
        if let Some(next) = next {
            self.run.complete(Completed { outcome, used: done.used }, reach, next);
        }
    }

    fn grow_branch(&mut self, entry: BranchEntry) {
        let before = self.run.branch_number();
        self.run.branch_numbers.push(self.memory.branch(before, &entry));
        self.run.branch.push(entry);
    }

    fn go_back(&mut self, to: u32) -> Option<Arc<Position>> {
        let target = self.run.at(to).cloned()?;
        self.run.seals = Arc::clone(&target.before.seals);
        self.grow_branch(BranchEntry::TakeBack { step: self.now.step, to });
        Some(Arc::clone(target.position()))
    }

    fn answer(&mut self, moves: BTreeMap<Seat, Option<EventIx>>) -> Outcome {
        let step = self.now.step;
        let missing: Vec<Seat> = moves.iter().filter(|(_, e)| e.is_none()).map(|(seat, _)| *seat).collect();
        for seat in &missing {
            self.run.defaults.entry(*seat).or_default().push(step);
        }
        if !missing.is_empty() {
            self.grow_branch(BranchEntry::Default { step, absent: missing });
        }
        if let Question::Seal(_) = self.now.question {
            return self.seal(&moves);
        }
        let mut answers = Answers::new();
        for (seat, e) in moves {
            let answer = e.and_then(|e| {
                let (Body::Action { payload, .. } | Body::Open { payload, .. }) = &self.log[e].body else {
                    return None;
                };
                let cards = self.now.cards.get(&e).cloned().unwrap_or_default();
                Some(Answer { payload: payload.clone(), cards })
            });
            if let Some(cards) = answer.as_ref().map(|a| &a.cards).filter(|cards| !cards.is_empty()) {
                self.run.revealed.extend(cards.iter().map(|(place, card)| (*place, (*card, step))));
                self.run.deck_used.push((step, None));
            }
            answers.insert(seat, answer);
        }
        Outcome::Answers(answers)
    }

    fn seal(&mut self, moves: &BTreeMap<Seat, Option<EventIx>>) -> Outcome {
        let mut sealed = Vec::new();
        for (seat, e) in moves {
            if let Some(Body::Seal { commitment }) = e.map(|e| &self.log[e].body) {
                Arc::make_mut(&mut self.run.seals).insert(*seat, (self.now.step, *commitment));
                sealed.push(*seat);
            }
        }
        Outcome::Sealed(sealed)
    }

    fn roll(&mut self, parts: &BTreeMap<Target, Vec<(u8, Point)>>) -> Option<Outcome> {
        self.seed(parts.get(&Target::Roll)?).map(Outcome::Roll)
    }

    fn show(&mut self, parts: &BTreeMap<Target, Vec<(u8, Point)>>) -> Option<Outcome> {
        let mut cards = Cards::new();
        for (target, parts) in parts {
            let Target::Card(place) = target else { continue };
            cards.insert(*place, self.card_shown(*place, parts)?);
        }
        let step = self.now.step;
        self.run.revealed.extend(cards.iter().map(|(place, card)| (*place, (*card, step))));
        self.run.deck_used.push((step, None));
        Some(Outcome::Shown(cards))
    }

    fn shuffle(&mut self, cards: &[Arc<Vec<Ciphertext>>], used: &[EventIx]) -> Outcome {
        let step = self.now.step;
        let linked = Members::of(used.iter().map(|e| self.log[*e].author));
        let committee = self.log.charter().deck.iter().flat_map(|committee| committee.members.iter().copied());
        let left_out = Members::of(committee).minus(linked);
        self.run.skipped = self.run.skipped.minus(linked).union(left_out);
        let left_out: Vec<u8> = left_out.iter().collect();
        if !left_out.is_empty() {
            self.grow_branch(BranchEntry::Default { step, absent: left_out.clone() });
        }
        if let Question::Shuffle(targets) = &self.now.question {
            for ((deck, _), new) in targets.iter().zip(cards) {
                if let Some(deck) = self.run.decks.get_mut(usize::from(*deck)) {
                    Arc::make_mut(deck).extend(new.iter().copied());
                }
            }
        }
        self.run.deck_used.push((step, None));
        Outcome::Shuffled { left_out }
    }
}
