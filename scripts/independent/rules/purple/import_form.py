"""Interface 3: keys, types and ranges of a document at a rest point."""

from __future__ import annotations

from collections.abc import Collection

from ..game import Json
from ..shapes import (
    Shape,
    exactly,
    fits,
    flag,
    multiset,
    one_of,
    optional,
    ordered,
    record,
    row,
    whole,
)
from .cards import CardSet
from .documents import ROLES
from .hands import COPYABLE, MOMENTS
from .state import NOBODY

MANY, STAMINA = 1_000_000, 11
PHASE_OF_WINDOW = {
    "enemies": 1,
    "harvest": 2,
    "event": 3,
    "turn": 4,
    "building": 5,
    "food": 6,
    "tax": 7,
    "year_end": 8,
}
"""Rule 19.10.3."""
PHASE_OF_STEP = {
    "action": 4,
    "swap": 5,
    "place_building": 5,
    "import_grain": 6,
    "solo_defence": 8,
    "discard": 8,
}


def position(config: Json, cards: CardSet) -> Shape:
    """A document of a match with this configuration."""
    seats, solo = config["seats"], config["seats"] == 1
    seat = whole(0, seats - 1)
    price = cards.import_price
    everywhere = cards.provinces
    shapes = {
        "game": exactly("purple"),
        "set": exactly(cards.name),
        "config": exactly(config),
        "year": whole(1, 4),
        "phase": whole(1, 8),
        "emperor": seat,
        "heir": optional(seat),
        "happiness": whole(1, cards.happiest),
        "price": whole(price["solo_min" if solo else "min"], price["max"]),
        "grain": whole(0, MANY),
        "severe_weather": flag,
        "senate": _at_most(cards.senate_spaces, whole(NOBODY if solo else 0, seats - 1)),
        "senate_vp": whole(0, MANY if solo else 0),
        "line": _at_most(cards.line_spaces, _item(seats)),
        "famine": row(whole(0), 4),
        "enemies": multiset([p for p in everywhere if p != cards.roma]),
        "legions": multiset(everywhere),
        "estates": _some(everywhere, _ascending(seat)),
        "aqueducts": ordered(everywhere),
        "forum": row(_forum_card(cards, seats)),
        "events_left": whole(0, 5),
        "turn": optional(record({"first": seat, "seat": seat, "actions": whole(0, 5)})),
        "seats": row(_player(cards, seats), seats),
        "decks": _decks(cards),
        "rest": exactly(True),
        "step": _step(cards.built[str(seats)], seat),
        "over": exactly(None),
    }
    return record(shapes, "position")


def _at_most(most: int, shape: Shape) -> Shape:
    """A list that is not longer."""

    def check(value: Json, path: str) -> None:
        row(shape)(value, path)
        fits(len(value) <= most, path)

    return check


def _ascending(shape: Shape) -> Shape:
    """A list in order that is not empty."""

    def check(value: Json, path: str) -> None:
        row(shape)(value, path)
        fits(value and value == sorted(value), path)

    return check


def _some(keys: Collection[str], shape: Shape) -> Shape:
    """An object with some of these keys."""

    def check(value: Json, path: str) -> None:
        fits(isinstance(value, dict) and value.keys() <= set(keys), path)
        for key, entry in value.items():
            shape(entry, f"{path}.{key}")

    return check


def _item(seats: int) -> Shape:
    """An item of the production line; aqueducts, and nothing else, belong to nobody."""
    kinds = one_of(("estate", "monument", "aqueduct"))
    item = record({"kind": kinds, "owner": whole(NOBODY, seats - 1)})

    def check(value: Json, path: str) -> None:
        item(value, path)
        fits((value["kind"] == "aqueduct") == (value["owner"] == NOBODY), path)

    return check


def _forum_card(cards: CardSet, seats: int) -> Shape:
    """An open forum card: a row of tokens for each option."""
    tokens = row(row(whole(0, STAMINA), seats))
    card = record({"card": one_of(cards.options), "tokens": tokens})

    def check(value: Json, path: str) -> None:
        card(value, path)
        fits(len(value["tokens"]) == len(cards.options[value["card"]]), path)

    return check


def _player(cards: CardSet, seats: int) -> Shape:
    moment = one_of(MOMENTS)
    standing = {"plots": optional(moment), "copies": _some(COPYABLE, moment)}
    return record(
        {
            "role": one_of(ROLES[:seats]),
            **dict.fromkeys(("coins", "vp", "deaths"), whole(0, MANY)),
            **dict.fromkeys(("unused", "used", "spent"), whole(0, STAMINA)),
            "monuments": whole(0, cards.each["monuments"]),
            "pawn": one_of(cards.provinces),
            "hand": multiset(cards.plot),
            "agenda": one_of(cards.agenda),
            "standing": record(standing),
        }
    )


def _decks(cards: CardSet) -> Shape:
    kinds = {"event": cards.event, "forum": cards.forum, "agenda": cards.agenda}
    kinds |= {"plot": cards.plot, "plot_discard": cards.plot, "event_discard": cards.event}
    return record({deck: multiset(ids) for deck, ids in kinds.items()})


def _step(built: int, seat: Shape) -> Shape:
    """A rest point of interface 4 with its further keys (interface 3.1)."""
    further: dict[str, dict[str, Shape]] = {
        "window": {"moment": one_of(PHASE_OF_WINDOW), "pending": row(seat)},
        "place_building": {"left": whole(1, built)},
    }

    def check(value: Json, path: str) -> None:
        fits(isinstance(value, dict) and "at" in value, path)
        one_of(("window", *PHASE_OF_STEP))(value["at"], path)
        keys = further.get(value["at"], {})
        record({"at": exactly(value["at"]), **keys})(value, path)

    return check
