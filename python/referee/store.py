"""A match on disk: nothing is lost, nothing is signed twice, whatever happens when (P21).

A match is a folder:

======================  ==========================================================================
``match.referee``       the whole log as a plain file, for anybody to copy and read
``match.journal``       what came since: an append-only list of records, each durable before use
``drafts.json``         what a person chose and did not sign yet
``meta.json``           who the owner is in this match, and what each transport has carried
``lock``                held while a process writes
======================  ==========================================================================

The journal is written ahead: an own event is in it, on the disk, before the lock is given back and
before a file with it exists anywhere. Whoever takes the lock first reads what others have written,
so the log a signature is made on is always the newest one. :meth:`Store.close` folds the journal
into ``match.referee``.

Beside the folder, in the owner's keyring, stands a *mark*: the last own event of the match. A
folder that lacks it was restored from an old copy, or is one of two: it signs nothing
(``store.behind``) until a whole file of somebody else has shown what came after.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import msgspec

from referee import _core
from referee.disk import (
    LOCK_SECONDS,
    lock,
    make_private_dir,
    read_capped,
    sync,
    write_private,
)
from referee.errors import FileRefusedError, StoreError
from referee.log import EventLog, Verdict
from referee.meta import META, Draft, Mark, Meta, read_json, read_meta
from referee.model import MAGIC, Envelope, File
from referee.records import EVENT, FILE, SEALED, START, generation, is_bad, journal, record, records

Json = Any

ARCHIVE: Final = "match.referee"
JOURNAL: Final = "match.journal"
DRAFTS: Final = "drafts.json"
LOCK: Final = "lock"

COMPACT_BYTES: Final = 1 << 20
"""A journal of this size is folded into the archive, if the archive is not larger still."""

WALL_LIMIT: Final = 1 << 64
"""No event can claim a time from here on, nor one before 1970, whatever a clock jumps to."""

SEALED_KEPT: Final = 64
"""Sealed answers that are carried into a new journal: far more than can be unopened."""


def is_match(folder: str | Path) -> bool:
    """Whether a match is kept in a folder."""
    return (Path(folder) / ARCHIVE).is_file()


def now() -> int:
    """The clock of this machine, Unix seconds: what own events claim as ``wall`` (below 2^64)."""
    return min(max(int(time.time()), 0), WALL_LIMIT - 1)


class Own(msgspec.Struct):
    """Own events of a log: how many, the id of the last, and all ids."""

    count: int = 0
    id: str = ""
    ids: set[str] = msgspec.field(default_factory=set)


class Store:
    """A match folder, open. All that writes happens under :meth:`locked`."""

    def __init__(self, folder: Path, log: EventLog, meta: Meta, marks: Path) -> None:
        """For :meth:`create` and :meth:`open`; use these."""
        self.folder = folder
        self.log = log
        self.meta = meta
        self._marks = marks
        self._generation = b""
        self._offset = 0
        self._archive_size = 0
        self._sealed: dict[int, list[Json]] = {}
        self._own = Own()
        self._mark: Mark | None = None
        self._depth = 0
        self._unsynced = False
        self._draft_signed = False
        self._broken = False

    def __repr__(self) -> str:
        return f"Store({str(self.folder)!r})"

    # -- making and opening

    @classmethod
    def create(
        cls, folder: str | Path, log: EventLog, meta: Meta, marks: Path, *, signed: bool = False
    ) -> Store:
        """Makes the folder of a match that ``log`` holds already.

        ``signed``: the own events in it were signed just now, here. Otherwise, if there are any
        and this keyring knows nothing of them, this is a restore: it signs nothing before a whole
        file of somebody else came, which ``log`` may be already.
        Raises StoreError ``store.exists``.
        """
        folder = Path(folder).expanduser()
        if (folder / ARCHIVE).exists() or (folder / JOURNAL).exists():
            raise StoreError(
                "store.exists", "there is a match in this folder already", "name another folder"
            )
        make_private_dir(folder)
        store = cls(folder, log, meta, marks)
        with lock(folder / LOCK, LOCK_SECONDS):
            store._count_own()
            if meta.member is not None:
                store._mark = store._read_mark()
                if store._mark is None:
                    by_other = log.verdict.posted not in (-1, meta.member)
                    meta.restored = bool(store._own.count) and not signed and not by_other
                    store._write_mark(Mark(store._own.count, store._own.id))
            store._write_meta()
            store._compact()
        return store

    @classmethod
    def open(cls, folder: str | Path, marks: Path) -> Store:
        """Opens a folder and verifies all of it.

        Raises StoreError ``store.missing``, ``store.damaged`` (``meta.json`` as well as the log),
        ``store.locked``.
        """
        folder = Path(folder).expanduser()
        if not (folder / ARCHIVE).exists():
            raise StoreError(
                "store.missing", "there is no match in this folder", "name its folder with -m"
            )
        store = cls(folder, EventLog(), read_meta(folder) or Meta(), marks)
        with store.locked():
            if store.meta.member is not None and store._mark is None:
                store.meta.restored = store.meta.restored or bool(store._own.count)
                store._write_meta()
                store._write_mark(Mark(store._own.count, store._own.id))
        return store

    def adopt(self, identity: str, member: int) -> None:
        """Makes a folder without an owner that of a member: if he has signed before, a restore."""
        self.meta = Meta(identity, member)
        self._write_meta()
        with self.locked():
            self._count_own()
            if self._mark is None:
                self.meta.restored = bool(self._own.count)
                self._write_mark(Mark(self._own.count, self._own.id))
            self._write_meta()

    def close(self) -> None:
        """Brings ``match.referee`` up to date. Nothing is lost without it."""
        if not self._broken and self._offset > START:
            with self.locked():
                self._fold()

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Holds the match against other processes, with all they wrote taken in. Nests.

        If the disk does not take what is written, all of it is withdrawn, and this store takes no
        more. Raises StoreError ``store.disk``, ``store.locked``, ``store.damaged``.
        """
        if self._broken:
            raise StoreError(
                "store.disk", "the disk refused to take something", "open the match again"
            )
        if self._depth:
            self._depth += 1
            try:
                yield
            finally:
                self._depth -= 1
            return
        with ExitStack() as stack:
            stack.enter_context(lock(self.folder / LOCK, LOCK_SECONDS))
            if self.meta.member is not None:
                make_private_dir(self._marks)
            self._catch_up()
            if self.meta.member is not None:
                # Two folders of one match share the mark: only one may sign at a time.
                stack.enter_context(lock(self._mark_path.with_suffix(".lock"), LOCK_SECONDS))
                self._mark = self._read_mark()
            self._depth = 1
            before = (self._generation, self._offset, self._mark)
            try:
                yield
            finally:
                self._depth = 0
                try:
                    if not self._broken:
                        with self._disk():
                            self._settle()
                            self.keep_mark()
                            self._drop_signed_draft()
                finally:
                    if self._broken:
                        self._withdraw(*before)

    # -- own events

    @property
    def behind(self) -> bool:
        """Whether this folder is older than what its owner signed (P21)."""
        return self.meta.restored or not self._knows_mark()

    def check_signing(self) -> None:
        """Raises StoreError ``store.behind`` if signing could make a second version of an event."""
        if self.behind:
            raise StoreError(
                "store.behind",
                "this folder is older than what you have signed in this match",
                "receive a whole file of another player (`send --whole`), then go on",
            )

    def add_own(self, raw: bytes, sig: bytes) -> None:
        """Takes an own event in, and writes it; durable before the lock is given back."""
        self.check_signing()
        self.log.append(raw, sig)
        self._append(EVENT, msgspec.msgpack.encode(Envelope(raw, sig)))
        own = self._own
        own.count, own.id = own.count + 1, _core.h32("event", [raw]).hex()
        own.ids.add(own.id)

    def add_file(self, data: bytes) -> int:
        """Takes a file of others in; how many events were new. Raises FileRefusedError."""
        union = self.log.receive(data)
        if not union.new:
            if self.meta.news and self.behind:
                self._catch_on(data)
            return 0
        self._append(FILE, data)
        member = self.meta.member
        if member in union.members:
            self._count_own()
        if self.behind and any(author != member for author in union.members):
            if not self.meta.news:
                self.meta.news = True
                self._write_meta()
            self._catch_on(data, news=True)
        return union.new

    def keep_sealed(self, step: int, actions: Sequence[Json]) -> None:
        """Keeps what a SEAL commits to; it is on disk before the SEAL is."""
        self._append(SEALED, msgspec.json.encode([step, list(actions)]))
        self._sealed[step] = list(actions)

    @property
    def sealed(self) -> list[tuple[int, list[Json]]]:
        """Own sealed answers: step and actions, ascending."""
        return sorted(self._sealed.items())

    # -- drafts and marks

    def draft(self, verdict: Verdict) -> Draft:
        """The draft, if it fits the position the log stands at; else an empty one."""
        draft = None if self._draft_signed else read_json(self.folder / DRAFTS, Draft)
        if draft is None or (draft.step, draft.digest) != (verdict.step, verdict.digest):
            return Draft.at(verdict)
        return draft

    def save_draft(self, draft: Draft) -> None:
        """Keeps a draft; an empty one removes the file."""
        path = self.folder / DRAFTS
        self._draft_signed = False
        if draft.actions:
            write_private(path, msgspec.json.encode(draft), forgettable=True)
        else:
            path.unlink(missing_ok=True)

    def sign_off_draft(self) -> None:
        """The draft has been signed: its file goes when the signature is on the disk."""
        self._draft_signed = True

    def _drop_signed_draft(self) -> None:
        if self._draft_signed:
            self.save_draft(Draft())

    def unsent(self) -> int:
        """How many own events no transport has carried."""
        return self._own.count - max(self.meta.sent.values(), default=0)

    def mark_sent(self, target: str) -> None:
        """Notes that all own events of now went to ``target``."""
        self.meta.sent = {**self.meta.sent, target: self._own.count}
        self._write_meta()

    def doubted_since(self, doubt: tuple[str, int] | None, clock: int) -> int:
        """When this doubt was first seen, by the own clock: those in the log are only claims."""
        if doubt != self.meta.doubt:
            self.meta.doubt, self.meta.doubt_since = doubt, clock
            self._write_meta()
        return self.meta.doubt_since

    def mark_leaving(self) -> None:
        """Notes, durably, that the own events of now are about to be shown to others."""
        self._settle()
        if self.meta.member is not None and self._mark is not None:
            own = self._own
            with self._disk():
                self._write_mark(Mark(own.count, own.id, own.count, own.id))

    def keep_mark(self) -> None:
        """Raises the mark to the last own event."""
        mark = self._mark
        if self.meta.member is None or mark is None or self.behind:
            return
        if (mark.signed, mark.id) != (self._own.count, self._own.id):
            self._write_mark(msgspec.structs.replace(mark, signed=self._own.count, id=self._own.id))

    def _knows_mark(self) -> bool:
        mark = self._mark
        return mark is None or not mark.signed or mark.id in self._own.ids

    def _catch_on(self, data: bytes, *, news: bool = False) -> None:
        """A folder that is behind received a file: may it sign again?

        Yes, if the file is whole and every own event that has left this machine is known now. A
        file that brings no ``news`` itself must hold all that is known: what was new came ahead of
        it, in smaller files.
        """
        held = msgspec.msgpack.decode(memoryview(data)[len(MAGIC) :], type=File).envelopes
        if not held or held[0].event().parents or not (news or len(held) == len(self.log)):
            return
        mark = self._mark or Mark()
        if mark.left and mark.left_id not in self._own.ids:
            return
        self.meta.restored = self.meta.news = False
        self._write_meta()
        self._write_mark(Mark(self._own.count, self._own.id, mark.left, mark.left_id))

    def _count_own(self) -> None:
        if self.meta.member is None:
            return
        own = self.log.own(self.meta.member)
        last = max(own, key=lambda event: event.seq, default=None)
        if last is not None:
            self._own = Own(last.seq + 1, last.id, {event.id for event in own})

    # -- files

    @property
    def _mark_path(self) -> Path:
        charter = self.log.charter
        owner = charter.members[self.meta.member or 0].identity
        return self._marks / f"{charter.match[:32]}-{owner[:16]}.json"

    def _read_mark(self) -> Mark | None:
        return read_json(self._mark_path, Mark)

    def _write_mark(self, mark: Mark) -> None:
        make_private_dir(self._marks)
        write_private(self._mark_path, msgspec.json.encode(mark), forgettable=True)
        self._mark = mark

    def _write_meta(self) -> None:
        write_private(self.folder / META, msgspec.json.encode(self.meta), forgettable=True)

    def _append(self, kind: bytes, content: bytes) -> None:
        """One record at the end of the journal: written now, durable with :meth:`_settle`."""
        written = record(kind, content)
        with self._disk(), (self.folder / JOURNAL).open("r+b") as stream:
            # What stands behind the last whole record is the rest of a write that was cut.
            stream.seek(self._offset)
            stream.truncate()
            stream.write(written)
        self._offset += len(written)
        self._unsynced = True
        if self._offset > max(COMPACT_BYTES, self._archive_size):
            self._fold()

    def _settle(self) -> None:
        """Waits until the journal is on the disk: before anything of it is shown to anybody."""
        if self._unsynced:
            with self._disk(), (self.folder / JOURNAL).open("r+b") as stream:
                sync(stream)
            self._unsynced = False

    @contextmanager
    def _disk(self) -> Iterator[None]:
        """The log in memory is ahead of a disk that refuses: nothing more is done with it."""
        try:
            yield
        except OSError as error:
            self._broken = True
            raise StoreError(
                "store.disk",
                f"the disk did not take what was to be kept: {error.strerror}",
                "make room and try again; `referee status` tells what is signed",
            ) from None

    def _withdraw(self, generation: bytes, offset: int, mark: Mark | None) -> None:
        """Takes out of the journal what came since the lock was taken, for the disk refused.

        Nobody has seen it: nothing leaves before the mark says so. What is in the archive already
        stays, and counts as signed.
        """
        if generation == self._generation and mark is self._mark:
            with suppress(OSError), (self.folder / JOURNAL).open("r+b") as stream:
                stream.truncate(offset)

    def _fold(self) -> None:
        """Compacts if there is room for it: the journal holds everything without."""
        with suppress(OSError):
            self._compact()

    def _compact(self) -> None:
        """Folds the journal into the archive. Cut short anywhere, both still hold everything."""
        data = self.log.file()
        write_private(self.folder / ARCHIVE, data)
        self._archive_size = len(data)
        kept = self.sealed[-SEALED_KEPT:]
        self._sealed = dict(kept)
        fresh = journal(record(SEALED, msgspec.json.encode([step, acts])) for step, acts in kept)
        write_private(self.folder / JOURNAL, fresh)
        self._generation, self._offset = generation(fresh), len(fresh)
        self._unsynced = False

    def _catch_up(self) -> None:
        """Takes in what other processes wrote since this one last held the lock."""
        self.meta = read_meta(self.folder) or self.meta
        try:
            found, size = self._journal_head()
            if found != self._generation:
                archive = read_capped(self.folder / ARCHIVE)
                self._archive_size = len(archive)
                self.log.receive(archive)
                self._generation, self._offset = found, START
            elif size == self._offset:
                return
            self._replay((self.folder / JOURNAL).read_bytes())
        except FileRefusedError as error:
            raise StoreError(
                "store.damaged",
                f"the folder holds something that does not verify ({error})",
                "`referee info` shows the sound part; receive a whole file into a new folder",
            ) from None

    def _journal_head(self) -> tuple[bytes, int]:
        """The generation of the journal on disk, and its size in bytes."""
        path = self.folder / JOURNAL
        if not path.exists():
            # An archive that somebody put into a folder by hand.
            write_private(path, journal())
        with path.open("rb") as stream:
            return generation(stream.read(START)), stream.seek(0, 2)

    def _replay(self, data: bytes) -> None:
        for end, kind, content in records(data, self._offset):
            if kind == EVENT:
                envelope = msgspec.msgpack.decode(content, type=Envelope)
                self.log.receive(MAGIC + msgspec.msgpack.encode(File(1, [envelope])))
            elif kind == FILE:
                self.log.receive(content)
            elif kind == SEALED:
                step, actions = msgspec.json.decode(content, type=tuple[int, list[Json]])
                self._sealed[step] = actions
            self._offset = end
        rest = data[self._offset :]
        if is_bad(rest):
            # Not a write that was cut but a record that went bad. The mark tells whether something
            # of one's own was in what follows; what is left is kept for whoever can read it.
            write_private(self.folder / f"{JOURNAL}.damaged", data)
        self._count_own()
