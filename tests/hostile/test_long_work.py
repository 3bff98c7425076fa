"""Long work moves on a terminal, and only there; a defect of the core is told in one line."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.cli import app

PLAYOUTS = "playouts", "pig", "-o", "seats=2", "-o", "goal=10", "-n", "1500"
BEGIN = "import sys; from referee.cli import main, progress; progress.PATIENCE = 0.0; "


def on_a_terminal(*args: str) -> tuple[str, str]:
    """Standard output of a command, and what its standard error showed on a terminal."""
    leader, follower = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", BEGIN + "main()", *args],
        stdout=subprocess.PIPE,
        stderr=follower,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80"},
        text=True,
    )
    os.close(follower)
    shown = b""
    try:
        while piece := os.read(leader, 65536):
            shown += piece
    except OSError:  # the last holder of the other side is gone
        pass
    os.close(leader)
    out, _ = process.communicate()
    assert process.returncode == 0, shown
    return out, shown.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals")
def test_a_bar_on_a_terminal() -> None:
    out, shown = on_a_terminal(*PLAYOUTS)
    assert out.startswith("pig, random: 1500 games")
    assert "━" in shown
    assert shown.rstrip().endswith("\x1b[2K"), "the bar is gone afterwards"


@pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals")
def test_a_moving_line_while_a_file_is_checked(save: Callable[..., Path], match: bytes) -> None:
    out, shown = on_a_terminal("verify", str(save(match)))
    assert out.endswith("so far nothing speaks against it\n") or "VERIFIED" in out
    assert "checking" in shown


@pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals")
def test_a_moving_line_while_a_match_is_opened_and_receives(
    save: Callable[..., Path],
    match: bytes,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("REFEREE_HOME", str(tmp_path / "home"))
    file, folder = str(save(match)), str(tmp_path / "match")
    _, shown = on_a_terminal("accept", file, "--look", "-m", folder)
    assert "taking in the match" in shown
    out, shown = on_a_terminal("receive", file, "-m", folder)
    assert out.startswith("0 new events")
    assert "opening the match" in shown
    assert "receiving" in shown


def test_plain_lines_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    assert app.run([*PLAYOUTS]) == 0
    assert capsys.readouterr().err == "1000 of 1500\n1500 of 1500\n"


def test_a_defect_of_the_core_is_one_line(
    save: Callable[..., Path],
    match: bytes,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    panic = type("PanicException", (BaseException,), {})  # as pyo3 raises it

    def broken(file: str) -> None:
        raise panic("a secret")

    monkeypatch.setattr(importlib.import_module("referee.verify"), "verify", broken)
    assert app.run(["verify", str(save(match))]) == 1
    err = capsys.readouterr().err
    assert err.startswith("referee: internal: PanicException at test_long_work:")
    assert "secret" not in err
    assert err.count("\n") == 1
