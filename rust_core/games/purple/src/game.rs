//! The game: its passport and the trait, each arm one call.

use std::sync::Arc;

use referee_kernel::game::{Choice, Decision, Game, Next};
use referee_kernel::json::{Value, Writer};
use referee_kernel::rule::{Illegal, Rule, Unfit};
use referee_kernel::seat::{Seat, Seats, Viewer};
use referee_kernel::set::{CardSet, Mistake, Sets};
use referee_kernel::stream::Stream;

use crate::action::{Action, Outcome};
use crate::change::Change;
use crate::config::Config;
use crate::document::{self, Eyes};
use crate::legal::{Walk, asked, decision};
use crate::position::{Position, Reason};
use crate::run::{Tx, run};
use crate::tables::Tables;
use crate::task::{Stage, Task};
use crate::{action_json, answer, bot, census, chance, change_json, refusal};

/// Donning the Purple with one configuration and one card set.
#[derive(Clone, Debug)]
pub struct Purple {
    config: Config,
    tables: Arc<Tables>,
    hidden: bool,
}

impl Purple {
    /// The game of a configuration with its tables. If it is `hidden`, plot cards and agendas are drawn unseen, as in
    /// an encrypted match on the wire; a draw is then no chance request.
    #[must_use]
    pub fn new(config: Config, tables: Arc<Tables>, hidden: bool) -> Self {
        Self { config, tables, hidden }
    }

    /// The configuration.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The card set's tables.
    #[must_use]
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Whether cards are drawn unseen.
    #[must_use]
    pub fn hidden(&self) -> bool {
        self.hidden
    }

    /// The same game with every card known: a plain one.
    #[must_use]
    pub(crate) fn open_handed(&self) -> Self {
        Self::new(self.config.clone(), Arc::clone(&self.tables), false)
    }

    /// Compiles a card set, once.
    ///
    /// # Errors
    /// Every mistake of its files.
    pub fn compile(set: &CardSet) -> Result<Arc<Tables>, Vec<Mistake>> {
        set.compiled(Tables::compile)
    }

    fn with_set(sets: &dyn Sets, config: Config) -> Result<Self, Unfit> {
        let set = sets.named(Self::ID, &config.set).ok_or(Unfit("config"))?;
        let tables = Self::compile(&set).map_err(|_| Unfit("config"))?;
        Ok(Self::new(config, tables, false))
    }
}

impl Game for Purple {
    const ID: &'static str = "purple";
    const RULES: u16 = 1;
    const SEATS: Rule = Rule("0.1");

    type Position = Position;
    type Action = Action;
    type Outcome = Outcome;
    type Change = Change;

    fn setup(&self) -> Position {
        let mut p = Position::new(&self.config, &self.tables, self.hidden);
        run(&mut Tx::new(self, &mut p));
        p
    }

    fn next(&self, p: &Position) -> Next {
        if p.over.is_some() {
            return Next::Over;
        }
        let seats = asked(self, p);
        if seats.is_empty() { Next::Chance } else { Next::Decide(seats) }
    }

    /// At `commit` the attacker comes before the defender (interface, section 7).
    fn order(&self, p: &Position, asked: Seats) -> Vec<Seat> {
        let attacker = p.attempt.map_or(Seats::NONE, |a| Seats::one(a.attacker));
        let (first, others): (Vec<Seat>, Vec<Seat>) = asked.iter().partition(|s| attacker.has(*s));
        [first, others].concat()
    }

    fn decision(&self, p: &Position, _seat: Seat) -> Decision {
        decision(p)
    }

    fn legal(&self, p: &Position, seat: Seat, visit: &mut dyn FnMut(&Action) -> Walk) {
        let _ = self.walk(p, seat, visit);
    }

    fn act(&self, tx: &mut Tx<'_>, seat: Seat, action: &Action) -> Result<(), Illegal> {
        self.check(tx.position(), seat, action)?;
        answer::take(tx, seat, *action);
        run(tx);
        Ok(())
    }

    fn chance(&self, tx: &mut Tx<'_>, outcome: &Outcome) -> Result<(), Illegal> {
        chance::check(tx.position(), *outcome)?;
        chance::take(tx, *outcome);
        run(tx);
        Ok(())
    }

