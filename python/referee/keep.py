"""A keeper who needs no person: answers each request of solo matches once (protocol P14, P24).

He watches a folder. An invitation to a match alone that names him he accepts, and counts it as an
attempt of that player at that game; then he opens the dice for each decision, once. A player who
signs two versions of an event gets no further answer: both versions are kept, and the proof is
written for everybody to see. Everything signed is on disk before anybody sees it, so a keeper who
is stopped at any moment goes on where he was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import msgspec

from referee import _core, disk, wire
from referee.errors import FileRefusedError, RefereeError
from referee.keys import Contact, Keyring, home
from referee.log import EventLog
from referee.match import Match
from referee.model import MAGIC, read_file
from referee.pen import Unlock
from referee.store import is_match
from referee.transport.folder import Folder, write_whole
from referee.verify import FORK_PROOF, Certificate, certificate

Json = Any

OPEN_MATCHES: Final = 64
"""Matches that are held open at a time."""

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


class Told(msgspec.Struct, frozen=True):
    """Something a keeper did or refused, for whoever runs him."""

    match: str
    text: str
    refused: bool = False


class Register:
    """The attempts a keeper has joined: ``kept.json`` in his home. Durable before it is used."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._attempts: list[Attempt] = []
        if path.is_file():
            data = disk.read_private(path, KEPT_LIMIT)
            self._attempts = msgspec.json.decode(data, type=list[Attempt])
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
        self._attempts.append(attempt)
        self._by_match[match] = attempt
        self.save()
        return attempt

    def abandoned(self, attempt: Attempt) -> int:
        """How many attempts before this one did not come to an end."""
        before = self._of(attempt.game, attempt.player)[: attempt.number - 1]
        return sum(not other.over for other in before)

    def _of(self, game: str, player: str) -> list[Attempt]:
        return [a for a in self._attempts if (a.game, a.player) == (game, player)]

    def save(self) -> None:
        """Writes the register; it is on the disk afterwards."""
        disk.make_private_dir(self._path.parent)
        disk.write_private(self._path, msgspec.json.encode(self._attempts))


