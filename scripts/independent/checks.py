"""P19.9: the checks of each kind of event, as far as they need no rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .canonical import is_payload
from .chance import full, h32
from .counting import Counting, Quorum, Vote
from .decks import Decks, Drawn, Link, Place, Prescribed, context, transmitted
from .endorse import endorsed
from .errors import RefusedError, require
from .events import SILENT, Event, Kind
from .files import Log
from .proofs import (
    Cipher,
    Key,
    draw_context,
    draw_ok,
    flat,
    part_point,
    prescribed,
    prescribed_alpha,
    prescribed_point,
    roll_alpha,
    roll_point,
    seal,
)
from .questions import SEAT_KINDS, UNKNOWN, Question

MAX_FAILED = 8


@dataclass(frozen=True)
class Opening:
    """A card or a sealed choice that became public at a step."""

    step: int
    what: str
    how: str
    place: Place
    value: int | bytes | None


class Checks(Counting):
    """What a match has come to, and whether one more event may stand in it."""

    def __init__(self, log: Log, allowed: int) -> None:
        super().__init__(log, allowed)
        self.status: dict[bytes, str] = {}
        self.step = 0
        self.branch: list[list[int]] = []
        self.digests: dict[int, bytes] = {}
        self.question: Question = UNKNOWN
        self.start: Event | None = None
        self.salt = b""
        self.keys: list[Key] = []
        self.decks = Decks(self.charter.match, None)
        self.seals: dict[int, tuple[int, bytes]] = {}
        self.rolls: list[tuple[int, list[list[int]], bytes]] = []
        self.openings: list[Opening] = []
        self.unchecked: list[str] = []
        self.given_inputs: dict[tuple[int, int], list[int]] = {}
        self.deck_used: list[tuple[int, int]] = [(0, -1)]
        self.skipped: set[int] = set()
        self.by_step: dict[int, list[Event]] = {}
        for e in self.events:
            self.by_step.setdefault(e.step, []).append(e)
        self.handlers: dict[Kind, Callable[[Event], None]] = {
            Kind.ACTION: self.answer,
            Kind.SEAL: self.answer,
            Kind.OPEN: self.answer,
            Kind.PART: self.part,
            Kind.SHUFFLE: self.shuffle,
            Kind.DRAW: self.draw,
            Kind.VOTE: self.vote,
            Kind.TAKEOVER: self.takeover,
            Kind.RESIGN: self.resign,
            Kind.BACK: self.back,
            Kind.AUDIT: self.audit,
        }
        self.clear_step()

    def clear_step(self) -> None:
        """Forget what belongs to one step."""
        self.inputs: dict[int, list[Event]] = {}
        self.parts: dict[Place | str, dict[int, tuple[int, bytes]]] = {}
        self.links: dict[int, list[Link]] = {}
        self.skips: list[Quorum] = []
        self.backs: list[Event] = []
        self.votes = []
        self.stood_memo = {}
        self.shuffled: list[tuple[int, int]] = []
        self.sources: dict[int, list[int]] = {}
        self.public_before = set(self.decks.public)

    @property
    def start_id(self) -> bytes:
        """The id of START."""
        return self.start.id if self.start else b""

    def check(self, e: Event) -> None:
        """Refuse an event of this step with its code, or let it take effect."""
        if e.kind in SILENT:
            self.silent(e)
        else:
            handler = self.handlers.get(e.kind)
            if handler is None:
                raise RefusedError("E_NOW")
            handler(e)

    def silent(self, e: Event) -> None:
        """NOTE, POST and ENDORSE."""
        if e.kind is not Kind.ENDORSE:
            return
        named = self.start.body[0] if self.start else []
        joins = [x for x in self.events if x.id in named and x.author == e.author]
        key = joins[0].body[3] if joins else b""
        message = full("endorse", self.charter.match, b"".join(e.parents))
        good = endorsed(key, message, e.body[0]) if key else False
        require(good is not False, "X_ENDORSE")
        if good is None:
            self.unchecked.append(f"endorsement {e.id.hex()}: it needs `cryptography`")

    # -- answers ---------------------------------------------------------------------------------

    def chosen(self, seat: int, mask: int) -> Event | None:
        """The accepted event of a seat, as far as `mask` knows."""
        return self.pick([e for e in self.inputs.get(seat, ()) if mask & e.bit], mask)

    def answer(self, e: Event) -> None:
        """ACTION, SEAL and OPEN."""
        require(SEAT_KINDS[e.kind] == self.question.kind, "E_NOW")
        seat = self.seat_of(e)
        if seat is None or not self.may_be_asked(seat) or self.absent(seat, e.past):
            raise RefusedError("E_SEAT")
        taken = self.chosen(seat, e.past) or self.certificate(seat, e.past)
        require(not taken, "E_TWICE")
        if e.kind is Kind.OPEN:
            require(seat in self.seals, "E_SEAT", "nothing was sealed")
            at, commitment = self.seals[seat]
            made = seal(self.charter.match, seat, at, e.body[0], e.body[1])
            require(made == commitment, "X_SEAL")
        if e.kind is not Kind.SEAL:
            cards = self.reveals(e)
            require(is_payload(e.body[-2]), "E_ILLEGAL", "not a canonical array")
            self.legal(seat, e.body[-2], dict(cards))
        self.inputs.setdefault(seat, []).append(e)

    def may_be_asked(self, seat: int) -> bool:
        """Whether the seat may be one that is asked; without rules any may."""
        return True

    def legal(self, seat: int, payload: bytes, cards: dict[Place, int]) -> None:
        """Refuse an answer by the rules; without rules all pass."""

    def may_be_shown(self, place: Place) -> bool:
        """Whether the card may be opened for everybody now; without rules any may."""
        return True

    def has_right(self, e: Event, place: Place) -> bool:
        """Whether the author's seat has the right to the card; without rules it has."""
        return True

    def is_held(self, place: Place) -> bool:
        """Whether a seat still has the right to the card."""
        return place not in self.decks.public

    def to_shuffle(self, deck: int) -> list[int] | None:
        """The positions that are shuffled now, by the rules; without them what somebody says."""
        return self.given_inputs.get((self.step, deck))

    def reveals(self, e: Event) -> list[tuple[Place, int]]:
        """The cards that an event opens."""
        entries = e.body[0] if e.kind is Kind.AUDIT else e.body[-1]
        places = {(deck, pos) for deck, pos, _ in entries}
        require(len(places) == len(entries) or e.kind is Kind.AUDIT, "X_REVEAL", "twice")
        require(not places & self.public_before, "X_REVEAL", "open already")
        require(all(self.has_right(e, place) for place in places), "X_REVEAL", "another's card")
        return [((deck, pos), self.decks.reveal(e, deck, pos, rho)) for deck, pos, rho in entries]

    def take_answer(self, seat: int, e: Event) -> None:
        """The effect of an answer that its step used."""
        if e.kind is Kind.SEAL:
            self.seals[seat] = (self.step, e.body[0])
            return
        if e.kind is Kind.OPEN:
            sealed_at = self.seals.pop(seat)[0]
            opened = Opening(self.step, "choice", "seal", (seat, sealed_at), e.body[1])
            self.openings.append(opened)
        cards = self.reveals(e)
        for place, card in cards:
            self.open_card(place, card, "reveal")
        if cards:
            self.deck_used.append((self.step, -1))

    def open_card(self, place: Place, card: int | None, how: str) -> None:
        """Note a card that everybody knows now."""
        self.decks.public.setdefault(place, card)
        self.openings.append(Opening(self.step, "card", how, place, card))

    # -- parts and draws -------------------------------------------------------------------------

    def part(self, e: Event) -> None:
        """PART: parts of a roll, of shown cards, of draws."""
        roll, shows, draws = e.body
        require(roll or shows or draws, "E_BODY")
        require(len({(d, p) for d, p, _ in shows}) == len(shows), "E_BODY")
        require(len({(d, i) for d, i, _ in draws}) == len(draws), "E_BODY")
        match = self.charter.match
        found: list[tuple[dict[int, tuple[int, bytes]] | Place | str, bytes]] = []
        if roll:
            require(self.question.kind == "chance", "E_EARLY")
            require(len(roll) == 96, "E_BODY")
            require(e.author in self.keys[0].shares, "E_ROLE")
            alpha = roll_alpha(self.start_id, self.salt, self.branch, self.step)
            where = roll_point(self.keys[0].public, alpha)
            found.append(("roll", part_point(roll, self.keys[0].shares[e.author], where, match)))
        mine = b""
        if shows or draws:
            require(len(self.keys) == 2 and e.author in self.keys[1].shares, "E_ROLE")
            mine = self.keys[1].shares[e.author]
        for deck, pos, data in shows:
            require(self.question.kind in ("show", "over"), "E_EARLY")
            require(self.may_be_shown((deck, pos)), "E_EARLY")
            first = self.decks.cipher((deck, pos), "E_EARLY")[0]
            found.append(((deck, pos), part_point(data, mine, first, match)))
        for draw, index, data in draws:
            asked = self.log.by_id.get(draw)
            good = asked and e.knows(asked) and self.status.get(draw) == "ok"
            require(good and (draw, index) in self.decks.draws, "E_EARLY")
            drawn = self.decks.draws[draw, index]
            found.append((drawn.parts, part_point(data, mine, drawn.asked, match)))
        for target, value in found:
            by = target if isinstance(target, dict) else self.parts.setdefault(target, {})
            by[e.author] = (by.get(e.author, (0, b""))[0] | e.bit, value)
        if draws:
            self.deck_used.append((self.step, e.index))

    def draw(self, e: Event) -> None:
        """DRAW."""
        require(len(self.keys) == 2, "E_NOW")
        require(e.body[0], "E_BODY")
        require(self.seat_of(e) is not None, "E_EARLY", "plays no seat")
        places: set[Place] = set()
        for deck, pos, asked, proof in e.body[0]:
            first = self.decks.cipher((deck, pos), "E_EARLY")[0]
            require((deck, pos) not in places, "E_EARLY")
            require(self.has_right(e, (deck, pos)), "E_EARLY")
            before = [d for d in self.decks.draws.values() if d.place == (deck, pos)]
            require(all(d.event.author != e.author for d in before), "E_TWICE")
            ctx = draw_context(self.charter.match, deck, pos, e.author)
            require(draw_ok(first, asked, proof, ctx), "X_DRAW")
            places.add((deck, pos))
        for i, (deck, pos, asked, _) in enumerate(e.body[0]):
            self.decks.draws[e.id, i] = Drawn(e, (deck, pos), asked)
        self.deck_used.append((self.step, e.index))

    def unanswered(self, seat: int, mask: int) -> bool:
        """Whether a draw of the seat has too few parts, the drawer's own counted as given."""
        for d in self.decks.draws.values():
            mine = mask & d.event.bit and d.event.author == self.player(seat, mask)
            if mine and self.is_held(d.place):
                have = {m for m, (events, _) in d.parts.items() if events & mask}
                have |= {d.event.author} & set(self.keys[1].members)
                if len(have) < self.keys[1].t:
                    return True
        return False

    # -- shuffles --------------------------------------------------------------------------------

    def chain(self, mask: int) -> tuple[list[Link], int | None]:
        """The links of this step that `mask` knows, and the member who is next."""
        members, t = self.keys[1].members if len(self.keys) == 2 else [], 0
        if members:
            t = self.keys[1].t
        out: list[Link] = []
        skips: list[Quorum] = []
        for at, member in enumerate(members):
            before = [x.event for x in out]
            links = self.links.get(member, ())
            link = next((x for x in links if mask & x.event.bit and x.before == before), None)
            spare = len(out) + len(members) - at - 1 >= t
            against = self.certificate(member, mask) if self.step and spare else []
            if link and not (against and self.beaten(link.event, member, mask)):
                out.append(link)
            elif against:
                skips.append(against)
            else:
                return out, member
        self.skips = skips
        return out, None

    def shuffle(self, e: Event) -> None:
        """SHUFFLE: one link of a chain on the links in its past."""
        if self.step:
            require(self.question.kind == "shuffle", "E_NOW")
        chain, member = self.chain(e.past)
        require(member == e.author, "E_SEAT")
        failed = [
            x
            for x in self.by_step[self.step]
            if x.author == e.author
            and x.kind is Kind.SHUFFLE
            and e.knows(x)
            and self.status.get(x.id) == "X_SHUFFLE"
        ]
        require(len(failed) < MAX_FAILED, "E_BODY", "too many failed ones")
        sizes = [(deck, len(cards) // 64) for deck, cards, _ in e.body[0]]
        if not self.shuffled:
            self._first_sizes(sizes)
        require([d for d, _ in sizes] == [d for d, _ in self.shuffled], "E_BODY")
        require(sizes == self.shuffled, "X_SHUFFLE", "length")
        before = chain[-1].output if chain else None
        output: list[list[Cipher]] = []
        proved = True
        for at, (deck, cards, proof) in enumerate(transmitted(e)):
            source = before[at] if before else self._source(e, deck, cards, proof)
            ctx = context(self.start_id, self.branch, e, deck)
            if source is None:
                proved = False
            else:
                require(self.decks.proved(source, flat(cards), proof, ctx), "X_SHUFFLE")
            output.append(cards)
            if len(self.keys[1].members) == 1:
                branch = [list(b) for b in self.branch]
                alone = Prescribed(e.author, branch, source, cards)
                self.decks.prescribed[self.step, deck] = alone
        link = Link(e, [x.event for x in chain], output, proved)
        self.links.setdefault(e.author, []).append(link)

    def _first_sizes(self, sizes: list[tuple[int, int]]) -> None:
        """The deck list of this step, told from its first link."""
        require(sizes and all(n for _, n in sizes), "E_BODY")
        if self.step == 0:
            require([d for d, _ in sizes] == list(range(len(sizes))), "E_BODY")
            self.decks.fresh([n for _, n in sizes])
        else:
            decks = [d for d, _ in sizes]
            require(len(set(decks)) == len(decks), "E_BODY")
            require(max(decks) < len(self.decks.cards), "E_BODY")
        self.shuffled = sizes

    def _source(
        self, e: Event, deck: int, cards: list[Cipher], proof: bytes
    ) -> list[Cipher] | None:
        """What the first link took: the proof tells it from the guesses; None if none fits."""
        if self.step == 0:
            return list(self.decks.cards[deck])
        ctx = context(self.start_id, self.branch, e, deck)
        given = self.to_shuffle(deck)
        guesses = [given] if given is not None else self.decks.guesses(deck, len(cards))
        for guess in guesses:
            if all(p < len(self.decks.cards[deck]) for p in guess):
                source = [self.decks.cards[deck][p] for p in guess]
                if self.decks.proved(source, flat(cards), proof, ctx):
                    self.sources[deck] = guess
                    return source
        return None

    def install(self, chain: list[Link]) -> None:
        """Take the output of a complete chain."""
        for at, (deck, _) in enumerate(self.shuffled):
            cards = chain[-1].output[at]
            if self.step == 0:
                self.decks.cards[deck] = list(cards)
            else:
                self.decks.cards[deck] += cards
            self.decks.spent |= {(deck, p) for p in self.sources.get(deck, ())}
            if not chain[0].proved and deck not in self.sources:
                self.unchecked.append(
                    f"step {self.step}: which cards of deck {deck} were shuffled is for the rules"
                )

    # -- leaving and coming back -----------------------------------------------------------------

    def awaited(self, target: int, mask: int) -> bool:
        """Whether the target may keep the match waiting."""
        if self.question.kind == "shuffle":
            return self.chain(mask)[1] == target
        if self.question.kind in ("chance", "show") or target >= self.charter.players:
            return False
        if not self.may_be_asked(target):
            return False
        return not self.chosen(target, mask) and not self.certificate(target, mask)

    def vote(self, e: Event) -> None:
        """VOTE."""
        target, kind = e.body[0], self.question.kind
        require(kind != "over", "E_NOW")
        seat = self.seat_of(e)
        voter = e.author if seat is None and e.author >= self.charter.players else seat
        electorate = self.electorate(target, e.past)
        if voter is None or voter not in electorate:
            raise RefusedError("E_ROLE")
        again = [v for v in self.votes if v.event.author == e.author and e.knows(v.event)]
        require(all(v.target != target for v in again), "E_TWICE")
        require(self.awaited(target, e.past), "E_VOTE")
        require(kind == "shuffle" or not self.unanswered(target, e.past), "E_VOTE")
        single = target in self.skipped if kind == "shuffle" else self.absent(target, e.past)
        forked = any((e.past & g).bit_count() > 1 for g in self.forks.get(target, ()))
        walls = (
            x.wall
            for x in self.events
            if e.knows(x) and x.step < self.step and x.kind not in SILENT and x.wall <= e.wall
        )
        late = e.wall >= max(walls, default=0) + self.charter.grace
        require(single or forked or late, "E_GRACE")
        asks = max(2, len(electorate) // 2 + 1)
        self.votes.append(Vote(e, target, single, voter, asks))

    def takeover(self, e: Event) -> None:
        """TAKEOVER."""
        seat, c = e.body[0], self.charter
        require(seat < c.players and (e.author >= c.joined or e.author == seat), "E_ROLE")
        require(self.absent(seat, e.past), "E_SEAT")
        for other, events in self.takeovers.items():
            busy = other != seat and self.player(other, e.past) == e.author
            require(not (busy and any(t.author == e.author for t in events)), "E_SEAT")
        self.takeovers.setdefault(seat, []).append(e)

    def resign(self, e: Event) -> None:
        """RESIGN."""
        require(self.question.kind != "over", "E_NOW")
        seat = self.seat_of(e)
        if seat is None or self.absent(seat, e.past):
            raise RefusedError("E_SEAT")
        require(not self.chosen(seat, e.past), "E_TWICE")
        mine = [x for x in self.resigns.get(seat, ()) if x.author == e.author]
        require(not any(x.step == e.step and e.knows(x) for x in mine), "E_TWICE")
        self.resigns.setdefault(seat, []).append(e)

    def barrier(self, mask: int) -> int:
        """The last step at which a deck was used: nobody goes back behind it."""
        return max(step for step, i in self.deck_used if i < 0 or mask >> i & 1)

    def back(self, e: Event) -> None:
        """BACK."""
        to = e.body[0]
        require(self.charter.flags & 1 and self.question.kind != "over", "E_NOW")
        seat = self.seat_of(e)
        require(seat is not None and not self.absent(seat, e.past), "E_SEAT")
        mine = [b for b in self.backs if b.author == e.author and b.body[0] == to]
        require(not any(e.knows(b) for b in mine), "E_TWICE")
        require(self.barrier(e.past) < to < self.step, "E_BACK")
        self.backs.append(e)

    # -- the end ---------------------------------------------------------------------------------

    def audit(self, e: Event) -> None:
        """AUDIT: late openings, and the seeds of prescribed shuffles."""
        require(self.question.kind == "over", "E_NOW")
        for place, card in self.reveals(e):
            self.open_card(place, card, "audit")
        for step, deck, data in e.body[1]:
            made = self.decks.prescribed.get((step, deck))
            if made is None or made.author != e.author:
                raise RefusedError("X_AUDIT", "not a shuffle of the author")
            self._explain(step, deck, made, data)
            self.decks.audited.add((step, deck))

    def _explain(self, step: int, deck: int, made: Prescribed, data: bytes) -> None:
        key = self.keys[1]
        alpha = prescribed_alpha(self.start_id, self.salt, made.branch, step, deck)
        where = prescribed_point(key.public, alpha)
        gamma = part_point(data, key.shares[made.author], where, self.charter.match)
        if made.before is None:
            self.unchecked.append(f"step {step}: the prescribed shuffle of deck {deck}")
            return
        seed = h32("deck/seed", key.public, alpha, gamma)
        require(prescribed(made.before, key.public, seed) == made.after, "X_AUDIT")
