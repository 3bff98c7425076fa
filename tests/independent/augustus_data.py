"""The card set, a configuration and the recorded games of Augustus for the second verifier."""

from __future__ import annotations

import gzip
import json
from typing import Any

from independent_data import ROOT

from independent.rules import library
from independent.rules.augustus.cards import CardSet

Json = Any
FILE = json.loads((library.SETS / "augustus/reconstructed-1/objectives.json").read_bytes())
CARDS = CardSet(FILE)
CONFIG = {
    "game": "augustus",
    "set": "reconstructed-1",
    "seats": 3,
    "first_game": True,
    "placement": "sealed",
    "first_crier": 0,
    "token_limit": None,
}


def recorded(name: str) -> list[Json]:
    path = ROOT / "tests" / "vectors" / "augustus" / f"augustus-{name}.jsonl.gz"
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
