"""Interface 4: what an imported position must keep about tribes, troops and leaders."""

from __future__ import annotations

from ..shapes import fits
from .setup import active
from .state import State
from .tables import BOXES, HOME, OFF_MAP, WAITING_LEGIONS, ZONES


def check_pieces(state: State) -> None:
    """Refuse impossible pieces; the form is known to be right."""
    at = state.at
    fits(not at["quadi_peace"] or state.tribe("quadi") == active(HOME), "quadi_peace")
    for box in BOXES:
        _check_troops(state, box)
    for space in OFF_MAP:
        _check_conflict(state, space)
    _count_legions(state)
    _count_leaders(state)
    _check_unactivated(state)


def _check_troops(state: State, box: str) -> None:
    """Rules 2.2.3 and 2.2.9."""
    troops = state.box(box)
    alone = troops["leader"] or state.has_mutiny(box)
    fits(troops["legions"] or not alone, f"{'armies' if box in ZONES else 'off_map'}.{box}")


def _check_conflict(state: State, space: str) -> None:
    """Rules 2.1.11 and 7.7.1."""
    troops = state.box(space)
    if troops["conflict"] is None:
        fits(not troops["legions"], f"off_map.{space}")
        return
    card = state.tables.cards[troops["conflict"]]
    fits(card["kind"] == "conflict" and card["numbers"]["space"] == space, f"off_map.{space}")


def _count_legions(state: State) -> None:
    at = state.at
    count = sum(state.box(box)["legions"] for box in BOXES) + len(at["unactivated"]["legions"])
    count += at["recovery"]["legions"] + at["pool"]["legions"]
    fits(count == state.tables.map["legions"]["total"], "legions")


def _count_leaders(state: State) -> None:
    at = state.at
    there = [state.box(box)["leader"] for box in BOXES if state.box(box)["leader"]]
    for place in ("recovery", "pool", "unactivated"):
        there += at[place]["leaders"]
    fits(sorted(there) == sorted(state.tables.leaders), "leaders")


def _check_unactivated(state: State) -> None:
    """Rules 13.6, 13.7, 13.8 and 13.39: who waits for a card that was not played yet."""
    waiting, played = state.at["unactivated"], state.at["roman"]["history"]
    for kind, names in (
        ("leaders", state.tables.leaders_at("unactivated")),
        ("legions", WAITING_LEGIONS),
    ):
        for name in names:
            fits((name in waiting[kind]) != (f"r_{name}" in played), "unactivated")
