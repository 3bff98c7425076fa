"""Files of invitations to matches that begin at a position, and what both verifiers say of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import referee as rf
import verify_independent
from independent.canonical import write
from independent.codec import encode
from independent.files import MAGIC
from testkits.people import ADA, BO, propose

Json = Any


def deep(levels: int) -> Json:
    """A list in lists."""
    value: Json = []
    for _ in range(levels):
        value = [value]
    return value


def invitation(game: str, rules: bytes, config: Json, position: Json) -> bytes:
    """A file of a signed invitation for one or two players."""
    players = [ADA, BO][: config["seats"]]
    raw = propose(
        game=game,
        rules=rules,
        config=write({"config": config, "position": position}),
        players=[player.entry() for player in players],
        keys=[[len(players), list(range(len(players)))]],
        flags=0,
    )
    return MAGIC + encode([1, [ADA.sign(raw)]])


def refused_alike(data: bytes, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Both verifiers refuse the file with `H_CONFIG`."""
    path = folder / "match.referee"
    path.write_bytes(data)
    assert verify_independent.main(["--json", str(path)]) == 3
    (line,) = capsys.readouterr().out.splitlines()
    said = json.loads(line)
    assert (said["match"], said["refused"], said["verified"]) == (None, "H_CONFIG", False)
    with pytest.raises(rf.FileRefusedError) as refused:
        rf.verify(data)
    assert refused.value.code == "H_CONFIG"
