"""Chapter 12: the Barbarian events, a function for each card."""

from __future__ import annotations

from collections.abc import Callable

from ..piles import add
from .activations import activate, activate_all, revolt
from .asking import Flow, ask, die
from .decks import reshuffle_barbarian
from .imperium import lose, tribes_south
from .paying import pay
from .state import State
from .surges import check_oath, check_oaths, pacification
from .tables import BOXES, ZONES

IMPERIUM = {"do": "imperium"}


def carry_out(state: State, card: str) -> Flow:
    """Rule 7.10.1: the current card."""
    yield from EVENTS[card](state) or ()
    if state.at["current"]:  # not so after rule 12.39
        state.file_away("barbarian", card)
        state.at["current"] = None


def _ballomar(state: State) -> Flow:
    """Rule 12.3."""
    army = state.tribe("marcomanni")
    if state.surrendered("marcomanni"):
        yield from check_oath(state, "marcomanni")
    elif not army["truce"]:
        army["bold"] = True
        yield from activate(state, "marcomanni")


def _plague(state: State) -> Flow:
    """Rules 12.27, 12.27.1 and 12.47."""
    card = state.at["current"]
    events = state.events("r_galen")
    if events:
        action = yield ask("plague", "12.27.1", [{"do": "endure"}, *events], card=card)
        if action["do"] == "event":
            state.play(action)
            return
    large = []
    if card == "b_plague_worsens":
        least = state.number(card, "from_legions")
        large = [box for box in BOXES if state.box(box)["legions"] >= least]
    for box in large:
        state.lose_legion(box)
    if not large:
        yield from _largest_army_suffers(state, card)


def _largest_army_suffers(state: State, card: str) -> Flow:
    """Rule 12.27."""
    most = max(state.box(box)["legions"] for box in BOXES)
    largest = [box for box in state.armies() if state.box(box)["legions"] == most]
    if len(largest) > 1:
        legal = [{"box": box, "do": "choose"} for box in largest]
        action = yield ask("choose_army", "12.27", legal, card=card)
        largest = [action["box"]]
    for box in largest:
        state.lose_legion(box)


def _unrest(state: State) -> None:
    """Rule 12.29."""
    key = "imperium_south" if tribes_south(state) else "imperium"
    lose(state, -state.number("b_unrest", key))


def _scandal(state: State) -> Flow:
    """Rule 12.30."""
    cards = state.number("b_scandal", "cards")
    if state.held() >= cards:
        action = yield ask("scandal", "12.30", [IMPERIUM, {"do": "cards"}])
        if action["do"] == "cards":
            yield from pay(state, cards, action)
            return
    lose(state, -state.number("b_scandal", "imperium"))


def _death(state: State) -> None:
    """Rule 12.31."""
    state.at["marcus_bold"] = False


def _morale(state: State) -> None:
    """Rule 12.32."""
    for zone in ZONES:
        box = state.box(zone)
        if box["legions"] and not box["leader"]:
            box["mutiny"] = True


def _omens(state: State) -> None:
    """Rules 12.33 and 12.34."""
    state.at["omens"] = state.number(state.at["current"], "attack")


def _alexander(state: State) -> Flow:
    """Rule 12.35."""
    army = next((box for box in BOXES if state.box(box)["leader"] == "marcus"), None)
    if army:
        action = yield ask("alexander", "12.35", [IMPERIUM, {"do": "legion"}])
        if action["do"] == "legion":
            state.lose_legion(army)
            return
    lose(state, -state.number("b_alexander", "imperium"))


def _donative(state: State) -> Flow:
    """Rule 12.36."""
    cards = state.number("b_donative", "cards")
    if state.held() >= cards:
        action = yield ask("donative", "12.36", [{"do": "pay"}, {"do": "refuse"}])
        if action["do"] == "pay":
            yield from pay(state, cards, action)
            return
    for zone in ZONES:
        if state.box(zone)["legions"]:
            state.box(zone)["mutiny"] = True


def _siege(state: State) -> Flow:
    """Rule 12.37."""
    for zone, space in state.forts(state.hostile_tribes()):
        rolled = yield die("siege", "12.37", zone=zone, space=space)
        if rolled >= state.number("b_siege", "hit_from"):
            state.hit_fort(zone, space)


def _fortuna(state: State) -> None:
    """Rule 12.39."""
    add(state.at["barbarian"]["discard"], "b_fortuna")
    state.at["current"] = None
    reshuffle_barbarian(state)


def _rebellion(state: State) -> Flow:
    """Rule 12.45."""
    values = {tribe: pacification(state, tribe) for tribe in state.surrendered_tribes()}
    lowest = [tribe for tribe in values if values[tribe] == min(values.values())]
    if len(lowest) > 1:
        legal = [{"do": "choose", "tribe": tribe} for tribe in lowest]
        action = yield ask("choose_tribe", "12.45", legal)
        lowest = [action["tribe"]]
    for tribe in lowest:
        revolt(state, tribe)


def _coordinated(state: State) -> Flow:
    """Rule 12.46."""
    yield from activate_all(state, state.open_tribes())
    yield from check_oaths(state)


def _quiet(state: State) -> None:
    """Rule 7.8.1."""
    state.at["draws_left"] = 0


EVENTS: dict[str, Callable[[State], Flow | None]] = {
    "b_alexander": _alexander,
    "b_bad_omens": _omens,
    "b_ballomar": _ballomar,
    "b_coordinated": _coordinated,
    "b_death": _death,
    "b_donative": _donative,
    "b_fortuna": _fortuna,
    "b_good_omens": _omens,
    "b_morale": _morale,
    "b_plague": _plague,
    "b_plague_worsens": _plague,
    "b_quiet": _quiet,
    "b_rebellion": _rebellion,
    "b_scandal": _scandal,
    "b_siege": _siege,
    "b_unrest": _unrest,
}
