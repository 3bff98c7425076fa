//! The document's form (check P1 of the interface): keys, types, ranges, orders. Values are kept as wide as they may be
//! written, so that the later checks judge them in their own order.

use referee_kernel::json::Value;
use referee_kernel::rule::Unfit;
use referee_kernel::seat::Seat;

use crate::game::Augustus;
use crate::numbers::{Number, Numbers};
use crate::position::Phase;
use crate::words::{COLOUR_TILES, Category, MARKET, Token};

const KEYS: [&str; 18] = [
    "answers",
    "bag",
    "config",
    "crier",
    "deck",
    "drawn",
    "game",
    "gold",
    "lost",
    "market",
    "phase",
    "resolution",
    "seats",
    "set",
    "supply",
    "token",
    "turn",
    "wheat",
];
const SEAT_KEYS: [&str; 8] =
    ["colour_tiles", "controlled", "declined", "hand", "number_tile", "objectives", "setup_discards", "stock"];

/// A document of the right form.
pub(super) struct Shape {
    pub(super) phase: Phase,
    pub(super) turn: u32,
    pub(super) crier: Seat,
    pub(super) token: Option<Token>,
    pub(super) bag: [u32; 7],
    pub(super) drawn: [u32; 7],
    pub(super) deck: Numbers,
    pub(super) market: Numbers,
    pub(super) lost: Numbers,
    pub(super) supply: u32,
    pub(super) tiles: [Option<Seat>; 2],
    pub(super) seats: Vec<SeatShape>,
    pub(super) answers_pending: bool,
    pub(super) resolution_pending: bool,
}

/// One seat of it.
pub(super) struct SeatShape {
    pub(super) stock: u32,
    pub(super) objectives: Vec<Active>,
    pub(super) controlled: Numbers,
    pub(super) colour_tiles: u8,
    pub(super) number_tile: Option<u8>,
    pub(super) declined: u8,
    pub(super) hand: Numbers,
    pub(super) discards: Numbers,
}

/// One active objective.
pub(super) struct Active {
    pub(super) number: Number,
    pub(super) legions: [u32; 6],
    pub(super) completed: bool,
}

impl SeatShape {
    /// The numbers of its active objectives.
    pub(super) fn active(&self) -> Numbers {
        self.objectives.iter().map(|o| o.number).collect()
    }

    /// Legions on them.
    pub(super) fn placed(&self) -> u64 {
        self.objectives.iter().flat_map(|o| o.legions).map(u64::from).sum()
    }
}

const SHAPE: Unfit = Unfit("shape");

/// Whether the document has the right keys, game and set; the configuration is judged right after.
pub(super) fn frame(d: &Value) -> Result<(), Unfit> {
    let named = d.get("game").and_then(Value::as_str) == Some("augustus");
    let set = d.get("set").and_then(Value::as_str).is_some();
    if d.has_exactly(&KEYS) && named && set { Ok(()) } else { Err(SHAPE) }
}

/// The rest of the form, for a match of `game`.
pub(super) fn read(game: &Augustus, d: &Value) -> Result<Shape, Unfit> {
    shape(game, d).ok_or(SHAPE)
}

