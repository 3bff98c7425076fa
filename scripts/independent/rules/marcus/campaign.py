"""A game of The Wars of Marcus Aurelius: what is asked, and what is answered."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Self

from ...chance import Stream
from ..game import Json, refuse, same
from ..shapes import fits
from . import defaults
from .asking import GameOverError, Question
from .import_form import configuration
from .imports import check_position
from .sequence import play
from .setup import first_position
from .state import State
from .tables import Tables

REST_POINTS = ("before_draw", "deploy", "hand_limit", "redeploy", "roman")


class Campaign:
    """One game. It keeps its last rest point and the answers since: a copy is made of them."""

    def __init__(self, document: Json, tables: Tables) -> None:
        """A game at a rest point of interface 4."""
        self.rest_point = document
        self.since: list[Any] = []
        self.state = State(deepcopy(document), tables)
        self.flow = play(self.state)
        self.asked: Question | None = None
        self._go_on(None)

    @classmethod
    def begin(cls, config: Json, position: Json, files: dict[str, Json]) -> Self:
        """W2: a game with a card set, a new one if `position` is None; refuses with `H_CONFIG`."""
        tables = Tables(files)
        configuration(tables)(config, "")
        if position is None:
            return cls(first_position(config["options"], tables), tables)
        check_position(position, config, tables)
        game = cls(position, tables)
        fits(same(game.document()["pending"], position["pending"]), "pending")
        return game

    @property
    def config(self) -> Json:
        """The configuration."""
        at = self.state.at
        return {"game": at["game"], "options": at["options"], "seats": 1, "set": at["set"]}

    def next(self) -> Json:
        """Interface 5, 6 and 7."""
        if self.asked is None:
            return {"over": self.state.at["result"]}
        if self.asked.legal is None:
            return {"chance": self.asked.what}
        return {"decide": [{**self.asked.what, "legal": list(self.asked.legal)}]}

    def document(self) -> Json:
        """The position document."""
        return self.state.at

    def act(self, seat: int, action: Json) -> None:
        """Take an action; refusals by the table of interface 5."""
        if self.asked is None:
            refuse("1.7")
        rule = self.asked.what["rule"]
        if self.asked.legal is None:
            refuse(rule)
        if not same(seat, 0):
            refuse("1.1")
        answer = next((legal for legal in self.asked.legal if same(legal, action)), None)
        if answer is None:
            refuse(rule)
        self._take(answer)

    def chance(self, outcome: Json) -> None:
        """Take an outcome (rule 1.6.1); refusals by the table of interface 5."""
        if self.asked is None:
            refuse("1.7")
        if self.asked.legal is not None or not self._possible(outcome):
            refuse(self.asked.what["rule"])
        self._take(outcome)

    def _possible(self, outcome: Json) -> bool:
        request = self._request()
        if request["kind"] == "die":
            return type(outcome) is int and 1 <= outcome <= request["sides"]
        return isinstance(outcome, str) and outcome in self._deck(request)

    def _request(self) -> Json:
        return self.next()["chance"]

    def _deck(self, request: Json) -> dict[str, int]:
        deck: dict[str, int] = self.state.at[request["deck"]]["deck"]
        return deck

    def sample(self, stream: Stream) -> Json:
        """W8."""
        request = self._request()
        if request["kind"] == "die":
            return stream.die(request["sides"])
        return stream.draw(list(self._deck(request).items()))

    def default(self, seat: int) -> Json:
        """W6."""
        (entry,) = self.next()["decide"]
        return defaults.choose(entry["kind"], entry["legal"])

    def copy(self) -> Self:
        """The same game, on its own from here on."""
        other = type(self)(self.rest_point, self.state.tables)
        for answer in self.since:
            other._take(answer)
        return other

    def _take(self, answer: Any) -> None:
        self.since.append(answer)
        self._go_on(answer)
        if self.state.at["rest"]:
            self.rest_point, self.since = deepcopy(self.state.at), []

    def _go_on(self, answer: Any) -> None:
        """Carry out the rules up to the next question."""
        at = self.state.at
        try:
            self.asked = self.flow.send(answer)
        except GameOverError:
            self.asked = None
            at["pending"], at["rest"] = None, False
            return
        kind = "chance" if self.asked.legal is None else "decide"
        at["pending"] = {kind: self.asked.what}
        at["rest"] = self.asked.what["kind"] in REST_POINTS
