"""A game of Donning the Purple from its set-up, or a rest point, to its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Self

from ...canonical import read, write
from ...chance import Stream
from ..game import Json, refuse, same
from ..shapes import fits
from .asking import Chance, Decision, EndedError, Flow, Handling
from .cards import CardSet
from .documents import REST_POINTS, check_config, first_state, read_state, write_state
from .enemies import move_enemies, place_enemies
from .events import events_and_forum, harvest
from .hands import end_passes, show_all
from .imports import check_position
from .scoring import score
from .setup import set_up
from .state import NOBODY, State
from .turns import player_actions
from .windows import phase_window
from .year import collect_tax, distribute_food, end_of_year, place_buildings

PASS, STOP, DONE = {"do": "pass"}, {"do": "stop"}, {"do": "done"}
DEFAULTS = {
    "action": {"do": "end_turn"},
    "window": PASS,
    "copy": PASS,
    "heir_window": PASS,
    "auction": PASS,
    "swap": PASS,
    "move_step": STOP,
    "legion_step": STOP,
    "train_more": DONE,
    "defend": DONE,
    "solo_defence": DONE,
    "commit": DONE,
    "import_grain": {"count": 0, "do": "import"},
    "remove_famine": {"count": 0, "do": "remove"},
}
"""Section 9.4 of the interface; for other kinds it is the first legal action."""


def incoming_enemies(state: State, resumed: Json) -> Flow[None]:
    """Phase 1: rules 4.1, 4.2 and 21.3."""
    if resumed is None and state.solo:
        free = state.cards.senate_spaces - len(state.senate)
        state.senate += [NOBODY] * min(2, free)
    yield from phase_window(state, "enemies", resumed)
    yield from place_enemies(state)
    yield from move_enemies(state)


PHASES: list[Callable[[State, Json], Flow[None]]] = [
    incoming_enemies,
    harvest,
    events_and_forum,
    player_actions,
    place_buildings,
    distribute_food,
    collect_tax,
    end_of_year,
]


def play(state: State, resumed: Json) -> Flow[None]:
    """Rule 3.1: four years of eight phases; `resumed` is the step at which the game goes on."""
    if resumed is None:
        yield from set_up(state)
        state.phase = 1
    while True:
        yield from PHASES[state.phase - 1](state, resumed)
        resumed = None
        end_passes(state, "phase")
        if state.phase < len(PHASES):
            state.phase += 1
        elif state.year < 4:
            state.year, state.phase = state.year + 1, 1
        else:
            yield from show_all(state)
            state.over = score(state)
            return


class Purple:
    """One game in play."""

    def __init__(self, state: State, resumed: Json = None) -> None:
        self.state = state
        self._flow = play(state, resumed)
        self._saved: bytes | None = None
        self._inputs: list[Any] = []
        self._advance(None)

    @classmethod
    def begin(cls, config: Json, position: Json, files: Mapping[str, Json]) -> Self:
        """A new game, or one at a position; refuses what may not be begun with."""
        cards = CardSet(files)
        check_config(config, cards)
        if position is None:
            return cls(cls.first(config, cards))
        check_position(position, config, cards)
        game = cls.load(position, files)
        fits(same(game.document(), position), "step")
        return game

    @classmethod
    def first(cls, config: Json, cards: CardSet) -> State:
        """The table before the set-up."""
        return first_state(config, cards)

    @classmethod
    def load(cls, document: Json, files: Mapping[str, Json]) -> Self:
        """A game from the document of a rest point, which is not checked."""
        return cls._resume(write(document), CardSet(files))

    @classmethod
    def _resume(cls, saved: bytes, cards: CardSet) -> Self:
        document = read(saved)
        return cls(read_state(document, cards), document["step"])

    def _advance(self, answer: Any) -> None:
        """Go on to the next question; remember how to come here from the last rest point."""
        self._inputs.append(answer)
        try:
            self.question = self._flow.send(answer)
            self.state.step = self.question.step
        except (StopIteration, EndedError):
            self.state.step = {"at": "over"}
        if self.state.step["at"] in REST_POINTS:
            self._saved = write(self.document())
            self._inputs = []

    @property
    def config(self) -> Json:
        """The configuration."""
        return self.state.config

    def next(self) -> Json:
        """Section 2 of the interface."""
        if self.state.over:
            return {"over": self.state.over}
        match self.question:
            case Decision(entries=entries):
                return {"decide": entries}
            case Chance(request=request):
                return {"chance": request}
            case Handling(what=what):
                return {what: None}

    def document(self) -> Json:
        """The position document."""
        return write_state(self.state)

    def act(self, seat: int, action: Json) -> None:
        """Refused by the rule of the seat's entry, or of the first one."""
        entries = self.next().get("decide", [])
        entry = next((e for e in entries if e["seat"] == seat), None)
        if entry is None:
            refuse(entries[0]["rule"] if entries else "0.3")
        if not any(same(action, legal) for legal in entry["legal"]):
            refuse(entry["rule"])
        self._advance((seat, action))

    def chance(self, outcome: Json) -> None:
        """Refused by the rule of the request, or by 0.9."""
        if self.state.over or not isinstance(self.question, Chance):
            refuse("0.9")
        pool = self.question.pool
        possible = range(1, pool + 1) if isinstance(pool, int) else pool
        if not any(same(outcome, one) for one in possible):
            refuse(self.question.request["rule"])
        self._advance(outcome)

    def sample(self, stream: Stream) -> Json:
        """Section 9.2 of the interface, open match."""
        assert isinstance(self.question, Chance)
        pool = self.question.pool
        return stream.die(pool) if isinstance(pool, int) else stream.draw(list(pool.items()))

    def default(self, seat: int) -> Json:
        """Section 9.4 of the interface."""
        entry = next(e for e in self.next()["decide"] if e["seat"] == seat)
        if self.state.step.get("event") == "praetorians":
            return {"do": "choose", "option": "stamina"}
        return DEFAULTS.get(entry["kind"], entry["legal"][0])

    def copy(self) -> Self:
        """The same game, on its own from here on: its inputs since the last rest point again."""
        return self._again(self._saved, self._inputs)

    def _again(self, saved: bytes | None, inputs: list[Any]) -> Self:
        """A game from the document of a rest point, or a new one, with its inputs from there on."""
        cards = self.state.cards
        if saved is None:
            twin = type(self)(self.first(self.config, cards))
            inputs = inputs[1:]
        else:
            twin = self._resume(saved, cards)
        for answer in inputs:
            twin._advance(answer)
        return twin
