"""A game without a board of its own: its documents, readably."""

from __future__ import annotations

import json
from typing import Any

from referee.render.table import Table

Json = Any


def board(view: Json, table: Table) -> str:
    """The view as indented JSON."""
    return json.dumps(view, indent=1, sort_keys=True)


def action(chosen: Json, view: Json, table: Table) -> str:
    """``do`` and the rest of the action."""
    if not isinstance(chosen, dict):
        return json.dumps(chosen)
    rest = ", ".join(f"{key} {value}" for key, value in sorted(chosen.items()) if key != "do")
    return f"{chosen.get('do', '')} {rest}".strip().replace("_", " ")


def outcome(request: Json, came: Json, table: Table) -> str:
    """What was asked for and what came."""
    return f"{str(request.get('kind', 'chance')).replace('_', ' ')}: {came}"


def change(told: Json, table: Table) -> str:
    """Nothing: the actions and outcomes tell the story."""
    return ""


def result(over: Json, table: Table) -> str:
    """Reason and winners."""
    winners = over.get("winners", [])
    reason = str(over.get("reason", "over")).replace("_", " ")
    return f"{reason}; {table.people(winners) or 'nobody'} won"
