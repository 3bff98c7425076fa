"""Chapters 4 and 5: completed objectives, one after the other, each with its chain."""

from __future__ import annotations

from ..game import Json
from .powers import carry_out
from .questions import Decision, Flow, Shuffle
from .rewards import reward
from .set_up import fill_market
from .table import Table


def resolve_completed(table: Table, completed: dict[int, int]) -> Flow:
    """Rules 5.1 and 5.2. `completed` has the owner of each objective."""
    queue = [{"seat": completed[number], "objective": number} for number in sorted(completed)]
    table.at["phase"] = "resolution"
    table.at["resolution"] = {"queue": queue, "check": []}
    while queue:
        first = queue.pop(0)
        yield from _resolve(table, first["seat"], first["objective"])
    table.at["resolution"] = None


def _resolve(table: Table, seat: int, number: int) -> Flow:
    """Rules 4.3 and 5.9: steps 1 and 2 for each objective of the chain, the others once."""
    yield from _chain(table, seat, number)
    _take_control(table, seat)
    yield from reward(table, seat, table.resolution["done"])
    yield from _new_objectives(table, seat)
    yield from _refill(table)


def _chain(table: Table, seat: int, first: int) -> Flow:
    """Rules 4.3.1, 4.3.2 and 5.5 to 5.8."""
    chain = [first]
    done: list[int] = []
    while chain:
        number = chain.pop(0)
        table.resolution.update(seat=seat, chain=chain, power=number, done=sorted(done))
        table.return_legions(seat, number)
        yield from carry_out(table, seat, number)
        done.append(number)
        chain = [*_completed_since(table, seat, {*chain, *done}), *chain]
    table.resolution.update(chain=[], power=None, done=sorted(done))


def _completed_since(table: Table, seat: int, known: set[int]) -> list[int]:
    """Rule 5.7: what a power has completed, ascending."""
    entries = table.seat(seat)["objectives"]
    return [
        entry["objective"]
        for entry in entries
        if entry["completed"] and entry["objective"] not in known
    ]


def _take_control(table: Table, seat: int) -> None:
    """Rule 4.3.3 for the whole chain."""
    own = table.seat(seat)
    own["objectives"] = table.being_conquered(seat)
    own["controlled"] = sorted([*own["controlled"], *table.resolution["done"]])


def _new_objectives(table: Table, seat: int) -> Flow:
    """Rules 4.5 to 4.10 and 10.5."""

    def legal(seat: int) -> list[Json]:
        return [{"do": "take", "objective": number} for number in market]

    market, done = table.at["market"], table.resolution["done"]
    powers = [table.cards.power(number)["type"] for number in done]
    due = len(done) + powers.count("take_two")
    for left in range(due, 0, -1):
        if not market:
            break
        table.wait_for("choose", left)
        action = yield Decision("choose", "4.5", (seat,), legal)
        market.remove(action["objective"])
        table.lay_out(seat, action["objective"])


def _refill(table: Table) -> Flow:
    """Rules 4.11 to 4.13."""
    at = table.at
    table.wait_for("refill")
    yield from fill_market(table, "4.11")
    if len(at["market"]) < table.cards.market_size:
        yield from _rebuild_deck(table)
        yield from fill_market(table, "4.11")


def _rebuild_deck(table: Table) -> Flow:
    """Rule 4.12."""
    at = table.at
    discards = [number for own in at["seats"] for number in own["setup_discards"]]
    objectives = (*discards, *at["lost"])
    if objectives:
        deck = yield Shuffle("objectives", "deck", None, "4.12", objectives)
        at["deck"], at["lost"] = list(deck), []
        for own in at["seats"]:
            own["setup_discards"] = []
