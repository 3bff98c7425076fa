"""Recorded matches of a game on the wire, and the numbers that their chance runs had."""

from __future__ import annotations

from typing import Any

from independent_data import recorded

from independent.chance import Stream
from independent.rules.match import Match

Json = Any


def wire_matches(game: str) -> list[list[Json]]:
    """The lines of each match: its charter, then its steps."""
    matches: list[list[Json]] = []
    for line in recorded(f"{game}-wire"):
        if "charter" in line:
            matches.append([])
        matches[-1].append(line)
    return matches


def after_chance(match: Match, numbers: list[list[int]]) -> Match:
    """After a chance run that asks for these numbers, each as [below, number], and for no more."""
    stream = _Recorded(numbers)
    match = match.chance(stream)
    assert next(stream.numbers, None) is None
    return match


class _Recorded(Stream):
    """Numbers of a record instead of those of a seed."""

    def __init__(self, numbers: list[list[int]]) -> None:
        super().__init__(iter(()))
        self.numbers = iter(numbers)

    def below(self, n: int) -> int:
        asked, number = next(self.numbers)
        assert asked == n
        return number