fn shape(game: &Augustus, d: &Value) -> Option<Shape> {
    let seat = |v: &Value| v.as_int_in(0, i64::from(game.seats) - 1).and_then(|n| Seat::try_from(n).ok());
    let holder = |key| optional(d.get(key)?, seat);
    if d.get("set")?.as_str()? != game.tables.name {
        return None;
    }
    let market = numbers(d.get("market")?).filter(|m| m.len() <= MARKET)?;
    let seats = d.get("seats")?.as_list().filter(|l| l.len() == usize::from(game.seats))?;
    let answers = d.get("answers")?.as_list().filter(|l| l.len() == usize::from(game.seats))?;
    let resolution = d.get("resolution")?;
    if !answers.iter().chain([resolution]).all(|v| *v == Value::Null || v.as_object().is_some()) {
        return None;
    }
    let phase = d.get("phase")?.as_str()?;
    Some(Shape {
        phase: Phase::ALL.into_iter().find(|p| p.name() == phase)?,
        turn: number(d.get("turn")?)?,
        crier: seat(d.get("crier")?)?,
        token: optional(d.get("token")?, |v| Token::named(v.as_str()?))?,
        bag: tokens(d.get("bag")?)?,
        drawn: tokens(d.get("drawn")?)?,
        deck: numbers(d.get("deck")?)?,
        market,
        lost: numbers(d.get("lost")?)?,
        supply: number(d.get("supply")?)?,
        tiles: [holder("gold")?, holder("wheat")?],
        seats: seats.iter().map(seat_shape).collect::<Option<_>>()?,
        answers_pending: answers.iter().any(|a| *a != Value::Null),
        resolution_pending: *resolution != Value::Null,
    })
}

fn seat_shape(v: &Value) -> Option<SeatShape> {
    if !v.has_exactly(&SEAT_KEYS) {
        return None;
    }
    let tile = |v: &Value| v.as_int_in(2, 6).and_then(|n| u8::try_from(n).ok());
    let objectives = v.get("objectives")?.as_list()?.iter().map(active).collect::<Option<Vec<_>>>()?;
    let declined = v.get("declined")?.as_list()?.iter().map(tile).collect::<Option<Vec<_>>>()?;
    let held = v.get("colour_tiles")?.as_list()?;
    let held = held.iter().map(|t| COLOUR_TILES.into_iter().position(|c| Some(c) == t.as_str()));
    let held = held.collect::<Option<Vec<_>>>()?;
    let ascending = objectives.is_sorted_by(|a, b| a.number < b.number)
        && declined.is_sorted_by(|a, b| a < b)
        && held.is_sorted_by(|a, b| a < b);
    ascending.then_some(SeatShape {
        stock: number(v.get("stock")?)?,
        objectives,
        controlled: numbers(v.get("controlled")?)?,
        colour_tiles: held.iter().fold(0, |bits, i| bits | 1 << i),
        number_tile: optional(v.get("number_tile")?, tile)?,
        declined: declined.iter().fold(0, |bits, n| bits | 1 << n),
        hand: numbers(v.get("hand")?)?,
        discards: numbers(v.get("setup_discards")?)?,
    })
}

fn active(v: &Value) -> Option<Active> {
    if !v.has_exactly(&["completed", "legions", "objective"]) {
        return None;
    }
    let mut legions = [0; 6];
    for (name, count) in v.get("legions")?.as_object()? {
        legions[Category::named(name)? as usize] = number(count).filter(|n| *n > 0)?;
    }
    Some(Active { number: objective(v.get("objective")?)?, legions, completed: v.get("completed")?.as_bool()? })
}

fn optional<T>(v: &Value, read: impl FnOnce(&Value) -> Option<T>) -> Option<Option<T>> {
    if *v == Value::Null { Some(None) } else { read(v).map(Some) }
}

/// 0 to 4294967295.
fn number(v: &Value) -> Option<u32> {
    u32::try_from(v.as_int()?).ok()
}

fn objective(v: &Value) -> Option<Number> {
    v.as_int_in(1, 88).and_then(|n| Number::try_from(n).ok())
}

/// A set of numbers: strictly ascending.
fn numbers(v: &Value) -> Option<Numbers> {
    let mut last = 0;
    let mut set = Numbers::NONE;
    for item in v.as_list()? {
        let n = objective(item).filter(|n| *n > last)?;
        set = set.with(n);
        last = n;
    }
    Some(set)
}

fn tokens(v: &Value) -> Option<[u32; 7]> {
    let mut counts = [0; 7];
    for (name, count) in v.as_object()? {
        counts[Token::named(name)?.index()] = number(count).filter(|n| *n > 0)?;
    }
    Some(counts)
}
