"""Names, notes and file names of others reach a terminal without anything that steers it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from crafting import Table, envelopes_of, file_of

from referee.cli.app import run
from referee.model import Envelope, Note

Save = Callable[..., Path]
READING = ("verify", "info", "journal", "replay")
STEERS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f]")
HIDDEN = "Ev\u200be\u00ad\u2060"


@pytest.fixture(scope="module")
def sly() -> bytes:
    """A match with everything in names and notes that the protocol allows."""
    table = Table(HIDDEN, "[red]Ben[/red]", "<b>Cleo\u200f</b>", goal=20)
    table.accept()
    table.sign(1, Note("two\nlines\u200f [bold]and[/bold] \u00ad{more} %s \\u001b[31m"))
    table.play(1, most=4)
    table.offend(0)
    table.fork(2)
    return bytes(table.log.file())


@pytest.mark.parametrize("verb", READING)
def test_what_others_wrote_is_shown_harmless(
    verb: str, sly: bytes, save: Save, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run([verb, str(save(sly))])
    captured = capsys.readouterr()
    assert code in (0, 3)
    assert STEERS.findall(captured.out + captured.err) == []
    assert "[red]Ben[/red]" in captured.out


@pytest.mark.parametrize("verb", READING)
def test_json_is_ascii(
    verb: str, sly: bytes, save: Save, capsys: pytest.CaptureFixture[str]
) -> None:
    run([verb, str(save(sly)), "--json"])
    assert capsys.readouterr().out.isascii()


@pytest.mark.parametrize("character", ["\x1b", "\x07", "\r", "\u202e", "\u2066", "\ufeff"])
def test_what_steers_a_terminal_is_no_text_at_all(
    character: str, sly: bytes, save: Save, capsys: pytest.CaptureFixture[str]
) -> None:
    first, *rest = envelopes_of(sly)
    hidden, steering = "\u200b".encode(), character.encode().ljust(3, b"m")
    bad = Envelope(first.raw.replace(hidden, steering, 1), first.sig)
    assert run(["verify", str(save(file_of([bad, *rest])))]) == 1
    captured = capsys.readouterr()
    assert "C_TEXT" in captured.err
    assert STEERS.findall(captured.out + captured.err) == []


@pytest.mark.parametrize("verb", READING)
def test_names_of_files_are_shown_harmless(
    verb: str, save: Save, capsys: pytest.CaptureFixture[str]
) -> None:
    path = save(b"no match", "\x1b[31mevil\u202e.referee")
    assert run([verb, str(path)]) == 1
    assert run([verb, str(path) + "\x1b]0;title\x07"]) == 2
    captured = capsys.readouterr()
    assert STEERS.findall(captured.out + captured.err) == []
