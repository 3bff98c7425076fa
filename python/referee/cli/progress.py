"""How far long work is: shown on a terminal's standard error while it goes on, then gone."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from referee.cli.common import tell

PATIENCE: Final = 1.0
"""Seconds of silence before something moves."""


@contextmanager
def bar(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar that is told how much of ``total`` is done; plain lines where there is no terminal."""
    if not sys.stderr.isatty():
        yield lambda done: tell(f"{done} of {total}")
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TimeElapsedColumn

    columns = SpinnerColumn(), "{task.description}", BarColumn(), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(what, total=total)
        yield lambda done: shown.update(task, completed=done)


@contextmanager
def moving(what: str) -> Iterator[None]:
    """A moving line while one call that cannot tell how far it is takes its time.

    Nothing may be asked of the person meanwhile.
    """
    if not sys.stderr.isatty():
        yield
        return
    done = threading.Event()

    def show() -> None:
        if done.wait(PATIENCE):
            return
        from rich.console import Console

        with Console(stderr=True).status(what):
            done.wait()

    shower = threading.Thread(target=show, daemon=True)
    shower.start()
    try:
        yield
    finally:
        done.set()
        shower.join()
