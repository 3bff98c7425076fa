"""How a rule asks: a generator yields the question and is sent the answer.

A decision is answered by `(seat, action)`, chance by its outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from ..game import Json
from .state import State

T = TypeVar("T")


@dataclass(frozen=True)
class Decision:
    """`step` as in section 3.1 of the interface; `entries` of those who decide."""

    step: Json
    entries: list[Json]


@dataclass(frozen=True)
class Chance:
    """`pool` is the multiset of what may be drawn, or the sides of the die."""

    request: Json
    pool: Mapping[str, int] | int
    step: Json


@dataclass(frozen=True)
class Handling:
    """What an encrypted match does with its cards.

    `shuffle` is answered by the places of the new pile, `show` by the card at each place.
    """

    what: str
    step: Json = field(default_factory=lambda: {"at": "chance"})


Flow = Generator[Decision | Chance | Handling, Any, T]


class EndedError(Exception):
    """The game is over before its time."""


class Option(NamedTuple):
    """Something a seat may choose: the further keys of its action, and what it does.

    `choices` has an entry for each way to choose it, `{}` if there are no further keys.
    """

    choices: Callable[[State, int], list[Json]]
    effect: Callable[[State, int, Json], Flow[None] | None]


def once(possible: bool) -> list[Json]:
    """The choices of an option without further keys."""
    return [{}] if possible else []


def carry_out(steps: Flow[None] | None) -> Flow[None]:
    """An effect, whether it asks or not."""
    if steps is not None:
        yield from steps


def entry(kind: str, rule: str, seat: int, legal: list[Json]) -> Json:
    """What one seat is asked."""
    return {"kind": kind, "legal": legal, "rule": rule, "seat": seat}


def ask(kind: str, rule: str, seat: int, legal: list[Json], **step: Any) -> Flow[Json]:
    """Ask one seat for one of its legal actions."""
    answer = yield Decision({"at": kind, **step}, [entry(kind, rule, seat, legal)])
    return answer[1]


def roll(sides: int, purpose: str, rule: str, seat: int) -> Flow[int]:
    """A die that the seat rolls."""
    request = {"for": purpose, "kind": "die", "rule": rule, "seat": seat, "sides": sides}
    outcome: int = yield Chance(request, sides, {"at": "chance"})
    return outcome


def draw(deck: str, pool: Mapping[str, int], rule: str, **request: Any) -> Flow[str]:
    """Rule 0.10: a random card of a multiset. It stays there."""
    request = {"deck": deck, "kind": "draw", "rule": rule, **request}
    outcome: str = yield Chance(request, pool, {"at": "chance"})
    return outcome
