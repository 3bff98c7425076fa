"""P2: canonical JSON, the form of payloads and position documents."""

from __future__ import annotations

import json
from typing import Any


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) != len(pairs):
        raise ValueError("a key twice")
    return out


def _refuse(text: str) -> Any:
    raise ValueError(text)


def write(value: Any) -> bytes:
    """The one form of a value."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return text.encode()


def read(data: bytes) -> Any:
    """The value of canonical JSON; anything else is a `ValueError`."""
    try:
        text = data.decode("ascii")
        value = json.loads(
            text, object_pairs_hook=_pairs, parse_float=_refuse, parse_constant=_refuse
        )
        if write(value) != data or _lone_surrogate(value):
            raise ValueError("not the canonical form")
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return value


def _lone_surrogate(value: Any) -> bool:
    if isinstance(value, str):
        return any("\ud800" <= c <= "\udfff" for c in value)
    if isinstance(value, list):
        return any(map(_lone_surrogate, value))
    return isinstance(value, dict) and any(
        _lone_surrogate(k) or _lone_surrogate(v) for k, v in value.items()
    )


def is_payload(data: bytes) -> bool:
    """Whether the bytes are a payload of P18: a canonical array."""
    try:
        return isinstance(read(data), list)
    except ValueError:
        return False
