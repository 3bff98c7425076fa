//! The game itself: configuration, set-up and the table of contents of the rules.

use std::sync::Arc;

use referee_kernel::game::{Choice, Decision, Game, Next, Walk};
use referee_kernel::json::{Value, Writer};
use referee_kernel::rule::{Illegal, Rule, Unfit};
use referee_kernel::seat::{Seat, Seats, Viewer};
use referee_kernel::set::{CardSet, Sets};
use referee_kernel::stream::Stream;
use referee_kernel::tx::Tx;

use crate::action::Action;
use crate::cards::{Barbarian, Roman, RomanPile};
use crate::change::{self, Change};
use crate::document;
use crate::flow::{self, Outcome};
use crate::ids::{Leader, Leaders, Phase, Round, Zone};
use crate::position::{Army, BarbarianCards, Position, RomanCards, SPACES, Tribe, Troops};
use crate::tables::Tables;
use crate::todo::{Stack, Todo};
use crate::{asked, legal, read_action};

/// What a configuration may choose (interface 1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// IP at the start, 1 to 7 (rule 3.1).
    pub start_imperium: u8,
    /// A tribe under a truce cannot be attacked (rule 8.2.1.3).
    pub truce_binds_rome: bool,
    /// The circle of heirs runs backward (rule 7.1.5).
    pub heir_backward: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { start_imperium: 4, truce_binds_rome: true, heir_backward: false }
    }
}

/// The rules with one configuration and one card set.
#[derive(Clone, Debug)]
pub struct Marcus {
    /// The options.
    pub options: Options,
    /// The name of the card set.
    pub set_name: String,
    /// The compiled card set.
    pub tables: Arc<Tables>,
}

impl Marcus {
    /// The rules for a card set.
    ///
    /// # Errors
    /// `set:` where the set cannot be played.
    pub fn new(set: &CardSet, options: Options) -> Result<Self, Unfit> {
        let tables = set.compiled(Tables::compile).map_err(|_| Unfit("set: cannot be played as it is"))?;
        Ok(Self { options, set_name: set.name().to_owned(), tables })
    }

    /// The top of what there is to do.
    fn asks(p: &Position) -> Option<Todo> {
        p.todo.top()
    }
}

impl Game for Marcus {
    const ID: &'static str = "marcus";
    const RULES: u16 = 1;
    const SEATS: Rule = Rule("1.1");

    type Position = Position;
    type Action = Action;
    type Outcome = Outcome;
    type Change = Change;

    fn setup(&self) -> Position {
        let tribe = |zone: Zone| {
            let space = Some(self.tables.map.zones[zone.at()].start);
            Tribe { space, bold: true, truce: false }
        };
        let leaders = |list: &[Leader]| list.iter().fold(Leaders::default(), |set, l| set.with(*l));
        Position {
            year: crate::ch9_end::FIRST_YEAR,
            round: Round::Spring,
            phase: Phase::Setup,
            imperium: self.options.start_imperium,
            imperium_bonus: self.options.start_imperium == crate::tools::IMPERIUM_TOP,
            tribes: [tribe(Zone::Marcomanni), tribe(Zone::Quadi), tribe(Zone::Iazyges)],
            quadi_peace: true,
            armies: [Army::default(); 5],
            conflicts: [None; 2],
            recovery: Troops { legions: 2, leaders: Leaders::default() },
            pool: Troops { legions: 10, leaders: leaders(&[Leader::Marcus, Leader::Pompeianus]) },
            unactivated: leaders(&[Leader::Pertinax, Leader::Maximianus]),
            reserve_legions: [true; 2],
            marcus_bold: true,
            forts: [[0; SPACES]; 3],
            fleets: [false; 2],
            auxilia: None,
            second_meditation: false,
            omens: 0,
            harsh_winter: false,
            draws_left: 0,
            roman: RomanCards {
                deck: self.tables.roman_cards(false),
                late: self.tables.roman_cards(true),
                ..RomanCards::default()
            },
            barbarian: BarbarianCards {
                deck: self.tables.barbarian_cards(false),
                late: self.tables.barbarian_cards(true),
                ..BarbarianCards::default()
            },
            battle: None,
            todo: Stack::of(Todo::Deploy),
            ending: None,
        }
    }

