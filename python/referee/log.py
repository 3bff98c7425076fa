"""What a match holds: its events, its charter, its verdict, and what to send to whom.

:class:`EventLog` wraps the core's log with typed answers. It touches neither disk nor clock nor
keys: bytes in, bytes out, the same events give the same answers.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from referee import _core
from referee.errors import FileRefusedError
from referee.model import Event, Kind, read_file
from referee.wire import Found, hint

Json = Any

_NEED_OTHERS: Final = ("E_PARENTS", "E_MATCH")
"""Codes that may go away once another file of the same delivery is in."""


_PASSES: Final = 4
"""How often files that lack parents are tried. In order one pass is enough, unless a file is
refused that another would have stood in for; without a bound hostile ones cost their square."""


class Answer(msgspec.Struct, frozen=True):
    """Base of the core's answers."""


class MemberInfo(Answer, frozen=True):
    """Somebody in the charter. ``role`` is ``player``, ``keeper`` or ``reserve``; keys are hex."""

    name: str
    identity: str
    box: str
    role: str


class CommitteeInfo(Answer, frozen=True):
    """Who opens a key: ``threshold`` of the members in ``committee``."""

    threshold: int
    committee: list[int]


class CharterInfo(Answer, frozen=True):
    """What a match was agreed to be (P14).

    ``players`` is their number; member i below it is the original player of seat i. ``grace`` is in
    seconds. ``set`` is the card set's name, or None if this program does not have the rules.
    ``trust`` holds the texts of P24: whom a player has to trust, and with what. ``level`` is the
    level of a match alone (``S0``, ``S1``, ``S3``), else None.
    """

    match: str
    host: int
    game: str
    rules: str
    set: str | None
    config: Json
    position: Json
    members: list[MemberInfo]
    players: int
    keys: list[CommitteeInfo]
    grace: int
    flags: int
    trust: list[str]
    level: str | None = None

    @property
    def take_back(self) -> bool:
        """Whether going back by consent is agreed (P14.4)."""
        return bool(self.flags & 1)


class EventInfo(Answer, frozen=True):
    """An event in the list of a match. ``text`` is the text of a note, else empty."""

    id: str
    kind: str
    author: int
    seq: int
    step: int
    wall: int
    status: str
    bytes: int
    text: str = ""


class Waiting(Answer, frozen=True, rename={"what": "for"}):
    """The match waits for ``member``; ``since`` is in Unix seconds.

    ``what`` for is ``ready``, ``act``, ``seal``, ``open``, ``part``, ``shuffle`` (a link), or
    ``card 0/7``, ``draw 0/7`` (position 7 of deck 0), ``shuffle 5/0`` (that of step 5, deck 0).
    """

    member: int
    what: str
    since: int | None = None


class Fault(Answer, frozen=True):
    """A signed event that was against the protocol or the rules (P17). ``event`` is its place."""

    event: int
    author: int
    kind: str
    step: int
    code: str


class Counts(Answer, frozen=True):
    """What was checked: numbers of events, signatures, rolls, cards, actions and proofs."""

    events: int = 0
    signatures: int = 0
    rolls: int = 0
    cards: int = 0
    actions: int = 0
    proofs: int = 0


class Verdict(Answer, frozen=True):
    """What a log comes to (P19). A function of the set of events and nothing else.

    ``need`` is the kind of the open question, or None. ``absent`` are seats. ``forks`` are
    (author, seq), ``desync`` (place, step), ``lies`` (step, seat), ``unjudged`` (author, number).
    ``posted`` is the author of the only head if that is a POST, else -1. ``players`` is the member
    who plays each seat.
    ``ok`` is false for any fault, fork, lie, desync or void match.
    """

    match: str
    phase: str
    step: int
    need: str | None
    digest: str
    waiting: list[Waiting]
    faults: list[Fault]
    superseded: list[int]
    forks: list[tuple[int, int]]
    desync: list[tuple[int, int]]
    lies: list[tuple[int, int]]
    unjudged: list[tuple[int, int]]
    posted: int
    ok: bool
    absent: list[int] = []
    branch: Json = None
    result: Json = None
    counts: Counts = Counts()
    players: list[int] = []
    endorsed: list[int] = []
    not_audited: Json = None
    void: str | None = None


class Union(Answer, frozen=True):
    """What a file brought: numbers of new and known events, and the authors of the new ones."""

    new: int
    known: int
    members: list[int]


