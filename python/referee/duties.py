"""Who owes what, and what a program answers without its person (protocol P19, P21).

Parts of rolls, openings of cards and seals, shuffles, audits and decisions with one legal action
need nobody. :func:`answer` signs them as long as there are any.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

import msgspec

from referee.errors import IllegalActionError
from referee.keys import Identity, fresh
from referee.log import EventLog, Waiting
from referee.model import Kind

Json = Any

ROUNDS = 10_000
"""More answers in a row than any match asks for: beyond it a program is wrong."""


class Duty(msgspec.Struct, frozen=True):
    """The match waits for ``member``: for what (``kind``), by which rule, since when.

    ``seat`` is the seat he plays, or None. ``rule`` is the game's rule number where a decision is
    asked, else ``""``. ``since`` is in Unix seconds, by the clocks of those who signed.
    ``person`` is true where a program cannot answer alone.
    """

    member: int
    name: str
    seat: int | None
    kind: str
    rule: str
    since: int | None
    person: bool

    @property
    def text(self) -> str:
        """What for, in words."""
        words = _WORDS.get(self.kind.split(" ")[0], self.kind)
        return f"{words} ({self.rule})" if self.rule else words


_WORDS: Final = {
    "join": "to accept the invitation",
    "start": "to start the match",
    "ready": "to be ready",
    "act": "to decide",
    "seal": "to decide, sealed",
    "open": "to open a sealed decision",
    "part": "to help open dice or cards",
    "draw": "to help open a drawn card",
    "shuffle": "to shuffle",
    "card": "to show a card after the end",
}


class Sealed(Protocol):
    """Where own sealed answers are kept."""

    @property
    def sealed(self) -> list[tuple[int, list[Json]]]:
        """Step and actions of each."""

    def keep_sealed(self, step: int, actions: Sequence[Json]) -> None:
        """Keeps one durably."""


Orders = Callable[[dict[str, Json]], Json | None]
"""Standing orders: given a decision, the action to take, or None to ask the person."""

_BY_PERSON = frozenset({"act", "seal", "join", "start"})


def waiting(log: EventLog) -> list[Duty]:
    """Everybody the match waits for, as the verdict says; the same for whoever looks."""
    verdict, charter = log.verdict, log.charter
    seats = {member: seat for seat, member in enumerate(verdict.players)}
    duties = []
    for item in verdict.waiting or _before_start(log):
        asked = item.what in _BY_PERSON
        decision = log.core.decision(item.member, None) if asked and verdict.step else None
        duties.append(
            Duty(
                member=item.member,
                name=charter.members[item.member].name,
                seat=seats.get(item.member),
                kind=item.what,
                rule=str(decision["rule"]) if decision else "",
                since=item.since,
                person=asked,
            )
        )
    return duties


def _before_start(log: EventLog) -> list[Waiting]:
    """Who has not accepted yet; then the host, who starts the match (P19.1)."""
    if log.verdict.phase != "setup":
        return []
    charter, events = log.charter, log.events()
    joined = {event.author for event in events if event.kind == Kind.JOIN.name}
    since = min((event.wall for event in events), default=None)
    taking_part = [i for i, entry in enumerate(charter.members) if entry.role != "reserve"]
    missing = [Waiting(member, "join", since) for member in taking_part if member not in joined]
    if missing or any(event.kind == Kind.START.name for event in events):
        return missing
    return [Waiting(charter.host, "start", max(event.wall for event in events))]


def answer(
    log: EventLog,
    member: int,
    identity: Identity,
    kept: Sealed,
    sign: Callable[[Kind, bytes], None],
    orders: Orders | None = None,
    keeps_back: Callable[[], str] = lambda: "",
) -> int:
    """Signs what ``member`` owes and no person is needed for; how many events that were.

    ``keeps_back`` says what kind of doubt bears on it now (P21): ``fork``, ``beaten`` or ``""``.
    """
    for done in range(ROUNDS):
        doubt = keeps_back()
        owed = _owed(log, member, identity, kept, patient=bool(doubt))
        if owed is None and doubt != "fork":
            owed = _forced_answer(log, member, identity, kept, orders)
        if owed is None:
            return done
        sign(Kind(owed[0]), owed[1])
    raise AssertionError("the match asks for the same answer for ever")


def _owed(
    log: EventLog, member: int, identity: Identity, kept: Sealed, *, patient: bool
) -> tuple[int, bytes] | None:
    with identity.root() as root:
        due = log.core.due(member, bytes(root), fresh(), kept.sealed, patient)
    return due[0] if due else None


def _forced_answer(
    log: EventLog, member: int, identity: Identity, kept: Sealed, orders: Orders | None
) -> tuple[int, bytes] | None:
    """The answer to a decision in which nothing is to be decided."""
    if not log.verdict.step:
        return None
    with identity.root() as root:
        secret = bytes(root)
        decision = log.core.decision(member, secret)
        if decision is None:
            return None
        chosen = orders(decision) if orders else None
        actions = forced(log, member, secret, [] if chosen is None else [chosen])
        if not actions or log.core.decision(member, secret, actions) is not None:
            return None
        kind, body = log.core.answer_body(member, secret, decision["seat"], actions)
    if kind == Kind.SEAL:
        kept.keep_sealed(decision["step"], actions)
    return kind, body


def forced(log: EventLog, member: int, root: bytes | None, drafted: Sequence[Json]) -> list[Json]:
    """``drafted`` and the actions after it that have no alternative, within the same payload."""
    actions = list(drafted)
    for _ in range(ROUNDS):
        decision = log.core.decision(member, root, actions)
        if decision is None or _open(decision):
            break
        actions.append(decision["legal"][0])
    return actions


def last_choice(log: EventLog, member: int, root: bytes | None, drafted: Sequence[Json]) -> int:
    """The place in a draft of the last action that had an alternative; 0 if none had.

    Of a draft that the rules do not take, whatever follows its legal beginning is one action.
    """
    last = 0
    for place in range(1, len(drafted)):
        try:
            decision = log.core.decision(member, root, drafted[:place])
        except IllegalActionError:
            break
        if decision is None or _open(decision):
            last = place
    return last


def _open(decision: Json) -> bool:
    """Whether there is an alternative: another action, or to stop where a sealed answer may end."""
    return len(decision["legal"]) != 1 or (decision["question"] == "seal" and decision["more"])


def owes_post(log: EventLog, member: int) -> bool:
    """Whether a file of ``member`` needs a new POST at its end.

    Not if the log ends with his own; not if it ends with another's and he has signed nothing but
    his own last one since: then he passes on what somebody else closed. Under the result everybody
    signs once.
    """
    verdict, last = log.verdict, log.last(member)
    if verdict.posted == member:
        return False
    if verdict.posted < 0 or last is None or last[0] != Kind.POST:
        return True
    return verdict.phase == "over" and last[1] < verdict.step
