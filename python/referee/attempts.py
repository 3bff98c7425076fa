"""How often somebody has tried: the attempts a keeper has joined, durable before he says so."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from referee import disk
from referee.errors import StoreError
from referee.verify import Certificate

KEPT: Final = "kept"
"""The folder of kept matches in a keeper's home."""

KEPT_LIMIT: Final = 1 << 24
"""Bytes of the register: some fifty thousand attempts."""


class Attempt(msgspec.Struct):
    """One match that was joined for a player key, in the order of joining.

    ``number`` counts from 1 for each player and game. ``forked`` matches get no answers.
    """

    match: str
    game: str
    player: str
    number: int
    over: bool = False
    forked: bool = False


class Register:
    """The attempts a keeper has joined: ``kept.json`` in his home. Durable before it is used."""

    def __init__(self, path: Path) -> None:
        """Reads it. Raises StoreError ``store.damaged`` if matches were kept and it is not whole.

        To count anew would give a player a smaller number than he has.
        """
        self._path = path
        self._attempts: list[Attempt] = []
        if path.is_file():
            data = disk.read_private(path, KEPT_LIMIT)
            try:
                self._attempts = msgspec.json.decode(data, type=list[Attempt])
            except (msgspec.MsgspecError, UnicodeDecodeError):
                raise _lost(path, "is damaged") from None
        elif any((path.parent / KEPT).glob("*")):
            raise _lost(path, "is gone")
        self._by_match = {attempt.match: attempt for attempt in self._attempts}

    def find(self, match: str) -> Attempt | None:
        """The attempt of a match, if it was joined."""
        return self._by_match.get(match)

    def join(self, match: str, game: str, player: str) -> Attempt:
        """The attempt of a match: a new one if it was not joined before."""
        known = self.find(match)
        if known is not None:
            return known
        attempt = Attempt(match, game, player, len(self._of(game, player)) + 1)
        self._write([*self._attempts, attempt])
        self._attempts.append(attempt)
        self._by_match[match] = attempt
        return attempt

    def standing(self, attempt: Attempt) -> Certificate:
        """What may be said of an attempt now: how many there are, how many others have no end.

        It counts those joined later too: who begins several matches at once and ends the first of
        them last has seen all the others.
        """
        joined = self._of(attempt.game, attempt.player)
        open_ones = sum(not other.over for other in joined if other.match != attempt.match)
        return Certificate(len(joined), open_ones)

    def _of(self, game: str, player: str) -> list[Attempt]:
        return [a for a in self._attempts if (a.game, a.player) == (game, player)]

    def save(self) -> None:
        """Writes the register; it is on the disk afterwards."""
        self._write(self._attempts)

    def _write(self, attempts: list[Attempt]) -> None:
        disk.make_private_dir(self._path.parent)
        disk.write_private(self._path, msgspec.json.encode(attempts))


def _lost(path: Path, how: str) -> StoreError:
    return StoreError(
        "store.damaged",
        f"the register of attempts {path.name} {how}",
        "bring it back from a copy of your home: attempts are not counted anew",
    )
