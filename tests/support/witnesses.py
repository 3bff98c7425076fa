"""A match whose members sign whatever a test wants, in one log that everybody sees."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee import _core
from referee.cli.app import run
from referee.model import BODIES, Body, Kind, Part, encode_body
from selfplay import SIGN_PREFIX, Seat, sit_down

Json = Any
NAMES = ("anna", "ben", "cara", "dan")
KEEPERS = ("kim", "leo")
KINDS = {body: kind for kind, body in BODIES.items()}
GRACE = 72 * 3600


def anything(decision: Json, dice: random.Random) -> Json:
    """Any legal action."""
    return dice.choice(decision["legal"])


@dataclass
class Bench:
    """The members of a match and their common log."""

    seats: list[Seat]
    log: _core.Log
    clock: int

    def copy(self) -> Bench:
        """The same people at a bench of their own, who do not see what happens here."""
        log = _core.Log()
        log.receive(self.log.file())
        return Bench([copy.copy(seat) for seat in self.seats], log, self.clock)

    def unite(self, other: Bench) -> None:
        """Everything signed at another bench becomes known here."""
        self.log.receive(other.log.file())

    def sign(self, member: int, body: Body | tuple[int, bytes], wall: int | None = None) -> bytes:
        """The next event of a member, whatever it says; its ``raw``."""
        kind, packed = (
            (KINDS[type(body)], encode_body(body)) if not isinstance(body, tuple) else body
        )
        self.clock += 600
        raw = self.log.prepare(member, kind, packed, self.clock if wall is None else wall)
        self.append(member, raw)
        return raw

    def append(self, member: int, raw: bytes) -> None:
        """A signed event of these bytes."""
        self.log.append(raw, self.seats[member].key.sign(SIGN_PREFIX + raw))

    def owed(self, member: int) -> list[tuple[int, bytes]]:
        """What an honest program of a member would sign now."""
        seat = self.seats[member]
        return self.log.due(member, seat.root, seat.fresh(), seat.sealed)

    def answer(self, *silent: int) -> None:
        """All but some sign what they owe, until nothing is owed."""
        signed, rounds = True, 0
        while signed:
            signed, rounds = False, rounds + 1
            assert rounds < 1000, "the same is owed for ever"
            for member in range(len(self.seats)):
                while member not in silent and (due := self.owed(member)):
                    self.sign(member, due[0])
                    signed = True

    def begin(self, *silent: int) -> None:
        """Everybody joins; all but some answer until the match stands at a decision."""
        for member, seat in enumerate(self.seats):
            self.sign(member, (Kind.JOIN, self.log.join_body(member, seat.root, seat.fresh())))
        self.answer(*silent)

    def decision(self, member: int) -> Json | None:
        """What a member has to decide."""
        return self.log.decision(member, self.seats[member].root)

    def asked(self) -> list[int]:
        """Members with something to decide."""
        return [m for m in range(len(self.seats)) if self.decision(m) is not None]

    def body_of(self, member: int, actions: Sequence[Json]) -> tuple[int, bytes]:
        """What an honest program would sign for these actions."""
        decision = self.decision(member)
        assert decision is not None
        return self.log.answer_body(
            member, self.seats[member].root, decision["seat"], list(actions)
        )

    def decide(self, member: int, choose: Callable[[Json, random.Random], Json] = anything) -> None:
        """A whole payload of a member."""
        seat = self.seats[member]
        decision = following = self.decision(member)
        assert decision is not None
        actions: list[Json] = []
        while following is not None:
            actions.append(choose(following, seat.dice))
            following = self.log.decision(member, seat.root, actions)
        kind, body = self.log.answer_body(member, seat.root, decision["seat"], actions)
        if kind == Kind.SEAL:
            seat.sealed.append((decision["step"], actions))
        self.sign(member, (kind, body))

    def play(self, until: Callable[[], bool], *silent: int) -> None:
        """Goes on, answers and decisions, until something is the case before an answer."""
        for _ in range(5000):
            if until():
                return
            for member in range(len(self.seats)):
                if member not in silent and (due := self.owed(member)):
                    self.sign(member, due[0])
                    break
            else:
                asked = [m for m in self.asked() if m not in silent]
                if not asked:
                    return
                self.decide(asked[0])
        raise AssertionError("the match does not come there")

    def at(self, question: str) -> Callable[[], bool]:
        """Whether the match stands at a question of this kind."""
        return lambda: bool(self.report()["need"] == question)

    def report(self) -> Json:
        """The verdict."""
        return self.log.report()

    def blamed(self) -> list[tuple[int, str]]:
        """Author and code of every fault."""
        return [(fault["author"], fault["code"]) for fault in self.report()["faults"]]

    def last(self, kind: str, author: int | None = None) -> Json:
        """The last event of a kind."""
        found = [
            e
            for e in self.log.events()
            if e["kind"] == kind and (author is None or e["author"] == author)
        ]
        return found[-1]


def bench(
    game: str,
    players: int,
    keepers: int = 0,
    *,
    mode: str | None = None,
    take_back: bool = False,
    **config: Json,
) -> Bench:
    """An invitation that everybody holds."""
    table = sit_down(
        game,
        config,
        [(name, anything) for name in NAMES[:players]],
        keepers=KEEPERS[:keepers],
        seed=f"threats/{game}",
        mode=mode,
        take_back=take_back,
    )
    return Bench(table.seats, table.seats[0].log, table.clock)


def pig(players: int = 3, **options: Any) -> Bench:
    """A match of pig at its first decision, anna's."""
    table = bench("pig", players, goal=40, **options)
    table.begin()
    assert table.asked() == [0]
    return table


def roll(decision: Json, dice: object) -> Json:
    """The action that asks for a die."""
    return next(a for a in decision["legal"] if a["do"] == "roll")


def hold(decision: Json, dice: object) -> Json:
    """The other one."""
    return next(a for a in decision["legal"] if a["do"] == "hold")


def outcomes(table: Bench) -> list[Json]:
    """Every die so far."""
    return [c["outcome"] for e in table.log.history() for c in e["chance"]]


def part_of(table: Bench, member: int) -> Part:
    """The part that a member owes."""
    kind, body = next(due for due in table.owed(member) if due[0] == Kind.PART)
    assert kind == Kind.PART
    return msgspec.msgpack.decode(body, type=Part)


def at_a_roll(**options: Any) -> Bench:
    """A match of pig for three that waits for a die."""
    table = pig(3, **options)
    table.decide(0, roll)
    assert table.report()["need"] == "chance"
    return table


def later(table: Bench) -> int:
    """A time after the grace period."""
    return table.clock + GRACE + 3600


class Stranger:
    """Somebody who has nothing but a file and ``referee verify``."""

    def __init__(
        self,
        folder: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        self.folder = folder
        self.monkeypatch = monkeypatch
        self.capsys = capsys

    def verify(self, data: bytes) -> tuple[int, str]:
        """Exit status and what was printed."""
        path = self.folder / "proof.referee"
        path.write_bytes(data)
        self.monkeypatch.setattr("sys.argv", ["referee", "verify", str(path)])
        self.capsys.readouterr()
        try:
            status = int(run())
        except SystemExit as left:
            status = int(str(left.code or 0))
        told = self.capsys.readouterr()
        return status, told.out + told.err

    def convicts(self, data: bytes, name: str, code: str) -> None:
        """The file alone names who did what."""
        status, told = self.verify(data)
        assert status == 3, told
        assert name in told
        assert code in told
