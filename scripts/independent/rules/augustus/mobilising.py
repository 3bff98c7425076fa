"""Rules 3.7 to 3.11: to place or to move one legion, for a token or for a power."""

from __future__ import annotations

from collections.abc import Collection

from ..game import Json
from .table import Table

PASS = {"do": "pass"}


def mobilisations(table: Table, seat: int, permitted: Collection[str]) -> list[Json]:
    """Every way to pass, to place and to move."""
    targets = [
        {"objective": number, "category": category}
        for number, category in table.free_spaces(seat, permitted)
    ]
    places = [{"do": "place", **target} for target in targets]
    moves = [
        {"do": "move", "from_objective": number, "from_category": category, **target}
        for number, category in table.occupied_spaces(seat)
        for target in targets
        if (number, category) != (target["objective"], target["category"])
    ]
    return [PASS, *(places if table.seat(seat)["stock"] else []), *moves]


def mobilise(table: Table, seat: int, action: Json) -> bool:
    """Place or move; whether that completes the objective to which the legion goes."""
    if action["do"] == "place":
        table.seat(seat)["stock"] -= 1
    else:
        table.take_legion(seat, action["from_objective"], action["from_category"])
    table.add_legion(seat, action["objective"], action["category"])
    return table.complete_if_full(seat, action["objective"])
