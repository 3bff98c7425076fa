//! The game on the wire: what the rules supply to a match (protocol P18).
//!
//! The log knows games only through these two traits. Everything here speaks of *public* knowledge: a hidden card is the
//! place where it lies, and its index in the deck's card list becomes known only when it is revealed, shown or audited.
//! States are immutable: every answer makes the next state and leaves the old one as it was, because a replay goes back
//! to old states and keeps several branches at once.

use std::collections::BTreeMap;

use crate::json::{Value, Writer};
use crate::stream::Stream;

/// A place at the table, from 0 clockwise.
pub type Seat = u8;

/// Where a card of an encrypted deck lies: ascending by deck, then by position (protocol P10).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The deck, numbered by the rules from 0.
    pub deck: u8,
    /// The position in the growing list of the deck, from 0; never reused.
    pub pos: u32,
}

/// What the match stands at (protocol P18 `need`). No list in it is ever empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// An open decision of each of these seats.
    Act(Vec<Seat>),
    /// A sealed decision of each of these seats.
    Seal(Vec<Seat>),
    /// The opening of what these seats sealed.
    Open(Vec<Seat>),
    /// A run of chance requests, one stream for all of them.
    Chance,
    /// These cards are opened for everybody.
    Show(Vec<Place>),
    /// New positions are made of these, deck by deck, in this order.
    Shuffle(Vec<(u8, Vec<u32>)>),
    /// Nothing is asked any more.
    Over,
}

impl Question {
    /// The protocol's word for this kind of question.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Act(_) => "act",
            Self::Seal(_) => "seal",
            Self::Open(_) => "open",
            Self::Chance => "chance",
            Self::Show(_) => "show",
            Self::Shuffle(_) => "shuffle",
            Self::Over => "over",
        }
    }

    /// The seats asked for a decision, in the order of the question; empty for the other kinds.
    #[must_use]
    pub fn seats(&self) -> &[Seat] {
        match self {
            Self::Act(seats) | Self::Seal(seats) | Self::Open(seats) => seats,
            _ => &[],
        }
    }
}

/// Revealed or otherwise known cards: place to index in the deck's card list.
pub type Cards = BTreeMap<Place, u32>;

/// What one seat answered to `act` or `open`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Canonical JSON array of actions (protocol P2).
    pub payload: Vec<u8>,
    /// The cards revealed with it: exactly those the actions need.
    pub cards: Cards,
}

/// The answers of all seats asked; `None` is the default of the decision (protocol P25).
pub type Answers = BTreeMap<Seat, Option<Answer>>;

/// Why the rules refuse an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotAllowed {
    /// The rule number, with its game: `augustus:3.5`.
    pub rule: String,
    /// One lower-case clause that says what is true.
    pub why: String,
}

/// One answer of the finished match, as the final audit sees it.
#[derive(Clone, Copy)]
pub struct Past<'a> {
    /// The step at which it was given.
    pub step: u32,
    /// Who gave it.
    pub seat: Seat,
    /// Its payload.
    pub payload: &'a [u8],
    /// The state before it.
    pub state: &'a dyn State,
}

/// A decision a person or a bot has to take now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ask {
    /// The kind of decision, as the game's interface names it.
    pub kind: String,
    /// The rule number that asks.
    pub rule: String,
    /// Every legal action, in the order in which the game's interface writes them.
    pub legal: Vec<Value>,
}

/// A game at one version of its rules and with one set of cards.
pub trait Rules: Send + Sync {
    /// The game's id as it stands in charters: `augustus`.
    fn game(&self) -> &str;

    /// The rules hash of protocol P14.
    fn rules_hash(&self) -> [u8; 32];

    /// Whether `config` is one of a match of `players` players (`H_CONFIG`). Total: any bytes may come.
    fn accepts(&self, config: &[u8], players: u8) -> bool;

    /// The card ids of each encrypted deck in card order; empty in an open match. Asked only of an accepted `config`.
    fn decks(&self, config: &[u8], players: u8) -> Vec<Vec<String>>;

    /// The first state. Asked only of an accepted `config`.
    fn start(&self, config: &[u8], players: u8) -> Box<dyn State>;

