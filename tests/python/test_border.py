"""Whatever Python hands to the rules is answered by the rules, with an error of the family."""

from __future__ import annotations

from typing import Any

import pytest

import referee as rf

CONFIGS: dict[str, dict[str, Any]] = {
    "augustus": {"seats": 2},
    "marcus": {},
    "purple": {},
}


class Liar(int):
    """An integer that says something else."""

    def __str__(self) -> str:
        return "seven"

    __repr__ = __str__


def _deep() -> list[Any]:
    deep: list[Any] = []
    for _ in range(10_000):
        deep = [deep]
    return deep


def _itself() -> list[Any]:
    ring: list[Any] = []
    ring.append(ring)
    return ring


def _doubled() -> list[Any]:
    wide: list[Any] = []
    for _ in range(60):
        wide = [wide, wide]
    return wide


ODD: dict[str, Any] = {
    "none": None,
    "float": 1.5,
    "deep": _deep(),
    "itself": _itself(),
    "doubled": _doubled(),
    "surrogate": "\ud800",
    "tuple": (1, 2),
    "bytes": b"x",
    "object": object(),
    "true": True,
    "huge": 10**5000,
    "negative": -(10**30),
    "liar": Liar(10**30),
    "key": {1: 2},
    "surrogate key": {"\udc00": 1},
    "in an action": {"do": _deep()},
}


@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize("game", ["augustus", "marcus", "purple"])
def test_odd_values_meet_an_error_of_the_family(game: str, name: str) -> None:
    odd, start = ODD[name], rf.Position.new(game, CONFIGS[game])
    asked = [
        lambda: rf.Position.new(game, odd),
        lambda: rf.Position.load(game, odd),
        lambda: start.chance(odd),
        lambda: start.act(0, odd),
        lambda: start.act(odd, {"do": "pass"}),
        lambda: rf.replay(game, CONFIGS[game], odd),
        lambda: rf.replay(game, CONFIGS[game], [odd]),
        lambda: rf.replay(game, CONFIGS[game], [{"chance": odd}]),
    ]
    for ask in asked:
        with pytest.raises(rf.RefereeError):
            ask()


def test_false_is_no_seat() -> None:
    start = rf.Position.new("marcus", {})
    action = start.next()["decide"][0]["legal"][0]
    start.act(0, action)
    with pytest.raises(rf.IllegalActionError) as refused:
        start.act(False, action)
    assert refused.value.rule == "marcus:1.1"


@pytest.mark.parametrize("seat", [7, -1, 256, 10**30, True, 0.0, "0", []])
@pytest.mark.parametrize(
    ("game", "rule"), [("augustus", "1.18"), ("marcus", "1.1"), ("purple", "0.1")]
)
def test_nobody_looks_from_a_seat_that_is_not_there(game: str, rule: str, seat: Any) -> None:
    start = rf.Position.new(game, CONFIGS[game])
    for look in (start.view, start.odds):
        with pytest.raises(rf.IllegalActionError) as refused:
            look(seat)
        assert refused.value.rule == f"{game}:{rule}"


def test_an_unknown_bot_is_a_mistake_of_use() -> None:
    with pytest.raises(rf.UsageError):
        rf.playouts("augustus", CONFIGS["augustus"], 1, policy="nobody")
