"""Whole encrypted matches of purple in the second verifier: vectors, core and cheats."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from independent_data import ROOT, received, recorded
from purple_data import SHIPPED
from verdicts import same_verdict
from wire_vectors import after_chance
from witnesses import Bench, bench, later

import referee as rf
from independent.canonical import write
from independent.report import judge
from independent.rules.game import same
from independent.rules.match import Answer, Answers, Asked, Cards, Match
from independent.rules.purple import begin
from referee.model import Action, Kind, Resign, Vote

Json = Any
MATCHES = sorted((ROOT / "turns" / "matches").glob("purple-[23]-*.referee"))


# -- the recorded matches ------------------------------------------------------------------------


def opened(cards: list[list[int]]) -> Cards:
    return {(deck, pos): card for deck, pos, card in cards}


def after(match: Match, kind: str, answer: Json) -> Match:
    if kind == "chance":
        return after_chance(match, answer)
    if kind == "seal":
        return match.seal(answer)
    if kind == "show":
        return match.show(opened(answer))
    if kind == "shuffle":
        return match.shuffled()
    answers: Answers = {
        seat: None if payload is None else Answer(write(payload), opened(cards))
        for seat, payload, cards in answer
    }
    for seat, given in answers.items():
        if given is not None:
            match.check(seat, given.payload, given.cards)
    return match.act(answers) if kind == "act" else match.open(answers)


def asked(kind: str, *what: Json) -> Asked:
    """A question as it is recorded."""
    match kind, what:
        case "show", [places]:
            return Asked("show", places=[(deck, pos) for deck, pos in places])
        case "shuffle", [decks]:
            return Asked("shuffle", decks=[(deck, positions) for deck, positions in decks])
        case _, [seats]:
            return Asked(kind, seats)
    return Asked(kind)


def test_the_recorded_matches_are_asked_alike() -> None:
    kinds: Counter[str] = Counter()
    for line in recorded("purple-wire"):
        if "charter" in line:
            match = begin(line["charter"]["config"], None, SHIPPED)
            assert match.decks() == ([21, 6] if line["players"] > 1 else [])
            continue
        kinds[line["need"][0]] += 1
        assert match.question() == asked(*line["need"])
        before = match.document()
        assert before == write(line["document"])
        if line["need"] != ["over"]:
            following = after(match, line["need"][0], line["answer"])
            assert match.document() == before
            match = following
    assert kinds == {
        **{"act": 190, "chance": 36, "seal": 4, "open": 4, "over": 4, "show": 1, "shuffle": 1}
    }


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_finished_matches(path: Path) -> None:
    report = judge(received(path.read_bytes()))
    assert (report.ruled, report.fine) == (True, True)
    assert same(report.result, rf.verify(path).result)


# -- beside the core -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def begun() -> Bench:
    """A match of two and a dealer, where a seat may play a card."""
    table = bench("purple", 2, 1, mode="dealer", windows="full")
    table.begin()
    while not plays_of(table):
        table.decide(table.asked()[0], patient)
        table.answer()
    return table


def plays_of(table: Bench) -> list[Json]:
    decision = table.decision(table.asked()[0])
    assert decision
    return [action for action in decision["legal"] if action["do"] == "play"]


def patient(decision: Json, dice: random.Random) -> Json:
    """Never plays a card."""
    return dice.choice([action for action in decision["legal"] if action["do"] != "play"])


def codes(table: Bench, member: int, body: Action) -> list[str]:
    """What both find of an answer."""
    table = table.copy()
    table.sign(member, body)
    return [fault["code"] for fault in same_verdict(table.log)[1]["faults"]]


def test_what_is_wrong_with_a_play_is_named_alike(begun: Bench) -> None:
    (member,) = begun.asked()
    action = plays_of(begun)[0]
    kind, body = begun.body_of(member, [action])
    assert kind == Kind.ACTION
    good = msgspec.msgpack.decode(body, type=Action)
    (reveal,) = good.reveals
    another = next(card for card in ("mob", "baiae") if card != action["card"])
    other_place = msgspec.structs.replace(reveal, pos=(reveal.pos + 1) % 3)
    assert codes(begun, member, good) == []
    assert codes(begun, 1 - member, good) == ["E_SEAT"]
    assert codes(begun, member, Action(good.payload, [])) == ["E_ILLEGAL"]
    assert codes(begun, member, Action(b'[{"do":"pass"}]', [reveal])) == ["E_ILLEGAL"]
    renamed = write([{"card": another, "do": "play"}])
    assert codes(begun, member, Action(renamed, [reveal])) == ["E_ILLEGAL"]
    assert codes(begun, member, Action(good.payload, [other_place])) == ["X_REVEAL"]
    assert codes(begun, member, Action(good.payload, [reveal, reveal])) == ["X_REVEAL"]


def test_defaults_and_what_follows_are_judged_alike() -> None:
    """Who decides is voted out every other time, also by those who may not; then ben gives up."""
    table = bench("purple", 3, 1, mode="dealer", windows="lean")
    table.begin()
    for turn in range(24):
        member = table.report()["waiting"][0]["member"]
        if turn % 2 and table.decision(member):
            table.decide(member)
        else:
            for voter in {0, 1, 2} - {member}:
                table.sign(voter, Vote(member), later(table))
        table.answer()
    table.sign(1, Resign())
    table.answer()
    report, _ = same_verdict(table.log)
    assert len(report.main.branch) > 5
