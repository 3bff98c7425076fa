"""Random games come to the same ends for ever (law L8)."""

from __future__ import annotations

import playouts


def test_the_stored_playouts_are_played_again() -> None:
    assert list(playouts.lines()) == playouts.FILE.read_text("utf-8").splitlines(keepends=True)
