"""What was asked: told from the answers, where there are no rules to say it.

Every event signed at a step and a digest is evidence of what was asked there, and events of the
next step show which answers were enough.
"""

from __future__ import annotations

from dataclasses import dataclass

from .events import Event, Kind
from .files import Log

SEAT_KINDS = {Kind.ACTION: "act", Kind.SEAL: "seal", Kind.OPEN: "open"}
# Where the evidence is equal: proofs before words.
PRIORITY = ("chance", "show", "shuffle", "open", "seal", "act", "over")


@dataclass(frozen=True)
class Question:
    """`kind` is that of P18, or "?" if nobody answered.

    `seats` are asked by the rules; without rules those that answered or were voted out.
    """

    kind: str = "?"
    seats: frozenset[int] = frozenset()
    followed: bool = False


UNKNOWN = Question()


def answers(e: Event) -> str | None:
    """The kind of question that an event answers, if it answers any."""
    if e.kind in SEAT_KINDS:
        return SEAT_KINDS[e.kind]
    if e.kind is Kind.SHUFFLE:
        return "shuffle"
    if e.kind is Kind.AUDIT:
        return "over"
    if e.kind is Kind.PART and (e.body[0] or e.body[1]):
        return "chance" if e.body[0] else "show"
    return None


def _claimed_seat(e: Event, takeovers: list[Event], players: int) -> int | None:
    mine = [t.body[0] for t in takeovers if t.author == e.author and e.knows(t)]
    if mine:
        return mine[-1] if mine[-1] < players else None
    return e.author if e.author < players else None


class Questions:
    """The questions of a log, by step and digest."""

    def __init__(self, log: Log) -> None:
        self.players = log.charter.players if log.charter else 0
        self.takeovers = [e for e in log.events if e.kind is Kind.TAKEOVER]
        self.alone = len({e.author for e in log.events}) == 1
        self.by_step: dict[int, list[Event]] = {}
        places: dict[tuple[int, bytes], list[Event]] = {}
        for e in log.events:
            if e.step:
                self.by_step.setdefault(e.step, []).append(e)
                places.setdefault((e.step, e.digest), []).append(e)
        self.followers: dict[tuple[int, bytes], list[Event]] = {}
        self._find_followers()
        self.table = {place: self._infer(events) for place, events in places.items()}

    def at(self, step: int, digest: bytes) -> Question:
        """The question asked at a step, at the position with this digest."""
        return self.table.get((step, digest), UNKNOWN)

    def _find_followers(self) -> None:
        """The first event of each author at a step goes on from one position of the step before."""
        for step, events in self.by_step.items():
            first: dict[int, Event] = {}
            for e in events:
                first.setdefault(e.author, e)
            for e in first.values():
                seen: dict[bytes, set[int]] = {}
                for x in self.by_step.get(step - 1, ()):
                    if e.knows(x):
                        seen.setdefault(x.digest, set()).add(x.author)
                if seen:
                    digest = max(seen, key=lambda d: len(seen[d]))
                    if digest != e.digest or self._shared(e):
                        self.followers.setdefault((step - 1, digest), []).append(e)

    def _shared(self, e: Event) -> bool:
        """Whether others went on too, so that a step which changed nothing is no wrong number."""
        same = {x.author for x in self.by_step[e.step] if x.digest == e.digest}
        return len(same) > 1 or e.step + 1 in self.by_step or self.alone

    def _infer(self, events: list[Event]) -> Question:
        by_kind: dict[str, list[Event]] = {}
        for e in events:
            kind = answers(e)
            if kind:
                by_kind.setdefault(kind, []).append(e)

        kind = self._kind(by_kind)
        votes = [e for e in events if e.kind is Kind.VOTE]
        given = by_kind.get(kind, [])
        followed = any(self._followed(e) for e in [*given, *votes])
        seats: set[int] = set()
        if kind in ("act", "seal", "open", "?"):
            for e in given:
                seat = _claimed_seat(e, self.takeovers, self.players)
                if seat is not None and self._enough(e):
                    seats.add(seat)
            asked = {e.body[0] for e in votes if self._followed(e)}
            seats |= {seat for seat in asked if seat < self.players}
        return Question(kind, frozenset(seats), followed)

    def _kind(self, by_kind: dict[str, list[Event]]) -> str:
        """Of several kinds of answers the one that led on; if none did, the first that came."""
        led = {k: len({e.author for e in by_kind[k] if self._followed(e)}) for k in by_kind}
        if any(led.values()):
            return max(led, key=lambda k: (led[k], -PRIORITY.index(k)))
        if "over" in by_kind:  # cards are shown at the end, too
            by_kind = {k: events for k, events in by_kind.items() if k != "show"}
        return min(by_kind, key=lambda k: by_kind[k][0].index, default="?")

    def _followed(self, e: Event) -> bool:
        return any(x.knows(e) for x in self.followers.get((e.step, e.digest), ()))

    def _enough(self, e: Event) -> bool:
        """Whether at least half of those who went on had this answer when they did."""
        went_on = self.followers.get((e.step, e.digest), [])
        return 2 * sum(x.knows(e) for x in went_on) >= len(went_on) > 0
