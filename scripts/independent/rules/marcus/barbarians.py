"""Chapters 7.0, 7.7, 7.8 and 7.10: the Barbarian Phase."""

from __future__ import annotations

from ..piles import add
from . import barbarian_events
from .activations import acting_tribe, activate_by_card
from .asking import Flow, ask
from .decks import next_barbarian, reshuffle_barbarian
from .state import State
from .surges import place_card


def begin(state: State) -> None:
    """Rules 7.0.1 and 13.27."""
    state.at["phase"] = "barbarian"
    state.at["draws_left"] = state.tables.map["draws"]["barbarian"]
    if state.at["round"] == "spring" and state.at["harsh_winter"]:
        state.at["draws_left"] = state.number("r_harsh_winter", "draws")
        state.at["harsh_winter"] = False


def draw_cards(state: State) -> Flow:
    """Rules 7.0.2 to 7.0.4."""
    while state.at["draws_left"]:
        events = state.events("r_lectisternium")
        if events:
            action = yield ask("before_draw", "7.0.2", [{"do": "draw"}, *events])
            if action["do"] == "event":
                state.play(action)
                state.at["draws_left"] = 0
                return
        state.at["draws_left"] -= 1
        card = yield from next_barbarian(state, "barbarian_card", "7.0.1")
        if card:
            yield from _resolve(state, card)


def _resolve(state: State, card: str) -> Flow:
    match state.tables.cards[card]["kind"]:
        case "conflict":
            _begin_conflict(state, card)
        case "activation":
            state.at["current"] = card
            acting = acting_tribe(state, card)
            if acting:
                yield from activate_by_card(state, card, acting)
            yield from place_card(state, card, acting)
        case _:
            state.at["current"] = card
            yield from barbarian_events.carry_out(state, card)


def _begin_conflict(state: State, card: str) -> None:
    """Rules 7.7.1 and 7.7.3."""
    space = state.box(state.tables.cards[card]["numbers"]["space"])
    if space["conflict"]:
        add(state.at["barbarian"]["discard"], card)
        reshuffle_barbarian(state)
    else:
        space["conflict"] = card
