"""Chapters 4.3 and 9: Imperium, the end of the game and its score."""

from __future__ import annotations

from typing import NoReturn

from .asking import GameOverError
from .state import State
from .tables import SOUTH_OF_DANUBE

MOST_HISTORY = 6
MOST_FOR_TRIBES = 6


def gain(state: State, points: int) -> None:
    """Rule 4.3.1: a gain above the end of the track is lost."""
    state.at["imperium"] = min(state.tables.most_imperium, state.at["imperium"] + points)


def lose(state: State, points: int) -> None:
    """Rules 4.3.1 and 4.3.2: at 0 the game is lost at once."""
    state.at["imperium"] = max(0, state.at["imperium"] - points)
    if not state.at["imperium"]:
        end(state, "usurped")


def can_gain(state: State) -> bool:
    """Whether the marker is not at the end of the track."""
    return bool(state.at["imperium"] < state.tables.most_imperium)


def tribes_south(state: State) -> int:
    """Rule 2.1.9: how many tribes are south of the Danube."""
    return sum((tribe, at["space"]) in SOUTH_OF_DANUBE for tribe, at in state.at["tribes"].items())


def end(state: State, reason: str) -> NoReturn:
    """Rules 9.1 to 9.6."""
    at, tables = state.at, state.tables
    win = reason == "all_tribes_surrendered"
    surrendered = len(state.surrendered_tribes())
    cards = at["barbarian"]["history"].items()
    points = sum(tables.cards[card]["history_points"] * count for card, count in cards)
    history = min(MOST_HISTORY, points)
    if win:
        years = tables.last_year + 1 - at["year"]
        score = (years + history + at["imperium"] + 1) // 2
    else:
        years = at["year"] - tables.first_year
        score = years + history + min(MOST_FOR_TRIBES, 3 * surrendered) - 20
    at["phase"] = "over"
    at["result"] = {
        "history": history,
        "imperium": at["imperium"],
        "outcome": "win" if win else "loss",
        "ranking": [[0]],
        "reason": reason,
        "score": score,
        "surrendered": surrendered,
        "winners": [0] if win else [],
        "years": years,
    }
    raise GameOverError
