"""Hostile names and texts for the second verifier's command, and output that goes nowhere."""

from __future__ import annotations

from typing import Any

import pytest

import verify_independent
from independent import files
from independent.codec import encode
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
