"""A sealed question that may be answered with nothing, and those that may not."""

from __future__ import annotations

import random
from typing import Any

import pytest

from referee.errors import IllegalActionError
from referee.model import Kind
from selfplay import Seat, Table, sit_down

Json = Any


class Asked(Exception):  # noqa: N818 — no error: the moment the test waits for
    """The question has come."""


def waiting_for(kind: str, game: str, config: Json, seed: str) -> tuple[Table, Seat, Json] | None:
    """A match between random players that stands at a decision of this kind; None if none came."""
    asked: list[Json] = []

    def choose(decision: Json, dice: random.Random) -> Json:
        if decision["kind"] == kind:
            asked.append(decision)
            raise Asked
        return dice.choice(decision["legal"])

    names = ("anna", "ben", "cleo")
    table = sit_down(game, config, [(name, choose) for name in names], seed=seed)
    for turn in range(400):
        seat = table.seats[turn % 3]
        try:
            table.turn(seat)
        except Asked:
            return table, seat, asked[0]
    return None


def test_nobody_is_made_to_commit_a_card() -> None:
    found = (waiting_for("commit", "purple", {}, f"commit {n}") for n in range(20))
    _, seat, decision = next(match for match in found if match)
    assert decision["question"] == "seal"
    assert decision["more"] is True
    kind, _ = seat.log.answer_body(seat.member, seat.root, decision["seat"], [])
    assert kind == Kind.SEAL


def test_a_placement_cannot_be_empty() -> None:
    config = {"first_game": True, "placement": "sealed"}
    found = waiting_for("placement", "augustus", config, "placement")
    assert found is not None
    _, seat, decision = found
    assert decision["question"] == "seal"
    assert decision["more"] is False
    with pytest.raises(IllegalActionError):
        seat.log.answer_body(seat.member, seat.root, decision["seat"], [])
