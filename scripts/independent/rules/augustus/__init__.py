"""Rise of Augustus, by spec/augustus/rules.md and interface.md: a module for each chapter.

The chapters are generators: each `yield` is a question of `questions`, and what is sent back is its
answer. `table` is the position between them, `game` holds both together, `wire` makes it a match.
Where the deck is encrypted, `unseen` is the game and `closed` the match. `imports` judges where a
match may begin.
"""

from ..game import Json
from ..match import Match
from .cards import CardSet
from .closed import ClosedMatch
from .game import Augustus
from .unseen import UnseenAugustus
from .wire import AugustusMatch


def begin(config: Json, position: Json, files: dict[str, Json]) -> Match:
    """Section 9.1: a first game and a match from a position are open; other decks are encrypted."""
    game = Augustus.begin(CardSet(files["objectives.json"]), config, position)
    if config["first_game"] or position is not None:
        return AugustusMatch(game)
    return ClosedMatch(UnseenAugustus.face_down(game))


__all__ = ["begin"]
