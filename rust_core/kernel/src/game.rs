//! What a game is.

use std::fmt::Debug;
use std::ops::ControlFlow;

use crate::json::{Value, Writer};
use crate::rule::{Illegal, Rule, Unfit};
use crate::seat::{Seat, Seats, Viewer};
use crate::set::Sets;
use crate::stream::Stream;
use crate::tx::Tx;

/// What the rules wait for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// These seats are asked; each answers for itself.
    Decide(Seats),
    /// One outcome is asked for, from outside.
    Chance,
    /// The game is over.
    Over,
}

/// A seat is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The interface's word for it.
    pub kind: &'static str,
    /// The rule that asks.
    pub rule: Rule,
}

/// An option of a configuration and the words it takes.
pub type Choice = (&'static str, &'static [&'static str]);

/// Says whether to go on with a walk over the legal list.
pub type Walk = ControlFlow<()>;

/// A set of rules, with one configuration.
///
/// The first half is what a game must say; the law tests of [`crate::laws`] hold all of it to its word. `Self` holds the
/// configuration and the compiled card set, a position holds everything that changes.
pub trait Game: Sized + Send + Sync + 'static {
    /// The game's id.
    const ID: &'static str;
    /// The rules version: raised whenever any replay could differ.
    const RULES: u16;
    /// The rule that says which seats are at the table.
    const SEATS: Rule;

    /// Everything that changes during a game.
    type Position: Clone + Eq + Debug + Send + Sync;
    /// What a seat can choose.
    type Action: Clone + Ord + Debug + Send + Sync;
    /// What a chance request can come to.
    type Outcome: Clone + Eq + Debug + Send + Sync;
    /// One thing the rules did to a position.
    type Change: Clone + Eq + Debug + Send + Sync;

    // The rules.

    /// The position before anything happened. Never shuffles: it leaves chance to be asked for.
    fn setup(&self) -> Self::Position;

    /// Who is asked, without any list.
    fn next(&self, p: &Self::Position) -> Next;

    /// The seats of [`Next::Decide`] in the order in which the interface writes their entries: ascending where a game
    /// says nothing else.
    fn order(&self, p: &Self::Position, asked: Seats) -> Vec<Seat> {
        let _ = p;
        asked.iter().collect()
    }

    /// What `seat` is asked; meaningful only for a seat of [`Next::Decide`].
    fn decision(&self, p: &Self::Position, seat: Seat) -> Decision;

    /// Visits every legal action of `seat` in the order in which the interface writes the list; nothing if the seat is
    /// not asked. The list, the random pick and the check of a default are this one walk.
    fn legal(&self, p: &Self::Position, seat: Seat, visit: &mut dyn FnMut(&Self::Action) -> Walk);

    /// Takes an action. Judges it wholly by itself, whoever is asked and whatever list was looked at.
    ///
    /// # Errors
    /// [`Illegal`] with the rule that forbids it, before the first change.
    fn act(&self, tx: &mut Tx<'_, Self>, seat: Seat, action: &Self::Action) -> Result<(), Illegal>;

    /// Takes the outcome that is asked for.
    ///
    /// # Errors
    /// [`Illegal`] if none is asked for or this one cannot come, before the first change.
    fn chance(&self, tx: &mut Tx<'_, Self>, outcome: &Self::Outcome) -> Result<(), Illegal>;

    /// The outcome `stream` gives to the request the position stands at, kinds in the order of protocol P6. Meaningful
    /// only at [`Next::Chance`].
    fn sample(&self, p: &Self::Position, stream: &mut Stream) -> Self::Outcome;

    /// Carries out one change. Total: it cannot fail, ask or draw, and nothing else changes a position.
    fn apply(&self, p: &mut Self::Position, change: &Self::Change);

    /// The change as `viewer` may know it; `None` if he may not know of it at all.
    fn redact(&self, change: &Self::Change, viewer: Viewer) -> Option<Self::Change>;

    // The border: JSON as the game's interface says.

    /// The game of a configuration.
    ///
    /// # Errors
    /// The interface's error word of the first check that fails.
    fn configure(sets: &dyn Sets, config: &Value) -> Result<Self, Unfit>;

    /// The options of a configuration that are words, each with the words it takes.
    fn choices() -> &'static [Choice] {
        &[]
    }

    /// A position from its document, at a rest point.
    ///
    /// # Errors
    /// The interface's error word of the first check that fails.
    fn load(sets: &dyn Sets, document: &Value) -> Result<(Self, Self::Position), Unfit>;

    /// How many seats are at the table.
    fn seats(&self) -> u8;

    /// Whether the position is one that can be exported and imported again.
    fn at_rest(&self, p: &Self::Position) -> bool;

    /// Whether `seat` is asked at all.
    ///
    /// # Errors
    /// The refusal the interface gives to any action of a seat that is not.
    fn asked(&self, p: &Self::Position, seat: u64) -> Result<Seat, Illegal>;

    /// The action that `json` says, for a seat that is asked. Only its form is judged here.
    ///
    /// # Errors
    /// The interface's refusal of the form.
    fn read_action(&self, p: &Self::Position, seat: Seat, json: &Value) -> Result<Self::Action, Illegal>;

    /// The outcome that `json` says.
    ///
    /// # Errors
    /// [`Illegal`] if none is asked for or this one cannot come.
    fn read_outcome(&self, p: &Self::Position, json: &Value) -> Result<Self::Outcome, Illegal>;

    /// Writes an action.
    fn write_action(&self, action: &Self::Action, w: &mut Writer);

    /// Writes an outcome.
    fn write_outcome(&self, outcome: &Self::Outcome, w: &mut Writer);

    /// Writes a change as `{"change": name, …}`, for the journal.
    fn write_change(&self, change: &Self::Change, w: &mut Writer);

    /// Writes the configuration with all its keys.
    fn write_config(&self, w: &mut Writer);

    /// Writes the position document.
    fn write_position(&self, p: &Self::Position, w: &mut Writer);

    /// Writes the view of a seat or of the public.
    fn write_view(&self, p: &Self::Position, viewer: Viewer, w: &mut Writer);

    /// Writes the chance request the position stands at, its rule included.
    fn write_request(&self, p: &Self::Position, w: &mut Writer);

    /// Writes the result of a game that is over.
    fn write_result(&self, p: &Self::Position, w: &mut Writer);

    /// Writes further fields of a decision between `kind` and `legal` … `seat`; most games have none. `decision` is the
    /// default form `{"kind","legal","rule","seat"}`.
    fn write_decision(&self, p: &Self::Position, seat: Seat, w: &mut Writer) {
        let d = self.decision(p, seat);
        w.object(|w| {
            w.key("kind").str(d.kind);
            w.key("legal").list(|w| {
                self.legal(p, seat, &mut |a| {
                    self.write_action(a, w);
                    Walk::Continue(())
                });
            });
            w.key("rule").str(d.rule.0);
            w.key("seat").int(seat);
        });
    }

    /// Writes the exact chances the position offers (of attacks, of a battle going on), as the game describes them;
    /// `null` for a game that computes none. It may say only what `viewer` could work out.
    fn write_odds(&self, p: &Self::Position, viewer: Viewer, w: &mut Writer) {
        let _ = (p, viewer);
        w.null();
    }

    /// What `seat` does that is asked and will not answer (protocol P25); the first legal action where a game names no
    /// other.
    fn default_action(&self, p: &Self::Position, seat: Seat) -> Option<Self::Action> {
        first_legal(self, p, seat)
    }

    // Playouts.

    /// Inputs after which a playout is reported as stalled. No rule: a bound for programs.
    fn bound(&self) -> u32;

    /// Names of the bots that play the game, besides `random`.
    fn bots() -> &'static [&'static str] {
        &[]
    }

    /// The place in `legal` that `bot` (one of [`Game::bots`]) chooses. It may look only at what `seat` may see; law L6
    /// holds it to that.
    fn choose(&self, bot: &str, p: &Self::Position, seat: Seat, legal: &[Self::Action], dice: &mut Stream) -> u32 {
        let _ = (bot, p, seat);
        dice.below(u32::try_from(legal.len()).unwrap_or(u32::MAX).max(1))
    }

    /// A position that differs from `p` only in what `viewer` cannot see, hidden things dealt anew: for law L6.
    fn redeal(&self, p: &Self::Position, viewer: Viewer, dice: &mut Stream) -> Self::Position {
        let _ = (viewer, dice);
        p.clone()
    }

    /// What must be the same at every moment of a game (law L7): counts of components.
    fn census(&self, p: &Self::Position) -> Vec<u32>;
}

/// Writes `next` as the interfaces say: `{"decide": […]}`, `{"chance": {…}}` or `{"over": {…}}`.
pub fn write_next<G: Game>(game: &G, p: &G::Position, w: &mut Writer) {
    w.object(|w| match game.next(p) {
        Next::Decide(seats) => {
            w.key("decide").list(|w| game.order(p, seats).into_iter().for_each(|s| game.write_decision(p, s, w)));
        }
        Next::Chance => game.write_request(p, w.key("chance")),
        Next::Over => game.write_result(p, w.key("over")),
    });
}

/// Every legal action of `seat`, in order.
pub fn legal_list<G: Game>(game: &G, p: &G::Position, seat: Seat) -> Vec<G::Action> {
    let mut list = Vec::new();
    game.legal(p, seat, &mut |a| {
        list.push(a.clone());
        Walk::Continue(())
    });
    list
}

/// The first legal action of `seat`: the default where a game names no other.
pub fn first_legal<G: Game>(game: &G, p: &G::Position, seat: Seat) -> Option<G::Action> {
    let mut first = None;
    game.legal(p, seat, &mut |a| {
        first = Some(a.clone());
        Walk::Break(())
    });
    first
}
