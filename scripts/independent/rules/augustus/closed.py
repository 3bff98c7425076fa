"""Interface section 9: the game on the wire, where the deck is encrypted."""

from __future__ import annotations

from typing import Self

from ..game import Json, refuse, same
from ..match import Answers, Asked, Cards, Place
from ..open import actions_of
from .cards import NUMBERS
from .questions import Chance, Decision, Shuffle
from .unseen import UnseenAugustus, positions
from .wire import AugustusMatch


class ClosedMatch(AugustusMatch):
    """An encrypted match.

    `size` is how many positions the deck has, shuffled ones included, `opened` where each objective
    was opened last. `shows` are the positions that drafts by default open.
    """

    game: UnseenAugustus

    def __init__(self, game: UnseenAugustus) -> None:
        super().__init__(game)
        self.size = len(NUMBERS)
        self.opened: dict[int, int] = {}
        self.shows: list[int] = []

    def decks(self) -> list[int]:
        """Section 9.1: the objectives, ascending."""
        return [len(NUMBERS)]

    def rights(self) -> dict[Place, int]:
        """Sections 9.1 and 9.7: the hands, which are dealt from the start, then the discards."""
        at, cards = self.game.document(), self.game.cards
        if at["phase"] == "setup":
            dealt = range(cards.deal * at["config"]["seats"])
            return {(0, cards.market_size + place): place // cards.deal for place in dealt}
        return {
            (0, position): seat
            for seat, own in enumerate(at["seats"])
            for position in positions(own["hand"] + own["setup_discards"])
        }

    def question(self) -> Asked:
        """What is asked."""
        asked = self.game.asked
        if self.shows:
            return Asked("show", places=_places(self.shows))
        if isinstance(asked, Shuffle):
            return Asked("shuffle", decks=[(0, self._used(asked))])
        if isinstance(asked, Chance) and asked.deck == "objectives":
            return Asked("show", places=_places(self._due()))
        return super().question()

    def _used(self, asked: Shuffle) -> list[int]:
        """Section 9.8: the set-up discards, then the lost objectives."""
        lost = self.game.document()["lost"]
        return [*positions(asked.objectives), *(self.opened[number] for number in lost)]

    def _due(self) -> list[int]:
        """Sections 9.2 and 9.8: the next positions of the deck, as many as the market lacks."""
        at = self.game.document()
        return positions(at["deck"])[: self.game.cards.market_size - len(at["market"])]

    def view(self) -> Json:
        """Section 2: the view of a spectator."""
        at = self.game.document()
        seats = [
            {**own, "hand": len(own["hand"]), "setup_discards": len(own["setup_discards"])}
            for own in at["seats"]
        ]
        return {**at, "viewer": None, "deck": len(at["deck"]), "seats": seats}

    def check(self, seat: int, payload: bytes, cards: Cards) -> None:
        """Section 9.7: what is kept is revealed, and nothing else."""
        if self._drafts():
            keep = {"do": "keep", "objectives": sorted(map(_objective, cards.values()))}
            enough = len(cards) == self.game.cards.keep
            if not enough or not same(actions_of(payload), [keep]):
                refuse("2.6")
            return
        super().check(seat, payload, cards)
        if cards:
            refuse("9.7")

    def _drafts(self) -> bool:
        return isinstance(self.game.asked, Decision) and self.game.asked.kind == "draft"

    def open(self, answers: Answers) -> Self:
        """After an `open`; drafts wait for the objectives that are kept by default."""
        if not self._drafts():
            return super().open(answers)
        after = self.copy()
        given = {seat: answer for seat, answer in answers.items() if answer is not None}
        for answer in given.values():
            after._turn_up(answer.cards)
        after.sealed = sorted(given)
        after.shows = [
            position
            for seat, own in enumerate(self.game.document()["seats"])
            if seat not in given
            for position in positions(own["hand"])[: self.game.cards.keep]
        ]
        return after if after.shows else after._drafted()

    def _drafted(self) -> Self:
        """Everybody keeps what is turned up, which are the first of a hand: the default."""
        return super().open({})

    def show(self, cards: Cards) -> Self:
        """After a `show`: of drafts, or of objectives that come to the market."""
        after = self.copy()
        after._turn_up(cards)
        if self.shows:
            after.shows = []
            return after._drafted()
        for card in cards.values():
            after.game.chance(_objective(card))
        after._deal()
        return after

    def _turn_up(self, cards: Cards) -> None:
        for (_, position), card in cards.items():
            self.game.turn_up(position, _objective(card))
            self.opened = {**self.opened, _objective(card): position}

    def _deal(self) -> None:
        """Rule 2.5, if it is time: unseen objectives come to the hands."""
        while isinstance(self.game.asked, Chance) and self.game.asked.to == "hand":
            self.game.chance(self.game.document()["deck"][0])

    def shuffled(self) -> Self:
        """After a `shuffle`."""
        after = self.copy()
        after.game.rebuild(self.size)
        after.size += len(positions(after.game.document()["deck"]))
        return after


def _places(positions: list[int]) -> list[Place]:
    return [(0, position) for position in positions]


def _objective(card: int) -> int:
    """Section 9.1: the objective with an index of the deck."""
    return NUMBERS[card]
