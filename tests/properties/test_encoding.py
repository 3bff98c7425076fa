"""msgspec and the core agree about every value, event and JSON document that either accepts."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from crafting import Signer, unchecked
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec import inspect

from referee import _core
from referee.errors import RefereeError
from referee.model import BODIES, Envelope, Event, File, Kind, encode_body
from referee.wire import canonical_json

Json = Any
NUMBERS = st.integers(0, 2**64 - 1) | st.integers(0, 300)
RANGES = [(0, 9), (11, 31), (127, 159), (0x2028, 0x202E), (0x2066, 0x2069), (0xFEFF, 0xFEFF)]
FORBIDDEN = "".join(chr(c) for low, high in RANGES for c in range(low, high + 1))
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters=FORBIDDEN), max_size=70)
VALUES: st.SearchStrategy[Json] = st.recursive(
    NUMBERS | st.binary(max_size=300) | TEXTS,
    lambda inner: st.lists(inner, max_size=20),
    max_leaves=40,
)


def tagged(value: Json) -> Json:
    """A value as the vectors write it."""
    match value:
        case bytes():
            return {"b": value.hex()}
        case str():
            return {"t": value}
        case list():
            return [tagged(item) for item in value]
    return value


def depth(value: Json) -> int:
    return 1 + max(map(depth, value), default=0) if isinstance(value, list) else 0


@given(VALUES)
@settings(max_examples=200)
def test_what_msgspec_writes_the_core_reads(value: Json) -> None:
    assume(depth(value) <= 8)
    packed = msgspec.msgpack.encode(value)
    assert _core.run_case("codec.encode", {"value": tagged(value)}) == {"out": packed.hex()}
    limit = len(packed)
    assert _core.run_case("codec.decode", {"hex": packed.hex(), "limit": limit}) == {
        "out": tagged(value)
    }


@given(st.binary(max_size=60) | VALUES.map(msgspec.msgpack.encode))
@settings(max_examples=300)
def test_what_the_core_reads_msgspec_writes_again(data: bytes) -> None:
    answer = _core.run_case("codec.decode", {"hex": data.hex()})
    if "out" in answer:
        value = msgspec.msgpack.decode(data)
        assert tagged(value) == answer["out"]
        assert msgspec.msgpack.encode(value) == data
    else:
        assert answer["error"].startswith("C_")


JSON: st.SearchStrategy[Json] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=6)
        | st.dictionaries(st.text("aé\x7f\n\U0001f600", max_size=3), inner)
    ),
    max_leaves=20,
)


@given(JSON)
@settings(max_examples=200)
def test_one_canonical_json(value: Json) -> None:
    packed = canonical_json(value)
    assert json.loads(packed) == value
    assert _core.run_case("json.canonical", {"value": value}) == {"out": packed.decode()}
    assert _core.run_case("json.check", {"hex": packed.hex()}) == {"out": True}
    loose = json.dumps(value).encode()
    assert _core.run_case("json.check", {"hex": loose.hex()}) == {"out": loose == packed}


# -- events and files


def made(kind: inspect.Type) -> st.SearchStrategy[Json]:
    """Anything that a type of the models allows; text as P2 allows it."""
    match kind:
        case inspect.IntType(ge=low, le=high):
            return st.integers(low or 0, 2**64 - 1 if high is None else high)
        case inspect.BytesType(min_length=low, max_length=high):
            return st.binary(min_size=low or 0, max_size=200 if high is None else high)
        case inspect.StrType():
            return TEXTS
        case inspect.ListType(item_type=item):
            return st.lists(made(item), max_size=3)
        case inspect.StructType(cls=struct, fields=fields):
            return st.builds(struct, **{field.name: made(field.type) for field in fields})
    raise AssertionError(kind)


@given(st.data(), st.sampled_from(list(Kind)))
@settings(max_examples=250)
def test_events_of_the_models_are_events_of_the_core(data: st.DataObject, kind: Kind) -> None:
    body = data.draw(made(inspect.type_info(BODIES[kind])))
    packed = encode_body(body)
    assert msgspec.msgpack.decode(packed, type=BODIES[kind]) == body
    parents = [] if kind == Kind.PROPOSE else [bytes(32)]
    match = bytes(32) if kind == Kind.PROPOSE else b"m" * 32
    raw = unchecked(match, kind, 0, 0, parents, packed, wall=1)
    event = msgspec.msgpack.decode(raw, type=Event)
    assert event.content() == body
    assert msgspec.msgpack.encode(event) == raw
    answer = _core.run_case("event.parse", {"raw": raw.hex(), "sig": bytes(64).hex()})
    assert answer["out"]["kind"] == kind.name
    assert answer["out"]["id"] == _core.h32("event", [raw]).hex()


SIGNATURES = st.binary(min_size=64, max_size=64)


@given(st.lists(st.tuples(st.binary(max_size=40), SIGNATURES), max_size=20))
def test_files_round_trip(pairs: list[tuple[bytes, bytes]]) -> None:
    file = File(1, [Envelope(raw, sig) for raw, sig in pairs])
    packed = msgspec.msgpack.encode(file)
    assert msgspec.msgpack.decode(packed, type=File) == file
    assert _core.run_case("codec.decode", {"hex": packed.hex()})["out"] == [
        1,
        [[{"b": raw.hex()}, {"b": sig.hex()}] for raw, sig in pairs],
    ]


@given(st.binary(max_size=300))
@settings(max_examples=200)
def test_bytes_are_never_an_event_without_a_code(raw: bytes) -> None:
    envelope = Signer("Anna").sign(raw)
    log = _core.Log()
    with pytest.raises(RefereeError) as caught:
        log.append(envelope.raw, envelope.sig)
    assert caught.value.code[:2] in {"C_", "E_"}
