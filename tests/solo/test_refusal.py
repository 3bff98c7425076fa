"""How a refusal is told: in one line to a program, in lines that fit to a person."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from homes import Home
from terminal import Terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals")


def at_terminal(home: Home, *args: str) -> tuple[int, str]:
    """The exit code of a command that asks nothing, and all it shows."""
    with Terminal(args, home.path, home.env) as terminal:
        assert terminal.read() is None
        return terminal.ended(), terminal.screen


def test_a_long_refusal_is_broken_between_words(tmp_path: Path) -> None:
    ada = Home(tmp_path, "ada")
    first = "referee: match.none: there is no match here; hint: `referee new` or `referee"
    assert at_terminal(ada, "undo") == (1, f"{first}\n  accept FILE`\n")
    assert ada.attempt("undo").stderr == f"{first} accept FILE`\n"


def test_a_path_stays_whole(tmp_path: Path) -> None:
    ada = Home(tmp_path, "ada")
    path = f"{'far-' * 30}away.referee"
    first = "referee: usage.no_file: there is no file"
    assert at_terminal(ada, "accept", path) == (2, f"{first}\n  {path}\n")
    assert ada.attempt("accept", path).stderr == f"{first} {path}\n"


def test_a_short_refusal_is_one_line(tmp_path: Path) -> None:
    ada = Home(tmp_path, "ada")
    told = "referee: usage.no_file: there is no file x.referee\n"
    assert at_terminal(ada, "accept", "x.referee") == (2, told)
