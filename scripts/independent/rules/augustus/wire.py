"""Interface section 9: the game on the wire, where no deck is encrypted."""

from __future__ import annotations

from typing import Self

from ...canonical import write
from ..game import Json
from ..match import Answers, Asked, Match
from ..open import OpenMatch
from .cards import CardSet
from .game import Augustus


def begin(config: Json, position: Json, files: dict[str, Json]) -> Match | None:
    """Section 9.1: a first game and a match from a position are open; other decks are encrypted."""
    game = Augustus.begin(CardSet(files["objectives.json"]), config, position)
    return AugustusMatch(game) if config["first_game"] or position is not None else None


class AugustusMatch(OpenMatch):
    """An open match. `sealed` are the seats that must open their answers now."""

    game: Augustus

    def __init__(self, game: Augustus, sealed: list[int] | None = None) -> None:
        super().__init__(game)
        self.sealed = sealed or []

    def question(self) -> Asked:
        """Section 9.5: answers of several seats are sealed, drafts with open placement too."""
        if self.sealed:
            return Asked("open", self.sealed)
        asked = super().question()
        drafts = self.game.document()["phase"] == "draft"
        sealed = drafts or self.game.config["placement"] == "sealed"
        return Asked("seal", asked.seats) if sealed and len(asked.seats) > 1 else asked

    def document(self) -> bytes:
        """Section 9.3: while answers are opened, it is public who sealed one."""
        if not self.sealed:
            return super().document()
        answers: list[Json] = [None] * self.game.config["seats"]
        for seat in self.game.waiting():
            answers[seat] = {"do": "sealed" if seat in self.sealed else "default"}
        return write({"positions": [], "view": {**self.game.document(), "answers": answers}})

    def seal(self, sealed: list[int]) -> Self:
        """After a `seal`; if nobody sealed, all have their default at once."""
        if not sealed:
            return self.open({})
        return type(self)(self.game.copy(), sealed)

    def open(self, answers: Answers) -> Self:
        """After an `open`: who did not seal or open has the default."""
        unsealed = type(self)(self.game)
        return unsealed.act({seat: answers.get(seat) for seat in self.game.waiting()})

    def copy(self) -> Self:
        """The same match, on its own from here on."""
        return type(self)(self.game.copy(), self.sealed)
