"""Card sets as text that people edit: a strict writer of TOML, and the line of every value.

The standard library reads TOML but neither writes it nor says where a value stood. Only what JSON
documents of card sets hold is written: texts, integers, booleans, lists, objects. TOML has no null:
a key whose value is null is left out.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import Any, Final

Json = Any
Path = tuple[str | int, ...]

WIDTH: Final = 100
FIRST: Final = ("id", "number", "name", "copies")
"""Keys that stand first in a table, so that its reader sees what it is about."""
DEEPEST: Final = 32
"""Nesting of values beyond which :func:`lines` follows no further."""

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def write(document: dict[str, Json]) -> str:
    """A document as TOML. Raises TypeError for what a card set cannot hold."""
    return "\n".join(_table(document, ())).strip("\n") + "\n"


def _table(table: dict[str, Json], path: tuple[str, ...]) -> Iterator[str]:
    """The keys of a table: plain values first, since a header ends them."""
    later = []
    head = [key for key in FIRST if key in table]
    for key in dict.fromkeys([*head, *table]):
        value = table[key]
        if value is None:
            continue
        if _is_table(value, len(path)) or _is_tables(value, len(path)):
            later.append((key, value))
        else:
            yield from _pair(key, value)
    for key, value in later:
        inner = (*path, key)
        name = ".".join(_key(part) for part in inner)
        for item in [value] if isinstance(value, dict) else value:
            yield ""
            yield f"[{name}]" if isinstance(value, dict) else f"[[{name}]]"
            yield from _table(item, inner)


def _is_table(value: Json, depth: int) -> bool:
    """Whether an object gets a header: those near the top do, those of a card stand in its line."""
    return isinstance(value, dict) and depth < 2


def _is_tables(value: Json, depth: int) -> bool:
    found = isinstance(value, list) and value and all(isinstance(item, dict) for item in value)
    return bool(found) and depth < 2


def _pair(key: str, value: Json) -> Iterator[str]:
    line = f"{_key(key)} = {_value(value)}"
    if isinstance(value, list) and len(line) > WIDTH:
        yield f"{_key(key)} = ["
        yield from (f"    {_value(item)}," for item in value)
        yield "]"
    else:
        yield line


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _value(value: Json) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            return _text(value)
        case list():
            return "[" + ", ".join(_value(item) for item in value) + "]"
        case dict():
            pairs = (f"{_key(k)} = {_value(v)}" for k, v in value.items() if v is not None)
            inside = ", ".join(pairs)
            return f"{{ {inside} }}" if inside else "{}"
    raise TypeError(f"a card set holds no {type(value).__name__}")


def _text(text: str) -> str:
    inside = "".join(_ESCAPES.get(c, c if c.isprintable() else f"\\U{ord(c):08x}") for c in text)
    return f'"{inside}"'


# -- where a value stands


def lines(text: str) -> dict[Path, int]:
    """The line (from 1) of every key, list item and table header of valid TOML, by its path.

    A path holds keys and list places: ``("cards", "cards", 3, "copies")``. The text must be one
    that :mod:`tomllib` reads; of any other the answer is as far as it goes.
    """
    finder = _Finder(text)
    with contextlib.suppress(IndexError, ValueError):  # no valid TOML: what was found stands
        finder.run()
    return finder.found


def line_of(found: dict[Path, int], path: Path) -> int:
    """The line of a value, or of the nearest thing around it that has one."""
    for length in range(len(path), 0, -1):
        if path[:length] in found:
            return found[path[:length]]
    return 1


class _Finder:
    """Walks through TOML once, without keeping any value."""

    def __init__(self, text: str) -> None:
        self.text = text.replace("\r\n", "\n") + "\n"
        self.at = 0
        self.line = 1
        self.found: dict[Path, int] = {}
        self.counts: dict[Path, int] = {}

    def run(self) -> None:
        """All lines of the text."""
        table: Path = ()
        while self._blank():
            if self._peek("[["):
                self._skip(2)
                table = self._item_of(self._key())
            elif self._peek("["):
                self._skip(1)
                table = self._place(self._key())
                self.found.setdefault(table, self.line)
            else:
                self._pair(table, 0)
            self._rest_of_line()

    def _item_of(self, keys: list[str]) -> Path:
        head: Path = (*self._place(keys[:-1]), keys[-1])
        number = self.counts.get(head, 0)
        self.counts[head] = number + 1
        self.found.setdefault(head, self.line)
        self.found[*head, number] = self.line
        return (*head, number)

    def _place(self, keys: list[str]) -> Path:
        """The path of a header: of lists of tables the last item is meant."""
        path: Path = ()
        for key in keys:
            path = (*path, key)
            if path in self.counts:
                path = (*path, self.counts[path] - 1)
        return path

    def _pair(self, table: Path, depth: int) -> None:
        line = self.line
        path: Path = (*table, *self._key())
        self.found.setdefault(path, line)
        self._spaces()
        self._expect("=")
        self._value(path, depth)

    def _value(self, path: Path, depth: int) -> None:
        self._spaces()
        if depth > DEEPEST:
            raise ValueError("too deep")
        if self._peek("["):
            self._list(path, depth)
        elif self._peek("{"):
            self._object(path, depth)
        elif self.text[self.at] in "\"'":
            self._string()
        else:
            while self.text[self.at] not in ",]}#\n":
                self.at += 1

    def _list(self, path: Path, depth: int) -> None:
        self._skip(1)
        number = 0
        while self._blank() and not self._peek("]"):
            self.found[*path, number] = self.line
            self._value((*path, number), depth + 1)
            number += 1
            self._blank()
            if self._peek(","):
                self._skip(1)
        self._expect("]")

    def _object(self, path: Path, depth: int) -> None:
        self._skip(1)
        self._spaces()
        while not self._peek("}"):
            self._pair(path, depth + 1)
            self._spaces()
            if self._peek(","):
                self._skip(1)
                self._spaces()
        self._skip(1)

    def _key(self) -> list[str]:
        """A dotted key, up to what follows it."""
        keys = []
        while True:
            self._spaces()
            if self.text[self.at] in "\"'":
                start = self.at
                self._string()
                keys.append(_unquoted(self.text[start : self.at]))
            else:
                bare = _BARE.match(self.text, self.at)
                if bare is None:
                    raise ValueError("no key")
                self.at = bare.end()
                keys.append(bare[0])
            self._spaces()
            if not self._peek("."):
                return keys
            self._skip(1)

    def _string(self) -> None:
        """Any of the four kinds of strings."""
        quote = self.text[self.at]
        fence = quote * 3 if self._peek(quote * 3) else quote
        self.at += len(fence)
        while not self._peek(fence):
            if self.text[self.at] == "\\" and quote == '"':
                self.at += 1
            self.line += self.text[self.at] == "\n"
            self.at += 1
        self.at += len(fence)
        while len(fence) == 3 and self._peek(quote):  # up to two quotes may stand before the end
            self.at += 1

    def _blank(self) -> bool:
        """Passes blanks, comments and line ends; whether anything is left."""
        while self.at < len(self.text):
            char = self.text[self.at]
            if char == "#":
                self.at = self.text.index("\n", self.at)
            elif char in " \t\n":
                self.line += char == "\n"
                self.at += 1
            else:
                return True
        return False

    def _rest_of_line(self) -> None:
        end = self.text.index("\n", self.at)
        self.at, self.line = end + 1, self.line + 1

    def _spaces(self) -> None:
        while self.text[self.at] in " \t":
            self.at += 1

    def _expect(self, text: str) -> None:
        if not self._peek(text):
            raise ValueError(f"no {text}")
        self._skip(len(text))

    def _peek(self, text: str) -> bool:
        return self.text.startswith(text, self.at)

    def _skip(self, count: int) -> None:
        self.at += count


def _unquoted(text: str) -> str:
    """What a quoted key says."""
    import tomllib

    return next(iter(tomllib.loads(f"{text} = 0")))
