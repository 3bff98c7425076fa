"""Chapter 6: rewards, for the seat whose chain is being resolved."""

from __future__ import annotations

from bisect import insort

from ..game import Json
from .cards import RESOURCES
from .questions import Decision, Flow
from .table import Table


def reward(table: Table, seat: int, added: list[int]) -> Flow:
    """Rule 4.3.4: in its order. `added` are the objectives of the chain."""
    _colour_tiles(table, seat)
    for resource in RESOURCES:
        if any(table.cards.objectives[number][resource] for number in added):
            _resource_tile(table, seat, resource)
    yield from _number_tile(table, seat)


def _colour_tiles(table: Table, seat: int) -> None:
    """Rules 6.2 to 6.4."""
    held = {tile for own in table.at["seats"] for tile in own["colour_tiles"]}
    own = table.seat(seat)
    for tile in table.cards.colour_tiles:
        if tile not in held and deserves(table, seat, tile):
            own["colour_tiles"].append(tile)
    own["colour_tiles"].sort(key=list(table.cards.colour_tiles).index)


def deserves(table: Table, seat: int, tile: str) -> bool:
    """Rule 6.2: whether a seat controls what a colour tile needs."""
    colours = [card["colour"] for card in table.controls(seat)]
    needs = table.cards.colour_tiles[tile]["needs"]
    return all(colours.count(colour) >= count for colour, count in needs.items())


def _resource_tile(table: Table, seat: int, resource: str) -> None:
    """Rules 6.14 to 6.16."""
    holder = table.at[resource]
    if holder is None or table.amount(seat, resource) >= table.amount(holder, resource):
        table.at[resource] = seat


def _number_tile(table: Table, seat: int) -> Flow:
    """Rules 6.6 to 6.9."""
    own = table.seat(seat)
    tile = len(own["controlled"])

    def legal(seat: int) -> list[Json]:
        return [{"do": "claim", "tile": tile}, {"do": "decline"}]

    held = [other["number_tile"] for other in table.at["seats"]]
    in_centre = tile in table.cards.number_tiles and tile not in held
    if not in_centre or own["number_tile"] is not None or tile in own["declined"]:
        return
    table.wait_for("claim")
    action = yield Decision("claim", "6.6", (seat,), legal)
    if action["do"] == "claim":
        own["number_tile"] = tile
    else:
        insort(own["declined"], tile)
