"""Scripted people who play through the real command line, each with a home and a match folder.

They share nothing but a folder of files. ``scripts/demo.py`` and the end-to-end tests use them.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
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
    choose: Chooser = field(default_factory=lambda: anything)
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

    def turn(self) -> bool:
        """Takes in what is new, decides what is asked, passes it on; whether anything happened."""
        files = self.unread()
        at = ["-m", str(self.folder)]
        if files:
            state = self.json("receive", *map(str, files), "--send", str(self.shared), *at)
            self.seen.update(path.name for path in files)
            if state["target"]:
                self.seen.add(Path(state["target"]).name)
        else:
            state = self.json("status", *at)
            if state["unsent"] and state["decision"] is None:
                sent = self.json("send", "--to", str(self.shared), *at)
                self.seen.add(Path(sent["target"]).name)
                return True
        changed = bool(files)
        while state["decision"] is not None:
            action = json.dumps(self.choose(state["decision"], self.dice))
            state = self.json("play", action, "--send", str(self.shared), *at)
            changed = True
            if state["target"]:
                self.seen.add(Path(state["target"]).name)
        return changed


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


def play_out(people: Sequence[Person], tell: Callable[[Json], None] | None = None) -> Json:
    """Everybody takes turns until the match is over; the last status of the first person."""
    for _ in range(10_000):
        happened = [person.turn() for person in people]
        if tell or not any(happened):
            status = people[0].json("status", "-m", str(people[0].folder))
            if tell:
                tell(status)
            if not any(happened):
                return status
    raise CommandFailed("the match does not end")


class Focused:
    """Plays Augustus with one idea: fill what is nearly full. Knows only what it did itself."""

    def __init__(self) -> None:
        self.placed: Counter[int] = Counter()

    def __call__(self, decision: Json, dice: random.Random) -> Json:
        """The action with the best prospect; among equals a random one."""
        best = max(self._worth(action) for action in decision["legal"])
        action = dice.choice([a for a in decision["legal"] if self._worth(a) == best])
        if action["do"] in ("place", "move", "put"):
            self.placed[action["objective"]] += 1
        if action["do"] == "move":
            self.placed[action["from_objective"]] -= 1
        return action

    def _worth(self, action: Json) -> float:
        match action["do"]:
            case "place" | "put":
                return 1 + self.placed[action["objective"]]
            case "move":
                gain = self.placed[action["objective"]] - self.placed[action["from_objective"]]
                return 0.5 if gain > 0 else -1
            case "pass" | "decline":
                return 0
        return 1


def anything(decision: Json, dice: random.Random) -> Json:
    """Any legal action."""
    return dice.choice(decision["legal"])
