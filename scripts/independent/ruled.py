"""P19 with the rules of the game: what is asked is known, and whether an answer is legal."""

from __future__ import annotations

from typing import Any

from .chance import Stream, h32, words
from .errors import require
from .questions import Question
from .replay import Done, Replay
from .rules.match import Match


class RuledReplay(Replay):
    """One run over the events of `allowed` of a match without encrypted decks."""

    def __init__(self, first: Match, *run: Any) -> None:
        super().__init__(*run)
        self.position = first
        self.before: dict[int, Match] = {}

    def _make_keys(self, ids: list[bytes]) -> None:
        require(len(self.charter.committees) == 1, "H_DECKS")
        super()._make_keys(ids)

    def _find_position(self) -> bool:
        self.before[self.step] = self.position
        self.digests[self.step] = h32("state", self.position.document())
        kind, seats = self.position.question()
        self.question = Question(kind, frozenset(seats), followed=True)
        return True

    def may_be_asked(self, seat: int) -> bool:
        """Whether the rules ask the seat."""
        return seat in self.question.seats

    def legal(self, seat: int, payload: bytes) -> None:
        """Refuse a payload by the rules."""
        self.position.check(seat, payload)

    def _apply(self, done: Done) -> None:
        kind = self.question.kind
        super()._apply(done)
        if done.how == "back":
            self.position = self.before[done.result]
        elif done.how == "chance":
            self.position = self.position.chance(Stream(words(self.rolls[-1][2])))
        elif done.how == "seal":
            sealed = sorted(seat for seat, e in done.result.items() if e is not None)
            self.position = self.position.seal(sealed)
        else:
            given = {seat: e.body[-2] if e else None for seat, e in sorted(done.result.items())}
            after = self.position.act if kind == "act" else self.position.open
            self.position = after(given)
