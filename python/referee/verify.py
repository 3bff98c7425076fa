"""From a file to a verdict: pure, the same events give the same report (protocol P15-P19).

>>> import referee as rf
>>> report = rf.verify("finale.referee")  # doctest: +SKIP
>>> report.ok, report.result, report.counts.rolls  # doctest: +SKIP
(True, {'winners': [2], ...}, 41)
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import msgspec
from msgspec.msgpack import encode

from referee import _core, wire
from referee.config import changed
from referee.disk import find_files
from referee.errors import FileRefusedError
from referee.log import CharterInfo, Counts, EventLog, Fault, Verdict, Waiting
from referee.model import MAGIC, Envelope, File, Propose

Json = Any


class FaultInfo(msgspec.Struct, frozen=True):
    """A fault with its author's name. ``event`` is the place in canonical order."""

    event: int
    member: int
    name: str
    kind: str
    step: int
    code: str


class ForkInfo(msgspec.Struct, frozen=True):
    """Two signatures of one member under one number, and the proof that convicts without more."""

    member: int
    name: str
    seq: int
    proof: bytes


class Report(msgspec.Struct, frozen=True):
    """What a file comes to.

    ``ok`` is false for any fault, fork, lie, desync or void match; ``wrong`` says each in words.
    ``remarks`` says what is no offence and has to be known: not posted, not audited, absences,
    events not judged, superseded ones. ``phase`` is ``setup``, ``void``, ``play``, ``over`` or, for
    a fork proof, ``fork``. ``rolls`` and ``cards`` count what was opened, ``actions`` what was
    decided. ``players`` is the member who plays each seat. ``posted`` names who closed the file,
    complete as he saw it, or is ``""``. ``trust`` says in P24's words whom everybody had to trust.
    ``terms`` says what was agreed that is not the game as it comes: a start from a position that
    was set up, other cards than those that ship, other options.
    A match alone has a ``level`` (``S0``, ``S1``, ``S3``: ``trust`` says what it proves) and, where
    its keeper has signed them, the number of the ``attempt`` and how many earlier ones he saw
    ``abandoned``.
    """

    ok: bool
    match: str
    game: str
    card_set: str | None
    names: list[str]
    players: list[int]
    phase: str
    step: int
    rolls: int
    cards: int
    actions: int
    result: Json
    faults: list[FaultInfo]
    forks: list[ForkInfo]
    desync: list[tuple[int, int]]
    lies: list[tuple[int, int]]
    unjudged: list[tuple[int, int]]
    superseded: list[int]
    waiting: list[Waiting]
    absent: list[int]
    posted: str
    endorsed: list[str]
    trust: list[str]
    counts: Counts
    wrong: list[str]
    remarks: list[str]
    level: str | None = None
    attempt: int | None = None
    abandoned: int | None = None
    terms: list[str] = []


def verify(source: str | Path | bytes | EventLog) -> Report:
    """Checks everything in a file, armored text, mail or fork proof, or in a log.

    Several files of one match in it are united. Raises FileRefusedError if a file is refused.
    """
    if isinstance(source, EventLog):
        return report(source)
    files = find_files(source)
    if len(files) == 1 and files[0].data[len(MAGIC) :][:2] == FORK_PROOF:
        return _proof_report(files[0].data)
    return report(_united(files))


def load(source: str | Path | bytes) -> EventLog:
    """The log of the files in ``source``. Raises FileRefusedError."""
    return _united(find_files(source))


def _united(files: Sequence[wire.Found]) -> EventLog:
    log = EventLog()
    _, refused = log.receive_all(files)
    if refused:
        raise refused[0][1]
    return log


