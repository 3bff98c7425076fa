"""P15: files, the order of their refusals, and fork proofs."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path

from independent.codec import encode
from independent.events import Kind
from independent.files import MAGIC
from independent.group import ORDER

from .case import Case
from .people import ADA, BO, INVITATION, MATCH, Person, fields, name, note, propose
from .vectors import one

Envelope = list[bytes]
STORED = Path(__file__).resolve().parents[2] / "tests" / "data"
EVE = Person("Eve", bytes([9]) * 32)


def file(*envelopes: Envelope) -> bytes:
    """A file of envelopes as they stand."""
    return MAGIC + encode([1, list(envelopes)])


def by_name(*envelopes: Envelope) -> list[Envelope]:
    """Events of one height in canonical order."""
    return sorted(envelopes, key=lambda envelope: name(envelope[0]))


def resigned(envelope: Envelope, signature: bytes) -> Envelope:
    """The same event with another signature."""
    return [envelope[0], signature]


HI = ADA.sign(note("hi"))
HELLO = BO.sign(note("hello", 1, 0))
BOTH = sorted([name(HI[0]), name(HELLO[0])])
ANSWER = ADA.sign(note("well", 0, 2, BOTH))
OTHER_MATCH = ADA.sign(propose(nonce=bytes([8]) * 32))
S = int.from_bytes(HI[1][32:], "little")
WHOLE = file(INVITATION, *by_name(HI, HELLO), ANSWER)


def high_s() -> bytes:
    """A signature whose second half is not below the group's order."""
    return HI[1][:32] + (S + ORDER).to_bytes(32, "little")


def files_of_events() -> Iterator[Case]:
    """Small files of signed events."""
    post = encode(fields(Kind.POST.value, 0, 2, [name(HI[0])], []))
    good: list[tuple[str, bytes, str, int]] = [
        ("smallest", file(INVITATION), "an invitation", 1),
        ("example", file(INVITATION, HI), "the example of the format document", 2),
        ("posted", file(INVITATION, HI, ADA.sign(post)), "closed by a POST", 3),
        ("two_heads", file(INVITATION, *by_name(HI, HELLO)), "two events of one height", 3),
        ("joined", WHOLE, "an event on two heads", 4),
    ]
    for label, data, about, count in good:
        extra = {"match": MATCH.hex(), "events": str(count)}
        yield Case(f"file_{label}", "file", "ok", "P15", about, data, extra)
    for label, data, code, about in _bad():
        yield Case(label, "file", code, "P15", about, data)


def _bad() -> Iterator[tuple[str, bytes, str, str]]:
    def signed(raw: bytes, by: Person = ADA) -> bytes:
        return file(INVITATION, by.sign(raw))

    first = name(HI[0])
    yield "event_author_unknown", signed(note("x", 2, 0), EVE), "E_AUTHOR", "member 2 of two"
    yield "event_seq_gap", signed(note("x", 0, 2)), "E_SEQ", "number 2 after number 0"
    yield "event_seq_repeated", signed(note("x", 0, 0)), "E_SEQ", "number 0 twice on one line"
    yield "event_seq_first", signed(note("x", 1, 1), BO), "E_SEQ", "a first event with number 1"
    yield "event_sig_by_another", signed(note("x"), BO), "E_SIGNATURE", "signed by Bo for Ada"
    flipped = HI[1][:-1] + bytes([HI[1][-1] ^ 1])
    data = file(INVITATION, resigned(HI, flipped))
    yield "event_sig_flipped", data, "E_SIGNATURE", "a bit of the signature"
    data = file(INVITATION, resigned(HI, high_s()))
    yield "event_sig_malleable", data, "E_SIGNATURE", "s is not below the order"
    bare = ADA.signer.sign(HI[0])
    data = file(INVITATION, resigned(HI, bare))
    yield "event_sig_without_prefix", data, "E_SIGNATURE", "the bare bytes were signed"
    data = file(INVITATION, resigned(HI, HELLO[1]))
    yield "event_sig_of_another_event", data, "E_SIGNATURE", "taken from another event"
    data = file(resigned(INVITATION, HI[1]))
    yield "event_sig_propose", data, "E_SIGNATURE", "the invitation's own"
    data = signed(note("x", 0, 1, sorted([MATCH, bytes(32)])))
    yield "event_parent_unknown", data, "E_PARENTS", "a parent that nobody has"
    redundant = ADA.sign(note("x", 0, 2, sorted([MATCH, first])))
    data = file(INVITATION, HI, redundant)
    yield "event_parent_redundant", data, "E_PARENTS", "a parent in the past of another"
    data = file(INVITATION, OTHER_MATCH)
    yield "event_of_another_match", data, "E_MATCH", "an invitation to another match"
    yield "file_without_propose", file(HI), "E_MATCH", "nobody knows the match"
    data = file(INVITATION, *by_name(HI, HELLO)[::-1])
    yield "file_order_swapped", data, "F_ORDER", "equal heights, ids descending"
    yield "file_order_doubled", file(INVITATION, HI, HI), "F_ORDER", "an event twice"
    data = file(INVITATION, ADA.sign(note("x", 0, 2, [first])), HI)
    yield "file_order_child_first", data, "E_PARENTS", "a child before its parent"
    yield from _broken_twice()


