"""Many games by bots: who wins how often, and how sure that is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import isqrt
from typing import Any, Final

import msgspec

from referee import _core
from referee.config import begin
from referee.errors import UsageError
from referee.wire import harmless

Json = Any

CHUNK: Final = 1000
"""Games between two reports of progress."""


class SeatTally(msgspec.Struct, frozen=True):
    """How a seat fared. ``rate`` and its interval ``low`` to ``high`` are per mille."""

    seat: int
    wins: int
    rate: int
    low: int
    high: int


class Tally(msgspec.Struct, frozen=True):
    """What came of games: who played, how many inputs were taken, why the games ended.

    ``reasons`` counts the results' own words; games cut off at the bound of the game are ``bound``.
    """

    game: str
    bots: list[str]
    games: int
    seed: int
    inputs: int
    seats: list[SeatTally]
    reasons: dict[str, int]


def run(
    game: str,
    config: dict[str, Json],
    number: int,
    seed: int = 0,
    bots: Sequence[str] = ("random",),
    threads: int = 1,
    progress: Callable[[int], None] = lambda done: None,
) -> Tally:
    """Plays ``number`` games and counts. ``bots``: one for all seats, or one for each.

    Games are played in chunks, each from a seed of its own; ``progress`` is told after each.
    Raises ConfigError, UnknownGameError, UsageError ``usage.bot``.
    """
    seats = begin(game, config).seats
    _check_bots(game, bots, seats)
    wins: Counter[int] = Counter()
    reasons: Counter[str] = Counter()
    inputs = done = 0
    policy = list(bots) if len(bots) > 1 else bots[0]
    while done < number:
        size = min(CHUNK, number - done)
        played = _core.playouts(game, config, size, seed + (done << 32), policy, threads)
        inputs += sum(played.lengths)
        for result in played.results:
            wins.update(result["winners"] if result else [])
            reasons[_reason(result)] += 1
        done += size
        if number > CHUNK:
            progress(done)
    return Tally(
        game=game,
        bots=list(bots),
        games=number,
        seed=seed,
        inputs=inputs,
        seats=[_seat_tally(seat, wins[seat], number) for seat in range(seats)],
        reasons=dict(sorted(reasons.items(), key=lambda item: (-item[1], item[0]))),
    )


def bots_of(game: str) -> list[str]:
    """The bots that play a game, the best one last."""
    return next((item["bots"] for item in _core.games() if item["id"] == game), [])


def check_bot(game: str, bot: str, known: Sequence[str]) -> None:
    """Raises UsageError ``usage.bot`` if ``bot`` is none of those."""
    if bot not in known:
        why = f"there is no bot {harmless(bot)} for {game}"
        raise UsageError("usage.bot", why, f"one of {', '.join(known)}")


def _check_bots(game: str, bots: Sequence[str], seats: int) -> None:
    known = sorted(["random", *bots_of(game)])
    for bot in bots:
        check_bot(game, bot, known)
    if len(bots) not in (1, seats):
        raise UsageError("usage.bot", f"{len(bots)} bots are named for {seats} seats")


def _reason(result: Json) -> str:
    if not result:
        return "bound"
    return str(result.get("reason", "over"))


def _seat_tally(seat: int, wins: int, games: int) -> SeatTally:
    low, high = wilson(wins, games)
    return SeatTally(seat, wins, (2000 * wins + games) // (2 * games), low, high)


def wilson(wins: int, games: int) -> tuple[int, int]:
    """Wilson's interval of 95 % for a rate, in per mille, rounded outwards; integers throughout.

    With z = 1.96: centre (w + z²/2) and half-width z·√(w(n−w)/n + z²/4), both over n + z².
    """
    # Both sides are multiplied by 10 000, which makes z² = 3.8416 a whole number.
    scale, square = 10_000, 38_416
    below = scale * games + square
    centre = scale * wins + square // 2
    inside = square * (4 * scale * wins * (games - wins) + square * games)
    half = isqrt(inside // (4 * games)) + 1
    low = 1000 * (centre - half) // below
    high = -(-1000 * (centre + half) // below)
    return max(0, low), min(1000, high)
