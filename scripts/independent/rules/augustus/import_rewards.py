"""Interface section 3, P7: reward tiles are where the objectives want them."""

from __future__ import annotations

from collections.abc import Sequence

from ..shapes import fits
from .cards import RESOURCES
from .rewards import deserves
from .table import Table


def check_rewards(table: Table) -> None:
    """P7."""
    seats, tiles = table.at["seats"], table.cards.colour_tiles
    colours = [tile for own in seats for tile in own["colour_tiles"]]
    numbers = [own["number_tile"] for own in seats if own["number_tile"] is not None]
    fits(_differ(colours), "colour_tile_twice")
    fits(_differ(numbers), "number_tile_twice")
    fits(not any(own["number_tile"] in own["declined"] for own in seats), "number_tile_declined")
    unclaimed = tiles.keys() - colours
    due = any(deserves(table, seat, tile) for tile in unclaimed for seat in table.seats)
    fits(not due, "colour_tile_unclaimed")
    for resource in RESOURCES:
        _check_resource_tile(table, resource)


def _differ(tiles: Sequence[object]) -> bool:
    return len(tiles) == len(set(tiles))


def _check_resource_tile(table: Table, resource: str) -> None:
    """Rules 6.14 to 6.16 and 7.6 to 7.11."""
    amounts = [table.amount(seat, resource) for seat in table.seats]
    holder = table.at[resource]
    if holder is None:
        fits(not any(amounts), "resource_tile_unclaimed")
    else:
        fits(0 < amounts[holder] == max(amounts), "resource_tile_holder")
