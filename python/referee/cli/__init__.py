"""The command line. Only this package prints."""

from __future__ import annotations

import sys


def main() -> None:
    """The program ``referee``. What it loads, it loads when a verb needs it."""
    if sys.argv[1:] in (["--version"], ["-V"]):
        from referee import _core

        print(f"referee {_core.__version__}")
        return
    from referee.cli.app import run

    sys.exit(run())
