"""The worked example of the format document, byte by byte."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

from independent.chance import h32
from independent.codec import Shape, decode, encode
from independent.events import BODIES, FIELDS, Kind
from independent.files import MAGIC

from .people import ADA, BO, INVITATION, MATCH, note

NAMES = ("suite", "match", "kind", "author", "seq", "parents", "step", "digest", "wall", "body")


def pieces(value: Any, wanted: Shape, label: str) -> Iterator[tuple[bytes, str]]:
    """The encoding of a value in pieces, each with what it means."""
    data = encode(value)
    if isinstance(value, list):
        head = len(data) - sum(len(encode(v)) for v in value)
        yield data[:head], f"{label}: array of {len(value)}"
        for i, item in enumerate(value):
            shape = wanted.items[0] if wanted.kind == "list" else wanted.items[i]
            yield from pieces(item, shape, shape.name or label.rstrip("s"))
    elif isinstance(value, (bytes, str)):
        body = value if isinstance(value, bytes) else value.encode()
        head = len(data) - len(body)
        kind = "bytes" if isinstance(value, bytes) else "text"
        yield data[:head], f"{label}: {kind}, {len(body)}"
        for i in range(0, len(body), 16):
            shown = repr(value) if kind == "text" else ""
            yield body[i : i + 16], shown if i == 0 else ""
    else:
        yield data, f"{label}: {value}"


def dump(parts: Iterator[tuple[bytes, str]], offset: int = 0) -> Iterator[str]:
    """Lines of offset, bytes, meaning."""
    for data, meaning in parts:
        shown = data.hex(" ") if len(data) <= 16 else ""
        yield f"{offset:04x}  {shown:<49}{meaning}".rstrip()
        offset += len(data)


def example() -> str:
    """The example as it stands in the format document."""
    raw = note("hi")
    envelope = ADA.sign(raw)
    event = decode(raw)
    shapes = [*FIELDS, BODIES[Kind.NOTE]]
    parts: list[tuple[bytes, str]] = [(b"\x9a", "event: array of 10")]
    for label, value, shape in zip(NAMES, event, shapes, strict=True):
        parts += pieces(value, shape, label)
    file = MAGIC + encode([1, [INVITATION, envelope]])
    first = encode(INVITATION)
    lines = [
        "Ada's root      " + (bytes([1]) * 32).hex(),
        "  identity key  " + ADA.identity.hex(),
        "  box key       " + ADA.box.hex(),
        "Bo's root       " + (bytes([2]) * 32).hex(),
        "  identity key  " + BO.identity.hex(),
        "  box key       " + BO.box.hex(),
        "match           " + MATCH.hex(),
        "",
        f"The NOTE, {len(raw)} bytes:",
        *dump(iter(parts)),
        "id              " + h32("event", raw).hex(),
        "signature       " + envelope[1].hex()[:64],
        "                " + envelope[1].hex()[64:],
        "",
        f"The file, {len(file)} bytes:",
        *dump(iter(_file(first, envelope))),
        "SHA-512         " + hashlib.sha512(file).hexdigest()[:64],
        "                " + hashlib.sha512(file).hexdigest()[64:],
    ]
    return "\n".join(lines) + "\n"


def _file(first: bytes, envelope: list[bytes]) -> list[tuple[bytes, str]]:
    second = encode(envelope)
    raw = envelope[0]
    return [
        (MAGIC, "the first eight bytes of every file"),
        (b"\x92", "file: array of 2"),
        (b"\x01", "version: 1"),
        (b"\x92", "envelopes: array of 2"),
        (first[:1], "envelope: array of 2"),
        (first[1:4], f"raw: bytes, {len(INVITATION[0])}"),
        (INVITATION[0][:16], "PROPOSE begins"),
        (INVITATION[0][16:-16], f"… {len(INVITATION[0]) - 32} bytes more"),
        (INVITATION[0][-16:], "PROPOSE ends"),
        (b"\xc4\x40", "sig: bytes, 64"),
        (INVITATION[1][:16], "64 bytes, the first 16"),
        (INVITATION[1][16:], "… the other 48"),
        (second[:1], "envelope: array of 2"),
        (second[1:3], f"raw: bytes, {len(raw)}"),
        (raw[:16], "the NOTE above begins"),
        (raw[16:], f"… {len(raw) - 16} bytes more"),
        (b"\xc4\x40", "sig: bytes, 64"),
        (envelope[1], "the signature above"),
    ]
