"""Chapter 3: the rounds of the game."""

from __future__ import annotations

from ..game import Json
from ..piles import add, take
from .cards import CATEGORIES
from .completion import resolve_completed
from .mobilising import PASS, mobilisations, mobilise
from .questions import Chance, Decision, Flow
from .scoring import reason
from .set_up import draft, set_up
from .table import GREATEST, Table


def play(table: Table) -> Flow:
    """The whole game from its set up, or from a rest point of interface section 3."""
    match table.at["phase"]:
        case "setup":
            yield from set_up(table)
        case "draft":
            yield from draft(table)
        case "placement":
            yield from _after_the_draw(table)
    while not reason(table):
        yield from _round(table)
    table.at["phase"] = "over"


def _round(table: Table) -> Flow:
    """Rule 3.1."""
    yield from _draw_token(table)
    yield from _after_the_draw(table)


def _after_the_draw(table: Table) -> Flow:
    """Rules 3.5 to 3.21."""
    yield from _placement(table)
    _end_round(table)


def _draw_token(table: Table) -> Flow:
    """Rule 3.2."""
    at = table.at
    at["phase"] = "draw"
    token = yield Chance("tokens", "table", at["crier"], "3.2")
    take(at["bag"], token)
    add(at["drawn"], token)
    at["token"] = token
    at["turn"] = min(at["turn"] + 1, GREATEST)


def _placement(table: Table) -> Flow:
    """Rules 3.5 to 3.18, and what is completed."""

    def legal(seat: int) -> list[Json]:
        return mobilisations(table, seat, permitted(seat))

    def permitted(seat: int) -> set[str]:
        return _permitted(table, seat)

    table.at["phase"] = "placement"
    everybody = tuple(table.seats)
    answers = yield Decision("placement", "3.5", everybody, legal, "3.15", permitted)
    completed = {
        action["objective"]: seat
        for seat, action in answers.items()
        if action != PASS and mobilise(table, seat, action)
    }
    if completed:
        yield from resolve_completed(table, completed)


def _permitted(table: Table, seat: int) -> set[str]:
    """Rules 3.12, 10.14 and 10.15: the categories to which a seat may bring a legion."""
    token = table.at["token"]
    if token == "joker":
        return set(CATEGORIES)
    powers = [card["power"] for card in table.controls(seat)]
    pairs = [power["categories"] for power in powers if power["type"] == "equivalence"]
    return {token}.union(*(pair for pair in pairs if token in pair))


def _end_round(table: Table) -> None:
    """Rules 3.20 and 3.21."""
    at = table.at
    if at["token"] == "joker":
        at["bag"], at["drawn"] = dict(table.cards.tokens), {}
        at["crier"] = (at["crier"] + 1) % len(table.seats)
    at["token"] = None
