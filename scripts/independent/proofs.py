"""P7 to P12: what members prove. A check refuses with its code of P17 or returns what is proved.

Replays ask the same again, so what costs most is remembered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from .chance import Stream, full, h32, hp, hs, u8, u32, words
from .codec import encode as pack
from .errors import RefusedError, require
from .group import (
    BASE,
    IDENTITY,
    ORDER,
    ZERO,
    Point,
    add,
    combination,
    decode,
    encode,
    negate,
    point,
    scalar,
    subtract,
    times,
    total,
)

Cipher = tuple[bytes, bytes]
Branch = Sequence[Sequence[int]]


def need_point(data: bytes, code: str) -> Point:
    """A transmitted point, or refuse with `code`."""
    out = point(data)
    if out is None:
        raise RefusedError(code, "no point")
    return out


def need_scalar(data: bytes, code: str) -> int:
    """A transmitted scalar, or refuse with `code`."""
    out = scalar(data)
    if out is None:
        raise RefusedError(code, "no scalar")
    return out


@lru_cache(1 << 14)
def known(data: bytes) -> Point:
    """A point that was checked before: a first half of a fresh card may be the identity."""
    out = decode(data)
    if out is None:
        raise RefusedError("G_POINT")
    return out


def cut(data: bytes) -> list[bytes]:
    """Pieces of 32 bytes."""
    return [data[i : i + 32] for i in range(0, len(data), 32)]


# -- P7 ------------------------------------------------------------------------------------------


def same_logarithm(y: bytes, c: bytes, d: bytes, proof: bytes, ctx: bytes) -> bool:
    """Whether `proof` shows log_B(y) = log_c(d)."""
    points = [point(y), decode(c), point(d)]
    e, s = scalar(proof[:32]), scalar(proof[32:])
    if None in points or e is None or s is None:
        return False
    yp, cp, dp = (p or ZERO for p in points)
    first = encode(combination([s, e], [BASE, negate(yp)]))
    second = encode(combination([s, e], [cp, negate(dp)]))
    return e == hs("dleq", ctx, y, c, d, first, second)


@lru_cache(1 << 14)
def part_ok(part: bytes, y: bytes, c: bytes, match: bytes) -> bool:
    """Whether `part` is that of the holder of y on the point c."""
    return len(part) == 96 and same_logarithm(y, c, part[:32], part[32:], match)


def part_point(part: bytes, y: bytes, c: bytes, match: bytes) -> bytes:
    """The point D of a valid part, else `X_PART`."""
    require(part_ok(part, y, c, match), "X_PART")
    return part[:32]


# -- P8 ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Dealing:
    """A checked dealing: commitments, the one-time key, masked shares by member."""

    commitments: list[Point]
    once: bytes
    masked: dict[int, int]


@lru_cache(1 << 10)
def dealing(
    match: bytes, purpose: int, dealer: int, t: int, members: tuple[int, ...], data: bytes
) -> Dealing:
    """Check a dealing as anybody can, else `X_DEALING`."""
    others = [m for m in members if m != dealer]
    require(len(data) == 32 * t + 128 + 32 * len(others), "X_DEALING", "length")
    pieces = cut(data)
    commitments = [need_point(p, "X_DEALING") for p in pieces[:t]]
    once = need_point(pieces[t], "X_DEALING")
    c, s0, s1, *masked = (need_scalar(p, "X_DEALING") for p in pieces[t + 1 :])
    k0 = encode(combination([s0, c], [BASE, negate(commitments[0])]))
    k1 = encode(combination([s1, c], [BASE, negate(once)]))
    where = (match, u8(purpose), u8(dealer), data[: 32 * t], pieces[t], k0, k1)
    require(c == hs("dkg/pop", *where), "X_DEALING", "proof")
    return Dealing(commitments, pieces[t], dict(zip(others, masked, strict=True)))


def commitment_at(commitments: Sequence[Point], x: int) -> Point:
    """The polynomial's value at x, times the base."""
    return combination([pow(x, k, ORDER) for k in range(len(commitments))], commitments)


def share(
    match: bytes, purpose: int, dealer: int, me: int, members: Sequence[int], d: Dealing, k: bytes
) -> tuple[int, bool]:
    """The share of `me` unmasked with the shared point k, and whether it is right."""
    pad = hs("dkg/pad", match, u8(purpose), u8(dealer), u8(me), d.once, k)
    value = (d.masked[me] - pad) % ORDER
    want = commitment_at(d.commitments, members.index(me) + 1)
    return value, encode(times(value, BASE)) == encode(want)


