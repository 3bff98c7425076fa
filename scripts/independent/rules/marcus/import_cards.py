"""Interface 4: what an imported position must keep about cards."""

from __future__ import annotations

from collections import Counter

from ..piles import size
from ..shapes import fits
from .state import HELD, State
from .tables import OFF_MAP, PILES

DECKS = ("roman", "barbarian")
MOST_KNOWN = 2
"""Rule 13.22: so many cards can lie known on the Barbarian deck."""


def check_cards(state: State) -> None:
    """Refuse impossible cards; the form is known to be right."""
    _count_cards(state)
    for deck in DECKS:
        _check_deck(state, deck)
    at = state.at
    fits(size(at["surge"]) < state.tables.map["limits"]["surge_spaces"], "surge")
    fits(len(at["barbarian"]["top"]) <= MOST_KNOWN, "barbarian.top")
    fits(size(at["meditations"]) <= (2 if at["second_meditation"] else 1), "meditations")
    fits(at["second_meditation"] == ("r_eleusis" in at["roman"]["history"]), "second_meditation")


def _count_cards(state: State) -> None:
    """Every card is there as often as the set has it."""
    at, tables = state.at, state.tables
    there: Counter[str] = Counter(at["barbarian"]["top"])
    there.update(filter(None, (state.box(space)["conflict"] for space in OFF_MAP)))
    for deck in DECKS:
        for pile in PILES:
            there.update(at[deck][pile])
    for place in (*HELD, "surge"):
        there.update(at[place])
    fits(there == Counter({card["id"]: card["copies"] for card in tables.cards.values()}), "cards")


def _check_deck(state: State, deck: str) -> None:
    """Rules 2.3.2 and 2.3.3."""
    piles, tables = state.at[deck], state.tables
    waits = state.at["year"] < tables.map["late_war_from"]
    fits(piles["late"] == (tables.pile(deck, late=True) if waits else {}), f"{deck}.late")
    fits(all(tables.cards[card]["asterisk"] for card in piles["history"]), f"{deck}.history")
