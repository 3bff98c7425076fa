"""P19: set-up, steps, branches, rolls and openings as the log decides them.

It has no rules; `ruled` adds those of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from .chance import h32, u8
from .checks import Checks
from .counting import Quorum, bits, reached
from .decks import Link, Place
from .errors import RefusedError, require
from .events import INPUTS, NO_POSITION, SILENT, Event, Kind
from .files import Log
from .proofs import Dealing, Key, complaint, dealing, roll_alpha, roll_seed
from .questions import UNKNOWN, Questions

SEATS = ("act", "seal", "open", "?")


@dataclass(frozen=True)
class Done:
    """How a step ended: `used` events and quorums that everything later must know."""

    how: str
    used: int = 0
    quorums: list[Quorum] = field(default_factory=list)
    result: Any = None


class Replay(Checks):
    """One run over the events of `allowed`. `status` says what became of each event."""

    def __init__(
        self,
        log: Log,
        questions: Questions,
        paths: dict[tuple[int, int], bytes],
        allowed: int,
        inputs: dict[tuple[int, int], list[int]],
    ) -> None:
        super().__init__(log, allowed)
        self.questions = questions
        self.paths = paths
        self.given_inputs = inputs
        self.void = ""
        self.must = 0
        self.last = Done("start")
        self.dealings: tuple[dict[bytes, Dealing], dict[bytes, Dealing]] = ({}, {})
        self.joins: dict[bytes, Event] = {}
        self.readies: dict[int, Event] = {}
        self.saved_seals: dict[int, dict[int, tuple[int, bytes]]] = {}

    def run(self) -> None:
        """Replay as far as the log goes."""
        self.status[self.events[0].id] = "ok"
        if not self._set_up():
            return
        while True:
            self.step += 1
            self.clear_step()
            self.saved_seals[self.step] = dict(self.seals)
            if not self._find_position():
                return
            self._take_events()
            if self.question.kind == "over":
                self._open_at_end()
                return
            done = self._complete(self.allowed)
            if done is None:
                return
            self._supersede(done)
            self._apply(done)

    # -- P19.1 -----------------------------------------------------------------------------------

    def _each(self, test: Callable[[Event], bool], check: Callable[[Event], None]) -> None:
        """Check the events of this step that have no verdict yet and pass `test`."""
        for e in self.by_step.get(self.step, []):
            if e.id not in self.status and test(e):
                try:
                    check(e)
                    self.status[e.id] = "ok"
                except RefusedError as refused:
                    self.status[e.id] = refused.code

    def _set_up(self) -> bool:
        for e in self.by_step.get(0, []):
            if e.kind not in (Kind.PROPOSE, Kind.JOIN) and self.blocked(e):
                self.status[e.id] = "E_FORKED"
            elif e.digest != NO_POSITION:
                self.status[e.id] = "desync"
        self._each(lambda e: e.kind is Kind.JOIN, self._join)
        self._each(lambda e: e.kind is Kind.START, self._start)
        opening = SILENT | {Kind.PROPOSE, Kind.JOIN, Kind.START}
        self._each(lambda e: e.kind not in opening and not self._started(e), self.not_now)
        self._each(lambda e: e.kind in SILENT and not self._started(e), self.silent)
        if self.start is None:
            return False
        try:
            self._make_keys(self.start.body[0])
        except RefusedError as refused:
            self.void = refused.code
            return False
        self._each(lambda e: e.kind is Kind.READY, self._ready)
        if self.void:
            return False
        return self._opening()

    def _started(self, e: Event) -> bool:
        return self.start is not None and e.knows(self.start)

    def not_now(self, e: Event) -> None:
        """Refuse an event that answers nothing."""
        raise RefusedError("E_NOW")

    def _join(self, e: Event) -> None:
        require(e.author < self.charter.joined, "E_ROLE")
        for purpose in (0, 1):
            data = e.body[1 + purpose]
            committees = self.charter.committees
            if purpose < len(committees) and e.author in committees[purpose][1]:
                t, members = committees[purpose]
                checked = dealing(self.charter.match, purpose, e.author, t, members, data)
                self.dealings[purpose][e.id] = checked
            else:
                require(data == b"", "X_DEALING", "not on the committee")
        require(len(e.body[3]) in (0, 1952), "E_BODY")
        self.joins[e.id] = e

    def _start(self, e: Event) -> None:
        ids = e.body[0]
        require(e.author == self.charter.host and len(ids) == self.charter.joined, "E_START")
        for author, name in enumerate(ids):
            join = self.joins.get(name)
            require(join and join.author == author and e.knows(join), "E_START")
        require(self.start is None, "E_TWICE")
        self.start = e

    def _make_keys(self, ids: list[bytes]) -> None:
        for purpose, (t, members) in enumerate(self.charter.committees):
            commitments = {m: self.dealings[purpose][ids[m]].commitments for m in members}
            self.keys.append(Key.joint(t, members, commitments))
        if len(self.keys) == 2:
            self.decks.key = self.keys[1]

    def _ready(self, e: Event) -> None:
        assert self.start is not None
        c, ids = self.charter, self.start.body[0]
        require(e.author < c.joined, "E_ROLE")
        require(e.author not in self.readies, "E_TWICE")
        commitment = h32("commit", c.match, u8(e.author), e.body[0])
        require(commitment == self.joins[ids[e.author]].body[0], "X_NONCE")
        for dealer, purpose, point, proof in e.body[1]:
            require(purpose < len(c.committees), "X_COMPLAINT")
            members = c.committees[purpose][1]
            both = dealer in members and e.author in members and dealer != e.author
            require(both, "X_COMPLAINT")
            checked = self.dealings[purpose][ids[dealer]]
            box = c.boxes[e.author]
            complaint(c.match, purpose, dealer, e.author, members, box, checked, point, proof)
            self.status[ids[dealer]] = self.void = "X_SHARE"
        self.readies[e.author] = e

    def _opening(self) -> bool:
        everybody = len(self.readies) == self.charter.joined
        if everybody:
            nonces = [self.readies[a].body[0] for a in range(self.charter.joined)]
            self.salt = h32("salt", *nonces)
        with_decks = len(self.keys) == 2

        def check(e: Event) -> None:
            if e.kind is Kind.SHUFFLE:
                require(with_decks, "E_NOW")
                if len(self.keys[1].members) == 1:
                    known = all(e.knows(r) for r in self.readies.values())
                    require(everybody and known, "E_EARLY")
                self.shuffle(e)
            else:
                require(e.kind in SILENT, "E_NOW")
                self.silent(e)

        self._each(self._started, check)
        chain, missing = self.chain(self.allowed)
        if not everybody or (with_decks and missing is not None):
            return False
        self.must = bits(self.readies.values())
        used = self.must | bits(link.event for link in chain)
        for e in self.by_step.get(0, []):
            saw = e.past & self.must == self.must and e.id in self.status
            if with_decks:
                saw = saw and self.chain(e.past)[1] is None
            if saw and not used & e.bit and self.status[e.id] != "E_FORKED":
                self.status[e.id] = "E_STEP"
        self.must = used
        self.last = Done("start", used)
        if with_decks:
            self.install(chain)
        return True

    # -- P19.3, P19.4 ----------------------------------------------------------------------------

    def reaches(self, e: Event) -> bool:
        """Rule C: whether the past holds what the last completed step used."""
        quorums = all(reached(q, e.past) for q in self.last.quorums)
        return e.past & self.last.used == self.last.used and quorums

    def _find_position(self) -> bool:
        """Choose the digest of this step: of several the one that most authors signed."""
        back = self.last.result if self.last.how == "back" else None
        here = [
            e
            for e in self.by_step.get(self.step, [])
            if e.id not in self.status and not self.blocked(e) and self.reaches(e)
        ]
        digest = self.paths.get((self.step, self.must))
        if back is not None:
            digest = self.digests.get(back)
        if digest is None:
            authors: dict[bytes, set[int]] = {}
            for e in here:
                authors.setdefault(e.digest, set()).add(e.author)

            def weight(digest: bytes) -> tuple[int, bool]:
                return len(authors[digest]), self.questions.at(self.step, digest).followed

            digest = max(authors, key=weight, default=None)
        if digest is None:
            self.question = UNKNOWN
            for e in self.by_step.get(self.step, []):
                if e.id not in self.status and self.blocked(e):
                    self.status[e.id] = "E_FORKED"
            return False
        self.paths.setdefault((self.step, self.must), digest)
        self.digests[self.step] = digest
        self.question = self.questions.at(self.step, digest)
        return True

    def _take_events(self) -> None:
        for e in self.by_step.get(self.step, []):
            if e.id in self.status:
                continue
            if self.blocked(e):
                self.status[e.id] = "E_FORKED"
                continue
            if not self.reaches(e):
                continue
            try:
                if self.question.kind != "over":
                    require(self._complete(e.past) is None, "E_STEP")
                require(e.digest == self.digests[self.step], "desync")
                self.check(e)
                self.status[e.id] = "ok"
            except RefusedError as refused:
                self.status[e.id] = refused.code

    # -- completion ------------------------------------------------------------------------------

    def _complete(self, mask: int) -> Done | None:
        back = self._back(mask)
        if back:
            return back
        kind = self.question.kind
        if kind in SEATS:
            return self._seats_done(mask)
        if kind in ("chance", "show"):
            return self._parts_done(mask, lambda e: True)
        if kind == "shuffle":
            chain, missing = self.chain(mask)
            if missing is None and chain:
                return Done(kind, bits(x.event for x in chain), list(self.skips), chain)
        return None

    def _seats_done(self, mask: int) -> Done | None:
        """Every seat that was asked, as far as the answers tell, has answered or is out."""
        if not self.question.seats or not self.question.followed:
            return None
        moves: dict[int, Event | None] = {}
        quorums: list[Quorum] = []
        for seat in sorted(self.question.seats):
            against = self.certificate(seat, mask)
            e = self.chosen(seat, mask)
            if e and not (against and self.beaten(e, seat, mask)):
                moves[seat] = e
            elif against:
                moves[seat] = None
                quorums.append(against)
            else:
                return None
        used = bits(e for e in moves.values() if e)
        return Done(self.question.kind, used, quorums, moves)

    def to_open(self) -> Sequence[Place | str]:
        """The roll, or every card that is shown; without rules those that anybody opens."""
        return [p for p in self.parts if (p == "roll") == (self.question.kind == "chance")]

    def _parts_done(self, mask: int, counts: Callable[[Event], bool]) -> Done | None:
        """t parts for the roll, or for every card shown."""
        kind = self.question.kind
        targets = self.to_open()
        if not targets or (kind == "show" and not self.question.followed):
            return None
        key = self.keys[kind == "show"]
        got: dict[Any, dict[int, bytes]] = {}
        quorums: list[Quorum] = []
        for target in targets:
            groups: dict[int, int] = {}
            for author, (events, _) in self.parts.get(target, {}).items():
                some = [e for e in self.by_step[self.step] if events & mask & e.bit and counts(e)]
                if some:
                    groups[author] = events & mask
            if len(groups) < key.t:
                return None
            got[target] = {a: self.parts[target][a][1] for a in groups}
            quorums.append([(key.t, list(groups.values()))])
        return Done(kind, 0, quorums, got)

    def _back(self, mask: int) -> Done | None:
        """P19.6: a take-back that all who were there have consented to."""
        for to in sorted({b.body[0] for b in self.backs}):
            if to <= self.barrier(mask):
                continue
            consents = self._consents(to, mask)
            if consents is None or len({b.author for b in consents}) < 2:
                continue
            whole = bits(consents)

            def counts(e: Event, whole: int = whole) -> bool:
                return not self.most_built(e.author, whole, e.bit, mask)

            opened = self.question.kind in ("chance", "show") and self._parts_done(mask, counts)
            if not opened and not self._moved_on(consents, whole, mask, counts):
                return Done("back", whole, [], to)
        return None

    def _consents(self, to: int, mask: int) -> list[Event] | None:
        given: dict[int, list[Event]] = {}
        for b in self.backs:
            seat = self.seat_of(b)
            if b.body[0] == to and mask & b.bit and seat is not None:
                given.setdefault(seat, []).append(b)
        chosen = {seat: self.pick(events, mask) for seat, events in given.items()}
        seats = list(range(self.charter.players))
        needed = [
            s
            for s in seats
            if all(at >= to for at in self.defaults.get(s, ()))
            and all(x.step >= to for x in self.resigns.get(s, ()))
        ] or list(seats)
        out: list[Event] = []
        for seat in needed:  # grows below: who was there at `to`, or came back, as these know
            consent = chosen.get(seat)
            if consent is None:
                return None
            out.append(consent)
            for other in seats:
                if other not in needed:
                    since = self.absent_since(other, consent.past)
                    if since is None or since >= to:
                        needed.append(other)
        return out

    def _moved_on(
        self, consents: list[Event], whole: int, mask: int, counts: Callable[[Event], bool]
    ) -> bool:
        for b in consents:
            for e in self.events:
                later = e.author == b.author and e.kind in INPUTS and e.step >= self.step
                alone = mask & e.bit and e.knows(b) and e.past & whole != whole
                if later and alone and not self.blocked(e) and counts(e):
                    return True
        return False

    # -- the next step ---------------------------------------------------------------------------

    def _supersede(self, done: Done) -> None:
        events = [e for inputs in self.inputs.values() for e in inputs]
        events += [link.event for links in self.links.values() for link in links]
        for e in events:
            if not done.used & e.bit:
                self.status[e.id] = "superseded"

    def _apply(self, done: Done) -> None:
        self.last = done
        self.must |= done.used
        if done.how == "back":
            self.seals = dict(self.saved_seals[done.result])
            self.branch.append([self.step, 0, done.result])
        elif done.how in SEATS:
            self._take_answers(done.result)
        elif done.how == "chance":
            key = self.keys[0]
            alpha = roll_alpha(self.start_id, self.salt, self.branch, self.step)
            seed = roll_seed(key, alpha, done.result["roll"])
            self.rolls.append((self.step, [list(b) for b in self.branch], seed))
        elif done.how == "show":
            for place in sorted(done.result):
                self.open_card(place, self.decks.show(place, done.result[place]), "show")
            self.deck_used.append((self.step, -1))
        elif done.how == "shuffle":
            self._take_chain(done.result)

    def _take_answers(self, moves: dict[int, Event | None]) -> None:
        out = sorted(seat for seat, e in moves.items() if e is None)
        for seat in out:
            self.defaults.setdefault(seat, []).append(self.step)
        if out:
            self.branch.append([self.step, 1, *out])
        for seat, e in moves.items():
            if e is not None:
                self.take_answer(seat, e)

    def _take_chain(self, chain: list[Link]) -> None:
        linked = {link.event.author for link in chain}
        left_out = set(self.keys[1].members) - linked
        self.skipped = (self.skipped - linked) | left_out
        if left_out:
            self.branch.append([self.step, 1, *sorted(left_out)])
        self.install(chain)
        self.deck_used.append((self.step, -1))

    def _open_at_end(self) -> None:
        for place, by in self.parts.items():
            if isinstance(place, tuple) and len(by) >= self.keys[1].t:
                card = self.decks.show(place, {m: d for m, (_, d) in by.items()})
                self.open_card(place, card, "show")
