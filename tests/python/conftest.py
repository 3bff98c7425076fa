"""People with homes of their own, and the protocol's vectors."""

from __future__ import annotations

import base64
import gzip
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from notes import Writer
from tables import Table

from referee.keys import Keyring
from referee.meta import Meta
from referee.store import Store

Json = Any
VECTORS = Path(__file__).parents[1] / "vectors" / "protocol"


def cases(group: str) -> dict[str, Json]:
    """The cases of a group of vectors by id."""
    with gzip.open(VECTORS / f"{group}.json.gz") as stream:
        return {case["id"]: case for case in json.load(stream)["cases"]}


@pytest.fixture(scope="session")
def whole_match() -> bytes:
    """The file of a complete match of two."""
    case = cases("matches")["matches-001-two-complete"]
    return base64.b64decode(case["in"]["files"][0])


@pytest.fixture(autouse=True)
def _no_power_cuts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting for the disk is for power cuts, which tests do not have; it takes long."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


@pytest.fixture
def keyrings(tmp_path: Path) -> Callable[..., list[Keyring]]:
    """Makes keyrings, each in a home of its own, each with the one identity it is named after."""

    def make(*names: str, **options: Any) -> list[Keyring]:
        made = []
        for name in names:
            keyring = Keyring(tmp_path / "homes" / name)
            keyring.create(name, name.capitalize(), **options)
            made.append(keyring)
        return made

    return make


@pytest.fixture
def seat_them(keyrings: Callable[..., list[Keyring]], tmp_path: Path) -> Callable[..., Table]:
    def seat(*names: str, game: str = "pig", **options: Any) -> Table:
        return Table(tmp_path, keyrings(*names), game, **options)

    return seat


@pytest.fixture
def table(keyrings: Callable[..., list[Keyring]], tmp_path: Path) -> tuple[Writer, Store, Path]:
    anna, ben = keyrings("anna", "ben")
    writer = Writer(anna, ben)
    made = Store.create(tmp_path / "match", writer.log(), Meta("anna", 0), anna.marks, signed=True)
    return writer, made, anna.marks
