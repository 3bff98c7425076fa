"""Starting up: the import and the command line against the least they could cost."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from bench import Row, cost, timed

HELLO = """
import typer
app = typer.Typer()
@app.command()
def hello(): print("hello")
app()
"""


def run(*command: str) -> float:
    """Seconds of a process, the fastest of three."""
    return min(
        timed(lambda: subprocess.run(command, check=True, capture_output=True)) for _ in range(3)
    )


def import_row(repeat: int) -> list[Row]:
    """``import referee`` against ``pass``."""
    ours = lambda: run(sys.executable, "-c", "import referee")  # noqa: E731
    bare = lambda: run(sys.executable, "-c", "pass")  # noqa: E731
    return [cost("import referee / python -c pass", ours, bare, 1.6, repeat)]


def version_row(repeat: int) -> list[Row]:
    """``referee --version`` against a typer program that says hello."""
    referee = str(Path(sys.executable).parent / "referee")
    ours = lambda: run(referee, "--version")  # noqa: E731
    hello = lambda: run(sys.executable, "-c", HELLO)  # noqa: E731
    return [cost("referee --version / typer hello world", ours, hello, 1.0, repeat)]


ROWS = [("start: import", import_row), ("start: version", version_row)]
