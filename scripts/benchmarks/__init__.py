"""The rows of scripts/bench.py, a module for each subject."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bench import Row

Run = Callable[[int], "list[Row]"]


def rows() -> Iterator[tuple[str, Run]]:
    """Every row by name, in the order of docs/performance.md."""
    from benchmarks import bots, rules, start, whole

    yield from rules.ROWS
    yield from whole.ROWS
    yield from start.ROWS
    yield from bots.ROWS
