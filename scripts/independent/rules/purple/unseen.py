"""The game on what everybody knows, in an encrypted match (section 9 of the interface)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Self

from ...canonical import read, write
from ..game import Json
from ..match import Place
from .asking import Chance
from .cards import CardSet
from .game import Purple
from .hands import turn_up
from .state import UNSEEN, State, is_seen

PLOT, AGENDA = 0, 1
"""Section 9.1: the encrypted decks."""


def unseen(place: Place) -> str:
    """The id that a card has while not everybody has seen it; ids ascend like the places."""
    deck, position = place
    return f"{UNSEEN}{deck}:{position:06}"


def places(cards: Iterable[str]) -> list[Place]:
    """Where the unseen ones of some cards lie."""
    numbers = [card[len(UNSEEN) :].split(":") for card in cards if not is_seen(card)]
    return [(int(deck), int(position)) for deck, position in numbers]


def _pile(deck: int, size: int) -> dict[str, int]:
    return {unseen((deck, position)): 1 for position in range(size)}


class UnseenPurple(Purple):
    """A game whose piles, hands and agendas are unseen; the lowest place is drawn at once."""

    @classmethod
    def begin(cls, config: Json, position: Json, files: Mapping[str, Json]) -> Self:
        """A new game; refuses what may not be begun with."""
        game = super().begin(config, position, files)
        game._draw()
        return game

    @classmethod
    def first(cls, config: Json, cards: CardSet) -> State:
        """The table before the set-up."""
        state = super().first(config, cards)
        for deck, name in ((PLOT, "plot"), (AGENDA, "agenda")):
            state.decks[name] = _pile(deck, sum(state.decks[name].values()))
        return state

    def act(self, seat: int, action: Json) -> None:
        """Refused by the rule of the seat's entry, or of the first one."""
        super().act(seat, action)
        self._draw()

    def chance(self, outcome: Json) -> None:
        """Refused by the rule of the request, or by 0.9."""
        super().chance(outcome)
        self._draw()

    def handle(self, answer: Any) -> None:
        """The new pile after a shuffle, or the card at each place after a show."""
        self._advance(answer)
        self._draw()

    def _draw(self) -> None:
        """Section 9.2: hidden draws are no requests."""
        while not self.state.over and isinstance(self.question, Chance):
            if self.question.request.get("deck") not in ("plot", "agenda"):
                return
            assert isinstance(self.question.pool, Mapping)
            self._advance(min(self.question.pool))

    def knowing(self, known: Mapping[str, str]) -> Self:
        """The same game, had these plot cards been seen since the last rest point.

        What happened since then does not depend on them; what is legal now does.
        """
        saved = self._saved and write(_with(read(self._saved), known))
        return self._again(saved, [_instead(answer, known) for answer in self._inputs])


def _with(document: Json, known: Mapping[str, str]) -> Json:
    decks = {**document["decks"], "plot": turn_up(document["decks"]["plot"], known)}
    seats = [{**seat, "hand": turn_up(seat["hand"], known)} for seat in document["seats"]]
    return {**document, "decks": decks, "seats": seats}


def _instead(answer: Any, known: Mapping[str, str]) -> Any:
    """An outcome or a new pile with what is known."""
    if isinstance(answer, list):
        return [known.get(card, card) for card in answer]
    return known.get(answer, answer) if isinstance(answer, str) else answer
