"""Card sets of one's own: written as one text, checked line by line, kept, known to the core.

An owner of the real game corrects a set: :func:`export` writes it as TOML, :func:`read` names
every mistake, :func:`add` keeps it under ``$REFEREE_HOME/sets`` by name and rules hash (P14).
:func:`load_sets` makes kept sets known to the core of this process.

In the text, ``game`` and ``set`` stand once at the top, and each file of the set is a table:
``[cards]`` is ``cards.json``. A key left out is null where the shipped set has nulls.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from referee import _core, disk
from referee.errors import CardSetError, RefereeError, UnknownGameError
from referee.keys import home
from referee.wire import harmless

Json = Any
Place = tuple[str | int, ...]
"""Keys and places in lists, from the top of a text: ``("cards", "cards", 3, "copies")``."""

SHIPPED: Final = "reconstructed-1"
LIMIT: Final = 1 << 20
"""Most bytes of a set's text: ten times what ships."""

KEPT_LIMIT: Final = 8 * LIMIT
"""Most bytes of a kept set: JSON takes up to six for one of the text."""

_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
_STEP = re.compile(r"([^.\[\]]+)|\[(\d{1,6})\]")
_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$| \(at end of document\)$")
_HEAD: Final = """\
# The card set {name} of {game}, to be edited: see `referee cards --help`.
# Give it a name of its own in `set`. Each table below is a file of the set. A key left out is null.
# What speaks of sources (note, confidence, …) changes nothing in a game.
"""


class Mistake(msgspec.Struct, frozen=True):
    """A mistake in a set's text: the line (from 1), the card's id if it is about one, the reason.

    ``file`` and ``path`` say where in the set it is: ``cards.json``, ``cards[3].copies``.
    """

    line: int
    card: str | None
    why: str
    file: str = ""
    path: str = ""

    def __str__(self) -> str:
        about = f" {self.card}:" if self.card else ""
        where = f" ({self.path})" if self.path else ""
        return f"line {self.line}:{about} {self.why}{where}"


class CardSet(msgspec.Struct, frozen=True):
    """A set by name: its files as JSON documents by file name."""

    game: str
    name: str
    files: dict[str, Json]

    @property
    def packed(self) -> dict[str, bytes]:
        """The files as the core takes them."""
        return {name: _packed(document) for name, document in self.files.items()}


class Added(msgspec.Struct, frozen=True):
    """A set that is kept now. ``others`` are hashes of different sets under the same name."""

    game: str
    name: str
    hash: str
    path: Path
    others: list[str]


# -- text and set


def export(game: str, name: str = SHIPPED, rename: str | None = None) -> str:
    """A known set as text, under the name ``rename`` if one is given.

    Raises UnknownGameError, CardSetError ``set.unknown``.
    """
    if rename is not None:
        _check_name(rename)
    from referee import toml

    files = _core.set_files(game, name)
    document: dict[str, Json] = {"game": game, "set": rename or name}
    for file, text in files.items():
        content = msgspec.json.decode(text)
        document[_table(file)] = {k: v for k, v in content.items() if k not in ("game", "set")}
    return _HEAD.format(name=name, game=game) + "\n" + toml.write(document)


def read(text: str, rename: str | None = None) -> tuple[CardSet | None, list[Mistake]]:
    """A set from its text, and every mistake in it. With mistakes there may be no set."""
    import tomllib

    from referee import toml

    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return None, [_syntax(str(error), text)]
    except ValueError:  # of an integer that Python does not read
        return None, [Mistake(1, None, "a number in it has thousands of digits")]
    except RecursionError:
        return None, [Mistake(1, None, "it is nested too deeply")]
    try:
        return _judged(document, toml.lines(text), rename)
    except RecursionError:
        return None, [Mistake(1, None, "it is nested too deeply")]


