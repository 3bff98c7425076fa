"""Two people with fixed secrets, and events signed by them."""

from __future__ import annotations

from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from independent import canonical
from independent.chance import h32, hs
from independent.codec import encode
from independent.events import NO_POSITION, ZERO32, Kind
from independent.group import BASE, times
from independent.group import encode as point

GAME = "toy"
RULES = h32("rules", b"toy", b"1")
CLOCK = 1_800_000_000


class Person:
    """Keys derived from a root as P21 says."""

    def __init__(self, name: str, root: bytes) -> None:
        self.name = name
        self.signer = Ed25519PrivateKey.from_private_bytes(h32("key/identity", root))
        self.identity = self.signer.public_key().public_bytes_raw()
        self.box = point(times(hs("key/box", root), BASE))

    def entry(self) -> list[Any]:
        """The member's entry in a charter."""
        return [self.name, self.identity, self.box]

    def sign(self, raw: bytes) -> list[bytes]:
        """The envelope of an event."""
        return [raw, self.signer.sign(b"referee/v1/sign\0" + raw)]


ADA = Person("Ada", bytes([1]) * 32)
BO = Person("Bo", bytes([2]) * 32)


def config(seats: int = 2) -> bytes:
    """An open match of the toy game without cards."""
    game = {"cards": 0, "rounds": 1, "seats": seats}
    return canonical.write({"config": game, "position": None})


def charter(**changed: Any) -> list[Any]:
    """The body of PROPOSE: two players, one key, taking back allowed."""
    fields = {
        "nonce": bytes([7]) * 32,
        "game": GAME,
        "rules": RULES,
        "config": config(),
        "players": [ADA.entry(), BO.entry()],
        "keepers": [],
        "reserves": [],
        "keys": [[2, [0, 1]]],
        "grace": 86_400,
        "flags": 1,
    }
    fields.update(changed)
    return list(fields.values())


def fields(kind: int, author: int, seq: int, parents: list[bytes], body: Any) -> list[Any]:
    """The ten fields of an event at step 0."""
    return [1, MATCH, kind, author, seq, parents, 0, NO_POSITION, CLOCK + seq, body]


def propose(author: int = 0, **changed: Any) -> bytes:
    """The raw bytes of PROPOSE by a member, by default Ada."""
    body = charter(**changed)
    return encode([1, ZERO32, Kind.PROPOSE.value, author, 0, [], 0, NO_POSITION, CLOCK, body])


PROPOSE = propose()
MATCH = h32("event", PROPOSE)
INVITATION = ADA.sign(PROPOSE)


def note(text: str, author: int = 0, seq: int = 1, parents: list[bytes] | None = None) -> bytes:
    """The raw bytes of a NOTE, by default Ada's first on the invitation."""
    above = [MATCH] if parents is None else parents
    return encode(fields(Kind.NOTE.value, author, seq, above, [text]))


def name(raw: bytes) -> bytes:
    """The id of an event."""
    return h32("event", raw)
