"""Positions that a match of marcus may begin at: the checks of interface 4, and the core's."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from changes import changed, changed_by_chance, put
from invitations import deep, invitation, refused_alike
from marcus_data import card_set, config, rest_points
from marcus_import_rows import ROWS
from marcus_positions import any_change, bases, example, verdict, verdict_of_the_core

import referee as rf
import verify_independent
from independent.canonical import write
from independent.errors import RefusedError
from independent.rules.marcus.campaign import Campaign
from referee import _core

Json = Any
RULES = bytes.fromhex("26617af112ece54dd501bf37e5266d6d6af76732599587c59436915f1d8df66c")
"""W2: the hash of the rules with the set that ships."""


@pytest.mark.parametrize("base", ["setup", "redeploy", "barbarian", "roman", "hand_limit", "late"])
def test_every_check_of_the_interface(base: str) -> None:
    start = bases()[base]
    assert verdict(start) is verdict_of_the_core(start) is None
    for place, (of, changes, begins) in enumerate(ROWS):
        if of != base:
            continue
        position = changed(start, *changes)
        why, core = verdict(position), verdict_of_the_core(position)
        assert (why is None) == (core is None) == (begins is None), (place, why, core)
        assert why is None or why.startswith(begins or ""), (place, why)


def test_every_recorded_rest_point_is_accepted() -> None:
    for position in rest_points():
        assert verdict(position) is None


def test_the_core_agrees_on_changed_positions() -> None:
    dice, accepted = random.Random("imports"), 0
    starts = [*bases().values(), *dice.sample(rest_points(), 20)]
    for _ in range(600):
        position = changed_by_chance(dice, dice.choice(starts), any_change)
        why, core = verdict(position), verdict_of_the_core(position)
        assert (why is None) == (core is None), (why, core, position)
        accepted += why is None
    assert 60 < accepted < 400


def test_position_and_configuration_have_the_same_options() -> None:
    for chosen in (config(truce_binds_rome=False), config(heir_order="backward")):
        with pytest.raises(RefusedError, match=r"^H_CONFIG options:"):
            Campaign.begin(chosen, example(), card_set())


def test_a_harsh_winter_may_leave_more_draws_in_a_set_of_ones_own() -> None:
    own = json.loads(json.dumps(card_set()))
    for document in own.values():
        document["set"] = "harsh"
    cards = {card["id"]: card for card in own["cards.json"]["cards"]}
    cards["r_harsh_winter"]["numbers"]["draws"] = 3
    own["map.json"]["draws"]["barbarian"] = 1
    _core.install_set("marcus", "harsh", {f: json.dumps(d).encode() for f, d in own.items()})
    position = changed(bases()["barbarian"], put("set", "harsh"), put("draws_left", 3))
    game = Campaign.begin(config("harsh"), position, own)
    assert write(game.document()) == write(rf.Position.load("marcus", position).document())


# -- files


def beginning_at(position: Json) -> bytes:
    """A file of an invitation to a match that begins at this position."""
    return invitation("marcus", RULES, config(), position)


NONSENSE: list[Json] = [
    *(0, False, "", [], {}, [None], {"game": "marcus"}, deep(200), {"a": deep(200)}, 10**60),
    changed(example(), put("pending", deep(200))),
    changed(example(), put("recovery.leaders", deep(3))),
    changed(example(), put("barbarian.top", {"b_quiet": []})),
    changed(example(), put("tribes.quadi", {"status": []})),
    changed(example(), put("off_map.east.conflict", ["b_costoboci"])),
    changed(example(), put("roman", None)),
    changed(example(), put("hand", {"": 10**60})),
    changed(example(), put("rest", 1)),
]


@pytest.mark.parametrize("number", range(len(NONSENSE)))
def test_a_match_that_begins_at_nonsense_is_refused(
    number: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    refused_alike(beginning_at(NONSENSE[number]), tmp_path, capsys)


def test_a_match_that_begins_at_the_example_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "match.referee"
    path.write_bytes(beginning_at(example()))
    assert verify_independent.main(["--json", str(path)]) == 0
    assert rf.verify(path.read_bytes()).ok
