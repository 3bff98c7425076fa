"""Every case of the protocol's vectors through the one entry point, and the suites of others."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from referee.testing import run_case

VECTORS = Path(__file__).resolve().parent.parent / "vectors"
GROUPS = sorted(path.name.removesuffix(".json.gz") for path in (VECTORS / "protocol").glob("*.gz"))


def load(path: Path) -> Any:
    with gzip.open(path) as stream:
        return json.load(stream)


def test_all_groups_are_here() -> None:
    assert GROUPS == [
        "absence", "armor", "chaos", "codec", "decks", "ed25519", "files", "group", "hash",
        "keys", "matches", "nonsense", "scenarios", "stream",
    ]  # fmt: skip


@pytest.mark.parametrize("group", GROUPS)
def test_vectors(group: str) -> None:
    differ = []
    cases = load(VECTORS / "protocol" / f"{group}.json.gz")["cases"]
    assert cases
    for case in cases:
        want = {key: case[key] for key in ("out", "error") if key in case}
        got = run_case(case["op"], case["in"])
        if got != want:
            differ.append((case["id"], got, want))
    assert differ == []


def test_ed25519_accepts_43_of_the_914_signatures_of_cctv() -> None:
    entries = load(VECTORS / "external" / "cctv_ed25519.json.gz")
    accepted = [
        run_case(
            "ed25519.verify",
            {"key": e["key"], "msg": e["msg"].encode().hex(), "sig": e["sig"]},
        )["out"]
        for e in entries
    ]
    assert len(accepted) == 914
    assert sum(accepted) == 43


def test_an_unknown_operation_is_no_answer() -> None:
    with pytest.raises(ValueError, match="no such case"):
        run_case("dice.load", {})
