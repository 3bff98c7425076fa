"""Chapters 3 and 6, and 8.8.3: pieces of the pool are placed."""

from __future__ import annotations

from collections.abc import Sequence

from ..game import Json
from .asking import DONE, Flow, ask
from .state import State
from .tables import BOXES, ZONES


def deploy(state: State) -> Flow:
    """Rules 3.6 to 3.10: everything has to be placed."""
    yield from _place(state, "deploy", "3.6", ZONES)


def gather(state: State) -> None:
    """Rules 6.1 and 2.2.9: all pieces in play into the pool, all Mutiny markers off."""
    for box in BOXES:
        state.empty(box, "pool")
    for zone in ZONES:
        state.box(zone)["mutiny"] = False
    pool, recovery = state.at["pool"], state.at["recovery"]
    pool["legions"] += recovery["legions"]
    for leader in recovery["leaders"]:
        state.add_leader("pool", leader)
    state.at["recovery"] = {"leaders": [], "legions": 0}


def redeploy(state: State) -> Flow:
    """Rules 6.2 to 6.6."""
    yield from _place(state, "redeploy", "6.2", [*ZONES, *state.conflicts()])


def reorganize(state: State, boxes: Sequence[str], rule: str) -> Flow:
    """Rules 8.8.3, 8.8.4 and 13.24: the troops of these boxes are placed anew in them."""
    for box in boxes:
        state.empty(box, "pool")
    yield from _place(state, "reorganize", rule, boxes, boxes=list(boxes))


def _place(state: State, kind: str, rule: str, into: Sequence[str], **subject: Json) -> Flow:
    pool = state.at["pool"]
    while True:
        legions, leaders = _legions(state, into), _leaders(state, into)
        done = {
            "deploy": not pool["legions"] and not pool["leaders"],
            "redeploy": True,
            "reorganize": not pool["legions"] and not leaders,
        }[kind]
        legal = [*legions, *leaders, *([DONE] if done else [])]
        action = yield ask(kind, rule, legal, **subject)
        match action["do"]:
            case "place_legions":
                pool["legions"] -= action["count"]
                state.box(action["box"])["legions"] += action["count"]
            case "place_leader":
                pool["leaders"].remove(action["leader"])
                state.box(action["box"])["leader"] = action["leader"]
            case "done":
                break
    _rest_to_recovery(state)


def _legions(state: State, boxes: Sequence[str]) -> list[Json]:
    """Rule 3.7."""
    legions, limit = state.at["pool"]["legions"], state.tables.box_limit
    return [
        {"box": box, "count": count, "do": "place_legions"}
        for box in boxes
        for count in range(1, min(legions, limit - state.box(box)["legions"]) + 1)
    ]


def _leaders(state: State, boxes: Sequence[str]) -> list[Json]:
    """Rule 3.8."""
    free = [box for box in boxes if state.box(box)["legions"] and not state.box(box)["leader"]]
    return [
        {"box": box, "do": "place_leader", "leader": leader}
        for leader in state.at["pool"]["leaders"]
        for box in free
    ]


def _rest_to_recovery(state: State) -> None:
    """Rules 6.4 and 8.8.4."""
    pool = state.at["pool"]
    state.at["recovery"]["legions"] += pool["legions"]
    for leader in pool["leaders"]:
        state.add_leader("recovery", leader)
    state.at["pool"] = {"leaders": [], "legions": 0}
