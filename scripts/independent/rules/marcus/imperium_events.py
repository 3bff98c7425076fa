"""Chapter 13: events about Imperium, Marcus himself and conflicts."""

from __future__ import annotations

from ..game import Json
from .asking import Flow
from .battle_results import end_conflict
from .decks import draw_roman
from .imperium import can_gain, gain
from .roman_event import Event, always, if_so
from .state import State


def _below_the_end(state: State) -> list[Json]:
    """Rules 13.1 and 13.38."""
    return if_so(can_gain(state))


def _gain(state: State, action: Json) -> None:
    """Rules 13.1 and 13.38."""
    gain(state, state.number(action["card"], "imperium"))


def _commodus_choices(state: State) -> list[Json]:
    """Rule 13.3."""
    conflicts = [{"choice": "conflict", "where": space} for space in state.conflicts()]
    return [*([{"choice": "imperium"}] if can_gain(state) else []), *conflicts]


def _commodus(state: State, action: Json) -> None:
    """Rule 13.3."""
    if action["choice"] == "imperium":
        _gain(state, action)
    else:
        end_conflict(state, action["where"])


def _treaty_choices(state: State) -> list[Json]:
    """Rule 13.10."""
    return [{"where": space} for space in state.conflicts()]


def _treaty(state: State, action: Json) -> None:
    """Rule 13.10."""
    end_conflict(state, action["where"])


def _inquiry(state: State, action: Json) -> Flow:
    """Rule 13.9."""
    state.at["marcus_bold"] = True
    yield from draw_roman(state, state.number("r_inquiry", "draw"), "13.9")


def _reputation_choices(state: State) -> list[Json]:
    """Rule 13.20."""
    bold = [tribe for tribe in state.hostile_tribes() if state.tribe(tribe)["bold"]]
    choices: list[Json] = [{"choice": "demoralize", "target": tribe} for tribe in bold]
    if state.surrendered_tribes() and can_gain(state):
        choices.append({"choice": "imperium"})
    return choices


def _reputation(state: State, action: Json) -> None:
    """Rule 13.20."""
    if action["choice"] == "imperium":
        _gain(state, action)
    else:
        state.tribe(action["target"])["bold"] = False


def _marcomannia_choices(state: State) -> list[Json]:
    """Rule 13.31."""
    return [{"zone": zone} for zone in ("marcomanni", "quadi") if state.surrendered(zone)]


def _sarmatia_choices(state: State) -> list[Json]:
    """Rule 13.32."""
    return [{"zone": "iazyges"}] if state.surrendered("iazyges") else []


def _province(state: State, action: Json) -> None:
    """Rules 13.31 and 13.32."""
    _gain(state, action)
    levels = state.at["forts"][action["zone"]]
    levels[:] = [2 if level else 0 for level in levels]


EVENTS = {
    "r_auction": Event(_below_the_end, _gain),
    "r_column": Event(_below_the_end, _gain),
    "r_commodus": Event(_commodus_choices, _commodus),
    "r_inquiry": Event(always, _inquiry),
    "r_marcomannia": Event(_marcomannia_choices, _province),
    "r_reputation": Event(_reputation_choices, _reputation),
    "r_sarmatia": Event(_sarmatia_choices, _province),
    "r_treaty": Event(_treaty_choices, _treaty),
}
