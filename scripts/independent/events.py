"""P13 and P14: signed events and the charter."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Any

from .chance import h32
from .codec import decode, fits, shape
from .errors import require
from .group import point, signature_ok, usable_key

MAX_SEQ = 4096
MAX_PARENTS = 64
MAX_MEMBERS = 32
MAX_NOTE = 4096
ZERO32 = bytes(32)


class Kind(IntEnum):
    """The kinds of P13."""

    PROPOSE = 1
    JOIN = 2
    START = 3
    READY = 4
    ACTION = 5
    SEAL = 6
    OPEN = 7
    PART = 8
    SHUFFLE = 9
    DRAW = 10
    VOTE = 11
    TAKEOVER = 12
    BACK = 13
    NOTE = 14
    POST = 15
    AUDIT = 16
    ENDORSE = 17
    RESIGN = 18


SILENT = frozenset({Kind.NOTE, Kind.POST, Kind.ENDORSE})
NO_CHOICE = SILENT | {Kind.PART, Kind.AUDIT}
INPUTS = frozenset({Kind.ACTION, Kind.SEAL, Kind.OPEN, Kind.PART, Kind.SHUFFLE, Kind.DRAW})

_MEMBERS = "[[text name, b32 identity, b32 box]…]"
_REVEALS = "[[u deck, u pos, b32 rho]…]"
SHAPES = {
    Kind.PROPOSE: "[b32 nonce, text game, b32 rules, b config, "
    f"{_MEMBERS} players, {_MEMBERS} keepers, {_MEMBERS} reserves, "
    "[[u t, [u…] committee]…] keys, u grace, u flags]",
    Kind.JOIN: "[b32 commitment, b roll, b deck, b pq]",
    Kind.START: "[[b32…] joins]",
    Kind.READY: "[b32 nonce, [[u dealer, u purpose, b32 k, b64 proof]…] complaints]",
    Kind.ACTION: f"[b payload, {_REVEALS} reveals]",
    Kind.SEAL: "[b32 commitment]",
    Kind.OPEN: f"[b32 nonce, b payload, {_REVEALS} reveals]",
    Kind.PART: "[b roll, [[u deck, u pos, b96 part]…] shows, "
    "[[b32 draw, u index, b96 part]…] draws]",
    Kind.SHUFFLE: "[[[u deck, b cards, b proof]…] decks]",
    Kind.DRAW: "[[[u deck, u pos, b32 p, b64 proof]…] entries]",
    Kind.VOTE: "[u target]",
    Kind.TAKEOVER: "[u seat]",
    Kind.BACK: "[u to]",
    Kind.NOTE: "[text note]",
    Kind.POST: "[]",
    Kind.AUDIT: f"[{_REVEALS} reveals, [[u step, u deck, b96 part]…] shuffles]",
    Kind.ENDORSE: "[b signature]",
    Kind.RESIGN: "[]",
}
BODIES = {kind: shape(source) for kind, source in SHAPES.items()}
FIELDS = [shape(s) for s in ("u", "b32", "u", "u", "u", "[b32…]", "u", "b32", "u")]
NO_POSITION = h32("state", b"")


@dataclass(eq=False)
class Event:
    """One signed record. `past` and `index` are set when it stands in a log."""

    raw: bytes
    sig: bytes
    id: bytes
    match: bytes
    kind: Kind
    author: int
    seq: int
    parents: list[bytes]
    step: int
    digest: bytes
    wall: int
    body: list[Any]
    height: int = 0
    index: int = -1
    past: int = 0

    @property
    def bit(self) -> int:
        """The event's place in a set of events written as bits."""
        return 1 << self.index

    def knows(self, other: Event) -> bool:
        """Whether `other` is in this event's past."""
        return bool(self.past & other.bit)


@lru_cache(1 << 15)
def _fields(raw: bytes) -> list[Any]:
    value = decode(raw)
    good = isinstance(value, list) and len(value) == 10
    require(good and all(map(fits, value[:9], FIELDS)), "E_SHAPE")
    require(value[0] == 1, "E_SUITE")
    require(value[2] in BODIES, "E_KIND")
    small = value[3] < MAX_MEMBERS and value[4] < MAX_SEQ and value[6] < 1 << 32
    require(small and fits(value[9], BODIES[Kind(value[2])]), "E_SHAPE")
    require(value[2] != Kind.NOTE or len(value[9][0].encode()) <= MAX_NOTE, "E_SHAPE")
    parents = value[5]
    require(len(parents) <= MAX_PARENTS and parents == sorted(set(parents)), "E_PARENTS")
    first = value[2] == Kind.PROPOSE
    require(first == (value[1] == ZERO32) and first == (not parents), "E_MATCH")
    zero = value[4] == 0 and value[6] == 0 and value[7] == NO_POSITION
    require(not first or zero, "E_MATCH")
    return list(value)


def parse(raw: bytes, sig: bytes) -> Event:
    """The event of one envelope (P15, point 2)."""
    value = _fields(raw)
    name = h32("event", raw)
    kind = Kind(value[2])
    match = name if kind is Kind.PROPOSE else value[1]
    return Event(raw, sig, name, match, kind, *value[3:])


@dataclass(frozen=True)
class Charter:
    """What PROPOSE fixes. Seats are the members below `players`."""

    match: bytes
    host: int
    game: str
    rules: bytes
    config: bytes
    names: list[str]
    identities: list[bytes]
    boxes: list[bytes]
    players: int
    joined: int
    committees: list[tuple[int, tuple[int, ...]]]
    grace: int
    flags: int

    @classmethod
    def of(cls, e: Event) -> Charter:
        """The charter of a PROPOSE after the checks of P14 that need no rules."""
        _, game, rules, config, players, keepers, reserves, keys, grace, flags = e.body
        roster = [*players, *keepers, *reserves]
        require(1 <= len(players) <= 16 and len(roster) <= MAX_MEMBERS, "H_ROSTER")
        for column in (1, 2):
            require(len({m[column] for m in roster}) == len(roster), "H_ROSTER", "twice")
        for name, identity, box in roster:
            require(1 <= len(name.encode()) <= 64 and "\n" not in name, "H_ROSTER", "name")
            require(usable_key(identity) and point(box) is not None, "H_ROSTER", "key")
        joined = len(players) + len(keepers)
        require(e.author < joined, "H_HOST")
        require(1 <= len(keys) <= 2 and (len(players) > 1 or len(keepers) <= 1), "H_KEYS")
        for t, members in keys:
            distinct = len(set(members)) == len(members) >= 1
            require(distinct and all(m < joined for m in members), "H_KEYS")
            require(t == 1 if len(members) == 1 else 2 <= t <= len(members), "H_KEYS")
        require(flags < (2 if len(players) > 1 else 1), "H_FLAGS")
        return cls(
            match=e.id,
            host=e.author,
            game=game,
            rules=rules,
            config=config,
            names=[m[0] for m in roster],
            identities=[m[1] for m in roster],
            boxes=[m[2] for m in roster],
            players=len(players),
            joined=joined,
            committees=[(t, tuple(members)) for t, members in keys],
            grace=grace,
            flags=flags,
        )

    def admit(self, e: Event) -> None:
        """P15, point 4: the match, the author and the signature of an event."""
        require(e.match == self.match, "E_MATCH")
        require(e.author < len(self.names), "E_AUTHOR")
        signed = b"referee/v1/sign\0" + e.raw
        require(signature_ok(self.identities[e.author], signed, e.sig), "E_SIGNATURE")