def complaint(
    match: bytes,
    purpose: int,
    dealer: int,
    me: int,
    members: Sequence[int],
    box: bytes,
    d: Dealing,
    k: bytes,
    proof: bytes,
) -> None:
    """A complaint that shows a bad share; one that shows nothing is `X_COMPLAINT`."""
    require(me in d.masked and point(k) is not None, "X_COMPLAINT")
    require(same_logarithm(box, d.once, k, proof, match), "X_COMPLAINT")
    right = share(match, purpose, dealer, me, members, d, k)[1]
    require(not right, "X_COMPLAINT", "the share is right")


@lru_cache(1 << 12)
def interpolate(have: tuple[tuple[int, bytes], ...]) -> Point:
    """The common value of parts (evaluation point, D), with Lagrange coefficients at 0."""
    factors = []
    for x, _ in have:
        n = d = 1
        for other, _ in have:
            if other != x:
                n, d = n * other % ORDER, d * (other - x) % ORDER
        factors.append(n * pow(d, -1, ORDER))
    return combination(factors, [known(data) for _, data in have])


@lru_cache(1 << 4)
def _joint(commitments: tuple[tuple[Point, ...], ...]) -> list[bytes]:
    """What the sum of the polynomials has at 0, 1 and so on, one place for each."""
    together = [total(column) for column in zip(*commitments, strict=True)]
    return [encode(commitment_at(together, x)) for x in range(len(commitments) + 1)]


@dataclass
class Key:
    """A joint key of P8."""

    t: int
    members: list[int]
    public: bytes = b""
    shares: dict[int, bytes] = field(default_factory=dict)

    @classmethod
    def joint(cls, t: int, members: Sequence[int], dealings: dict[int, list[Point]]) -> Key:
        """The key of checked dealings; `X_KEY` if it or a share is the identity."""
        public, *shares = _joint(tuple(tuple(dealings[i]) for i in members))
        require(IDENTITY not in (public, *shares), "X_KEY")
        return cls(t, list(members), public, dict(zip(members, shares, strict=True)))

    def combine(self, parts: dict[int, bytes]) -> Point:
        """The value of parts {member: D}: the t lowest evaluation points count."""
        places = sorted((self.members.index(m) + 1, d) for m, d in parts.items())
        return interpolate(tuple(places[: self.t]))


# -- P9 ------------------------------------------------------------------------------------------


def roll_alpha(start: bytes, salt: bytes, branch: Branch, step: int) -> bytes:
    """What a roll is about."""
    return pack([start, salt, [list(b) for b in branch], step])


@lru_cache(1 << 12)
def roll_point(public: bytes, alpha: bytes) -> bytes:
    """The point that a roll's parts are on."""
    return encode(hp("roll/point", public, alpha))


def roll_seed(key: Key, alpha: bytes, parts: dict[int, bytes]) -> bytes:
    """The seed that t parts give."""
    return h32("roll/seed", key.public, alpha, encode(key.combine(parts)))


# -- P10 -----------------------------------------------------------------------------------------


@lru_cache(1 << 6)
def card_points(match: bytes, deck: int, count: int) -> tuple[bytes, ...]:
    """M_c of a deck, in card order."""
    return tuple(encode(hp("card", match, u8(deck), u32(c))) for c in range(count))


@lru_cache(256)
def _generator(i: int) -> Point:
    return hp("shuffle/hi", u32(i))


@lru_cache(1 << 8)
def ciphers(data: bytes) -> tuple[Cipher, ...]:
    """Transmitted cards: all points, else `X_SHUFFLE`."""
    require(len(data) % 64 == 0, "X_SHUFFLE", "length")
    for piece in cut(data):
        need_point(piece, "X_SHUFFLE")
    return tuple((data[i : i + 32], data[i + 32 : i + 64]) for i in range(0, len(data), 64))


