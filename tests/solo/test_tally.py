"""Games of bots: counts, and Wilson's interval against its formula."""

from __future__ import annotations

from fractions import Fraction

import pytest

import referee as rf
from referee import tally as counting
from referee.tally import run, wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(50, 100, 403, 597), (0, 10, 0, 278), (10, 10, 722, 1000), (1, 1000, 0, 6), (0, 1, 0, 794)],
)
def test_wilson_by_hand(wins: int, games: int, low: int, high: int) -> None:
    assert wilson(wins, games) == (low, high)


@pytest.mark.parametrize("games", [1, 7, 40, 1000])
def test_the_interval_solves_its_equation(games: int) -> None:
    """Its ends are the rates p with (w/n - p)² = z²·p(1-p)/n, rounded outwards to per mille."""
    square = Fraction(38_416, 10_000)
    for wins in range(0, games + 1, max(1, games // 13)):
        low, high = wilson(wins, games)
        for rate, step in ((low, 2), (high, -2)):
            outside, inside = Fraction(rate, 1000), Fraction(rate + step, 1000)

            def excess(p: Fraction, wins: int = wins) -> Fraction:
                return (Fraction(wins, games) - p) ** 2 - square * p * (1 - p) / games

            if 0 < rate < 1000:
                assert excess(outside) >= 0
                assert excess(inside) <= 0


def test_counts_are_those_of_the_playouts() -> None:
    tally = run("pig", {"seats": 2, "goal": 30}, 40, seed=9)
    results = rf.playouts("pig", {"seats": 2, "goal": 30}, 40, 9, "random").results
    wins = [sum(seat in result["winners"] for result in results if result) for seat in (0, 1)]
    assert [row.wins for row in tally.seats] == wins
    assert (tally.games, sum(tally.reasons.values())) == (40, 40)


def test_long_work_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "CHUNK", 10)
    seen: list[int] = []
    tally = run("pig", {"seats": 2, "goal": 20}, 25, progress=seen.append)
    assert (seen, tally.games, sum(row.wins for row in tally.seats)) == ([10, 20, 25], 25, 25)


def test_every_bot_plays() -> None:
    for game in rf.games():
        for bot in game["bots"]:
            seats = {"augustus": 2, "marcus": 1, "purple": 3}[game["id"]]
            tally = run(game["id"], {"seats": seats}, 1, bots=[bot])
            assert tally.bots == [bot]
            assert sum(tally.reasons.values()) == 1
