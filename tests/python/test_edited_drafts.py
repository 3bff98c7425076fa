"""Drafts that somebody has edited: refused where they would count, and always taken back."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from tables import Table

from referee.errors import MatchError
from referee.match import Match
from referee.meta import Draft, read_json

Json = Any
CHEAT: Json = {"do": "cheat"}
NONSENSE: list[Json] = [
    CHEAT,
    {},
    {"do": 5},
    {"do": "place_legions", "box": [], "count": 1.5},
    {"do": "place_legions", "box": "quadi", "count": 10**30},
    5,
    None,
    "roll",
    [[[]]],
    json.loads("[" * 300 + "]" * 300),
]


@pytest.fixture(params=["pig", "augustus", "marcus"])
def asked(request: pytest.FixtureRequest, seat_them: Callable[..., Table]) -> Match:
    """Somebody who is asked: for an action, for a sealed one, for several in one answer."""
    if request.param == "marcus":
        table = seat_them("ada", game="marcus")
        table.accept()
        return table.people[0]
    table = seat_them("anna", "ben", game=request.param)
    table.accept()
    return next(person for person in table.people if person.decision() is not None)


def edit(match: Match, actions: list[Json]) -> None:
    """Writes a draft for the position the match stands at, as an editor would."""
    verdict = match.report()
    draft = {"step": verdict.step, "digest": verdict.digest, "actions": actions}
    (match.folder / "drafts.json").write_text(json.dumps(draft))


@pytest.mark.parametrize("nonsense", NONSENSE, ids=range(len(NONSENSE)))
def test_what_is_not_legal_is_not_signed_and_taken_back(asked: Match, nonsense: Json) -> None:
    decision = asked.decision()
    size = len(asked.log)
    for actions in ([nonsense], [nonsense, nonsense], [nonsense] * 300):
        edit(asked, actions)
        for refuses in (asked.send, asked.commit, asked.decision):
            with pytest.raises(MatchError) as refused:
                refuses()
            assert (refused.value.code, len(asked.log)) == ("match.draft", size)
            assert "`referee undo`" in refused.value.hint
        assert asked.undo() == nonsense
        assert not (asked.folder / "drafts.json").exists()
        assert asked.decision() == decision


def test_the_legal_beginning_stays(asked: Match) -> None:
    decision = asked.decision()
    assert decision is not None
    asked.act(decision.legal[0])
    legal, after = asked.draft, asked.decision()
    edit(asked, [*legal, CHEAT, legal[0]])
    with pytest.raises(MatchError) as refused:
        asked.send()
    assert refused.value.code == "match.draft"
    assert asked.undo() == CHEAT
    assert (asked.draft, asked.decision()) == (legal, after)
    assert asked.undo() == legal[0]
    assert asked.decision() == decision


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"null",
        b"\xff{",
        b'{"step":"one"}',
        b'{"actions":5}',
        b'{"actions":' + b"[" * 50_000 + b"]" * 50_000 + b"}",
        b'{"actions":[' + b"0," * 600_000 + b"0]}",
        json.dumps({"step": 0, "digest": "00", "actions": [CHEAT]}).encode(),
    ],
    ids=["empty", "null", "text", "step", "number", "deep", "long", "other step"],
)
def test_what_is_no_draft_of_now_is_none_at_all(asked: Match, content: bytes) -> None:
    decision = asked.decision()
    assert decision is not None
    path = asked.folder / "drafts.json"
    path.write_bytes(content)
    assert (asked.draft, asked.decision()) == ([], decision)
    with pytest.raises(MatchError) as refused:
        asked.undo()
    assert refused.value.code == "match.no_draft"
    asked.act(decision.legal[0])
    kept = read_json(path, Draft)
    assert kept is not None
    assert kept.actions == asked.draft != []


def test_at_the_command_line(
    asked: Match, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from referee.cli.app import run

    monkeypatch.setenv("REFEREE_HOME", str(asked._keyring.folder))
    monkeypatch.chdir(asked.folder)
    for nonsense in NONSENSE:
        edit(asked, [nonsense])
        for verb in ("send", "moves", "play"):
            assert run([verb]) == 1
            told = capsys.readouterr()
            assert told.out == "" or verb == "play"
            assert told.err.splitlines()[-1].startswith("referee: match.draft: the draft does not")
        assert run(["undo"]) == 0
        assert capsys.readouterr().out == "taken back: something that was not legal\n"
