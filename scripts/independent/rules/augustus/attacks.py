"""Chapter 10b: attacks. Every opponent who can must comply, all at the same time."""

from __future__ import annotations

from collections.abc import Callable, Generator
from itertools import combinations

from ..game import Json
from .cards import CATEGORIES
from .losses import check_tiles, lose
from .questions import Decision, Flow
from .table import Space, Table


def attack(table: Table, attacker: int, effect: str) -> Flow:
    """Rules 10.8 to 10.12."""
    match effect:
        case "remove_one_legion":
            yield from _remove_legions(table, attacker, "10.9", 1)
        case "remove_two_legions":
            yield from _remove_legions(table, attacker, "10.10", 2)
        case "remove_all_legions":
            yield from _clear(table, attacker)
        case "remove_controlled_objective":
            yield from _lose_objective(table, attacker)


def _answers(
    table: Table, seats: tuple[int, ...], kind: str, rule: str, legal: Callable[[int], list[Json]]
) -> Generator[Decision, Json, dict[int, Json]]:
    """Rules 10.8 to 10.8.4: what the opponents remove who can."""
    if not seats:
        return {}
    table.wait_for("attack")
    answers: dict[int, Json] = yield Decision(kind, rule, seats, legal, again="10.8.1")
    return answers


def _opponents_with_legions(table: Table, attacker: int) -> tuple[int, ...]:
    """Rules 10.8.3 and 10.8.5."""
    return tuple(seat for seat in table.seats if seat != attacker and table.occupied_spaces(seat))


def _remove_legions(table: Table, attacker: int, rule: str, most: int) -> Flow:
    """Rules 10.9 and 10.10."""

    def legal(seat: int) -> list[Json]:
        return [{"do": "remove", "legions": legions} for legions in _choices(table, seat, most)]

    seats = _opponents_with_legions(table, attacker)
    answers = yield from _answers(table, seats, "lose_legions", rule, legal)
    for seat, action in answers.items():
        for space in action["legions"]:
            table.take_legion(seat, space["objective"], space["category"])
            table.seat(seat)["stock"] += 1


def _choices(table: Table, seat: int, most: int) -> list[list[Json]]:
    """Rule 10.10.1: as many legions as possible, in order; legions of one space are alike."""
    legions = _removable(table, seat)
    choices = dict.fromkeys(combinations(legions, min(most, len(legions))))
    return [
        [{"objective": number, "category": category} for number, category in choice]
        for choice in choices
    ]


def _removable(table: Table, seat: int) -> list[Space]:
    """The space of each legion that can be removed."""
    return [
        (entry["objective"], category)
        for entry in table.being_conquered(seat)
        for category in CATEGORIES
        for _ in range(entry["legions"].get(category, 0))
    ]


def _clear(table: Table, attacker: int) -> Flow:
    """Rule 10.11."""

    def legal(seat: int) -> list[Json]:
        entries = table.being_conquered(seat)
        numbers = [entry["objective"] for entry in entries if entry["legions"]]
        return [{"do": "clear", "objective": number} for number in numbers]

    seats = _opponents_with_legions(table, attacker)
    answers = yield from _answers(table, seats, "clear", "10.11", legal)
    for seat, action in answers.items():
        table.return_legions(seat, action["objective"])


def _lose_objective(table: Table, attacker: int) -> Flow:
    """Rule 10.12."""

    def legal(seat: int) -> list[Json]:
        return [{"do": "lose", "objective": number} for number in table.seat(seat)["controlled"]]

    seats = tuple(s for s in table.seats if s != attacker and table.seat(s)["controlled"])
    answers = yield from _answers(table, seats, "lose_objective", "10.12", legal)
    lost = {seat: action["objective"] for seat, action in answers.items()}
    for seat, number in lost.items():
        lose(table, seat, number)
    yield from check_tiles(table, lost)
