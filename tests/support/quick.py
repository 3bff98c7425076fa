"""Scripted people whose commands run in the test's process, so that matches are quick."""

from __future__ import annotations

import subprocess

from program import here

from people import Person


class Quick(Person):
    """A person whose commands start no process. The command line is the same."""

    def attempt(self, *args: str, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
        """One command, however it ends."""
        self.home.mkdir(parents=True, exist_ok=True)
        env = {"REFEREE_HOME": str(self.home / "keys"), "NO_COLOR": "1"}
        done = here(args, self.home, env, stdin or "")
        return subprocess.CompletedProcess(args, done.status, done.stdout, done.stderr)