    fn next(&self, p: &Position) -> Next {
        match Self::asks(p) {
            None => Next::Over,
            Some(todo) if todo.is_decision() => Next::Decide(Seats::one(0)),
            Some(_) => Next::Chance,
        }
    }

    fn decision(&self, p: &Position, _: Seat) -> Decision {
        let todo = Self::asks(p);
        Decision { kind: todo.and_then(Todo::kind).unwrap_or_default(), rule: todo.map_or(Rule("1.7"), Todo::rule) }
    }

    fn legal(&self, p: &Position, seat: Seat, visit: &mut dyn FnMut(&Action) -> Walk) {
        if let (0, Some(todo)) = (seat, Self::asks(p)) {
            legal::legal(self, p, todo, visit);
        }
    }

    fn act(&self, tx: &mut Tx<'_, Self>, seat: Seat, action: &Action) -> Result<(), Illegal> {
        self.asked(tx.position(), seat.into())?;
        flow::take(tx, action)
    }

    fn chance(&self, tx: &mut Tx<'_, Self>, outcome: &Outcome) -> Result<(), Illegal> {
        let Some(todo) = Self::asks(tx.position()) else { return Err(flow::over()) };
        if !legal::possible(tx.position(), todo, *outcome) {
            return Err(flow::not_possible(todo));
        }
        flow::chance(tx, todo, *outcome);
        Ok(())
    }

    fn sample(&self, p: &Position, stream: &mut Stream) -> Outcome {
        match Self::asks(p) {
            Some(Todo::DrawRoman { .. }) => {
                let n = stream.below(p.roman.deck.len().into());
                Outcome::Roman(p.roman.deck.nth(n).unwrap_or(Roman::Action))
            }
            Some(Todo::DrawBarbarian | Todo::DrawInformant { .. }) => {
                let n = stream.below(p.barbarian.deck.len().into());
                Outcome::Barbarian(p.barbarian.deck.nth(n).unwrap_or(Barbarian::Quiet))
            }
            _ => Outcome::Die(stream.die(6) as u8),
        }
    }

    fn apply(&self, p: &mut Position, change: &Change) {
        change::apply(p, change);
    }

    /// Nothing is hidden (rule 1.8).
    fn redact(&self, change: &Change, _: Viewer) -> Option<Change> {
        Some(*change)
    }

    fn configure(sets: &dyn Sets, config: &Value) -> Result<Self, Unfit> {
        document::read::configure(sets, config)
    }

