//! The card set compiled into tables.
//!
//! A set is data that its owner may correct (names, copies, marks, numbers), so every file is read with suspicion and
//! every mistake is told, not only the first. What the rules and documents fix (the shape of the zones, what a card is
//! for) must stand there as they fix it.

use referee_kernel::json::Value;
use referee_kernel::set::{CardSet, Mistake};

use crate::cards::{BARBARIAN_KINDS, Barbarian, BarbarianPile, ROMAN_KINDS, Roman, RomanPile};
use crate::form::Form;
use crate::ids::{Leader, Round, Spot, Zone};
use crate::map::MapTable;
use crate::numbers::Numbers;

/// What the set says of one card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CardTable {
    /// Cards with this id.
    pub copies: u8,
    /// Waits for 175 (rule 2.3.2).
    pub late: bool,
    /// Goes to the History pile (rules 2.3.3, 2.3.4).
    pub asterisk: bool,
    /// Points in the History pile (rule 9.3).
    pub points: u8,
}

/// What an activation card does (rule 7.1.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Activation {
    /// The tribe it names.
    pub tribe: Zone,
    /// How often that tribe is activated.
    pub times: u8,
}

/// What a conflict card is (rules 7.7.1, 7.7.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// The Off-Map space it goes to.
    pub spot: Spot,
    /// Its combat value.
    pub combat: i8,
}

/// Everything the rules read from the set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tables {
    /// By [`Roman`].
    pub roman: [CardTable; ROMAN_KINDS],
    /// By [`Barbarian`].
    pub barbarian: [CardTable; BARBARIAN_KINDS],
    /// The activation cards.
    pub activations: [Option<Activation>; BARBARIAN_KINDS],
    /// The conflict cards.
    pub conflicts: [Option<Conflict>; BARBARIAN_KINDS],
    /// Numbers of the events.
    pub numbers: Numbers,
    /// Map, leaders, draws.
    pub map: MapTable,
}

impl Tables {
    /// Compiles a set.
    ///
    /// # Errors
    /// Every mistake found, file by file.
    pub fn compile(set: &CardSet) -> Result<Self, Vec<Mistake>> {
        Self::read(set.file("cards.json"), set.file("map.json"))
    }

    pub(crate) fn read(cards: Option<&Value>, map: Option<&Value>) -> Result<Self, Vec<Mistake>> {
        let mut mistakes = Vec::new();
        let missing = Value::Null;
        let map = MapTable::read(map.unwrap_or(&missing), &mut Form::new("map.json", &mut mistakes));
        let mut tables = Self {
            roman: [CardTable::default(); ROMAN_KINDS],
            barbarian: [CardTable::default(); BARBARIAN_KINDS],
            activations: [None; BARBARIAN_KINDS],
            conflicts: [None; BARBARIAN_KINDS],
            numbers: Numbers::default(),
            map,
        };
        tables.read_cards(cards.unwrap_or(&missing), &mut Form::new("cards.json", &mut mistakes));
        if mistakes.is_empty() { Ok(tables) } else { Err(mistakes) }
    }