    /// Hidden actions that turn out to have been illegal, as (step, seat) in the order of `history`, once `cards` are known.
    fn audit(&self, history: &[Past<'_>], cards: &Cards) -> Vec<(u32, Seat)>;
}

/// The match as the rules see it, at a question.
///
/// The methods that make a next state are called only with answers to [`State::question`]: of the matching kind, for the
/// seats and places it names, and with payloads that [`State::check`] accepted.
pub trait State: Send + Sync {
    /// A copy. States share what they can, so this is cheap.
    fn boxed(&self) -> Box<dyn State>;

    /// What is asked. Never depends on an unrevealed card.
    fn question(&self) -> Question;

    /// Whether `seat` may answer with `payload`, revealing exactly `cards`. Total: any bytes and any cards may come.
    ///
    /// # Errors
    /// [`NotAllowed`] names the rule that refuses.
    fn check(&self, seat: Seat, payload: &[u8], cards: &Cards) -> Result<(), NotAllowed>;

    /// Why `seat` may not answer so, as closely as the rules can say it. [`State::check`] names the rule that a refusal
    /// in a match carries; this may name the paragraph that stands in the way.
    ///
    /// # Errors
    /// Where [`State::check`] refuses, and nowhere else.
    fn why(&self, seat: Seat, payload: &[u8], cards: &Cards) -> Result<(), NotAllowed> {
        self.check(seat, payload, cards)
    }

    /// After the decisions of an [`Question::Act`].
    fn act(&self, answers: &Answers) -> Box<dyn State>;

    /// After a [`Question::Seal`]: these seats sealed, ascending; the others took the default.
    fn seal(&self, sealed: &[Seat]) -> Box<dyn State>;

    /// After an [`Question::Open`].
    fn open(&self, answers: &Answers) -> Box<dyn State>;

    /// After the chance run of this step, which takes its outcomes from `stream` in the order the rules ask.
    /// If `told` is given, each request is appended to it as `{"chance": request, "outcome": outcome}`.
    fn chance(&self, stream: &mut Stream, told: Option<&mut Vec<Value>>) -> Box<dyn State>;

    /// After a [`Question::Show`]: the cards shown.
    fn show(&self, cards: &Cards) -> Box<dyn State>;

    /// After a [`Question::Shuffle`]: the new positions exist, appended in the order of the question.
    fn shuffled(&self) -> Box<dyn State>;

    /// The rights to unrevealed cards: place to seat.
    fn hands(&self) -> BTreeMap<Place, Seat>;

    /// The public position: canonical JSON `{"positions":[[deck,pos,seat]…],"view":…}`.
    fn document(&self) -> Vec<u8>;

    /// The view of a seat, or of a spectator, as the game's interface gives it; the viewer's own hidden cards are filled
    /// in from `known`. No verdict depends on it.
    fn view(&self, viewer: Option<Seat>, known: &Cards) -> Value;

    /// The decision of `seat` after the actions it has drafted for the same payload; `None`: the payload must end here, or
    /// the seat is not asked. `known` are the cards the seat has read.
    ///
    /// # Errors
    /// [`NotAllowed`] if one of the drafted actions is not legal.
    fn ask(&self, seat: Seat, known: &Cards, drafted: &[Value]) -> Result<Option<Ask>, NotAllowed>;

    /// The places whose reveal a payload of these `actions` by `seat` needs, ascending.
    fn reveals(&self, seat: Seat, actions: &[Value], known: &Cards) -> Vec<Place>;

    /// The result once the match is over, as the game's interface gives it; `None` before.
    fn result(&self) -> Option<Value>;

    /// The exact chances the state offers to `viewer`, as the game describes them; `null` where it computes none.
    fn odds(&self, viewer: Option<Seat>) -> Value {
        let _ = viewer;
        Value::Null
    }

    /// The place in the list of [`State::ask`] that the game's bot `bot` takes for `seat`, by the cards it has read and
    /// after what it has drafted; `None` where it would rather stop here, nothing is asked or there is no such bot.
    fn advise(&self, bot: &str, seat: Seat, known: &Cards, drafted: &[Value], dice: &mut Stream) -> Option<u32> {
        let _ = (bot, seat, known, drafted, dice);
        None
    }

    /// What the rules did in the transition that led here, in order, as change objects redacted for `viewer`: the
    /// journal's source. Empty at the start of a match.
    fn news(&self, viewer: Option<Seat>) -> Vec<Value> {
        let _ = viewer;
        Vec::new()
    }
}

/// Reads a charter's `config` (protocol P14): the configuration, and the position document to start from. Both are
/// still to be judged by the game; `None` if the bytes are not canonical JSON of this form.
#[must_use]
pub fn read_config(config: &[u8]) -> Option<(Value, Option<Value>)> {
    let whole = Value::parse_canonical(config).filter(|v| v.has_exactly(&["config", "position"]))?;
    let position = whole.get("position").filter(|p| **p != Value::Null).cloned();
    Some((whole.get("config")?.clone(), position))
}

/// Reads a payload (protocol P18): the actions, still to be judged; `None` if it is no canonical JSON array.
#[must_use]
pub fn read_payload(payload: &[u8]) -> Option<Vec<Value>> {
    Value::parse_canonical(payload)?.as_list().map(<[Value]>::to_vec)
}

/// The public document (protocol P18): the rights to unrevealed cards, and the game's public view.
#[must_use]
pub fn write_document(rights: &BTreeMap<Place, Seat>, view: impl FnOnce(&mut Writer)) -> Vec<u8> {
    let mut w = Writer::with_capacity(4096);
    w.object(|w| {
        w.key("positions").list(|w| {
            for (place, seat) in rights {
                w.ints([i64::from(place.deck), i64::from(place.pos), i64::from(*seat)]);
            }
        });
        view(w.key("view"));
    });
    w.finish()
}
