"""Rules 8.2.2.1 to 8.2.2.4: the values that are compared after the dice."""

from __future__ import annotations

from ..game import Json
from .state import State
from .tables import ZONES


def roman_value(state: State, fight: Json) -> int:
    """Rules 8.2.2.1 and 8.2.2.2."""
    target = fight["target"]
    if fight["stand_in"]:
        leader = state.number("r_maximus", "leader_value")
    else:
        leader = state.leader_value(target)
    value: int = fight["roman_die"] + state.box(target)["legions"] + leader
    value += state.at["omens"] + fight["bonus"]
    if state.at["round"] == "winter" and not fight["no_winter"]:
        value -= 1
    if target in ZONES:
        value += state.fort_level(target) + auxilia(state, target)
    return value


def barbarian_value(state: State, fight: Json) -> int:
    """Rules 8.2.2.3 and 8.2.2.4."""
    target = fight["target"]
    if target in ZONES:
        combat = state.tables.combat_value(target, state.tribe(target)["bold"])
    else:
        combat = state.number(state.box(target)["conflict"], "combat")
    return int(fight["barbarian_die"] + combat + fight["terrain"])


def auxilia(state: State, box: str) -> int:
    """Rule 13.40: the side of the Auxilia marker in a box; 0 without it."""
    marker = state.at["auxilia"]
    return marker["side"] if marker and marker["box"] == box else 0
