"""Runs the examples of a page of the documentation, in order, in one temporary directory.

A fenced block whose first line is ``$ command`` or ``anna$ command`` is a session of the command
line: each person has a folder of her own, in which her commands run and where her identity is kept,
so ``../shared`` is a folder that all of them see. ``> FILE`` at the end takes standard output,
``printf 'KEYS' |`` before the command types something. Who has no name sees ``turns/`` of the
repository. A block that begins with ``>>>`` is Python, run as a doctest in the folder above them.

Randomness and the clock are replaced by what depends only on the place in the page, so a page shows
the same match whenever it is run. In the shown output ``…`` stands for any text within a line, and
a line of only ``…`` for any lines.

``python tests/support/examples.py PAGE…`` rewrites what differs in place: look at the diff.
"""

from __future__ import annotations

import contextlib
import doctest
import hashlib
import io
import os
import re
import secrets
import shlex
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from shown import matches

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROMPT = re.compile(r"^(?P<person>[a-z]*)\$ (?P<command>.*)$")
BEGIN = 1_790_000_000
"""When the first command of a page runs, in Unix seconds."""
A_WHILE = 600
"""Seconds between two commands."""


@dataclass
class Command:
    """One command of a session: who gives it, what, and the lines that are shown after it."""

    person: str
    text: str
    shown: list[str]


@dataclass
class Block:
    """A fenced block that is run: where its content stands in the page, and what it is."""

    start: int
    end: int
    line: int
    text: str

    @property
    def is_python(self) -> bool:
        """Whether it is a doctest."""
        return self.text.startswith(">>>")

    def commands(self) -> list[Command]:
        """The commands of a session."""
        found: list[Command] = []
        for line in self.text.splitlines():
            if prompt := PROMPT.match(line):
                found.append(Command(prompt["person"] or "you", prompt["command"], []))
            else:
                found[-1].shown.append(line)
        return found


def blocks(page: str) -> Iterator[Block]:
    """The blocks of a page that are run."""
    for fence in FENCE.finditer(page):
        if fence[2].startswith(">>>") or PROMPT.match(fence[2].split("\n", 1)[0]):
            line = page.count("\n", 0, fence.start(2)) + 1
            yield Block(fence.start(2), fence.end(2), line, fence[2])


class Stage:
    """The folders of the people on a page, and a world without chance."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self._monkeypatch = monkeypatch
        self._count = 0
        self._drawn = 0
        (folder / "shared").mkdir(parents=True)
        monkeypatch.setenv("TZ", "UTC")
        monkeypatch.setenv("COLUMNS", "80")
        monkeypatch.setenv("NO_COLOR", "1")
        time.tzset()
        monkeypatch.setattr(secrets, "token_bytes", self._bytes)
        monkeypatch.setattr(time, "time", lambda: BEGIN + A_WHILE * self._count)
        monkeypatch.setattr(os, "fsync", lambda _: None)

    def _bytes(self, size: int = 32) -> bytes:
        self._drawn += 1
        return hashlib.shake_256(f"{self._count} {self._drawn}".encode()).digest(size)

    def run(self, command: Command) -> list[str]:
        """The lines that a command prints to either stream."""
        from referee.cli.app import run

        self._count += 1
        self._drawn = 0
        place = self.folder / command.person
        place.mkdir(exist_ok=True)
        if command.person == "you" and not (place / "turns").exists():
            (place / "turns").symlink_to(ROOT / "turns")
        self._monkeypatch.chdir(place)
        self._monkeypatch.setenv("REFEREE_HOME", str(place / "keys"))
        words, typed = shlex.split(command.text), ""
        if words[0] == "printf" and words[2] == "|":
            typed, words = words[1].replace("\\n", "\n"), words[3:]
        target = words[-1] if len(words) > 2 and words[-2] == ">" else None
        program, *args = words[: -2 if target else None]
        assert program == "referee", f"only referee is run in sessions, not {command.text!r}"
        remarks = io.StringIO()
        printed = io.StringIO() if target else remarks
        self._monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(remarks):
            run(args)
        for number, handler in handlers.items():
            signal.signal(number, handler)
        if target:
            (place / target).write_text(printed.getvalue(), "utf-8")
        return [line.rstrip() for line in remarks.getvalue().strip("\n").split("\n")]

    def doctest(self, block: Block, names: dict[str, object], page: str) -> str:
        """What a Python block does other than it shows; ``""`` if nothing."""
        self._monkeypatch.chdir(self.folder)
        flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
        test = doctest.DocTestParser().get_doctest(block.text, {}, page, page, block.line - 1)
        test.globs = names
        said = io.StringIO()
        runner = doctest.DocTestRunner(optionflags=flags, verbose=False)
        runner.run(test, out=said.write, clear_globs=False)
        return said.getvalue()


def rewritten(page: str, name: str, stage: Stage) -> tuple[str, list[str]]:
    """The page with the real output of its sessions, and what its Python blocks complain of."""
    parts, complaints, at = [], [], 0
    names: dict[str, object] = {}
    for block in blocks(page):
        parts.append(page[at : block.start])
        at = block.end
        if block.is_python:
            parts.append(block.text)
            complaints += filter(None, [stage.doctest(block, names, name)])
            continue
        for command in block.commands():
            printed = [line for line in stage.run(command) if line or command.shown]
            fits = matches("\n".join(command.shown), "\n".join(printed))
            shown = command.shown if fits else printed
            prompt = "" if command.person == "you" else command.person
            parts += [f"{line}\n" for line in (f"{prompt}$ {command.text}", *shown)]
    parts.append(page[at:])
    return "".join(parts), complaints


def main(pages: list[str]) -> None:
    """Rewrites pages."""
    import tempfile

    for page in map(Path, pages):
        old = page.read_text("utf-8")
        with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as monkeypatch:
            new, complaints = rewritten(old, page.name, Stage(Path(folder), monkeypatch))
            os.chdir(ROOT)
        page.write_text(new, "utf-8")
        print("\n".join(complaints), end="")


if __name__ == "__main__":
    main([str(Path(page).resolve()) for page in sys.argv[1:]])
