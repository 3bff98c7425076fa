"""The command line, run in a process of its own or, which is quicker, in this one."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-c", "from referee.cli import main; main()"]
PLAIN = {"TZ": "UTC", "COLUMNS": "80", "TERM": "xterm"}


@dataclass
class Done:
    """How a command ended."""

    status: int
    stdout: str
    stderr: str


Run = Callable[[Sequence[str], Path, Mapping[str, str], str], Done]
"""Runs arguments in a working directory with more of an environment and something typed."""


def process(args: Sequence[str], cwd: Path, env: Mapping[str, str], typed: str = "") -> Done:
    """A command in a process of its own."""
    done = subprocess.run(
        [*COMMAND, *args],
        cwd=cwd,
        env={**os.environ, **PLAIN, **env},
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    return Done(done.returncode, done.stdout, done.stderr)


def here(args: Sequence[str], cwd: Path, env: Mapping[str, str], typed: str = "") -> Done:
    """A command in this process. It does not wait for the disk."""
    from referee.cli.app import run

    stdout, stderr = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as monkeypatch:
        for key, value in {**PLAIN, **env}.items():
            monkeypatch.setenv(key, value)
        monkeypatch.setattr(os, "fsync", lambda _: None)
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        monkeypatch.chdir(cwd)
        with contextlib.redirect_stdout(stdout), contextlib.redirect_stderr(stderr):
            status = run(list(args))
    return Done(status, stdout.getvalue(), stderr.getvalue())
