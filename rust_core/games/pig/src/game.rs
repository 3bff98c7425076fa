//! The game as the kernel and its JSON border see it.
//!
//! Configuration: `{"game":"pig","goal":n,"seats":n}`, position document: `{"config","game","pot","rolling","scores",
//! "turn"}`, result: `{"reason":"goal","scores":[n…],"winners":[seat]}`. Nothing is hidden, so every view is the document.

use referee_kernel::game::{Decision, Game, Next, Walk};
use referee_kernel::json::{Value, Writer};
use referee_kernel::rule::{Illegal, Rule, Unfit};
use referee_kernel::seat::{Seat, Viewer};
use referee_kernel::set::Sets;
use referee_kernel::stream::Stream;
use referee_kernel::tx::Tx;

use crate::rules::{Action, Change, Pig, Position, apply};

/// The largest pot or score a document may hold; the rules have no bound, programs do.
const MAX: i64 = 1 << 31;

impl Game for Pig {
    const ID: &'static str = "pig";
    const RULES: u16 = 1;
    const SEATS: Rule = Rule("1.1");
    type Position = Position;
    type Action = Action;
    type Outcome = u8;
    type Change = Change;

    fn setup(&self) -> Position {
        Position::default()
    }

    fn next(&self, p: &Position) -> Next {
        self.waits_for(p)
    }

    fn decision(&self, _: &Position, _: Seat) -> Decision {
        Decision { kind: "turn", rule: Rule("2.1") }
    }

    fn legal(&self, p: &Position, seat: Seat, visit: &mut dyn FnMut(&Action) -> Walk) {
        if self.asked(p, seat.into()).is_ok() {
            let _ = Self::choices(p).iter().try_for_each(visit);
        }
    }

    fn act(&self, tx: &mut Tx<'_, Self>, seat: Seat, action: &Action) -> Result<(), Illegal> {
        self.asked(tx.position(), seat.into())?;
        self.take(tx, *action)
    }

    fn chance(&self, tx: &mut Tx<'_, Self>, die: &u8) -> Result<(), Illegal> {
        let die = self.read_outcome(tx.position(), &(*die).into())?;
        self.rolled(tx, die);
        Ok(())
    }

    fn sample(&self, _: &Position, stream: &mut Stream) -> u8 {
        u8::try_from(stream.die(6)).unwrap_or(6)
    }

    fn apply(&self, p: &mut Position, change: &Change) {
        apply(p, *change);
    }

    fn redact(&self, change: &Change, _: Viewer) -> Option<Change> {
        Some(*change)
    }

    fn configure(_: &dyn Sets, config: &Value) -> Result<Self, Unfit> {
        let fields = config.as_object().ok_or(Unfit("config_shape"))?;
        if fields.keys().any(|k| !["game", "goal", "seats"].contains(&k.as_str())) {
            return Err(Unfit("config_unknown_key"));
        }
        if fields.get("game").is_some_and(|g| g.as_str() != Some(Self::ID)) {
            return Err(Unfit("config_game"));
        }
        let seats = fields.get("seats").and_then(|v| v.as_int_in(2, 6)).and_then(|n| u8::try_from(n).ok());
        let goal = fields.get("goal").map_or(Some(100), |v| v.as_int_in(1, 1000)).and_then(|n| u32::try_from(n).ok());
        Ok(Pig { seats: seats.ok_or(Unfit("config_seats"))?, goal: goal.ok_or(Unfit("config_goal"))? })
    }

