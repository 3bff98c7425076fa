"""Plot cards between pile, hands and discards (19.30), and standing passes (19.20)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from ..game import Json
from .asking import Flow, Handling, draw
from .state import State, add, seen

COPYABLE = ("move_pawn", "build_estate", "build_monument", "bribe_senator")
MOMENTS = ("turn", "phase", "my_turn", "year")


def can_draw(state: State) -> bool:
    """Rule 19.30.1: pile and discards are not both empty."""
    return bool(state.decks["plot"] or state.decks["plot_discard"])


def draw_plot(state: State, seat: int) -> Flow[None]:
    """Rule 19.30.1: draw a card into the hand, if there is one."""
    if can_draw(state):
        card = yield from draw_from_pile(state, "19.30.1", seat)
        add(state.players[seat].hand, card)


def draw_from_pile(state: State, rule: str, to: int | None) -> Flow[str]:
    """Take a card out of the pile, which is made of the discards when it is empty."""
    decks = state.decks
    if not decks["plot"]:
        yield from _rebuild(state)
    card = yield from draw("plot", decks["plot"], rule, to=to, hidden=to is not None)
    add(decks["plot"], card, -1)
    return card


def _rebuild(state: State) -> Flow[None]:
    """Rule 19.30.1; section 9.8 of the interface: those who play shuffle an encrypted deck."""
    pile = state.decks["plot_discard"]
    if state.closed:
        pile = dict(Counter((yield Handling("shuffle"))))
    state.decks["plot"], state.decks["plot_discard"] = pile, {}


def show_all(state: State) -> Flow[None]:
    """Section 9.7 of the interface: in an encrypted match everybody sees what is scored."""
    if state.closed:
        known = yield Handling("show")
        for player in state.players:
            player.hand = turn_up(player.hand, known)
            player.agenda = known[player.agenda]


def turn_up(pile: Mapping[str, int], known: Mapping[str, str]) -> dict[str, int]:
    """A pile with the cards that are known now in the stead of their places."""
    cards: dict[str, int] = {}
    for card, count in pile.items():
        add(cards, known.get(card, card), count)
    return cards


def discard(state: State, seat: int, card: str, count: int = 1) -> None:
    """Rule 19.10.1: from the hand to the discards."""
    add(state.players[seat].hand, card, -count)
    add(state.decks["plot_discard"], card, count)


def boosts(state: State, seat: int) -> list[Json]:
    """A card of the hand for its strength."""
    return [{"card": card, "do": "boost"} for card in seen(state.players[seat].hand)]


def boost(state: State, seat: int, action: Json) -> int:
    """Discard the card; its strength."""
    discard(state, seat, action["card"])
    return state.cards.strength[action["card"]]


def moments(state: State) -> list[str]:
    """Rule 19.20.4: the moments that a pass may name now; `turn` only in phase 4."""
    return [moment for moment in MOMENTS if moment != "turn" or state.phase == 4]


def end_passes(state: State, moment: str, seats: Iterable[int] | None = None) -> None:
    """Rule 19.20.4: the moment has come for these seats, or for all."""
    for seat in range(state.seats) if seats is None else seats:
        standing = state.players[seat].standing
        if standing["plots"] == moment:
            standing["plots"] = None
        copies = standing["copies"]
        standing["copies"] = {verb: until for verb, until in copies.items() if until != moment}


def decline_copies(state: State, seat: int, verbs: Iterable[str], until: str) -> None:
    """Rules 19.20.2 and 19.20.3: an action already covered keeps its moment."""
    for verb in verbs:
        state.players[seat].standing["copies"].setdefault(verb, until)


def wake(state: State, target: int, by: int) -> None:
    """Rule 19.20.5: another seat's card or option names this seat as its target."""
    if target >= 0 and target != by:
        state.players[target].forget_passes()
