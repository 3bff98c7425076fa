"""Positions of Augustus at rest points, and ways to change them."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

from augustus_data import CARDS
from changes import Change, drop, paths, place_of, put
from independent_data import ROOT, recorded

import referee as rf
from independent.canonical import write
from independent.errors import RefusedError
from independent.rules.augustus.cards import CATEGORIES
from independent.rules.augustus.game import Augustus

Json = Any
EXAMPLE = ROOT / "rust_core" / "games" / "augustus" / "tests" / "example.json"


@cache
def example() -> Json:
    """The example of section 2: `placement` in turn 14, seat 0 has 4, 8 and the gold tile."""
    return json.loads(EXAMPLE.read_bytes())


@cache
def rest_points() -> list[Json]:
    """The positions of the recorded games at which a match can begin."""
    phases = ("draft", "draw", "placement", "over")
    found = [
        line
        for number in range(1, 8)
        for line in recorded(f"augustus-{number}")
        if "position" in line
    ]
    at_rest = [line["position"] for line in found if line["position"]["phase"] in phases]
    return [p for p in at_rest if not any(p["answers"])]


@cache
def bases() -> dict[str, Json]:
    """A position of each phase; those of `draw` and `first_game` have no set-up discards."""
    draft = next(p for p in rest_points() if p["phase"] == "draft")
    over = next(p for p in rest_points() if p["phase"] == "over" and p["config"]["token_limit"])
    draws = [p for p in rest_points() if p["phase"] == "draw"]
    first_game = next(p for p in draws if p["config"]["first_game"])
    draw = next(p for p in draws if not p["config"]["first_game"] and is_used_up(p))
    return {
        "placement": example(),
        "draft": draft,
        "draw": draw,
        "over": over,
        "first_game": first_game,
    }


def is_used_up(position: Json) -> bool:
    """Whether no seat has set-up discards."""
    return not any(own["setup_discards"] for own in position["seats"])


def lay(number: int, target: str) -> Change:
    """An objective from the pile where it lies to another."""

    def change(position: Json) -> None:
        piles = [position["deck"], position["market"], position["lost"]]
        for own in position["seats"]:
            piles += [own["controlled"], own["hand"], own["setup_discards"]]
        next(pile for pile in piles if number in pile).remove(number)
        there, key = place_of(position, target)
        there[key] = sorted([*there[key], number])

    return change


def add(path: str, count: int) -> Change:
    """More or less of something; zero is left out where counts are kept by name."""

    def change(position: Json) -> None:
        there, key = place_of(position, path)
        named = path.split(".")[-2:-1] in (["bag"], ["drawn"], ["legions"])
        there[key] = (there.get(key, 0) if named else there[key]) + count
        if named and not there[key]:
            del there[key]

    return change


def verdict(position: Json) -> str | None:
    """The check that refuses in the second verifier, or None; the configuration is its own."""
    config = position.get("config") if isinstance(position, dict) else None
    try:
        game = Augustus.begin(CARDS, config, position)
    except RefusedError as refused:
        return refused.why.rstrip(":") if refused.code == "H_CONFIG" else refused.code
    assert write(game.document()) == write(position)
    return None


def verdict_of_the_core(position: Json) -> str | None:
    """The same of the core."""
    try:
        rf.Position.load("augustus", position)
    except rf.PositionError as refused:
        return refused.check
    return None


# -- changes by chance

STRANGE: list[Json] = [
    *(None, True, False, -1, 0, 1, 2, 3, 5, 6, 7, 14, 48, 88, 89, 2**32 - 1, 2**32, 10**30),
    *("", "1"),
    *("augustus", "joker", "shield", "dagger", "draft", "draw", "placement", "over", "setup"),
    *([], {}, [0], [1], [None], [2, 1], ["three_pink"], ["one_of_each"], {"shield": 1}, {"x": 1}),
]


def any_change(dice: random.Random, position: Json) -> Change:
    """One change, rather one that could be right."""
    seat, other = (f"seats.{dice.randrange(len(position['seats']))}" for _ in range(2))
    piles = ["deck", "market", "lost", f"{seat}.controlled", f"{seat}.hand"]
    token, place = dice.choice(list(CARDS.tokens)), dice.choice(paths(position))
    legions = f"{seat}.objectives.{dice.randrange(4)}.legions.{dice.choice(CATEGORIES)}"
    seats = [None, *range(len(position["seats"]))]
    return dice.choice(
        [
            lay(dice.randint(1, 88), dice.choice([*piles, f"{seat}.setup_discards"])),
            both(add(f"{seat}.stock", -1), add(dice.choice(["supply", f"{other}.stock"]), 1)),
            both(add(f"{seat}.stock", -1), add(legions, 1)),
            both(add(f"bag.{token}", -1), add(f"drawn.{token}", 1)),
            put("token", token),
            put("phase", dice.choice(["draft", "draw", "placement", "over", "resolution"])),
            put("turn", dice.randint(0, 30)),
            put("config.token_limit", dice.choice([None, dice.randint(1, 30)])),
            put("config.first_game", dice.random() < 0.5),
            put(dice.choice(["gold", "wheat"]), dice.choice(seats)),
            put(f"{seat}.number_tile", dice.choice([None, 2, 3, 4, 5, 6])),
            put(f"{seat}.declined", sorted(dice.sample(range(2, 7), dice.randint(0, 3)))),
            put(f"{seat}.colour_tiles", [dice.choice(list(CARDS.colour_tiles))]),
            put(place, dice.choice(STRANGE)),
            put(f"{place}.more", 1),
            drop(place),
        ]
    )


def both(first: Change, second: Change) -> Change:
    """Two changes in one."""

    def change(position: Json) -> None:
        first(position)
        second(position)

    return change
