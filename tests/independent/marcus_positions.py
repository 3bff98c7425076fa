"""Positions of marcus at rest points, and ways to change them."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

from changes import Change, drop, paths, place_of, put
from independent_data import ROOT
from marcus_data import card_set, config, rest_points

import referee as rf
from independent.canonical import write
from independent.errors import RefusedError
from independent.rules.marcus.campaign import Campaign

Json = Any
EXAMPLE = ROOT / "rust_core" / "games" / "marcus" / "tests" / "example.json"


@cache
def example() -> Json:
    """The example of interface 3: `roman` in the Summer of 170."""
    return json.loads(EXAMPLE.read_bytes())


def recorded(phase: str, *, late: bool = False) -> Json:
    """The first recorded position of a phase, before 175 or in one of the Years 175 to 178."""
    years = range(175, 179) if late else range(170, 175)
    return next(p for p in rest_points() if p["phase"] == phase and p["year"] in years)


def bases() -> dict[str, Json]:
    """A position of each phase, and a late one."""
    found = {p: recorded(p) for p in ("setup", "redeploy", "barbarian", "hand_limit")}
    return {**found, "roman": example(), "late": recorded("roman", late=True)}


def march(source: str, target: str, count: int = 1) -> Change:
    """Legions from one place to another."""

    def change(position: Json) -> None:
        (a, there), (b, here) = place_of(position, source), place_of(position, target)
        a[there]["legions"] -= count
        b[here]["legions"] += count

    return change


def bring(card: str, target: str) -> Change:
    """A card from the pile or the hand where it lies to another."""

    def change(position: Json) -> None:
        decks = (position["roman"], position["barbarian"])
        piles = [deck[name] for deck in decks for name in ("deck", "discard", "late", "history")]
        places = [*piles, position["hand"], position["meditations"], position["surge"]]
        source = next(pile for pile in places if card in pile)
        source[card] -= 1
        if not source[card]:
            del source[card]
        there, key = place_of(position, target)
        there[key][card] = there[key].get(card, 0) + 1

    return change


def verdict(position: Json) -> str | None:
    """What the second verifier's check refuses, or None; it takes the position's own options."""
    chosen = {**config(), "options": position.get("options")}
    try:
        game = Campaign.begin(chosen, position, card_set())
    except RefusedError as refused:
        return refused.why if refused.code == "H_CONFIG" else refused.code
    assert write(game.document()) == write(position)
    return None


def verdict_of_the_core(position: Json) -> str | None:
    """The same of the core."""
    try:
        rf.Position.load("marcus", position)
    except rf.PositionError as refused:
        return refused.check
    return None


# -- changes by chance

STRANGE: list[Json] = [
    *(None, True, False, -1, 0, 1, 2, 3, 4, 5, 6, 7, 14, 170, 174, 175, 179, 2**40, "", "0"),
    *("marcus", "pertinax", "slaves", "quadi", "west", "active", "surrendered", "spring", "winter"),
    *("setup", "redeploy", "barbarian", "roman", "hand_limit", "over", "b_chatti", "b_british"),
    *("r_rain", [], {}, [0], ["marcus"], ["pertinax", "maximianus"], ["b_quadi", "b_quiet"]),
    *({"r_action": 1}, {"b_quadi": 1}, {"box": "quadi", "side": 2}, [0, 0, 1, 2]),
]
MARKS = ("imperium_bonus", "quadi_peace", "marcus_bold", "second_meditation", "harsh_winter")
PLACES = ("armies.marcomanni", "armies.quadi", "armies.iazyges", "off_map.west", "off_map.east")
ROMAN = ("roman.deck", "roman.discard", "roman.late", "roman.history", "hand", "meditations")
BARBARIAN = ("barbarian.deck", "barbarian.discard", "barbarian.late", "barbarian.history", "surge")


def any_change(dice: random.Random, position: Json) -> Change:
    """One change, rather one that could be right."""
    card = dice.choice(card_set()["cards.json"]["cards"])
    piles = ROMAN if card["deck"] == "roman" else BARBARIAN
    place = dice.choice(paths(position))
    mark = dice.choice(MARKS)
    return dice.choice(
        [
            bring(card["id"], dice.choice(piles)),
            march(*dice.sample([*PLACES, "recovery", "pool"], 2)),
            put(mark, not position[mark]),
            put("phase", dice.choice(["setup", "redeploy", "barbarian", "roman", "hand_limit"])),
            put("round", dice.choice(["spring", "summer", "winter"])),
            put("year", dice.randint(169, 180)),
            put("imperium", dice.randint(0, 8)),
            put("omens", dice.randint(-2, 2)),
            put("draws_left", dice.randint(0, 4)),
            put(place, dice.choice(STRANGE)),
            put(f"{place}.more", 1),
            drop(place),
        ]
    )
