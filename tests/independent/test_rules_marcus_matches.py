"""Matches of marcus by the second verifier's rules: wire vectors, stored matches, cheats."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from independent_data import ROOT, received
from marcus_data import begun_at, card_set, config
from verdicts import refusal
from wire_vectors import after_chance, wire_matches
from witnesses import bench, later

import referee as rf
from independent.canonical import read, write
from independent.chance import Stream, h32, words
from independent.report import judge
from independent.rules.game import same
from independent.rules.marcus.campaign import Campaign
from independent.rules.match import Answer, Match
from independent.rules.open import OpenMatch
from referee.model import Action, Resign, Vote

Json = Any
MATCHES = ROOT / "turns" / "matches"
PLAYOUTS = ROOT / "turns" / "playouts" / "random.tsv"
NAMES = sorted(path.stem for path in MATCHES.glob("marcus-*.referee"))


def test_wire_vectors_step_by_step() -> None:
    count = refused = 0
    for charter, *steps in wire_matches("marcus"):
        whole = charter["charter"]
        start = whole["position"]
        game = begun_at(start) if start else Campaign.begin(whole["config"], None, card_set())
        match: Match = OpenMatch(game)
        for line in steps:
            kind, seats = match.question()[:2]
            assert ([kind, seats] if kind == "act" else [kind]) == line["need"]
            assert read(match.document()) == line["document"]
            for text, rule in line.get("refused", []):
                assert refusal(partial(match.check, 0, text.encode(), {})) == rule
                refused += 1
            if kind == "act":
                payload = line["answer"][0][1]
                match = match.act({0: None if payload is None else Answer(write(payload), {})})
            elif kind == "chance":
                match = after_chance(match, line["answer"])
        assert match.result() is not None
        count += 1
    assert (count, refused) == (23, 47)


def test_playouts_come_to_their_digests() -> None:
    """The order of choices is the core's own; the numbers are drawn by both from one seed."""
    games = [line.split("\t") for line in PLAYOUTS.read_text().splitlines()]
    for _, _, seed, inputs, digest in [game for game in games if game[0] == "marcus"]:
        game, core = Campaign.begin(config(), None, card_set()), rf.Position.new("marcus", config())
        stream, taken = Stream(words(bytes.fromhex(seed))), 0
        while "over" not in (asked := core.next()):
            taken += 1
            if "chance" in asked:
                outcome = game.sample(stream)
                game.chance(outcome)
                core = core.chance(outcome)
            else:
                legal = asked["decide"][0]["legal"]
                action = legal[stream.below(len(legal))]
                game.act(0, action)
                core = core.act(0, action)
        assert taken == int(inputs)
        assert h32("state", write(game.document())).hex() == digest


# -- whole matches -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_matches_come_out_as_the_core_says(name: str) -> None:
    data = (MATCHES / f"{name}.referee").read_bytes()
    core = rf.verify(data)
    assert core.ok
    report = judge(received(data))
    assert report.ruled
    assert report.fine
    assert same(report.result, core.result)
    assert report.result["reason"] == name.rpartition("-")[2]


@pytest.mark.parametrize(
    "payload",
    [
        [],
        [{"do": "end"}],
        [{"count": 7, "box": "quadi", "do": "place_legions"}],
        [{"count": 4, "box": "quadi", "do": "place_legions"}, {"do": "done"}],
    ],
)
def test_illegal_actions_are_found(payload: Json) -> None:
    table = bench("marcus", 1)
    table.begin()
    table.sign(0, Action(write(payload), []))
    report = judge(received(table.log.file()))
    assert report.ruled
    assert [code for _, code in report.faults] == ["E_ILLEGAL"]
    assert table.blamed() == [(0, "E_ILLEGAL")]


def test_an_illegal_action_after_the_first_draw_is_found() -> None:
    table = bench("marcus", 1)
    table.begin()
    table.decide(0)
    table.answer()
    assert judge(received(table.log.file())).fine
    table.sign(0, Action(write([{"do": "build", "zones": ["quadi"]}]), []))
    report = judge(received(table.log.file()))
    assert report.faults == [(len(report.log.events) - 1, "E_ILLEGAL")]
    assert table.blamed() == [(0, "E_ILLEGAL")]


def test_defaults_of_a_player_who_resigned_are_those_of_the_core() -> None:
    table = bench("marcus", 1, 1)
    table.begin()
    table.sign(0, Resign())
    while table.report()["need"] != "over":
        if table.report()["need"] == "act":
            table.sign(1, Vote(0), later(table))
        else:
            table.answer()
    report, core = judge(received(table.log.file())), table.report()
    assert report.ruled
    assert report.fine
    assert len(report.main.branch) > 20
    assert report.main.digests[report.main.step].hex() == core["digest"]
    assert same(report.result, core["result"])