def _judged(
    document: dict[str, Json], places: dict[Place, int], rename: str | None
) -> tuple[CardSet | None, list[Mistake]]:
    """The set of a text that is TOML, and its mistakes in the order of lines."""
    from referee.toml import line_of

    mistakes = [Mistake(line_of(places, p), None, why) for p, why in _unfit(document, rename)]
    if mistakes:
        return None, sorted(mistakes, key=lambda m: m.line)
    name = rename or document["set"]
    found = CardSet(document["game"], name, _files(document, name))
    for item in _core.check_set(found.game, found.packed):
        path = (_table(item["file"]), *_steps(item["path"]))
        line = line_of(places, path)
        mistakes.append(Mistake(line, item["card"], item["why"], item["file"], item["path"]))
    return found, sorted(mistakes, key=lambda m: m.line)


def _unfit(document: dict[str, Json], rename: str | None) -> Iterator[tuple[Place, str]]:
    """What is wrong with the frame of a text: places and reasons."""
    game = document.get("game")
    known = {item["id"] for item in _core.games() if item["sets"]}
    if not isinstance(game, str) or game not in known:
        yield ("game",), f"game is one of {', '.join(sorted(known))}"
        return
    name = rename or document.get("set")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        yield ("set",), "set is the name of the set: small letters, digits, dots and dashes"
    elif name == SHIPPED:
        yield ("set",), f"{SHIPPED} is the set that ships; give yours a name of its own"
    files = {_table(file) for file in _core.set_files(game, SHIPPED)}
    for key in document.keys() - {"game", "set"} - files:
        yield (key,), f"there is no file {key}.json in a set of {game}"
    for key in sorted(files):
        if not isinstance(document.get(key), dict):
            yield (key,), f"the table [{key}] is missing"
        else:
            yield from _not_json(document[key], (key,))


def _not_json(value: Json, path: Place) -> Iterator[tuple[Place, str]]:
    """Values that TOML has and a card set has not."""
    match value:
        case dict():
            for key, inner in value.items():
                yield from _not_json(inner, (*path, key))
        case list():
            for number, inner in enumerate(value):
                yield from _not_json(inner, (*path, number))
        case bool() | str():
            pass
        case int():
            if abs(value) >= 1 << 53:
                yield path, "the number is too large"
        case float():
            yield path, "a number is an integer here"
        case _:
            yield path, "a card set holds no dates and times"


def _files(document: dict[str, Json], name: str) -> dict[str, Json]:
    """The documents of the files, with game, set and left-out nulls put in again."""
    game = document["game"]
    files = {}
    for file, text in _core.set_files(game, SHIPPED).items():
        content = _with_nulls(document[_table(file)], msgspec.json.decode(text))
        files[file] = {**content, "game": game, "set": name}
    return files


def _with_nulls(value: Json, models: Json) -> Json:
    """``value`` with null for each key left out that is sometimes null in the shipped document.

    ``models`` is what the shipped document has at this place; of lists, any item is a model.
    """
    return _filled(value, [models])


def _filled(value: Json, models: list[Json]) -> Json:
    if isinstance(value, list):
        inner = [item for model in models if isinstance(model, list) for item in model]
        return [_filled(item, inner) for item in value]
    if not isinstance(value, dict):
        return value
    models = [model for model in models if isinstance(model, dict)]
    absent = {key for model in models for key, inner in model.items() if inner is None}
    filled = {
        key: _filled(inner, [model[key] for model in models if key in model])
        for key, inner in value.items()
    }
    return {**dict.fromkeys(absent), **filled}


def _syntax(message: str, text: str) -> Mistake:
    """A text that is no TOML."""
    found = _AT_LINE.search(message)
    line = int(found[1]) if found and found[1] else text.count("\n") + 1
    why = _AT_LINE.sub("", message)
    return Mistake(line, None, f"this is no TOML: {why[:1].lower()}{why[1:]}")


def _steps(path: str) -> Place:
    """``cards[3].copies`` as keys and places."""
    return tuple(found[1] or int(found[2]) for found in _STEP.finditer(path))


