"""The second verifier's Kuhn: the core in lockstep, stored matches, cheats, positions."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest
from changes import changed, paths, put
from independent_data import ROOT, received
from verdicts import refusal, same_verdict
from witnesses import Bench, bench, later

import referee as rf
from independent.errors import RefusedError
from independent.report import judge
from independent.rules import kuhn
from independent.rules.game import same
from independent.rules.kuhn import Kuhn
from referee.model import Action, Resign, Vote

Json = Any
CONFIG = {"deals": 4, "game": "kuhn", "seats": 2}
BETWEEN = {
    "balance": [3, -3],
    "config": CONFIG,
    "deal": 2,
    "game": "kuhn",
    "hands": [None, None],
    "phase": "dealing",
    "said": [],
}


def test_the_core_agrees_on_random_games() -> None:
    dice = random.Random(1)
    for _ in range(30):
        ours, core = Kuhn.begin(CONFIG), rf.Position.new("kuhn", CONFIG)
        while "over" not in (asked := core.next()):
            assert same(ours.next(), asked)
            assert same(ours.document(), core.document())
            for nonsense in ({"do": "raise"}, {"do": "check", "x": 1}, "check", None, [], 4):
                for seat in (0, 1, 2):
                    by_rule = refusal(partial(ours.copy().act, seat, nonsense))
                    assert by_rule == refusal(partial(core.act, seat, nonsense)) is not None
                by_rule = refusal(partial(ours.chance, nonsense))
                assert by_rule == refusal(partial(core.chance, nonsense)) is not None
            if "chance" in asked:
                card = dice.choice([c for c in (1, 2, 3) if c not in ours.document()["hands"]])
                ours.chance(card)
                core = core.chance(card)
            else:
                (entry,) = asked["decide"]
                action = dice.choice(entry["legal"])
                ours.act(entry["seat"], action)
                core = core.act(entry["seat"], action)
        assert same(ours.next(), asked)
        assert refusal(partial(ours.act, 0, {"do": "bet"})) == "4.3"


@pytest.mark.parametrize("mode", ["agent", "dealer", "dealerless"])
def test_finished_matches(mode: str) -> None:
    data = (ROOT / "turns" / "matches" / f"kuhn-2-{mode}-deals.referee").read_bytes()
    report = judge(received(data))
    assert (report.ruled, report.fine) == (True, True)
    assert same(report.result, rf.verify(data).result)


def said(table: Bench, member: int, word: str) -> None:
    """A member says a word, whatever is asked."""
    table.sign(member, Action(b'[{"do":"%s"}]' % word.encode(), []))


def test_cheats_are_named_alike() -> None:
    table = bench("kuhn", 2, 1, mode="dealer", deals=2)
    table.begin()
    said(table, 1, "check")
    said(table, 0, "call")
    table.sign(0, Action(b'[{"do":"check"},{"do":"check"}]', []))
    said(table, 0, "bet")
    said(table, 0, "bet")
    table.sign(2, Vote(0), later(table))
    said(table, 1, "fold")
    table.answer()
    table.sign(0, Resign())
    table.play(lambda: False, 0)
    table.sign(2, Vote(0))
    table.play(lambda: False)
    _, core = same_verdict(table.log)
    codes = [(fault["author"], fault["code"]) for fault in core["faults"]]
    assert codes[:5] == [
        (1, "E_SEAT"),
        (0, "E_ILLEGAL"),
        (0, "E_ILLEGAL"),
        (0, "E_SEAT"),
        (2, "E_VOTE"),
    ]
    assert core["phase"] == "over"


def taken(position: Json) -> bool:
    """Whether both take a position, and that they do alike."""
    try:
        core = rf.Position.load("kuhn", position)
    except rf.PositionError:
        with pytest.raises(RefusedError, match="H_CONFIG"):
            kuhn.begin(CONFIG, position)
        return False
    if not same(core.config(), CONFIG):
        return False
    match = kuhn.begin(CONFIG, position)
    assert match.question().kind == ("over" if "over" in core.next() else "chance")
    return True


def test_positions_are_taken_alike() -> None:
    assert taken(BETWEEN)
    assert taken(changed(BETWEEN, put("balance", [4, -4])))
    assert taken(changed(BETWEEN, put("deal", 4), put("phase", "over")))
    assert not taken(changed(BETWEEN, put("balance", [5, -5])))
    assert not taken(changed(BETWEEN, put("deal", 4)))
    assert not taken(changed(BETWEEN, put("hands", [1, None])))


def test_changed_positions_are_taken_alike() -> None:
    dice = random.Random(2)
    values = [None, True, 0, 1, 2, -3, 3, 4, 1001, "over", "kuhn", [], {}, [None], "dealing"]
    count = 0
    for _ in range(600):
        position = BETWEEN
        for _ in range(dice.randint(1, 2)):
            place = dice.choice(paths(position))
            position = changed(position, put(place, dice.choice(values)))
        count += taken(position)
    assert 10 < count < 300
