"""Ways to change a JSON document, each named by the path of what is changed."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

Json = Any
Change = Callable[[Json], None]


def changed(document: Json, *changes: Change) -> Json:
    """A copy with these changes."""
    after = copy.deepcopy(document)
    for change in changes:
        change(after)
    return after


def place_of(document: Json, path: str) -> tuple[Json, Any]:
    """What holds the value at a path, and its key or index there."""
    *way, last = path.split(".")
    for key in way:
        document = document[_key(document, key)]
    return document, _key(document, last)


def _key(document: Json, key: str) -> Any:
    return int(key) if isinstance(document, list) else key


def put(path: str, value: Json) -> Change:
    """Another value under a path."""

    def change(document: Json) -> None:
        there, key = place_of(document, path)
        there[key] = copy.deepcopy(value)

    return change


def drop(path: str) -> Change:
    """A key or an entry less."""

    def change(document: Json) -> None:
        there, key = place_of(document, path)
        del there[key]

    return change


def paths(value: Json, path: str = "") -> list[str]:
    """The path of everything in a document."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    found = []
    for key, inner in inside:
        found.append(f"{path}{key}")
        if isinstance(inner, (dict, list)):
            found += paths(inner, f"{path}{key}.")
    return found


def changed_by_chance(
    dice: random.Random, document: Json, any_change: Callable[[random.Random, Json], Change]
) -> Json:
    """A copy with one or two changes, some of which cannot be made in it."""
    after = copy.deepcopy(document)
    for _ in range(dice.choice([1, 1, 2])):
        with suppress(LookupError, AttributeError, StopIteration, TypeError, ValueError):
            any_change(dice, after)(after)
    return after
