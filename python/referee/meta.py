"""The small files of a match that are the owner's alone: who he is, his draft, his marks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from referee.disk import read_private
from referee.errors import RefereeError, StoreError
from referee.log import Verdict

Json = Any
T = TypeVar("T")

META: Final = "meta.json"


class Draft(msgspec.Struct, frozen=True):
    """Chosen actions that nobody signed yet; they fit the position of this step and digest only."""

    step: int = -1
    digest: str = ""
    actions: list[Json] = []

    @classmethod
    def at(cls, verdict: Verdict, actions: Sequence[Json] = ()) -> Draft:
        """A draft for the position a log stands at."""
        return cls(verdict.step, verdict.digest, list(actions))


class Meta(msgspec.Struct):
    """Who the owner is in the match, and what went where.

    ``identity`` names a key file, ``""`` for a spectator. ``sent`` holds for each target the number
    of own events it has carried. ``restored``: signing waits for a whole file of somebody else.
    ``news``: something of others came in while the folder was behind.
    ``doubt`` is what keeps own parts and decisions back, seen first at ``doubt_since``.
    """

    identity: str = ""
    member: int | None = None
    sent: dict[str, int] = {}
    restored: bool = False
    news: bool = False
    doubt: tuple[str, int] | None = None
    doubt_since: int = 0
    format: int = 1


class Mark(msgspec.Struct, frozen=True):
    """The high-water mark of an owner in a match: his last event, and the last that has left.

    Numbers count own events; 0 is none. The last event's past is the whole log it was signed on,
    so its id stands for all that had to be known.
    """

    signed: int = 0
    id: str = ""
    left: int = 0
    left_id: str = ""


def read_meta(folder: Path) -> Meta | None:
    """Who the owner is; None where nobody has written it yet. Raises StoreError ``store.damaged``.

    Guessing instead would forget which identity plays, and what went where.
    """
    path = folder / META
    if not path.exists():
        return None
    found = read_json(path, Meta)
    if found is None:
        raise StoreError(
            "store.damaged",
            f"{META} in the folder of the match is damaged",
            "remove it: your place in the match is found again by your keys, and all is sent anew",
        )
    return found


def read_json(path: Path, kind: type[T]) -> T | None:
    """A small file of one's own as a Struct; None if there is none, or it is no such thing."""
    try:
        return msgspec.json.decode(read_private(path), type=kind)
    except (RefereeError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
