//! The cards of a document, pile by pile.

use referee_kernel::json::Value;
use referee_kernel::rule::Unfit;

use super::read::{exactly, fit, ids, number};
use crate::cards::{Barbarian, BarbarianPile, Card, Pile, Roman, RomanPile, Row};
use crate::game::Marcus;
use crate::position::{BarbarianCards, RomanCards};

/// A multiset of cards of one deck. No pile holds more of a card than there are: this bounds every sum that follows.
fn read_pile<C: Card, const N: usize>(
    v: &Value,
    read: fn(&str) -> Option<C>,
    copies: &dyn Fn(C) -> u8,
    message: &'static str,
) -> Result<Pile<C, N>, Unfit> {
    let mut pile = Pile::EMPTY;
    for (name, n) in v.as_object().ok_or(Unfit(message))? {
        let card = read(name).ok_or(Unfit(message))?;
        pile.add(card, number(n, 1, copies(card), message)?);
    }
    Ok(pile)
}

pub(super) fn read_roman<'a>(game: &Marcus, field: &dyn Fn(&str) -> &'a Value) -> Result<RomanCards, Unfit> {
    let piles = field("roman");
    exactly(piles, &["deck", "discard", "late", "history"], "roman: must be deck, discard, late and history")?;
    let pile = |v: &Value, message| read_pile(v, Roman::read, &|c: Roman| game.tables.roman[c.at()].copies, message);
    let part = |key: &str, message| pile(piles.get(key).unwrap_or(&Value::Null), message);
    Ok(RomanCards {
        deck: part("deck", "roman.deck: must be Roman cards with counts the set has")?,
        discard: part("discard", "roman.discard: must be Roman cards with counts the set has")?,
        late: part("late", "roman.late: must be Roman cards with counts the set has")?,
        history: part("history", "roman.history: must be Roman cards with counts the set has")?,
        hand: pile(field("hand"), "hand: must be Roman cards with counts the set has")?,
        meditations: pile(field("meditations"), "meditations: must be Roman cards with counts the set has")?,
        kept: RomanPile::EMPTY,
    })
}

pub(super) fn read_barbarian<'a>(game: &Marcus, field: &dyn Fn(&str) -> &'a Value) -> Result<BarbarianCards, Unfit> {
    let piles = field("barbarian");
    let keys = ["deck", "discard", "late", "history", "top"];
    exactly(piles, &keys, "barbarian: must be deck, discard, late, history and top")?;
    let copies = |c: Barbarian| game.tables.barbarian[c.at()].copies;
    let pile = |v: &Value, message| read_pile(v, Barbarian::read, &copies, message);
    let part = |key: &str, message| pile(piles.get(key).unwrap_or(&Value::Null), message);
    const SURGE: &str = "surge: must be activation cards with counts the set has";
    let surge: BarbarianPile = pile(field("surge"), SURGE)?;
    fit(surge.iter().all(|c| game.tables.activations[c.at()].is_some()), SURGE)?;
    let mut top = Row::default();
    let message = "barbarian.top: must be at most two Barbarian cards";
    for card in ids(piles.get("top").unwrap_or(&Value::Null), Barbarian::read, 2, message)? {
        top.put_last(card);
    }
    Ok(BarbarianCards {
        deck: part("deck", "barbarian.deck: must be Barbarian cards with counts the set has")?,
        discard: part("discard", "barbarian.discard: must be Barbarian cards with counts the set has")?,
        late: part("late", "barbarian.late: must be Barbarian cards with counts the set has")?,
        history: part("history", "barbarian.history: must be Barbarian cards with counts the set has")?,
        surge,
        top,
        looked: Row::default(),
        current: None,
    })
}
