"""Kuhn poker, by its rules.md: the smallest example of a game with an encrypted deck."""

from __future__ import annotations

from copy import deepcopy
from typing import Self

from ..canonical import write
from ..chance import Stream
from .game import Json, refuse, same
from .match import Answers, Asked, Cards, Match, Place
from .open import OpenMatch, actions_of
from .shapes import completed, exactly, fits, one_of, record, row, whole

CARDS = (1, 2, 3)
HIDDEN = "hidden"
CHOICES = {
    None: ("3.1", ["check", "bet"]),
    "check": ("3.2", ["check", "bet"]),
    "bet": ("3.3", ["call", "fold"]),
}
"""After each word: the rule that asks, and what may be said."""
DEFAULTS = {"deals": 10, "game": "kuhn"}
"""What a position's own configuration may leave out."""
CONFIG = record(
    {"deals": whole(1, 1000), "game": exactly("kuhn"), "seats": exactly(2)},
    "config",
)


def begin(config: Json, position: Json) -> Match:
    """The match of a configuration; from a position its deck is open."""
    CONFIG(config, "")
    if position is None:
        return ClosedKuhn(Kuhn.begin(config))
    check_position(position, config)
    return OpenMatch(Kuhn({**position, "config": config}))


class Kuhn:
    """One game. A hand is null, a card, or hidden where nobody has opened it."""

    def __init__(self, document: Json) -> None:
        self.at = document

    @classmethod
    def begin(cls, config: Json) -> Self:
        """A game at its start."""
        start = {"balance": [0, 0], "deal": 0, "hands": [None, None], "phase": "dealing"}
        return cls({"config": config, "game": "kuhn", "said": [], **start})

    @property
    def config(self) -> Json:
        """The configuration."""
        return self.at["config"]

    def next(self) -> Json:
        """Rules 2.1, 3.1 to 3.3, 4.3 and 5.1."""
        match self.at["phase"]:
            case "over":
                balance = self.at["balance"]
                winners = [seat for seat in (0, 1) if balance[seat] >= 0]
                return {"over": {"balance": balance, "reason": "deals", "winners": winners}}
            case "speaking":
                rule, words = self._choices()
                legal = [{"do": word} for word in words]
                entry = {"kind": "speak", "legal": legal, "rule": rule, "seat": self.speaker()}
                return {"decide": [entry]}
        request = {"deck": "cards", "kind": "draw", "rule": "2.1", "to": "hand"}
        return {"chance": {**request, "seat": self.at["hands"].index(None)}}

    def speaker(self) -> int:
        """Rule 2.3."""
        return int(self.at["deal"] + len(self.at["said"])) % 2

    def _choices(self) -> tuple[str, list[str]]:
        said = self.at["said"]
        return CHOICES[said[-1] if said else None]

    def document(self) -> Json:
        """The position document."""
        return self.at

    def act(self, seat: int, action: Json) -> None:
        """Rules 3.1 to 4.3."""
        if self.at["phase"] != "speaking":
            refuse({"over": "4.3", "showing": "4.1"}.get(self.at["phase"], "2.1"))
        rule, words = self._choices()
        if seat != self.speaker() or not any(same(action, {"do": word}) for word in words):
            refuse(rule)
        self.at["said"].append(action["do"])
        said = self.at["said"]
        if said[-1] == "fold":
            self._won(1 - seat, 1)
        elif said[-1] == "call" or said == ["check", "check"]:
            self.at["phase"] = "showing"
            if HIDDEN not in self.at["hands"]:
                self.show(self.at["hands"])

    def show(self, hands: list[int]) -> None:
        """Rule 4.1."""
        stake = 2 if "call" in self.at["said"] else 1
        self._won(int(hands[1] > hands[0]), stake)

    def _won(self, seat: int, chips: int) -> None:
        """Rules 4.1 to 4.3."""
        self.at["balance"][seat] += chips
        self.at["balance"][1 - seat] -= chips
        self.at["deal"] += 1
        self.at["hands"], self.at["said"] = [None, None], []
        self.at["phase"] = "over" if self.at["deal"] == self.config["deals"] else "dealing"

    def chance(self, outcome: Json) -> None:
        """Rule 2.1."""
        if self.at["phase"] != "dealing" or type(outcome) is not int or outcome not in self._free():
            refuse("2.1")
        self.deal(outcome)

    def deal(self, card: int | str) -> None:
        """Rule 2.1: the next hand."""
        self.at["hands"][self.at["hands"].index(None)] = card
        if None not in self.at["hands"]:
            self.at["phase"] = "speaking"

    def _free(self) -> list[int]:
        return [card for card in CARDS if card not in self.at["hands"]]

    def sample(self, stream: Stream) -> Json:
        """A card that is not dealt."""
        return stream.draw([(card, 1) for card in self._free()])

    def default(self, seat: int) -> Json:
        """Rule 6.1."""
        return {"do": "check" if "check" in self._choices()[1] else "fold"}

    def copy(self) -> Self:
        """The same game, on its own from here on."""
        return type(self)(deepcopy(self.at))


