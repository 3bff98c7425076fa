"""Measures referee against its peers; every row is a ratio of two things timed in the same run.

Usage: scripts/bench.py [--json] [--only WORD …] [--repeat N]

Each side is run alternately with the other, N times (default 5), on one core; its time is the
fastest run, so that whatever else the machine does disturbs both sides alike. docs/performance.md
says what the rows mean. Needs requirements/bench.txt (scripts/setup bench).
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

Side = Callable[[], float]


@dataclass(frozen=True)
class Row:
    """One measured ratio. ``bound`` is what the project promises, with its direction."""

    name: str
    ours: float
    peer: float
    unit: str
    ratio: float
    bound: str
    kept: bool

    def line(self) -> str:
        """The row as text."""
        mark = "ok  " if self.kept else "MISS"
        sides = f"{self.ours:>14,.4g} : {self.peer:<12,.4g} {self.unit}"
        return f"{mark} {self.name:<44} {self.ratio:>8.2f}  ({self.bound})  {sides}"


def timed(work: Callable[[], object]) -> float:
    """Seconds one call takes, the collector out of the way."""
    gc.collect()
    gc.disable()
    try:
        start = time.perf_counter()
        work()
        return time.perf_counter() - start
    finally:
        gc.enable()


def speed(name: str, ours: Side, peer: Side, at_least: float, repeat: int) -> Row:
    """A row of two speeds (inputs per second); more is better."""
    best = [0.0, 0.0]
    for _ in range(repeat):
        best = [max(best[0], ours()), max(best[1], peer())]
    ratio = best[0] / best[1]
    return Row(name, best[0], best[1], "inputs/s", ratio, f">= {at_least}", ratio >= at_least)


def cost(name: str, ours: Side, peer: Side, at_most: float, repeat: int) -> Row:
    """A row of two times (seconds); less is better."""
    best = [float("inf"), float("inf")]
    for _ in range(repeat):
        best = [min(best[0], ours()), min(best[1], peer())]
    ratio = best[0] / best[1]
    return Row(name, best[0], best[1], "s", ratio, f"<= {at_most}", ratio <= at_most)


def size(name: str, ours: float, unit: str) -> Row:
    """A plain figure, beside the ratios."""
    return Row(name, ours, 1.0, unit, ours, "a figure", True)


def main() -> int:
    """Runs the rows and prints them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--only", nargs="*", default=[], help="rows whose name contains a word")
    parser.add_argument("--repeat", type=int, default=5, help="runs of each side")
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})

    from benchmarks import rows

    done = []
    for name, run in rows():
        if options.only and not any(word in name for word in options.only):
            continue
        if sys.stderr.isatty():
            print(f"… {name}", file=sys.stderr, end="\r", flush=True)
        for row in run(options.repeat):
            done.append(row)
            if not options.json:
                print(row.line(), flush=True)
    if options.json:
        print(json.dumps([asdict(row) for row in done], indent=1))
    return 0 if all(row.kept for row in done) else 1


if __name__ == "__main__":
    sys.exit(main())