def _table(file: str) -> str:
    return file.removesuffix(".json")


def _packed(document: Json) -> bytes:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def _check_name(name: str) -> None:
    if name == SHIPPED or not _NAME.fullmatch(name):
        raise CardSetError(
            "set.name",
            f"a set of one's own is not called {name!r}",
            "small letters, digits, dots and dashes, and not the name of the set that ships",
        )


# -- kept sets


def sets_folder() -> Path:
    """Where sets are kept."""
    return home() / "sets"


def add(text: str, rename: str | None = None) -> Added:
    """Keeps a set, and makes it known to this process.

    Raises CardSetError ``set.mistakes``; a different set under the same name stays as it is.
    """
    found, mistakes = read(text, rename)
    if found is None or mistakes:
        number = f"{len(mistakes)} mistake{'s' * (len(mistakes) != 1)}"
        why = f"the set has {number}, the first: {mistakes[0]}"
        raise CardSetError("set.mistakes", why, "see `referee cards check`")
    load_sets()
    digest = _core.install_set(found.game, found.name, found.packed).hex()
    hashes = [item["hash"] for item in known(found.game) if item["name"] == found.name]
    disk.make_private_dir(sets_folder())
    path = sets_folder() / f"{found.game}.{found.name}.{digest[:16]}.json"
    disk.write_private(path, msgspec.json.encode(found), forgettable=True)
    others = [other for other in hashes if other != digest]
    return Added(found.game, found.name, digest, path, others)


def remove(game: str, name: str, digest: str = "") -> list[Path]:
    """Forgets kept sets of a name, or the one whose rules hash begins with ``digest``.

    Raises CardSetError ``set.unknown``.
    """
    paths = [
        path
        for path in _kept()
        if path.stem.rpartition(".")[0] == f"{game}.{name}"
        and path.stem.rpartition(".")[2].startswith(digest[:16])
    ]
    if not paths:
        called = f"no set of {harmless(game)} called {harmless(name)} is kept here"
        raise CardSetError("set.unknown", called)
    for path in paths:
        path.unlink(missing_ok=True)
    return paths


def known(game: str) -> list[dict[str, str]]:
    """Name and hash of every set of a game in this process. Raises UnknownGameError."""
    for item in _core.games():
        if item["id"] == game:
            sets: list[dict[str, str]] = item["sets"]
            return sets
    raise UnknownGameError(game)


def check_unambiguous(game: str, name: str) -> None:
    """Raises CardSetError ``set.ambiguous`` if several different sets have this name.

    If none has: ``set.unknown``.
    """
    sets = known(game)
    hashes = [item["hash"] for item in sets if item["name"] == name]
    if sets and not hashes:
        raise CardSetError(
            "set.unknown",
            f"there is no set of {game} called {harmless(name)}",
            "see `referee cards list`",
        )
    if len(hashes) > 1:
        raise CardSetError(
            "set.ambiguous",
            f"{len(hashes)} sets of {game} are called {name}: {', '.join(h[:16] for h in hashes)}",
            "remove all but one with `referee cards remove`",
        )


_loaded: set[Path] = set()


def load_sets() -> list[str]:
    """Makes the kept sets known to the core of this process; what is wrong with any, in words.

    Costs nothing where nothing is kept; each set is read once in a process.
    """
    wrong = []
    for path in _kept():
        if path in _loaded:
            continue
        _loaded.add(path)
        try:
            found = msgspec.json.decode(disk.read_private(path, KEPT_LIMIT), type=CardSet)
            _check_name(found.name)
            _core.install_set(found.game, found.name, found.packed)
        except (msgspec.MsgspecError, UnicodeDecodeError, OSError, RefereeError):
            wrong.append(f"the kept card set {path} is damaged; add its file again")
    return wrong


def _kept() -> list[Path]:
    try:
        return sorted(sets_folder().glob("*.json"))
    except OSError:
        return []