    fn choices() -> &'static [Choice] {
        &[("heir_order", &["forward", "backward"])]
    }

    fn load(sets: &dyn Sets, document: &Value) -> Result<(Self, Position), Unfit> {
        document::read::load(sets, document)
    }

    fn seats(&self) -> u8 {
        1
    }

    fn at_rest(&self, p: &Position) -> bool {
        Self::asks(p).is_some_and(Todo::is_rest)
    }

    fn asked(&self, p: &Position, seat: u64) -> Result<Seat, Illegal> {
        let Some(todo) = Self::asks(p) else { return Err(flow::over()) };
        if !todo.is_decision() {
            return Err(Illegal { rule: todo.rule(), why: "an outcome is due, not an action" });
        }
        if seat != 0 {
            return Err(Illegal::new("1.1", "the only seat is 0"));
        }
        Ok(0)
    }

    fn read_action(&self, p: &Position, _: Seat, json: &Value) -> Result<Action, Illegal> {
        read_action::read(json).ok_or_else(|| Self::asks(p).map_or(flow::over(), flow::not_legal))
    }

    fn read_outcome(&self, p: &Position, json: &Value) -> Result<Outcome, Illegal> {
        let Some(todo) = Self::asks(p) else { return Err(flow::over()) };
        if todo.is_decision() {
            return Err(Illegal { rule: todo.rule(), why: "a decision is due, not an outcome" });
        }
        let outcome = match json {
            Value::Int(n) => u8::try_from(*n).ok().map(Outcome::Die),
            Value::Str(id) if matches!(todo, Todo::DrawRoman { .. }) => Roman::read(id).map(Outcome::Roman),
            Value::Str(id) => Barbarian::read(id).map(Outcome::Barbarian),
            _ => None,
        };
        outcome.filter(|o| legal::possible(p, todo, *o)).ok_or_else(|| flow::not_possible(todo))
    }

    fn write_action(&self, action: &Action, w: &mut Writer) {
        action.write(w);
    }

    fn write_outcome(&self, outcome: &Outcome, w: &mut Writer) {
        match outcome {
            Outcome::Die(die) => w.int(*die),
            Outcome::Roman(card) => w.str(card.id()),
            Outcome::Barbarian(card) => w.str(card.id()),
        }
    }

    fn write_change(&self, change: &Change, w: &mut Writer) {
        change.write(w);
    }

    fn write_config(&self, w: &mut Writer) {
        w.object(|w| {
            w.key("game").str(Self::ID);
            self.options.write(w.key("options"));
            w.key("seats").int(1);
            w.key("set").str(&self.set_name);
        });
    }

    fn write_position(&self, p: &Position, w: &mut Writer) {
        document::write(self, p, w);
    }

    fn write_view(&self, p: &Position, _: Viewer, w: &mut Writer) {
        document::write(self, p, w);
    }

    fn write_request(&self, p: &Position, w: &mut Writer) {
        match Self::asks(p) {
            Some(todo) => asked::write_request(todo, w),
            None => w.null(),
        }
    }

    fn write_result(&self, p: &Position, w: &mut Writer) {
        match &p.ending {
            Some(ending) => ending.write(w),
            None => w.null(),
        }
    }

    fn write_decision(&self, p: &Position, seat: Seat, w: &mut Writer) {
        let Some(todo) = Self::asks(p) else { return w.null() };
        asked::write_decision(p, todo, w, |w| {
            w.key("legal").list(|w| {
                self.legal(p, seat, &mut |a| {
                    a.write(w);
                    Walk::Continue(())
                });
            });
        });
    }

    fn write_odds(&self, p: &Position, _: Viewer, w: &mut Writer) {
        self.write_chances(p, w);
    }

    fn bots() -> &'static [&'static str] {
        &[crate::bot::LEGATE, crate::bot::CONSUL]
    }

    fn choose(&self, bot: &str, p: &Position, _: Seat, legal: &[Action], dice: &mut Stream) -> u32 {
        if Self::bots().contains(&bot) {
            return u32::try_from(crate::bot::choose(self, bot, p, legal, dice)).unwrap_or(0);
        }
        dice.below(u32::try_from(legal.len()).unwrap_or(u32::MAX).max(1))
    }

    fn bound(&self) -> u32 {
        20_000
    }

    fn census(&self, p: &Position) -> Vec<u32> {
        census(p)
    }
}

/// Legions, each leader, and each card, wherever they are.
fn census(p: &Position) -> Vec<u32> {
    let legions = p.armies.iter().map(|a| a.legions).sum::<u8>() + p.recovery.legions + p.pool.legions;
    let mut counts = vec![u32::from(legions) + p.reserve_legions.iter().map(|w| u32::from(*w)).sum::<u32>()];
    for leader in Leader::ALL {
        let loose = [p.recovery.leaders, p.pool.leaders, p.unactivated];
        let with_army = p.armies.iter().filter(|a| a.leader == Some(*leader)).count();
        counts.push((with_army + loose.iter().filter(|set| set.has(*leader)).count()) as u32);
    }
    let r = &p.roman;
    let piles: [&RomanPile; 7] = [&r.deck, &r.discard, &r.late, &r.history, &r.hand, &r.meditations, &r.kept];
    counts.extend(Roman::ALL.iter().map(|c| piles.iter().map(|pile| u32::from(pile.count(*c))).sum::<u32>()));
    let b = &p.barbarian;
    let piles = [&b.deck, &b.discard, &b.late, &b.history, &b.surge];
    for card in Barbarian::ALL {
        let single = b.top.iter().chain(b.looked.iter()).chain(b.current).chain(p.conflicts.iter().flatten().copied());
        let lone = single.filter(|c| c == card).count() as u32;
        counts.push(lone + piles.iter().map(|pile| u32::from(pile.count(*card))).sum::<u32>());
    }
    counts
}
