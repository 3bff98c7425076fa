#!/usr/bin/env python3
"""Write turns/testkit: one behaviour of the format per file.

The cases are made of fixed keys, of tables of damage, and of the protocol's vectors in tests/.
With --check nothing is written; the exit status says whether the folder is up to date.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from testkits import bytes_cases, charter_cases, event_cases, file_cases, match_cases
from testkits.case import Case
from testkits.example import example

FOLDER = Path(__file__).resolve().parents[1] / "turns" / "testkit"


def everything() -> Iterator[Case]:
    """All cases of the kit."""
    for cases in (
        bytes_cases.codec(),
        bytes_cases.armor(),
        event_cases.events(),
        charter_cases.charters(),
        file_cases.files_of_events(),
        file_cases.damaged_files(),
        file_cases.fork_proofs(),
        match_cases.matches(),
    ):
        yield from cases


def main(arguments: list[str] | None = None) -> int:
    """Write or check the folder."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--example", action="store_true", help="print the example of FORMAT.md")
    options = parser.parse_args(arguments)
    if options.example:
        print(example(), end="")
        return 0
    wanted = {}
    for case in everything():
        if case.name in wanted:
            raise ValueError(f"two cases called {case.name}")
        wanted[case.name] = case.write()
    if options.check:
        have = {p.name: p.read_bytes() for p in FOLDER.iterdir() if p.name != "README.md"}
        return 0 if have == wanted else 1
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.iterdir():
        if path.name not in (*wanted, "README.md"):
            path.unlink()
    for name, data in wanted.items():
        (FOLDER / name).write_bytes(data)
    print(f"{len(wanted)} cases")
    return 0


if __name__ == "__main__":
    sys.exit(main())
