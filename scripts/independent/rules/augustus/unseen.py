"""The game on what everybody knows, where the deck is encrypted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Self

from ..game import Json
from .cards import NUMBERS
from .game import Augustus
from .questions import Shuffle

UNSEEN = 1000
"""An objective that not everybody has seen stands as this number and its position in the deck."""


class TurnedUp(NamedTuple):
    """An input besides those of the rules: the objective at a position is seen by everybody."""

    position: int
    number: int


def _unseen(positions: Iterable[int]) -> list[int]:
    return [UNSEEN + position for position in positions]


def positions(objectives: Iterable[int]) -> list[int]:
    """Where the unseen ones of some objectives are."""
    return [number - UNSEEN for number in objectives if number >= UNSEEN]


class UnseenAugustus(Augustus):
    """A game whose deck, hands and set-up discards have unseen objectives.

    The rules ask for the next objective of the deck, which is turned up before it is their outcome.
    """

    @classmethod
    def face_down(cls, game: Augustus) -> Self:
        """A new game before its set up, of which nobody sees an objective."""
        return cls(game.cards, {**game.rest, "deck": _unseen(range(len(NUMBERS)))})

    def turn_up(self, position: int, number: int) -> None:
        """Everybody sees the objective at a position."""
        self._take(None, TurnedUp(position, number))

    def rebuild(self, first: int) -> None:
        """Rule 4.12: the shuffled objectives stand from this position on."""
        assert isinstance(self.asked, Shuffle)
        self._take(None, _unseen(range(first, first + len(self.asked.objectives))))

    def _take(self, seat: int | None, value: Json) -> None:
        if not isinstance(value, TurnedUp):
            super()._take(seat, value)
            return
        self.inputs.append((seat, value))
        at = self.table.at
        for objectives in (at["deck"], *(own["hand"] for own in at["seats"])):
            if UNSEEN + value.position in objectives:
                objectives.remove(UNSEEN + value.position)
                objectives.append(value.number)
                objectives.sort()

    def _shuffle(self, asked: Shuffle) -> None:
        """Those who play shuffle it."""
