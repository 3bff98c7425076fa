"""Donning the Purple in a match (section 9 of the interface)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from ...canonical import write
from ..game import Json, refuse
from ..match import Answers, Asked, Cards
from ..open import OpenMatch, actions_of
from .game import Purple


def begin(config: Json, position: Json, files: Mapping[str, Json]) -> PurpleMatch | None:
    """Section 9.1: encrypted are matches of two or three seats that begin with the set-up."""
    game = Purple.begin(config, position, files)
    return PurpleMatch(game) if position is not None or config["seats"] == 1 else None


class PurpleMatch(OpenMatch):
    """An open match; cards for an assassination are sealed and then opened (section 9.5)."""

    game: Purple

    def __init__(self, game: Purple, sealed: list[int] | None = None) -> None:
        super().__init__(game)
        self.sealed = sealed

    def question(self) -> Asked:
        """What is asked."""
        if self.game.state.step["at"] != "commit":
            return super().question()
        if self.sealed is None:
            return Asked("seal", sorted(super().question().seats))
        return Asked("open", self.sealed)

    def document(self) -> bytes:
        """The public position, canonical JSON; at an `open` it says who sealed."""
        view = self.game.document()
        if self.sealed is not None:
            view = {**view, "step": {**view["step"], "sealed": self.sealed}}
        return write({"positions": [], "view": view})

    def check(self, seat: int, payload: bytes, cards: Cards) -> None:
        """Refuse what the rules do not take from this seat now, with the rule."""
        if self.sealed is None:
            super().check(seat, payload, cards)
        else:
            self._commit(self.game.copy(), seat, payload)

    def _after(self, seat: int, actions: list[Any]) -> Self:
        """Section 9.6: an announced battle brings its cards along (rule 7.5.5.1)."""
        after = super()._after(seat, actions)
        if after.game.state.step["at"] == "battle":
            refuse("7.5.5.1")
        return after

    def seal(self, sealed: list[int]) -> Self:
        """Who did not seal has committed nothing."""
        if not sealed:
            return self._rolled(self.game.copy())
        return type(self)(self.game.copy(), sealed)

    def open(self, answers: Answers) -> Self:
        """Each payload is all that its seat commits; the default is nothing."""
        game = self.game.copy()
        for seat, answer in sorted(answers.items()):
            if answer is not None:
                self._commit(game, seat, answer.payload)
        return self._rolled(game)

    def _commit(self, game: Purple, seat: int, payload: bytes) -> None:
        actions = actions_of(payload)
        if not actions and payload != b"[]":
            refuse("7.9.4")
        for action in actions:
            if action == {"do": "done"}:
                refuse("7.9.4")
            game.act(seat, action)

    def _rolled(self, game: Purple) -> Self:
        """Everybody who could still commit is done."""
        while game.state.step["at"] == "commit":
            game.act(game.next()["decide"][0]["seat"], {"do": "done"})
        return type(self)(game)

    def copy(self) -> Self:
        """The same match, on its own from here on."""
        return type(self)(self.game.copy(), self.sealed)
