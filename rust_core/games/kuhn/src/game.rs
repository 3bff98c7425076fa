//! The game as the kernel and its JSON border see it.
//!
//! Configuration: `{"deals":n,"game":"kuhn","seats":2}`, position document: `{"balance":[n,-n],"config","deal","game",
//! "hands","phase","said"}`; a hand is null, a card or, in a view, `"hidden"`. Result: `{"balance","reason":"deals",
//! "winners"}`.

use referee_kernel::game::{Decision, Game, Next, Walk};
use referee_kernel::json::{Value, Writer};
use referee_kernel::rule::{Illegal, Rule, Unfit};
use referee_kernel::seat::{Seat, Seats, Viewer};
use referee_kernel::set::Sets;
use referee_kernel::stream::Stream;
use referee_kernel::tx::Tx;

use crate::rules::{Action, Change, Hand, Kuhn, Phase, Position, apply};

const PHASES: [(Phase, &str); 4] =
    [(Phase::Dealing, "dealing"), (Phase::Speaking, "speaking"), (Phase::Showing, "showing"), (Phase::Over, "over")];
const WORDS: [(Action, &str); 4] =
    [(Action::Check, "check"), (Action::Bet, "bet"), (Action::Call, "call"), (Action::Fold, "fold")];

fn name<T: Copy + PartialEq>(table: &[(T, &'static str)], item: T) -> &'static str {
    table.iter().find(|(i, _)| *i == item).map_or("", |(_, name)| name)
}

impl Kuhn {
    fn free(p: &Position) -> impl Iterator<Item = u8> {
        (1..=3).filter(|c| !p.hands.contains(&Hand::Card(*c)))
    }
}

impl Game for Kuhn {
    const ID: &'static str = "kuhn";
    const RULES: u16 = 1;
    const SEATS: Rule = Rule("1.1");
    type Position = Position;
    type Action = Action;
    type Outcome = u8;
    type Change = Change;

    fn setup(&self) -> Position {
        Position::START
    }

    fn next(&self, p: &Position) -> Next {
        match p.phase {
            Phase::Dealing | Phase::Showing => Next::Chance,
            Phase::Speaking => Next::Decide(Seats::one(p.speaker())),
            Phase::Over => Next::Over,
        }
    }

    fn decision(&self, p: &Position, _: Seat) -> Decision {
        Decision { kind: "speak", rule: p.choices().0 }
    }

    fn legal(&self, p: &Position, seat: Seat, visit: &mut dyn FnMut(&Action) -> Walk) {
        if self.asked(p, seat.into()).is_ok() {
            let _ = p.choices().1.iter().try_for_each(visit);
        }
    }

    fn act(&self, tx: &mut Tx<'_, Self>, seat: Seat, action: &Action) -> Result<(), Illegal> {
        self.asked(tx.position(), seat.into())?;
        self.speak(tx, *action)
    }

    fn chance(&self, tx: &mut Tx<'_, Self>, card: &u8) -> Result<(), Illegal> {
        let card = self.read_outcome(tx.position(), &(*card).into())?;
        tx.put(Change::Dealt(tx.position().dealt_next(), Hand::Card(card)));
        Ok(())
    }

    fn sample(&self, p: &Position, stream: &mut Stream) -> u8 {
        let skip = stream.below(Self::free(p).count() as u32);
        Self::free(p).nth(skip as usize).unwrap_or(1)
    }

    fn apply(&self, p: &mut Position, change: &Change) {
        apply(p, *change);
    }

    fn redact(&self, change: &Change, viewer: Viewer) -> Option<Change> {
        Some(match *change {
            Change::Dealt(seat, _) if viewer != Some(seat) => Change::Dealt(seat, Hand::Hidden),
            other => other,
        })
    }

    fn configure(_: &dyn Sets, config: &Value) -> Result<Self, Unfit> {
        let fields = config.as_object().ok_or(Unfit("config_shape"))?;
        if fields.keys().any(|k| !["deals", "game", "seats"].contains(&k.as_str())) {
            return Err(Unfit("config_unknown_key"));
        }
        if fields.get("game").is_some_and(|g| g.as_str() != Some(Self::ID)) {
            return Err(Unfit("config_game"));
        }
        if fields.get("seats") != Some(&Value::Int(2)) {
            return Err(Unfit("config_seats"));
        }
        let deals = fields.get("deals").map_or(Some(10), |v| v.as_int_in(1, 1000)).and_then(|n| u16::try_from(n).ok());
        Ok(Kuhn { deals: deals.ok_or(Unfit("config_deals"))? })
    }

    /// Only between deals: a position with a card in it would show it.
    fn load(sets: &dyn Sets, document: &Value) -> Result<(Self, Position), Unfit> {
        const SHAPE: Unfit = Unfit("shape");
        let field = |key| document.get(key).ok_or(SHAPE);
        let keys = ["balance", "config", "deal", "game", "hands", "phase", "said"];
        if !document.has_exactly(&keys) || field("game")?.as_str() != Some(Self::ID) {
            return Err(SHAPE);
        }
        let game = Self::configure(sets, field("config")?)?;
        let phase = PHASES.into_iter().find(|(_, name)| field("phase").is_ok_and(|p| p.as_str() == Some(name)));
        let phase = phase.ok_or(SHAPE)?.0;
        let deal = field("deal")?.as_int_in(0, game.deals.into()).and_then(|n| u16::try_from(n).ok()).ok_or(SHAPE)?;
        let [Value::Int(mine), Value::Int(other)] = field("balance")?.as_list().unwrap_or_default() else {
            return Err(SHAPE);
        };
        let nothing_dealt = *field("hands")? == vec![Value::Null; 2].into() && *field("said")? == Vec::new().into();
        if !matches!(phase, Phase::Dealing | Phase::Over) || !nothing_dealt {
            return Err(Unfit("not_a_rest_point"));
        }
        let balance = i16::try_from(*mine).ok().filter(|b| b.unsigned_abs() <= 2 * deal && -i64::from(*b) == *other);
        let balance = balance.ok_or(Unfit("balance"))?;
        if (phase == Phase::Over) != (deal == game.deals) {
            return Err(Unfit("game_over"));
        }
        Ok((game, Position { phase, deal, balance, ..Position::START }))
    }

    fn seats(&self) -> u8 {
        2
    }

    fn at_rest(&self, p: &Position) -> bool {
        matches!(p.phase, Phase::Dealing | Phase::Over) && p.hands == [Hand::Empty; 2]
    }

    fn asked(&self, p: &Position, seat: u64) -> Result<Seat, Illegal> {
        match p.phase {
            Phase::Over => Err(Illegal::new("4.3", "game_over")),
            Phase::Dealing => Err(Illegal::new("2.1", "chance_pending")),
            Phase::Showing => Err(Illegal::new("4.1", "show_pending")),
            Phase::Speaking if seat == u64::from(p.speaker()) => Ok(p.speaker()),
            Phase::Speaking => Err(Illegal { rule: p.choices().0, why: "not_asked" }),
        }
    }

    fn read_action(&self, p: &Position, _: Seat, json: &Value) -> Result<Action, Illegal> {
        let refused = |why| Illegal { rule: p.choices().0, why };
        let word = json.get("do").and_then(Value::as_str);
        let action = WORDS.into_iter().find(|(_, name)| word == Some(name)).ok_or(refused("unknown_action"))?.0;
        if json.has_exactly(&["do"]) { Ok(action) } else { Err(refused("malformed")) }
    }

    fn read_outcome(&self, p: &Position, json: &Value) -> Result<u8, Illegal> {
        if p.phase != Phase::Dealing {
            return Err(Illegal::new("2.1", "no_chance_pending"));
        }
        Self::free(p).find(|c| Value::from(*c) == *json).ok_or(Illegal::new("2.1", "not_in_deck"))
    }

    fn write_action(&self, action: &Action, w: &mut Writer) {
        w.object(|w| w.key("do").str(name(&WORDS, *action)));
    }

    fn write_outcome(&self, card: &u8, w: &mut Writer) {
        w.int(*card);
    }

    fn write_change(&self, change: &Change, w: &mut Writer) {
        let (kind, seat, number) = match *change {
            Change::Dealt(seat, Hand::Card(card)) => ("Dealt", Some(seat), Some(("card", card))),
            Change::Dealt(seat, _) => ("Dealt", Some(seat), None),
            Change::Said(_) => ("Said", None, None),
            Change::ShowCalled => ("ShowCalled", None, None),
            Change::Shown(seat, card) => ("Shown", Some(seat), Some(("card", card))),
            Change::Won(seat, chips) => ("Won", Some(seat), Some(("chips", chips))),
            Change::DealBegan => ("DealBegan", None, None),
            Change::GameEnded => ("GameEnded", None, None),
        };
        w.object(|w| {
            if let Some((key, number)) = number.filter(|(key, _)| *key == "card") {
                w.key(key).int(number);
            }
            w.key("change").str(kind);
            if let Some((key, number)) = number.filter(|(key, _)| *key == "chips") {
                w.key(key).int(number);
            }
            if let Some(seat) = seat {
                w.key("seat").int(seat);
            }
            if let Change::Said(action) = change {
                w.key("word").str(name(&WORDS, *action));
            }
        });
    }

    fn write_config(&self, w: &mut Writer) {
        w.object(|w| {
            w.key("deals").int(self.deals);
            w.key("game").str(Self::ID);
            w.key("seats").int(2);
        });
    }

    fn write_position(&self, p: &Position, w: &mut Writer) {
        w.object(|w| {
            w.key("balance").ints([p.balance, -p.balance]);
            self.write_config(w.key("config"));
            w.key("deal").int(p.deal);
            w.key("game").str(Self::ID);
            w.key("hands").list(|w| {
                for hand in p.hands {
                    match hand {
                        Hand::Empty => w.null(),
                        Hand::Hidden => w.str("hidden"),
                        Hand::Card(card) => w.int(card),
                    }
                }
            });
            w.key("phase").str(name(&PHASES, p.phase));
            w.key("said").strs(p.said.into_iter().flatten().map(|word| name(&WORDS, word)));
        });
    }

    fn write_view(&self, p: &Position, viewer: Viewer, w: &mut Writer) {
        let mut seen = p.clone();
        for (seat, hand) in (0..).zip(&mut seen.hands) {
            if *hand != Hand::Empty && viewer != Some(seat) {
                *hand = Hand::Hidden;
            }
        }
        self.write_position(&seen, w);
    }

    fn write_request(&self, p: &Position, w: &mut Writer) {
        w.object(|w| {
            w.key("deck").str("cards");
            w.key("kind").str("draw");
            w.key("rule").str("2.1");
            w.key("seat").int(p.dealt_next());
            w.key("to").str("hand");
        });
    }

    fn write_result(&self, p: &Position, w: &mut Writer) {
        w.object(|w| {
            w.key("balance").ints([p.balance, -p.balance]);
            w.key("reason").str("deals");
            w.key("winners")
                .ints([(0_u8, p.balance >= 0), (1, p.balance <= 0)].into_iter().filter(|w| w.1).map(|w| w.0));
        });
    }

    /// 6.1
    fn default_action(&self, p: &Position, _: Seat) -> Option<Action> {
        p.choices().1.iter().find(|a| matches!(a, Action::Check | Action::Fold)).copied()
    }

    fn bound(&self) -> u32 {
        6 * u32::from(self.deals)
    }

    fn redeal(&self, p: &Position, viewer: Viewer, dice: &mut Stream) -> Position {
        let mut q = p.clone();
        let known = |seat: Seat| viewer == Some(seat);
        (0..).zip(&mut q.hands).filter(|(s, h)| !known(*s) && **h != Hand::Empty).for_each(|(_, h)| *h = Hand::Hidden);
        for seat in 0..2 {
            if q.hands[seat] == Hand::Hidden {
                q.hands[seat] = Hand::Card(self.sample(&q, dice));
            }
        }
        q
    }

    fn census(&self, p: &Position) -> Vec<u32> {
        let held = p.hands.iter().filter(|h| matches!(h, Hand::Card(_))).count() as u32;
        vec![held + Self::free(p).count() as u32]
    }
}
