"""turns/schema/events.toml against the specification's shapes and the second verifier."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from typing import Any

import pytest
from independent_data import DATA, ROOT, match, received

import verify_independent
from independent import decks, events, files, report
from independent.codec import MAX_DEPTH, MAX_EVENT, Shape, shape
from independent.documents import JSON_FIELDS, document
from independent.shuffles import MAX_FAILED

SCHEMA = tomllib.loads((ROOT / "turns" / "schema" / "events.toml").read_text())
FORMAT = (ROOT / "turns" / "FORMAT.md").read_text()
MEMBER = "[text name, b32 identity, b32 box]"
REVEALS = "[[u deck, u pos, b32 rho]…]"
# Section P13 of the protocol, as it stands there; `member` and `reveals` are defined beside it.
SPECIFIED = {
    "PROPOSE": f"[b32 nonce, text game, b32 rules, b config, [{MEMBER}…] players, "
    f"[{MEMBER}…] keepers, [{MEMBER}…] reserves, [[u t, [u…] committee]…] keys, u grace, u flags]",
    "JOIN": "[b32 commitment, b roll dealing, b deck dealing, b pq]",
    "START": "[[b32…]]",
    "READY": "[b32 nonce, [[u dealer, u purpose, b32 K, b64 proof]…]]",
    "ACTION": f"[b payload, {REVEALS}]",
    "SEAL": "[b32 commitment]",
    "OPEN": f"[b32 nonce, b payload, {REVEALS}]",
    "PART": "[b roll, [[u deck, u pos, b96]…] shows, [[b32 draw id, u index, b96]…] draws]",
    "SHUFFLE": "[[[u deck, b cards, b proof]…]]",
    "DRAW": "[[[u deck, u pos, b32 P, b64 proof]…]]",
    "VOTE": "[u target]",
    "TAKEOVER": "[u seat]",
    "BACK": "[u to]",
    "NOTE": "[text]",
    "POST": "[]",
    "AUDIT": f"[{REVEALS}, [[u step, u deck, b96]…]]",
    "ENDORSE": "[b sig]",
    "RESIGN": "[]",
}


def nameless(wanted: Shape) -> Shape:
    return replace(wanted, name="", items=tuple(map(nameless, wanted.items)))


def by_name() -> dict[str, dict[str, Any]]:
    return {kind["name"]: kind for kind in SCHEMA["kinds"]}


def test_kinds_are_those_of_the_protocol_in_order() -> None:
    assert [kind["name"] for kind in SCHEMA["kinds"]] == list(SPECIFIED)
    assert [kind["number"] for kind in SCHEMA["kinds"]] == list(range(1, 19))
    assert [kind.name for kind in events.Kind] == list(SPECIFIED)


@pytest.mark.parametrize("name", SPECIFIED)
def test_bodies_have_the_specified_shapes(name: str) -> None:
    stated = shape(by_name()[name]["body"])
    assert nameless(stated) == nameless(shape(SPECIFIED[name]))
    assert stated == events.BODIES[events.Kind[name]]


@pytest.mark.parametrize("name", SPECIFIED)
def test_the_format_document_states_each_shape(name: str) -> None:
    row = next(line for line in FORMAT.splitlines() if line.startswith(f"| {name} |"))
    number, body = row.split("|")[2].strip(), row.split("`")[1]
    stated = body.replace("member…", f"{MEMBER}…").replace("reveal…", f"{REVEALS[1:-2]}…")
    assert int(number) == by_name()[name]["number"]
    assert shape(stated) == events.BODIES[events.Kind[name]]


def test_every_element_of_a_body_has_a_name() -> None:
    def named(wanted: Shape) -> bool:
        inner = wanted.kind != "tuple" or all(item.name for item in wanted.items)
        return inner and all(map(named, wanted.items))

    assert all(named(shape(kind["body"])) for kind in SCHEMA["kinds"])
    assert named(shape(SCHEMA["shapes"]["event"]))


def skeleton(wanted: Shape) -> str:
    """The JSON form of a shape as the format document writes it."""
    if wanted.kind == "u":
        return "0"
    if wanted.kind == "list":
        return f"[{skeleton(wanted.items[0])}, …]"
    if wanted.kind == "tuple":
        return "{" + ", ".join(f'"{i.name}": {skeleton(i)}' for i in wanted.items) + "}"
    return "…" if wanted.name in JSON_FIELDS else '"…"'


@pytest.mark.parametrize("name", SPECIFIED)
def test_the_format_document_states_each_json_form(name: str) -> None:
    stated = skeleton(shape(by_name()[name]["body"]))
    assert f"| {name} | `{stated}` |" in FORMAT.splitlines()


def test_the_format_document_numbers_its_sections() -> None:
    sections = [line.split()[1] for line in FORMAT.splitlines() if line.startswith("## P")]
    assert sections == [f"P{i}" for i in range(1, 26)]


def test_silent_kinds_and_json_fields() -> None:
    silent = {kind["name"] for kind in SCHEMA["kinds"] if kind.get("silent")}
    assert silent == {kind.name for kind in events.SILENT}
    fields = {field for kind in SCHEMA["kinds"] for field in kind.get("json", [])}
    assert fields == set(JSON_FIELDS)


def test_head_of_an_event_and_of_a_file() -> None:
    head = shape(SCHEMA["shapes"]["event"])
    assert [nameless(item) for item in head.items] == [nameless(f) for f in events.FIELDS]
    assert bytes.fromhex(SCHEMA["magic"]) == files.MAGIC == match("two")[:8]


def test_limits() -> None:
    assert SCHEMA["limits"] == {
        "file_bytes": files.MAX_FILE,
        "events": files.MAX_EVENTS,
        "event_bytes": MAX_EVENT,
        "author_bytes": files.MAX_AUTHOR,
        "note_bytes": events.MAX_NOTE,
        "nesting": MAX_DEPTH,
        "cards": decks.MAX_CARDS,
        "players": 16,
        "members": events.MAX_MEMBERS,
        "parents": events.MAX_PARENTS,
        "seq": events.MAX_SEQ - 1,
        "step": (1 << 32) - 1,
        "branches": files.MAX_BRANCHES,
        "failed_shuffles": MAX_FAILED,
        "judged_events": report.MAX_JUDGED,
        "name_bytes": 64,
    }


def test_documents_name_every_element(capsys: pytest.CaptureFixture[str]) -> None:
    status = verify_independent.main(["--events", str(DATA / "two.referee")])
    shown = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert status == 0
    assert shown == [document(e) for e in files_of("two")]
    action = next(e for e in shown if e["kind"] == "ACTION")
    assert list(action["body"]) == ["payload", "reveals"]
    assert action["body"]["payload"] == [{"do": "play", "pos": 0}]
    assert list(action["body"]["reveals"][0]) == ["deck", "pos", "rho"]
    assert shown[0]["body"]["keys"][0] == {"committee": [0, 1], "t": 2}
    assert shown[0]["body"]["config"]["position"] is None


def files_of(name: str) -> list[events.Event]:
    return received(match(name)).events


def test_bytes_that_are_no_canonical_json_stand_as_hex() -> None:
    e = next(e for e in files_of("two") if e.kind is events.Kind.ACTION)
    changed = replace(e, body=[b"[ ]", []])
    assert document(changed)["body"]["payload"] == {"hex": "5b205d"}
