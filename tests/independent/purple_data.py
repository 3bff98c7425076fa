"""Card set, configurations and recorded positions of purple for tests of the second verifier."""

from __future__ import annotations

import copy
import json
import random
from functools import cache
from typing import Any

from independent_data import recorded

from referee import _core

Json = Any
SHIPPED = {
    name: json.loads(text) for name, text in _core.set_files("purple", "reconstructed-1").items()
}
"""The files of the set that ships."""
CONFIG = {"game": "purple", "legions": 13, "roles": None, "set": "reconstructed-1"}


def config(seats: int, windows: str = "full", **rest: Json) -> Json:
    """A complete configuration."""
    return {**CONFIG, "seats": seats, "windows": windows, **rest}


@cache
def rest_points() -> list[Json]:
    """Positions of the recorded games at which a match can begin."""
    lines = [line for number in range(1, 8) for line in recorded(f"purple-{number}")]
    return [line["position"] for line in lines if line.get("position", {}).get("rest")]


def at(step: str, seats: int) -> Json:
    """A recorded position at a step."""
    fitting = (p for p in rest_points() if p["step"]["at"] == step and len(p["seats"]) == seats)
    return copy.deepcopy(next(fitting))


def assassin(decision: Json, dice: random.Random) -> Json:
    """Assassinates senators with every card; otherwise does anything."""
    legal = decision["legal"]
    wanted = [a for a in legal if a["do"] in ("assassinate_senator", "commit")]
    return dice.choice(wanted or legal)
