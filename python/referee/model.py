"""Charter, events and files as msgspec Structs (protocol P13-P15).

Anybody can read a ``.referee`` file with these, in a few lines and without the core:

>>> import sys
>>> from pathlib import Path
>>> from referee.model import Note, read_file
>>> for envelope in read_file(Path(sys.argv[1]).read_bytes()):  # doctest: +SKIP
...     event = envelope.event()
...     body = event.content()
...     print(event.author, event.seq, event.kind.name, body.text if isinstance(body, Note) else "")

The Structs mirror the wire: arrays, in the order of the protocol, nothing optional, nothing extra.
They check shapes only. Whether bytes are canonical, signed by whom they say and allowed where they
stand is the core's business (:class:`referee.log.EventLog`): what is signed, hashed and compared
are the transmitted bytes, never a re-encoding of these.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Final

import msgspec

MAGIC: Final = bytes.fromhex("89524652 0d0a1a0a")
"""First eight bytes of every file (P15)."""

U8 = Annotated[int, msgspec.Meta(ge=0, lt=2**8)]
U32 = Annotated[int, msgspec.Meta(ge=0, lt=2**32)]
U64 = Annotated[int, msgspec.Meta(ge=0)]
B32 = Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]
B64 = Annotated[bytes, msgspec.Meta(min_length=64, max_length=64)]
B96 = Annotated[bytes, msgspec.Meta(min_length=96, max_length=96)]


class Wire(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Base of everything on the wire: an array of exactly these fields, in this order."""


class Kind(IntEnum):
    """Kinds of events, with the numbers of P13."""

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


class Member(Wire, frozen=True):
    """Somebody named in a charter: display name, Ed25519 key, box key (P14)."""

    name: str
    identity: B32
    box: B32


class KeyTerms(Wire, frozen=True):
    """How many of which members open a key (P8); the committee's order gives evaluation points."""

    threshold: U64
    committee: list[U64]


class Propose(Wire, frozen=True):
    """Body of PROPOSE: the charter (P14). Members are numbered players, keepers, reserves."""

    nonce: B32
    game: str
    rules: B32
    config: bytes
    players: list[Member]
    keepers: list[Member]
    reserves: list[Member]
    keys: list[KeyTerms]
    grace: U64
    flags: U64

    @property
    def members(self) -> list[Member]:
        """All members in the order of their numbers."""
        return [*self.players, *self.keepers, *self.reserves]


Charter = Propose


class Join(Wire, frozen=True):
    """Body of JOIN: commitment to the nonce; dealings and ML-DSA-65 key, or empty (P8, P20)."""

    commitment: B32
    roll: bytes
    deck: bytes
    pq: bytes


class Start(Wire, frozen=True):
    """Body of START: ids of one JOIN per player and keeper, in member order."""

    joins: list[B32]


class Complaint(Wire, frozen=True):
    """A complaint about a dealing (P8)."""

    dealer: U64
    purpose: U64
    shared: B32
    proof: B64


class Ready(Wire, frozen=True):
    """Body of READY: the nonce and complaints about dealings."""

    nonce: B32
    complaints: list[Complaint]


class Reveal(Wire, frozen=True):
    """An own hidden card, shown (P11)."""

    deck: U64
    pos: U64
    rho: B32


class Action(Wire, frozen=True):
    """Body of ACTION: canonical JSON array of actions and the cards they need."""

    payload: bytes
    reveals: list[Reveal]


class Seal(Wire, frozen=True):
    """Body of SEAL: the commitment (P12)."""

    commitment: B32


class Open(Wire, frozen=True):
    """Body of OPEN: what a SEAL committed to."""

    nonce: B32
    payload: bytes
    reveals: list[Reveal]


class ShowPart(Wire, frozen=True):
    """A part on a card opened for everybody (P11)."""

    deck: U64
    pos: U64
    part: B96


class DrawPart(Wire, frozen=True):
    """A part on a card somebody asked for (P11)."""

    draw: B32
    index: U64
    part: B96


class Part(Wire, frozen=True):
    """Body of PART: on the roll of the step (empty or 96 bytes) and on cards."""

    roll: bytes
    shows: list[ShowPart]
    draws: list[DrawPart]


