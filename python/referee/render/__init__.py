"""Boards, actions and results in words: always from a view, never from a position.

A game's module offers ``board(view, table)``, ``action(action, view, table)`` and
``result(result, table)``; all give plain text of at most 80 columns that pastes into a mail. A game
without a module is shown as its documents are.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

from referee.render.table import Table, harmless

Json = Any

_MODULES = {"augustus": "augustus", "kuhn": "kuhn", "pig": "pig", "purple": "purple"}

__all__ = ["Table", "action", "board", "change", "harmless", "outcome", "result"]


def _module(game: str) -> ModuleType:
    return import_module(f"referee.render.{_MODULES.get(game, 'plain')}")


def board(view: Json, table: Table) -> str:
    """The table as the viewer sees it."""
    return str(_module(table.game).board(view, table))


def action(chosen: Json, view: Json, table: Table) -> str:
    """An action in a few words, without who did it."""
    return str(_module(table.game).action(chosen, view, table))


def outcome(request: Json, came: Json, table: Table) -> str:
    """What chance came to, or ``""`` where changes tell it."""
    return str(_module(table.game).outcome(request, came, table))


def change(told: Json, table: Table) -> str:
    """One thing the rules did, or ``""`` for what a story does not need."""
    return str(_module(table.game).change(told, table))


def result(over: Json, table: Table) -> str:
    """The result of a finished game."""
    return str(_module(table.game).result(over, table))
