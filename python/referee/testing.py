"""The entry point of the protocol's vectors."""

from __future__ import annotations

from typing import Any

from referee import _core

Json = Any


def run_case(op: str, given: Json) -> dict[str, Json]:
    """One case: ``{"out": …}``, or ``{"error": code}`` with a code of P17.

    ``op`` and ``given`` as ``turns/testkit`` describes them: bytes are hex, files base64. The toy
    game of the vectors is built in.
    """
    return _core.run_case(op, given)