    fn read_cards(&mut self, file: &Value, form: &mut Form<'_>) {
        let before = form.found();
        form.exactly(file, "game", &Value::from("marcus"));
        if file.get("set").and_then(Value::as_str).is_none() {
            form.wrong("set", "must be the name of the set");
        }
        let cards = file.get("cards").and_then(Value::as_list).unwrap_or_default();
        if cards.len() > ROMAN_KINDS + BARBARIAN_KINDS {
            form.wrong("cards", "holds more cards than the game has ids");
            return;
        }
        let (mut roman, mut barbarian) = ([false; ROMAN_KINDS], [false; BARBARIAN_KINDS]);
        for (i, card) in cards.iter().enumerate() {
            let id = card.get("id").and_then(Value::as_str).unwrap_or_default();
            form.at(format!("cards[{i}]"), Some(id).filter(|id| !id.is_empty()));
            let seen = match (Roman::read(id), Barbarian::read(id)) {
                (Some(r), _) => {
                    self.read_roman(r, card, form);
                    &mut roman[r.at()]
                }
                (_, Some(b)) => {
                    self.read_barbarian(b, card, form);
                    &mut barbarian[b.at()]
                }
                _ => {
                    form.wrong("id", "is no card of this game");
                    continue;
                }
            };
            if std::mem::replace(seen, true) {
                form.wrong("id", "stands here a second time");
            }
        }
        form.at(String::new(), None);
        let missing = Roman::ALL.iter().filter(|c| !roman[c.at()]).map(|c| c.id());
        let missing = missing.chain(Barbarian::ALL.iter().filter(|c| !barbarian[c.at()]).map(|c| c.id()));
        for id in missing {
            form.wrong("cards", format!("has no {id}"));
        }
        // Wrong cards make wrong sums; one mistake is told once.
        if form.found() == before {
            self.read_totals(file, form);
        }
    }

    fn read_card(card: &Value, deck: &str, kind: &str, form: &mut Form<'_>) -> CardTable {
        form.exactly(card, "deck", &Value::from(deck));
        form.exactly(card, "kind", &Value::from(kind));
        for text in ["name", "effect", "timing"] {
            if card.get(text).and_then(Value::as_str).is_none() {
                form.wrong(text, "must be a text");
            }
        }
        CardTable {
            copies: form.count(card, "copies", 0, 50),
            late: form.flag(card, "late_war"),
            asterisk: form.flag(card, "asterisk"),
            points: form.count(card, "history_points", 0, 6),
        }
    }

    fn read_roman(&mut self, id: Roman, card: &Value, form: &mut Form<'_>) {
        let kind = if id == Roman::Action { "action" } else { "event" };
        let read = Self::read_card(card, "roman", kind, form);
        if read.points > 0 {
            form.wrong("history_points", "must be 0: Roman cards in the History pile score nothing (rule 9.5)");
        }
        if leaves_for_good(id) && !read.asterisk {
            form.wrong("asterisk", "must be true: what the card brings into the game stays there");
        }
        if id == Roman::Action && read.asterisk {
            form.wrong("asterisk", "must be false: the card has no event");
        }
        self.roman[id.at()] = read;
        self.read_numbers(id.id(), card, form);
        if id == Roman::Auxilia && card.get("numbers").and_then(|n| n.get("attack")) != Some(&auxilia_sides()) {
            form.wrong("numbers.attack", "must be [2,1]: the sides of the marker");
        }
    }

    fn read_barbarian(&mut self, id: Barbarian, card: &Value, form: &mut Form<'_>) {
        let kind = kind_of(id);
        let read = Self::read_card(card, "barbarian", kind, form);
        self.barbarian[id.at()] = read;
        self.read_numbers(id.id(), card, form);
        let numbers = card.get("numbers").unwrap_or(&Value::Null);
        match kind {
            "activation" => {
                if read.asterisk {
                    form.wrong("asterisk", "must be false: the card goes to a Surge Space or to the discards");
                }
                let times = form.inside("numbers", |form| form.count(numbers, "activations", 1, 3));
                match numbers.get("tribe").and_then(Value::as_str).and_then(Zone::read) {
                    Some(tribe) => self.activations[id.at()] = Some(Activation { tribe, times }),
                    None => form.wrong("numbers.tribe", "must be marcomanni, quadi or iazyges"),
                }
            }
            "conflict" => {
                if !read.asterisk {
                    form.wrong("asterisk", "must be true: a conflict ends in the History pile (rule 2.3.4)");
                }
                let combat = form.inside("numbers", |form| form.number(numbers, "combat", 0, 20));
                match numbers.get("space").and_then(Value::as_str).and_then(Spot::read) {
                    Some(spot) if spot.zone().is_none() => self.conflicts[id.at()] = Some(Conflict { spot, combat }),
                    _ => form.wrong("numbers.space", "must be west or east"),
                }
            }
            _ => {}
        }
    }

