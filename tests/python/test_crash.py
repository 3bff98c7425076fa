"""Kill -9 at random moments, 200 times: nothing is lost and nothing is signed twice."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from referee import store
from referee.keys import Keyring
from referee.match import Match
from referee.model import Envelope, Note, read_file
from referee.transport import Folder

KILLS = 200
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs fork and kill -9")


def work(folder: Path, out: Path, keyring: Keyring, acknowledged: int, seed: int) -> None:
    """Receives, plays, writes notes and sends, without rest; tells what is done on a pipe."""
    dice = random.Random(seed)
    match = Match.open(folder, keyring=keyring)
    way = Folder(out)
    os.write(acknowledged, b"open\n")
    for number in range(10_000):
        match.receive(transport=way)
        decision = match.decision()
        if decision is not None:
            match.act(dice.choice(decision.legal))
        if dice.random() < 0.7:
            text = f"{seed}/{number}"
            match.note(text)
            os.write(acknowledged, f"{text}\n".encode())
        if dice.random() < 0.7:
            match.send(way)
        if dice.random() < 0.1:
            match.close()


def killed(folder: Path, out: Path, keyring: Keyring, seed: int) -> list[str]:
    """One process that is killed at a random moment; the notes it had acknowledged."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            work(folder, out, keyring, writing, seed)
        finally:
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        said = b""
        if seed % 8:  # else it may be killed while it opens the match
            said = stream.readline()
        time.sleep(random.Random(seed).uniform(0.0, 0.1))
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status), "the process ended by itself"
        said += stream.read()
    return [line for line in said.decode().splitlines() if line != "open"]


class Witness:
    """Everything of member 0 that was ever to be seen anywhere."""

    def __init__(self) -> None:
        self.signed: dict[int, bytes] = {}
        self.files: set[str] = set()

    def see(self, envelopes: list[Envelope]) -> set[int]:
        """Takes note of events; fails if there are two with one number."""
        seen = set()
        for envelope in envelopes:
            event = envelope.event()
            if event.author == 0:
                known = self.signed.setdefault(event.seq, envelope.raw)
                assert known == envelope.raw, f"event {event.seq} was signed twice"
                seen.add(event.seq)
        return seen

    def see_files(self, folder: Path) -> None:
        for path in folder.glob("*.referee"):
            if path.name not in self.files:
                self.files.add(path.name)
                self.see(read_file(path.read_bytes()))


def answer(ben: Match, way: Folder, seed: int) -> None:
    """The other player takes in what has left, and takes his turn."""
    ben.receive(transport=way)
    decision = ben.decision()
    if decision is not None:
        ben.act(random.Random(seed).choice(decision.legal))
    ben.send(way)
    assert ben.report().forks == []
    assert ben.report().faults == []


def test_kill_at_random_moments(
    keyrings: Callable[..., list[Keyring]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "COMPACT_BYTES", 2000)
    keyring, other = keyrings("anna", "ben")
    out = tmp_path / "out"
    out.mkdir()
    folder = tmp_path / "match"
    cards = [keyring.card(), other.card()]
    invitation = Match.create(folder, "pig", players=cards, keyring=keyring).send(Folder(out))
    ben, way = Match.join(tmp_path / "ben", invitation.data, keyring=other), Folder(out)
    witness, promised = Witness(), []
    for seed in range(KILLS):
        promised += killed(folder, out, keyring, seed)
        witness.see_files(out)
        match = Match.open(folder, keyring=keyring)
        envelopes = read_file(match.log.file())
        assert witness.see(envelopes) == witness.signed.keys(), "what was to be seen is lost"
        bodies = [envelope.event().content() for envelope in envelopes]
        notes = [body.text for body in bodies if isinstance(body, Note)]
        assert set(promised) <= set(notes)
        assert not match.behind
        answer(ben, way, seed)
    assert match.report().ok
    assert len(promised) > KILLS / 4, "the processes were killed before they did anything"
    # And a copy of the folder from before all that signs nothing.
    shutil.copytree(folder, tmp_path / "copy")
    match.note("once more")
    assert Match.open(tmp_path / "copy", keyring=keyring).behind
