"""Scripted people who play through the real command line, each with a home and a match folder.

They share nothing but a folder of files. ``scripts/demo.py`` and the end-to-end tests use them.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Json = Any
Chooser = Callable[[Json, random.Random], Json]
REFEREE = str(Path(sys.executable).parent / "referee")


class CommandFailed(Exception):  # noqa: N818 — it is the command that failed, not this program
    """A command ended with another code than 0."""


@dataclass
class Person:
    """Somebody with an identity. ``shared`` is the folder through which the files go."""

    name: str
    home: Path
    shared: Path
    dice: random.Random = field(default_factory=lambda: random.Random(1))
    seen: set[str] = field(default_factory=set)

    @property
    def folder(self) -> Path:
        """The match folder."""
        return self.home / "match"

    def run(self, *args: str, check: bool = True, stdin: str | None = None) -> str:
        """One command; what it printed. Raises CommandFailed with what it said."""
        done = self.attempt(*args, stdin=stdin)
        if check and done.returncode:
            raise CommandFailed(f"{self.name}: referee {' '.join(args)}: {done.stderr.strip()}")
        return done.stdout

    def attempt(self, *args: str, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
        """One command, however it ends."""
        self.home.mkdir(parents=True, exist_ok=True)
        env = {**os.environ, "REFEREE_HOME": str(self.home / "keys"), "NO_COLOR": "1"}
        return subprocess.run(
            [REFEREE, *args], env=env, cwd=self.home, capture_output=True, text=True, input=stdin
        )

    def json(self, *args: str) -> Json:
        """One command with ``--json``."""
        return json.loads(self.run(*args, "--json"))

    def unread(self) -> list[Path]:
        """Files in the shared folder that this person has not taken in, oldest first."""
        files = sorted(self.shared.glob("*.referee"), key=lambda path: path.stat().st_mtime_ns)
        return [path for path in files if path.name not in self.seen]

    def take_in(self) -> bool:
        """Receives everything new; whether there was anything."""
        files = self.unread()
        if not files:
            return False
        self.run("receive", *map(str, files), "-m", str(self.folder))
        self.seen.update(path.name for path in files)
        return True

    def turn(self, choose: Chooser) -> bool:
        """Takes in, decides what is asked, and passes on what is new; whether anything happened."""
        changed = self.take_in()
        status = self.json("status", "-m", str(self.folder))
        while self.asked(status):
            decision = self.json("moves", "-m", str(self.folder))
            action = choose(decision, self.dice)
            self.run("play", json.dumps(action), "-m", str(self.folder))
            status = self.json("status", "-m", str(self.folder))
            changed = True
            if not status["decide"]:
                break
        if status["unsent"] or status["draft"]:
            sent = self.json("send", "--to", str(self.shared), "-m", str(self.folder))
            self.seen.add(Path(sent["target"]).name)
            changed = True
        return changed

    @staticmethod
    def asked(status: Json) -> bool:
        """Whether there is something to decide."""
        return bool(status["decide"])


def seat_at_table(people: Sequence[Person], game: str, *options: str) -> None:
    """Everybody makes a key; the first invites, the others accept."""
    host, *guests = people
    host.shared.mkdir(parents=True, exist_ok=True)
    cards = []
    for person in people:
        card = person.home / f"{person.name}.contact"
        card.parent.mkdir(parents=True, exist_ok=True)
        card.write_text(person.run("key", "new", person.name))
        cards.append(str(card))
    seats = [part for card in cards for part in ("--seat", card)]
    host.run("new", game, *seats, *options, "-m", str(host.folder))
    invitation = Path(host.json("send", "--to", str(host.shared), "-m", str(host.folder))["target"])
    host.seen.add(invitation.name)
    for guest in guests:
        guest.run("accept", str(invitation), "-m", str(guest.folder))
        guest.seen.add(invitation.name)


def play_out(
    people: Sequence[Person], choose: Chooser, tell: Callable[[Json], None] | None = None
) -> Json:
    """Everybody takes turns until the match is over; the last status of the first person."""
    with ThreadPoolExecutor(len(people)) as pool:
        for _ in range(10_000):
            happened = any(list(pool.map(lambda person: person.turn(choose), people)))
            status = people[0].json("status", "-m", str(people[0].folder))
            if tell:
                tell(status)
            if not happened:
                return status
    raise CommandFailed("the match does not end")


def eager(decision: Json, dice: random.Random) -> Json:
    """Does something rather than nothing: any legal action that is no pass, if there is one."""
    legal = decision["legal"]
    active = [action for action in legal if action.get("do") not in ("pass", "decline", "move")]
    return dice.choice(active or legal)
