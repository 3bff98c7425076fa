"""The card set and a configuration of Augustus for tests of the second verifier."""

from __future__ import annotations

import json
from typing import Any

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
