"""Interface sections 4 and 5: what the rules wait for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable
from dataclasses import dataclass

from ..game import Json
from .cards import CATEGORIES


@dataclass(frozen=True)
class Chance:
    """A draw of one of the deck's objectives, or of one of the bag's tokens.

    `seat` is who draws or gets what is drawn.
    """

    deck: str
    to: str
    seat: int | None
    rule: str

    def document(self) -> Json:
        """The request of section 5."""
        draw = {"kind": "draw", "deck": self.deck, "to": self.to}
        return {**draw, "seat": self.seat, "rule": self.rule}


@dataclass(frozen=True)
class Shuffle(Chance):
    """Rule 4.12: the deck is to be rebuilt of these objectives; the outcome is the new deck."""

    objectives: tuple[int, ...]


def _everything(seat: int) -> Collection[str]:
    return CATEGORIES


@dataclass(frozen=True)
class Decision:
    """A choice of each of `seats`.

    `again` is the rule against a second answer where all of them choose at the same time: then the
    answer that is sent to the rules is a dict from seat to action, otherwise it is one action.
    `permitted` are the categories to which a seat may bring a legion.
    """

    kind: str
    rule: str
    seats: tuple[int, ...]
    legal: Callable[[int], list[Json]]
    again: str = ""
    permitted: Callable[[int], Collection[str]] = _everything

    def document(self, waiting: Iterable[int]) -> list[Json]:
        """The entries of section 4 for the seats that have not answered yet."""
        return [
            {"seat": seat, "kind": self.kind, "rule": self.rule, "legal": self.legal(seat)}
            for seat in waiting
        ]


Flow = Generator[Chance | Decision, Json, None]
"""A part of the rules: asks, and is sent the answers."""
