"""P10: the links of a shuffle, and the decks that they leave."""

from __future__ import annotations

from .counting import Quorum
from .decks import Link, Prescribed, context, transmitted
from .errors import require
from .events import Event, Kind
from .proofs import Cipher, flat
from .standing import Standing

MAX_FAILED = 8


class Shuffles(Standing):
    """Chains of shuffles."""

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
