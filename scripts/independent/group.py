"""Edwards25519 arithmetic, ristretto255 (RFC 9496) and the strict Ed25519 of P4.

Points are extended coordinates (X, Y, Z, T) of Python integers. Nothing here is constant time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import lru_cache

Point = tuple[int, int, int, int]

FIELD = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, FIELD) % FIELD
D2 = 2 * D % FIELD
SQRT_M1 = pow(2, (FIELD - 1) // 4, FIELD)
# RFC 9496, section 4.1: the root of a*d - 1 that the standard names.
SQRT_AD_MINUS_ONE = 25063068953384623474111414158702152701244531502492656460079210482610430750235
INVSQRT_A_MINUS_D = 54469307008909316920995813868745141605393597292927456921205312896311721017578
ONE_MINUS_D_SQ = (1 - D * D) % FIELD
D_MINUS_ONE_SQ = (D - 1) ** 2 % FIELD

ZERO: Point = (0, 1, 1, 0)
IDENTITY = bytes(32)
WINDOW = 4
DIGITS = 64


def _odd(x: int) -> int:
    """RFC 9496 calls a field element negative if its least bit is set."""
    return x % FIELD & 1


def _absolute(x: int) -> int:
    x %= FIELD
    return FIELD - x if x & 1 else x


def _sqrt_ratio(u: int, v: int) -> tuple[bool, int]:
    """RFC 9496, 4.2: (was u/v a square, the non-negative root of u/v or of i*u/v)."""
    v3 = v * v % FIELD * v % FIELD
    r = u * v3 % FIELD * pow(u * v3 % FIELD * v3 % FIELD * v % FIELD, (FIELD - 5) // 8, FIELD)
    r %= FIELD
    check = v * r % FIELD * r % FIELD
    u %= FIELD
    minus = -u % FIELD
    if check in (minus, minus * SQRT_M1 % FIELD):
        r = r * SQRT_M1 % FIELD
    return check in (u, minus), _absolute(r)


def add(a: Point, b: Point) -> Point:
    """The sum of two points; complete, so it also doubles."""
    x1, y1, z1, t1 = a
    x2, y2, z2, t2 = b
    m = (y1 - x1) * (y2 - x2) % FIELD
    p = (y1 + x1) * (y2 + x2) % FIELD
    c = t1 * D2 % FIELD * t2 % FIELD
    d = 2 * z1 * z2 % FIELD
    e, f, g, h = p - m, d - c, d + c, p + m
    return e * f % FIELD, g * h % FIELD, f * g % FIELD, e * h % FIELD


def double(a: Point) -> Point:
    """Twice a point."""
    x, y, z, _ = a
    xx, yy = x * x % FIELD, y * y % FIELD
    e = (x + y) ** 2 - xx - yy
    g, h = yy - xx, -xx - yy
    f = g - 2 * z * z
    return e * f % FIELD, g * h % FIELD, f * g % FIELD, e * h % FIELD


def negate(a: Point) -> Point:
    """The inverse of a point."""
    return -a[0] % FIELD, a[1], a[2], -a[3] % FIELD


def subtract(a: Point, b: Point) -> Point:
    """a - b."""
    return add(a, negate(b))


def total(points: Iterable[Point]) -> Point:
    """The sum of any number of points."""
    out = ZERO
    for p in points:
        out = add(out, p)
    return out


def _multiples(p: Point) -> list[Point]:
    out = [ZERO, p]
    while len(out) < 1 << WINDOW:
        out.append(add(out[-1], p))
    return out


def combination(scalars: Sequence[int], points: Sequence[Point]) -> Point:
    """The sum of scalar * point, with one run of doublings for all terms."""
    terms = [(s % ORDER, _multiples(p)) for s, p in zip(scalars, points, strict=True)]
    out = ZERO
    for shift in range(WINDOW * (DIGITS - 1), -1, -WINDOW):
        if out != ZERO:
            for _ in range(WINDOW):
                out = double(out)
        for s, table in terms:
            digit = s >> shift & 15
            if digit:
                out = add(out, table[digit])
    return out


def times(scalar: int, point: Point) -> Point:
    """scalar * point."""
    return combination([scalar], [point])


def decode(data: bytes) -> Point | None:
    """RFC 9496, 4.3.1: the point of a canonical encoding (the identity included), else None."""
    s = int.from_bytes(data, "little")
    if len(data) != 32 or s >= FIELD or s & 1:
        return None
    ss = s * s % FIELD
    u1, u2 = 1 - ss, 1 + ss
    u2_sq = u2 * u2 % FIELD
    v = (-D * u1 * u1 - u2_sq) % FIELD
    square, inv = _sqrt_ratio(1, v * u2_sq)
    den_x = inv * u2 % FIELD
    den_y = inv * den_x % FIELD * v % FIELD
    x = _absolute(2 * s * den_x)
    y = u1 * den_y % FIELD
    t = x * y % FIELD
    if not square or t & 1 or y == 0:
        return None
    return x, y, 1, t


def encode(point: Point) -> bytes:
    """RFC 9496, 4.3.2."""
    x0, y0, z0, t0 = point
    u1 = (z0 + y0) * (z0 - y0) % FIELD
    u2 = x0 * y0 % FIELD
    _, inv = _sqrt_ratio(1, u1 * u2 % FIELD * u2)
    den1, den2 = inv * u1 % FIELD, inv * u2 % FIELD
    z_inv = den1 * den2 % FIELD * t0 % FIELD
    if _odd(t0 * z_inv):
        x, y, den = y0 * SQRT_M1 % FIELD, x0 * SQRT_M1 % FIELD, den1 * INVSQRT_A_MINUS_D % FIELD
    else:
        x, y, den = x0, y0, den2
    if _odd(x * z_inv):
        y = -y
    return _absolute(den * (z0 - y)).to_bytes(32, "little")


def _elligator(data: bytes) -> Point:
    t = int.from_bytes(data, "little") & (1 << 255) - 1
    r = SQRT_M1 * t * t % FIELD
    u = (r + 1) * ONE_MINUS_D_SQ
    v = (-1 - r * D) * (r + D) % FIELD
    square, s = _sqrt_ratio(u, v)
    c = -1
    if not square:
        s, c = -_absolute(s * t), r
    n = (c * (r - 1) * D_MINUS_ONE_SQ - v) % FIELD
    w0, w1, w2, w3 = 2 * s * v % FIELD, n * SQRT_AD_MINUS_ONE % FIELD, 1 - s * s, 1 + s * s
    return w0 * w3 % FIELD, w2 * w1 % FIELD, w1 * w3 % FIELD, w0 * w2 % FIELD


def from_uniform(data: bytes) -> Point:
    """RFC 9496, 4.3.4: the point of 64 uniform bytes."""
    return add(_elligator(data[:32]), _elligator(data[32:]))


BASE: Point = (
    decode(bytes.fromhex("e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76"))
    or ZERO
)


def point(data: bytes) -> Point | None:
    """A transmitted point of P5: canonical and not the identity, else None."""
    return None if data == IDENTITY else decode(data)


def scalar(data: bytes) -> int | None:
    """A transmitted scalar of P5: 32 bytes below the order, else None."""
    value = int.from_bytes(data, "little")
    return value if len(data) == 32 and value < ORDER else None


@lru_cache(256)
def _edwards(data: bytes) -> Point | None:
    """A canonical Ed25519 encoding of a point that is not of small order, else None (P4)."""
    if len(data) != 32:
        return None
    sign, y = data[31] >> 7, int.from_bytes(data, "little") & (1 << 255) - 1
    if y >= FIELD:
        return None
    square, x = _sqrt_ratio(y * y - 1, D * y * y + 1)
    if not square or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = FIELD - x
    p = (x, y, 1, x * y % FIELD)
    eight = double(double(double(p)))
    return None if eight[0] == 0 and eight[1] == eight[2] else p


def usable_key(data: bytes) -> bool:
    """Whether `data` may be an identity key: canonical and not of small order."""
    return _edwards(data) is not None


@lru_cache(1 << 16)
def signature_ok(key: bytes, message: bytes, signature: bytes) -> bool:
    """P4: strict Ed25519, the cofactor not cleared. Remembered: files repeat events."""
    if len(signature) != 64:
        return False
    a, r, s = _edwards(key), _edwards(signature[:32]), scalar(signature[32:])
    if a is None or r is None or s is None:
        return False
    hashed = hashlib.sha512(signature[:32] + key + message).digest()
    k = int.from_bytes(hashed, "little") % ORDER
    left = combination([s, k], [ED_BASE, negate(a)])
    return left[0] * r[2] % FIELD == r[0] * left[2] % FIELD and (
        left[1] * r[2] % FIELD == r[1] * left[2] % FIELD
    )


ED_BASE: Point = _edwards((4 * pow(5, -1, FIELD) % FIELD).to_bytes(32, "little")) or ZERO
