"""Plays a whole match of Rise of Augustus between three people and lets a stranger verify it.

Three identities, three folders, one shared folder of files, the real command line. What is left to
look at is in ``demo-match/``.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from people import Focused, Json, Person, play_out, seat_at_table

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "demo-match"


class Progress:
    """Where the match stands, for people who watch: one line that moves, or one in a while."""

    def __init__(self) -> None:
        self.due = 0

    def __call__(self, status: Json) -> None:
        names = ", ".join(dict.fromkeys(duty["name"] for duty in status["waiting"]))
        line = f"  step {status['step']:<4} waits for {names:<30}"
        if sys.stderr.isatty():
            print(f"\r{line}", end="", file=sys.stderr, flush=True)
        elif status["step"] >= self.due:
            print(line.rstrip(), file=sys.stderr, flush=True)
            self.due = status["step"] + 20


def main() -> int:
    """The whole story; the exit code is the stranger's verdict."""
    start = time.perf_counter()
    shutil.rmtree(PLACE, ignore_errors=True)
    shared = PLACE / "shared"
    people = [
        Person(name, PLACE / name, shared, Focused(), random.Random(number))
        for number, name in enumerate(("anna", "ben", "cleo"))
    ]
    print("anna invites ben and cleo to Rise of Augustus; they share one folder of files")
    seat_at_table(people, "augustus", "--first-game", "-o", "placement=open")
    play_out(people, Progress())
    last = PLACE / "finale.referee"
    people[0].run("send", "--whole", "--to", str(last), "-m", str(people[0].folder))
    print(f"played in {time.perf_counter() - start:.0f} s\n")

    print("the end of the story, from the last file alone:")
    stranger = Person("stranger", PLACE / "stranger", shared)
    print(stranger.run("journal", str(last), "--last", "16"))
    print("a stranger who has only that file checks every signature, die and move:")
    checked: subprocess.CompletedProcess[str] = stranger.attempt("verify", str(last))
    print(checked.stdout + checked.stderr)
    files = sorted(shared.glob("*.referee"))
    size = sum(path.stat().st_size for path in files)
    print(
        f"{len(files)} files passed, {size} bytes; the whole match is {last.stat().st_size} bytes"
    )
    print(f"look at them in {PLACE.relative_to(ROOT)}/")
    return checked.returncode


if __name__ == "__main__":
    sys.exit(main())
