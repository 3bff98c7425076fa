"""Whole matches between programs in one process, over the real protocol.

Every member holds his own log and secrets and signs with Ed25519; they exchange nothing but files.
With the same seed a match comes out the same, byte for byte.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from referee import _core
from referee.charter import propose
from referee.keys import Contact
from referee.model import Kind, Post, encode_body

Json = Any
Chooser = Callable[[Json, random.Random], Json]
SIGN_PREFIX = b"referee/v1/sign\0"


@dataclass
class Seat:
    """A member of a match with everything that is his. ``bot`` of the game may choose for him."""

    name: str
    root: bytes
    choose: Chooser
    member: int = 0
    bot: str = ""
    log: _core.Log = field(default_factory=_core.Log)
    sealed: list[tuple[int, Json]] = field(default_factory=list)
    joined: bool = False
    signed: int = 0
    sends: int = 0

    def __post_init__(self) -> None:
        self.key = Ed25519PrivateKey.from_private_bytes(_core.identity_seed(self.root))
        self.dice = random.Random(self.root)

    @property
    def card(self) -> Contact:
        """The contact card."""
        return Contact(
            self.name, self.key.public_key().public_bytes_raw(), _core.box_key(self.root)
        )

    def fresh(self) -> bytes:
        """Bytes that are new each time, and the same in each run."""
        return hashlib.sha256(self.root + self.signed.to_bytes(8, "big")).digest()

    def sign(self, raw: bytes) -> None:
        """Signs and takes in."""
        self.log.append(raw, self.key.sign(SIGN_PREFIX + raw))
        self.signed += 1

    def pick(self, decision: Json, drafted: list[Json]) -> Json:
        """What he chooses after what he has drafted."""
        if not self.bot:
            return self.choose(decision, self.dice)
        seed = bytes.fromhex(self.log.report()["digest"])
        place = self.log.advise(self.member, self.root, drafted, self.bot, seed)
        return decision["legal"][place]

    def say(self, kind: int, body: bytes, clock: int) -> None:
        """Signs the next event."""
        self.sign(self.log.prepare(self.member, kind, body, clock))


@dataclass
class Table:
    """The members of one match and their clock, Unix seconds."""

    seats: list[Seat]
    clock: int = 1_790_000_000
    files: list[int] = field(default_factory=list)

    def tick(self) -> int:
        """The time goes on by ten minutes with every file."""
        return self.clock + 600 * len(self.files)

    def turn(self, seat: Seat) -> bool:
        """Everything a member can do now; whether he passed a file on."""
        before = len(seat.log)
        if not any(
            event["kind"] == "JOIN" and event["author"] == seat.member
            for event in seat.log.events()
        ):
            seat.say(
                Kind.JOIN, seat.log.join_body(seat.member, seat.root, seat.fresh()), self.tick()
            )
        self.answer(seat)
        while (decision := seat.log.decision(seat.member, seat.root)) is not None:
            self.decide(seat, decision)
            self.answer(seat)
        if len(seat.log) == before and self.files:
            return False
        seat.say(Kind.POST, encode_body(Post()), self.tick())
        self.pass_on(seat)
        return True

    def answer(self, seat: Seat) -> None:
        """Signs what needs no person until nothing is owed."""
        while due := seat.log.due(seat.member, seat.root, seat.fresh(), seat.sealed):
            kind, body = due[0]
            seat.say(kind, body, self.tick())

    def decide(self, seat: Seat, decision: Json) -> None:
        """One payload: the decision, and what the rules ask of the same seat at once."""
        actions: list[Json] = []
        following: Json | None = decision
        while following is not None:
            actions.append(seat.pick(following, actions))
            following = seat.log.decision(seat.member, seat.root, actions)
        kind, body = seat.log.answer_body(seat.member, seat.root, decision["seat"], actions)
        if kind == Kind.SEAL:
            seat.sealed.append((decision["step"], actions))
        seat.say(kind, body, self.tick())

    def pass_on(self, seat: Seat) -> None:
        """A file to everybody, without what all of them hold for certain."""
        others = [other for other in self.seats if other is not seat]
        signed = {event["author"] for event in seat.log.events()}
        everybody = all(other.member in signed for other in others)
        file = seat.log.file([other.member for other in others] if everybody else None)
        self.files.append(len(file))
        seat.sends += 1
        for other in others:
            other.log.receive(file)


def sit_down(
    game: str,
    config: Json,
    players: Sequence[tuple[str, Chooser]],
    *,
    keepers: Sequence[str] = (),
    seed: str = "selfplay",
    mode: str | None = None,
    position: Json = None,
    threshold: int | None = None,
    take_back: bool = False,
) -> Table:
    """A table at which everybody holds the invitation."""
    names = [*players, *((name, _nothing) for name in keepers)]
    seats = [
        Seat(name, hashlib.sha256(f"{seed}/{name}".encode()).digest(), choose, member)
        for member, (name, choose) in enumerate(names)
    ]
    body = propose(
        game,
        config,
        players=[seat.card for seat in seats[: len(players)]],
        keepers=[seat.card for seat in seats[len(players) :]],
        reserves=[],
        mode=mode,
        threshold=threshold,
        position=position,
        card_set=None,
        grace=72 * 3600,
        take_back=take_back,
        nonce=hashlib.sha256(seed.encode()).digest(),
    )
    table = Table(seats)
    host = seats[0]
    host.sign(host.log.propose(0, encode_body(body), table.clock))
    for other in seats[1:]:
        other.log.receive(host.log.file())
    return table


def _nothing(decision: Json, dice: random.Random) -> Json:
    raise AssertionError("a keeper decides nothing")


def play_out(table: Table, most: int = 100_000) -> bytes:
    """Turns until nobody has anything to do; the last file, whole."""
    idle = 0
    for turn in range(most):
        seat = table.seats[turn % len(table.seats)]
        idle = 0 if table.turn(seat) else idle + 1
        if idle >= len(table.seats):
            break
    return table.seats[0].log.file()
