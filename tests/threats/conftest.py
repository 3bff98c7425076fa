"""Somebody who was not there and gets the last file."""

from __future__ import annotations

from pathlib import Path

import pytest
from witnesses import Stranger


@pytest.fixture
def stranger(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Stranger:
    """Somebody who was not there."""
    monkeypatch.setenv("REFEREE_HOME", str(tmp_path / "nobody"))
    return Stranger(tmp_path, monkeypatch, capsys)
