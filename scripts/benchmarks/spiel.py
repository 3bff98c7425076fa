"""OpenSpiel as the peer: a Python loop that checks and applies, and its C++ rollouts."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from bench import timed


@cache
def games(name: str, count: int = 20) -> list[list[int]]:
    """Random games of OpenSpiel, as lists of its actions; chance outcomes included."""
    import pyspiel

    game, dice = pyspiel.load_game(name), random.Random(1)
    histories = []
    for _ in range(count):
        state, history = game.new_initial_state(), []
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                action = dice.choices(outcomes, odds)[0]
            else:
                action = dice.choice(state.legal_actions())
            history.append(action)
            state.apply_action(action)
        histories.append(history)
    return histories


def checked_loop(name: str) -> float:
    """Inputs per second of the loop anybody would write: is it listed, then apply it."""
    import pyspiel

    game, histories = pyspiel.load_game(name), games(name)

    def work() -> None:
        for history in histories:
            state = game.new_initial_state()
            for action in history:
                if action not in state.legal_actions():
                    raise AssertionError(action)
                state.apply_action(action)

    return sum(map(len, histories)) / timed(work)


def rollouts(name: str, count: int = 200) -> float:
    """Inputs per second of OpenSpiel's C++ random rollouts.

    A search of one simulation makes its evaluator roll out ``count`` games from the first
    decision. Rollouts do not tell their lengths; the mean of random games is taken.
    """
    import pyspiel

    game = pyspiel.load_game(name)
    state: Any = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    evaluator = pyspiel.RandomRolloutEvaluator(count, 7)
    search = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, True, 3, False)
    seconds = timed(lambda: search.step(state))
    histories = games(name, 100)
    return count * sum(map(len, histories)) / len(histories) / seconds
