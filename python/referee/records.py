"""The journal of a match folder: records behind a head, each with its length and a check.

A head is 16 fixed bytes and 16 random ones, the *generation*: whoever has read a journal sees by it
whether it is still the same one.
"""

from __future__ import annotations

import hashlib
import secrets
import struct
from collections.abc import Iterable, Iterator
from typing import Final

from referee.errors import StoreError

EVENT: Final = b"E"
"""A record with one own envelope."""

FILE: Final = b"F"
"""A record with a file that was received."""

SEALED: Final = b"S"
"""A record with an own sealed answer: JSON of step and actions."""

_MAGIC: Final = b"referee-journal1"
_GENERATION: Final = 16
_HEAD: Final = struct.Struct(">I8s")
START: Final = len(_MAGIC) + _GENERATION
"""Where the first record begins."""


def record(kind: bytes, content: bytes) -> bytes:
    """One record."""
    payload = kind + content
    return _HEAD.pack(len(payload), hashlib.sha256(payload).digest()[:8]) + payload


def journal(records: Iterable[bytes] = ()) -> bytes:
    """A new journal, of a generation of its own."""
    return b"".join([_MAGIC, secrets.token_bytes(_GENERATION), *records])


def generation(head: bytes) -> bytes:
    """The generation of a journal with these first bytes. Raises StoreError ``store.damaged``."""
    if len(head) < START or not head.startswith(_MAGIC):
        raise StoreError(
            "store.damaged",
            "the journal of this match is damaged",
            "receive a whole file into a new folder",
        )
    return head[len(_MAGIC) : START]


def records(data: bytes, offset: int) -> Iterator[tuple[int, bytes, bytes]]:
    """Whole records from ``offset`` on: where each ends, its kind and content.

    Stops at the first that is cut or garbled: such a record was never acknowledged to anybody.
    """
    while offset + _HEAD.size < len(data):
        size, check = _HEAD.unpack_from(data, offset)
        end = offset + _HEAD.size + size
        payload = data[offset + _HEAD.size : end]
        if not size or end > len(data) or hashlib.sha256(payload).digest()[:8] != check:
            return
        yield end, payload[:1], payload[1:]
        offset = end


def is_bad(rest: bytes) -> bool:
    """Whether what follows the last whole record is no write that was cut: a record went bad."""
    return len(rest) > _HEAD.size and _HEAD.size + _HEAD.unpack_from(rest)[0] < len(rest)
