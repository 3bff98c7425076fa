"""Everything that happens to files on their way, and everything that pretends to be one."""

from __future__ import annotations

import base64
import gzip
import io
import itertools
import quopri
import zipfile
from collections.abc import Callable

import msgspec
from crafting import Table, envelopes_of, event_id, file_of

from referee import wire
from referee.model import MAGIC, Envelope

Damage = Callable[[bytes], bytes]


def zipped(match: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("turn.referee", match)
    return stream.getvalue()


def bad_signature(match: bytes, at: int = 5) -> bytes:
    """The signature of event ``at`` is that of another."""
    envelopes = envelopes_of(match)
    envelopes[at] = Envelope(envelopes[at].raw, envelopes[at - 1].sig)
    return file_of(envelopes)


def reordered(match: bytes) -> bytes:
    """Two events that may stand in either order stand in the wrong one."""
    envelopes = envelopes_of(match)
    pairs = itertools.pairwise(envelopes)
    beside = [event_id(first) not in second.event().parents for first, second in pairs]
    at = beside.index(True)
    envelopes[at], envelopes[at + 1] = envelopes[at + 1], envelopes[at]
    return file_of(envelopes)


def without_an_event(match: bytes) -> bytes:
    envelopes = envelopes_of(match)
    del envelopes[4]
    return file_of(envelopes)


def other_rules(match: bytes) -> bytes:
    """The invitation to a match with a rule set that nobody has."""
    table = Table("Anna", "Ben", rules=bytes(32), goal=20)
    return bytes(table.log.file())


def other_suite(match: bytes) -> bytes:
    first = envelopes_of(match)[0]
    return file_of([Envelope(first.raw[:1] + b"\x02" + first.raw[2:], first.sig)])


def two_matches(match: bytes) -> bytes:
    other = envelopes_of(bytes(Table("Dora", "Emil", goal=20).log.file()))
    return file_of(sorted(envelopes_of(match)[:1] + other, key=event_id))


DAMAGES: dict[str, tuple[Damage, set[str]]] = {
    # what it is, the codes that may be said of it
    "nothing": (lambda _: b"", {"A_NONE", "F_MAGIC"}),
    "one byte": (lambda _: b"\x89", {"A_NONE", "F_MAGIC"}),
    "the magic alone": (lambda _: MAGIC, {"F_CODEC"}),
    "a zip": (zipped, {"F_MAGIC", "A_NONE"}),
    "a gzip": (lambda m: gzip.compress(m, mtime=0), {"F_MAGIC", "A_NONE"}),
    "a pdf": (
        lambda _: b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<<>>\nendobj",
        {"A_NONE", "F_MAGIC"},
    ),
    "a picture": (lambda _: b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(200), {"F_MAGIC", "A_NONE"}),
    "a text": (lambda _: b"Dear Ben,\n\nyour turn.\n", {"A_NONE"}),
    "zeros": (lambda _: bytes(1 << 20), {"F_MAGIC", "A_NONE"}),
    "line ends made CRLF": (lambda m: m.replace(b"\n", b"\r\n"), {"F_MAGIC"}),
    "line ends made LF": (lambda m: m.replace(b"\r\n", b"\n"), {"F_MAGIC"}),
    "latin-1 made UTF-8": (lambda m: m.decode("latin-1").encode(), {"F_MAGIC"}),
    "bad bytes replaced": (lambda m: m.decode("utf-8", "replace").encode(), {"F_MAGIC"}),
    "seven bits": (lambda m: bytes(b & 127 for b in m), {"F_MAGIC"}),
    "bare base64": (base64.encodebytes, {"A_NONE"}),
    "bare quoted-printable": (quopri.encodestring, {"A_NONE"}),
    "armor cut": (lambda m: wire.armor(m)[:-40].encode(), {"A_END"}),
    "armor with a changed letter": (
        lambda m: wire.armor(m).replace("A", "B", 1).encode(),
        {"A_SUM"},
    ),
    "armor with a strange letter": (
        lambda m: wire.armor(m).replace("A", "é", 1).encode(),
        {"A_CHAR", "A_SUM"},
    ),
    "armor without its digits": (
        lambda m: "\n".join(x for x in wire.armor(m).splitlines() if x[0] != "#").encode(),
        {"A_SUM"},
    ),
    "deep nesting": (lambda _: MAGIC + b"\x91" * 100_000, {"F_CODEC"}),
    "counts of nothing": (lambda _: MAGIC + b"\x92\x01\xdc\xff\xff" * 1000, {"F_CODEC"}),
    "a string of nothing": (lambda _: MAGIC + b"\x92\x01\x91\x92\xc5\xff\xff", {"F_CODEC"}),
    "no canonical form": (lambda m: MAGIC + b"\xdc\x00\x02" + m[9:], {"F_CODEC"}),
    "a map": (lambda _: MAGIC + msgspec.msgpack.encode({"events": []}), {"F_CODEC"}),
    "another shape": (lambda _: MAGIC + msgspec.msgpack.encode([1, 2, 3]), {"F_SHAPE"}),
    "no events": (lambda _: file_of([]), {"F_EMPTY"}),
    "empty events": (lambda _: file_of([Envelope(b"", bytes(64))] * 9), {"C_TRUNCATED"}),
    "many empty arrays": (
        lambda _: MAGIC + msgspec.msgpack.encode([1, [[]] * 65_535]),
        {"F_SHAPE"},
    ),
    "something after it": (lambda m: m + b"\0", {"F_CODEC"}),
    "twice": (lambda m: m + m, {"F_CODEC"}),
    "a bad signature": (bad_signature, {"E_SIGNATURE"}),
    "another order": (reordered, {"F_ORDER"}),
    "an event is missing": (without_an_event, {"E_PARENTS"}),
    "only the end": (lambda m: file_of(envelopes_of(m)[5:]), {"E_MATCH"}),
    "another suite": (other_suite, {"E_SUITE"}),
    "two matches in one": (two_matches, {"E_MATCH", "F_ORDER"}),
    "other rules": (other_rules, {"set.unknown"}),
}
