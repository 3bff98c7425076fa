"""The game as the verifier holds it: the rules in flow, and what they were fed."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from typing import Self

from ...chance import Stream
from ..game import Json, refuse
from .cards import CardSet
from .config import check_config
from .imports import check_position
from .questions import Chance, Decision, Shuffle
from .refusals import check_action
from .rounds import play
from .scoring import result
from .set_up import before_the_draws
from .table import Table

Input = tuple[int | None, Json]
"""A seat with its action, or None with an outcome."""


class Augustus:
    """One game, from its set up or from a rest point.

    A generator cannot be copied, so a copy begins with `rest`, the document where this game began
    or at the last beginning of a round, and is fed `inputs`, all that came since.
    """

    def __init__(self, cards: CardSet, rest: Json, inputs: Iterable[Input] = ()) -> None:
        self.cards = cards
        self.rest = rest
        self.inputs: list[Input] = []
        self.table = Table(cards, deepcopy(rest))
        self.flow = play(self.table)
        self.asked: Chance | Decision | None = next(self.flow, None)
        for seat, value in inputs:
            self._take(seat, value)

    @classmethod
    def begin(cls, cards: CardSet, config: Json, position: Json = None) -> Self:
        """A game from its set up, or from a position; refuses with `H_CONFIG` (section 9.1)."""
        check_config(config, cards.name)
        if position is None:
            return cls(cards, before_the_draws(cards, config))
        check_position(position, config, cards)
        return cls(cards, position)

    @property
    def config(self) -> Json:
        """The configuration."""
        return self.table.at["config"]

    def next(self) -> Json:
        """What is asked."""
        if self.asked is None:
            return {"over": result(self.table)}
        if isinstance(self.asked, Chance):
            return {"chance": self.asked.document()}
        return {"decide": self.asked.document(self.waiting())}

    def waiting(self) -> list[int]:
        """The seats that have to answer."""
        assert isinstance(self.asked, Decision)
        answers = self.table.at["answers"]
        return [seat for seat in self.asked.seats if answers[seat] is None]

    def document(self) -> Json:
        """The position document."""
        return self.table.at

    def act(self, seat: int, action: Json) -> None:
        """Take an action."""
        if self.asked is None:
            refuse("8.1")
        if isinstance(self.asked, Chance):
            refuse(self.asked.rule)
        check_action(self.table, self.asked, self.waiting(), seat, action)
        self._take(seat, action)

    def chance(self, outcome: Json) -> None:
        """Take an outcome."""
        if not isinstance(self.asked, Chance):
            refuse("11.8")
        kind = str if self.asked.deck == "tokens" else int
        if type(outcome) is not kind or outcome not in self._drawn_from(self.asked):
            refuse(self.asked.rule)
        self._take(None, outcome)

    def _drawn_from(self, asked: Chance) -> dict[Json, int]:
        """How often each outcome is there."""
        at = self.table.at
        return dict(at["bag"]) if asked.deck == "tokens" else dict.fromkeys(at["deck"], 1)

    def _take(self, seat: int | None, value: Json) -> None:
        """Go on with an input that is legal."""
        self.inputs.append((seat, value))
        if isinstance(self.asked, Decision) and self.asked.again:
            self.table.at["answers"][seat] = value
            if not self.waiting():
                self._go_on(self._all_answers())
        else:
            self._go_on(value)

    def _all_answers(self) -> dict[int, Json]:
        """The answers of a simultaneous decision, which none has from here on."""
        answers = self.table.at["answers"]
        self.table.at["answers"] = [None] * len(answers)
        return {seat: action for seat, action in enumerate(answers) if action is not None}

    def _go_on(self, answer: Json) -> None:
        """Up to the next question."""
        try:
            self.asked = self.flow.send(answer)
        except StopIteration:
            self.asked = None
        if isinstance(self.asked, Shuffle):
            self._shuffle(self.asked)
        if self.table.at["phase"] == "draw":
            self.rest, self.inputs = deepcopy(self.table.at), []

    def _shuffle(self, asked: Shuffle) -> None:
        """A deck of which every objective is known has no order until it is drawn from."""
        self._go_on(sorted(asked.objectives))

    def sample(self, stream: Stream) -> Json:
        """The outcome of the request that is due, from a match's numbers (P6)."""
        assert isinstance(self.asked, Chance)
        return stream.draw(list(self._drawn_from(self.asked).items()))

    def default(self, seat: int) -> Json:
        """Interface section 9.4: to pass or to decline, else the first legal action."""
        assert isinstance(self.asked, Decision)
        legal = self.asked.legal(seat)
        return next((action for action in legal if action["do"] in ("pass", "decline")), legal[0])

    def copy(self) -> Self:
        """The same game, on its own from here on."""
        return type(self)(self.cards, self.rest, self.inputs)
