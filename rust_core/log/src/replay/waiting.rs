//! Who keeps a match waiting, and what else is computed once per judgement (protocol P19.10).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use referee_kernel::wire::{Past, Place, Question, Seat};
use referee_proof::deck::Ciphertext;

use super::Replay;
use super::horizon::Horizon;
use super::run::Phase;
use super::step::Target;

/// For what a member keeps the match waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Waiting {
    /// His READY.
    Ready,
    /// His link of a shuffle.
    Shuffle,
    /// A decision.
    Act,
    /// A sealed decision.
    Seal,
    /// The opening of his seal.
    Open,
    /// His part on a roll or on cards that are shown. Any t members are enough.
    Part,
    /// His part on a card somebody has drawn.
    Draw(Place),
    /// After the end: a card he still holds.
    Card(Place),
    /// After the end: the opening of his prescribed shuffle.
    Prescribed {
        /// The step of the shuffle.
        step: u32,
        /// The deck.
        deck: u8,
    },
}

impl fmt::Display for Waiting {
    /// As the vectors write it: `part`, `draw 0/3`, `card 0/3`, `shuffle 0/1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Waiting::Ready => f.write_str("ready"),
            Waiting::Shuffle => f.write_str("shuffle"),
            Waiting::Act => f.write_str("act"),
            Waiting::Seal => f.write_str("seal"),
            Waiting::Open => f.write_str("open"),
            Waiting::Part => f.write_str("part"),
            Waiting::Draw(place) => write!(f, "draw {}/{}", place.deck, place.pos),
            Waiting::Card(place) => write!(f, "card {}/{}", place.deck, place.pos),
            Waiting::Prescribed { step, deck } => write!(f, "shuffle {step}/{deck}"),
        }
    }
}

impl Replay<'_> {
    /// Who keeps the match waiting, and for what, by all that is known: ascending by member.
    pub(super) fn waiting(&mut self) -> Vec<(u8, Waiting)> {
        let mut waiting: Vec<(u8, Waiting)> = Vec::new();
        match self.run.phase {
            Phase::Void => {}
            Phase::Setup => {
                let setup = &self.run.setup;
                waiting.extend(setup.unready.iter().map(|member| (*member, Waiting::Ready)));
                waiting.extend(setup.next_link.map(|member| (member, Waiting::Shuffle)));
            }
            Phase::Play => waiting.extend(self.waiting_for_answers()),
            Phase::Over => waiting.extend(self.owed_after_the_end()),
        }
        if matches!(self.run.phase, Phase::Play | Phase::Over) {
            let asking = self.asking(self.allowed, false);
            let parts = asking.iter().flat_map(|a| a.missing.iter().map(|member| (*member, Waiting::Draw(a.place))));
            waiting.extend(parts.collect::<BTreeSet<_>>());
        }
        waiting.sort_unstable();
        waiting
    }

    fn waiting_for_answers(&mut self) -> Vec<(u8, Waiting)> {
        let what = match self.now.question {
            Question::Chance | Question::Show(_) => return self.missing_parts(),
            Question::Act(_) => Waiting::Act,
            Question::Seal(_) => Waiting::Seal,
            Question::Open(_) => Waiting::Open,
            Question::Shuffle(_) => Waiting::Shuffle,
            Question::Over => return Vec::new(),
        };
        let awaited = self.awaited(self.allowed);
        let who = |x: u8| if what == Waiting::Shuffle { x } else { self.player(x, self.allowed) };
        awaited.into_iter().map(|x| (who(x), what)).collect()
    }

    fn missing_parts(&self) -> Vec<(u8, Waiting)> {
        let keys = &self.run.setup.keys;
        let (key, targets) = match &self.now.question {
            Question::Show(places) => (&keys.deck, places.iter().copied().map(Target::Card).collect()),
            _ => (&keys.roll, vec![Target::Roll]),
        };
        let members = key.as_ref().map_or(&[][..], |key| &key.committee().members);
        let given = |target: &Target, member: u8| self.now.parts.get(target).is_some_and(|p| p.contains_key(&member));
        let missing = members.iter().copied().filter(|member| !targets.iter().all(|target| given(target, *member)));
        missing.map(|member| (member, Waiting::Part)).collect()
    }

    /// Seats owe the cards they hold, a lone shuffler his shuffles. Seat numbers stand for members here, as the cards
    /// were dealt to the original players.
    fn owed_after_the_end(&mut self) -> Vec<(u8, Waiting)> {
        self.reveal_shown_after_the_end();
        let cards = self.now.hands.iter().filter(|(place, _)| !self.run.revealed.contains_key(place));
        let cards = cards.map(|(place, seat)| (*seat, Waiting::Card(*place)));
        let shuffles = self.run.prescribed.iter().filter(|(_, prescribed)| !prescribed.audited);
        let shuffles = shuffles
            .map(|((step, deck), prescribed)| (prescribed.author, Waiting::Prescribed { step: *step, deck: *deck }));
        cards.chain(shuffles).collect()
    }

    /// Cards that t parts have opened after the end.
    fn reveal_shown_after_the_end(&mut self) {
        let Some(threshold) = self.run.setup.keys.deck.as_ref().map(|key| usize::from(key.committee().threshold))
        else {
            return;
        };
        let opened: Vec<(Place, Vec<_>)> = self
            .now
            .parts
            .iter()
            .filter(|(_, parts)| parts.len() >= threshold)
            .filter_map(|(target, parts)| match target {
                Target::Card(place) => Some((*place, parts.iter().map(|(member, (_, d))| (*member, *d)).collect())),
                Target::Roll => None,
            })
            .collect();
        for (place, parts) in opened {
            if let Some(card) = self.card_shown(place, &parts) {
                self.run.revealed.insert(place, (card, self.now.step));
            }
        }
    }

    /// The lies that the rules find once the match is over.
    pub(super) fn audit(&self) -> Vec<(u32, Seat)> {
        if self.run.phase != Phase::Over {
            return Vec::new();
        }
        let history = self.run.history(self.now.step);
        let mut past = Vec::new();
        for (step, answers) in history {
            let Some(before) = self.run.at(step) else { continue };
            let given = answers.iter().filter_map(|(seat, answer)| Some((*seat, answer.as_ref()?)));
            past.extend(given.map(|(seat, answer)| Past {
                step,
                seat,
                payload: &answer.payload,
                state: &*before.state,
            }));
        }
        let cards = self.run.revealed.iter().map(|(place, (card, _))| (*place, *card)).collect();
        self.rules.audit(&past, &cards)
    }
}

/// Everything a report says that is computed once per judgement.
pub(super) fn summarize(replay: &mut Replay<'_>) -> Summary {
    let waiting = replay.waiting();
    let lies = replay.audit();
    let seats = 0..replay.log.charter().players;
    let players = seats.clone().map(|seat| replay.player(seat, Horizon::All)).collect();
    let absent = seats.filter_map(|seat| Some((seat, replay.absent_since(seat, Horizon::All)?))).collect();
    let chain = replay.chain(Horizon::All);
    let next_link = chain.next.map(|member| (member, chain.cards));
    Summary { waiting, lies, players, absent, next_link }
}

/// See [`summarize`].
#[derive(Clone, Debug, Default)]
pub(super) struct Summary {
    pub waiting: Vec<(u8, Waiting)>,
    pub lies: Vec<(u32, Seat)>,
    pub players: Vec<u8>,
    pub absent: BTreeMap<Seat, u32>,
    pub next_link: Option<(u8, Vec<Arc<Vec<Ciphertext>>>)>,
}
