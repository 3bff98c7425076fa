"""Inviting to a match: from who plays what, and how, to the body of PROPOSE (protocol P14)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from referee import _core
from referee.config import begin
from referee.errors import MatchError, PositionError
from referee.keys import Contact
from referee.log import CharterInfo
from referee.model import KeyTerms, Propose
from referee.wire import canonical_json

Json = Any

GRACE: Final = 72 * 3600
"""Seconds a player may keep the others waiting before they can vote (P19.5), by default."""

TAKE_BACK: Final = 1
"""Flag of a match in which going back by consent is agreed (P14.4)."""

MODES: Final = {
    "dealerless": "all players open dice and cards together",
    "dealer": "one keeper opens everything; he sees all cards",
    "keepers": "two or three keepers open everything, two of them are needed",
    "agent": "two players and an agent; any two go on without the third",
    "kept": "alone, with a keeper who opens the dice",
    "registered": "alone, with a keeper who knows of every attempt",
    "free": "alone, for practice",
}
"""Ways to open dice and cards, by name; P24 says what each asks a player to trust."""

_SHAPES: Final = {
    # mode: fewest and most players, fewest and most keepers
    "dealerless": (2, 16, 0, 0),
    "dealer": (2, 16, 1, 1),
    "keepers": (2, 16, 2, 3),
    "agent": (2, 2, 1, 1),
    "kept": (1, 1, 1, 1),
    "registered": (1, 1, 1, 1),
    "free": (1, 1, 0, 0),
}


def propose(
    game: str,
    config: dict[str, Json],
    *,
    players: Sequence[Contact],
    keepers: Sequence[Contact],
    reserves: Sequence[Contact],
    mode: str | None,
    threshold: int | None,
    position: Json,
    card_set: str | None,
    grace: int,
    take_back: bool,
    nonce: bytes,
) -> Propose:
    """The body of an invitation that passes the checks of P14.

    ``threshold`` replaces the mode's, for both keys. Raises MatchError ``match.charter``,
    ConfigError, PositionError, UnknownGameError, CardSetError ``set.unknown``, and
    FileRefusedError ``H_CONFIG`` if the rules take the parts but not the whole.
    """
    seats = len(players)
    mode = mode or default_mode(seats, len(keepers))
    _check_shape(mode, seats, len(keepers))
    wanted = config if card_set is None else {**config, "set": card_set}
    whole = _whole_config(game, wanted, seats, position)
    rules = _core.rules_hash(game, whole.get("set", ""))
    packed = canonical_json({"config": whole, "position": position})
    _core.check_config(game, rules, packed, seats)
    decks = _core.decks(game, rules, packed, seats)
    return Propose(
        nonce=nonce,
        game=game,
        rules=rules,
        config=packed,
        players=[who.member() for who in players],
        keepers=[who.member() for who in keepers],
        reserves=[who.member() for who in reserves],
        keys=_keys(game, mode, seats, len(keepers), threshold, with_deck=bool(decks)),
        grace=grace,
        flags=TAKE_BACK if take_back else 0,
    )


def default_mode(players: int, keepers: int) -> str:
    """The mode that a number of keepers suggests."""
    if players == 1:
        return "kept" if keepers else "free"
    return ("dealerless", "dealer")[keepers] if keepers < 2 else "keepers"


def roll_threshold(members: int) -> int:
    """How many of a committee without a dealer open a roll (P14): none of them alone."""
    return min(2, members) if members <= 3 else (members + 2) // 2


def check_entry(charter: CharterInfo, member: int, own: Contact) -> None:
    """Compares an own entry in the charter with what is held, before JOIN (P21).

    Raises MatchError ``match.charter``: another box key there, and nobody could read his shares.
    """
    entry = charter.members[member]
    theirs = (entry.name, entry.identity, entry.box)
    if theirs != (own.name, own.identity.hex(), own.box.hex()):
        raise MatchError(
            "match.charter",
            "the invitation names you with another name or key than yours",
            "send the host your contact card and ask for a new invitation",
        )


def _check_shape(mode: str, players: int, keepers: int) -> None:
    if mode not in MODES:
        raise MatchError(
            "match.charter", f"there is no mode {mode!r}", f"one of {', '.join(MODES)}"
        )
    fewest, most, least_keepers, most_keepers = _SHAPES[mode]
    if not fewest <= players <= most or not least_keepers <= keepers <= most_keepers:
        raise MatchError(
            "match.charter",
            f"mode {mode} is not for {players} players and {keepers} keepers",
            MODES[mode],
        )


def _whole_config(game: str, config: dict[str, Json], seats: int, position: Json) -> Json:
    """The configuration with all its keys: that of the position, where there is one."""
    if config.get("seats", seats) != seats:
        raise MatchError("match.charter", f"the configuration is for {config['seats']} seats")
    if position is None:
        return begin(game, {**config, "seats": seats}).config()
    whole = _core.Position.load(game, position).config()
    if any(whole.get(key) != value for key, value in config.items()):
        raise PositionError("config", "its own configuration is another one")
    return whole


def _keys(
    game: str, mode: str, players: int, keepers: int, threshold: int | None, *, with_deck: bool
) -> list[KeyTerms]:
    seats, dealers = list(range(players)), list(range(players, players + keepers))
    committee = {"agent": seats + dealers, "registered": seats}.get(mode, dealers or seats)
    roll = {"dealer": 1, "kept": 1, "registered": 1, "free": 1, "keepers": 2, "agent": 2}.get(
        mode, roll_threshold(players)
    )
    # In purple a hand decides a match: nobody but all together may look into one (P14).
    deck = len(committee) if game == "purple" and mode in ("dealerless", "agent") else roll
    thresholds = [roll, deck] if with_deck else [roll]
    return [KeyTerms(threshold or number, list(committee)) for number in thresholds]
