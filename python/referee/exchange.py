"""What passes between a match and its holder: decisions, files, and the ways they travel."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

import msgspec

from referee import wire
from referee.duties import Duty
from referee.errors import MatchError

Json = Any


class Decision(msgspec.Struct, frozen=True):
    """What this member has to decide now, after his drafted actions of the same payload.

    ``kind`` and ``rule`` are the game's; ``question`` is ``act`` or ``seal``; ``legal`` lists the
    actions as JSON values in the game's order. ``drafted`` are the actions already in the draft.
    ``more`` is true if the draft may be sent as it stands and this is the same seat asked again.
    """

    seat: int
    kind: str
    rule: str
    step: int
    question: str
    legal: list[Json]
    more: bool = False
    drafted: list[Json] = []


class Refused(msgspec.Struct, frozen=True):
    """A file that was not taken: what it was called, the code, and the reason with a hint."""

    name: str
    code: str
    why: str


class Received(msgspec.Struct, frozen=True):
    """What receiving brought.

    ``new`` events were taken, ``files`` files looked at, ``refused`` names those not taken.
    ``signed`` events were answered without a person. ``lost`` is the draft that fitted no longer.
    ``next`` is whom the match waits for now.
    """

    new: int
    files: int
    refused: list[Refused]
    signed: int
    lost: list[Json]
    next: list[Duty]


class Sent(msgspec.Struct, frozen=True):
    """A file on its way: a name that collides with no other, its bytes, and what is in it.

    ``readers`` are the members it is for; empty: a whole file, for anybody. ``subject`` is a line
    for people (a mail's subject).
    """

    name: str
    data: bytes
    events: int
    readers: list[int]
    subject: str

    @property
    def text(self) -> str:
        """The file as armored text (P16)."""
        return wire.armor(self.data)


class Transport(Protocol):
    """A way to pass files. ``target`` names it for good, for the marks of what went there."""

    @property
    def target(self) -> str:
        """A stable name of this way, unique among those of one match."""

    def deliver(self, file: Sent) -> None:
        """Passes a file on. It is on disk already."""

    def collect(self) -> Iterable[tuple[str, bytes]]:
        """Names and contents of everything that may be new; repeating does no harm."""


def moved_on() -> MatchError:
    """The refusal of an answer to something that is not what was shown."""
    return MatchError(
        "match.moved_on",
        "the match has moved on meanwhile, in another window or program of yours",
        "look at it once more",
    )
