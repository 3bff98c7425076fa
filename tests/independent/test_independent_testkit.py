"""turns/testkit: it is what its script writes, and the second verifier answers as it says."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from independent_data import ROOT, received

import testkit
from independent import codec, events, files
from independent.errors import RefusedError
from independent.report import judge, posted
from testkits.bytes_cases import tagged
from testkits.case import read
from testkits.example import example

KIT = ROOT / "turns" / "testkit"
CASES = sorted(p for p in KIT.iterdir() if p.name != "README.md")
# Only a program that has the toy game's rules can give these answers.
RULES_NEEDED = {
    "charter_config_empty": "ok",
    "charter_config_key_missing": "ok",
    "charter_config_order": "ok",
    "charter_config_seats": "ok",
    "charter_config_spaces": "ok",
    "match_action_illegal": "ok",
    "match_draw_foreign": "X_DRAW",
    "match_part_premature": "X_PART",
    "match_seal_for_action": "ok",
}


def run_codec(data: bytes) -> dict[str, str]:
    return {"value": json.dumps(tagged(codec.decode(data)))}


def run_armor(data: bytes) -> dict[str, str]:
    blocks = files.dearmor(data.decode())
    return {"blocks": " ".join(hashlib.sha512(block).hexdigest() for block in blocks)}


def run_event(data: bytes) -> dict[str, str]:
    return {"id": events.parse(data, bytes(64)).id.hex()}


def run_file(data: bytes) -> dict[str, str]:
    log = received(data)
    assert files.write(log.events) == data
    assert log.charter
    return {"match": log.charter.match.hex(), "events": str(len(log.events))}


def run_fork(data: bytes) -> dict[str, str]:
    name, author, seq = files.convicted(data)
    return {"convicted": f"{name}, member {author}, number {seq}"}


OPS: dict[str, Callable[[bytes], dict[str, str]]] = {
    "codec": run_codec,
    "armor": run_armor,
    "event": run_event,
    "file": run_file,
    "fork": run_fork,
}


def answer(op: str, data: bytes) -> tuple[str, dict[str, str]]:
    """The code, and what an accepted case must come to."""
    try:
        return "ok", OPS[op](data)
    except RefusedError as refused:
        return refused.code, {}


@pytest.mark.parametrize("path", CASES, ids=lambda p: p.name)
def test_case(path: Path) -> None:
    header, data = read(path.read_bytes())
    assert header["referee-testkit"] == "1"
    assert len(data) == int(header["size"])
    assert hashlib.sha512(data).hexdigest() == header["sha512"]
    expect = RULES_NEEDED.get(path.name, header["expect"])
    if header["op"] == "match":
        check_match(header, data, expect)
        return
    code, out = answer(header["op"], data)
    assert code == expect
    if header["expect"] == "ok":
        assert out == {k: v for k, v in header.items() if k in out}
        assert out


def check_match(header: dict[str, str], data: bytes, expect: str) -> None:
    report, verdict = judge(received(data)), json.loads(header["verdict"])
    got = {code for _, code in report.faults} or ({"desync"} if report.desync else {"ok"})
    assert got == {expect}
    if expect == header["expect"]:
        assert [list(fault) for fault in report.faults] == verdict["faults"]
        assert report.desync == [place for place, _ in verdict["desync"]]
    who = posted(report.log)
    assert (-1 if who is None else who) == verdict["posted"]


def test_folder_is_what_the_script_writes() -> None:
    assert testkit.main(["--check"]) == 0


def test_check_sees_a_changed_case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(testkit, "FOLDER", tmp_path)
    assert testkit.main([]) == 0
    assert testkit.main(["--check"]) == 0
    (tmp_path / "codec_int_0").write_bytes(b"")
    assert testkit.main(["--check"]) == 1


def test_kit_covers_every_code_of_refusal() -> None:
    seen = Counter(read(path.read_bytes())[0]["expect"] for path in CASES)
    wanted: dict[str, Any] = {
        "C_": "SIZE TRUNCATED TYPE MINIMAL UTF8 TEXT DEPTH TRAILING",
        "F_": "MAGIC CODEC SHAPE EMPTY ORDER",
        "A_": "NONE END SUM CHAR BITS",
        "H_": "ROSTER HOST KEYS FLAGS CONFIG",
        "E_": "SHAPE SUITE KIND PARENTS MATCH AUTHOR SIGNATURE SEQ FORK",
    }
    codes = {prefix + word for prefix, words in wanted.items() for word in words.split()}
    assert codes - set(seen) == set()
    assert len(CASES) >= 200


def test_format_document_holds_the_example() -> None:
    assert example() in (ROOT / "turns" / "FORMAT.md").read_text()
