"""The toy game of the protocol's vectors (Appendix T): every mechanism of the protocol."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, Self

from independent.canonical import read, write
from independent.chance import Stream
from independent.errors import require
from independent.rules.match import Answer, Answers, Asked, Cards, Match, Past, Place

WORTH = {"pass": 0, "take": 1, "boast": 2}


class Toy(Match):
    """A match at a question, closed if the configuration has cards."""

    def __init__(self, config: Any) -> None:
        seats = config["seats"]
        self.config = config
        self.bag = {"a": 2, "b": 1}
        self.hands: list[list[int]] = [[s] if config["cards"] else [] for s in range(seats)]
        self.next = seats if config["cards"] else 0
        self.end = seats + 3 if config["cards"] else 0
        self.shown: list[list[int]] = []
        self.phase = "luck"
        self.round = 0
        self.score = [0] * seats
        self.sealed: list[int] = []

    @classmethod
    def begin(cls, config: Any) -> Self:
        """A new match."""
        good = isinstance(config, dict) and config.keys() == {"cards", "rounds", "seats"}
        require(good and all(type(n) is int for n in config.values()), "H_CONFIG")
        require(config["cards"] in (0, 1) and 1 <= config["rounds"] <= 99, "H_CONFIG")
        return cls(config)

    def decks(self) -> list[int]:
        return [len(self.score) + 3] if self.config["cards"] else []

    def rights(self) -> dict[Place, int]:
        return {(0, p): seat for seat, hand in enumerate(self.hands) for p in hand}

    @property
    def active(self) -> int:
        return self.round % len(self.score)

    def question(self) -> Asked:
        match self.phase:
            case "luck":
                return Asked("chance")
            case "turn":
                return Asked("act", [self.active])
            case "market" if self.next < self.end:
                return Asked("show", places=[(0, self.next)])
            case "market":
                return Asked("shuffle", decks=[(0, [pos for pos, _ in self.shown])])
            case "bid":
                return Asked("seal", list(range(len(self.score))))
            case "open":
                return Asked("open", self.sealed)
        return Asked("over")

    def document(self) -> bytes:
        closed = self.config["cards"]
        view = {
            "bag": self.bag,
            "config": self.config,
            "deck": self.end - self.next if closed else [],
            "hand": list(map(len, self.hands)) if closed else self.hands,
            "phase": self.phase,
            "round": self.round,
            "score": self.score,
            "sealed": self.sealed,
            "shown": self.shown,
        }
        rights = sorted([deck, pos, seat] for (deck, pos), seat in self.rights().items())
        return write({"positions": rights, "view": view})

    def check(self, seat: int, payload: bytes, cards: Cards) -> None:
        hand = self.hands[seat]
        if self.phase == "open":
            free: list[Any] = [[], *([{"bid": bid}] for bid in range(4))]
            with_card = {write([{"lay": p}]): p for p in hand}
        else:
            known = ["pass", "take", "boast"] if hand else ["pass", "take"]
            free = [[{"do": verb}] for verb in known]
            with_card = {write([{"do": "play", "pos": p}]): p for p in hand}
        needed = {(0, with_card[payload])} if payload in with_card else set()
        require(payload in with_card or payload in map(write, free), "E_ILLEGAL")
        require(cards.keys() == needed, "E_ILLEGAL")

    def act(self, answers: Answers) -> Self:
        after, answer = deepcopy(self), answers[self.active]
        if answer is not None:
            verb = read(answer.payload)[0]["do"]
            after.score[self.active] += WORTH.get(verb, 0) + after._put_down(self.active, answer)
            if verb == "play" and after.next < after.end:
                after.hands[self.active].append(after.next)
                after.next += 1
        after.phase = "market" if after.next < after.end or after.shown else "bid"
        return after

    def _put_down(self, seat: int, answer: Answer) -> int:
        """The cards of an answer come from the hand into the open; their number."""
        for (_, pos), card in answer.cards.items():
            self.hands[seat].remove(pos)
            self.shown.append([pos, card])
        return sum(answer.cards.values())

    def seal(self, sealed: list[int]) -> Self:
        after = deepcopy(self)
        if not sealed:
            after._end_round()
        else:
            after.phase, after.sealed = "open", sealed
        return after

    def open(self, answers: Answers) -> Self:
        after = deepcopy(self)
        bids = dict.fromkeys(answers, 0)
        for seat, answer in answers.items():
            if answer is not None:
                for action in read(answer.payload):
                    bids[seat] = action.get("bid", 0) + after._put_down(seat, answer)
        highest = [seat for seat, bid in bids.items() if bid == max(bids.values())]
        if len(highest) == 1:
            after.score[highest[0]] += max(bids.values())
        after._end_round()
        return after

    def _end_round(self) -> None:
        self.round += 1
        self.sealed = []
        self.phase = "over" if self.round == self.config["rounds"] else "luck"

    def chance(self, stream: Stream) -> Self:
        after = deepcopy(self)
        bag = after.bag or {"a": 2, "b": 1}
        after.score[self.active] += stream.die(6)
        kind = stream.draw(list(bag.items()))
        after.score[self.active] += 10 * (kind == "b")
        after.bag = {k: n - (k == kind) for k, n in bag.items() if n > (k == kind)}
        after.phase = "turn"
        return after

    def show(self, cards: Cards) -> Self:
        after = deepcopy(self)
        after.shown += [[pos, card] for (_, pos), card in cards.items()]
        after.next += 1
        after.phase = "bid"
        return after

    def shuffled(self) -> Self:
        after = deepcopy(self)
        after.next, after.end = self.end, self.end + len(self.shown)
        after.shown = []
        return after

    def lies(self, history: Sequence[Past], cards: Cards) -> list[tuple[int, int]]:
        boast = write([{"do": "boast"}])
        return [
            (past.step, past.seat)
            for past in history
            if past.answer.payload == boast and cards.get(_first(past), 0) % 2
        ]


def _first(past: Past) -> Place:
    """The first card of the hand that a seat had."""
    return min(place for place, seat in past.before.rights().items() if seat == past.seat)
