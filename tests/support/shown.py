"""Output as a page or a case shows it: ``…`` is anything in a line, alone on a line any lines."""

from __future__ import annotations

import re


def matches(shown: str, printed: str) -> bool:
    """Whether ``printed`` is what is shown; spaces and line feeds at the ends do not count."""
    pattern = "".join(
        "(?:[^\n]*\n)*"
        if line.strip() == "…"
        else re.escape(line.rstrip()).replace("…", "[^\n]*") + "\n"
        for line in shown.strip("\n").split("\n")
    )
    real = "".join(f"{line.rstrip()}\n" for line in printed.strip("\n").split("\n"))
    return re.fullmatch(pattern, real) is not None
