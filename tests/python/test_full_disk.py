"""Commands on a disk that takes no more: the system itself refuses files beyond a size."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from homes import REFEREE, Home

resource = pytest.importorskip("resource", reason="the limit is one of POSIX systems")


def attempt(home: Home, *args: str, room: int) -> subprocess.CompletedProcess[str]:
    """A command whose files may be at most ``room`` bytes long."""
    return subprocess.run(
        [REFEREE, *args],
        env=home.env,
        cwd=home.path,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
    )


def unsent(home: Home) -> int:
    return int(json.loads(home.run("status", "--json"))["unsent"])


@pytest.fixture
def ada(tmp_path: Path) -> Home:
    """A match alone, everything in it sent."""
    ada = Home(tmp_path, "ada")
    ada.run("new", "marcus", "--seat", "ada")
    ada.run("send")
    assert unsent(ada) == 0
    return ada


def test_a_note_that_the_disk_does_not_take_is_not_signed(ada: Home) -> None:
    done = attempt(ada, "note", "x" * 4000, room=2000)
    assert done.returncode == 1
    assert done.stderr.startswith("referee: store.disk: the disk did not take what was to be kept")
    assert unsent(ada) == 0
    ada.run("note", "there is room again")
    ada.run("send")
    assert unsent(ada) == 0
    notes = [line for line in ada.run("journal").splitlines() if 'Ada: "' in line]
    assert [note.split(maxsplit=1)[1] for note in notes] == ['Ada: "there is room again"']


def test_a_note_counts_though_the_archive_finds_no_room(ada: Home) -> None:
    archive = ada.path / "marcus-1" / "match.referee"
    before = archive.read_bytes()
    done = attempt(ada, "note", "short", room=len(before) - 1)
    assert (done.returncode, done.stderr) == (0, "signed; pass it on with `referee send`\n")
    assert archive.read_bytes() == before
    assert unsent(ada) == 1
    ada.run("send")
    assert unsent(ada) == 0
    assert 'Ada: "short"' in ada.run("journal")
