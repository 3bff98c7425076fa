"""Draws of both decks: rules 7.0.3, 8.0.1, 11.1, 11.2, and what is shuffled."""

from __future__ import annotations

from collections.abc import Generator

from ..piles import add, pour, take
from .asking import Flow, Question, draw
from .state import State


def draw_roman(state: State, count: int, rule: str) -> Flow:
    """Rule 8.0.1: so many Roman cards into the hand, one after the other."""
    piles = state.at["roman"]
    for left in range(count, 0, -1):
        if not piles["deck"]:
            pour(piles["discard"], piles["deck"])
        if piles["deck"]:
            card = yield draw("roman", "roman_card", rule, left=left)
            take(piles["deck"], card)
            add(state.at["hand"], card)


def next_barbarian(state: State, purpose: str, rule: str) -> Generator[Question, str, str | None]:
    """Rule 7.0.3: the next Barbarian card, or None if there is none (rule 11.2)."""
    piles = state.at["barbarian"]
    if piles["top"]:
        return str(piles["top"].pop(0))
    if not piles["deck"]:
        pour(piles["discard"], piles["deck"])
    if not piles["deck"]:
        return None
    card = yield draw("barbarian", purpose, rule)
    take(piles["deck"], card)
    return card


def reshuffle_barbarian(state: State) -> None:
    """Rules 5.4.1, 7.7.3 and 12.39: the discards and the known top cards into the deck."""
    piles = state.at["barbarian"]
    pour(piles["discard"], piles["deck"])
    for card in piles["top"]:
        add(piles["deck"], card)
    piles["top"].clear()


def add_late_war(state: State) -> None:
    """Rule 5.4: the Late War cards and the discards into both decks."""
    roman, barbarian = state.at["roman"], state.at["barbarian"]
    pour(roman["late"], roman["deck"])
    pour(roman["discard"], roman["deck"])
    pour(barbarian["late"], barbarian["deck"])
    reshuffle_barbarian(state)
