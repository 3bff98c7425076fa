"""Interface 4: whether a match may begin at a position that somebody set up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from ...canonical import read, write
from ..game import Json
from ..shapes import fits
from .cards import CardSet
from .documents import ROLES, read_state
from .hands import moments
from .import_form import PHASE_OF_STEP, PHASE_OF_WINDOW
from .import_form import position as form
from .state import State
from .windows import opens


def check_position(document: Json, config: Json, cards: CardSet) -> None:
    """Refuse with `H_CONFIG`; whether the decision named really opens shows in the game."""
    form(config, cards)(document, "")
    state = read_state(read(write(document)), cards)
    for name, check in CHECKS.items():
        fits(check(state), name)
    fits(_step_fits(state, document["step"]), "step")


def _roles(state: State) -> bool:
    roles = [str(player.role) for player in state.players]
    wanted = state.config["roles"]
    return sorted(roles) == ROLES[: state.seats] and wanted in (None, roles)


def _moments(state: State) -> bool:
    allowed = {None, *moments(state)}
    standing = [player.standing for player in state.players]
    return all({s["plots"], *s["copies"].values()} <= allowed for s in standing)


def _pieces(state: State) -> bool:
    """`enemy_count` to `senator_count`: no pile and no mat has less than nothing."""
    common = (
        state.enemies_left(),
        state.legions_left(),
        state.famine_left(),
        state.aqueducts_left(),
    )
    return min(common) >= 0 and all(
        state.estates_left(seat) >= 0
        and state.monuments_left(seat) >= 0
        and state.senate.count(seat) <= state.cards.each["senators"]
        for seat in range(state.seats)
    )


def _stamina(state: State) -> bool:
    """`stamina_count`, `dead_seat` and `stamina_spent`."""
    whole = state.cards.each["stamina_two_players" if state.seats == 2 else "stamina"]
    active = state.turn["seat"] if state.turn else None
    for seat, player in enumerate(state.players):
        on_cards = sum(tokens[seat] for card in state.forum for tokens in card["tokens"])
        if player.unused + player.used + player.spent + on_cards != whole:
            return False
        if not player.unused and player.used + player.spent:
            return False
        if player.spent and seat != active:
            return False
    return True


def _forum_circles(state: State) -> bool:
    options = state.cards.options
    return all(
        option["circle"] != "small" or sum(tokens) <= 1
        for card in state.forum
        for option, tokens in zip(options[card["card"]], card["tokens"], strict=True)
    )


def _cards(state: State) -> bool:
    """`plot_cards` to `agenda_cards`: all together they are the set."""
    decks, cards, players = state.decks, state.cards, state.players
    hands = [player.hand for player in players]
    events = cards.solo_event if state.solo else cards.event
    return (
        _together([*hands, decks["plot"], decks["plot_discard"]]) == cards.plot
        and _together([decks["event"], decks["event_discard"]]) == events
        and _together([Counter(c["card"] for c in state.forum), decks["forum"]]) == cards.forum
        and _together([Counter(p.agenda for p in players), decks["agenda"]]) == cards.agenda
    )


def _together(piles: Iterable[Mapping[str | None, int] | Mapping[str, int]]) -> Counter[str | None]:
    whole: Counter[str | None] = Counter()
    for pile in piles:
        whole.update(pile)
    return whole


def _places(state: State) -> bool:
    """`romans_with_enemies`, `building_with_enemies` and `two_buildings`."""
    pawns = [player.pawn for player in state.players]
    romans = {*state.legions, *pawns, *state.estates, *state.aqueducts}
    alone = [owners for p, owners in state.estates.items() if p != state.cards.roma]
    return (
        romans.isdisjoint(state.enemies)
        and set(state.estates).isdisjoint(state.aqueducts)
        and all(len(set(owners)) == len(owners) for owners in state.estates.values())
        and all(len(owners) == 1 for owners in alone)
    )


def _progress(state: State) -> bool:
    """`event_progress`, `forum_progress` and `turn`."""
    drawn = sum(state.decks["event_discard"].values())
    this_year = 5 - state.events_left if state.phase >= 3 else 0
    return (
        (state.events_left > 0) == (state.phase == 3)
        and drawn == 5 * (state.year - 1) + this_year
        and len(state.forum) == state.year - (state.phase <= 3)
        and (state.turn is not None) == (state.phase == 4)
    )


CHECKS: dict[str, Callable[[State], bool]] = {
    "seats": _roles,
    "standing": _moments,
    "pieces": _pieces,
    "stamina": _stamina,
    "forum": _forum_circles,
    "decks": _cards,
    "places": _places,
    "progress": _progress,
}


def _step_fits(state: State, step: Json) -> bool:
    """`step`: its phase, its window, and rule 12.1.1."""
    if step["at"] != "window":
        fallen = not state.free_capitals() or not state.enemies_left()
        return state.phase == PHASE_OF_STEP[step["at"]] and not (fallen and state.phase == 8)
    moment, pending = step["moment"], step["pending"]
    first = pending[0] if pending else state.emperor
    clockwise = [seat for seat in state.clockwise(first) if seat in pending]
    in_phase = state.phase == PHASE_OF_WINDOW[moment]
    return in_phase and pending == clockwise and (moment == "turn" or opens(state, moment))