def report(log: EventLog) -> Report:
    """What a log comes to."""
    charter, verdict, signed = log.charter, log.verdict, certificate(log)
    names = [member.name for member in charter.members]
    faults = [_fault(fault, names) for fault in verdict.faults]
    forks = _forks(log, verdict, names)
    return Report(
        ok=verdict.ok,
        match=charter.match,
        game=charter.game,
        card_set=charter.set,
        names=names,
        players=verdict.players,
        phase=verdict.phase,
        step=verdict.step,
        rolls=verdict.counts.rolls,
        cards=verdict.counts.cards,
        actions=verdict.counts.actions,
        result=verdict.result,
        faults=faults,
        forks=forks,
        desync=verdict.desync,
        lies=verdict.lies,
        unjudged=verdict.unjudged,
        superseded=verdict.superseded,
        waiting=verdict.waiting,
        absent=verdict.absent,
        posted=names[verdict.posted] if verdict.posted >= 0 else "",
        endorsed=[names[member] for member in verdict.endorsed],
        trust=charter.trust,
        counts=verdict.counts,
        wrong=list(_wrong(verdict, names, faults, forks)),
        remarks=list(_remarks(verdict, names)),
        level=charter.level,
        attempt=signed.attempt if signed else None,
        abandoned=signed.abandoned if signed else None,
        terms=list(terms_of(charter)),
    )


def terms_of(charter: CharterInfo) -> Iterator[str]:
    """What was agreed that is not the game as it comes (``Report.terms``)."""
    if charter.position is not None:
        yield "from a position that was set up, not from the beginning"
    sets = [item for game in _core.games() if game["id"] == charter.game for item in game["sets"]]
    if sets and charter.rules != sets[0]["hash"]:  # the first is the one that ships
        yield f"cards of {charter.set or 'another set'} ({charter.rules[:16]}), not those that ship"
    for key, value in changed(charter.game, charter.config).items():
        yield f"{key} {value if isinstance(value, str) else json.dumps(value)}"


class Certificate(msgspec.Struct, frozen=True):
    """What the keeper of a match alone has signed: the number of the attempt, those given up."""

    attempt: int
    abandoned: int

    def __str__(self) -> str:
        return f"attempt {self.attempt}, {self.abandoned} abandoned"


_CERTIFICATE: Final = re.compile(r"attempt (\d{1,6}), (\d{1,6}) abandoned")


def certificate(log: EventLog) -> Certificate | None:
    """The keeper's last note about the attempt of a match alone, or None (P24)."""
    charter = log.charter
    if charter.level is None:
        return None
    found = None
    for event in log.events():
        by_keeper = charter.members[event.author].role == "keeper"
        if event.kind == "NOTE" and by_keeper and (text := _CERTIFICATE.fullmatch(event.text)):
            found = Certificate(int(text[1]), int(text[2]))
    return found


def _wrong(
    verdict: Verdict, names: list[str], faults: list[FaultInfo], forks: list[ForkInfo]
) -> Iterator[str]:
    if verdict.void is not None:
        yield f"the match is void ({verdict.void})"
    for fault in faults:
        yield f"fault of {fault.name}: {fault.kind} at step {fault.step} ({fault.code})"
    for fork in forks:
        yield f"fork: {fork.name} signed two versions of event {fork.seq}"
    for event, step in verdict.desync:
        yield f"desync at step {step}, event {event}: two programs disagree, nobody is to blame"
    for step, seat in verdict.lies:
        yield f"lie: the hidden action of seat {seat} at step {step} was against the rules"
    if not verdict.ok and not (verdict.void or faults or forks or verdict.desync or verdict.lies):
        yield "the verdict is not fine"


def _remarks(verdict: Verdict, names: list[str]) -> Iterator[str]:
    if verdict.posted < 0:
        yield "not posted: nobody has closed the log, it may not be complete"
    if verdict.not_audited:
        yield f"not audited: {len(verdict.not_audited)} hidden cards or shuffles are not opened"
    for seat in verdict.absent:
        yield f"seat {seat} is absent (its original player: {names[seat]})"
    for member, number in verdict.unjudged:
        yield f"{number} events of {names[member]} were not judged"
    if verdict.superseded:
        yield f"{len(verdict.superseded)} events in good faith were overtaken"


def _fault(fault: Fault, names: list[str]) -> FaultInfo:
    return FaultInfo(
        event=fault.event,
        member=fault.author,
        name=names[fault.author],
        kind=fault.kind,
        step=fault.step,
        code=fault.code,
    )


