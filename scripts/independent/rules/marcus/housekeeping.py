"""Chapter 10: Attrition and Housekeeping."""

from __future__ import annotations

from ..game import Json
from ..piles import add, pour, size, take
from .asking import DONE, Flow, ask, die
from .imperium import end, gain, tribes_south
from .state import State
from .tables import ZONES

ATTRITION_HIT = 6
RESCUERS = ("r_auction", "r_commodus")


def keep_house(state: State) -> Flow:
    """Rules 10.1 to 10.8."""
    state.at["phase"] = "housekeeping"
    yield from _attrition(state)
    for zone in ZONES:
        _supply(state.at["forts"][zone])
        state.tribe(zone)["truce"] = False
    state.at["marcus_bold"] = True
    yield from _save(state)
    yield from _pay_imperium(state)


def _attrition(state: State) -> Flow:
    """Rule 10.1."""
    for zone, space in state.forts(ZONES):
        rolled = yield die("attrition", "10.1", zone=zone, space=space)
        if rolled == ATTRITION_HIT:
            state.hit_fort(zone, space)


def _supply(levels: list[int]) -> None:
    """Rules 10.2 and 10.2.1: the forts of a zone from south to north."""
    for space in reversed(range(len(levels) - 1)):
        if not levels[space + 1]:
            levels[space] = 0
    for space in range(len(levels)):
        if 1 in levels[space + 1 :]:
            levels[space] = min(1, levels[space])


def _save(state: State) -> Flow:
    """Rules 10.5 to 10.5.3."""
    hand, meditations, kept = state.at["hand"], state.at["meditations"], state.at["kept"]
    limit = 2 if state.at["second_meditation"] else 1
    while size(kept) < limit:
        if not hand and size(meditations) + size(kept) <= limit:
            pour(meditations, kept)  # rule 10.5.2
            break
        action = yield ask("save", "10.5.1", [*state.each_card("save"), DONE])
        if action == DONE:
            break
        take(state.at[action["from"]], action["card"])
        add(kept, action["card"])
    for pile in (hand, meditations):
        pour(pile, state.at["roman"]["discard"])
    pour(kept, meditations)


def _pay_imperium(state: State) -> Flow:
    """Rules 10.6 to 10.8.1."""
    loss = len(state.conflicts()) + tribes_south(state)
    state.at["imperium"] = max(0, state.at["imperium"] - loss)
    if state.at["imperium"]:
        return
    saved = [card for card in RESCUERS if card in state.at["meditations"]]
    legal: list[Json] = [{"card": card, "do": "play"} for card in saved]
    action: Json = {"do": "fall"}
    if saved:
        action = yield ask("rescue", "10.8", [*legal, action])
    if action["do"] == "fall":
        end(state, "usurped")
    take(state.at["meditations"], action["card"])
    state.file_away("roman", action["card"])
    gain(state, state.number(action["card"], "imperium"))
