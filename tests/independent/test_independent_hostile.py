"""Hostile names and texts for the second verifier's command, and output that goes nowhere."""

from __future__ import annotations

from typing import Any

import pytest

import verify_independent
from independent import files
from independent.codec import encode
from independent.errors import RefusedError
from referee import _core
from referee.errors import FileRefusedError
from testkits.people import ADA, propose


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    status = verify_independent.main(list(arguments))
    return status, capsys.readouterr().out


@pytest.mark.parametrize("name", ["a" * 300, "{folder}", "../../../tests", "/"])
def test_a_game_may_have_any_name(
    capsys: pytest.CaptureFixture[str], tmp_path: Any, name: str
) -> None:
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / "cards.json").write_text("{nothing")
    raw = propose(game=name.format(folder=tmp_path))
    path = tmp_path / "match.referee"
    path.write_bytes(files.MAGIC + encode([1, [ADA.sign(raw)]]))
    status, out = run(capsys, str(path))
    assert (status, "not checked: the rules of the game\n" in out) == (0, True)


def test_tags_that_do_not_end_are_sought_once() -> None:
    assert [_refusal_of_text(text) for text in ("<br" * 10**6, "<br" * 10**6 + ">")] == [
        "A_NONE",
        "A_NONE",
    ]


def test_letters_that_only_look_like_a_tag_break_no_line() -> None:
    text = files.armor(b"match").replace("\n#", "</l\u0131>>\n#")
    assert _refusal_of_text(text) == "A_CHAR"
    with pytest.raises(FileRefusedError) as refused:
        _core.dearmor(text)
    assert refused.value.code == "A_CHAR"


def _refusal_of_text(text: str) -> str:
    with pytest.raises(RefusedError) as refused:
        files.dearmor(text)
    return refused.value.code