class Keeper:
    """Keeps solo matches through a folder. One process at a time for one home."""

    def __init__(
        self,
        folder: str | Path,
        *,
        identity: str | None = None,
        keyring: Keyring | None = None,
        unlock: Unlock | None = None,
        root: Path | None = None,
    ) -> None:
        """``root`` is where kept matches and the register are; by default the keeper's home."""
        self._folder = Folder(folder)
        self._keyring = keyring or Keyring()
        self._identity = self._keyring.name(identity)
        self._unlock = unlock
        self._root = root or home()
        self._card: Contact = self._keyring.card(self._identity)
        self.register = Register(self._root / "kept.json")
        self._open: dict[str, Match] = {}
        self._unfinished = self._interrupted()

    def close(self) -> None:
        """Closes the matches that are open."""
        while self._open:
            self._open.popitem()[1].close()

    def look(self) -> list[Told]:
        """Takes in what is new in the folder and answers it; what was done and refused."""
        told: list[Told] = []
        groups: dict[str, list[wire.Found]] = {match: [] for match in self._unfinished}
        self._unfinished = []
        for name, data in self._folder.collect():
            try:
                for file in wire.find_in(name, data):
                    if file.data[len(MAGIC) :].startswith(FORK_PROOF):
                        continue
                    groups.setdefault(_match_of(file.data), []).append(file)
            except RefereeError as error:
                told.append(Told("", f"{wire.harmless(name)}: {error}", refused=True))
        for match, files in groups.items():
            try:
                told += self._serve(match, files)
            except RefereeError as error:
                told.append(Told(match, str(error), refused=True))
        return told

    def _interrupted(self) -> list[str]:
        """Matches that may have signed answers which never left: those not known to be over."""
        paths = (self._root / "kept").glob("*")
        names = sorted(path.name for path in paths if is_match(path))
        return [name for name in names if not self._is_over(name)]

    def _is_over(self, match: str) -> bool:
        attempt = self.register.find(match)
        return attempt is not None and attempt.over

    def __enter__(self) -> Keeper:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # -- one match

    def _serve(self, match_id: str, files: list[wire.Found]) -> Iterator[Told]:
        match = self._held(match_id)
        if match is None:
            log = Match.peek(files)
            if not self._is_for_me(log):
                return
            yield self._join(match_id, log, files)
            match = self._held(match_id)
            assert match is not None  # it was joined just now
        elif files:
            yield from self._take_in(match, files)
        attempt = self.register.find(match_id)
        if attempt is None:
            return
        if _forks(match):
            yield from self._refuse(match, attempt)
        else:
            yield from self._answer(match, attempt)

    def _held(self, match_id: str) -> Match | None:
        match = self._open.get(match_id)
        if match is None:
            path = self._path(match_id)
            if not is_match(path):
                return None
            match = Match.open(path, keyring=self._keyring, unlock=self._unlock)
            while len(self._open) >= OPEN_MATCHES:
                self._open.pop(next(iter(self._open))).close()
            self._open[match_id] = match
        return match

    def _path(self, match_id: str) -> Path:
        return self._root / "kept" / match_id

    def _is_for_me(self, log: EventLog) -> bool:
        member = log.member_of(self._card.identity)
        charter = log.charter
        alone = charter.players == 1
        return alone and member is not None and charter.members[member].role == "keeper"

    def _join(self, match_id: str, log: EventLog, files: list[wire.Found]) -> Told:
        """Counts the attempt, then takes the match; it is accepted with the first answer."""
        player = log.charter.members[0]
        attempt = self.register.join(match_id, log.charter.game, player.identity)
        match = Match.take(
            self._path(match_id),
            log.file(),
            identity=self._identity,
            keyring=self._keyring,
            unlock=self._unlock,
        )
        self._open[match_id] = match
        name = wire.harmless(player.name)
        return Told(match_id, f"attempt {attempt.number} of {name} at {attempt.game}")

    def _take_in(self, match: Match, files: list[wire.Found]) -> Iterator[Told]:
        try:
            received = match.receive(*(file.data for file in files), answer=False)
        except FileRefusedError as error:
            yield Told(match.charter.match, str(error), refused=True)
            return
        for refused in received.refused:
            yield Told(match.charter.match, refused.why, refused=True)

    def _answer(self, match: Match, attempt: Attempt) -> Iterator[Told]:
        """Accepts, opens dice, says how many attempts there were; and passes it on."""
        assert match.member is not None  # Keeper.join took it as the keeper
        if not match.log.own(match.member):
            match.accept()
            self._note(match, attempt)
        match.commit()
        if match.report().phase == "over" and not attempt.over:
            self._note(match, attempt)
            attempt.over = True
            self.register.save()
            yield Told(attempt.match, f"over: {_score(match)}")
        if match.unsent:
            match.send(self._folder)
            yield Told(attempt.match, f"answered at step {match.report().step}")

    def _note(self, match: Match, attempt: Attempt) -> None:
        """Signs the number of the attempt, unless that is the last thing said about it."""
        said = Certificate(attempt.number, self.register.abandoned(attempt))
        if certificate(match.log) != said:
            match.note(str(said))

    def _refuse(self, match: Match, attempt: Attempt) -> Iterator[Told]:
        """Two versions of one event: no answer any more, and the proof for everybody."""
        for number, proof in enumerate(match.log.core.fork_proofs()):
            write_whole(self._folder.path / f"fork-{attempt.match[:16]}-{number}.referee", proof)
        attempt.forked = True
        self.register.save()
        names = ", ".join(_forks(match))
        yield Told(
            attempt.match,
            f"{names} signed two versions of an event: no answers in this match any more",
            refused=True,
        )


def only_one(root: Path | None = None) -> AbstractContextManager[None]:
    """Holds a home for one keeper. Raises StoreError ``store.locked`` if another has it."""
    folder = root or home()
    disk.make_private_dir(folder)
    return disk.lock(folder / "kept.lock", 1.0)


def _forks(match: Match) -> list[str]:
    """Names of those who have signed two versions of an event."""
    members = match.charter.members
    authors: Iterable[int] = dict.fromkeys(author for author, _ in match.report().forks)
    return [wire.harmless(members[author].name) for author in authors]


def _score(match: Match) -> str:
    result = match.report().result or {}
    score = result.get("score", "no score") if isinstance(result, dict) else "no score"
    return f"score {score}"


def _match_of(data: bytes) -> str:
    """The id of the match a file belongs to, as hex. Raises FileRefusedError."""
    try:
        envelope = read_file(data)[0]
        event = envelope.event()
    except (ValueError, IndexError):
        raise FileRefusedError("F_SHAPE", "this is no file of a match") from None
    if not event.parents:
        return _core.h32("event", [envelope.raw]).hex()
    return bytes(event.match).hex()
