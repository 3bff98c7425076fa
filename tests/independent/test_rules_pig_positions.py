"""Positions that a match of Pig may begin at: the second verifier's checks and the core's."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from changes import Change, changed, drop, paths, put
from independent_data import received
from invitations import deep, invitation, refused_alike

import referee as rf
from independent.errors import RefusedError
from independent.report import judge
from independent.rules.game import same
from independent.rules.pig import Pig
from referee import _core
from selfplay import play_out, sit_down

Json = Any
MOST = 2**31
CONFIG = {"game": "pig", "goal": 30, "seats": 2}
START = {
    "config": CONFIG,
    "game": "pig",
    "pot": 5,
    "rolling": False,
    "scores": [10, 29],
    "turn": 1,
}
ROWS: list[tuple[list[Change], str | None]] = [
    ([], None),
    ([put("more", 1)], "shape"),
    ([drop("pot")], "shape"),
    ([put("game", "purple")], "shape"),
    ([put("pot", True)], "shape"),
    ([put("pot", -1)], "shape"),
    ([put("pot", MOST)], None),
    ([put("pot", MOST + 1)], "shape"),
    ([put("scores", [1])], "shape"),
    ([put("scores.0", "1")], "shape"),
    ([put("scores", {})], "shape"),
    ([put("turn", 2)], "shape"),
    ([put("turn", None)], "shape"),
    ([put("rolling", 0)], "shape"),
    ([put("rolling", True)], "not_a_rest_point"),
    ([put("config.goal", 1001)], "config_goal"),
    ([put("config.more", 1)], "config_unknown_key"),
    ([drop("config.game")], None),
    ([put("scores.1", 30)], "game_over"),
    ([put("scores.1", 30), put("pot", 0)], None),
    ([put("scores.0", 30), put("pot", 0)], "game_over"),
    ([put("scores", [30, 30]), put("pot", 0)], "game_over"),
    ([put("scores", [0, MOST]), put("pot", 0)], None),
    ([put("scores", [0, MOST + 1]), put("pot", 0)], "shape"),
]


def agreed(position: Json) -> str | None:
    """By which check the core refuses a position, and the second verifier too; None if neither."""
    try:
        core = rf.Position.load("pig", position)
    except rf.PositionError as refused:
        with pytest.raises(RefusedError, match="H_CONFIG"):
            Pig.begin(CONFIG, position)
        return refused.check
    if core.config() == CONFIG:
        game = Pig.begin(CONFIG, position)
        assert same(game.document(), core.document())
        assert same(game.next(), core.next())
    return None


@pytest.mark.parametrize(("changes", "error"), ROWS)
def test_every_check(changes: list[Change], error: str | None) -> None:
    assert agreed(changed(START, *changes)) == error


def test_the_core_agrees_on_changed_positions() -> None:
    dice, accepted = random.Random("pig"), 0
    strange = [None, True, 0, 1, 2, 5, 29, 30, 31, 100, MOST, MOST + 1, -1, "pig", [], {}, [0, 0]]
    for _ in range(400):
        place = put(dice.choice(paths(START)), dice.choice(strange))
        accepted += agreed(changed(START, place, put("pot", dice.choice([0, 5])))) is None
    assert 40 < accepted < 300


def test_position_and_match_have_the_same_configuration() -> None:
    assert Pig.begin({**CONFIG, "goal": 100}, changed(START, drop("config.goal"))).config
    with pytest.raises(RefusedError, match=r"^H_CONFIG config:"):
        Pig.begin({**CONFIG, "goal": 31}, START)


@pytest.mark.parametrize("position", [[], {"config": deep(200)}, {**START, "scores": deep(200)}])
def test_a_match_that_begins_at_nonsense_is_refused(
    position: Json, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    refused_alike(
        invitation("pig", _core.rules_hash("pig", ""), CONFIG, position), tmp_path, capsys
    )


def test_a_match_from_a_position_is_judged_as_by_the_core() -> None:
    names = [(name, lambda decision, _: decision["legal"][-1]) for name in ("anna", "ben")]
    data = play_out(sit_down("pig", CONFIG, names, position=START))
    report, core = judge(received(data)), rf.verify(data)
    assert (report.ruled, report.fine, core.ok) == (True, True, True)
    assert report.result is not None
    assert same(report.result, core.result)
