"""P3 and P6: hashes under names, and the numbers that a seed stands for."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from .group import ORDER, Point, from_uniform

MASK = (1 << 32) - 1
COLUMNS = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15))
DIAGONALS = ((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))


def full(name: str, *parts: bytes) -> bytes:
    """F of P3: 64 bytes."""
    out = hashlib.sha512()
    for part in (b"referee/v1/" + name.encode(), *parts):
        out.update(len(part).to_bytes(8, "big") + part)
    return out.digest()


def h32(name: str, *parts: bytes) -> bytes:
    """H32 of P3."""
    return full(name, *parts)[:32]


def hs(name: str, *parts: bytes) -> int:
    """Hs of P3: a scalar."""
    return int.from_bytes(full(name, *parts), "little") % ORDER


def hp(name: str, *parts: bytes) -> Point:
    """Hp of P3: a point whose logarithm nobody knows."""
    return from_uniform(full(name, *parts))


def u8(number: int) -> bytes:
    """One byte."""
    return number.to_bytes(1, "big")


def u32(number: int) -> bytes:
    """Four bytes, big endian."""
    return number.to_bytes(4, "big")


def _rotate(x: int, by: int) -> int:
    return (x << by | x >> 32 - by) & MASK


def _block(key: Sequence[int], counter: int) -> list[int]:
    """One ChaCha20 block of RFC 8439 with a zero nonce, as 16 words."""
    start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *key, counter & MASK, 0, 0, 0]
    w = list(start)
    for _ in range(10):
        for a, b, c, d in COLUMNS + DIAGONALS:
            w[a] = w[a] + w[b] & MASK
            w[d] = _rotate(w[d] ^ w[a], 16)
            w[c] = w[c] + w[d] & MASK
            w[b] = _rotate(w[b] ^ w[c], 12)
            w[a] = w[a] + w[b] & MASK
            w[d] = _rotate(w[d] ^ w[a], 8)
            w[c] = w[c] + w[d] & MASK
            w[b] = _rotate(w[b] ^ w[c], 7)
    return [x + y & MASK for x, y in zip(w, start, strict=True)]


def words(seed: bytes) -> Iterator[int]:
    """The key stream of a 32-byte seed as little-endian 32-bit words."""
    key = [int.from_bytes(seed[i : i + 4], "little") for i in range(0, 32, 4)]
    counter = 0
    while True:
        yield from _block(key, counter)
        counter += 1


class Stream:
    """P6: what the rules ask of a seed, in the order they ask."""

    def __init__(self, source: Iterator[int]) -> None:
        self.source = source
        self.used = 0

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, 1 <= n <= 2**31, without bias."""
        limit = (1 << 32) - (1 << 32) % n
        while True:
            word = next(self.source)
            self.used += 1
            if word < limit:
                return word % n

    def die(self, sides: int) -> int:
        """A number from 1 to `sides`."""
        return self.below(sides) + 1

    def draw(self, kinds: Sequence[tuple[int | str, int]]) -> int | str:
        """One kind of a multiset of (kind, count)."""
        rest = self.below(sum(count for _, count in kinds))

        def order(entry: tuple[int | str, int]) -> tuple[int, bytes]:
            kind = entry[0]
            return (kind, b"") if isinstance(kind, int) else (0, kind.encode())

        for kind, count in sorted(kinds, key=order):
            if rest < count:
                return kind
            rest -= count
        raise ValueError("an empty multiset")

    def shuffle(self, n: int) -> list[int]:
        """A permutation of 0 to n - 1."""
        out = list(range(n))
        for i in range(n - 1, 0, -1):
            j = self.below(i + 1)
            out[i], out[j] = out[j], out[i]
        return out
