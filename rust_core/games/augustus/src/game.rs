//! The game as the kernel sees it: a table of contents.

use std::sync::Arc;

use referee_kernel::game::{Choice, Decision, Game, Next, Walk};
use referee_kernel::json::{Value, Writer};
use referee_kernel::rule::{Illegal, Rule, Unfit};
use referee_kernel::seat::{Seat, Viewer};
use referee_kernel::set::Sets;
use referee_kernel::stream::Stream;
use referee_kernel::tx::Tx;

use crate::action::{Action, Outcome};
use crate::change::{self, Change};
use crate::document::{self, Lens};
use crate::position::{Phase, Position};
use crate::tables::Tables;
use crate::{bot, config, decisions, journal, reading};

/// The game with its configuration (interface section 1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Augustus {
    /// The objective set.
    pub tables: Arc<Tables>,
    /// 2 to 6 (1.18).
    pub seats: u8,
    /// 2.9
    pub first_game: bool,
    /// Whether answers are sealed until all are given (3.17).
    pub sealed: bool,
    /// 2.12
    pub first_crier: Seat,
    /// 8.10
    pub token_limit: Option<u32>,
    /// Whether the deck is encrypted: then hands and deck are known by their places only, and which objectives lie
    /// where is for [`crate::wire`] to say. The position's deck holds every objective that nobody has seen yet.
    pub(crate) hidden: bool,
}

impl Game for Augustus {
    const ID: &'static str = "augustus";
    const RULES: u16 = 1;
    const SEATS: Rule = Rule("1.18");
    type Position = Position;
    type Action = Action;
    type Outcome = Outcome;
    type Change = Change;

    fn setup(&self) -> Position {
        Position::new(self.seats, self.first_crier)
    }

    fn next(&self, p: &Position) -> Next {
        match p.phase {
            Phase::Over => Next::Over,
            _ if p.pending.is_empty() => Next::Chance,
            _ => Next::Decide(p.pending),
        }
    }

    fn decision(&self, p: &Position, _: Seat) -> Decision {
        match p.ask(&self.tables) {
            Some(ask) => Decision { kind: ask.kind(), rule: ask.rule() },
            None => Decision { kind: "", rule: Rule("11.1") },
        }
    }

    fn legal(&self, p: &Position, seat: Seat, visit: &mut dyn FnMut(&Action) -> Walk) {
        if p.pending.has(seat) {
            let _ = decisions::walk(self, p, seat, visit);
        }
    }

    fn act(&self, tx: &mut Tx<'_, Self>, seat: Seat, action: &Action) -> Result<(), Illegal> {
        decisions::act(self, tx, seat, *action)
    }

    fn chance(&self, tx: &mut Tx<'_, Self>, outcome: &Outcome) -> Result<(), Illegal> {
        decisions::chance(self, tx, *outcome)
    }

    fn sample(&self, p: &Position, stream: &mut Stream) -> Outcome {
        decisions::sample(p, stream)
    }

    fn apply(&self, p: &mut Position, change: &Change) {
        change::apply(p, change);
    }

    fn redact(&self, change: &Change, viewer: Viewer) -> Option<Change> {
        Some(change::redact(self, change, viewer))
    }

    fn configure(sets: &dyn Sets, config: &Value) -> Result<Self, Unfit> {
        config::read(sets, config)
    }

    fn choices() -> &'static [Choice] {
        &[("placement", &["open", "sealed"])]
    }

    fn load(sets: &dyn Sets, document: &Value) -> Result<(Self, Position), Unfit> {
        document::load(sets, document)
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn at_rest(&self, p: &Position) -> bool {
        let nobody_answered = p.answers.iter().all(Option::is_none);
        match p.phase {
            Phase::Draw | Phase::Over => true,
            Phase::Draft | Phase::Placement => nobody_answered,
            Phase::Setup | Phase::Resolution => false,
        }
    }

    fn asked(&self, p: &Position, seat: u64) -> Result<Seat, Illegal> {
        decisions::asked(self, p, seat)
    }

    fn read_action(&self, p: &Position, _: Seat, json: &Value) -> Result<Action, Illegal> {
        reading::action(self, p, json)
    }

    fn read_outcome(&self, p: &Position, json: &Value) -> Result<Outcome, Illegal> {
        reading::outcome(self, p, json)
    }

    fn write_action(&self, action: &Action, w: &mut Writer) {
        action.write(w);
    }

    fn write_outcome(&self, outcome: &Outcome, w: &mut Writer) {
        match outcome {
            Outcome::Objective(n) => w.int(*n),
            Outcome::Token(token) => w.str(token.name()),
        }
    }

    fn write_change(&self, change: &Change, w: &mut Writer) {
        journal::write(change, w);
    }

    fn write_config(&self, w: &mut Writer) {
        config::write(self, w);
    }

    fn write_position(&self, p: &Position, w: &mut Writer) {
        document::write(self, p, &Lens::ALL, w);
    }

    fn write_view(&self, p: &Position, viewer: Viewer, w: &mut Writer) {
        document::write(self, p, &Lens::of(viewer), w);
    }

    fn write_request(&self, p: &Position, w: &mut Writer) {
        decisions::write_request(self, p, w);
    }

    fn write_result(&self, p: &Position, w: &mut Writer) {
        self.result(p, w);
    }

    fn default_action(&self, p: &Position, seat: Seat) -> Option<Action> {
        decisions::default_action(self, p, seat)
    }

    fn bound(&self) -> u32 {
        // 20,000 tokens (interface section 1), each with an answer of every seat, and as much again for the rest.
        20_000 * 2 * (u32::from(self.seats) + 1)
    }

    fn bots() -> &'static [&'static str] {
        &[bot::STEADY]
    }

    fn choose(&self, _: &str, p: &Position, seat: Seat, legal: &[Action], _: &mut Stream) -> u32 {
        bot::choose(self, p, seat, legal)
    }

    fn redeal(&self, p: &Position, viewer: Viewer, dice: &mut Stream) -> Position {
        decisions::redeal(self, p, viewer, dice)
    }

    fn census(&self, p: &Position) -> Vec<u32> {
        decisions::census(p)
    }
}
