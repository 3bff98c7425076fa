"""The rules alone: checked replay and random playouts, per game."""

from __future__ import annotations

from functools import cache
from typing import Any

import referee
from bench import Row, speed, timed
from benchmarks import spiel

# game -> (configuration, peer, least ratio of replay, least ratio of playouts)
GAMES: dict[str, tuple[dict[str, Any], str, float, float]] = {
    "augustus": ({"game": "augustus", "seats": 4}, "backgammon", 50, 30),
}


@cache
def inputs(game: str) -> list[Any]:
    """The inputs of a random game, as a recorded game has them."""
    config = GAMES[game][0]
    position = referee.Position.new(game, config)
    taken: list[Any] = []
    import random

    dice = random.Random(7)
    while True:
        following = position.next()
        if "over" in following:
            return taken
        if "chance" in following:
            outcome = sample(position, following["chance"], dice)
            taken.append({"chance": outcome})
            position = position.chance(outcome)
        else:
            asked = following["decide"][0]
            action = dice.choice(asked["legal"])
            taken.append({"seat": asked["seat"], "action": action})
            position = position.act(asked["seat"], action)


def sample(position: referee.Position, request: dict[str, Any], dice: Any) -> Any:
    """One possible outcome of a request of Augustus."""
    document = position.document()
    if request["deck"] == "tokens":
        return dice.choice(sorted(document["bag"].items()))[0]
    return dice.choice(document["deck"])


def checked_replay(game: str) -> float:
    """Inputs per second of one call from Python that judges every input of a record."""
    record = referee.Record(game, GAMES[game][0], inputs(game))
    rounds = max(1, 400_000 // len(record))

    def work() -> None:
        for _ in range(rounds):
            record.replay()

    return rounds * len(record) / timed(work)


def random_playouts(game: str) -> float:
    """Inputs per second of whole random games."""
    played: list[referee.Playouts] = []
    seconds = timed(lambda: played.append(referee.playouts(game, GAMES[game][0], 300, seed=1)))
    return float(sum(played[0].lengths)) / seconds


def replay_row(game: str, repeat: int) -> list[Row]:
    """Checked replay against the Python loop over OpenSpiel."""
    _, peer, least, _ = GAMES[game]
    name = f"{game}: checked replay / {peer} loop"
    return [
        speed(name, lambda: checked_replay(game), lambda: spiel.checked_loop(peer), least, repeat)
    ]


def playout_row(game: str, repeat: int) -> list[Row]:
    """Random playouts against OpenSpiel's rollouts."""
    _, peer, _, least = GAMES[game]
    name = f"{game}: playouts / {peer} rollouts"
    return [speed(name, lambda: random_playouts(game), lambda: spiel.rollouts(peer), least, repeat)]


ROWS = [
    (f"{game}: {what}", lambda repeat, game=game, row=row: row(game, repeat))
    for game in GAMES
    for what, row in (("replay", replay_row), ("playouts", playout_row))
]
