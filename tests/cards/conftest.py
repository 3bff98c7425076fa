"""A home of its own for every test, and a program that forgets what others installed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

REFEREE = str(Path(sys.executable).parent / "referee")
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty ``REFEREE_HOME``."""
    folder = tmp_path / "home"
    monkeypatch.setenv("REFEREE_HOME", str(folder))
    return folder


@pytest.fixture
def run(home: Path, tmp_path: Path) -> Run:
    """One command of its own process, with this home or another."""

    def command(*args: str, at: Path = home) -> subprocess.CompletedProcess[str]:
        env = {**os.environ, "REFEREE_HOME": str(at), "NO_COLOR": "1"}
        return subprocess.run(
            [REFEREE, *args], env=env, cwd=tmp_path, capture_output=True, text=True
        )

    return command
