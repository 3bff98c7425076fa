"""P20: ML-DSA-65, the one check that is left to the `cryptography` package."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(1 << 10)
def endorsed(key: bytes, message: bytes, signature: bytes) -> bool | None:
    """Whether `signature` is a long-term signature of P20; None without the package."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA65PublicKey
    except ImportError:
        return None

    try:
        MLDSA65PublicKey.from_public_bytes(key).verify(signature, message, b"referee/v1/endorse")
    except (InvalidSignature, ValueError):
        return False
    return True
