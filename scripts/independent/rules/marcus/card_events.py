"""Chapter 13: events about cards, decks and later phases."""

from __future__ import annotations

from ..game import Json
from ..piles import add, pour, take
from .asking import Flow, ask
from .decks import draw_roman, next_barbarian
from .roman_event import Event, always, if_so
from .state import State
from .surges import clear


def _divide_choices(state: State) -> list[Json]:
    """Rule 13.21."""
    return if_so(state.at["surge"])


def _divide(state: State, action: Json) -> None:
    """Rule 13.21."""
    clear(state)


def _informants_choices(state: State) -> list[Json]:
    """Rule 13.22."""
    piles = state.at["barbarian"]
    return if_so(piles["top"] or piles["deck"] or piles["discard"])


def _informants(state: State, action: Json) -> Flow:
    """Rule 13.22."""
    looked, piles = state.at["looked"], state.at["barbarian"]
    for _ in range(state.number("r_informants", "look")):
        card = yield from next_barbarian(state, "informants", "13.22")
        if card:
            looked.append(card)
    legal = [{"card": card, "do": "discard"} for card in dict.fromkeys(looked)]
    answer = yield ask("informants_discard", "13.22", legal)
    looked.remove(answer["card"])
    add(piles["discard"], answer["card"])
    if len(set(looked)) > 1:
        legal = [{"card": card, "do": "first"} for card in looked]
        answer = yield ask("informants_order", "13.22", legal)
        looked.sort(key=lambda card: card != answer["card"])
    piles["top"][:0] = looked
    looked.clear()


def _fortuna(state: State, action: Json) -> Flow:
    """Rule 13.25."""
    piles = state.at["roman"]
    pour(piles["discard"], piles["deck"])
    if not state.tables.cards["r_fortuna"]["asterisk"]:
        take(piles["deck"], "r_fortuna")
        add(piles["discard"], "r_fortuna")
    yield from draw_roman(state, state.number("r_fortuna", "draw"), "13.25")


def _harsh_winter_choices(state: State) -> list[Json]:
    """Rule 13.27."""
    winter = state.at["round"] == "winter" and state.at["year"] < state.tables.last_year
    return if_so(winter and not state.at["harsh_winter"])


def _harsh_winter(state: State, action: Json) -> None:
    """Rule 13.27."""
    state.at["harsh_winter"] = True


def _eleusis(state: State, action: Json) -> None:
    """Rule 13.37."""
    state.at["second_meditation"] = True


EVENTS = {
    "r_divide": Event(_divide_choices, _divide),
    "r_eleusis": Event(always, _eleusis),
    "r_fortuna": Event(always, _fortuna),
    "r_harsh_winter": Event(_harsh_winter_choices, _harsh_winter),
    "r_informants": Event(_informants_choices, _informants),
}
