"""Members that live in memory and sign whatever a test wants: events are made without any check."""

from __future__ import annotations

import copy
import hashlib
import random
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from referee import _core
from referee.model import (
    BODIES,
    MAGIC,
    Body,
    Envelope,
    Event,
    File,
    KeyTerms,
    Kind,
    Member,
    Note,
    Open,
    Propose,
    encode_body,
)
from referee.wire import canonical_json

Json = Any
FRESH = bytes(32)
WALL = 1_800_000_000
SIGNED = b"referee/v1/sign\0"
"""What stands before the bytes that are signed (P4)."""
KINDS = {body: kind for kind, body in BODIES.items()}


class Signer:
    """Somebody with a root secret of his own; ``name`` may be anything."""

    def __init__(self, name: str) -> None:
        self.root = hashlib.sha256(b"crafting" + name.encode()).digest()
        self.key = Ed25519PrivateKey.from_private_bytes(_core.identity_seed(self.root))
        self.member = Member(
            name, self.key.public_key().public_bytes_raw(), _core.box_key(self.root)
        )

    def sign(self, raw: bytes) -> Envelope:
        """The envelope of these bytes (P4)."""
        return Envelope(raw, self.key.sign(SIGNED + raw))


class Table:
    """A match of members who sign in turn, with one log that everybody sees."""

    def __init__(
        self,
        *names: str,
        game: str = "pig",
        keepers: int = 0,
        threshold: int | None = None,
        rules: bytes | None = None,
        **config: Json,
    ) -> None:
        self.people = [Signer(name) for name in names]
        seats = len(names) - keepers
        members = [person.member for person in self.people]
        whole = _core.Position.new(game, {**config, "game": game, "seats": seats}).config()
        committee = list(range(seats, len(names)) or range(seats))
        if rules is None:
            rules = _core.rules_hash(game, whole.get("set", ""))
        proposal = Propose(
            nonce=bytes(32),
            game=game,
            rules=rules,
            config=canonical_json({"config": whole, "position": None}),
            players=members[:seats],
            keepers=members[seats:],
            reserves=[],
            keys=[KeyTerms(threshold or (1 if len(committee) == 1 else 2), committee)],
            grace=3600,
            flags=1,
        )
        self.wall = WALL
        self.log = _core.Log()
        raw = self.log.propose(0, encode_body(proposal), self.wall)
        self.log.append(*self._envelope(0, raw))

    def _envelope(self, member: int, raw: bytes) -> tuple[bytes, bytes]:
        envelope = self.people[member].sign(raw)
        return envelope.raw, envelope.sig

    def sign(self, member: int, body: Body) -> None:
        """The next event of a member: on all heads, at the step the log stands at."""
        self.sign_bytes(member, KINDS[type(body)], encode_body(body))

    def sign_bytes(self, member: int, kind: Kind, body: bytes) -> None:
        """Likewise, with the body as bytes."""
        self.wall += 60
        self.log.append(*self._envelope(member, self.log.prepare(member, kind, body, self.wall)))

    def accept(self) -> None:
        """Everybody joins, and answers until the match begins."""
        for member, person in enumerate(self.people):
            self.sign_bytes(member, Kind.JOIN, self.log.join_body(member, person.root, FRESH))
        self.answer()

    def answer(self) -> None:
        """Everybody signs what needs no person, until nothing is left of it."""
        signed = True
        while signed:
            signed = False
            for member, person in enumerate(self.people):
                while due := self.log.due(member, person.root, FRESH):
                    self.sign_bytes(member, Kind(due[0][0]), due[0][1])
                    signed = True

    def play(self, seed: int, most: int = 10_000) -> None:
        """Random legal actions until the match is over, or so many were taken."""
        dice = random.Random(seed)
        for _ in range(most):
            self.answer()
            asked = [
                (m, d) for m, p in enumerate(self.people) if (d := self.log.decision(m, p.root))
            ]
            if not asked:
                return
            member, decision = asked[0]
            action = dice.choice(decision["legal"])
            root = self.people[member].root
            kind, body = self.log.answer_body(member, root, decision["seat"], [action])
            self.sign_bytes(member, Kind(kind), body)

    def copy(self) -> Table:
        """The same people at a table of their own with the same log."""
        other = copy.copy(self)
        other.log = _core.Log()
        other.log.receive(self.log.file())
        return other

    def at_once(self, *members: int) -> None:
        """Each of these members signs a note before he knows of the others'."""
        tables = [self.copy() for _ in members]
        for member, table in zip(members, tables, strict=True):
            table.sign(member, Note(f"from {member}"))
        for table in tables:
            self.log.receive(table.log.file())

    def fork(self, member: int) -> None:
        """The member signs his next number twice."""
        again = self.copy()
        self.sign(member, Note("one"))
        again.sign(member, Note("the other"))
        self.log.receive(again.log.file())

    def offend(self, member: int) -> None:
        """The member opens something that nobody sealed."""
        self.sign(member, Open(bytes(32), b"[]", []))

    def envelopes(self) -> list[Envelope]:
        """Everything signed, in canonical order."""
        return envelopes_of(self.log.file())


def envelopes_of(data: bytes) -> list[Envelope]:
    """The envelopes of a file."""
    return msgspec.msgpack.decode(memoryview(data)[len(MAGIC) :], type=File).envelopes


def file_of(envelopes: Iterable[Envelope]) -> bytes:
    """A file of these envelopes, in this order."""
    return MAGIC + msgspec.msgpack.encode(File(1, list(envelopes)))


def event_id(envelope: Envelope) -> bytes:
    """The id of an event (P13)."""
    return _core.h32("event", [envelope.raw])


def ordered(envelopes: Iterable[Envelope], known: Sequence[Envelope]) -> list[Envelope]:
    """Envelopes in canonical order; ``known`` holds the pasts of all of them."""
    height: dict[bytes, int] = {}
    for envelope in known:
        parents = envelope.event().parents
        height[event_id(envelope)] = 1 + max((height[p] for p in parents), default=-1)
    return sorted(envelopes, key=lambda e: (height[event_id(e)], event_id(e)))


def unchecked(
    match: bytes,
    kind: int,
    author: int,
    seq: int,
    parents: list[bytes],
    body: bytes,
    *,
    step: int = 0,
    digest: bytes | None = None,
    wall: int = WALL,
) -> bytes:
    """The ``raw`` of any event at all (P13)."""
    digest = digest if digest is not None else _core.h32("state", [b""])
    event = Event(
        1, match, Kind(kind), author, seq, sorted(parents), step, digest, wall, msgspec.Raw(body)
    )
    return msgspec.msgpack.encode(event)
