"""The pages of cards say what the sets say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_card_pages_are_those_of_the_sets() -> None:
    command = [sys.executable, ROOT / "scripts" / "card_pages.py", "--check"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
