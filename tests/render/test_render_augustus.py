"""Boards and decisions of Augustus in 80 columns, whatever people are called."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from referee import _core
from referee.render import Table, action, board

Json = Any
NAMES = ("Anna", "Bartholomew the Elder of Ravenna", "Cleo", "Dora", "Emil", "Flavia Domitilla")


def positions(config: Json, seed: int, most: int) -> Iterator[_core.Position]:
    """A random game, position by position."""
    dice = random.Random(seed)
    position = _core.Position.new("augustus", config)
    for _ in range(most):
        yield position
        wanted = position.next()
        if "over" in wanted:
            return
        if "chance" in wanted:
            document = position.document()
            tokens = wanted["chance"]["deck"] == "tokens"
            stock = sorted(document["bag"]) if tokens else document["deck"]
            position = position.chance(dice.choice(stock))
        else:
            entry = dice.choice(wanted["decide"])
            position = position.act(entry["seat"], dice.choice(entry["legal"]))


@pytest.mark.parametrize("first_game", [False, True])
@pytest.mark.parametrize("seats", [2, 6])
def test_every_position_is_shown_in_80_columns(seats: int, first_game: bool) -> None:
    config = {"seats": seats, "first_game": first_game}
    for position in positions(config, seats, 300):
        for viewer in (None, 0, seats - 1):
            text = board(position.view(viewer), Table("augustus", NAMES[:seats], viewer))
            assert max(map(len, text.splitlines())) <= 80
        for entry in position.next().get("decide", []):
            table = Table("augustus", NAMES[:seats], entry["seat"])
            view = position.view(entry["seat"])
            texts = [action(a, view, table) for a in entry["legal"]]
            assert len(set(texts)) == len(texts)
