"""People whose every command is a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

REFEREE = str(Path(sys.executable).parent / "referee")


class Home:
    """Somebody with a home and a working directory."""

    def __init__(self, path: Path, name: str) -> None:
        self.path = path / name
        self.path.mkdir()
        self.env = {**os.environ, "REFEREE_HOME": str(self.path / "keys"), "NO_COLOR": "1"}
        self.card = self.path / "own.contact"
        self.card.write_text(self.run("key", "new", name.capitalize()))

    def run(self, *args: str) -> str:
        """One command that has to go well."""
        done = self.attempt(*args)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def attempt(self, *args: str, keys: str = "") -> subprocess.CompletedProcess[str]:
        """One command, however it ends."""
        return subprocess.run(
            [REFEREE, *args],
            env=self.env,
            cwd=self.path,
            input=keys,
            capture_output=True,
            text=True,
            timeout=300,
        )

    @contextmanager
    def running(self, *args: str) -> Iterator[subprocess.Popen[str]]:
        """A command that runs beside; killed at the end if it still does."""
        process = subprocess.Popen(
            [REFEREE, *args],
            env=self.env,
            cwd=self.path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            yield process
        finally:
            process.kill()
            process.wait()
