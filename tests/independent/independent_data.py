"""Stored matches and vectors for the tests of the second verifier."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from independent import files

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"


def vectors(group: str) -> list[dict[str, Any]]:
    """The cases of one group of the protocol's vectors."""
    path = ROOT / "tests" / "vectors" / "protocol" / f"{group}.json.gz"
    cases: list[dict[str, Any]] = json.loads(gzip.decompress(path.read_bytes()))["cases"]
    return cases


def recorded(name: str) -> list[Any]:
    """The lines of a recorded game or of recorded matches; the name begins with the game's."""
    path = ROOT / "tests" / "vectors" / name.partition("-")[0] / f"{name}.jsonl.gz"
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


def match(name: str) -> bytes:
    """A stored match file."""
    return (DATA / f"{name}.referee").read_bytes()


def received(*data: bytes) -> files.Log:
    """One log of some files."""
    log = files.Log()
    for one in data:
        log.receive(files.read(one))
    return log
