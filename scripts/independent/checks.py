"""P19.9: the checks of each kind of event."""

from __future__ import annotations

from collections.abc import Callable

from .canonical import is_payload
from .chance import full, h32
from .counting import Vote
from .decks import Drawn, Place, Prescribed
from .endorse import endorsed
from .errors import RefusedError, require
from .events import SILENT, Event, Kind
from .files import Log
from .proofs import (
    draw_context,
    draw_ok,
    part_point,
    prescribed,
    prescribed_alpha,
    prescribed_point,
    roll_alpha,
    roll_point,
    seal,
)
from .questions import SEAT_KINDS
from .shuffles import Shuffles
from .standing import Opening


class Checks(Shuffles):
    """Whether one more event may stand in a match."""

    def __init__(self, log: Log, allowed: int) -> None:
        super().__init__(log, allowed)
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
        made_so = prescribed(tuple(made.before), key.public, seed)
        require(list(made_so) == made.after, "X_AUDIT")
