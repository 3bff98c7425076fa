"""The configuration of a game: where an option stands in it, and what is wrong with one refused.

The core says that it refuses a configuration, and not always which key was to blame (section 1 of
each interface). That is found by asking it again, with one key at a time.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from referee import _core
from referee.errors import ConfigError
from referee.wire import harmless

Json = Any

OPTIONS: Final = "options"
"""The key below which a game may keep the options of its rules."""

MOST_SEATS: Final = 16
"""Players a match can have at most (P1)."""

TRIED: Final = 64
"""Numbers up to this are tried to tell which ones an option takes."""


def begin(game: str, config: dict[str, Json]) -> _core.Position:
    """The first position of a configuration. Raises ConfigError, UnknownGameError."""
    try:
        return _core.Position.new(game, config)
    except ConfigError as error:
        raise _explained(game, config) or error from None


def placed(game: str, given: dict[str, Json]) -> dict[str, Json]:
    """Options by their own names, each put where the configuration of the game has it."""
    known = _default(game)
    inner = known.get(OPTIONS)
    if not isinstance(inner, dict):
        return given
    config = {key: value for key, value in given.items() if key in known or key not in inner}
    moved = {key: value for key, value in given.items() if key not in config}
    if moved and isinstance(config.setdefault(OPTIONS, {}), dict):
        config[OPTIONS] = {**config[OPTIONS], **moved}
    return config


def changed(game: str, config: dict[str, Json]) -> dict[str, Json]:
    """The options of a whole configuration that are not the usual ones of its seats and cards."""
    base = {key: config[key] for key in ("seats", "set") if key in config}
    try:
        usual = _core.Position.new(game, base).config()
    except ConfigError:
        return {}  # not a number of seats that has a default
    found = {}
    for path in _paths(config):
        value = _at(config, path)
        known = (usual if len(path) == 1 else usual.get(OPTIONS, {})).get(path[-1])
        if path[-1] not in ("game", *base) and value != known:
            found[path[-1]] = value
    return found


def _default(game: str) -> dict[str, Json]:
    """The configuration with all keys, for the fewest seats; empty if a game has no default."""
    for seats in range(1, MOST_SEATS + 1):
        if _takes(game, {"seats": seats}):
            return dict(_core.Position.new(game, {"seats": seats}).config())
    return {}


def _takes(game: str, config: dict[str, Json]) -> bool:
    try:
        _core.Position.new(game, config)
    except ConfigError:
        return False
    return True


def _explained(game: str, config: dict[str, Json]) -> ConfigError | None:
    """The refusal of a configuration with the key that is wrong, if a single one is."""
    known = _default(game)
    if not known:
        return None
    inner = known.get(OPTIONS, {})
    names = [key for key in known if key not in ("game", "seats", "set", OPTIONS)] + [*inner]
    for path in _paths(config):
        here = inner if len(path) > 1 else known
        if path[-1] not in here:
            listed = ", ".join(sorted(names)) or "none"
            why = f"{game} has no option {_told(path[-1])}"
            return ConfigError("config_unknown_key", f"its options: {listed}", why=why)
    seats = {"seats": config.get("seats", known["seats"])}
    base = seats if _takes(game, seats) else {"seats": known["seats"]}
    for path in _paths(config):
        value = _at(config, path)
        if not _takes(game, _with(base, path, value)):
            return _wrong(game, base, path, value, _at(known, path))
    return None


def _paths(config: dict[str, Json]) -> Iterator[list[str]]:
    for key, value in config.items():
        if key == OPTIONS and isinstance(value, dict):
            yield from ([OPTIONS, name] for name in value)
        else:
            yield [key]


def _at(config: dict[str, Json], path: list[str]) -> Json:
    return config[path[0]] if len(path) == 1 else config[path[0]][path[1]]


def _with(base: dict[str, Json], path: list[str], value: Json) -> dict[str, Json]:
    return {**base, path[0]: value if len(path) == 1 else {path[1]: value}}


def _wrong(
    game: str, base: dict[str, Json], path: list[str], value: Json, default: Json
) -> ConfigError:
    key, told = path[-1], _told(value)
    if key == "set":
        why = f"{game} has no card set {told} here"
        return ConfigError("config_set", "see `referee cards list`", why=why)
    why = f"{key} of {game} cannot be {told}"
    if key == "seats":
        why = f"{game} is not for {told} {'seat' if value == 1 else 'seats'}"
    hint = _values(game, base, path, default)
    return ConfigError(f"config_{harmless(key)}", hint, why=why)


def _values(game: str, base: dict[str, Json], path: list[str], default: Json) -> str:
    """What an option can be instead."""
    if isinstance(default, bool):
        return "true or false"
    numbers = [n for n in range(TRIED + 1) if _takes(game, _with(base, path, n))]
    if numbers:
        last = "on" if numbers[-1] == TRIED else f"to {numbers[-1]}"
        return f"a number from {numbers[0]} {last}"
    choices = next(known["choices"] for known in _core.games() if known["id"] == game)
    return " or ".join(choices.get(path[-1], ())) or f"by default it is {_told(default)}"


def _told(value: Json) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return harmless(text[:40])
