"""The same inputs give the same bytes in any process: hash seeds, time zones, locales, threads."""

from __future__ import annotations

import contextlib
import hashlib
import inspect
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee import _core
from referee.errors import ConfigError

Json = Any


def fewest(game: str) -> Json:
    """The configuration with the fewest seats that the game is played with."""
    for seats in range(1, 7):
        with contextlib.suppress(ConfigError):
            return _core.Position.new(game, {"seats": seats}).config()
    raise AssertionError(game)


SCRIPT = (
    """
import contextlib, json, sys
from referee import _core
from referee.cli.app import run
from referee.errors import ConfigError

"""
    + inspect.getsource(fewest).replace(" -> Json", "")
    + """

threads = int(sys.argv[2])
for game in _core.games():
    played = _core.playouts(game["id"], fewest(game["id"]), 6, 11, "random", threads)
    digests = [digest.hex() for digest in played.digests]
    seeds = [seed.hex() for seed in played.seeds]
    print(json.dumps([game["id"], played.results, played.lengths, seeds, digests]))
log = _core.Log()
log.receive(open(sys.argv[1], "rb").read(), threads)
print(json.dumps([log.report(), log.events(), log.history(), log.document(), log.charter()]))
print(log.file().hex())
for verb in ("verify", "info", "journal", "replay"):
    run([verb, sys.argv[1], "--json"])
    run([verb, sys.argv[1]])
"""
)

WORLDS = [
    {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C"},
    {"PYTHONHASHSEED": "1", "TZ": "Pacific/Kiritimati", "LC_ALL": "C.UTF-8"},
    {"PYTHONHASHSEED": "random", "TZ": "America/St_Johns", "LC_ALL": "tr_TR.UTF-8", "LANG": "de"},
]


def said(world: dict[str, str], folder: Path, path: Path, threads: int) -> bytes:
    command = [sys.executable, "-c", SCRIPT, str(path), str(threads)]
    environment = {**os.environ, "NO_COLOR": "1", **world}
    done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, timeout=300)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def test_every_process_says_the_same(
    match: bytes, save: Callable[..., Path], tmp_path: Path
) -> None:
    path = save(match)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    first = said(WORLDS[0], tmp_path, path, 1)
    assert len(first.splitlines()) > 20
    assert said(WORLDS[1], elsewhere, path, 4) == first
    assert said(WORLDS[2], Path("/"), path, 2) == first


@pytest.mark.parametrize("bot", ["random", "bot"])
def test_threads_change_no_playout(bot: str) -> None:
    for game in _core.games():
        policy = "random" if bot == "random" else [*game["bots"], "random"][0]
        config = fewest(game["id"])
        played = [_core.playouts(game["id"], config, 7, 3, policy, threads) for threads in (1, 4)]
        digest = [
            hashlib.sha256(json.dumps([p.results, p.lengths]).encode() + b"".join(p.digests))
            for p in played
        ]
        assert digest[0].digest() == digest[1].digest(), game["id"]