    fn load(sets: &dyn Sets, document: &Value) -> Result<(Self, Position), Unfit> {
        const SHAPE: Unfit = Unfit("shape");
        let keys = ["config", "game", "pot", "rolling", "scores", "turn"];
        if !document.has_exactly(&keys) || document.get("game").and_then(Value::as_str) != Some(Self::ID) {
            return Err(SHAPE);
        }
        let game = Self::configure(sets, document.get("config").ok_or(SHAPE)?)?;
        let number = |v: &Value| v.as_int_in(0, MAX).and_then(|n| u32::try_from(n).ok()).ok_or(SHAPE);
        let field = |key| document.get(key).ok_or(SHAPE);
        let scores = field("scores")?.as_list().filter(|l| l.len() == usize::from(game.seats)).ok_or(SHAPE)?;
        let turn = field("turn")?.as_int_in(0, i64::from(game.seats) - 1).and_then(|n| Seat::try_from(n).ok());
        let mut p = Position { pot: number(field("pot")?)?, turn: turn.ok_or(SHAPE)?, ..Position::default() };
        for (place, score) in p.scores.iter_mut().zip(scores) {
            *place = number(score)?;
        }
        if field("rolling")?.as_bool().ok_or(SHAPE)? {
            return Err(Unfit("not_a_rest_point"));
        }
        let winners = p.scores.iter().filter(|s| **s >= game.goal).count();
        if winners > usize::from(p.score() >= game.goal) || winners > 0 && p.pot > 0 {
            return Err(Unfit("game_over"));
        }
        Ok((game, p))
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn at_rest(&self, p: &Position) -> bool {
        !p.rolling
    }

    fn asked(&self, p: &Position, seat: u64) -> Result<Seat, Illegal> {
        match self.waits_for(p) {
            Next::Over => Err(Illegal::new("3.1", "game_over")),
            Next::Chance => Err(Illegal::new("2.2", "chance_pending")),
            Next::Decide(_) if seat == u64::from(p.turn) => Ok(p.turn),
            Next::Decide(_) => Err(Illegal::new("2.1", "not_asked")),
        }
    }

    fn read_action(&self, _: &Position, _: Seat, json: &Value) -> Result<Action, Illegal> {
        let action = match json.get("do").and_then(Value::as_str) {
            Some("roll") => Action::Roll,
            Some("hold") => Action::Hold,
            _ => return Err(Illegal::new("2.1", "unknown_action")),
        };
        if json.has_exactly(&["do"]) { Ok(action) } else { Err(Illegal::new("2.1", "malformed")) }
    }

    fn read_outcome(&self, p: &Position, json: &Value) -> Result<u8, Illegal> {
        if self.waits_for(p) != Next::Chance {
            return Err(Illegal::new("2.2", "no_chance_pending"));
        }
        let die = json.as_int_in(1, 6).and_then(|n| u8::try_from(n).ok());
        die.ok_or(Illegal::new("2.2", "not_on_the_die"))
    }

    fn write_action(&self, action: &Action, w: &mut Writer) {
        w.object(|w| w.key("do").str(if *action == Action::Roll { "roll" } else { "hold" }));
    }

    fn write_outcome(&self, die: &u8, w: &mut Writer) {
        w.int(*die);
    }

    fn write_change(&self, change: &Change, w: &mut Writer) {
        let (name, field) = match change {
            Change::DieTaken => ("DieTaken", None),
            Change::PotGrown(die) => ("PotGrown", Some(("die", *die))),
            Change::PotLost => ("PotLost", None),
            Change::PotBanked => ("PotBanked", None),
            Change::TurnPassed(seat) => ("TurnPassed", Some(("seat", *seat))),
        };
        w.object(|w| {
            w.key("change").str(name);
            if let Some((key, value)) = field {
                w.key(key).int(value);
            }
        });
    }

    fn write_config(&self, w: &mut Writer) {
        w.object(|w| {
            w.key("game").str(Self::ID);
            w.key("goal").int(self.goal);
            w.key("seats").int(self.seats);
        });
    }

    fn write_position(&self, p: &Position, w: &mut Writer) {
        w.object(|w| {
            self.write_config(w.key("config"));
            w.key("game").str(Self::ID);
            w.key("pot").int(p.pot);
            w.key("rolling").bool(p.rolling);
            w.key("scores").ints(p.scores.into_iter().take(self.seats.into()));
            w.key("turn").int(p.turn);
        });
    }

    fn write_view(&self, p: &Position, _: Viewer, w: &mut Writer) {
        self.write_position(p, w);
    }

    fn write_request(&self, p: &Position, w: &mut Writer) {
        w.object(|w| {
            w.key("kind").str("die");
            w.key("rule").str("2.2");
            w.key("seat").int(p.turn);
            w.key("sides").int(6);
        });
    }

    fn write_result(&self, p: &Position, w: &mut Writer) {
        w.object(|w| {
            w.key("reason").str("goal");
            w.key("scores").ints(p.scores.into_iter().take(self.seats.into()));
            w.key("winners").ints([p.turn]);
        });
    }

    /// 4.1
    fn default_action(&self, p: &Position, _: Seat) -> Option<Action> {
        Self::choices(p).last().copied()
    }

    fn bound(&self) -> u32 {
        100_000
    }

    fn census(&self, _: &Position) -> Vec<u32> {
        Vec::new()
    }
}
