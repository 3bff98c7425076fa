"""The second verifier with rules: verdicts of the vectors, matches of the core, cheats."""

from __future__ import annotations

import base64
import random
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from independent_data import ROOT, received, vectors
from toy import Toy
from verdicts import refusal, same_verdict
from witnesses import Bench, later, pig, roll

import referee as rf
from independent.errors import RefusedError
from independent.report import Report, judge
from independent.rules import library
from independent.rules.game import same
from independent.rules.match import Match
from independent.rules.pig import ROLL, Pig
from referee.model import Action, Back, Body, Kind, Note, Resign, Takeover, Vote, encode_body

Json = Any
MATCHES = ROOT / "turns" / "matches"


# -- the protocol's vectors


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    def opening(config: Json, position: Json, _: Json) -> Match | None:
        match = Toy.begin(config)
        return match if position is None else None

    monkeypatch.setitem(library.GAMES, "toy", opening)


def ruled_cases() -> Iterator[tuple[str, Report, Json]]:
    for group in ("matches", "chaos", "scenarios"):
        for case in vectors(group):
            if case["op"] == "file.judge" and "out" in case:
                log = received(*map(base64.b64decode, case["in"]["files"]))
                if log.first:
                    yield case["id"], judge(log), case["out"]


def test_verdicts_are_the_reference_ones(toy: None) -> None:
    count = 0
    for name, report, want in ruled_cases():
        count += 1
        main = report.main
        assert report.ruled
        assert [list(fault) for fault in report.faults] == want["faults"], name
        assert report.superseded == want["superseded"], name
        assert [[e, report.log.events[e].step] for e in report.desync] == want["desync"], name
        assert [list(lie) for lie in report.lies] == want["lies"], name
        harmful = [fork for fork in map(list, report.forks) if fork not in want["forks"]]
        assert harmful == [], name
        assert [list(u) for u in sorted(report.unjudged.items())] == want["unjudged"], name
        assert (main.step, len(main.branch)) == (want["step"], want["epoch"]), name
        if main.step and not main.void:
            assert main.digests[main.step].hex() == want["digest"], name
            assert ([main.question.kind] if want["need"] else []) == want["need"][:1], name
    assert count == 339


def test_configurations_are_refused(toy: None) -> None:
    refused = not_known = 0
    for case in vectors("scenarios"):
        if case["op"] == "file.judge" and case.get("error") == "H_CONFIG":
            data = [base64.b64decode(file) for file in case["in"]["files"]]
            if b'"position":{' in data[0]:  # the toy cannot judge whether it fits
                assert received(*data).first is None
                not_known += 1
                continue
            with pytest.raises(RefusedError, match="H_CONFIG"):
                received(*data)
            refused += 1
    assert (refused, not_known) == (14, 4)


# -- the core


def test_pig_is_the_game_of_the_core() -> None:
    dice = random.Random(5)
    for seats in (2, 3, 6):
        config = {"game": "pig", "goal": 30, "seats": seats}
        ours, core = Pig.begin(config), rf.Position.new("pig", config)
        while "over" not in (asked := core.next()):
            assert same(ours.next(), asked)
            assert same(ours.document(), core.document())
            turn = core.document()["turn"]
            for seat, action in ((9, ROLL), (turn, {**ROLL, "x": 1}), (turn, 1), (turn, "roll")):
                by_rule = refusal(partial(ours.copy().act, seat, action))
                assert by_rule == refusal(partial(core.act, seat, action)) is not None
            if "chance" in asked:
                outcome = dice.randint(1, 6)
                ours.chance(outcome)
                core = core.chance(outcome)
                continue
            for outcome in (3, True, "3", 0, 7, None):
                by_rule = refusal(partial(ours.chance, outcome))
                assert by_rule == refusal(partial(core.chance, outcome)) is not None
            action = dice.choice(asked["decide"][0]["legal"])
            ours.act(turn, action)
            core = core.act(turn, action)
        assert same(ours.next(), asked)


def test_cheats_are_named_alike() -> None:
    table = pig(3, take_back=True)
    table.sign(0, (Kind.ACTION, encode_body(Action(b'[{"do":"hold"}]', []))))
    table.sign(1, (Kind.ACTION, encode_body(Action(b'[{"do":"roll"}]', []))))
    table.sign(2, Vote(1), later(table))
    table.sign(2, Vote(0))
    table.decide(0, roll)
    table.sign(0, Resign())
    table.answer()
    table.sign(0, Back(1))
    _, told = same_verdict(table.log)
    codes = [(fault["author"], fault["code"]) for fault in told["faults"]]
    assert codes == [(0, "E_ILLEGAL"), (1, "E_SEAT"), (2, "E_VOTE"), (2, "E_GRACE"), (0, "E_SEAT")]


def statement(table: Bench, dice: random.Random) -> Body:
    """Something that somebody may say at any moment, mostly at the wrong one."""
    step = table.report()["step"]
    return dice.choice(
        [
            Action(dice.choice([b'[{"do":"roll"}]', b'[{"do":"hold"}]', b"[]", b"{}"]), []),
            Vote(dice.randrange(4)),
            Back(max(1, step - dice.randrange(4))),
            Resign(),
            Takeover(dice.randrange(3)),
            Note("well"),
        ]
    )


@pytest.mark.parametrize("seed", range(12))
def test_whatever_people_say_the_verdicts_are_equal(seed: int) -> None:
    """Two benches that do not see each other, honest play and nonsense, and then one log."""
    dice = random.Random(seed)
    table = pig(3, take_back=True)
    for _ in range(3):
        other = table.copy()
        for side in (table, other):
            for _ in range(6):
                member = dice.randrange(3)
                wall = later(side) if dice.random() < 0.3 else None
                if dice.random() < 0.4:
                    side.sign(member, statement(side, dice), wall)
                elif side.decision(member):
                    side.decide(member)
                elif due := side.owed(member):
                    side.sign(member, due[0])
        table.unite(other)
        same_verdict(table.log)


def test_a_step_that_was_taken_back_is_come_back_to_with_its_past() -> None:
    table = pig(2, take_back=True)
    table.decide(0, roll)
    table.answer()
    table.decide(table.asked()[0], roll)
    table.answer()
    for to in (1, 4):
        for member in (0, 1):
            table.sign(member, Back(to))
        if to == 1:
            table.decide(0, roll)
            table.answer()
    report, core = same_verdict(table.log)
    assert core["branch"] == [[5, 0, 1], [8, 0, 4]]
    assert [past.step for past in report.main.history] == [1, 3]
