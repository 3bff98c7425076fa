"""Commands on a disk that takes no more: the system itself refuses files beyond a size."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from program import COMMAND

resource = pytest.importorskip("resource", reason="the limit is one of POSIX systems")

Json = Any


class Person:
    """Somebody whose files may be at most ``room`` bytes long, if that is said."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def attempt(self, *args: str, room: int | None = None) -> subprocess.CompletedProcess[str]:
        def limit() -> None:
            if room is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

        return subprocess.run(
            [*COMMAND, *args],
            cwd=self.path,
            env={**os.environ, "REFEREE_HOME": str(self.path / "home")},
            capture_output=True,
            text=True,
            preexec_fn=limit,
        )

    def run(self, *args: str) -> str:
        done = self.attempt(*args)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def unsent(self) -> int:
        status: Json = json.loads(self.run("status", "--json"))
        return int(status["unsent"])


@pytest.fixture
def ada(tmp_path: Path) -> Person:
    """A match alone, everything in it sent."""
    ada = Person(tmp_path)
    ada.run("key", "new", "Ada")
    ada.run("new", "marcus", "--seat", "ada")
    ada.run("send")
    assert ada.unsent() == 0
    return ada


def test_a_note_that_the_disk_does_not_take_is_not_signed(ada: Person) -> None:
    done = ada.attempt("note", "x" * 4000, room=2000)
    assert done.returncode == 1
    assert done.stderr.startswith("referee: store.disk: the disk did not take what was to be kept")
    assert ada.unsent() == 0
    ada.run("note", "there is room again")
    ada.run("send")
    assert ada.unsent() == 0
    notes = [line for line in ada.run("journal").splitlines() if 'Ada: "' in line]
    assert [note.split(maxsplit=1)[1] for note in notes] == ['Ada: "there is room again"']


def test_a_note_counts_though_the_archive_finds_no_room(ada: Person) -> None:
    archive = ada.path / "marcus-1" / "match.referee"
    before = archive.read_bytes()
    done = ada.attempt("note", "short", room=len(before) - 1)
    assert (done.returncode, done.stderr) == (0, "signed; pass it on with `referee send`\n")
    assert archive.read_bytes() == before
    assert ada.unsent() == 1
    ada.run("send")
    assert ada.unsent() == 0
    assert 'Ada: "short"' in ada.run("journal")
