"""P25: a game on the wire where nothing is encrypted or sealed, and every draw is chance."""

from __future__ import annotations

from typing import Any, Self

from ..canonical import read, write
from ..chance import Stream
from ..errors import RefusedError
from .game import Game, refuse
from .match import Answer, Answers, Asked, Cards, Match


class OpenMatch(Match):
    """A match that asks what its game asks."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def question(self) -> Asked:
        """What is asked."""
        asked = self.game.next()
        if "decide" in asked:
            return Asked("act", [entry["seat"] for entry in asked["decide"]])
        return Asked("chance" if "chance" in asked else "over")

    def document(self) -> bytes:
        """The public position, canonical JSON."""
        return write({"positions": [], "view": self.game.document()})

    def check(self, seat: int, payload: bytes, cards: Cards) -> None:
        """Refuse what the rules do not take from this seat now, with the rule."""
        self._after(seat, Answer(payload, cards))

    def _after(self, seat: int, answer: Answer) -> Self:
        """After a payload: more than one action only while this seat is asked alone.

        What the game refuses itself is refused by its rule, so that chance or the end tell theirs.
        """
        after, actions = self.knowing(answer.cards), actions_of(answer.payload)
        alone = Asked("act", [seat])
        together = self.question() == alone
        if not actions:
            refuse(self._rule(seat))
        for place, action in enumerate(actions):
            allowed = not place or (together and after.question() == alone)
            after.game.act(seat, action)
            if not allowed:
                refuse(self._rule(seat))
        return after

    def _rule(self, seat: int) -> str:
        entries = self.game.next().get("decide", [])
        return next((str(entry["rule"]) for entry in entries if entry["seat"] == seat), "")

    def act(self, answers: Answers) -> Self:
        """After the decisions of an `act`: the seats in the order in which they were asked."""
        after = self
        for seat in self.question().seats:
            answer = answers[seat]
            after = after._by_default(seat) if answer is None else after._after(seat, answer)
        return after

    def _by_default(self, seat: int) -> Self:
        after = self.copy()
        after.game.act(seat, after.game.default(seat))
        return after

    def chance(self, stream: Stream) -> Self:
        """After every request up to the next question of another kind."""
        after = self.copy()
        while "chance" in after.game.next():
            after.game.chance(after.game.sample(stream))
        return after

    def result(self) -> Any:
        """The result, or None."""
        return self.game.next().get("over")

    def knowing(self, cards: Cards) -> Self:
        """The same match, on its own, with these cards opened; in an open match there are none."""
        return self.copy()

    def copy(self) -> Self:
        """The same match, on its own from here on."""
        return type(self)(self.game.copy())


def actions_of(payload: bytes) -> list[Any]:
    """The actions of a payload; none if it is no canonical JSON array."""
    try:
        value = read(payload)
    except (ValueError, RefusedError):
        return []
    return value if isinstance(value, list) else []
