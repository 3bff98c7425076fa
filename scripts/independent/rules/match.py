"""P18: a match at a question, as the replay sees it. Cards are places until somebody opens them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple, NoReturn, Self

from ..chance import Stream

Place = tuple[int, int]
Cards = dict[Place, int]
"""Opened cards: deck and position, and the index in the deck's card list."""


class Asked(NamedTuple):
    """`kind` is `act`, `seal`, `open`, `chance`, `show`, `shuffle` or `over`.

    `seats` decide, `places` are shown, of `decks` these positions are shuffled.
    """

    kind: str
    seats: Sequence[int] = ()
    places: Sequence[Place] = ()
    decks: Sequence[tuple[int, list[int]]] = ()


class Answer(NamedTuple):
    """A payload, which `check` took, and the cards that were revealed with it."""

    payload: bytes
    cards: Cards


Answers = dict[int, Answer | None]
"""What each seat answered; None is the default."""


class Past(NamedTuple):
    """One answer of a match, and the match before it."""

    step: int
    seat: int
    answer: Answer
    before: Match


class Match(ABC):
    """Base of all; a kind of match defines what it asks, and need not define what it never asks.

    Answers make the next match and leave this one as it is.
    """

    @abstractmethod
    def question(self) -> Asked:
        """What is asked."""

    @abstractmethod
    def document(self) -> bytes:
        """The public position, canonical JSON."""

    @abstractmethod
    def check(self, seat: int, payload: bytes, cards: Cards) -> None:
        """Refuse what the rules do not take from this seat now, with the rule."""

    @abstractmethod
    def act(self, answers: Answers) -> Self:
        """After the decisions of an `act`."""

    def seal(self, sealed: list[int]) -> Self:
        """After a `seal`: these seats sealed, the others took the default."""
        self._never_asked()

    def open(self, answers: Answers) -> Self:
        """After an `open`."""
        self._never_asked()

    def chance(self, stream: Stream) -> Self:
        """After a chance run."""
        self._never_asked()

    def show(self, cards: Cards) -> Self:
        """After a `show`."""
        self._never_asked()

    def shuffled(self) -> Self:
        """After a `shuffle`: the new positions stand at the end of their decks."""
        self._never_asked()

    def _never_asked(self) -> NoReturn:
        raise AssertionError(f"{type(self).__name__} asks no such question")

    def result(self) -> Any:
        """The result, or None."""
        return None

    def decks(self) -> list[int]:
        """How many cards each encrypted deck has at the start."""
        return []

    def rights(self) -> dict[Place, int]:
        """Which seat has the right to which card that is not open."""
        return {}

    def lies(self, history: Sequence[Past], cards: Cards) -> list[tuple[int, int]]:
        """(step, seat) of every answer that the cards, now known, do not bear out."""
        return []