def _broken_twice() -> Iterator[tuple[str, bytes, str, str]]:
    """Files broken in two ways: the earlier check of P15 answers."""
    bad_shape = ADA.sign(encode([1]))
    no_signature = resigned(HI, bytes(64))
    data = file(INVITATION, no_signature, bad_shape)
    yield "first_shape_then_signature", data, "E_SHAPE", "all shapes come before any signature"
    raw = propose(flags=2)
    data = file([raw, bytes(64)])
    yield "first_charter_then_signature", data, "H_FLAGS", "the charter before the signatures"
    stranger = [note("x", 2, 0), bytes(64)]
    data = file(INVITATION, stranger)
    yield "first_author_then_signature", data, "E_AUTHOR", "who, then whether he signed"
    data = file(INVITATION, *by_name(HI, HELLO)[::-1], resigned(ANSWER, bytes(64)))
    yield "first_signature_then_order", data, "E_SIGNATURE", "signatures before the order"
    data = file(INVITATION, HI, HI, BO.sign(note("x", 1, 1)))
    yield "first_order_then_seq", data, "F_ORDER", "the order before the numbers"
    raw = note("x", 0, 5, sorted([MATCH, name(HI[0])]))
    data = file(INVITATION, HI, ADA.sign(raw))
    yield "first_parents_then_seq", data, "E_PARENTS", "redundant parents before numbers"


def damaged_files() -> Iterator[Case]:
    """Damage to the bytes of a file."""
    long = WHOLE + b"\0"
    no_bytes = MAGIC + encode([1, [["x", HI[1]]]])
    table: list[tuple[str, bytes, str, str]] = [
        ("magic_png", b"\x89PNG" + WHOLE[4:], "F_MAGIC", "another kind of file"),
        ("magic_crlf", WHOLE.replace(b"\r\n", b"\n", 1), "F_MAGIC", "line ends were changed"),
        ("magic_seven_bits", bytes([9]) + WHOLE[1:], "F_MAGIC", "the high bit was lost"),
        ("magic_short", MAGIC[:7], "F_MAGIC", "seven bytes"),
        ("magic_alone", MAGIC, "F_CODEC", "nothing after the first eight bytes"),
        ("zero", b"", "F_MAGIC", "no bytes"),
        ("truncated", WHOLE[:-1], "F_CODEC", "the last byte is missing"),
        ("trailing", long, "F_CODEC", "a byte after the last one"),
        ("codec_map", MAGIC + b"\x80", "F_CODEC", "a map"),
        ("version_2", MAGIC + encode([2, [INVITATION]]), "F_SHAPE", "another version"),
        ("three_fields", MAGIC + encode([1, [INVITATION], 0]), "F_SHAPE", "three elements"),
        ("number", MAGIC + encode(1), "F_SHAPE", "a number"),
        ("envelope_text", no_bytes, "F_SHAPE", "an event that is text"),
        ("envelope_short_sig", file([HI[0], HI[1][:63]]), "F_SHAPE", "a signature of 63 bytes"),
        ("envelope_three", file([*HI, b""]), "F_SHAPE", "an envelope of three"),
        ("empty", file(), "F_EMPTY", "no events"),
    ]
    for label, data, code, about in table:
        yield Case(f"file_{label}", "file", code, "P15", about, data)


# ending of the vector's id, name
PROOFS = {
    "two-fork-proof": "good",
    "two-fork-proof-flipped": "signature",
    "two-fork-proof-same": "same_event",
    "two-fork-proof-magic": "magic",
    "two-fork-proof-version": "version",
    "two-fork-proof-no-propose": "without_propose",
    "two-fork-proof-other-propose": "other_match",
    "two-fork-proof-reversed": "descending",
    "two-fork-proof-stranger": "stranger",
    "two-fork-proof-other-seq": "other_seq",
}


def fork_proofs() -> Iterator[Case]:
    """Proofs that one author signed two events with one number."""
    for ending, label in PROOFS.items():
        case = one("matches", ending)
        code = case.get("error", "ok")
        data = base64.b64decode(case["in"]["file"])
        extra = {}
        if code == "ok":
            who, author, seq = case["out"]
            extra = {"convicted": f"{who}, member {author}, number {seq}"}
        about = f"a fork proof: {label.replace('_', ' ')}"
        yield Case(f"fork_{label}", "fork", code, "P15", about, data, extra)
