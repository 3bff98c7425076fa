"""Chapter 13: events that bring or move leaders and legions."""

from __future__ import annotations

from itertools import combinations

from ..game import Json
from .asking import DONE, Flow, ask
from .placing import reorganize
from .roman_event import Event, if_so
from .state import State
from .tables import ZONES

RECOVERY = {"box": "recovery"}


def _piece(card: str) -> str:
    """The leader or legion that a card is named after."""
    return card.removeprefix("r_")


def _leader_choices(state: State, leader: str) -> list[Json]:
    """Rules 13.6 and 13.7."""
    if leader not in state.at["unactivated"]["leaders"]:
        return []
    free = [zone for zone in ZONES if state.box(zone)["legions"] and not state.box(zone)["leader"]]
    return [*({"box": zone} for zone in free), RECOVERY]


def _leader(state: State, action: Json) -> None:
    """Rules 13.6 and 13.7."""
    leader = _piece(action["card"])
    state.at["unactivated"]["leaders"].remove(leader)
    if action["box"] == "recovery":
        state.add_leader("recovery", leader)
    else:
        state.box(action["box"])["leader"] = leader


def _legion_choices(state: State, legion: str) -> list[Json]:
    """Rules 13.8 and 13.39."""
    if legion not in state.at["unactivated"]["legions"]:
        return []
    return [*({"box": zone} for zone in ZONES if state.has_room(zone)), RECOVERY]


def _legion(state: State, action: Json) -> None:
    """Rules 13.8 and 13.39."""
    state.at["unactivated"]["legions"].remove(_piece(action["card"]))
    in_recovery = action["box"] == "recovery"
    place = state.at["recovery"] if in_recovery else state.box(action["box"])
    place["legions"] += 1


def _moves(state: State) -> list[Json]:
    """Rule 13.18: the moves of a legion."""
    recovery = ["recovery"] if state.at["recovery"]["legions"] else []
    boxes = [zone for zone in ZONES if not state.has_mutiny(zone)]
    sources = [*recovery, *(zone for zone in boxes if state.box(zone)["legions"])]
    return [
        {"do": "move_legion", "from": source, "to": to}
        for source in sources
        for to in boxes
        if to != source and state.has_room(to)
    ]


def _vexillationes(state: State, action: Json) -> Flow:
    """Rule 13.18."""
    most = state.number("r_vexillationes", "legions")
    for left in range(most, 0, -1):
        moves = _moves(state)
        if not moves:
            break
        legal = [*moves, *([DONE] if left < most else [])]
        move = yield ask("vexillationes", "13.18", legal, left=left)
        if move == DONE:
            break
        from_recovery = move["from"] == "recovery"
        source = state.at["recovery"] if from_recovery else state.box(move["from"])
        source["legions"] -= 1
        state.box(move["to"])["legions"] += 1
    state.settle(ZONES)


def _march_choices(state: State) -> list[Json]:
    """Rule 13.24."""
    boxes = [zone for zone in ZONES if not state.has_mutiny(zone)]
    return [
        {"boxes": list(pair)}
        for pair in combinations(boxes, 2)
        if any(state.box(zone)["legions"] for zone in pair)
    ]


def _march(state: State, action: Json) -> Flow:
    """Rule 13.24."""
    yield from reorganize(state, action["boxes"], "13.24")


def _recoveries(state: State) -> list[Json]:
    """Rule 13.26: the boxes that a legion of Recovery can be brought to."""
    if not state.at["recovery"]["legions"]:
        return []
    return [{"box": zone, "do": "recover"} for zone in ZONES if state.has_room(zone)]


def _recover(state: State, most: int, rule: str) -> Flow:
    """Rules 13.26 and 13.29."""
    for left in range(most, 0, -1):
        boxes = _recoveries(state)
        if not boxes:
            break
        legal = [*boxes, *([DONE] if left < most else [])]
        answer = yield ask("recover", rule, legal, left=left)
        if answer == DONE:
            break
        state.at["recovery"]["legions"] -= 1
        state.box(answer["box"])["legions"] += 1


def _captives(state: State, action: Json) -> Flow:
    """Rule 13.26."""
    key = "legions_surrendered" if state.surrendered_tribes() else "legions"
    yield from _recover(state, state.number("r_captives", key), "13.26")


def _galen(state: State, action: Json) -> Flow:
    """Rule 13.29."""
    yield from _recover(state, state.number("r_galen", "legions"), "13.29")


def _auxilia_choices(state: State) -> list[Json]:
    """Rule 13.40."""
    return [{"box": zone} for zone in ZONES if state.box(zone)["legions"]]


def _auxilia(state: State, action: Json) -> None:
    """Rule 13.40."""
    side = state.tables.cards["r_auxilia"]["numbers"]["attack"][0]
    state.at["auxilia"] = {"box": action["box"], "side": side}


EVENTS = {
    "r_auxilia": Event(_auxilia_choices, _auxilia),
    "r_captives": Event(lambda state: if_so(_recoveries(state)), _captives),
    "r_forced_march": Event(_march_choices, _march),
    "r_galen": Event(lambda state: if_so(_recoveries(state)), _galen),
    "r_legio22": Event(lambda state: _legion_choices(state, "legio22"), _legion),
    "r_maximianus": Event(lambda state: _leader_choices(state, "maximianus"), _leader),
    "r_pertinax": Event(lambda state: _leader_choices(state, "pertinax"), _leader),
    "r_slaves": Event(lambda state: _legion_choices(state, "slaves"), _legion),
    "r_vexillationes": Event(lambda state: if_so(_moves(state)), _vexillationes),
}
