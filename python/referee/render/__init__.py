"""Boards, actions and results in words: always from a view, never from a position.

A game's module offers ``board(view, table)``, ``action(action, view, table)`` and
``result(result, table)``, and where it helps ``option``, ``odds`` and ``explain``; all give plain
text of at most 80 columns that pastes into a mail. A game without a module is shown as its
documents are.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

from referee.render.table import Table, harmless

Json = Any

_OWN = ("augustus", "kuhn", "marcus", "pig", "purple")
"""Games with a module of their own."""

__all__ = [
    "Table",
    "action",
    "board",
    "change",
    "explain",
    "harmless",
    "odds",
    "option",
    "outcome",
    "result",
]


def _module(game: str) -> ModuleType:
    return import_module(f"referee.render.{game if game in _OWN else 'plain'}")


def board(view: Json, table: Table) -> str:
    """The table as the viewer sees it."""
    return str(_module(table.game).board(view, table))


def action(chosen: Json, view: Json, table: Table) -> str:
    """An action in a few words, without who did it."""
    return str(_module(table.game).action(chosen, view, table))


def option(chosen: Json, kind: str, view: Json, odds: Json, table: Table) -> tuple[str, str]:
    """An action as a decision of this kind lists it, and what follows from it, or ``""``.

    ``odds`` are the core's for the decision, or None.
    """
    words = getattr(_module(table.game), "option", None)
    if words is None:
        return action(chosen, view, table), ""
    told, follows = words(chosen, kind, view, odds, table)
    return str(told), str(follows)


def explain(kind: str, legal: list[Json], view: Json, table: Table) -> str:
    """What a decision of this kind is about, with the texts of the cards in it; or ``""``."""
    words = getattr(_module(table.game), "explain", None)
    return "" if words is None else str(words(kind, legal, view, table))


def odds(found: Json, view: Json, table: Table) -> str:
    """The core's chances of a position, a line each; or ``""``."""
    words = getattr(_module(table.game), "odds", None)
    return "" if words is None else str(words(found, view, table))


def outcome(request: Json, came: Json, table: Table) -> str:
    """What chance came to, or ``""`` where changes tell it."""
    return str(_module(table.game).outcome(request, came, table))


def change(told: Json, table: Table) -> str:
    """One thing the rules did, or ``""`` for what a story does not need."""
    return str(_module(table.game).change(told, table))


def result(over: Json, table: Table) -> str:
    """The result of a finished game."""
    return str(_module(table.game).result(over, table))
