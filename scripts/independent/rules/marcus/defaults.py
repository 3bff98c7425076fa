"""W6: the action that is taken for a player who does not answer."""

from __future__ import annotations

from collections.abc import Sequence

from ...canonical import write
from ..game import Json
from .tables import BOXES

VERBS = {
    "alexander": "imperium",
    "battle": "roll",
    "before_draw": "draw",
    "donative": "refuse",
    "lost": "legion",
    "pin": "pass",
    "plague": "endure",
    "press_on": "stop",
    "recover": "done",
    "rescue": "play",
    "reserve": "accept",
    "roman": "end",
    "scandal": "imperium",
    "send": "done",
    "surge": "let",
    "vexillationes": "done",
    "won": "pass",
}
PLACING = ("deploy", "redeploy", "reorganize")


def choose(kind: str, legal: Sequence[Json]) -> Json:
    """The default of a decision: of several actions the first in canonical order (W5)."""
    if kind in PLACING:
        wanted = _placing(legal)
    elif kind == "save":
        wanted = [a for a in legal if a.get("from") == "meditations"] or _with_verb(legal, "done")
    else:
        wanted = _with_verb(legal, VERBS.get(kind, ""))
    return min(wanted or legal, key=write)


def _with_verb(legal: Sequence[Json], verb: str) -> list[Json]:
    return [action for action in legal if action["do"] == verb]


def _placing(legal: Sequence[Json]) -> list[Json]:
    """Leaders first, then the most legions into the first box that takes any, then the end."""
    leaders, legions = _with_verb(legal, "place_leader"), _with_verb(legal, "place_legions")
    if leaders or not legions:
        return leaders
    box = min((action["box"] for action in legions), key=BOXES.index)
    most = max(action["count"] for action in legions if action["box"] == box)
    return [{"box": box, "count": most, "do": "place_legions"}]
