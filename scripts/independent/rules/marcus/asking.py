"""What the rules ask: decisions of seat 0 (interface 5) and chance (interface 6)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

from ..game import Json

DONE = {"do": "done"}


@dataclass(frozen=True)
class Question:
    """`what` is the entry of a decision without `legal`, or a chance request."""

    what: Json
    legal: Sequence[Json] | None
    """None where chance is asked."""


Flow = Generator[Question, Json, None]
"""A part of the rules that asks and changes the position."""


class GameOverError(Exception):
    """Rule 1.7: nothing further of the current step is carried out."""


def ask(kind: str, rule: str, legal: Sequence[Json], **subject: Json) -> Question:
    """A decision, with what it is about (rule 1.3.1)."""
    return Question({"kind": kind, "rule": rule, "seat": 0, **subject}, legal)


def die(purpose: str, rule: str, **subject: Json) -> Question:
    """Rule 1.6: one die."""
    return Question({"for": purpose, "kind": "die", "rule": rule, "sides": 6, **subject}, None)


def draw(deck: str, purpose: str, rule: str, **subject: Json) -> Question:
    """One card of a deck."""
    return Question({"deck": deck, "for": purpose, "kind": "draw", "rule": rule, **subject}, None)
