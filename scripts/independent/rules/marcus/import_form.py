"""Interface 1 and 3: the form of a configuration, and of a position that can be imported."""

from __future__ import annotations

from ..game import Json
from ..shapes import (
    Shape,
    anything,
    each,
    exactly,
    flag,
    multiset,
    one_of,
    optional,
    ordered,
    record,
    row,
    whole,
)
from .tables import HOME, OFF_MAP, PILES, ROUNDS, WAITING_LEGIONS, ZONES, Tables

LEVELS = whole(0, 2)
"""Rule 2.2.5: no fort, Level 1 or Level 2."""
SIDES = whole(1, 2)
"""Of the Auxilia marker."""
MOST_DRAWS = 3
"""In any set, also where a harsh Winter leaves more draws than another."""
REST_PHASES = ("setup", "redeploy", "barbarian", "roman", "hand_limit")


def configuration(tables: Tables) -> Shape:
    """Interface 1 and W2: every key is there."""
    return record(
        {
            "game": exactly("marcus"),
            "options": _options(tables),
            "seats": exactly(1),
            "set": exactly(tables.name),
        },
        "config",
    )


def _options(tables: Tables) -> Shape:
    return record(
        {
            "heir_order": one_of(("forward", "backward")),
            "start_imperium": whole(1, tables.most_imperium),
            "truce_binds_rome": flag,
        }
    )


def position(tables: Tables) -> Shape:
    """Interface 3 with the narrower ranges of interface 4; `pending` is judged elsewhere."""
    return record(
        {**_course(tables), **_pieces(tables), **_cards(tables), **_between_rest_points()},
        "position",
    )


def _course(tables: Tables) -> dict[str, Shape]:
    return {
        "game": exactly("marcus"),
        "set": exactly(tables.name),
        "options": _options(tables),
        "year": whole(tables.first_year, tables.last_year),
        "round": one_of(ROUNDS),
        "phase": one_of(REST_PHASES),
        "imperium": whole(1, tables.most_imperium),
        "imperium_bonus": flag,
        "omens": whole(-1, 1),
        "harsh_winter": flag,
        "draws_left": whole(0, MOST_DRAWS),
        "pending": anything,
        "rest": exactly(True),
    }


def _pieces(tables: Tables) -> dict[str, Shape]:
    troops = {"leader": optional(one_of(tables.leaders)), "legions": whole(0, tables.box_limit)}
    conflict = optional(one_of(tables.ids("barbarian")))
    aside = record({"leaders": ordered(list(tables.leaders)), "legions": whole(0)})
    return {
        "tribes": record({tribe: _tribe(tribe, tables) for tribe in ZONES}),
        "quadi_peace": flag,
        "armies": each(ZONES, record({**troops, "mutiny": flag})),
        "off_map": each(OFF_MAP, record({**troops, "conflict": conflict})),
        "recovery": aside,
        "pool": aside,
        "unactivated": record(
            {
                "leaders": ordered(tables.leaders_at("unactivated")),
                "legions": ordered(WAITING_LEGIONS),
            }
        ),
        "marcus_bold": flag,
        "forts": record({zone: row(LEVELS, tables.fort_spaces(zone)) for zone in ZONES}),
        "fleets": each(("upper", "lower"), flag),
        "auxilia": optional(record({"box": one_of(ZONES), "side": SIDES})),
        "second_meditation": flag,
    }


def _tribe(tribe: str, tables: Tables) -> Shape:
    """The last space is Rome or a raid: at a rest point no army stands there."""
    *spaces, _ = tables.zones[tribe]["spaces"]
    space = whole(HOME, len(spaces) - 1)
    active = record({"bold": flag, "space": space, "status": exactly("active"), "truce": flag})
    surrendered = exactly({"bold": True, "space": None, "status": "surrendered", "truce": False})

    def check(value: Json, path: str) -> None:
        gone = isinstance(value, dict) and value.get("status") == "surrendered"
        (surrendered if gone else active)(value, path)

    return check


def _cards(tables: Tables) -> dict[str, Shape]:
    roman, barbarian = multiset(tables.ids("roman")), tables.ids("barbarian")
    activations = [card for card in barbarian if tables.cards[card]["kind"] == "activation"]
    piles = dict.fromkeys(PILES, multiset(barbarian))
    return {
        "hand": roman,
        "meditations": roman,
        "roman": each(PILES, roman),
        "barbarian": record({**piles, "top": row(one_of(barbarian))}),
        "surge": multiset(activations),
    }


def _between_rest_points() -> dict[str, Shape]:
    """What is empty at a rest point."""
    return {
        "kept": exactly({}),
        "looked": exactly([]),
        "current": exactly(None),
        "battle": exactly(None),
        "result": exactly(None),
    }
