"""The one exception of the verifier."""

from __future__ import annotations


class RefusedError(Exception):
    """A check failed; `code` is one of the codes of P17."""

    def __init__(self, code: str, why: str = "") -> None:
        super().__init__(f"{code} {why}".strip())
        self.code = code
        self.why = why


def require(condition: object, code: str, why: str = "") -> None:
    """Refuse with `code` unless `condition` holds."""
    if not condition:
        raise RefusedError(code, why)
