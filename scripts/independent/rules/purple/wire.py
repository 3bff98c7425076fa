"""Donning the Purple in a match where nothing is encrypted (section 9 of the interface)."""

from __future__ import annotations

from copy import copy
from typing import Self

from ...canonical import write
from ..game import Json, refuse
from ..match import Answer, Answers, Asked, Cards
from ..open import OpenMatch, actions_of
from .game import Purple


class PurpleMatch(OpenMatch):
    """An open match; cards for an assassination are sealed and then opened (section 9.5).

    `sealed` are the seats that sealed some, while they are opened.
    """

    game: Purple

    def __init__(self, game: Purple) -> None:
        super().__init__(game)
        self.sealed: list[int] | None = None

    def question(self) -> Asked:
        """What is asked."""
        if self.game.state.step["at"] != "commit":
            return super().question()
        if self.sealed is None:
            return Asked("seal", sorted(super().question().seats))
        return Asked("open", self.sealed)

    def document(self) -> bytes:
        """The public position, canonical JSON; at an `open` it says who sealed."""
        rights = [[deck, pos, seat] for (deck, pos), seat in sorted(self.rights().items())]
        view = self.view()
        if self.sealed is not None:
            view = {**view, "step": {**view["step"], "sealed": self.sealed}}
        return write({"positions": rights, "view": view})

    def view(self) -> Json:
        """The position as everybody sees it."""
        return self.game.document()

    def check(self, seat: int, payload: bytes, cards: Cards) -> None:
        """Refuse what the rules do not take from this seat now, with the rule."""
        if self.sealed is None:
            super().check(seat, payload, cards)
        else:
            self.knowing(cards)._commit(seat, payload)

    def _after(self, seat: int, answer: Answer) -> Self:
        """Section 9.6: an announced battle brings its cards along (rule 7.5.5.1)."""
        after = super()._after(seat, answer)
        if after.game.state.step["at"] == "battle":
            refuse("7.5.5.1")
        return after

    def seal(self, sealed: list[int]) -> Self:
        """Who did not seal has committed nothing."""
        after = self.copy()
        after.sealed = sealed
        return after if sealed else after._rolled()

    def open(self, answers: Answers) -> Self:
        """Each payload is all that its seat commits; the default is nothing."""
        after = self
        for seat, answer in sorted(answers.items()):
            if answer is not None:
                after = after.knowing(answer.cards)
                after._commit(seat, answer.payload)
        return after.copy()._rolled()

    def _commit(self, seat: int, payload: bytes) -> None:
        actions = actions_of(payload)
        if not actions and payload != b"[]":
            refuse("7.9.4")
        for action in actions:
            if action == {"do": "done"}:
                refuse("7.9.4")
            self.game.act(seat, action)

    def _rolled(self) -> Self:
        """Everybody who could still commit is done."""
        self.sealed = None
        while self.game.state.step["at"] == "commit":
            self.game.act(self.game.next()["decide"][0]["seat"], {"do": "done"})
        return self

    def copy(self) -> Self:
        """The same match, on its own from here on."""
        after = copy(self)
        after.game = self.game.copy()
        return after
