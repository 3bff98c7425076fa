"""A command at a terminal of 80 columns, in a process of its own, with a hand at the keys.

Nothing of the program is replaced: keys go in at one end of a pseudo-terminal, what the person
would see comes out of it.
"""

from __future__ import annotations

import os
import re
import select
import struct
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, Self

from program import COMMAND, PLAIN

ASKED: Final = re.compile(r"(?:^|\n)(?P<prompt>(?:1-)?(?P<count>\d+)(?P<signs>, Enter.*)? > )$")
CONFIRM: Final = re.compile(r"(?:^|\n)(?P<prompt>\d+ actions? drafted\. Enter: sign .* > )$")
HABIT: Final = 1.05
"""A little more than the seconds in which an Enter would still belong to the number before it."""

PATIENCE: Final = 120.0
"""Seconds after which a question that does not come will not come."""

Policy = Callable[[str, int], int]
"""What a person chooses who has read the screen since the last key: a number from 1 to so many."""


class Terminal:
    """A running command. ``screen`` is all it has shown, with plain line ends."""

    def __init__(self, args: Sequence[str], cwd: Path, env: Mapping[str, str]) -> None:
        import fcntl
        import pty
        import termios

        self.screen = ""
        self.keys = 0
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self._process = subprocess.Popen(
            [*COMMAND, *args],
            cwd=cwd,
            env={**os.environ, **PLAIN, **env},
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
        )
        os.close(slave)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._master)

    def read(self) -> str | None:
        """What it shows until it asks something; None if it ends before."""
        came, end = b"", time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if not select.select([self._master], [], [], 0.1)[0]:
                continue
            try:
                data = os.read(self._master, 1 << 16)
            except OSError:  # how Linux says that nobody is at the other end any more
                data = b""
            came += data
            shown = came.decode("utf-8", "replace").replace("\r\n", "\n")
            if not data or ASKED.search(shown) or CONFIRM.search(shown):
                self.screen += shown
                return shown if data else None
        raise AssertionError(f"it asks nothing:\n{came.decode('utf-8', 'replace')}")

    def end(self) -> None:
        """Asks the program to end, from outside."""
        self._process.terminate()

    def press(self, key: str) -> None:
        """One key."""
        os.write(self._master, key.encode())
        self.keys += 1

    def play(self, choose: Policy) -> int:
        """Answers every question until the command ends; its exit code."""
        while (shown := self.read()) is not None:
            asked = ASKED.search(shown)
            if asked is None:
                time.sleep(HABIT)
                self.press("\r")
                continue
            count = int(asked["count"])
            number = choose(shown, count)
            for key in str(number):
                self.press(key)
            if number * 10 <= count:
                self.press("\r")
        return self.ended()

    def ended(self) -> int:
        """The exit code, once it has ended."""
        return self._process.wait(PATIENCE)

    def is_raw(self) -> bool:
        """Whether each key goes to the command at once, as it must not when it has ended."""
        import termios

        return not termios.tcgetattr(self._master)[3] & termios.ICANON


def too_long(screen: str) -> list[str]:
    """Lines that a terminal of 80 columns would break."""
    return [line for line in screen.splitlines() if len(line) > 80]