def _forks(log: EventLog, verdict: Verdict, names: list[str]) -> list[ForkInfo]:
    proofs = log.core.fork_proofs() if verdict.forks else []
    pairs = zip(verdict.forks, proofs, strict=False)
    return [ForkInfo(member, names[member], seq, proof) for (member, seq), proof in pairs]


# -- fork proofs

FORK_PROOF: Final = b"\x94\x02"
"""How ``[2, PROPOSE, envelope, envelope]`` begins (P15)."""


def _proof_report(data: bytes) -> Report:
    """A fork proof as a report: not fine, whoever it is about."""
    name, member, seq = _core.fork_verify(data)
    packed = memoryview(data)[len(MAGIC) :]
    _, propose, _, _ = msgspec.msgpack.decode(packed, type=tuple[int, Envelope, Envelope, Envelope])
    charter = propose.event().content()
    assert isinstance(charter, Propose)  # the core has checked the proof
    return Report(
        ok=False,
        match=_core.h32("event", [propose.raw]).hex(),
        game=charter.game,
        card_set=None,
        names=[entry.name for entry in charter.members],
        players=[],
        phase="fork",
        step=0,
        rolls=0,
        cards=0,
        actions=0,
        result=None,
        faults=[],
        forks=[ForkInfo(member, name, seq, data)],
        desync=[],
        lies=[],
        unjudged=[],
        superseded=[],
        waiting=[],
        absent=[],
        posted="",
        endorsed=[],
        trust=[],
        counts=Counts(events=3, signatures=3),
        wrong=[f"fork: {name} signed two versions of event {seq}"],
        remarks=["this is a fork proof: it convicts without the rest of the match"],
    )


# -- what is left of a damaged file


class Sound(msgspec.Struct, frozen=True):
    """The sound part of a file: its log, how many events of how many announced, why not all.

    ``refusal`` is None if the whole file is sound.
    """

    log: EventLog
    kept: int
    found: int
    refusal: FileRefusedError | None


def load_sound(source: str | Path | bytes) -> Sound:
    """As :func:`load`, and of one damaged file the sound part.

    Raises FileRefusedError if nothing in ``source`` is sound, or a file beside others is refused.
    """
    files = find_files(source)
    if len(files) == 1:
        return sound_part(files[0].data)
    log = _united(files)
    return Sound(log, len(log), len(log), None)


def sound_part(data: bytes) -> Sound:
    """The longest beginning of a file that is not refused.

    Envelopes stand so that a beginning is closed under parents (P15), and what is accepted has only
    accepted beginnings. So the place of a refusal says where to cut, and where it names no place
    bisection finds it: at most 20 times the work of reading the file.

    Raises the FileRefusedError of the file if there is no such beginning.
    """
    try:
        log = EventLog(data)
    except FileRefusedError as error:
        error.hint = error.hint or wire.hint(error.code)
        refusal = error
    else:
        return Sound(log, len(log), len(log), None)
    envelopes = wire.beginning(data)
    sound: EventLog | None = None
    kept, refused = 0, len(envelopes) + 1
    keep = len(envelopes) if refusal.event is None else min(refusal.event, len(envelopes))
    while kept < keep < refused:
        try:
            sound, kept = EventLog(MAGIC + encode(File(1, envelopes[:keep]))), keep
        except FileRefusedError as error:
            refused = keep
            if error.event is not None and kept < error.event < keep:
                keep = error.event
                continue
        keep = (kept + refused) // 2
    if sound is None:
        raise refusal
    return Sound(sound, kept, max(len(envelopes), wire.announced(data)), refusal)


class _Verify(ModuleType):
    """The module under the name of its function: ``rf.verify(path)`` works whatever was imported.

    Importing ``referee.verify`` puts the module in the place of the package's name for it.
    """

    def __call__(self, source: str | Path | bytes | EventLog) -> Report:
        return verify(source)


sys.modules[__name__].__class__ = _Verify
