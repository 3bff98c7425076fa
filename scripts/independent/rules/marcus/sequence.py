"""Chapter 5: the sequence of play, from one rest point of interface 4 to the next."""

from __future__ import annotations

from collections.abc import Callable

from . import barbarians, roman
from .asking import Flow
from .decks import add_late_war
from .housekeeping import keep_house
from .imperium import end
from .placing import deploy, gather, redeploy
from .state import State
from .tables import ROUNDS, ZONES


def play(state: State) -> Flow:
    """The game from a rest point to its end; every phase prepares the next one."""
    while True:
        yield from PHASES[state.at["phase"]](state)


def _setup(state: State) -> Flow:
    """Rules 3.6, 5.2 and 5.3."""
    yield from deploy(state)
    yield from roman.begin(state)


def _redeployment(state: State) -> Flow:
    """Chapter 6."""
    yield from redeploy(state)
    barbarians.begin(state)


def _barbarian_phase(state: State) -> Flow:
    """Chapter 7."""
    yield from barbarians.draw_cards(state)
    yield from roman.begin(state)


def _roman_phase(state: State) -> Flow:
    """Chapters 8.1 to 8.11, and after Winter the end of the Year."""
    yield from roman.play_cards(state)
    if state.at["round"] == ROUNDS[-1]:
        yield from _end_year(state)
    else:
        state.at["phase"] = "hand_limit"


def _end_round(state: State) -> Flow:
    """Rules 8.12.1 and 5.1."""
    yield from roman.discard_to_limit(state)
    state.at["round"] = ROUNDS[ROUNDS.index(state.at["round"]) + 1]
    barbarians.begin(state)


def _end_year(state: State) -> Flow:
    """Rules 9.1 to 9.1.2, chapter 10, and the beginning of the next Year."""
    if len(state.surrendered_tribes()) == len(ZONES):
        end(state, "all_tribes_surrendered")
    if state.at["year"] == state.tables.last_year:
        end(state, "time_ran_out")
    yield from keep_house(state)
    _begin_year(state)


def _begin_year(state: State) -> None:
    """Rules 10.9, 4.3.3, 5.4 and 6.1."""
    state.at["year"] += 1
    state.at["round"] = ROUNDS[0]
    state.at["imperium_bonus"] = state.at["imperium"] == state.tables.most_imperium
    if state.at["year"] == state.tables.map["late_war_from"]:
        add_late_war(state)
    state.at["phase"] = "redeploy"
    gather(state)


PHASES: dict[str, Callable[[State], Flow]] = {
    "barbarian": _barbarian_phase,
    "hand_limit": _end_round,
    "redeploy": _redeployment,
    "roman": _roman_phase,
    "setup": _setup,
}
