"""The toy game of the protocol's vectors (Appendix T), in its open matches."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Self

from independent.canonical import read, write
from independent.chance import Stream
from independent.errors import RefusedError, require
from independent.rules.match import Answers, Asked

ONE = [[{"do": "pass"}], [{"do": "take"}]]
BIDS = [[], *([{"bid": bid}] for bid in range(4))]


class Toy:
    """A match at a question."""

    def __init__(self, view: Any) -> None:
        self.view = view

    @classmethod
    def begin(cls, config: Any) -> Self | None:
        """A new match; None if its deck is encrypted."""
        require(
            isinstance(config, dict) and config.keys() == {"cards", "rounds", "seats"}, "H_CONFIG"
        )
        require(all(type(n) is int for n in config.values()), "H_CONFIG")
        seats = config["seats"]
        require(config["cards"] in (0, 1) and 1 <= config["rounds"] <= 99, "H_CONFIG")
        if config["cards"]:
            return None
        nothing: dict[str, Any] = {"deck": [], "hand": [[] for _ in range(seats)], "shown": []}
        start = {"phase": "luck", "round": 0, "score": [0] * seats, "sealed": []}
        return cls({"bag": {"a": 2, "b": 1}, "config": config, **nothing, **start})

    @property
    def seats(self) -> range:
        return range(self.view["config"]["seats"])

    @property
    def active(self) -> int:
        return self.view["round"] % len(self.seats)

    def question(self) -> Asked:
        phase = self.view["phase"]
        asked = {
            "luck": Asked("chance", []),
            "turn": Asked("act", [self.active]),
            "bid": Asked("seal", list(self.seats)),
            "open": Asked("open", self.view["sealed"]),
        }
        return asked.get(phase, Asked("over", []))

    def document(self) -> bytes:
        return write({"positions": [], "view": self.view})

    def check(self, seat: int, payload: bytes) -> None:
        allowed = BIDS if self.view["phase"] == "open" else ONE
        if payload not in map(write, allowed):
            raise RefusedError("E_ILLEGAL")

    def act(self, answers: Answers) -> Self:
        after = self._in("bid")
        payload = answers[self.active]
        if payload is not None and read(payload) == [{"do": "take"}]:
            after.view["score"][self.active] += 1
        return after

    def seal(self, sealed: list[int]) -> Self:
        if not sealed:
            return self._round_over()
        after = self._in("open")
        after.view["sealed"] = sealed
        return after

    def open(self, answers: Answers) -> Self:
        bids = {seat: read(payload) if payload else [] for seat, payload in answers.items()}
        height = {seat: bid[0]["bid"] if bid else 0 for seat, bid in bids.items()}
        highest = max(height.values())
        first = [seat for seat, bid in height.items() if bid == highest]
        after = self._round_over()
        if len(first) == 1:
            after.view["score"][first[0]] += highest
        return after

    def chance(self, stream: Stream) -> Self:
        after = self._in("turn")
        score, bag = after.view["score"], after.view["bag"] or {"a": 2, "b": 1}
        score[self.active] += stream.die(6)
        kind = stream.draw(list(bag.items()))
        score[self.active] += 10 * (kind == "b")
        after.view["bag"] = {k: n - (k == kind) for k, n in bag.items() if n > (k == kind)}
        return after

    def result(self) -> Any:
        return None

    def _round_over(self) -> Self:
        last = self.view["round"] + 1 == self.view["config"]["rounds"]
        after = self._in("over" if last else "luck")
        after.view["round"] += 1
        after.view["sealed"] = []
        return after

    def _in(self, phase: str) -> Self:
        return type(self)({**deepcopy(self.view), "phase": phase})
