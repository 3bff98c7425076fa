"""Hostile names and texts for the second verifier's command, and output that goes nowhere."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
from independent_data import DATA, ROOT

import verify_independent
from independent import files
from independent.codec import encode
from independent.errors import RefusedError
from referee import _core
from referee.errors import FileRefusedError
from testkits.people import ADA, BO, Person, propose

linux = pytest.mark.skipif(sys.platform != "linux", reason="needs its names and its full device")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    status = verify_independent.main(list(arguments))
    return status, capsys.readouterr().out


def program(*arguments: Any, **streams: Any) -> subprocess.CompletedProcess[str]:
    """The command as a process."""
    script = ROOT / "scripts" / "verify_independent.py"
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
    return subprocess.run(
        [sys.executable, script, *arguments], check=False, encoding="utf-8", **pipes
    )


def test_names_of_files_do_not_reach_the_terminal_as_they_are(
    capsys: pytest.CaptureFixture[str], tmp_path: Any
) -> None:
    empty = tmp_path / "a\x1b[31m\rb"
    empty.write_bytes(b"")
    status, out = run(capsys, str(empty))
    assert (status, out.endswith("a?[31m?b: refused, A_NONE\n")) == (3, True)
    assert verify_independent.main([str(tmp_path / "no\x1b[31m")]) == 1
    assert capsys.readouterr().err.endswith("no?[31m: No such file or directory\n")


@linux
def test_names_without_bytes_are_told(tmp_path: Any) -> None:
    ada = Person("\u017dofie", bytes([1]) * 32)
    invitation = tmp_path / os.fsdecode(b"\xff")
    raw = propose(players=[ada.entry(), BO.entry()])
    invitation.write_bytes(files.MAGIC + encode([1, [ada.sign(raw)]]))
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii"}
    told = program(invitation, env=ascii_only)
    assert (told.returncode, "seat 0: \\u017dofie\n" in told.stdout) == (0, True)
    invitation.write_bytes(b"")
    told = program(invitation)
    assert (told.returncode, told.stdout.endswith("\\udcff: refused, A_NONE\n")) == (3, True)


@linux
def test_a_report_that_cannot_be_written_is_no_defect() -> None:
    reads, writes = os.pipe()
    os.close(reads)
    with os.fdopen(writes, "w") as nobody_reads:
        told = program(DATA / "two.referee", stdout=nobody_reads)
    assert (told.returncode, told.stderr) == (1, "")
    with open("/dev/full", "w") as full:
        told = program(DATA / "two.referee", stdout=full)
    assert (told.returncode, told.stderr) == (1, "standard output: No space left on device\n")


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