    fn sample(&self, p: &Position, stream: &mut Stream) -> Outcome {
        chance::sample(p, stream)
    }

    fn apply(&self, p: &mut Position, change: &Change) {
        change.apply(p);
    }

    fn redact(&self, change: &Change, viewer: Viewer) -> Option<Change> {
        change.redacted(viewer)
    }

    fn configure(sets: &dyn Sets, config: &Value) -> Result<Self, Unfit> {
        Self::with_set(sets, Config::read(config)?)
    }

    fn choices() -> &'static [Choice] {
        &[("windows", &["full", "lean"])]
    }

    fn load(sets: &dyn Sets, document: &Value) -> Result<(Self, Position), Unfit> {
        let config = document::read_config(document)?;
        let game = Self::with_set(sets, config)?;
        let position = document::read(&game, document)?;
        Ok((game, position))
    }

    fn seats(&self) -> u8 {
        self.config.seats
    }

    fn at_rest(&self, p: &Position) -> bool {
        document::at_rest(p)
    }

    fn asked(&self, p: &Position, seat: u64) -> Result<Seat, Illegal> {
        let asked = asked(self, p);
        Seat::try_from(seat).ok().filter(|s| asked.has(*s)).ok_or_else(|| refusal::stranger(self, p))
    }

    fn read_action(&self, p: &Position, _seat: Seat, json: &Value) -> Result<Action, Illegal> {
        action_json::read(&self.tables, json)
            .ok_or(Illegal { rule: decision(p).rule, why: "this is no action of the game in the form asked for" })
    }

    fn read_outcome(&self, p: &Position, json: &Value) -> Result<Outcome, Illegal> {
        chance::read(p, json)
    }

    fn write_action(&self, action: &Action, w: &mut Writer) {
        action_json::write(&self.tables, action, w);
    }

    fn write_outcome(&self, outcome: &Outcome, w: &mut Writer) {
        chance::write(*outcome, w);
    }

    fn write_change(&self, change: &Change, w: &mut Writer) {
        change_json::write(&self.tables, change, w);
    }

    fn write_config(&self, w: &mut Writer) {
        self.config.write(w);
    }

    fn write_position(&self, p: &Position, w: &mut Writer) {
        document::write(self, p, Eyes::All, w);
    }

    fn write_view(&self, p: &Position, viewer: Viewer, w: &mut Writer) {
        document::write(self, p, Eyes::Of(viewer), w);
    }

    fn write_request(&self, p: &Position, w: &mut Writer) {
        match chance::request(p) {
            Some(request) => request.write(w),
            None => w.null(),
        }
    }

    fn write_result(&self, p: &Position, w: &mut Writer) {
        crate::ch13_scoring::write_result(p, &self.tables, p.over.unwrap_or(Reason::Scored), w);
    }

    fn default_action(&self, p: &Position, seat: Seat) -> Option<Action> {
        crate::defaults::default_action(self, p, seat)
    }

    fn bound(&self) -> u32 {
        20_000
    }

    fn bots() -> &'static [&'static str] {
        bot::NAMES
    }

    fn choose(&self, _bot: &str, p: &Position, seat: Seat, legal: &[Action], dice: &mut Stream) -> u32 {
        bot::choose(self, p, seat, legal, dice)
    }

    fn redeal(&self, p: &Position, viewer: Viewer, dice: &mut Stream) -> Position {
        census::redeal(p, viewer, dice)
    }

    fn census(&self, p: &Position) -> Vec<u32> {
        census::count(self, p)
    }
}

/// Whether the rules wait for the showing of every card before the scoring (interface, section 9.7).
pub(crate) fn awaits_show(p: &Position) -> bool {
    p.over.is_none() && p.stack.top() == Some(Task::Flow(Stage::Scoring))
}

/// Whether they wait for a new pile (interface, section 9.8).
pub(crate) fn awaits_shuffle(p: &Position) -> bool {
    matches!(p.stack.top(), Some(Task::DrawPlot(_))) && p.plot.is_empty() && p.over.is_none()
}
