"""Augustus in the second verifier on the wire: configurations, vectors, whole matches."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import crafting
import pytest
from augustus_data import CONFIG, FILE
from independent_data import ROOT, received
from wire_vectors import after_chance, wire_matches

import referee as rf
from independent.canonical import read, write
from independent.chance import Stream, words
from independent.errors import RefusedError
from independent.proofs import seal as commit
from independent.report import judge
from independent.rules.augustus import begin
from independent.rules.augustus.wire import AugustusMatch
from independent.rules.game import same
from independent.rules.match import Answer, Asked, Cards, Match
from referee.model import Action, Open, Seal

Json = Any
MATCHES = sorted((ROOT / "turns" / "matches").glob("augustus-*.referee"))


# -- configurations ------------------------------------------------------------------------------


def test_first_games_are_open_and_all_others_encrypted() -> None:
    match = begin(CONFIG, None, {"objectives.json": FILE})
    assert (match.decks(), match.question()) == ([], Asked("chance"))
    match = begin({**CONFIG, "first_game": False}, None, {"objectives.json": FILE})
    assert match.decks() == [88]
    assert match.question() == Asked("show", places=[(0, place) for place in range(5)])


WRONG: list[Json] = [
    *({key: value} for key in CONFIG for value in (0.5, "x", [], {}, -1)),
    {"seats": 1},
    {"seats": 7},
    {"seats": True},
    {"first_game": 1},
    {"placement": None},
    {"first_crier": 3},
    {"first_crier": None},
    {"token_limit": 0},
    {"token_limit": 2**32},
    {"more": 1},
]


@pytest.mark.parametrize("change", WRONG, ids=json.dumps)
def test_configurations_that_neither_program_accepts(change: Json) -> None:
    config = {**CONFIG, **change}
    with pytest.raises(RefusedError) as refused:
        begin(config, None, {"objectives.json": FILE})
    assert refused.value.code == "H_CONFIG"
    with pytest.raises(rf.ConfigError):
        rf.Position.new("augustus", config)


def test_only_a_complete_configuration_is_accepted() -> None:
    for config in (None, [], 5, *({k: v for k, v in CONFIG.items() if k != key} for key in CONFIG)):
        with pytest.raises(RefusedError, match="H_CONFIG"):
            begin(config, None, {"objectives.json": FILE})


# -- on the wire ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("place", "closed"), [(0, True), (1, True), (2, False)])
def test_wire_vectors_step_by_step(place: int, closed: bool) -> None:
    first, *lines = wire_matches("augustus")[place]
    match = begin(first["charter"]["config"], None, {"objectives.json": FILE})
    assert (match.decks() != []) == closed
    for line in lines:
        asked = match.question()
        places = [list(place) for place in asked.places]
        assert line["need"] == [asked.kind, *filter(None, [asked.seats, places])]
        assert match.document() == write(line["document"])
        match = answered(match, line["answer"])
    assert match.result()["reason"] == "token_limit"


def answered(match: Match, answer: Json) -> Match:
    """After the answer of a vector."""
    kind = match.question().kind
    if kind == "chance":
        match = after_chance(match, answer)
    elif kind == "seal":
        match = match.seal(answer)
    elif kind == "show":
        match = match.show(opened(answer))
    elif kind in ("act", "open"):
        answers = {
            seat: payload and Answer(write(payload), opened(cards))
            for seat, payload, cards in answer
        }
        for seat, given in answers.items():
            if given is not None:
                match.check(seat, given.payload, given.cards)
        match = match.act(answers) if kind == "act" else match.open(answers)
    return match


def opened(cards: list[list[int]]) -> Cards:
    return {(deck, position): card for deck, position, card in cards}


def test_the_worked_vector_of_an_open_match() -> None:
    """Interface section 9.10."""
    match = begin({**CONFIG, "seats": 2}, None, {"objectives.json": FILE})
    assert match.question() == Asked("chance")
    stream = Stream(words(bytes(range(32))))
    match = match.chance(stream)
    view = read(match.document())["view"]
    active = [[entry["objective"] for entry in own["objectives"]] for own in view["seats"]]
    assert view["market"] == sorted([58, 6, 29, 44, 79])
    assert active == [sorted([54, 28, 33]), sorted([49, 70, 57])]
    assert (view["token"], stream.used) == ("shield", 12)
    assert match.question() == Asked("seal", [0, 1])


def drawn(**change: Json) -> AugustusMatch:
    """An open match of three at its first placement."""
    match = begin({**CONFIG, **change}, None, {"objectives.json": FILE})
    assert isinstance(match, AugustusMatch)
    return match.chance(Stream(words(bytes(32))))


def test_who_does_not_seal_or_open_passes() -> None:
    match = drawn()
    legal = match.game.next()["decide"]
    place = Answer(write([legal[2]["legal"][1]]), {})
    opening = match.seal([0, 2])
    assert opening.question() == Asked("open", [0, 2])
    sealed, default = {"do": "sealed"}, {"do": "default"}
    assert read(opening.document())["view"]["answers"] == [sealed, default, sealed]
    after = opening.open({0: None, 2: place})
    assert [own["stock"] for own in after.game.document()["seats"]] == [7, 7, 6]
    assert after.question() == Asked("chance")
    assert match.seal([]).question() == Asked("chance")
    assert match.question() == Asked("seal", [0, 1, 2])


def test_open_placement_is_asked_at_once() -> None:
    assert drawn(placement="open").question() == Asked("act", [0, 1, 2])


@pytest.mark.parametrize("placement", ["open", "sealed"])
@pytest.mark.parametrize(
    "payload", [b"", b"[]", b"{}", b'[{"do":"pass"}]', b'[{"do":"pass"},{"do":"pass"}]']
)
def test_a_placement_is_one_action(placement: str, payload: bytes) -> None:
    match = drawn(placement=placement)
    if placement == "sealed":
        match = match.seal([0, 1, 2])
    if payload == b'[{"do":"pass"}]':
        match.check(1, payload, {})
    else:
        with pytest.raises(RefusedError, match="E_ILLEGAL"):
            match.check(1, payload, {})


# -- whole matches -------------------------------------------------------------------------------


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_finished_matches(path: Path) -> None:
    report = judge(received(path.read_bytes()))
    assert (report.ruled, report.fine) == (True, True)
    assert same(report.result, rf.verify(path).result)


ILLEGAL = [
    [],
    [{"do": "take", "objective": 1}],
    [{"do": "pass"}, {"do": "pass"}],
    [{"do": "place", "objective": 89, "category": "shield"}],
    [{"do": "place", "objective": 1, "category": "shield"}] * 2,
]


def sitting(placement: str) -> crafting.Table:
    """A match of two at its first placement."""
    made = crafting.Table(
        "anna", "ben", game="augustus", first_game=True, placement=placement, token_limit=2
    )
    made.accept()
    return made


def both(made: crafting.Table) -> tuple[list[str], list[str]]:
    """The faults that the core and the second verifier find."""
    report = judge(received(made.log.file()))
    assert report.ruled
    return [fault["code"] for fault in made.log.report()["faults"]], [c for _, c in report.faults]


@pytest.mark.parametrize("actions", ILLEGAL, ids=json.dumps)
def test_an_illegal_action_is_found(actions: Json) -> None:
    made = sitting("open")
    made.sign(0, Action(write([{"do": "pass"}]), []))
    assert both(made) == ([], [])
    made.sign(1, Action(write(actions), []))
    assert both(made) == (["E_ILLEGAL"], ["E_ILLEGAL"])


@pytest.mark.parametrize("actions", ILLEGAL, ids=json.dumps)
def test_an_illegal_sealed_action_is_found(actions: Json) -> None:
    made = sitting("sealed")
    step, match = made.log.report()["step"], made.log.report()["match"]
    payloads = [write([{"do": "pass"}]), write(actions)]
    for seat, payload in enumerate(payloads):
        commitment = commit(bytes.fromhex(match), seat, step, bytes(32), payload)
        made.sign(seat, Seal(commitment))
    for seat, payload in enumerate(payloads):
        assert both(made) == ([], [])
        made.sign(seat, Open(bytes(32), payload, []))
    assert both(made) == (["E_ILLEGAL"], ["E_ILLEGAL"])
