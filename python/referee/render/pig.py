"""Pig in words."""

from __future__ import annotations

from typing import Any

from referee.render import plain
from referee.render.cells import padded
from referee.render.table import Table

Json = Any

action = plain.action
change = plain.change
result = plain.result


def board(view: Json, table: Table) -> str:
    """A line for each seat."""
    goal = view["config"]["goal"]
    lines = [f"Pig to {goal} points; {view['pot']} in the pot"]
    for seat, score in enumerate(view["scores"]):
        mark = ">" if seat == view["turn"] else " "
        lines.append(f"{mark} {padded(table.who(seat), 20)} {score:>4}")
    return "\n".join(lines)


def outcome(request: Json, came: Json, table: Table) -> str:
    """Who rolled what."""
    return f"{table.who(request['seat'])} rolls {came}"
