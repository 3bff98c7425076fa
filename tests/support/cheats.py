"""What a cheat computes for himself: secrets by P21, parts, draws, shuffle proofs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

import msgspec
from witnesses import Bench

from independent.chance import full, hp, hs, u8, u32
from independent.codec import encode as pack
from independent.group import (
    BASE,
    ORDER,
    Point,
    add,
    combination,
    decode,
    encode,
    times,
)
from referee.model import MAGIC, Envelope, File, Join, Kind, Shuffle

ROLL, DECK = 0, 1


def envelopes(bench: Bench) -> list[Envelope]:
    """Everything signed, in canonical order."""
    return msgspec.msgpack.decode(memoryview(bench.log.file())[len(MAGIC) :], type=File).envelopes


def match_of(bench: Bench) -> bytes:
    """The id of the match."""
    return bytes.fromhex(bench.log.charter()["match"])


def public_deck_key(bench: Bench) -> Point:
    """X of the deck, from the dealings."""
    total: Point | None = None
    for envelope in envelopes(bench):
        event = envelope.event()
        if event.kind == Kind.JOIN:
            body = event.content()
            assert isinstance(body, Join)
            if body.deck:
                first = _point(body.deck[:32])
                total = first if total is None else add(total, first)
    assert total is not None
    return total


def _point(data: bytes) -> Point:
    found = decode(data)
    assert found is not None
    return found


def start_of(bench: Bench) -> bytes:
    """The id of START."""
    return bytes.fromhex(bench.last("START")["id"])


def cards_now(bench: Bench, deck: int = 0) -> bytes:
    """The ciphertexts of a deck as the last link left them."""
    found = b""
    for envelope in envelopes(bench):
        event = envelope.event()
        if event.kind == Kind.SHUFFLE:
            body = event.content()
            assert isinstance(body, Shuffle)
            found = next(entry.cards for entry in body.decks if entry.deck == deck)
    return found


def fresh_deck(bench: Bench, count: int, deck: int = 0) -> bytes:
    """The deck before the first link: the identity and M of every card."""
    match = match_of(bench)
    return b"".join(bytes(32) + encode(hp("card", match, u8(deck), u32(c))) for c in range(count))


def numbers(seed: str) -> Iterator[int]:
    """Scalars that look random."""
    place = 0
    while True:
        out = hashlib.sha512(f"{seed}/{place}".encode()).digest()
        yield int.from_bytes(out, "little") % ORDER
        place += 1


def same_logarithm(x: int, point: Point, match: bytes) -> bytes:
    """``part(x, C)`` of P7."""
    nonce = next(numbers("dleq"))
    y, d = times(x, BASE), times(x, point)
    c = hs(
        "dleq",
        match,
        encode(y),
        encode(point),
        encode(d),
        encode(times(nonce, BASE)),
        encode(times(nonce, point)),
    )
    return encode(d) + _scalars(c, nonce + c * x)


def _scalars(*values: int) -> bytes:
    return b"".join((value % ORDER).to_bytes(32, "little") for value in values)


def draw_proof(first: bytes, point: bytes, rho: int, match: bytes, where: Sequence[int]) -> bytes:
    """The proof of P11 that P = C1 + rho B; ``where`` is deck, position, author."""
    nonce = next(numbers("draw"))
    ctx = pack([match, *where])
    c = hs("draw", ctx, first, point, encode(times(nonce, BASE)))
    return _scalars(c, nonce + c * rho)


def masked(first: bytes, rho: int) -> bytes:
    """C1 + rho B."""
    return encode(add(_point(first), times(rho, BASE)))


def prove_shuffle(
    before: bytes, order: Sequence[int], key: Point, ctx: bytes
) -> tuple[bytes, bytes]:
    """A link of P10.2 and its proof of P10.3; ``order`` may even name a card twice."""
    source = numbers(f"shuffle {order}")
    old = [_point(before[i : i + 32]) for i in range(0, len(before), 32)]
    n = len(order)
    r = [next(source) for _ in order]
    new = [
        part
        for j, mask in zip(order, r, strict=True)
        for part in (add(old[2 * j], times(mask, BASE)), add(old[2 * j + 1], times(mask, key)))
    ]
    after = b"".join(map(encode, new))
    return after, _prove(before, after, old, new, order, r, key, ctx, source, n)


def _prove(
    before: bytes,
    after: bytes,
    old: list[Point],
    new: list[Point],
    order: Sequence[int],
    r: list[int],
    key: Point,
    ctx: bytes,
    source: Iterator[int],
    n: int,
) -> bytes:
    h, hi = hp("shuffle/h"), [hp("shuffle/hi", u32(i)) for i in range(n)]
    q = [0] * n
    c = [BASE] * n
    for i, j in enumerate(order):
        q[j] = next(source)
        c[j] = add(times(q[j], BASE), hi[i])
    packed = b"".join(map(encode, c))
    root = full("shuffle/root", ctx, encode(key), before, after, packed)
    u = [hs("shuffle/u", root, u32(i)) for i in range(n)]
    turned = [u[j] for j in order]
    q_hat = [next(source) for _ in range(n)]
    c_hat: list[Point] = []
    for i in range(n):
        last = c_hat[i - 1] if i else h
        c_hat.append(combination([q_hat[i], turned[i]], [BASE, last]))
    v = [1] * n
    for i in range(n - 2, -1, -1):
        v[i] = v[i + 1] * turned[i + 1] % ORDER
    w = [next(source) for _ in range(4)]
    w_hat = [next(source) for _ in range(n)]
    w_new = [next(source) for _ in range(n)]
    t = [
        times(w[0], BASE),
        times(w[1], BASE),
        combination([w[2], *w_new], [BASE, *hi]),
        combination([*w_new, -w[3]], [*new[0::2], BASE]),
        combination([*w_new, -w[3]], [*new[1::2], key]),
    ]
    for i in range(n):
        last = c_hat[i - 1] if i else h
        t.append(combination([w_hat[i], w_new[i]], [BASE, last]))
    hats = b"".join(map(encode, c_hat))
    cc = hs("shuffle/c", root, hats, b"".join(map(encode, t)))
    s1 = w[0] + cc * sum(q)
    s2 = w[1] + cc * sum(a * b for a, b in zip(q_hat, v, strict=True))
    s3 = w[2] + cc * sum(a * b for a, b in zip(q, u, strict=True))
    s4 = w[3] + cc * sum(mask * u[j] for mask, j in zip(r, order, strict=True))
    s_hat = [a + cc * b for a, b in zip(w_hat, q_hat, strict=True)]
    s_new = [a + cc * b for a, b in zip(w_new, turned, strict=True)]
    return packed + hats + _scalars(cc, s1, s2, s3, s4, *s_hat, *s_new)
