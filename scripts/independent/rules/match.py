"""P18: a match without encrypted decks at a question, as the replay sees it."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, Self

from ..chance import Stream

Answers = dict[int, bytes | None]
"""The payload of each seat that was asked; None is the default."""


class Asked(NamedTuple):
    """`kind` is `act`, `seal`, `open`, `chance` or `over`; `seats` are those who decide."""

    kind: str
    seats: list[int]


class Match(Protocol):
    """Answers make the next match and leave this one as it is."""

    def question(self) -> Asked:
        """What is asked."""

    def document(self) -> bytes:
        """The public position, canonical JSON."""

    def check(self, seat: int, payload: bytes) -> None:
        """Refuse a payload that the rules do not take from this seat now, with the rule."""

    def act(self, answers: Answers) -> Self:
        """After the decisions of an `act`."""

    def seal(self, sealed: list[int]) -> Self:
        """After a `seal`: these seats sealed, the others took the default."""

    def open(self, answers: Answers) -> Self:
        """After an `open`."""

    def chance(self, stream: Stream) -> Self:
        """After a chance run."""

    def result(self) -> Any:
        """The result, or None."""
