"""What a bot would choose in a person's place.

A bot knows what its seat may see and no more. Its own dice come from the position alone, so that
the same position has the same advice, and nothing of the match's randomness is touched.
"""

from __future__ import annotations

from typing import Any

import msgspec

from referee.errors import MatchError
from referee.log import EventLog
from referee.tally import bots_of, check_bot
from referee.wire import harmless

Json = Any


class Advice(msgspec.Struct, frozen=True):
    """What ``bot`` would choose: ``number`` counts the decision's ``legal`` from 1.

    ``number`` and ``action`` are None if it would leave the answer as it is drafted.
    """

    bot: str
    number: int | None
    action: Json


def advise(
    log: EventLog, member: int, root: bytes | None, drafted: list[Json], bot: str = ""
) -> Advice:
    """The advice for what ``member`` has to decide after what is drafted.

    ``root`` opens his hidden cards; without a name it is the last of the game's bots. Raises
    MatchError ``match.not_asked``, ``match.no_bots``, UsageError ``usage.bot``.
    """
    game = log.charter.game
    bots = bots_of(game)
    if not bots:
        raise MatchError("match.no_bots", f"no bot plays {harmless(game)}", "see `referee games`")
    if bot:
        check_bot(game, bot, bots)
    decision = log.core.decision(member, root, drafted)
    if decision is None:
        raise MatchError("match.not_asked", "nothing is asked of you now", "see `referee status`")
    name, seed = bot or bots[-1], bytes.fromhex(log.verdict.digest)
    place = log.core.advise(member, root, drafted, name, seed)
    if place is None:
        return Advice(name, None, None)
    return Advice(name, place + 1, decision["legal"][place])
