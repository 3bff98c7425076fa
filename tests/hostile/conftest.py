"""A match to damage, and a command line to hand the damage to."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from crafting import Table

PATIENCE = 120
"""Seconds after which a command counts as hanging; none of these takes one."""
COMMAND = [sys.executable, "-c", "from referee.cli import main; main()"]


@dataclass
class Ended:
    """How a command ended. ``peak`` is the most memory it held, in bytes."""

    code: int
    out: str
    err: str
    peak: int


@dataclass
class Shell:
    """Runs the real command line in a process and a home of its own."""

    home: Path

    def __call__(self, *args: str | Path) -> Ended:
        out, err = self.home / "out.txt", self.home / "err.txt"
        with out.open("wb") as stdout, err.open("wb") as stderr:
            process = subprocess.Popen(
                [*COMMAND, *map(str, args)],
                env={**os.environ, "REFEREE_HOME": str(self.home / "keys"), "NO_COLOR": "1"},
                cwd=self.home,
                stdin=subprocess.DEVNULL,
                stdout=stdout,
                stderr=stderr,
            )
            status, peak = self._wait(process)
        return Ended(status, out.read_text(), err.read_text(), peak)

    @staticmethod
    def _wait(process: subprocess.Popen[bytes]) -> tuple[int, int]:
        """Exit code and peak memory. A command that hangs is a failure."""
        end = time.monotonic() + PATIENCE
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                process.returncode = os.waitstatus_to_exitcode(status)
                unit = 1 if sys.platform == "darwin" else 1024
                return process.returncode, usage.ru_maxrss * unit
            if time.monotonic() > end:
                process.kill()
                raise AssertionError("the command hangs")
            time.sleep(0.005)


@pytest.fixture(scope="session")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    return Shell(tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="session")
def table() -> Table:
    """Three people in the middle of a match."""
    table = Table("Anna", "Ben", "Cleo", goal=20)
    table.accept()
    table.play(1, most=6)
    table.at_once(0, 1, 2)
    return table


@pytest.fixture(scope="session")
def match(table: Table) -> bytes:
    return bytes(table.log.file())


@pytest.fixture
def save(tmp_path: Path) -> Callable[..., Path]:
    """Writes a file that a command is then given."""

    def write(data: bytes, name: str = "file.referee") -> Path:
        path = tmp_path / name
        path.write_bytes(data)
        return path

    return write
