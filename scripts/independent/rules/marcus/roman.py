"""Chapters 8.0, 8.1 and 8.12: the Roman Phase."""

from __future__ import annotations

from ..game import Json
from ..piles import size
from . import actions, roman_events
from .asking import Flow, ask
from .decks import draw_roman
from .paying import pay
from .state import State
from .tables import OFF_MAP

END = {"do": "end"}


def begin(state: State) -> Flow:
    """Rules 8.0.1 and 4.3.3, then the upkeep."""
    state.at["phase"] = "roman"
    bonus = state.at["round"] == "spring" and state.at["imperium_bonus"]
    deals = state.tables.map["draws"]["roman"]
    yield from draw_roman(state, deals["spring_bonus" if bonus else state.at["round"]], "8.0.1")
    if state.at["round"] == "spring":
        yield from _upkeep(state)


def _upkeep(state: State) -> Flow:
    """Rules 8.0.2 and 8.0.3."""
    away = any(state.box(space)["legions"] for space in OFF_MAP)
    if away and state.held():
        action = yield ask("upkeep", "8.0.2", state.each_card("discard"))
        state.discard(action)


def play_cards(state: State) -> Flow:
    """Rules 8.1.1 to 8.1.5 and 8.12.3."""
    while (action := (yield ask("roman", "8.1.1", legal(state)))) != END:
        if action["do"] == "event":
            state.play(action)
            yield from roman_events.carry_out(state, action)
        else:
            yield from pay(state, actions.cost(action), action)
            yield from actions.carry_out(state, action)
    state.at["omens"] = 0


def legal(state: State) -> list[Json]:
    """Rule 8.1.1: one action, one event, or the end."""
    return [*actions.legal(state), *roman_events.legal(state), END]


def discard_to_limit(state: State) -> Flow:
    """Rule 8.12.1."""
    hand, limit = state.at["hand"], state.tables.map["limits"]["hand_end_of_round"]
    while size(hand) > limit:
        legal = [{"card": card, "do": "discard", "from": "hand"} for card in hand]
        action = yield ask("hand_limit", "8.12.1", legal)
        state.discard(action)
