"""Chapters 8.2 to 8.9 and 8.11: the actions of the Roman Phase, which cost cards."""

from __future__ import annotations

from itertools import combinations_with_replacement

from ..game import Json
from .asking import Flow
from .battle import battle, targets
from .imperium import can_gain, gain
from .placing import reorganize
from .state import State
from .tables import ZONES
from .transfers import leader_transfers, linked_boxes, send, send_moves, swap_leaders

SEND_COST = 2


def cost(action: Json) -> int:
    """Rule 8.1.2: how many cards."""
    return SEND_COST if action["do"] == "send" else 1


def legal(state: State) -> list[Json]:
    """Rule 8.1.3."""
    out: list[Json] = []
    if state.held():
        out += [{"do": "attack", "target": box} for box in targets(state)]
        out += [{"do": "imperium"}] if can_gain(state) else []
        out += [*_builds(state), *_upgrades(state), *leader_transfers(state), *_fleets(state)]
        linked = linked_boxes(state)
        out += [{"boxes": linked, "do": "transfer"}] if linked else []
        out += [{"box": zone, "do": "quell"} for zone in ZONES if state.has_mutiny(zone)]
    if state.held() >= SEND_COST:
        out += [{"do": "send", "to": to} for to in state.conflicts() if send_moves(state, to)]
    return out


def carry_out(state: State, action: Json) -> Flow:
    """An action that is paid for."""
    match action["do"]:
        case "attack":
            yield from battle(state, action["target"])
        case "imperium":
            gain(state, 1)
        case "build":
            for zone in action["zones"]:
                _raise_fort(state, zone, 0)
        case "upgrade":
            _raise_fort(state, action["zone"], 1)
        case "transfer_leader":
            swap_leaders(state, action["from"], action["to"])
        case "fleet":
            state.at["fleets"][action["fleet"]] = True
        case "transfer":
            yield from reorganize(state, action["boxes"], "8.8.3")
        case "send":
            yield from send(state, action["to"])
        case "quell":
            state.box(action["box"])["mutiny"] = False


def _builds(state: State) -> list[Json]:
    """Rules 8.4.1 to 8.4.4."""
    free = {zone: state.at["forts"][zone].count(0) for zone in ZONES}
    if sum(free.values()) == 1:
        return [{"do": "build", "zones": [zone for zone in ZONES if free[zone]]}]
    return [
        {"do": "build", "zones": list(zones)}
        for zones in combinations_with_replacement(ZONES, 2)
        if all(free[zone] >= zones.count(zone) for zone in zones)
    ]


def _upgrades(state: State) -> list[Json]:
    """Rule 8.5.1."""
    return [{"do": "upgrade", "zone": zone} for zone in ZONES if 1 in state.at["forts"][zone]]


def _raise_fort(state: State, zone: str, level: int) -> None:
    """Rules 8.4.1 and 8.5.1: the southernmost space of this level gets one level more."""
    levels = state.at["forts"][zone]
    levels[max(space for space in range(len(levels)) if levels[space] == level)] += 1


def _fleets(state: State) -> list[Json]:
    """Rule 8.7.1."""
    return [
        {"do": "fleet", "fleet": fleet} for fleet, there in state.at["fleets"].items() if not there
    ]
