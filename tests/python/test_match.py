"""Whole matches between people who pass files: the object that people and programs hold."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tables import Table

import referee as rf
from referee.disk import find_files
from referee.errors import (
    IllegalActionError,
    MatchError,
)
from referee.keys import Keyring
from referee.match import Match

Json = Any
Keyrings = Callable[..., list[Keyring]]


def test_a_match_from_invitation_to_verdict(
    seat_them: Callable[..., Table], tmp_path: Path
) -> None:
    table = seat_them("anna", "ben")
    anna, ben = table.people
    assert [duty.kind for duty in anna.waiting_for] == ["join"]
    assert [duty.name for duty in anna.waiting_for] == ["Ben"]
    table.accept()
    assert anna.report().phase == "play"
    table.play(random.Random(5))
    table.pass_files()
    assert anna.log.file() == ben.log.file()
    result = anna.report().result
    assert result is not None
    anna.close()
    report = rf.verify(anna.folder / "match.referee")
    assert report.ok
    assert report.wrong == []
    assert report.result == result
    assert report.names == ["Anna", "Ben"]
    assert report.rolls > 3
    assert report.phase == "over"
    # Everybody signs under the result once, and then there is peace.
    size = len(anna.log)
    table.pass_files()
    assert len(anna.log) == size


def test_first_game_of_augustus_for_three(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben", "cleo", game="augustus", config={"first_game": True})
    table.accept()
    assert table.people[2].seat == 2
    table.play(random.Random(7))
    reports = [person.report() for person in table.people]
    assert all(report.ok and report.phase == "over" for report in reports)
    assert reports[0].result == reports[2].result


def test_a_dealer(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben", "dora", keepers=1)
    assert table.people[0].charter.keys[0].committee == [2]
    assert "Dora" in " ".join(table.people[0].charter.trust)
    table.accept()
    table.play(random.Random(3))
    assert table.people[2].seat is None
    assert all(person.report().ok for person in table.people)


@pytest.mark.parametrize("keepers", [0, 1])
def test_hidden_cards_are_their_owners(seat_them: Callable[..., Table], keepers: int) -> None:
    names = ("anna", "ben", "dora")[: 2 + keepers]
    table = seat_them(*names, game="kuhn", keepers=keepers)
    anna, ben = table.people[:2]
    assert len(anna.charter.keys) == 2
    table.accept()
    public = anna.view()
    assert anna.view(0) != public
    assert ben.view(1) != public
    assert anna.view(1) == ben.view(0) == public
    table.play(random.Random(11))
    report = rf.verify(ben.log)
    assert report.ok
    assert report.cards > 0
    assert report.phase == "over"
    assert not [text for text in report.remarks if "not audited" in text]


@pytest.mark.parametrize(
    ("people", "mode", "level", "committee"),
    [
        (("anna", "kai"), None, "S3", [1]),
        (("anna", "kai"), "registered", "S1", [0]),
        (("anna",), None, "S0", [0]),
    ],
)
def test_alone(
    seat_them: Callable[..., Table],
    people: tuple[str, ...],
    mode: str | None,
    level: str,
    committee: list[int],
) -> None:
    table = seat_them(*people, game="marcus", keepers=len(people) - 1, mode=mode)
    anna = table.people[0]
    assert anna.charter.level == level
    assert anna.charter.keys[0].committee == committee
    table.accept()
    dice = random.Random(4)
    for _ in range(12):
        anna.commit()
        table.pass_files()
        decision = anna.decision()
        if decision is not None:
            anna.act(dice.choice(decision.legal))
    report = anna.report()
    assert report.ok
    assert report.counts.rolls >= 1
    assert report.step > 8


def test_files_in_any_order_any_number_of_times(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben")
    table.accept()
    table.play(random.Random(2))
    files = sorted(table.shared.glob("*.referee"))
    for seed in range(5):
        shuffled = random.Random(seed).choices(files, k=len(files)) + files
        random.Random(seed).shuffle(shuffled)
        found = [file for path in shuffled for file in find_files(path)]
        assert Match.peek(found).file() == table.people[0].log.file()


# -- drafts


def test_a_draft_is_taken_back_until_it_is_sent(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben")
    table.accept()
    anna = next(person for person in table.people if person.decision() is not None)
    decision = anna.decision()
    assert decision is not None
    size = len(anna.log)
    anna.act(decision.legal[0])
    assert anna.draft[0] == decision.legal[0]
    assert len(anna.log) == size
    again = Match.open(anna.folder, keyring=table.keyrings[anna.member or 0])
    assert again.draft == anna.draft
    assert anna.undo() == decision.legal[0]
    assert anna.draft == []
    with pytest.raises(MatchError) as refused:
        anna.undo()
    assert refused.value.code == "match.no_draft"
    anna.act(decision.legal[0])
    anna.send()
    assert len(anna.log) > size
    assert anna.draft == []
    with pytest.raises(MatchError):
        anna.undo()


def test_an_illegal_action_is_refused_with_its_rule(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben")
    table.accept()
    asked = next(person for person in table.people if person.decision() is not None)
    other = next(person for person in table.people if person is not asked)
    with pytest.raises(IllegalActionError) as illegal:
        asked.act({"do": "cheat"})
    assert illegal.value.rule.startswith("pig")
    with pytest.raises(MatchError) as refused:
        other.act({"do": "roll"})
    assert refused.value.code == "match.not_asked"
    assert asked.draft == []
    assert other.draft == []


def test_a_file_that_moves_the_match_drops_the_draft(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben", config=None)
    table.accept()
    anna = next(person for person in table.people if person.decision() is not None)
    decision = anna.decision()
    assert decision is not None
    anna.act(decision.legal[0])
    folder = anna.folder.with_name("elsewhere")
    shutil.copytree(anna.folder, folder)
    keyring = table.keyrings[anna.member or 0]
    Match.open(folder, keyring=keyring).commit()
    sent = Match.open(folder, keyring=keyring).send(whole=True)
    received = anna.receive(sent.data)
    assert received.lost == [decision.legal[0]]
    assert anna.draft == []


def test_a_draft_that_was_signed_already_is_forgotten(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben", game="augustus", config={"first_game": True})
    table.accept()
    table.until_sealed()
    anna = table.people[0]
    decision = anna.decision()
    assert decision is not None
    assert decision.question == "seal"
    anna.act(decision.legal[0])
    draft = (anna.folder / "drafts.json").read_bytes()
    anna.commit()
    (anna.folder / "drafts.json").write_bytes(draft)  # as if killed just before it was removed
    size = len(anna.log)
    again = Match.open(anna.folder, keyring=table.keyrings[0])
    again.send()
    assert again.draft == []
    kinds = [event.kind for event in again.events()[size:]]
    assert kinds == ["POST"]


def test_a_sealed_answer_is_opened_after_a_restart(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben", game="augustus", config={"first_game": True})
    table.accept()
    table.until_sealed()
    step = table.people[0].report().step
    for person in table.people:
        decision = person.decision()
        assert decision is not None
        person.act(decision.legal[0])
        person.commit()
    table.people = [
        Match.open(person.folder, keyring=keyring)
        for person, keyring in zip(table.people, table.keyrings, strict=True)
    ]
    table.pass_files()
    report = table.people[0].report()
    assert report.step >= step + 2
    assert report.absent == []
    events = table.people[0].events()
    opened = [event for event in events if event.kind == "OPEN" and event.step == step + 1]
    assert {event.author for event in opened} == {0, 1}


def test_standing_orders_answer_without_asking(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben")
    for person in table.people:
        person.orders = lambda decision: decision["legal"][-1]
    table.accept()
    assert table.people[0].report().step > 4
    assert table.people[0].report().ok
