"""P19.5 to P19.7: who plays a seat, who is absent, and what others have built on.

Every answer is asked of a *mask*, a set of events written as bits: what somebody knew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from .errors import RefusedError
from .events import NO_CHOICE, Charter, Event, Kind
from .files import Log

# Ways to reach a quorum: (how many groups are needed, the events of each group as bits).
Quorum = list[tuple[int, list[int]]]


@dataclass(frozen=True)
class Vote:
    """A valid VOTE: `asks` is the number of voters its author saw to be needed."""

    event: Event
    target: int
    single: bool
    voter: int
    asks: int


def bits(events: Iterable[Event]) -> int:
    """A set of events as bits."""
    out = 0
    for e in events:
        out |= e.bit
    return out


def reached(quorum: Quorum, mask: int) -> bool:
    """Whether enough groups of a quorum have an event in `mask`."""
    return any(sum(1 for g in groups if g & mask) >= need for need, groups in quorum)


class Counting:
    """The counts over the events of `allowed`, a set closed under parents."""

    def __init__(self, log: Log, allowed: int) -> None:
        if log.charter is None:
            raise RefusedError("E_MATCH", "an empty log")
        self.log = log
        self.charter: Charter = log.charter
        self.allowed = allowed
        self.events = [e for e in log.events if allowed & e.bit]
        self.votes: list[Vote] = []
        self.takeovers: dict[int, list[Event]] = {}
        self.resigns: dict[int, list[Event]] = {}
        self.defaults: dict[int, list[int]] = {}
        self.stood_memo: dict[tuple[int, int, int], bool] = {}
        self.forks: dict[int, list[int]] = {}
        for group in log.twins():
            mine = [e for e in group if allowed & e.bit]
            if len(mine) > 1 and any(e.kind not in NO_CHOICE for e in mine):
                self.forks.setdefault(mine[0].author, []).append(bits(mine))

    # -- others ----------------------------------------------------------------------------------

    def others(self, author: int) -> set[int]:
        """The others of a member."""
        committee = set(self.charter.committees[0][1]) - {author}
        return committee or set(range(self.charter.joined)) - {author}

    def built(self, author: int, test: Callable[[int], bool], mask: int) -> int:
        """How many others of `author` have an event whose past passes `test`."""
        have = {e.author for e in self.events if mask & e.bit and test(e.past)}
        return len(have & self.others(author))

    def most_built(self, author: int, on: int, without: int, mask: int) -> bool:
        """Whether most others have built on all of `on` and nothing of `without`."""
        count = self.built(author, lambda p: p & on == on and not p & without, mask)
        return 2 * count > len(self.others(author))

    def blocked(self, e: Event) -> bool:
        """P19.7: whether a fork of the author that is not settled lies behind the event."""
        here = e.past | e.bit
        for group in self.forks.get(e.author, ()):
            seen = here & group
            if not seen:
                continue
            if seen & (seen - 1):
                if not (e.kind is Kind.TAKEOVER or self._returned(e, here, seen)):
                    return True
            elif not self.most_built(e.author, e.bit, group ^ seen, self.allowed):
                return True
        return False

    def _returned(self, e: Event, here: int, seen: int) -> bool:
        taken = (t for events in self.takeovers.values() for t in events)
        return any(t.author == e.author and here & t.bit and t.past & seen == seen for t in taken)

    # -- seats -----------------------------------------------------------------------------------

    def player(self, seat: int, mask: int) -> int:
        """The member who plays the seat."""
        taken = [t for t in self.takeovers.get(seat, ()) if mask & t.bit]
        return taken[-1].author if taken else seat

    def seat_of(self, e: Event) -> int | None:
        """The seat that the author plays, as far as the event's past knows."""
        seats = range(self.charter.players)
        return next((s for s in seats if self.player(s, e.past) == e.author), None)

    def absent_since(self, seat: int, mask: int) -> int | None:
        """The step since which the seat is absent without a break; None if it is not."""
        back = [t for t in self.takeovers.get(seat, ()) if mask & t.bit]
        steps = [s for s in self.defaults.get(seat, ()) if all(t.step < s for t in back)]
        for x in self.resigns.get(seat, ()):
            plays = mask & x.bit and x.author == self.player(seat, mask)
            if plays and not any(t.author == x.author and t.knows(x) for t in back):
                steps.append(x.step)
        return min(steps, default=None)

    def absent(self, seat: int, mask: int) -> bool:
        """Whether the seat is absent."""
        return self.absent_since(seat, mask) is not None

    def electorate(self, target: int, mask: int) -> list[int]:
        """Seats (and keepers, by member) that may vote against `target`."""
        players = self.charter.players
        return [
            s
            for s in range(self.charter.joined)
            if s != target and not (s < players and self.absent(s, mask))
        ]

    # -- certificates ----------------------------------------------------------------------------

    def certificate(self, target: int, mask: int) -> Quorum:
        """The ways in which votes of this step make a certificate; empty if they do not."""
        votes = [v for v in self.votes if v.target == target and mask & v.event.bit]
        single = bits(v.event for v in votes if v.single)
        out: Quorum = [(1, [single])] if single else []
        for need in sorted({v.asks for v in votes}):
            groups: dict[int, int] = {}
            for v in votes:
                if v.asks <= need:
                    groups[v.voter] = groups.get(v.voter, 0) | v.event.bit
            if len(groups) >= need:
                out.append((need, list(groups.values())))
        return out

    def beaten(self, e: Event, target: int, mask: int) -> bool:
        """Whether the certificate against `target` beats its accepted event."""
        upheld, others = self._upholders(e, target, mask), len(self.others(e.author))
        if others and 2 * upheld >= others:
            return False
        if any(need > 1 for need, _ in self.certificate(target, mask)):
            return True
        votes = bits(v.event for v in self.votes if v.target == target)
        without = self.built(e.author, lambda p: bool(p & votes) and not p & e.bit, mask)
        return without > upheld

    def _upholders(self, e: Event, target: int, mask: int) -> int:
        others = self.others(e.author)
        who: set[int] = set()
        for x in self.events:
            built = x.author in others - who and mask & x.bit and x.knows(e)
            if built and self._stood(e, target, x) and not self._knew_before(e, target, x):
                who.add(x.author)
        return len(who)

    def _stood(self, e: Event, target: int, x: Event) -> bool:
        """Whether e stands in the past of x. Asked in canonical order, so it does not nest."""
        key = (e.index, target, x.index)
        if key not in self.stood_memo:
            certified = bool(self.certificate(target, x.past))
            self.stood_memo[key] = not (certified and self.beaten(e, target, x.past))
        return self.stood_memo[key]

    def _knew_before(self, e: Event, target: int, x: Event) -> bool:
        """Whether x's author signed something upon the certificate before he knew of e."""
        return any(
            y.author == x.author
            and x.knows(y)
            and not y.knows(e)
            and bool(self.certificate(target, y.past))
            for y in self.events
        )

    def pick(self, events: list[Event], mask: int) -> Event | None:
        """Of several accepted events for one seat the one that counts (P19.4)."""
        if len(events) < 2:
            return events[0] if events else None
        every = bits(events)
        for e in events:
            others = len(self.others(e.author))
            rest = every ^ e.bit

            def on_it(past: int, bit: int = e.bit, rest: int = rest) -> bool:
                return bool(past & bit) and not past & rest

            if others and 2 * self.built(e.author, on_it, mask) >= others:
                return e
        return events[0]
