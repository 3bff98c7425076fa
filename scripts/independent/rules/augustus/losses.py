"""Chapter 7: losing a controlled objective."""

from __future__ import annotations

from bisect import insort

from ..game import Json
from .cards import RESOURCES
from .questions import Decision, Flow
from .table import Table


def lose(table: Table, seat: int, number: int) -> None:
    """Rule 7.1."""
    table.seat(seat)["controlled"].remove(number)
    insort(table.at["lost"], number)


def check_tiles(table: Table, lost: dict[int, int]) -> Flow:
    """Rule 7.6. `lost` has the objective that each seat has lost."""
    check = [
        resource
        for resource in RESOURCES
        if (holder := table.at[resource]) in lost and table.cards.objectives[lost[holder]][resource]
    ]
    table.resolution["check"] = check
    while check:
        yield from _check_tile(table, check[0])
        check.pop(0)


def _check_tile(table: Table, resource: str) -> Flow:
    """Rules 7.7 to 7.11."""
    amounts = [table.amount(seat, resource) for seat in table.seats]
    most = max(amounts)
    leaders = [seat for seat in table.seats if amounts[seat] == most]

    def legal(seat: int) -> list[Json]:
        return [{"do": "give", "tile": resource, "to": leader} for leader in leaders]

    holder = table.at[resource]
    if not most:
        table.at[resource] = None
    elif holder in leaders:
        pass
    elif len(leaders) == 1:
        table.at[resource] = leaders[0]
    else:
        table.wait_for("give")
        action = yield Decision("give_tile", "7.10", (holder,), legal)
        table.at[resource] = action["to"]
