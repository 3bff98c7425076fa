"""Donning the Purple in an encrypted match (section 9 of the interface)."""

from __future__ import annotations

from typing import Self

from ..game import Json, refuse
from ..match import Asked, Cards, Place
from ..open import actions_of
from .state import is_seen
from .unseen import PLOT, UnseenPurple, places, unseen
from .wire import PurpleMatch

REVEALING = {"play", "boost", "commit", "bodyguard", "discard"}
"""Section 9.7: the actions that reveal a card each."""


class ClosedMatch(PurpleMatch):
    """An encrypted match.

    `size` is how many positions deck 0 has, shuffled ones included, `discards` are those of the
    discarded cards. `shows` are the places that discards by default open.
    """

    game: UnseenPurple

    def __init__(self, game: UnseenPurple) -> None:
        super().__init__(game)
        self.size = self.decks()[PLOT]
        self.discards: list[int] = []
        self.shows: list[Place] = []

    def decks(self) -> list[int]:
        """Section 9.1."""
        return [len(cards) for cards in self._cards()]

    def _cards(self) -> list[list[str]]:
        """Section 9.1: the cards of each deck in the order of their indices."""
        cards = self.game.state.cards
        return [sorted(_copies(cards.plot)), sorted(_copies(cards.agenda))]

    def rights(self) -> dict[Place, int]:
        """Sections 9.1 and 9.2: the hands and agendas that not everybody has seen."""
        return {
            place: seat
            for seat, player in enumerate(self.game.state.players)
            for place in places([*player.hand, *([player.agenda] if player.agenda else [])])
        }

    def question(self) -> Asked:
        """What is asked."""
        asked = self.game.next()
        if self.shows:
            return Asked("show", places=self.shows)
        if "show" in asked:
            return Asked("show", places=sorted(self.rights()))
        if "shuffle" in asked:
            return Asked("shuffle", decks=[(PLOT, self.discards)])
        return super().question()

    def view(self) -> Json:
        """Sections 3.2 and 9.3: the view of a spectator."""
        at = self.game.document()
        decks = {name: sum(at["decks"][name].values()) for name in ("plot", "agenda")}
        seats = [
            {**seat, "hand": sum(seat["hand"].values()), "agenda": _agenda(seat["agenda"])}
            for seat in at["seats"]
        ]
        view = {**at, "decks": {**at["decks"], **decks}, "seats": seats}
        if self.shows:
            return {**view, "rest": False, "step": {"at": "chance"}}
        if at["step"]["at"] == "commit":
            hidden = dict.fromkeys(("attack", "bodyguard", "defence"))
            return {**view, "step": {**at["step"], **hidden}}
        return view

    def check(self, seat: int, payload: bytes, cards: Cards) -> None:
        """Section 9.7: an own card for each action that names one, and no other."""
        super().check(seat, payload, cards)
        rights = self.rights()
        revealing = [action for action in actions_of(payload) if action["do"] in REVEALING]
        if len(cards) != len(revealing) or any(rights.get(place) != seat for place in cards):
            refuse("9.7")

    def knowing(self, cards: Cards) -> Self:
        """The same match, on its own, with these cards opened: they will be discards."""
        after = self.copy()
        after.game = self.game.knowing(self._known(cards))
        after.discards = sorted([*self.discards, *(position for _, position in cards)])
        return after

    def _known(self, cards: Cards) -> dict[str, str]:
        decks = self._cards()
        return {unseen((deck, pos)): decks[deck][card] for (deck, pos), card in cards.items()}

    def _by_default(self, seat: int) -> Self:
        """Section 9.4: the lowest card of the hand is shown and then discarded."""
        if self.game.state.step["at"] != "discard":
            return super()._by_default(seat)
        after = self.copy()
        hand = self.game.state.players[seat].hand
        after.shows = sorted([*self.shows, min(places(hand))])
        return after

    def show(self, cards: Cards) -> Self:
        """After a `show`, of discards by default or before the scoring."""
        if not self.shows:
            after = self.copy()
            after.game.handle(self._known(cards))
            return after
        after = self.knowing(cards)
        after.shows = []
        rights = self.rights()
        for place, card in cards.items():
            discard = {"card": self._cards()[PLOT][card], "do": "discard"}
            after.game.act(rights[place], discard)
        return after

    def shuffled(self) -> Self:
        """After a `shuffle`: the discards are the new positions of deck 0."""
        after = self.copy()
        after.size += len(self.discards)
        after.discards = []
        after.game.handle([unseen((PLOT, position)) for position in range(self.size, after.size)])
        return after


def _copies(cards: dict[str, int]) -> list[str]:
    return [card for card, count in cards.items() for _ in range(count)]


def _agenda(agenda: str | None) -> str | int:
    """Section 3.2."""
    if agenda is None:
        return 0
    return agenda if is_seen(agenda) else 1
