"""Writes turns/playouts/random.tsv: for fixed seeds, how random games of every game end.

    python scripts/playouts.py

The figures are this program's own. They test no rule; they hold still what may not change without
a new rules version: the stream (P6), how a random choice is made, and the digests (P13).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import referee as rf

Json = Any
FILE = Path(__file__).resolve().parent.parent / "turns" / "playouts" / "random.tsv"
GAMES: list[tuple[str, Json]] = [
    *(("pig", {"seats": seats}) for seats in (2, 6)),
    ("kuhn", {"seats": 2}),
    *(("augustus", {"seats": seats}) for seats in range(2, 7)),
    ("augustus", {"seats": 3, "first_game": True, "placement": "open"}),
    ("marcus", {}),
    *(("purple", {"seats": seats}) for seats in (1, 2, 3)),
]
"""Games and configurations; six playouts of each, from the seed 7."""


def lines() -> Iterator[str]:
    """A line for each playout: game, configuration, seed, inputs taken, digest of the end."""
    for game, config in GAMES:
        played = rf.playouts(game, config, 6, 7, "random")
        text = json.dumps(config, separators=(",", ":"), sort_keys=True)
        for row in zip(played.seeds, played.lengths, played.digests, strict=True):
            yield f"{game}\t{text}\t{row[0].hex()}\t{row[1]}\t{row[2].hex()}\n"


if __name__ == "__main__":
    FILE.write_text("".join(lines()), "utf-8")
