"""Answers from a person at the keyboard: a key is enough where it is unambiguous."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import typer

ENTER = ""
"""What Enter alone stands for."""

END: Final = "\x04"
"""The end of the input, Ctrl-D."""

STOP: Final = "\x03"
"""Ctrl-C."""

LINE: Final = 256
"""Characters of a line that can be an answer; what stands behind them is no other answer."""

BURST: Final = 1024
"""Bytes that are read at once; of a longer paste the end stands for all of it."""

REST_SECONDS: Final = 0.05
"""How long the rest of a key that sends several bytes may be on its way."""

_CUT: Final = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|O)?\Z")
"""The end of keys that breaks off within an arrow or the like."""

_BY_HAND: Final = re.compile(r"[0-9\x7f\b]*[\r\n]*|([^\x1b])\1*")
"""Several keys at once that one answers with: digits and Enter, or the same key again."""

HABIT_SECONDS: Final = 1.0
"""An Enter this soon after a number that needed none belongs to that number; a second counts."""

_needed_no_enter = float("-inf")
"""When a number last answered without Enter."""


def ask(prompt: str, count: int, letters: str) -> str:
    """A number from 1 to ``count``, one of ``letters``, or :data:`ENTER`.

    At a terminal a letter answers at once, and so does a digit that no other number begins with.
    From a file or pipe an answer is a line; the end of the input is ``q``.
    """
    if not sys.stdin.isatty():
        return _line(prompt)
    answer = None
    with _each_key():
        # The question comes when keys are listened to: none that answers it can be lost.
        typer.echo(prompt, nl=False, err=True)
        typed = ""
        while answer is None:
            for key in _typed():
                typed, answer = _press(typed, key, count, letters)
                if answer is not None:
                    break
    typer.echo(err=True)
    return answer


@contextmanager
def _each_key() -> Iterator[None]:
    """The terminal gives each key at once, from now on; what was typed before is forgotten."""
    if os.name != "posix":
        yield
        return
    import signal
    import termios
    import tty

    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    # Ended from outside, the program still leaves the terminal as it was.
    ending = signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    tty.setraw(terminal)
    try:
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
        signal.signal(signal.SIGTERM, ending)


def _typed() -> str:
    """The keys that came at once: one, or several of a fast hand.

    Arrows and the like begin with an escape and end with letters and digits that nobody has typed,
    and a paste answers nothing: of both only what ends the input or the program is left.
    """
    if os.name == "posix":
        keys = _burst(sys.stdin.fileno()).decode("utf-8", "replace") or END
    else:
        try:
            keys = typer.getchar() or END
        except EOFError:
            return END
    if len(keys) == 1 or _BY_HAND.fullmatch(keys):
        return keys
    return "".join(key for key in keys if key in END + STOP)


def _burst(terminal: int) -> bytes:
    """What a terminal has for us; of a key that sends several bytes all of them."""
    import select

    keys = read = os.read(terminal, BURST)
    while _CUT.search(keys) or len(read) == BURST:
        if not select.select([terminal], [], [], REST_SECONDS)[0]:
            break
        read = os.read(terminal, BURST)
        if not read:
            break
        keys = keys[-BURST:] + read
    return keys


def _press(typed: str, key: str, count: int, letters: str) -> tuple[str, str | None]:
    """What is typed after one more key, and the answer if it is one."""
    global _needed_no_enter
    if key in "\r\n":
        habit = not typed and time.monotonic() - _needed_no_enter < HABIT_SECONDS
        _needed_no_enter = float("-inf")
        return typed, None if habit else typed
    if key == END:
        return typed, "q"
    if key == STOP:
        raise KeyboardInterrupt
    if key in "\x7f\b" and typed:
        typer.echo("\b \b", nl=False, err=True)
        return typed[:-1], None
    if key.isdecimal() and key.isascii() and 0 < int(typed + key) <= count:
        typed += key
        typer.echo(key, nl=False, err=True)
        if int(typed) * 10 > count:
            _needed_no_enter = time.monotonic()
            return typed, typed
    elif not typed and key in letters:
        typer.echo(key, nl=False, err=True)
        return key, key
    return typed, None


def _line(prompt: str) -> str:
    typer.echo(prompt, nl=False, err=True)
    line = part = sys.stdin.readline(LINE)
    while part and not part.endswith("\n"):
        part = sys.stdin.readline(LINE)
    typer.echo(err=True)
    return line.strip() if line else "q"
