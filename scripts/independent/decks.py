"""P10 and P11: the encrypted decks of a match as its events built them."""

from __future__ import annotations

from dataclasses import dataclass, field

from .errors import require
from .events import Event
from .group import IDENTITY
from .proofs import (
    Cipher,
    Key,
    asked_for,
    card_points,
    ciphers,
    flat,
    need_scalar,
    opened,
    shuffle_context,
    shuffle_ok,
)

MAX_CARDS = 256
Place = tuple[int, int]


@dataclass
class Drawn:
    """One entry of a valid DRAW and the parts on it: member -> (events as bits, D)."""

    event: Event
    place: Place
    asked: bytes
    parts: dict[int, tuple[int, bytes]] = field(default_factory=dict)


@dataclass(frozen=True)
class Link:
    """A valid SHUFFLE: the events it builds on and what it made of each deck."""

    event: Event
    before: list[Event]
    output: list[list[Cipher]]
    proved: bool


@dataclass(frozen=True)
class Prescribed:
    """A shuffle by a committee of one, which its AUDIT must explain."""

    author: int
    branch: list[list[int]]
    before: list[Cipher] | None
    after: list[Cipher]


class Decks:
    """Ciphertexts by deck and position, draws, and the cards that are public."""

    def __init__(self, match: bytes, key: Key | None) -> None:
        self.match = match
        self.key = key
        self.cards: list[list[Cipher]] = []
        self.index: list[dict[bytes, int]] = []
        self.draws: dict[tuple[bytes, int], Drawn] = {}
        self.public: dict[Place, int | None] = {}
        self.spent: set[Place] = set()
        self.prescribed: dict[tuple[int, int], Prescribed] = {}
        self.audited: set[tuple[int, int]] = set()

    def fresh(self, sizes: list[int]) -> None:
        """Lay out the decks before the opening shuffle."""
        require(all(sizes) and sum(sizes) <= MAX_CARDS, "E_BODY", "deck sizes")
        for deck, size in enumerate(sizes):
            points = card_points(self.match, deck, size)
            self.cards.append([(IDENTITY, m) for m in points])
            self.index.append({m: c for c, m in enumerate(points)})

    def cipher(self, place: Place, code: str) -> Cipher:
        """The ciphertext at a place, or refuse with `code`."""
        deck, pos = place
        require(deck < len(self.cards) and pos < len(self.cards[deck]), code)
        return self.cards[deck][pos]

    def reveal(self, e: Event, deck: int, pos: int, rho: bytes) -> int:
        """The card that a reveal opens: P11, but for the right to it, which the rules know."""
        number = need_scalar(rho, "X_REVEAL")
        first, second = self.cipher((deck, pos), "X_REVEAL")
        mine = [
            d
            for d in self.draws.values()
            if d.place == (deck, pos) and d.event.author == e.author and e.knows(d.event)
        ]
        require(mine and self.key, "X_REVEAL", "not drawn")
        drawn, key = mine[0], self.key
        assert key is not None
        require(asked_for(first, number) == drawn.asked, "X_REVEAL", "another rho")
        have = {m: d for m, (events, d) in drawn.parts.items() if events & e.past}
        require(len(have) >= key.t, "X_REVEAL", "too few parts")
        point = opened(second, key.combine(have), number, key.public)
        require(point in self.index[deck], "X_REVEAL", "no card of the deck")
        return self.index[deck][point]

    def show(self, place: Place, parts: dict[int, bytes]) -> int | None:
        """The card that parts on its own first half open for everybody.

        None can come only of a shuffle whose cards could not be checked.
        """
        assert self.key is not None
        second = self.cipher(place, "X_PART")[1]
        point = opened(second, self.key.combine(parts))
        return self.index[place[0]].get(point)

    def card(self, place: Place) -> int:
        """The index of a card that is public."""
        card = self.public[place]
        require(card is not None, "X_SHUFFLE", "no card of the deck")
        assert card is not None
        return card

    def guesses(self, deck: int, count: int) -> list[list[int]]:
        """Positions that a later shuffle may have taken; its proof tells which is right.

        The rules know them. Without rules: every position that is open and was not shuffled
        before, as they were opened, ascending, or ascending by card.
        """
        pool = [p for d, p in self.public if d == deck and (deck, p) not in self.spent]
        if len(pool) != count:
            return []
        by_card = sorted(pool, key=lambda p: (self.public[deck, p] or 0, p))
        out: list[list[int]] = []
        for guess in (pool, sorted(pool), by_card):
            if guess not in out:
                out.append(guess)
        return out

    def proved(self, before: list[Cipher], after: bytes, proof: bytes, ctx: bytes) -> bool:
        """Whether the proof of one deck of a link holds."""
        return self.key is not None and shuffle_ok(flat(before), after, proof, self.key.public, ctx)


def context(start: bytes, branch: list[list[int]], e: Event, deck: int) -> bytes:
    """The context of a link's proof."""
    return shuffle_context(start, branch, e.step, deck, e.author)


def transmitted(e: Event) -> list[tuple[int, list[Cipher], bytes]]:
    """(deck, cards, proof) of each entry of a SHUFFLE; all cards are points."""
    return [(deck, list(ciphers(cards)), proof) for deck, cards, proof in e.body[0]]
