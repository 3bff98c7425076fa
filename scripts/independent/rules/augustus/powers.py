"""Chapter 10a: immediate powers for the owner, and whose power is an attack."""

from __future__ import annotations

from collections.abc import Collection

from ..game import Json
from .attacks import attack
from .cards import CATEGORIES
from .mobilising import PASS, mobilisations, mobilise
from .questions import Decision, Flow
from .table import Table


def carry_out(table: Table, seat: int, number: int) -> Flow:
    """Rule 4.3.2: what an objective does when it is completed."""
    power = table.cards.power(number)
    match power["type"]:
        case "mobilise":
            yield from _mobilise(table, seat, power["legions"], "10.2", [power["category"]])
        case "mobilise_any":
            yield from _mobilise(table, seat, power["legions"], "10.3", CATEGORIES)
        case "complete_objective":
            yield from _complete_one(table, seat)
        case "rearrange":
            yield from _rearrange(table, seat)
        case "gain_legions":
            _gain(table, seat, power["legions"])
        case "attack":
            yield from attack(table, seat, power["effect"])


def _mobilise(table: Table, seat: int, legions: int, rule: str, permitted: Collection[str]) -> Flow:
    """Rules 10.2 and 10.3."""

    def legal(seat: int) -> list[Json]:
        return mobilisations(table, seat, permitted)

    for left in range(legions, 0, -1):
        table.wait_for("mobilise", left)
        action = yield Decision("mobilise", rule, (seat,), legal, permitted=lambda seat: permitted)
        if action == PASS:
            break
        mobilise(table, seat, action)


def _complete_one(table: Table, seat: int) -> Flow:
    """Rule 10.4."""

    def legal(seat: int) -> list[Json]:
        entries = table.being_conquered(seat)
        return [PASS, *({"do": "complete", "objective": entry["objective"]} for entry in entries)]

    table.wait_for("complete")
    action = yield Decision("complete_objective", "10.4", (seat,), legal)
    if action != PASS:
        table.complete(seat, action["objective"])


def _rearrange(table: Table, seat: int) -> Flow:
    """Rules 10.6 to 10.6.4."""

    def legal(seat: int) -> list[Json]:
        return [PASS, {"do": "lift"}]

    entries = table.being_conquered(seat)
    legions = sum(sum(entry["legions"].values()) for entry in entries)
    if not legions:
        return
    table.wait_for("rearrange")
    action = yield Decision("rearrange", "10.6", (seat,), legal)
    if action == PASS:
        return
    for entry in entries:
        entry["legions"] = {}
    yield from _put_back(table, seat, legions)
    for entry in entries:
        table.complete_if_full(seat, entry["objective"])


def _put_back(table: Table, seat: int, legions: int) -> Flow:
    """Rule 10.6.1."""

    def legal(seat: int) -> list[Json]:
        return [
            {"do": "put", "objective": number, "category": category}
            for number, category in table.free_spaces(seat)
        ]

    for left in range(legions, 0, -1):
        table.wait_for("put", left)
        action = yield Decision("put_back", "10.6.1", (seat,), legal)
        table.add_legion(seat, action["objective"], action["category"])


def _gain(table: Table, seat: int, legions: int) -> None:
    """Rule 10.7."""
    gained = min(legions, table.at["supply"])
    table.at["supply"] -= gained
    table.seat(seat)["stock"] += gained
