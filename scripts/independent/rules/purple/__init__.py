"""Donning the Purple, by its rules.md and interface.md; each chapter of the rules is a module.

`cards` reads a card set, `state` holds the pieces, `documents` writes them down, `imports` judges
where a match may begin, `asking` is how a rule asks. `game` plays the years, `wire` a match. Where
decks are encrypted, `unseen` is the game and `closed` the match.
"""

from ..game import Json
from .closed import ClosedMatch
from .game import Purple
from .unseen import UnseenPurple
from .wire import PurpleMatch


def begin(config: Json, position: Json, files: dict[str, Json]) -> PurpleMatch:
    """Section 9.1: matches of one and matches from a position are open."""
    game = Purple.begin(config, position, files)
    if config["seats"] == 1 or position is not None:
        return PurpleMatch(game)
    return ClosedMatch(UnseenPurple.begin(config, None, files))


__all__ = ["begin"]
