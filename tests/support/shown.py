"""Output as a page or a case shows it: ``…`` is anything in a line, alone on a line any lines."""

from __future__ import annotations

import re


def matches(shown: str, printed: str) -> bool:
    """Whether ``printed`` is what is shown; spaces and line feeds at the ends do not count."""
    lines = [
        ".*" if line.strip() == "…" else re.escape(line.rstrip()).replace("…", "[^\n]*")
        for line in shown.strip().split("\n")
    ]
    real = "\n".join(line.rstrip() for line in printed.strip().split("\n"))
    return re.fullmatch("\n".join(lines), real, re.DOTALL) is not None
