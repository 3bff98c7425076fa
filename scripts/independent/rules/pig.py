"""Pig, by its rules.md: the smallest example of a game."""

from __future__ import annotations

from copy import deepcopy
from typing import Self

from ..chance import Stream
from .game import Json, refuse, same
from .shapes import completed, exactly, fits, record, row, whole

ROLL, HOLD = {"do": "roll"}, {"do": "hold"}
DEFAULTS = {"game": "pig", "goal": 100}
"""What a position's own configuration may leave out."""
MOST = 2**31
"""The largest pot or score a position may hold."""
CONFIG = record(
    {"game": exactly("pig"), "goal": whole(1, 1000), "seats": whole(2, 6)},
    "config",
)


class Pig:
    """One game of Pig."""

    def __init__(self, document: Json) -> None:
        self.at = document

    @classmethod
    def begin(cls, config: Json, position: Json = None) -> Self:
        """A game from its start or from a position; refuses with `H_CONFIG` what is neither."""
        CONFIG(config, "")
        if position is not None:
            check_position(position, config)
            return cls({**position, "config": config})
        scores = [0] * config["seats"]
        start = {"pot": 0, "rolling": False, "scores": scores, "turn": 0}
        return cls({"config": config, "game": "pig", **start})

    @property
    def config(self) -> Json:
        """The configuration."""
        return self.at["config"]

    def next(self) -> Json:
        """Rules 2.1, 2.2 and 3.1."""
        turn, scores = self.at["turn"], self.at["scores"]
        if scores[turn] >= self.config["goal"]:
            return {"over": {"reason": "goal", "scores": scores, "winners": [turn]}}
        if self.at["rolling"]:
            return {"chance": {"kind": "die", "rule": "2.2", "seat": turn, "sides": 6}}
        legal = [ROLL, HOLD] if self.at["pot"] else [ROLL]
        return {"decide": [{"kind": "turn", "legal": legal, "rule": "2.1", "seat": turn}]}

    def document(self) -> Json:
        """The position document."""
        return self.at

    def act(self, seat: int, action: Json) -> None:
        """Rules 2.2, 2.4 and 2.5."""
        asked = self.next()
        if "decide" not in asked:
            refuse("3.1" if "over" in asked else "2.2")
        if seat != self.at["turn"] or not (same(action, ROLL) or same(action, HOLD)):
            refuse("2.1")
        if action == ROLL:
            self.at["rolling"] = True
            return
        if not self.at["pot"]:
            refuse("2.5")
        self.at["scores"][seat] += self.at["pot"]
        self.at["pot"] = 0
        if "over" not in self.next():
            self._pass()

    def chance(self, outcome: Json) -> None:
        """Rules 2.2 and 2.3."""
        if not (self.at["rolling"] and type(outcome) is int and 1 <= outcome <= 6):
            refuse("2.2")
        self.at["rolling"] = False
        if outcome > 1:
            self.at["pot"] += outcome
        else:
            self.at["pot"] = 0
            self._pass()

    def _pass(self) -> None:
        self.at["turn"] = (self.at["turn"] + 1) % self.config["seats"]

    def sample(self, stream: Stream) -> int:
        """A die."""
        return stream.die(6)

    def default(self, seat: int) -> Json:
        """Rule 4.1."""
        return self.next()["decide"][0]["legal"][-1]

    def copy(self) -> Self:
        """The same game, on its own from here on."""
        return type(self)(deepcopy(self.at))


def check_position(position: Json, config: Json) -> None:
    """Refuse with `H_CONFIG` what is no position between two turns or rolls."""
    seats = config["seats"]
    counts, seat = whole(0, MOST), whole(0, seats - 1)
    form = {"pot": counts, "rolling": exactly(False), "scores": row(counts, seats), "turn": seat}
    own = completed(DEFAULTS, config)
    record({"config": own, "game": exactly("pig"), **form}, "position")(position, "")
    winners = [s for s, score in enumerate(position["scores"]) if score >= config["goal"]]
    fits(winners in ([], [position["turn"]]), "scores")
    fits(not (winners and position["pot"]), "pot")
