"""What is no move, what is not signed, and what nobody may see."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tables import Table

import referee as rf
from referee.errors import (
    IdentityError,
    MatchError,
    StoreError,
    UsageError,
)
from referee.keys import Keyring
from referee.match import Match, Sent
from referee.store import now

Json = Any
Keyrings = Callable[..., list[Keyring]]


# -- what is no move


def test_notes_reach_everybody(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben")
    table.accept()
    table.people[0].note("good luck 🎲")
    table.pass_files()
    texts = [event.text for event in table.people[1].events() if event.kind == "NOTE"]
    assert texts == ["good luck 🎲"]
    with pytest.raises(UsageError):
        table.people[0].note("x" * 4097)
    with pytest.raises(UsageError):
        table.people[0].note("\x1b[2J")


def test_what_would_be_a_fault_is_not_signed(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben", "cleo")
    table.accept()
    asked = next(person for person in table.people if person.decision() is not None)
    other = next(person for person in table.people if person is not asked)
    sizes = [len(person.log) for person in table.people]
    for attempt, code in (
        (lambda: other.vote(asked.seat or 0), "E_GRACE"),
        (lambda: other.vote(other.seat or 0), "E_ROLE"),
        (lambda: other.takeover(asked.seat or 0), "E_ROLE"),
        (lambda: other.takeover(other.seat or 0), "E_SEAT"),
        (lambda: other.back(1), "E_NOW"),
    ):
        with pytest.raises(MatchError) as refused:
            attempt()
        assert refused.value.code == "match.not_now"
        assert code in refused.value.why
    assert [len(person.log) for person in table.people] == sizes


def test_votes_after_the_grace_decide_the_default(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben", "cleo", grace=60)
    table.accept()
    asked = next(person for person in table.people if person.decision() is not None)
    others = [person for person in table.people if person is not asked]
    step = asked.report().step
    for person in others:
        person.clock = lambda: now() + 3600
        person.vote(asked.seat or 0)
    seat = asked.seat
    assert seat is not None
    table.pass_files()
    report = others[0].report()
    assert report.step > step
    assert report.absent == [seat]
    assert report.ok
    asked.takeover(seat)
    table.pass_files()
    assert others[0].report().absent == []


def test_a_reserve_takes_an_absent_seat(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben", "cleo", "rosa", reserves=1)
    anna, _, _, rosa = table.people
    with pytest.raises(MatchError) as refused:
        rosa.accept()
    assert refused.value.code == "match.reserve"
    table.accept()
    anna.resign()
    rosa.receive(anna.send(whole=True).data)
    rosa.takeover(0)
    assert rosa.seat == 0
    table.pass_files()
    table.play(random.Random(6))
    assert table.people[1].report().players == [3, 1, 2]
    assert table.people[1].report().ok


def test_going_back_by_consent(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben", take_back=True)
    table.accept()
    asked = next(person for person in table.people if person.decision() is not None)
    decision = asked.decision()
    assert decision is not None
    step = decision.step
    asked.act(decision.legal[0])
    table.pass_files()
    assert asked.report().step > step
    for person in table.people:
        person.back(step)
    table.pass_files()
    report = table.people[0].report()
    assert report.ok
    assert report.branch


def test_resigning(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben", "cleo")
    table.accept()
    anna = table.people[0]
    anna.resign()
    table.pass_files()
    assert table.people[1].report().absent == [0]
    with pytest.raises(MatchError) as refused:
        anna.resign()
    assert refused.value.code == "match.not_now"


def test_endorsing(keyrings: Keyrings, tmp_path: Path) -> None:
    table = Table(tmp_path, keyrings("anna", "ben", pq=True), "pig")
    table.accept()
    table.people[0].endorse()
    table.pass_files()
    report = rf.verify(table.people[1].log)
    assert report.endorsed == ["Anna"]
    assert report.ok


def test_endorsing_without_a_long_term_key(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben")
    table.accept()
    with pytest.raises(MatchError) as refused:
        table.people[0].endorse()
    assert refused.value.code == "match.no_pq"


def test_two_versions_hold_everybody_back_for_a_while(
    seat_them: Callable[..., Table], tmp_path: Path
) -> None:
    table = seat_them("anna", "ben", "cleo", grace=1000)
    table.accept()
    cheat = next(person for person in table.people if person.decision() is not None)
    honest = next(person for person in table.people if person is not cheat)
    number = cheat.member or 0
    shutil.copytree(cheat.folder, tmp_path / "double")
    shutil.copytree(table.keyrings[number].folder, tmp_path / "double home")
    double = Match.open(tmp_path / "double", keyring=Keyring(tmp_path / "double home"))
    double.clock = lambda: now() + 1
    files = []
    for person in (cheat, double):
        decision = person.decision()
        assert decision is not None
        person.act(decision.legal[0])
        files.append(person.send().data)
    home = table.keyrings[honest.member or 0].folder
    shutil.copytree(honest.folder, tmp_path / "trusting")
    shutil.copytree(home, tmp_path / "trusting home")
    received = honest.receive(*files)
    assert received.signed == 0
    assert honest.report().forks[0][0] == number
    other = next(seat for seat in range(3) if seat not in (cheat.seat, honest.seat))
    with pytest.raises(MatchError) as refused:
        honest.vote(other)
    assert refused.value.code == "match.doubt"
    honest.vote(cheat.seat or 0)  # he is out by votes, and no grace is needed for them
    assert {fault.author for fault in honest.report().faults} == {number}
    # Who has seen one version only answers it.
    trusting = Match.open(tmp_path / "trusting", keyring=Keyring(tmp_path / "trusting home"))
    assert trusting.receive(files[0]).signed >= 1
    report = rf.verify(honest.log)
    assert not report.ok
    assert report.forks[0].name == report.names[number]
    assert rf.verify(report.forks[0].proof).forks[0].name == report.names[number]


# -- disk, old copies and locked keys


def test_nothing_leaves_before_it_is_on_the_disk(
    seat_them: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = seat_them("anna", "ben")
    anna = table.people[0]
    synced: dict[int, int] = {}
    left: list[str] = []

    def fsync(handle: int) -> None:
        stat = os.fstat(handle)
        synced[stat.st_ino] = stat.st_size

    class Watching:
        target = "watching"

        def deliver(self, file: Sent) -> None:
            journal = (anna.folder / "match.journal").stat()
            assert synced[journal.st_ino] == journal.st_size
            (mark,) = table.keyrings[0].marks.glob("*.json")
            assert anna.log.own(0)[-1].id.encode() in mark.read_bytes()
            left.append(file.name)

        def collect(self) -> list[tuple[str, bytes]]:
            return []

    monkeypatch.setattr(os, "fsync", fsync)
    anna.note("hello")
    anna.send(Watching())
    assert len(left) == 1


def test_an_old_copy_of_a_match_signs_nothing(
    seat_them: Callable[..., Table], tmp_path: Path
) -> None:
    table = seat_them("anna", "ben")
    table.accept()
    anna, ben = table.people
    anna.close()
    shutil.copytree(anna.folder, tmp_path / "backup")
    anna.note("after the backup")
    anna.send(table.ways[0])
    old = Match.open(tmp_path / "backup", keyring=table.keyrings[0])
    assert old.behind
    for attempt in (lambda: old.note("again"), old.send, old.resign):
        with pytest.raises(StoreError) as refused:
            attempt()
        assert refused.value.code == "store.behind"
    table.pass_files()
    ben.note("hello")
    old.receive(ben.send(table.ways[1], whole=True).data)
    assert not old.behind
    old.note("again")
    old.send(table.ways[0])
    table.pass_files()
    assert ben.report().forks == []
    assert ben.report().ok


def test_a_locked_identity_is_asked_for_when_needed(keyrings: Keyrings, tmp_path: Path) -> None:
    table_keys = keyrings("anna", "ben", passphrase=b"canary phrase")
    asked: list[str] = []

    def unlock(name: str) -> bytes:
        asked.append(name)
        return b"canary phrase"

    anna, ben = table_keys
    cards = [keyring.card() for keyring in table_keys]
    host = Match.create(tmp_path / "a", "pig", players=cards, keyring=anna, unlock=unlock)
    invitation = host.send()
    assert asked == ["anna"]
    guest = Match.take(tmp_path / "b", invitation.data, keyring=ben)
    with pytest.raises(IdentityError) as refused:
        guest.accept()
    assert refused.value.code == "key.locked"
    guest = Match.open(tmp_path / "b", keyring=ben, unlock=unlock)
    guest.report()
    assert asked == ["anna"]
    guest.accept()
    assert asked == ["anna", "ben"]
    # Without a passphrase at hand receiving works and signs nothing.
    quiet = Match.open(tmp_path / "a", keyring=anna)
    received = quiet.receive(guest.send().data)
    assert received.new > 0
    assert received.signed == 0


def test_no_secret_reaches_a_file_or_a_message(
    keyrings: Keyrings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    roots = [bytes([0xCA, number]) * 16 for number in range(2)]
    given = iter(roots)
    with monkeypatch.context() as patched:
        patched.setattr("referee.keys.fresh", lambda: next(given))
        people = keyrings("anna", "ben", passphrase=b"canary phrase")
    monkeypatch.setattr(Keyring, "unlock", _unlocking(Keyring.unlock))
    table = Table(tmp_path / "table", people)
    table.accept()
    table.play(random.Random(8))
    for person in table.people:
        person.close()
    shown = [f"{person!r}{person.log!r}{person.charter}" for person in table.people]
    with pytest.raises(MatchError) as refused:
        table.people[0].act({})
    shown += [str(refused.value), repr(refused.value)]
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    contents = [path.read_bytes() for path in files] + ["".join(shown).encode()]
    assert len(files) > 10
    for secret in [*roots, *(root.hex().encode() for root in roots), b"canary phrase"]:
        assert not [content for content in contents if secret in content]


def _unlocking(unlock: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, name=None, ask=None: unlock(self, name, lambda _: b"canary phrase")
