"""Donning the Purple, by its rules.md and interface.md; each chapter of the rules is a module.

`cards` reads a card set, `state` holds the pieces, `documents` writes them down, `imports` judges
where a match may begin, `asking` is how a rule asks. `game` plays the years, `wire` a match.
"""

from .wire import begin

__all__ = ["begin"]
