"""Interface section 3, P1 to P3: the form of a position, and that it is a rest point."""

from __future__ import annotations

from ..game import Json
from ..shapes import (
    Shape,
    ascending,
    exactly,
    multiset,
    one_of,
    optional,
    ordered,
    record,
    row,
    whole,
)
from .cards import CATEGORIES, NUMBERS, CardSet
from .table import GREATEST

REST_PHASES = ("draft", "draw", "placement", "over")
COUNT = whole(0, GREATEST)
OBJECTIVES = ascending(NUMBERS[0], NUMBERS[-1])
ACTIVE = record(
    {
        "objective": whole(NUMBERS[0], NUMBERS[-1]),
        "legions": multiset(CATEGORIES),
        "completed": exactly(False),
    }
)


def position(config: Json, cards: CardSet) -> Shape:
    """Section 2, with the configuration of the match."""
    seats = config["seats"]
    seat = whole(0, seats - 1)
    tokens = multiset(cards.tokens)
    return record(
        {
            "game": exactly("augustus"),
            "set": exactly(cards.name),
            "config": exactly(config),
            "phase": one_of(REST_PHASES),
            "turn": COUNT,
            "crier": seat,
            "token": optional(one_of(cards.tokens)),
            "bag": tokens,
            "drawn": tokens,
            "deck": OBJECTIVES,
            "market": OBJECTIVES,
            "lost": OBJECTIVES,
            "supply": COUNT,
            "gold": optional(seat),
            "wheat": optional(seat),
            "seats": row(_seat(cards), seats),
            "answers": exactly([None] * seats),
            "resolution": exactly(None),
        },
        "position",
    )


def _seat(cards: CardSet) -> Shape:
    tiles = min(cards.number_tiles), max(cards.number_tiles)
    return record(
        {
            "stock": COUNT,
            "objectives": _active_objectives,
            "controlled": OBJECTIVES,
            "colour_tiles": ordered(list(cards.colour_tiles)),
            "number_tile": optional(whole(*tiles)),
            "declined": ascending(*tiles),
            "hand": OBJECTIVES,
            "setup_discards": OBJECTIVES,
        }
    )


def _active_objectives(value: Json, path: str) -> None:
    """Active objectives, ascending by number."""
    row(ACTIVE)(value, path)
    OBJECTIVES([entry["objective"] for entry in value], path)
