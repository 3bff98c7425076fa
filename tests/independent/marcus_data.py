"""Card sets, vectors and refusals of marcus for the tests of the second verifier's rules."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from functools import cache
from typing import Any

from independent_data import ROOT

import referee as rf
from independent.errors import RefusedError
from independent.rules.marcus.campaign import Campaign
from referee import _core

Json = Any
SHIPPED = "reconstructed-1"
VECTORS = ROOT / "tests" / "vectors" / "marcus"
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


def lines(name: str) -> list[Json]:
    """The lines of a file of vectors."""
    text = gzip.decompress((VECTORS / f"{name}.jsonl.gz").read_bytes()).decode()
    return [json.loads(line) for line in text.splitlines()]


def refusal(do: Callable[[], Any]) -> str | None:
    """The rule by which either implementation refuses, or None."""
    try:
        do()
    except RefusedError as refused:
        return refused.why
    except rf.IllegalActionError as illegal:
        return illegal.rule.removeprefix("marcus:")
    return None


@cache
def rest_points() -> list[Json]:
    """Positions of the recorded games at which a match can begin, late ones among them."""
    found = [
        line["position"] for n in range(1, 7) for line in lines(f"marcus-{n}") if "position" in line
    ]
    return [position for position in found if position["rest"]]
