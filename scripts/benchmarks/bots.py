"""How often the bots win: figures with a confidence interval, beside the ratios."""

from __future__ import annotations

from typing import Any

import referee
from bench import Row
from referee.tally import wilson

# game -> (configuration, who plays the seats, the seat that counts, games, least share of wins)
BOTS: dict[str, tuple[dict[str, Any], list[str], int, int, float]] = {
    "augustus": ({"seats": 2}, ["steady", "random"], 0, 1000, 0.9),
    "marcus": ({"seats": 1}, ["consul"], 0, 200, 0.25),
    "purple": ({"seats": 1}, ["prudent"], 0, 400, 0.1),
}


def bot_row(game: str) -> list[Row]:
    """Share of games the bot's seat wins, with the 95 per cent interval of Wilson."""
    config, players, seat, games, least = BOTS[game]
    results = referee.playouts(game, config, games, seed=2026, policy=players).results
    won = sum(seat in result["winners"] for result in results if result)
    low, high = wilson(won, games)
    name = f"bot: {game}, {players[0]} wins ({low / 10:.1f} to {high / 10:.1f} %)"
    return [Row(name, won, games, "games", won / games, f">= {least}", won / games >= least)]


ROWS = [
    (f"bot: {game}", lambda repeat, game=game: bot_row(game))  # the seed makes repeating idle
    for game in BOTS
]
