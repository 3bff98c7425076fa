"""Which rules a charter means: a game, a version and a card set, by their hash (P14)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from ..canonical import read, write
from ..chance import h32
from ..errors import RefusedError, require
from ..events import Charter
from . import augustus, kuhn, purple
from .game import Json
from .marcus.campaign import Campaign
from .match import Match
from .open import OpenMatch
from .pig import Pig

SETS = Path(__file__).resolve().parents[3] / "rust_core" / "cards" / "sets"
SOURCES = {"keys", "labels", "note", "sources", "guessed"}
Files = dict[str, Json]
Opening = Callable[[Json, Json, Files], Match | None]
"""From a configuration and a position or None, both of which it judges, and card files to a match.

None: nobody here plays such a match.
"""

GAMES: dict[str, Opening] = {
    "augustus": augustus.begin,
    "kuhn": lambda config, position, _: kuhn.begin(config, position),
    "marcus": lambda *given: OpenMatch(Campaign.begin(*given)),
    "pig": lambda config, position, _: OpenMatch(Pig.begin(config, position)),
    "purple": purple.begin,
}


def start(charter: Charter) -> Match | None:
    """The match of a charter at its first question, or None.

    None: the game, its version or its card set is not known here.
    Refuses with `H_CONFIG` what the rules do not accept.
    """
    opening = GAMES.get(charter.game)
    if opening is None:  # before the name, which may be anything, is taken for that of a folder
        return None
    files = next((f for f in _sets(charter.game) if _hash(charter.game, f) == charter.rules), None)
    if files is None:
        return None
    try:
        whole = read(charter.config)
    except ValueError:
        raise RefusedError("H_CONFIG", "not canonical JSON") from None
    require(isinstance(whole, dict) and whole.keys() == {"config", "position"}, "H_CONFIG")
    config, position = whole["config"], whole["position"]
    require(position is None or isinstance(position, dict), "H_CONFIG", "position")
    match = opening(config, position, files)
    require(config["seats"] == charter.players, "H_CONFIG", "seats")
    return match


def _sets(game: str) -> Iterable[Files]:
    """The card sets of a game; a game without cards has one that is empty."""
    folders = sorted((SETS / game).iterdir()) if (SETS / game).is_dir() else []
    for folder in folders:
        yield {path.name: json.loads(path.read_bytes()) for path in sorted(folder.glob("*.json"))}
    if not folders:
        yield {}


def _hash(game: str, files: Files) -> bytes:
    contents = [write(_playing_content(files[name])) for name in sorted(files)]
    return h32("rules", game.encode(), b"1", *contents)


def _playing_content(value: Any) -> Any:
    """A document without the keys that only speak of sources."""
    if isinstance(value, dict):
        kept = {k: v for k, v in value.items() if k not in SOURCES and "confidence" not in k}
        return {k: _playing_content(v) for k, v in kept.items()}
    return [_playing_content(v) for v in value] if isinstance(value, list) else value
