"""Positions that a match of Augustus may begin at: the checks of section 3, and the core's."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from augustus_data import CARDS
from augustus_import_rows import ROWS
from augustus_positions import (
    any_change,
    bases,
    example,
    rest_points,
    verdict,
    verdict_of_the_core,
)
from changes import Change, changed, changed_by_chance, put
from independent_data import recorded
from invitations import deep, invitation, refused_alike
from verdicts import same_verdict
from witnesses import NAMES, Bench, anything

import referee as rf
from independent.canonical import write
from independent.errors import RefusedError
from independent.rules.augustus.game import Augustus
from independent.rules.game import same
from referee.model import Action
from selfplay import sit_down

Json = Any
RULES = bytes.fromhex("c9eddd8cf0a0d5d8f30b306ea1d53ec7abe37802361637f9e48f144d693da55d")
"""Section 9.1: the hash of the rules with the set that ships."""
OF_THE_FORM = {
    *("shape", "config", "not_a_rest_point"),
    *("answers_pending", "resolution_pending", "objective_completed"),
}
"""P1 to P3, which the second verifier judges together."""


def agreed(position: Json) -> str | None:
    """By which check both programs refuse; None if both accept."""
    ours, core = verdict(position), verdict_of_the_core(position)
    assert (ours is None) == (core is None), (ours, core, position)
    assert core in OF_THE_FORM or ours == core, (ours, core, position)
    return core


@pytest.mark.parametrize("base", bases())
def test_every_check_of_the_interface(base: str) -> None:
    start = bases()[base]
    assert agreed(start) is None
    for place, (of, changes, error) in enumerate(ROWS):
        if of == base:
            assert agreed(changed(start, *changes)) == error, place


def test_every_recorded_rest_point_is_accepted() -> None:
    for position in rest_points():
        assert verdict(position) is None


def test_the_core_agrees_on_changed_positions() -> None:
    dice, accepted, checks = random.Random("imports"), 0, set()
    starts = [*bases().values(), *dice.sample(rest_points(), 20)]
    for _ in range(600):
        position = changed_by_chance(dice, dice.choice(starts), any_change)
        error = agreed(position)
        accepted += error is None
        checks.add(error)
    assert 60 < accepted < 400
    assert len(checks) > 15


@pytest.mark.parametrize("change", [put("placement", "sealed"), put("token_limit", 99)])
def test_position_and_match_have_the_same_configuration(change: Change) -> None:
    config = changed(example()["config"], change)
    with pytest.raises(RefusedError, match=r"^H_CONFIG config:"):
        Augustus.begin(CARDS, config, example())


def test_the_turn_stays_at_the_greatest_number() -> None:
    endless = put("config.token_limit", None)
    position = changed(bases()["draw"], put("turn", 2**32 - 1), endless)
    game = Augustus.begin(CARDS, position["config"], position)
    core = rf.Position.load("augustus", position).chance("shield")
    game.chance("shield")
    assert same(game.document(), core.document())
    assert game.document()["turn"] == 2**32 - 1


# -- files


def beginning_at(position: Json, **change: Json) -> bytes:
    """A file of an invitation to a match that begins at this position."""
    config = {**example()["config"], **change}
    return invitation("augustus", RULES, config, position)


NONSENSE: list[Json] = [
    *(0, False, "", [], {}, [None], {"game": "augustus"}, deep(200), {"a": deep(200)}, 10**60),
    changed(example(), put("config", deep(200))),
    changed(example(), put("config", {"seats": {}})),
    changed(example(), put("config.token_limit", 15)),
    changed(example(), put("phase", [])),
    changed(example(), put("turn", 10**60)),
    changed(example(), put("token", ["shield"])),
    changed(example(), put("bag", {"": 10**60})),
    changed(example(), put("drawn.shield", True)),
    changed(example(), put("market", [[33]])),
    changed(example(), put("seats", [{}, {}])),
    changed(example(), put("seats.0.objectives", [{"objective": []}])),
    changed(example(), put("seats.0.objectives.0.legions", deep(3))),
    changed(example(), put("seats.0.colour_tiles", {"three_pink": 1})),
    changed(example(), put("answers.0", deep(200))),
    changed(example(), put("resolution", {"queue": None})),
]


@pytest.mark.parametrize("number", range(len(NONSENSE)))
def test_a_match_that_begins_at_nonsense_is_refused(
    number: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    refused_alike(beginning_at(NONSENSE[number]), tmp_path, capsys)


def test_the_configuration_is_judged_where_there_is_a_position(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    refused_alike(beginning_at(example(), token_limit=0), tmp_path, capsys)


# -- matches


def seated(position: Json) -> Bench:
    """Everybody at a match that begins at this position."""
    names = [(name, anything) for name in NAMES[: position["config"]["seats"]]]
    table = sit_down("augustus", position["config"], names, position=position)
    match = Bench(table.seats, table.seats[0].log, table.clock)
    for seat in match.seats:
        seat.log = match.log
    match.begin()
    return match


SHORT = put("config.token_limit", 17)
STARTS = {
    "placement": changed(example(), SHORT),
    "sealed placement": changed(example(), SHORT, put("config.placement", "sealed")),
    "draft": changed(bases()["draft"], put("config.token_limit", 2)),
    "draft for open placement": changed(
        bases()["draft"], put("config.token_limit", 2), put("config.placement", "open")
    ),
    "much to resolve": changed(
        recorded("augustus-5")[0]["position"], put("config.token_limit", 16)
    ),
    "over": bases()["over"],
}


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
def test_a_match_from_a_position_is_judged_as_by_the_core(start: Json) -> None:
    match = seated(start)
    same_verdict(match.log)
    match.play(lambda: False)
    _, core = same_verdict(match.log)
    assert core["result"]["reason"] == "token_limit"


def test_an_illegal_action_is_found() -> None:
    match = seated(example())
    match.sign(1, Action(write([{"do": "place", "objective": 3, "category": "dagger"}]), []))
    _, core = same_verdict(match.log)
    assert [fault["code"] for fault in core["faults"]] == ["E_ILLEGAL"]
