"""The scripts live in scripts/, which is not a package."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from witnesses import Stranger


@pytest.fixture
def stranger(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Stranger:
    """Somebody who was not there."""
    monkeypatch.setenv("REFEREE_HOME", str(tmp_path / "nobody"))
    return Stranger(tmp_path, monkeypatch, capsys)