    fn read_numbers(&mut self, id: &str, card: &Value, form: &mut Form<'_>) {
        let none = Value::object([]);
        let numbers = card.get("numbers").unwrap_or(&none);
        if numbers.as_object().is_none() {
            form.wrong("numbers", "must be an object");
        }
        form.inside("numbers", |form| self.numbers.read(id, numbers, form));
        let leader = match id {
            "r_maximianus" => (Leader::Maximianus, self.numbers.maximianus),
            "r_pertinax" => (Leader::Pertinax, self.numbers.pertinax),
            _ => return,
        };
        if self.map.leaders[leader.0.at()] != leader.1 {
            form.wrong("numbers.leader_value", "must be the value in map.json");
        }
    }

    /// Piles are counted in a byte, and a deck is dealt from in the first Round.
    fn read_totals(&mut self, file: &Value, form: &mut Form<'_>) {
        let sum = |cards: &[CardTable], late: bool| {
            cards.iter().filter(|c| c.late == late).fold(0u16, |n, c| n + u16::from(c.copies))
        };
        let totals = file.get("totals").unwrap_or(&Value::Null);
        for (deck, cards) in [("barbarian", &self.barbarian[..]), ("roman", &self.roman[..])] {
            let (early, late) = (sum(cards, false), sum(cards, true));
            let want = totals.get(deck).unwrap_or(&Value::Null);
            form.at(format!("totals.{deck}"), None);
            for (key, n) in [("early", early), ("late", late), ("cards", early + late)] {
                if want.get(key).and_then(Value::as_int) != Some(i64::from(n)) {
                    form.wrong(key, format!("must be {n}, the sum of the copies"));
                }
            }
            if !(10..=100).contains(&early) || late > 100 {
                form.wrong("", "a deck needs 10 to 100 early cards and at most 100 late ones");
            }
        }
    }

    /// The Roman cards of the Early or the Late War, all copies.
    #[must_use]
    pub fn roman_cards(&self, late: bool) -> RomanPile {
        let mut pile = RomanPile::EMPTY;
        for card in Roman::ALL {
            let table = self.roman[card.at()];
            if table.late == late {
                pile.add(*card, table.copies);
            }
        }
        pile
    }

    /// The Barbarian cards of the Early or the Late War, all copies.
    #[must_use]
    pub fn barbarian_cards(&self, late: bool) -> BarbarianPile {
        let mut pile = BarbarianPile::EMPTY;
        for card in Barbarian::ALL {
            let table = self.barbarian[card.at()];
            if table.late == late {
                pile.add(*card, table.copies);
            }
        }
        pile
    }

    /// Roman cards dealt in a Round (rule 8.0.1).
    #[must_use]
    pub const fn deal(&self, round: Round, bonus: bool) -> u8 {
        match (round, bonus) {
            (Round::Spring, true) => self.map.spring_bonus,
            (round, _) => self.map.deals[round as usize],
        }
    }
}

/// Cards whose event changes the game for good; a document tells by the History pile whether they were played.
#[must_use]
pub const fn leaves_for_good(card: Roman) -> bool {
    matches!(card, Roman::Eleusis | Roman::Pertinax | Roman::Maximianus | Roman::Legio22 | Roman::Slaves)
}

const fn kind_of(card: Barbarian) -> &'static str {
    match card {
        Barbarian::Marcomanni
        | Barbarian::Quadi
        | Barbarian::QuadiLate
        | Barbarian::Iazyges
        | Barbarian::IazygesCavalry => "activation",
        Barbarian::Chatti | Barbarian::British | Barbarian::Costoboci | Barbarian::Avidius => "conflict",
        _ => "event",
    }
}

fn auxilia_sides() -> Value {
    Value::List(vec![Value::Int(2), Value::Int(1)])
}
