"""The rules alone: checked replay and random playouts, per game."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import referee
from bench import Row, speed, timed
from benchmarks import spiel

# game -> (configuration, recorded game, peer, least ratio of replay, least ratio of playouts)
GAMES: dict[str, tuple[dict[str, Any], str, str, float, float]] = {
    "augustus": ({"game": "augustus", "seats": 4}, "augustus-2", "backgammon", 50, 30),
    "marcus": ({"game": "marcus", "seats": 1}, "marcus-1", "chess", 15, 10),
    "purple": ({"game": "purple", "seats": 3}, "purple-1", "chess", 10, 5),
}
RECORDED = Path(__file__).resolve().parents[2] / "tests" / "vectors"


def record(game: str) -> referee.Record:
    """A recorded game of the vectors, read once."""
    path = RECORDED / game / f"{GAMES[game][1]}.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        first, *rest = (json.loads(line) for line in lines)
    inputs: list[Any] = []
    for line in rest:
        if "config" in line:  # the next game of the file
            break
        if "in" in line and "refused" not in line:
            inputs.append(line["in"])
    return referee.Record(game, first["config"], inputs, first.get("position"))


def checked_replay(game: str) -> float:
    """Inputs per second of one call from Python that judges every input of a record."""
    read = record(game)
    rounds = max(1, 400_000 // len(read))

    def work() -> None:
        for _ in range(rounds):
            read.replay()

    return rounds * len(read) / timed(work)


def random_playouts(game: str) -> float:
    """Inputs per second of whole random games."""
    played: list[referee.Playouts] = []
    seconds = timed(lambda: played.append(referee.playouts(game, GAMES[game][0], 300, seed=1)))
    return float(sum(played[0].lengths)) / seconds


def replay_row(game: str, repeat: int) -> list[Row]:
    """Checked replay against the Python loop over OpenSpiel."""
    _, _, peer, least, _ = GAMES[game]
    name = f"{game}: checked replay / {peer} loop"
    return [
        speed(name, lambda: checked_replay(game), lambda: spiel.checked_loop(peer), least, repeat)
    ]


def playout_row(game: str, repeat: int) -> list[Row]:
    """Random playouts against OpenSpiel's rollouts."""
    _, _, peer, _, least = GAMES[game]
    name = f"{game}: playouts / {peer} rollouts"
    return [speed(name, lambda: random_playouts(game), lambda: spiel.rollouts(peer), least, repeat)]


ROWS = [
    (f"{game}: {what}", lambda repeat, game=game, row=row: row(game, repeat))
    for game in GAMES
    for what, row in (("replay", replay_row), ("playouts", playout_row))
]
