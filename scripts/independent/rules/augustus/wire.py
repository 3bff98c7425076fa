"""Interface section 9: the game on the wire, where no deck is encrypted."""

from __future__ import annotations

from copy import copy
from typing import Self

from ...canonical import write
from ..game import Json
from ..match import Answers, Asked
from ..open import OpenMatch
from .game import Augustus
from .questions import Decision


class AugustusMatch(OpenMatch):
    """An open match. `sealed` are the seats that sealed an answer, while answers are opened."""

    game: Augustus

    def __init__(self, game: Augustus) -> None:
        super().__init__(game)
        self.sealed: list[int] | None = None

    def question(self) -> Asked:
        """What is asked."""
        if self.sealed is not None:
            return Asked("open", self.sealed)
        asked = super().question()
        return Asked("seal", asked.seats) if self._is_sealed() else asked

    def _is_sealed(self) -> bool:
        """Section 9.5: drafts are, and what several seats choose unless the placement is open."""
        asked = self.game.asked
        if not isinstance(asked, Decision) or len(asked.seats) == 1:
            return False
        return asked.kind == "draft" or self.game.config["placement"] == "sealed"

    def document(self) -> bytes:
        """Section 9.3."""
        rights = [[deck, pos, seat] for (deck, pos), seat in sorted(self.rights().items())]
        view = {**self.view(), "answers": self._answers()}
        return write({"positions": rights, "view": view})

    def view(self) -> Json:
        """The position as everybody sees it."""
        return self.game.document()

    def _answers(self) -> list[Json]:
        """Section 9.3: while answers are opened, it is public who sealed one."""
        answers: list[Json] = [None] * self.game.config["seats"]
        if self.sealed is not None:
            for seat in self.game.waiting():
                answers[seat] = {"do": "sealed" if seat in self.sealed else "default"}
        return answers

    def seal(self, sealed: list[int]) -> Self:
        """After a `seal`; if nobody sealed, all have their default at once."""
        if not sealed:
            return self.open({})
        after = self.copy()
        after.sealed = sealed
        return after

    def open(self, answers: Answers) -> Self:
        """After an `open`: who did not seal or open has the default."""
        unsealed = self.copy()
        unsealed.sealed = None
        return unsealed.act({seat: answers.get(seat) for seat in self.game.waiting()})

    def copy(self) -> Self:
        """The same match, on its own from here on."""
        after = copy(self)
        after.game = self.game.copy()
        return after
