"""Chapters 8.6, 8.8 and 8.9: leaders and legions change boxes."""

from __future__ import annotations

from itertools import permutations

from ..game import Json
from .asking import DONE, Flow, ask
from .state import State
from .tables import ZONES


def leader_transfers(state: State) -> list[Json]:
    """Rules 8.6.1 to 8.6.3."""
    boxes = {zone: state.box(zone) for zone in ZONES if not state.has_mutiny(zone)}
    return [
        {"do": "transfer_leader", "from": source, "to": to}
        for source, to in permutations(boxes, 2)
        if boxes[source]["leader"] and boxes[to]["legions"]
    ]


def swap_leaders(state: State, source: str, to: str) -> None:
    """Rule 8.6.1."""
    one, other = state.box(source), state.box(to)
    one["leader"], other["leader"] = other["leader"], one["leader"]


def linked_boxes(state: State) -> list[str]:
    """Rules 8.8.1 and 8.8.2; none if nothing can be transferred."""
    fleets = [fleet for fleet in state.tables.map["fleets"] if state.at["fleets"][fleet["id"]]]
    linked = {zone for fleet in fleets for zone in fleet["links"]}
    boxes = [zone for zone in ZONES if zone in linked and not state.has_mutiny(zone)]
    enough = len(boxes) > 1 and any(state.box(zone)["legions"] for zone in boxes)
    return boxes if enough else []


def send_moves(state: State, to: str) -> list[Json]:
    """Rules 8.9.1 and 8.9.2: what can be moved to an Off-Map space."""
    there, limit = state.box(to), state.tables.box_limit
    boxes = {zone: state.box(zone) for zone in ZONES if not state.has_mutiny(zone)}
    legions = [
        {"count": count, "do": "send_legions", "from": zone}
        for zone, box in boxes.items()
        for count in range(1, min(box["legions"], limit - there["legions"]) + 1)
    ]
    if there["leader"] or not there["legions"]:
        return legions
    leaders = [{"do": "send_leader", "from": zone} for zone in boxes if boxes[zone]["leader"]]
    return [*legions, *leaders]


def send(state: State, to: str) -> Flow:
    """Rules 8.9.3 and 8.9.4."""
    there, first = state.box(to), True
    while True:
        legal = [*send_moves(state, to), *([] if first else [DONE])]
        action = yield ask("send", "8.9.3", legal, to=to, first=first)
        if action == DONE:
            break
        first = False
        source = state.box(action["from"])
        if action["do"] == "send_legions":
            source["legions"] -= action["count"]
            there["legions"] += action["count"]
        else:
            there["leader"], source["leader"] = source["leader"], None
    state.settle(ZONES)
