"""Advice: what a bot would choose for the decision that is asked, by what its seat may see."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import referee as rf
from referee.keys import Keyring
from selfplay import Seat, Table, sit_down

Json = Any
SEED = bytes(range(32))


def alone(path: Path, game: str, players: int = 1) -> rf.Match:
    keyring = Keyring(path / "home")
    names = ("ada", "ben")[:players]
    for name in names:
        keyring.create(name, name.capitalize())
    match = rf.Match.create(path / game, game, players=names, keyring=keyring)
    match.commit()
    return match


@pytest.mark.parametrize(("game", "last"), [("marcus", "consul"), ("purple", "prudent")])
def test_the_advice_is_one_of_the_actions_and_is_only_told(
    tmp_path: Path, game: str, last: str
) -> None:
    match, followed = alone(tmp_path, game), 0
    while followed < 12:
        decision = match.decision()
        if decision is None:
            match.commit()
            continue
        events, draft = len(match.log), match.draft
        advice = match.advise()
        assert advice.bot == last
        assert advice.number is not None
        assert advice.action == decision.legal[advice.number - 1]
        assert match.advise(last) == advice
        assert (len(match.log), match.draft, match.decision()) == (events, draft, decision)
        match.act(advice.action)
        followed += 1
    match.commit()
    assert rf.verify(match.log).ok


def test_where_nothing_is_asked_nothing_is_advised(tmp_path: Path) -> None:
    match = alone(tmp_path, "augustus", 2)
    with pytest.raises(rf.MatchError) as raised:
        match.advise()
    assert raised.value.code == "match.not_asked"
    with pytest.raises(rf.UsageError) as wrong:
        match.advise("\x1b[1m")
    assert (wrong.value.code, wrong.value.hint) == ("usage.bot", "one of steady")
    assert "\x1b" not in str(wrong.value)


def test_a_game_without_bots_says_so(tmp_path: Path) -> None:
    with pytest.raises(rf.MatchError) as raised:
        alone(tmp_path, "pig", 2).advise()
    assert raised.value.code == "match.no_bots"
    assert raised.value.why == "no bot plays pig"


class Asked(Exception):  # noqa: N818 — a decision came, which is no error
    """The match has come to a decision."""


def halt(decision: Json, dice: random.Random) -> Json:
    raise Asked


def first_asked(table: Table) -> Seat:
    """The seat with the first decision of a match."""
    for turn in range(100):
        seat = table.seats[turn % len(table.seats)]
        try:
            table.turn(seat)
        except Asked:
            return seat
    raise AssertionError("nobody is asked")


def test_hidden_cards_are_known_to_a_bot_as_far_as_to_its_seat() -> None:
    """The draft of Augustus: three of the own six, and no advice without the key to them."""
    seat = first_asked(sit_down("augustus", {}, [("anna", halt), ("ben", halt)]))
    decision = seat.log.decision(seat.member, seat.root)
    assert decision is not None
    assert decision["kind"] == "draft"
    place = seat.log.advise(seat.member, seat.root, [], "steady", SEED)
    assert place is not None
    kept = decision["legal"][place]
    assert seat.log.decision(seat.member, seat.root, [kept]) is None
    assert seat.log.advise(seat.member, seat.root, [kept], "steady", SEED) is None
    assert seat.log.advise(seat.member, None, [], "steady", SEED) is None
    with pytest.raises(rf.UsageError):
        seat.log.advise(seat.member, seat.root, [], "prudent", SEED)
    with pytest.raises(ValueError, match="32 bytes"):
        seat.log.advise(seat.member, seat.root, [], "steady", SEED[1:])
