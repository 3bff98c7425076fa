#!/usr/bin/env python3
"""Count the files of whole matches of Donning the Purple between programs over the real protocol.

A file is *person-made* if its author had to decide something for it, else *automatic*: parts of
rolls and draws, openings, shuffles, audits. Where nothing answers automatically a person makes
these too.

    python scripts/messages.py                # the table of docs/messages.md
    python scripts/messages.py --matches 2    # fewer matches
    python scripts/messages.py --where        # which decisions the person-made files are for
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from selfplay import Seat, Table, play_out, sit_down

Json = Any
NAMES = ("anna", "ben", "cara")
COPIES, CARDS = 0.4, 0.1
"""How often a program copies an action, and plays a card in a window, where it may."""


class Player:
    """Plays on: acts as often as it can, copies and plays cards now and then.

    With ``standing`` it passes until its next turn, and copies of a turn until the year's end.
    """

    def __init__(self, standing: bool) -> None:
        self.standing = standing

    def __call__(self, decision: Json, dice: random.Random) -> Json:
        """An action; what a standing pass would answer is passed."""
        legal = decision["legal"]
        match decision["kind"]:
            case "window":
                return self._window(legal, dice)
            case "copy":
                return self._copy(legal, dice)
            case "action":
                return self._action(legal, dice)
        return dice.choice(legal)

    def _window(self, legal: Sequence[Json], dice: random.Random) -> Json:
        plays = [a for a in legal if a["do"] == "play"]
        if plays and dice.random() < CARDS:
            return dice.choice(plays)
        return self._pass(legal, "my_turn")

    def _copy(self, legal: Sequence[Json], dice: random.Random) -> Json:
        copies = [a for a in legal if a["do"] == "copy"]
        if copies and dice.random() < COPIES:
            return dice.choice(copies)
        return self._pass([a for a in legal if a.get("of", "all") == "all"], "turn")

    def _pass(self, legal: Sequence[Json], until: str) -> Json:
        wanted = until if self.standing else None
        return next(a for a in legal if a["do"] == "pass" and a.get("until") == wanted)

    def _action(self, legal: Sequence[Json], dice: random.Random) -> Json:
        acts = [a for a in legal if a["do"] not in ("play", "standing", "end_turn")]
        if acts:
            return dice.choice(acts)
        for action in legal:
            if self.standing and action["do"] == "standing" and action["until"] == "my_turn":
                return action
        return {"do": "end_turn"}


@dataclass
class Counting(Table):
    """A table that counts what its files are for."""

    made: int = 0
    automatic: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    deciding: list[str] = field(default_factory=list)

    def turn(self, seat: Seat) -> bool:
        """A turn, and its file counted once the match has begun."""
        self.deciding = []
        begun = seat.log.report()["step"] > 0
        sent = super().turn(seat)
        if sent and begun:
            self.made += bool(self.deciding)
            self.automatic += not self.deciding
            self.kinds.update(self.deciding[:1])
        return sent

    def decide(self, seat: Seat, decision: Json) -> None:
        """A decision, noted by its kind."""
        self.deciding.append(decision["kind"])
        super().decide(seat, decision)


@dataclass
class Tally:
    """What several matches came to."""

    years: int = 0
    matches: int = 0
    made: int = 0
    automatic: int = 0
    kinds: Counter[str] = field(default_factory=Counter)


def count(seats: int, matches: int, *, standing: bool, windows: str) -> Tally:
    """Plays so many matches."""
    tally = Tally()
    for number in range(matches):
        players = [(name, Player(standing)) for name in NAMES[:seats]]
        config = {"windows": windows}
        table = sit_down("purple", config, players, seed=f"messages/{number}")
        counting = Counting(table.seats, table.clock)
        play_out(counting)
        tally.years += counting.seats[0].log.view()["year"]
        tally.matches += 1
        tally.made += counting.made
        tally.automatic += counting.automatic
        tally.kinds += counting.kinds
    return tally


def row(seats: int, windows: str, standing: bool, tally: Tally) -> str:
    """A line of the table: numbers per seat and year."""
    per = seats * tally.years
    made, automatic = tally.made / per, tally.automatic / per
    passes = "with" if standing else "without"
    return (
        f"| {seats} | {windows} | {passes} | {tally.matches} | {tally.years} "
        f"| {made:.1f} | {automatic:.1f} | {made + automatic:.1f} |"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--matches", type=int, default=6, help="matches for each row")
    parser.add_argument("--where", action="store_true", help="what person-made files are for")
    asked = parser.parse_args(arguments)
    print("| seats | windows | standing passes | matches | years | person-made | automatic | all |")
    print("|---|---|---|---|---|---|---|---|")
    for seats in (2, 3):
        for windows in ("full", "lean"):
            for standing in (False, True):
                tally = count(seats, asked.matches, standing=standing, windows=windows)
                print(row(seats, windows, standing, tally), flush=True)
                if asked.where:
                    per = seats * tally.years
                    parts = [f"{k} {n / per:.1f}" for k, n in tally.kinds.most_common()]
                    print(f"    {', '.join(parts)}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
