"""The JSON form of events: what tools print, named after the fields of the format document."""

from __future__ import annotations

from typing import Any

from . import canonical
from .codec import Shape
from .events import BODIES, Event

JSON_FIELDS = ("payload", "config")


def form(value: Any, wanted: Shape) -> Any:
    """One element: arrays of named elements become objects, bytes become hex.

    Bytes that hold canonical JSON stand as that JSON; other bytes there as {"hex": …}.
    """
    if wanted.kind == "b":
        return _json(value) if wanted.name in JSON_FIELDS else value.hex()
    if wanted.kind == "list":
        return [form(v, wanted.items[0]) for v in value]
    if wanted.kind == "tuple":
        return {item.name: form(v, item) for v, item in zip(value, wanted.items, strict=True)}
    return value


def _json(data: bytes) -> Any:
    try:
        return canonical.read(data)
    except ValueError:
        return {"hex": data.hex()}


def document(e: Event) -> dict[str, Any]:
    """The JSON form of one event."""
    return {
        "id": e.id.hex(),
        "match": e.match.hex(),
        "kind": e.kind.name,
        "author": e.author,
        "seq": e.seq,
        "parents": [p.hex() for p in e.parents],
        "step": e.step,
        "digest": e.digest.hex(),
        "wall": e.wall,
        "body": form(e.body, BODIES[e.kind]),
        "sig": e.sig.hex(),
    }