class EventLog:
    """The events of one match, closed under their parents. Receiving is set union (P15)."""

    def __init__(self, data: bytes | None = None) -> None:
        """An empty log, or that of a whole file. Raises FileRefusedError."""
        self.core = _core.Log()
        self._charter: CharterInfo | None = None
        self._verdict: Verdict | None = None
        self._events: list[EventInfo] | None = None
        self._signed: set[int] = set()
        self._last: dict[int, tuple[Kind, int]] = {}
        if data is not None:
            self.receive(data)

    def __len__(self) -> int:
        return len(self.core)

    def receive(self, data: bytes) -> Union:
        """Union with a file, all or nothing. Raises FileRefusedError; nothing is kept then."""
        union = msgspec.convert(self.core.receive(data), Union)
        if union.new:
            self._verdict = self._events = None
            self._signed.update(union.members)
            for member in union.members:
                self._last.pop(member, None)
        return union

    def receive_all(
        self,
        files: Sequence[Found],
        take: Callable[[bytes], int] | None = None,
    ) -> tuple[int, list[tuple[str, FileRefusedError]]]:
        """Takes files in any order; how many events were new, and what was refused.

        A file that lacks parents is tried again after the others: order is not the sender's
        business. ``take`` receives one file and returns the number of new events.
        """
        receive = take or (lambda data: self.receive(data).new)
        new, waiting = 0, in_order(files)
        hopeless: list[tuple[Found, FileRefusedError]] = []
        for _ in range(_PASSES):
            brought = 0
            again: list[tuple[Found, FileRefusedError]] = []
            for file in waiting:
                try:
                    brought += receive(file.data)
                except FileRefusedError as error:
                    error.hint = error.hint or hint(error.code)
                    group = again if error.code in _NEED_OTHERS else hopeless
                    group.append((file, error))
            new += brought
            waiting = [file for file, _ in again]
            if not brought or not waiting:
                break
        return new, [(file.name, error) for file, error in hopeless + again]

    def append(self, raw: bytes, sig: bytes) -> None:
        """Takes one own envelope. Raises FileRefusedError."""
        self._verdict = self._events = None
        self.core.append(raw, sig)
        event = msgspec.msgpack.decode(raw, type=Event)
        self._signed.add(event.author)
        self._last[event.author] = (event.kind, event.step)

    def file(self, members: Sequence[int] = ()) -> bytes:
        """The whole log as a file, or without what each of ``members`` has signed upon (P15)."""
        return self.core.file(members)

    @property
    def charter(self) -> CharterInfo:
        """What the match was agreed to be. The log must hold its PROPOSE."""
        if self._charter is None:
            self._charter = msgspec.convert(self.core.charter(), CharterInfo)
        return self._charter

    @property
    def verdict(self) -> Verdict:
        """What the events come to; computed when asked for and kept until something arrives."""
        if self._verdict is None:
            self._verdict = msgspec.convert(self.core.report(), Verdict)
        return self._verdict

    def events(self) -> list[EventInfo]:
        """All events in canonical order."""
        if self._events is None:
            self._events = msgspec.convert(self.core.events(), list[EventInfo])
        return self._events

    def member_of(self, identity: bytes) -> int | None:
        """The member number with this identity key, or None."""
        key = identity.hex()
        places = (i for i, member in enumerate(self.charter.members) if member.identity == key)
        return next(places, None)

    def own(self, member: int) -> list[EventInfo]:
        """The events ``member`` signed, in canonical order."""
        return [event for event in self.events() if event.author == member]

    def last(self, member: int) -> tuple[Kind, int] | None:
        """Kind and step of the event with the highest number of ``member``; None if he has none."""
        if member not in self._last and member in self._signed:
            last = max(self.own(member), key=lambda event: event.seq)
            self._last[member] = (Kind[last.kind], last.step)
        return self._last.get(member)

    def has_signed(self, member: int, kind: Kind) -> bool:
        """Whether the log holds an event of this kind by ``member``."""
        return any(e.author == member and e.kind == kind.name for e in self.events())

    def readers(self, member: int | None) -> list[int]:
        """Whom an everyday file of ``member`` is for: all others who have signed something.

        Members who have not, and everybody outside, need a whole file: then this is empty.
        """
        charter = self.charter
        wanted = [
            number
            for number, info in enumerate(charter.members)
            if number != member and (info.role != "reserve" or number in self._signed)
        ]
        return wanted if self._signed.issuperset(wanted) else []

    def names(self, member: int | None, data: bytes) -> tuple[str, str]:
        """A name that no other file has, and a subject line. Neither holds anybody's text."""
        charter, step = self.charter, self.verdict.step
        game = re.sub(r"[^a-z0-9]", "", charter.game)[:16] or "match"
        who = "x" if member is None else str(member)
        check = hashlib.sha256(data).hexdigest()[:8]
        name = f"{game}-{charter.match[:8]}-{step:04d}-{who}-{check}.referee"
        return name, f"referee {game} {charter.match[:8]} step {step}"


def in_order(files: Sequence[Found]) -> list[Found]:
    """Files so that each stands behind those that bring the parents of its events.

    Files that need each other, which no sender makes, stand last. O(bytes).
    """
    if len(files) < 2:
        return list(files)
    brings: dict[bytes, int] = {}
    parents: list[set[bytes]] = []
    for at, file in enumerate(files):
        own, needed = _ids_and_parents(file.data)
        parents.append(needed - own)
        for event in own:
            brings.setdefault(event, at)
    needs = [{brings[p] for p in some if p in brings} for some in parents]
    followers: list[list[int]] = [[] for _ in files]
    for at, others in enumerate(needs):
        for other in others:
            followers[other].append(at)
    missing = [len(others) for others in needs]
    placed = [at for at, count in enumerate(missing) if not count]
    for at in placed:  # grows while it is walked
        for follower in followers[at]:
            missing[follower] -= 1
            if not missing[follower]:
                placed.append(follower)
    rest = sorted(set(range(len(files))) - set(placed))
    return [files[at] for at in placed + rest]


def _ids_and_parents(data: bytes) -> tuple[set[bytes], set[bytes]]:
    """Ids of the events of a file and all their parents; nothing for what is no file."""
    ids: set[bytes] = set()
    parents: set[bytes] = set()
    try:
        for envelope in read_file(data):
            ids.add(_core.h32("event", [envelope.raw]))
            parents.update(envelope.event().parents)
    except ValueError:
        pass  # the core says why when its turn comes
    return ids, parents
