"""A log of notes, as long as one likes, for the tests of what is on disk."""

from __future__ import annotations

from typing import Any

import msgspec

from referee import _core
from referee.keys import Identity, Keyring
from referee.log import EventLog
from referee.model import (
    Event,
    KeyTerms,
    Kind,
    Note,
    Propose,
    encode_body,
)
from referee.store import Store
from referee.wire import canonical_json

NOTHING = _core.h32("state", [b""])


def raw_event(match: bytes, author: int, seq: int, parents: list[bytes], body: Any) -> bytes:
    kind = Kind.PROPOSE if isinstance(body, Propose) else Kind.NOTE
    packed = msgspec.Raw(encode_body(body))
    return msgspec.msgpack.encode(
        Event(1, match, kind, author, seq, sorted(parents), 0, NOTHING, 1000 + seq, packed)
    )


class Writer:
    """Signs notes in a match of two that never starts: enough to fill a log."""

    def __init__(self, *keyrings: Keyring) -> None:
        self.people: list[Identity] = [keyring.unlock() for keyring in keyrings]
        config = _core.Position.new("pig", {"seats": 2}).config()
        charter = Propose(
            nonce=bytes(32),
            game="pig",
            rules=_core.rules_hash("pig", ""),
            config=canonical_json({"config": config, "position": None}),
            players=[person.card.member() for person in self.people],
            keepers=[],
            reserves=[],
            keys=[KeyTerms(2, [0, 1])],
            grace=0,
            flags=0,
        )
        raw = raw_event(bytes(32), 0, 0, [], charter)
        self.match = _core.h32("event", [raw])
        self.first = (raw, self.people[0].sign(raw))
        self.heads = [self.match]
        self.counts = [1, 0]

    def log(self) -> EventLog:
        log = EventLog()
        log.append(*self.first)
        return log

    def note(self, author: int, text: str) -> tuple[bytes, bytes]:
        raw = raw_event(self.match, author, self.counts[author], self.heads, Note(text))
        self.counts[author] += 1
        self.heads = [_core.h32("event", [raw])]
        return raw, self.people[author].sign(raw)


def texts(log: EventLog) -> list[str]:
    return [event.text for event in log.events() if event.kind == "NOTE"]


def sign(opened: Store, envelope: tuple[bytes, bytes]) -> None:
    with opened.locked():
        opened.add_own(*envelope)
