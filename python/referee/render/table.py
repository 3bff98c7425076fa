"""What every board needs: who sits where, which cards there are, and text that does no harm."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import msgspec

from referee import wire
from referee.render.cells import WIDTH, columns, cut, padded

Json = Any


def harmless(text: str, limit: int = 64) -> str:
    """A name or comment of somebody else on one line of a terminal, cut to ``limit`` columns."""
    return cut(wire.harmless(text), limit)


class Table(msgspec.Struct, frozen=True, dict=True):
    """A match as a board shows it: the game, its card set, the seats' names, whose eyes.

    ``names`` are in seat order, shown harmless; ``viewer`` is the seat that looks, or None.
    """

    game: str
    names: Sequence[str] = ()
    viewer: int | None = None
    card_set: str = "reconstructed-1"

    def who(self, seat: int) -> str:
        """The name of a seat, or ``seat 2`` where nobody sits."""
        return harmless(self.names[seat], 20) if seat < len(self.names) else f"seat {seat}"

    def people(self, seats: Iterable[int]) -> str:
        """Names with commas and an *and*."""
        names = [self.who(seat) for seat in seats]
        return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)

    @cached_property
    def files(self) -> dict[str, Json]:
        """The documents of the card set by file name."""
        from referee import _core

        files = _core.set_files(self.game, self.card_set)
        return {name: msgspec.json.decode(text) for name, text in files.items()}

    @cached_property
    def by_id(self) -> dict[tuple[str, str], dict[str, Json]]:
        """What has an id in the lists at the top of each file, by list and id."""
        return {
            (name, item["id"]): item
            for content in self.files.values()
            for name, items in content.items()
            if isinstance(items, list)
            for item in items
            if isinstance(item, dict) and "id" in item
        }


def wrap(head: str, items: Iterable[str], width: int = WIDTH) -> str:
    """``head`` and the items after it, broken between items, later lines below the first."""
    lines, line = [], head
    for item in items:
        if columns(line) + columns(item) > width and line.strip():
            lines.append(line.rstrip())
            line = " " * columns(head)
        line += item + " "
    return "\n".join([*lines, line.rstrip()])


def rule(title: str = "", width: int = WIDTH) -> str:
    """A line across, with a title in it."""
    return padded(f"-- {title} ", width, "-") if title else "-" * width
