"""The table: every piece, and what the rules read off it (chapters 15 and 22)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ..game import Json
from .cards import CardSet

NOBODY = -1
"""Owner of black senators and of aqueducts; the emperor before the mats are drawn."""


UNSEEN = "?"
"""What the id of a card begins with that not everybody has seen: in an encrypted match."""


def is_seen(card: str) -> bool:
    """Whether everybody knows what the card is."""
    return not card.startswith(UNSEEN)


def seen(hand: Iterable[str]) -> list[str]:
    """The cards of a hand that everybody knows, sorted: those that the rules can name."""
    return sorted(filter(is_seen, hand))


def add(pile: dict[str, int], kind: str, count: int = 1) -> None:
    """Put pieces into a multiset, or take them out; it has no zero entries."""
    total = pile.get(kind, 0) + count
    if total:
        pile[kind] = total
    else:
        del pile[kind]


@dataclass
class Player:
    """One seat of the document."""

    coins: int
    unused: int
    pawn: str
    role: str | None = None
    vp: int = 0
    deaths: int = 0
    used: int = 0
    spent: int = 0
    monuments: int = 0
    hand: dict[str, int] = field(default_factory=dict)
    agenda: str | None = None
    standing: Json = field(default_factory=lambda: {"copies": {}, "plots": None})

    @property
    def cards(self) -> int:
        """How many plot cards are in the hand."""
        return sum(self.hand.values())

    @property
    def strength(self) -> int:
        """Rule 7.5.2."""
        return 3 if self.monuments else 2

    def win_back(self, count: int) -> None:
        """Stamina from used to unused, as far as there is any."""
        moved = min(count, self.used)
        self.used -= moved
        self.unused += moved

    def forget_passes(self) -> None:
        """Rule 19.20.5."""
        self.standing = {"copies": {}, "plots": None}


@dataclass
class State:
    """The keys of the document, some of them under longer names."""

    cards: CardSet
    config: Json
    year: int
    phase: int
    emperor: int
    heir: int | None
    happiness: int
    price: int
    grain: int
    severe_weather: bool
    senate: list[int]
    senate_vp: int
    line: list[Json]
    famine: list[int]
    enemies: dict[str, int]
    legions: dict[str, int]
    estates: dict[str, list[int]]
    aqueducts: list[str]
    forum: list[Json]
    events_left: int
    turn: Any
    players: list[Player]
    decks: dict[str, dict[str, int]]
    step: Json = None
    over: Json = None
    settled: set[int] = field(default_factory=set)
    """Rule 16.4.1: who died by an effect during the action."""

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.players)

    @property
    def solo(self) -> bool:
        """Chapter 21."""
        return self.seats == 1

    @property
    def closed(self) -> bool:
        """Whether the match is encrypted: then nobody sees an agenda before the scoring."""
        return any(player.agenda and not is_seen(player.agenda) for player in self.players)

    def clockwise(self, seat: int) -> list[int]:
        """Rule 0.2: once round, the seat included."""
        return [(seat + k) % self.seats for k in range(self.seats)]

    def from_left(self, seat: int) -> list[int]:
        """Rule 0.2: once round, without the seat."""
        return self.clockwise(seat)[1:]

    def hand_strength(self, seat: int) -> int:
        """The strength of all cards in a hand that everybody knows."""
        hand = self.players[seat].hand
        return sum(self.cards.strength[card] * hand[card] for card in seen(hand))

    def pawns(self, province: str) -> list[int]:
        """Whose pawns stand there, clockwise from the emperor."""
        return [s for s in self.clockwise(self.emperor) if self.players[s].pawn == province]

    def controller(self) -> int | None:
        """Rule 15.4.2: the owner of the rightmost senator."""
        return self.senate[-1] if self.senate else None

    def lowest_price(self) -> int:
        """Rules 15.3.1 and 21.6."""
        return self.cards.import_price["solo_min" if self.solo else "min"]

    # -- what is left (rules 22.1 to 22.3) --------------------------------------------------------

    def enemies_left(self) -> int:
        """In the pile."""
        return self.cards.enemies - sum(self.enemies.values())

    def legions_left(self) -> int:
        """In the pile."""
        return int(self.config["legions"]) - sum(self.legions.values())

    def famine_left(self) -> int:
        """In the pile; in solo one marker is a reminder (rule 21.6)."""
        return self.cards.famine - self.solo - sum(self.famine)

    def aqueducts_left(self) -> int:
        """On the emperor's mat."""
        return self.cards.aqueducts - len(self.aqueducts) - self._in_line("aqueduct", NOBODY)

    def estates_left(self, seat: int) -> int:
        """On the seat's mat."""
        built = sum(seat in owners for owners in self.estates.values())
        return self.cards.each["estates"] - built - self._in_line("estate", seat)

    def monuments_left(self, seat: int) -> int:
        """On the seat's mat and not built."""
        built = self.players[seat].monuments
        return self.cards.each["monuments"] - built - self._in_line("monument", seat)

    def _in_line(self, kind: str, owner: int) -> int:
        return self.line.count({"kind": kind, "owner": owner})

    def line_is_free(self) -> bool:
        """Rule 15.2.1."""
        return len(self.line) < self.cards.line_spaces

    def may_enter_senate(self, seat: int) -> bool:
        """Rule 7.8.2: a senator in the pile and a free space."""
        in_pile = self.senate.count(seat) < self.cards.each["senators"]
        return in_pile and len(self.senate) < self.cards.senate_spaces

    def remove_senator(self, owner: int) -> None:
        """Rule 15.4.1: the owner's rightmost one goes back to his pile."""
        last = max(place for place, other in enumerate(self.senate) if other == owner)
        del self.senate[last]

    # -- provinces --------------------------------------------------------------------------------

    def in_map_order(self, provinces: Iterable[str]) -> list[str]:
        """The order of `map.json`."""
        return sorted(provinces, key=self.cards.place.__getitem__)

    def has_building(self, province: str) -> bool:
        """An estate or an aqueduct."""
        return province in self.estates or province in self.aqueducts

    def remove_building(self, province: str) -> bool:
        """Back to its mat; whether it was an aqueduct, so that rule 15.1.5 follows."""
        self.estates.pop(province, None)
        aqueduct = province in self.aqueducts
        if aqueduct:
            self.aqueducts.remove(province)
        return aqueduct

    def has_famine(self, province: str) -> bool:
        """Whether its region has a marker; Roma never does (rule 15.5.3)."""
        region = self.cards.region[province]
        return region > 0 and self.famine[region - 1] > 0

    def free_capitals(self) -> list[str]:
        """Regional capitals without enemies."""
        return [p for p in self.cards.capitals if p not in self.enemies]
