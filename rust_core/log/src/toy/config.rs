//! What a toy match starts from: C and D of its `config`.

use referee_kernel::json::Value;

/// A toy match before its first question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Setup {
    pub config: Config,
    /// D: the open position to start from.
    pub position: Option<Opening>,
}

/// C: the configuration, all keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Config {
    pub cards: bool,
    pub rounds: u8,
    pub seats: u8,
}

/// What a position document says beyond the configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Opening {
    /// Counts of kinds `a` and `b`.
    pub bag: [u32; 2],
    pub deck: Vec<u32>,
    pub hand: Vec<Vec<u32>>,
    pub round: u8,
    pub score: Vec<i64>,
    pub shown: Vec<u32>,
}

impl Setup {
    /// Reads `config` for a match of `players`; `None` if it is none.
    pub fn read(config: &[u8], players: u8) -> Option<Setup> {
        let value = Value::parse_canonical(config)?;
        if !value.has_exactly(&["config", "position"]) {
            return None;
        }
        let config = Config::read(value.get("config")?)?;
        let position = match value.get("position")? {
            Value::Null => None,
            position => Some(Opening::read(position, config)?),
        };
        (config.seats == players).then_some(Setup { config, position })
    }

    /// A match with an encrypted deck.
    pub fn is_closed(&self) -> bool {
        self.config.cards && self.position.is_none()
    }

    /// How many cards there are in a match with cards.
    pub fn card_count(&self) -> u32 {
        u32::from(self.config.seats) + 3
    }
}

impl Config {
    fn read(value: &Value) -> Option<Config> {
        if !value.has_exactly(&["cards", "rounds", "seats"]) {
            return None;
        }
        let number = |key, low, high| whole(value.get(key)?, low, high);
        Some(Config {
            cards: number("cards", 0, 1)? == 1,
            rounds: u8::try_from(number("rounds", 1, 99)?).ok()?,
            seats: u8::try_from(number("seats", 1, 16)?).ok()?,
        })
    }

    /// C as the view writes it.
    pub fn document(self) -> Value {
        Value::object([
            ("cards", Value::from(u8::from(self.cards))),
            ("rounds", self.rounds.into()),
            ("seats", self.seats.into()),
        ])
    }
}

impl Opening {
    fn read(value: &Value, config: Config) -> Option<Opening> {
        const KEYS: [&str; 9] = ["bag", "config", "deck", "hand", "phase", "round", "score", "sealed", "shown"];
        let at_rest = value.has_exactly(&KEYS)
            && *value.get("config")? == config.document()
            && value.get("phase")?.as_str() == Some("luck")
            && value.get("sealed")?.as_list()?.is_empty();
        if !at_rest {
            return None;
        }
        let seats = usize::from(config.seats);
        let list = |key: &str| value.get(key)?.as_list();
        let opening = Opening {
            bag: bag(value.get("bag")?)?,
            deck: numbers(list("deck")?)?,
            hand: list("hand")?.iter().map(|h| numbers(h.as_list()?)).collect::<Option<_>>()?,
            round: u8::try_from(whole(value.get("round")?, 0, i64::from(config.rounds) - 1)?).ok()?,
            score: list("score")?.iter().map(|s| whole(s, -999, 999)).collect::<Option<_>>()?,
            shown: numbers(list("shown")?)?,
        };
        let fits = opening.hand.len() == seats && opening.score.len() == seats && opening.has_each_card_once(config);
        fits.then_some(opening)
    }

    fn has_each_card_once(&self, config: Config) -> bool {
        let mut all: Vec<u32> =
            self.deck.iter().chain(&self.shown).chain(self.hand.iter().flatten()).copied().collect();
        all.sort_unstable();
        let count = if config.cards { u32::from(config.seats) + 3 } else { 0 };
        all.into_iter().eq(0..count)
    }
}

fn whole(value: &Value, low: i64, high: i64) -> Option<i64> {
    value.as_int_in(low, high)
}

fn bag(value: &Value) -> Option<[u32; 2]> {
    let mut counts = [0; 2];
    for (kind, count) in value.as_object()? {
        let slot = match kind.as_str() {
            "a" => &mut counts[0],
            "b" => &mut counts[1],
            _ => return None,
        };
        *slot = u32::try_from(whole(count, 1, 9)?).ok()?;
    }
    Some(counts)
}

/// An ascending list of card indices.
fn numbers(list: &[Value]) -> Option<Vec<u32>> {
    let cards: Vec<u32> = list.iter().map(|v| u32::try_from(whole(v, 0, 31)?).ok()).collect::<Option<_>>()?;
    cards.is_sorted().then_some(cards)
}
