"""A keeper who needs no person: answers each request of solo matches once (protocol P14, P24).

He watches a folder. An invitation to a match alone that names him he accepts, and counts it as an
attempt of that player at that game; then he opens the dice for each decision, once. A player who
signs two versions of an event gets no further answer: both versions are kept, and the proof is
written for everybody to see. Everything signed is on disk before anybody sees it, so a keeper who
is stopped at any moment goes on where he was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any, Final

import msgspec

from referee import _core, disk, wire
from referee.attempts import KEPT, Attempt, Register
from referee.errors import FileRefusedError, RefereeError
from referee.keys import Contact, Keyring, home
from referee.log import EventLog
from referee.match import Match
from referee.model import MAGIC, read_file
from referee.pen import Unlock
from referee.store import is_match
from referee.transport.folder import Folder, write_whole
from referee.verify import FORK_PROOF, certificate

Json = Any

OPEN_MATCHES: Final = 64
"""Matches that are held open at a time."""

PASSING: Final = ("store.disk", "store.locked", "usage.no_folder")
"""Codes of what may go away by itself."""


class Told(msgspec.Struct, frozen=True):
    """Something a keeper did or refused, for whoever runs him."""

    match: str
    text: str
    refused: bool = False


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
        self._again: dict[str, list[wire.Found]] = {match: [] for match in self._interrupted()}
        self._said: dict[str, str] = {}

    def close(self) -> None:
        """Closes the matches that are open."""
        while self._open:
            self._open.popitem()[1].close()

    def look(self) -> list[Told]:
        """Takes in what is new in the folder and answers it; what was done and refused.

        What a full disk, a folder that is away or another process stood in the way of is tried
        again at the next look.
        """
        told: list[Told] = []
        groups, self._again = self._again, {}
        try:
            self._collect(groups, told)
            self._said.pop("", None)
        except OSError as error:
            told += self._hindered("", f"the folder cannot be read: {error.strerror}")
        for match, files in groups.items():
            try:
                told += self._serve(match, files)
                self._said.pop(match, None)
            except (RefereeError, OSError) as error:
                told += self._put_off(match, files, error)
        return told

    def _collect(self, groups: dict[str, list[wire.Found]], told: list[Told]) -> None:
        """Adds what is new in the folder to the matches it belongs to."""
        for name, data in self._folder.collect():
            try:
                for file in wire.find_in(name, data):
                    if file.data[len(MAGIC) :].startswith(FORK_PROOF):
                        continue
                    groups.setdefault(_match_of(file.data), []).append(file)
            except RefereeError as error:
                told.append(Told("", f"{wire.harmless(name)}: {error}", refused=True))

    def _put_off(
        self, match: str, files: list[wire.Found], error: RefereeError | OSError
    ) -> list[Told]:
        """A match that could not be served: closed, and tried again if the reason may go away."""
        held = self._open.pop(match, None)
        if held is not None:
            with suppress(RefereeError, OSError):
                held.close()
        if isinstance(error, RefereeError):
            text, passing = str(error), error.code in PASSING
        else:
            text, passing = f"system: {error.strerror}", True
        if not passing:
            return [Told(match, text, refused=True)]
        self._again[match] = files
        return self._hindered(match, text)

    def _hindered(self, match: str, text: str) -> list[Told]:
        """Says what stands in the way, once as long as it does."""
        if self._said.get(match) == text:
            return []
        self._said[match] = text
        return [Told(match, text, refused=True)]

    def _interrupted(self) -> list[str]:
        """Matches that may have signed answers which never left: those not known to be over."""
        paths = (self._root / KEPT).glob("*")
        names = sorted(path.name for path in paths if is_match(path))
        return [name for name in names if not self._is_over(name)]

    def _is_over(self, match: str) -> bool:
        attempt = self.register.find(match)
        return attempt is not None and attempt.over

    def __enter__(self) -> Keeper:
        return self

    def __exit__(self, *_: object) -> None:
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
        return self._root / KEPT / match_id

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
        first = not match.log.own(match.member)
        if first:
            match.accept()
        if first or any(duty.member == match.member for duty in match.waiting_for):
            # Before the dice: a note behind them could be left out of a file.
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
        """Signs how the attempt stands, unless that is the last thing said about it."""
        standing = self.register.standing(attempt)
        if certificate(match.log) != standing:
            match.note(str(standing))

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
