"""What a game is made of, away from any match: JSON in, JSON out, in the forms of its interface."""

from __future__ import annotations

from typing import Any, NoReturn, Protocol, Self

from ..chance import Stream
from ..errors import RefusedError

Json = Any


class Game(Protocol):
    """One game in play. `act` and `chance` change it, a refusal does not."""

    @property
    def config(self) -> Json:
        """The configuration with all its keys."""

    def next(self) -> Json:
        """What is asked: `{"decide": [entry…]}`, `{"chance": request}` or `{"over": result}`."""

    def document(self) -> Json:
        """The position document. Not to be changed."""

    def act(self, seat: int, action: Json) -> None:
        """Take an action; `RefusedError` with the number of the rule that refuses it."""

    def chance(self, outcome: Json) -> None:
        """Take an outcome of the request that is due."""

    def sample(self, stream: Stream) -> Json:
        """The outcome of the request that is due, from a match's numbers (P6)."""

    def default(self, seat: int) -> Json:
        """The action that is taken for a seat that does not answer (P25)."""

    def copy(self) -> Self:
        """The same game, on its own from here on."""


def refuse(rule: str) -> NoReturn:
    """Refuse by a rule."""
    raise RefusedError("E_ILLEGAL", rule)


def same(a: Json, b: Json) -> bool:
    """Whether two JSON values are equal with their types: `true` is not 1."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    return type(a) is type(b) and bool(a == b)
