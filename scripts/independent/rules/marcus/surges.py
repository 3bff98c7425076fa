"""Chapters 7.3, 7.4 and 7.9: Surges and Oathbreaker checks."""

from __future__ import annotations

from collections.abc import Generator

from ..game import Json
from ..piles import add, pour, size
from .activations import activate_all, revolt
from .asking import Flow, Question, ask, die
from .state import State

SAFE_VALUE = 6
"""Rule 7.9.4."""


def place_card(state: State, card: str, acting: str | None) -> Flow:
    """Rules 7.3.1 to 7.3.3: an activation card whose activation is resolved."""
    prevented = yield from _prevent(state, card, acting)
    state.at["current"] = None
    if prevented:
        add(state.at["barbarian"]["discard"], card)
        return
    add(state.at["surge"], card)
    if size(state.at["surge"]) == state.tables.map["limits"]["surge_spaces"]:
        tribes = [tribe for tribe in state.open_tribes() if tribe != acting]
        yield from activate_all(state, tribes)
        yield from check_oaths(state)
        clear(state)


def _prevent(state: State, card: str, acting: str | None) -> Generator[Question, Json, bool]:
    """Rules 7.4.1 to 7.4.4: whether the card goes to the discards instead."""
    if not state.held():
        return False
    legal = [{"do": "let"}, *state.each_card("prevent"), *state.events("r_divide")]
    action = yield ask("surge", "7.4.1", legal, card=card, tribe=acting)
    if action["do"] == "prevent":
        state.discard(action)
    elif action["do"] == "event":
        state.play(action)
        clear(state)
    return bool(action["do"] != "let")


def clear(state: State) -> None:
    """Rules 7.3.7 and 13.21: the cards in the Surge Spaces to the Barbarian discards."""
    pour(state.at["surge"], state.at["barbarian"]["discard"])


def check_oaths(state: State) -> Flow:
    """Rules 7.3.6 and 7.9.1: every surrendered tribe."""
    for tribe in state.surrendered_tribes():
        yield from check_oath(state, tribe)


def check_oath(state: State, tribe: str) -> Flow:
    """Rules 7.9.3 to 7.9.5."""
    value = pacification(state, tribe)
    if value < SAFE_VALUE:
        rolled = yield die("oathbreaker", "7.9.3", tribe=tribe)
        if rolled > value:
            revolt(state, tribe)


def pacification(state: State, zone: str) -> int:
    """Rule 7.9.2."""
    legions: int = state.box(zone)["legions"]
    strong_forts: int = state.at["forts"][zone].count(2)
    return legions + state.leader_value(zone) + strong_forts
