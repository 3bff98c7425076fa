"""Anybody reads a file with the Structs alone."""

from __future__ import annotations

import doctest
import io
import sys
from contextlib import redirect_stdout
from pathlib import Path

import msgspec
import pytest

from referee import model
from referee.model import BODIES, Envelope, Kind, Propose, encode_body, read_file


def test_every_kind_has_a_body() -> None:
    assert set(BODIES) == set(Kind)
    assert [kind.value for kind in Kind] == list(range(1, 19))


def test_structs_write_what_they_read(whole_match: bytes) -> None:
    envelopes = read_file(whole_match)
    assert len(envelopes) > 40
    for envelope in envelopes:
        event = envelope.event()
        assert encode_body(event.content()) == bytes(event.body)
        assert msgspec.msgpack.encode(event) == envelope.raw


def test_the_charter_names_its_members(whole_match: bytes) -> None:
    charter = read_file(whole_match)[0].event().content()
    assert isinstance(charter, Propose)
    assert [member.name for member in charter.members] == ["Anna 0", "Ben 1"]
    assert charter.game == "toy"


def test_the_example_of_the_docstring(
    whole_match: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "match.referee"
    path.write_bytes(whole_match)
    monkeypatch.setattr(sys, "argv", ["read", str(path)])
    examples = doctest.DocTestParser().get_examples(model.__doc__ or "")
    program = "".join(example.source for example in examples)
    out = io.StringIO()
    with redirect_stdout(out):
        exec(program, {})
    lines = out.getvalue().splitlines()
    assert len(lines) == len(read_file(whole_match))
    assert lines[0].split() == ["0", "0", "PROPOSE"]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x89RFR\r\n\x1a\n",
        b"\x89RFR\r\n\x1a\n\x92\x02\x90",
        b"\x89RFR\r\n\x1a\n\x92\x01\x91\x92\xc4\x00\xc4\x00",
        b"PK\x03\x04",
    ],
)
def test_what_is_no_file_is_refused(data: bytes) -> None:
    with pytest.raises((ValueError, msgspec.DecodeError), match=r".+"):
        read_file(data)


def test_an_extra_field_is_refused(whole_match: bytes) -> None:
    raw = read_file(whole_match)[0].raw
    longer = msgspec.msgpack.encode([*msgspec.msgpack.decode(raw), 0])
    with pytest.raises(msgspec.ValidationError):
        Envelope(longer, bytes(64)).event()
