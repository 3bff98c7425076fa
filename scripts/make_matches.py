#!/usr/bin/env python3
"""Play the finished matches of turns/matches/ again, byte for byte.

Every match is played by programs over the real protocol (``selfplay``) from fixed seeds. A name
says game, seats, mode and reason of the end. Ends that hardly ever come by chance start from a
position shortly before, which ``positions`` makes. Whole campaigns of marcus, which nobody survives
who plays at random, are played by a bot: they come out otherwise when the bot is another one.

    python scripts/make_matches.py              # all into turns/matches/
    python scripts/make_matches.py pig          # those whose name begins with pig
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from people import Focused
from positions import marcus_at_the_end, purple_alone_at_the_end
from selfplay import Table, play_out, sit_down

Json = Any
ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "turns" / "matches"
NAMES = ("anna", "ben", "cara", "dan", "eva", "finn")
KEEPERS = ("kim", "leo")


def anything(decision: Json, dice: random.Random) -> Json:
    """Any legal action."""
    return dice.choice(decision["legal"])


@dataclass(frozen=True)
class Sitting:
    """One match: who plays what, how, from which seed, and how it ends."""

    game: str
    seats: int
    reason: str
    mode: str
    note: str = ""
    keepers: int = 0
    config: dict[str, Json] = field(default_factory=dict)
    choose: Callable[[], Callable[[Json, random.Random], Json]] = lambda: anything
    position: Callable[[], Json] | None = None
    bot: str = ""

    @property
    def name(self) -> str:
        """The file's name without its suffix."""
        parts = [self.game, str(self.seats), self.mode, self.note, self.reason]
        return "-".join(part for part in parts if part)

    def sit_down(self, seed: str) -> Table:
        """The table before the first move."""
        table = sit_down(
            self.game,
            self.config,
            [(name, self.choose()) for name in NAMES[: self.seats]],
            keepers=KEEPERS[: self.keepers],
            seed=seed,
            mode=self.mode,
            position=self.position() if self.position else None,
        )
        for seat in table.seats[: self.seats]:
            seat.bot = self.bot
        return table


def _augustus() -> list[Sitting]:
    def one(seats: int, reason: str, mode: str, **rest: Any) -> Sitting:
        limit = {"token_limit": 4} if reason == "token_limit" else {}
        config = {**limit, **rest.pop("config", {})}
        return Sitting("augustus", seats, reason, mode, config=config, choose=Focused, **rest)

    first = {"first_game": True}
    return [
        one(2, "seven_objectives", "dealerless", note="open", config=first),
        one(2, "token_limit", "dealerless", note="encrypted"),
        one(3, "token_limit", "dealerless", note="encrypted"),
        one(3, "token_limit", "dealer", note="encrypted", keepers=1),
        one(3, "token_limit", "keepers", note="encrypted", keepers=2),
        one(6, "token_limit", "dealerless", note="open", config=first),
        one(
            2,
            "seven_objectives",
            "dealer",
            note="encrypted",
            keepers=1,
            config={"placement": "open"},
        ),
    ]


def _marcus() -> list[Sitting]:
    levels = (("free", 0), ("registered", 1), ("kept", 1))
    ends = {
        "usurped": None,
        "rome_entered": None,
        "all_tribes_surrendered": lambda: marcus_at_the_end(surrendered=True),
        "time_ran_out": lambda: marcus_at_the_end(surrendered=False),
    }
    short = [
        Sitting("marcus", 1, reason, mode, keepers=keepers, position=position)
        for mode, keepers in levels
        for reason, position in ends.items()
    ]
    whole = [
        Sitting("marcus", 1, "time_ran_out", mode, "ten_years", keepers, bot="legate")
        for mode, keepers in (("free", 0), ("kept", 1))
    ]
    return short + whole


def _purple() -> list[Sitting]:
    alone = [
        Sitting("purple", 1, reason, mode, keepers=keepers, position=position)
        for mode, keepers in (("free", 0), ("kept", 1))
        for reason, position in (
            ("no_heir", None),
            ("empire_fallen", lambda: purple_alone_at_the_end(fallen=True)),
            ("scored", lambda: purple_alone_at_the_end(fallen=False)),
        )
    ]
    return alone + [
        Sitting("purple", seats, reason, mode, keepers=keepers)
        for seats in (2, 3)
        for mode, keepers in (("dealerless", 0), ("dealer", 1), ("keepers", 2))
        for reason in ("empire_fallen", "scored")
    ]


def _small() -> list[Sitting]:
    return [
        Sitting("pig", 2, "goal", "dealerless", config={"goal": 20}),
        Sitting("pig", 3, "goal", "keepers", keepers=2, config={"goal": 20}),
        Sitting("kuhn", 2, "deals", "dealerless", config={"deals": 3}),
        Sitting("kuhn", 2, "deals", "dealer", keepers=1, config={"deals": 3}),
        Sitting("kuhn", 2, "deals", "agent", keepers=1, config={"deals": 3}),
    ]


SITTINGS = [*_small(), *_augustus(), *_marcus(), *_purple()]


def play(sitting: Sitting, seeds: int = 60) -> bytes:
    """The whole match as a file, from the first seed that ends it as its name says.

    Raises ValueError if none of so many does.
    """
    for number in range(seeds):
        table = sitting.sit_down(f"{sitting.game}/{number}")
        data = play_out(table)
        report = table.seats[0].log.report()
        if not report["ok"] or report["phase"] != "over":
            raise ValueError(f"{sitting.name}: seed {number} does not come to an end")
        if report["result"]["reason"] == sitting.reason:
            return data
    raise ValueError(f"{sitting.name}: no such end in {seeds} matches")


def main(arguments: list[str]) -> int:
    """Writes the matches whose names begin with one of the arguments, or all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for sitting in SITTINGS:
        if arguments and not sitting.name.startswith(tuple(arguments)):
            continue
        data = play(sitting)
        (FOLDER / f"{sitting.name}.referee").write_bytes(data)
        print(f"{sitting.name}: {len(data)} bytes", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
