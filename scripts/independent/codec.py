"""P2: the encoding, its shapes, and canonical JSON."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from .errors import RefusedError, require

MAX_EVENT = 65535
MAX_DEPTH = 8
FORBIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")
# marker -> (bytes of the number that follows, least number that needs them)
INTEGERS = {0xCC: (1, 1 << 7), 0xCD: (2, 1 << 8), 0xCE: (4, 1 << 16), 0xCF: (8, 1 << 32)}
BYTES = {0xC4: (1, 0), 0xC5: (2, 1 << 8)}
TEXTS = {0xD9: (1, 32), 0xDA: (2, 1 << 8)}
ARRAYS = {0xDC: (2, 16)}


def encode(value: Any) -> bytes:
    """The one encoding of an integer, byte string, text or list."""
    if isinstance(value, int):
        require(0 <= value < 1 << 64 and not isinstance(value, bool), "C_TYPE")
        if value < 1 << 7:
            return bytes([value])
        return _head(value, INTEGERS)
    if isinstance(value, bytes):
        return _head(len(value), BYTES) + value
    if isinstance(value, str):
        data = value.encode()
        short = bytes([0xA0 | len(data)]) if len(data) < 32 else _head(len(data), TEXTS)
        return short + data
    items = b"".join(encode(v) for v in value)
    return (bytes([0x90 | len(value)]) if len(value) < 16 else _head(len(value), ARRAYS)) + items


def _head(number: int, forms: dict[int, tuple[int, int]]) -> bytes:
    for marker, (size, _) in forms.items():
        if number < 1 << 8 * size:
            return bytes([marker]) + number.to_bytes(size, "big")
    raise RefusedError("C_SIZE", "too long to be encoded")


class _Reader:
    """One pass from left to right over hostile bytes."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def take(self, count: int) -> bytes:
        require(self.at + count <= len(self.data), "C_TRUNCATED")
        out = self.data[self.at : self.at + count]
        self.at += count
        return out

    def number(self, form: tuple[int, int]) -> int:
        size, least = form
        out = int.from_bytes(self.take(size), "big")
        require(out >= least, "C_MINIMAL")
        return out

    def text(self, size: int) -> str:
        data = self.take(size)
        try:
            out = data.decode()
        except UnicodeDecodeError:
            raise RefusedError("C_UTF8") from None
        require(not FORBIDDEN.search(out), "C_TEXT")
        return out

    def items(self, count: int, depth: int) -> list[Any]:
        require(depth < MAX_DEPTH, "C_DEPTH")
        require(count <= len(self.data) - self.at, "C_TRUNCATED")
        return [self.value(depth + 1) for _ in range(count)]

    def value(self, depth: int) -> Any:
        first = self.take(1)[0]
        if first < 0x80:
            return first
        if first & 0xF0 == 0x90:
            return self.items(first & 15, depth)
        if first & 0xE0 == 0xA0:
            return self.text(first & 31)
        if first in INTEGERS:
            return self.number(INTEGERS[first])
        if first in BYTES:
            return self.take(self.number(BYTES[first]))
        if first in TEXTS:
            return self.text(self.number(TEXTS[first]))
        if first in ARRAYS:
            return self.items(self.number(ARRAYS[first]), depth)
        raise RefusedError("C_TYPE")


def decode(data: bytes, limit: int = MAX_EVENT) -> Any:
    """The value of canonical bytes; refuses with the first `C_` code from left to right."""
    require(len(data) <= limit, "C_SIZE")
    reader = _Reader(data)
    out = reader.value(0)
    require(reader.at == len(data), "C_TRAILING")
    return out


# -- shapes: "[u deck, b32 rho, [text…] names]" as the format document writes them -------------


@dataclass(frozen=True)
class Shape:
    """What a value must look like: `kind` is u, text, b, list or tuple.

    `size` is the length of a byte string that has one; `items` are the elements of a tuple or the
    one element of a list; `name` is what the element is called in documents.
    """

    kind: str
    name: str = ""
    size: int | None = None
    items: tuple[Shape, ...] = ()


_TOKEN = re.compile(r"\s*([\[\],…]|[a-z]+[0-9]*)")


def shape(source: str) -> Shape:
    """Parse a shape. A word after an element is its name."""
    out, rest = _element(_TOKEN.findall(source))
    if rest:
        raise ValueError(source)
    return out


def _element(tokens: list[str]) -> tuple[Shape, list[str]]:
    head, rest = tokens[0], tokens[1:]
    kind, size, items = head, None, []
    if head == "[":
        kind = "tuple"
        while rest[0] != "]":
            item, rest = _element(rest)
            items.append(item)
            if rest[0] == "…":
                kind, rest = "list", rest[1:]
            if rest[0] == ",":
                rest = rest[1:]
        rest = rest[1:]
    elif head[0] == "b":
        kind, size = "b", int(head[1:]) if len(head) > 1 else None
    words = []
    while rest and rest[0] not in ("[", "]", ",", "…"):
        words.append(rest[0])
        rest = rest[1:]
    return Shape(kind, "_".join(words), size, tuple(items)), rest


def fits(value: Any, wanted: Shape) -> bool:
    """Whether a decoded value has the shape."""
    if wanted.kind == "u":
        return isinstance(value, int)
    if wanted.kind == "text":
        return isinstance(value, str)
    if wanted.kind == "b":
        return isinstance(value, bytes) and wanted.size in (None, len(value))
    if not isinstance(value, list):
        return False
    if wanted.kind == "list":
        return all(fits(v, wanted.items[0]) for v in value)
    return len(value) == len(wanted.items) and all(map(fits, value, wanted.items))
