"""Charters, spectators and files that are not taken."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tables import Table

from referee.errors import (
    FileRefusedError,
    MatchError,
)
from referee.keys import Keyring
from referee.match import Match

Json = Any
Keyrings = Callable[..., list[Keyring]]


def test_a_charter_that_names_somebody_else(keyrings: Keyrings, tmp_path: Path) -> None:
    anna, ben = keyrings("anna", "ben")
    false = ben.card()
    false = type(false)("Ben?", false.identity, false.box)
    host = Match.create(tmp_path / "a", "pig", players=[anna.card(), false], keyring=anna)
    guest = Match.take(tmp_path / "b", host.send().data, keyring=ben)
    with pytest.raises(MatchError) as refused:
        guest.accept()
    assert refused.value.code == "match.charter"
    assert len(guest.log.own(1)) == 0


def test_a_charter_with_anothers_box_key(keyrings: Keyrings, tmp_path: Path) -> None:
    anna, ben, eve = keyrings("anna", "ben", "eve")
    card = ben.card()
    false = type(card)(card.name, card.identity, eve.card().box)
    host = Match.create(tmp_path / "a", "pig", players=[anna.card(), false], keyring=anna)
    guest = Match.take(tmp_path / "b", host.send().data, keyring=ben)
    with pytest.raises(MatchError) as refused:
        guest.accept()
    assert refused.value.code == "match.charter"


@pytest.mark.parametrize(
    "options",
    [
        {"mode": "nonsense"},
        {"mode": "kept"},
        {"mode": "keepers"},
        {"config": {"seats": 3}},
    ],
)
def test_charters_that_do_not_fit(
    keyrings: Keyrings, tmp_path: Path, options: dict[str, Any]
) -> None:
    anna, ben = keyrings("anna", "ben")
    config = options.get("config")
    options = {key: value for key, value in options.items() if key != "config"}
    cards = [anna.card(), ben.card()]
    with pytest.raises(MatchError) as refused:
        Match.create(tmp_path / "a", "pig", config, players=cards, keyring=anna, **options)
    assert refused.value.code == "match.charter"
    assert not (tmp_path / "a").exists()


def test_the_host_must_take_part(keyrings: Keyrings, tmp_path: Path) -> None:
    anna, ben, cleo = keyrings("anna", "ben", "cleo")
    with pytest.raises(MatchError) as refused:
        Match.create(tmp_path / "a", "pig", players=[ben.card(), cleo.card()], keyring=anna)
    assert refused.value.code == "match.charter"


def test_accepting_twice(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben")
    table.people[1].accept()
    with pytest.raises(MatchError) as refused:
        table.people[1].accept()
    assert refused.value.code == "match.joined"


def test_a_spectator_looks_and_signs_nothing(
    seat_them: Callable[..., Table], keyrings: Keyrings, tmp_path: Path
) -> None:
    table = seat_them("anna", "ben")
    table.accept()
    table.play(random.Random(1))
    (eve,) = keyrings("eve")
    watching = Match.take(tmp_path / "eve", table.people[0].log.file(), keyring=eve)
    assert watching.member is None
    assert watching.report() == table.people[0].report()
    assert watching.view() == table.people[0].view()
    for attempt in (watching.accept, watching.resign, lambda: watching.note("hello")):
        with pytest.raises(MatchError) as refused:
            attempt()
        assert refused.value.code == "match.spectator"
    # A spectator passes on what he has.
    assert watching.send(whole=True).data == table.people[0].log.file()


def test_a_file_of_another_match_is_refused(
    keyrings: Keyrings, seat_them: Callable[..., Table], tmp_path: Path
) -> None:
    table = seat_them("anna", "ben")
    anna = table.people[0]
    other = Match.create(
        tmp_path / "other",
        "pig",
        players=[keyring.card() for keyring in table.keyrings],
        keyring=table.keyrings[0],
    )
    before = anna.log.file()
    with pytest.raises(FileRefusedError) as refused:
        anna.receive(other.send().data)
    assert refused.value.code == "E_MATCH"
    assert anna.log.file() == before
    both = table.people[1].receive(other.log.file(), anna.log.file())
    assert [item.code for item in both.refused] == ["E_MATCH"]


def test_a_partial_file_asks_for_a_whole_one(
    seat_them: Callable[..., Table], keyrings: Keyrings, tmp_path: Path
) -> None:
    table = seat_them("anna", "ben")
    table.accept()
    anna, ben = table.people
    early = Match.take(tmp_path / "late", ben.log.file(), keyring=keyrings("eve")[0])
    anna.note("one")
    anna.send()
    anna.note("two")
    sent = anna.send()
    assert sent.readers == [1]
    with pytest.raises(FileRefusedError) as refused:
        Match.take(tmp_path / "late2", sent.data, keyring=table.keyrings[1])
    assert refused.value.code in ("E_PARENTS", "E_MATCH")
    whole = anna.send(whole=True)
    assert whole.readers == []
    assert early.receive(whole.data).new > 0


def test_a_bare_archive_in_a_folder_is_its_members(
    seat_them: Callable[..., Table], tmp_path: Path
) -> None:
    table = seat_them("anna", "ben")
    table.accept()
    table.people[0].close()
    for folder in ("here", "elsewhere"):
        (tmp_path / folder).mkdir()
        shutil.copy(table.people[0].folder / "match.referee", tmp_path / folder)
    match = Match.open(tmp_path / "here", keyring=table.keyrings[0])
    assert match.member == 0
    assert not match.behind  # this home knows what was signed
    restored = Keyring(tmp_path / "new home")
    restored.restore(table.keyrings[0].backup(), "anna")
    assert Match.open(tmp_path / "elsewhere", keyring=restored).behind


def test_an_identity_that_is_not_named(
    seat_them: Callable[..., Table], keyrings: Keyrings, tmp_path: Path
) -> None:
    table = seat_them("anna", "ben")
    (eve,) = keyrings("eve")
    with pytest.raises(MatchError) as refused:
        Match.join(tmp_path / "eve", table.people[0].log.file(), identity="eve", keyring=eve)
    assert refused.value.code == "match.not_member"