class ShuffleEntry(Wire, frozen=True):
    """One deck of a SHUFFLE: ciphertexts, 64 bytes a card, and their proof (P10)."""

    deck: U64
    cards: bytes
    proof: bytes


class Shuffle(Wire, frozen=True):
    """Body of SHUFFLE: one link of a chain."""

    decks: list[ShuffleEntry]


class DrawEntry(Wire, frozen=True):
    """One card asked for (P11)."""

    deck: U64
    pos: U64
    point: B32
    proof: B64


class Draw(Wire, frozen=True):
    """Body of DRAW."""

    cards: list[DrawEntry]


class Vote(Wire, frozen=True):
    """Body of VOTE: the seat (at a shuffle: the member) that keeps the match waiting."""

    target: U64


class Takeover(Wire, frozen=True):
    """Body of TAKEOVER."""

    seat: U64


class Back(Wire, frozen=True):
    """Body of BACK: the step to go back to."""

    to: U64


class Note(Wire, frozen=True):
    """Body of NOTE: at most 4096 bytes of UTF-8."""

    text: str


class Post(Wire, frozen=True):
    """Body of POST: empty."""


class ShufflePart(Wire, frozen=True):
    """A part that opens a prescribed shuffle (P10.4)."""

    step: U64
    deck: U64
    part: B96


class Audit(Wire, frozen=True):
    """Body of AUDIT: openings after the end."""

    reveals: list[Reveal]
    shuffles: list[ShufflePart]


class Endorse(Wire, frozen=True):
    """Body of ENDORSE: an ML-DSA-65 signature (P20)."""

    sig: bytes


class Resign(Wire, frozen=True):
    """Body of RESIGN: empty."""


Body = (
    Propose
    | Join
    | Start
    | Ready
    | Action
    | Seal
    | Open
    | Part
    | Shuffle
    | Draw
    | Vote
    | Takeover
    | Back
    | Note
    | Post
    | Audit
    | Endorse
    | Resign
)

BODIES: Final[dict[Kind, type[Body]]] = {
    Kind.PROPOSE: Propose,
    Kind.JOIN: Join,
    Kind.START: Start,
    Kind.READY: Ready,
    Kind.ACTION: Action,
    Kind.SEAL: Seal,
    Kind.OPEN: Open,
    Kind.PART: Part,
    Kind.SHUFFLE: Shuffle,
    Kind.DRAW: Draw,
    Kind.VOTE: Vote,
    Kind.TAKEOVER: Takeover,
    Kind.BACK: Back,
    Kind.NOTE: Note,
    Kind.POST: Post,
    Kind.AUDIT: Audit,
    Kind.ENDORSE: Endorse,
    Kind.RESIGN: Resign,
}


class Event(Wire, frozen=True):
    """One signed statement (P13). ``body`` is still bytes: its shape depends on ``kind``."""

    suite: U64
    match: B32
    kind: Kind
    author: U8
    seq: U32
    parents: list[B32]
    step: U32
    digest: B32
    wall: U64
    body: msgspec.Raw

    def content(self) -> Body:
        """The body as the Struct of its kind. Raises ``msgspec.ValidationError``."""
        return msgspec.msgpack.decode(self.body, type=BODIES[self.kind])


class Envelope(Wire, frozen=True):
    """An event as it travels: the signed bytes and the signature."""

    raw: bytes
    sig: B64

    def event(self) -> Event:
        """The event these bytes state. Raises ``msgspec.ValidationError``."""
        return msgspec.msgpack.decode(self.raw, type=Event)


class File(Wire, frozen=True):
    """What follows the magic in a file (P15)."""

    version: Annotated[int, msgspec.Meta(ge=1, le=1)]
    envelopes: list[Envelope]


def encode_body(body: Body) -> bytes:
    """The bytes of a body as P2 asks: msgspec writes the shortest form of everything these hold."""
    return msgspec.msgpack.encode(body)


def read_file(data: bytes) -> list[Envelope]:
    """The envelopes of a file, in its order. Shapes are checked, nothing else.

    Raises ``ValueError`` if ``data`` is no file (``msgspec.ValidationError`` is one).
    """
    if data[: len(MAGIC)] != MAGIC:
        raise ValueError("the first eight bytes are not those of a referee file")
    return msgspec.msgpack.decode(memoryview(data)[len(MAGIC) :], type=File).envelopes
