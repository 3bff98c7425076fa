"""The protocol's vectors, as the tests store them."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "vectors" / "protocol"


@cache
def vectors(group: str) -> list[dict[str, Any]]:
    """The cases of one group."""
    data = gzip.decompress((FOLDER / f"{group}.json.gz").read_bytes())
    cases: list[dict[str, Any]] = json.loads(data)["cases"]
    return cases


def one(group: str, name: str) -> dict[str, Any]:
    """The case whose id ends with `name`."""
    return next(c for c in vectors(group) if c["id"].split("-", 2)[2] == name)
