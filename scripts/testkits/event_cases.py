"""P13: the bytes of one event, before anything else is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from independent.codec import decode, encode
from independent.events import NO_POSITION, ZERO32, Kind

from .case import Case
from .people import ADA, CLOCK, MATCH, PROPOSE, fields, name, note

SUITE, MATCH_AT, KIND, AUTHOR, SEQ, PARENTS, STEP, DIGEST, WALL, BODY = range(10)
GOOD = fields(Kind.NOTE.value, 0, 1, [MATCH], ["hi"])
Change = Callable[[list[Any]], Any]


def put(place: int, value: Any) -> Change:
    """Another value in one field."""
    return lambda event: event.__setitem__(place, value)


def ids(count: int) -> list[bytes]:
    """So many ascending ids."""
    return sorted(name(bytes([i])) for i in range(count))


# name, change of a good NOTE, code, what it is
CHANGES: list[tuple[str, Change, str, str]] = [
    ("suite_2", put(SUITE, 2), "E_SUITE", "a suite that does not exist"),
    ("suite_bytes", put(SUITE, b"\1"), "E_SHAPE", "the suite as bytes"),
    ("match_short", put(MATCH_AT, MATCH[:31]), "E_SHAPE", "31 bytes of a match id"),
    ("match_zero", put(MATCH_AT, ZERO32), "E_MATCH", "zeros stand in PROPOSE only"),
    ("kind_0", put(KIND, 0), "E_KIND", "kinds begin with 1"),
    ("kind_19", put(KIND, 19), "E_KIND", "kinds end with 18"),
    ("kind_and_shape", lambda e: (put(KIND, 19)(e), put(BODY, 0)(e)), "E_KIND", "kind, then body"),
    ("suite_and_kind", lambda e: (put(KIND, 19)(e), put(SUITE, 2)(e)), "E_SUITE", "suite first"),
    ("author_32", put(AUTHOR, 32), "E_SHAPE", "members end with 31"),
    ("seq_4096", put(SEQ, 4096), "E_SHAPE", "numbers end with 4095"),
    ("seq_4095", put(SEQ, 4095), "ok", "the last number"),
    ("step_large", put(STEP, 1 << 32), "E_SHAPE", "steps end with 2^32 - 1"),
    ("step_largest", put(STEP, (1 << 32) - 1), "ok", "the last step"),
    ("digest_short", put(DIGEST, NO_POSITION[:16]), "E_SHAPE", "half a digest"),
    ("wall_text", put(WALL, "now"), "E_SHAPE", "a clock that is no number"),
    ("wall_largest", put(WALL, (1 << 64) - 1), "ok", "any clock below 2^64"),
    ("parents_none", put(PARENTS, []), "E_MATCH", "only PROPOSE has no parents"),
    ("parents_64", put(PARENTS, ids(64)), "ok", "as many parents as there may be"),
    ("parents_65", put(PARENTS, ids(65)), "E_PARENTS", "one parent too many"),
    ("parents_twice", put(PARENTS, [MATCH, MATCH]), "E_PARENTS", "a parent twice"),
    ("parents_descending", put(PARENTS, ids(2)[::-1]), "E_PARENTS", "not ascending"),
    ("parents_number", put(PARENTS, [1]), "E_SHAPE", "a parent that is no id"),
    ("field_missing", lambda e: e.pop(), "E_SHAPE", "nine fields"),
    ("field_extra", lambda e: e.append(0), "E_SHAPE", "eleven fields"),
    ("body_extra", put(BODY, ["hi", 0]), "E_SHAPE", "a NOTE with two elements"),
    ("body_type", put(BODY, [b"hi"]), "E_SHAPE", "a NOTE of bytes"),
    ("note_4096", put(BODY, ["x" * 4096]), "ok", "the longest note"),
    ("note_4097", put(BODY, ["x" * 4097]), "E_SHAPE", "a byte too long"),
    ("note_bytes_count", put(BODY, ["\u00e9" * 2049]), "E_SHAPE", "bytes count, not characters"),
]
# kind, a body that does not fit
BODIES: list[tuple[Kind, Any, str]] = [
    (Kind.JOIN, [bytes(32), b"", b""], "three elements of four"),
    (Kind.START, [[bytes(31)]], "a short id"),
    (Kind.READY, [bytes(32), [[0, 0, bytes(32), bytes(63)]]], "a short proof"),
    (Kind.ACTION, [b"[]", [[0, 0]]], "a reveal without its number"),
    (Kind.SEAL, [bytes(33)], "a long commitment"),
    (Kind.OPEN, [bytes(32), b"[]"], "no list of reveals"),
    (Kind.PART, [b"", [[0, 0, bytes(95)]], []], "a short part"),
    (Kind.SHUFFLE, [[0, b"", b""]], "an entry where a list of entries stands"),
    (Kind.DRAW, [[[0, 0, bytes(32)]]], "an entry without its proof"),
    (Kind.VOTE, ["0"], "a target that is no number"),
    (Kind.TAKEOVER, [], "no seat"),
    (Kind.BACK, [0, 0], "two targets"),
    (Kind.POST, [0], "POST is empty"),
    (Kind.AUDIT, [[]], "one list of two"),
    (Kind.ENDORSE, [[]], "a list where bytes stand"),
    (Kind.RESIGN, [0], "RESIGN is empty"),
]
RAWS: list[tuple[str, bytes, str, str]] = [
    ("not_array", b"\x01", "E_SHAPE", "a number"),
    ("trailing", note("hi") + b"\0", "C_TRAILING", "a byte after the event"),
    ("truncated", note("hi")[:-1], "C_TRUNCATED", "the last byte is missing"),
    ("not_minimal", note("hi").replace(b"\x01\x91\xc4", b"\xcc\x01\x91\xc4"), "C_MINIMAL", "seq"),
    ("text_escape", note("hi").replace(b"hi", b"\x1bi"), "C_TEXT", "an escape in a note"),
    (
        "codec_before_suite",
        note("hi").replace(b"\x9a\x01", b"\x9a\x02")[:-1],
        "C_TRUNCATED",
        "both",
    ),
]


def _propose(place: int, value: Any) -> bytes:
    event = decode(PROPOSE)
    event[place] = value
    return encode(event)


def events() -> Iterator[Case]:
    """Raw events."""
    for label, change, code, about in CHANGES:
        event = [*GOOD]
        change(event)
        yield _case(label, encode(event), code, about)
    for kind, body, about in BODIES:
        event = fields(kind.value, 0, 1, [MATCH], body)
        yield _case(f"body_{kind.name.lower()}", encode(event), "E_SHAPE", about)
    for label, raw, code, about in RAWS:
        yield _case(label, raw, code, about)
    yield _case("propose", PROPOSE, "ok", "an invitation")
    for label, place, value in (
        ("seq", SEQ, 1),
        ("step", STEP, 1),
        ("digest", DIGEST, bytes(32)),
        ("match", MATCH_AT, MATCH),
        ("parents", PARENTS, [MATCH]),
    ):
        about = f"an invitation with another {label}"
        yield _case(f"propose_{label}", _propose(place, value), "E_MATCH", about)
    raw = ADA.sign(note("hi"))[0]
    yield _case("note", raw, "ok", f"a note at {CLOCK + 1} seconds")


def _case(label: str, raw: bytes, code: str, about: str) -> Case:
    extra = {"id": name(raw).hex()} if code == "ok" else {}
    rule = "P2" if code.startswith("C_") else "P13"
    return Case(f"event_{label}", "event", code, rule, about, raw, extra)