@lru_cache(256)
def shuffle_ok(before: bytes, after: bytes, proof: bytes, public: bytes, ctx: bytes) -> bool:
    """P10.3: whether `after` holds the cards of `before`, masked anew in some order."""
    n = len(before) // 64
    if n == 0 or len(after) != 64 * n or len(proof) != 128 * n + 160:
        return False
    pieces = cut(proof)
    given = [point(p) for p in [*cut(after), *pieces[: 2 * n]]]
    numbers = [scalar(p) for p in pieces[2 * n :]]
    if None in given or None in numbers:
        return False
    points = [p or ZERO for p in given]
    new, c, ch = points[: 2 * n], points[2 * n : 3 * n], points[3 * n :]
    cc, s1, s2, s3, s4, *rest = (s or 0 for s in numbers)
    s_hat, s_new = rest[:n], rest[n:]
    old, x = [known(p) for p in cut(before)], known(public)
    h, hi = hp("shuffle/h"), [_generator(i) for i in range(n)]
    root = full("shuffle/root", ctx, public, before, after, proof[: 32 * n])
    u = [hs("shuffle/u", root, u32(i)) for i in range(n)]
    product = 1
    for factor in u:
        product = product * factor % ORDER
    c_bar = subtract(total(c), total(hi))
    c_hat = subtract(ch[-1], times(product, h))
    minus = -cc % ORDER
    scaled = [minus * factor % ORDER for factor in u]
    t = [
        combination([s1, minus], [BASE, c_bar]),
        combination([s2, minus], [BASE, c_hat]),
        combination([s3, *s_new, *scaled], [BASE, *hi, *c]),
        combination([*s_new, -s4, *scaled], [*new[0::2], BASE, *old[0::2]]),
        combination([*s_new, -s4, *scaled], [*new[1::2], x, *old[1::2]]),
    ]
    for i in range(n):
        last = ch[i - 1] if i else h
        t.append(combination([s_hat[i], s_new[i], minus], [BASE, last, ch[i]]))
    hashed = b"".join(encode(p) for p in t)
    return cc == hs("shuffle/c", root, proof[32 * n : 64 * n], hashed)


def flat(cards: Sequence[Cipher]) -> bytes:
    """Cards as transmitted."""
    return b"".join(a + b for a, b in cards)


def shuffle_context(start: bytes, branch: Branch, step: int, deck: int, author: int) -> bytes:
    """ctx of P10.3."""
    return pack([start, [list(b) for b in branch], step, deck, author])


def prescribed_alpha(start: bytes, salt: bytes, branch: Branch, step: int, deck: int) -> bytes:
    """alpha of P10.4."""
    return pack([start, salt, [list(b) for b in branch], step, deck])


def prescribed_point(public: bytes, alpha: bytes) -> bytes:
    """The point whose part an AUDIT publishes."""
    return encode(hp("deck/point", public, alpha))


@lru_cache(1 << 6)
def prescribed(before: tuple[Cipher, ...], public: bytes, seed: bytes) -> tuple[Cipher, ...]:
    """P10.4: the only output that a lone shuffler may send."""
    order = Stream(words(seed)).shuffle(len(before))
    out = []
    for k in order:
        r = hs("deck/mask", seed, u32(k))
        one = add(known(before[k][0]), times(r, BASE))
        two = add(known(before[k][1]), times(r, known(public)))
        out.append((encode(one), encode(two)))
    return tuple(out)


# -- P11, P12 ------------------------------------------------------------------------------------


@lru_cache(1 << 12)
def draw_ok(first: bytes, asked: bytes, proof: bytes, ctx: bytes) -> bool:
    """Whether a DRAW entry asks for its own card: the author knows rho of P = C1 + rho B."""
    c, s, p = scalar(proof[:32]), scalar(proof[32:]), point(asked)
    if c is None or s is None or p is None or asked == first:
        return False
    t = combination([s, c], [BASE, negate(subtract(p, known(first)))])
    return c == hs("draw", ctx, first, asked, encode(t))


def draw_context(match: bytes, deck: int, pos: int, author: int) -> bytes:
    """ctx of P11."""
    return pack([match, deck, pos, author])


@lru_cache(1 << 12)
def asked_for(first: bytes, rho: int) -> bytes:
    """P = C1 + rho B: what a DRAW asks for."""
    return encode(add(known(first), times(rho, BASE)))


@lru_cache(1 << 12)
def opened(second: bytes, gamma: Point, rho: int = 0, public: bytes = IDENTITY) -> bytes:
    """M = C2 - gamma + rho X."""
    return encode(add(subtract(known(second), gamma), times(rho, known(public))))


def seal(match: bytes, seat: int, step: int, nonce: bytes, payload: bytes) -> bytes:
    """P12: the commitment of a sealed choice."""
    return h32("seal", match, u8(seat), u32(step), nonce, payload)