def check_position(position: Json, config: Json) -> None:
    """Refuse with `H_CONFIG` what is no position between two deals."""
    deals = config["deals"]
    form = {
        "balance": row(whole(-2 * deals, 2 * deals), 2),
        "deal": whole(0, deals),
        "hands": exactly([None, None]),
        "phase": one_of(("dealing", "over")),
        "said": exactly([]),
    }
    own = completed(DEFAULTS, config)
    record({"config": own, "game": exactly("kuhn"), **form}, "position")(position, "")
    mine, other = position["balance"]
    fits(mine == -other and abs(mine) <= 2 * position["deal"], "balance")
    fits((position["phase"] == "over") == (position["deal"] == deals), "phase")


class ClosedKuhn(Match):
    """A match whose deck is encrypted: deal d lies at positions 3d to 3d + 2, the hands first."""

    def __init__(self, game: Kuhn, rights: dict[Place, int] | None = None) -> None:
        self.game = game
        self._rights = rights if rights is not None else self._deal()

    def _deal(self) -> dict[Place, int]:
        """Rule 2.1: who has the right to which card."""
        self.game.deal(HIDDEN)
        self.game.deal(HIDDEN)
        return dict(zip(self._places(self.game.at["deal"])[:2], (0, 1), strict=True))

    @staticmethod
    def _places(deal: int) -> list[Place]:
        return [(0, len(CARDS) * deal + card) for card in range(len(CARDS))]

    def decks(self) -> list[int]:
        """One deck of three cards."""
        return [len(CARDS)]

    def rights(self) -> dict[Place, int]:
        """The hands, until they are shown or the cards shuffled."""
        return self._rights

    def question(self) -> Asked:
        """What is asked."""
        match self.game.at["phase"]:
            case "speaking":
                return Asked("act", [self.game.speaker()])
            case "showing":
                return Asked("show", places=sorted(self._rights))
            case "dealing":
                last = [pos for _, pos in self._places(self.game.at["deal"] - 1)]
                return Asked("shuffle", decks=[(0, last)])
        return Asked("over")

    def document(self) -> bytes:
        """The view of a spectator, to whom every card is hidden."""
        rights = sorted([deck, pos, seat] for (deck, pos), seat in self._rights.items())
        return write({"positions": rights, "view": self.game.at})

    def check(self, seat: int, payload: bytes, cards: Cards) -> None:
        """One word, and nothing is revealed with it."""
        actions = actions_of(payload)
        if len(actions) != 1 or cards:
            refuse("3.1")
        self.game.copy().act(seat, actions[0])

    def act(self, answers: Answers) -> Self:
        """After a word."""
        game, seat = self.game.copy(), self.game.speaker()
        answer = answers[seat]
        game.act(seat, actions_of(answer.payload)[0] if answer else game.default(seat))
        return type(self)(game, self._rights)

    def show(self, cards: Cards) -> Self:
        """Rule 4.1."""
        game = self.game.copy()
        game.show([CARDS[cards[place]] for place in sorted(cards)])
        return type(self)(game, {})

    def shuffled(self) -> Self:
        """Rule 4.3: the next deal."""
        return type(self)(self.game.copy())

    def result(self) -> Json:
        """The result, or None."""
        return self.game.next()["over"] if self.game.at["phase"] == "over" else None
