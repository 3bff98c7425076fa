"""Card set, configurations and recorded positions of marcus for tests of the second verifier."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from independent_data import recorded

from independent.rules.marcus.campaign import Campaign
from referee import _core

Json = Any
SHIPPED = "reconstructed-1"
OPTIONS = {"heir_order": "forward", "start_imperium": 4, "truce_binds_rome": True}


@cache
def card_set() -> dict[str, Json]:
    """The files of the set that ships."""
    return {file: json.loads(text) for file, text in _core.set_files("marcus", SHIPPED).items()}


def config(set_name: str = SHIPPED, **options: Json) -> Json:
    """A complete configuration."""
    return {"game": "marcus", "options": {**OPTIONS, **options}, "seats": 1, "set": set_name}


def begun_at(position: Json) -> Campaign:
    """A game from a position."""
    return Campaign.begin(config(**position["options"]), position, card_set())


@cache
def rest_points() -> list[Json]:
    """Positions of the recorded games at which a match can begin, late ones among them."""
    lines = [line for number in range(1, 7) for line in recorded(f"marcus-{number}")]
    found = [line["position"] for line in lines if "position" in line]
    return [position for position in found if position["rest"]]
