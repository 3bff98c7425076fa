"""P14: invitations, each a file of one signed event."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from independent.codec import encode
from independent.files import MAGIC

from .case import Case
from .people import ADA, BO, GAME, Person, config, name, propose

CAI = Person("Cai", bytes([3]) * 32)
SMALL_ORDER = bytes([1]) + bytes(31)
TWO = [ADA.entry(), BO.entry()]
STRANGERS = {"players": [BO.entry(), CAI.entry()], "reserves": [ADA.entry()]}


def renamed(label: str) -> list[Any]:
    """Two players of whom the second has another name."""
    return [ADA.entry(), [label, BO.identity, BO.box]]


def with_keys(identity: bytes = BO.identity, box: bytes = BO.box) -> list[Any]:
    """Two players of whom the second has other keys."""
    return [ADA.entry(), ["Bo", identity, box]]


def crowd(count: int) -> list[Any]:
    """So many different members."""
    people = (Person(f"Player {i}", bytes([100 + i]) * 32) for i in range(count - 1))
    return [ADA.entry(), *(p.entry() for p in people)]


# name, changed fields, code, what it is
CHARTERS: list[tuple[str, dict[str, Any], str, str]] = [
    ("good", {}, "ok", "two players who roll together"),
    ("roster_empty", {"players": [], "keepers": TWO}, "H_ROSTER", "no players"),
    ("roster_17", {"players": crowd(17)}, "H_ROSTER", "seventeen players"),
    ("roster_33", {"reserves": crowd(33)[2:]}, "H_ROSTER", "thirty-three members"),
    ("identity_twice", {"players": with_keys(identity=ADA.identity)}, "H_ROSTER", "one key twice"),
    ("box_twice", {"players": with_keys(box=ADA.box)}, "H_ROSTER", "one box key twice"),
    ("identity_small", {"players": with_keys(SMALL_ORDER)}, "H_ROSTER", "a key of small order"),
    ("identity_high", {"players": with_keys(b"\xff" * 32)}, "H_ROSTER", "not canonical"),
    ("box_zero", {"players": with_keys(box=bytes(32))}, "H_ROSTER", "the identity as box key"),
    ("box_odd", {"players": with_keys(box=b"\1" + bytes(31))}, "H_ROSTER", "no point"),
    ("name_empty", {"players": renamed("")}, "H_ROSTER", "a member without a name"),
    ("name_64", {"players": renamed("x" * 64)}, "ok", "the longest name"),
    ("name_65", {"players": renamed("x" * 65)}, "H_ROSTER", "a name too long"),
    ("name_lines", {"players": renamed("a\nb")}, "H_ROSTER", "a name of two lines"),
    ("host_reserve", {**STRANGERS, "author": 2}, "H_HOST",
     "the host may not be a reserve"),
    ("keys_none", {"keys": []}, "H_KEYS", "no key"),
    ("keys_three", {"keys": [[2, [0, 1]]] * 3}, "H_KEYS", "three keys"),
    ("keys_empty", {"keys": [[1, []]]}, "H_KEYS", "nobody on the committee"),
    ("keys_twice", {"keys": [[2, [0, 0]]]}, "H_KEYS", "a member twice"),
    ("keys_stranger", {"keys": [[2, [0, 2]]]}, "H_KEYS", "no such member"),
    ("keys_t_0", {"keys": [[0, [0, 1]]]}, "H_KEYS", "a threshold of 0"),
    ("keys_t_1", {"keys": [[1, [0, 1]]]}, "H_KEYS", "one of two could roll alone"),
    ("keys_t_3", {"keys": [[3, [0, 1]]]}, "H_KEYS", "a threshold above the members"),
    ("keys_alone_t_2", {"keys": [[2, [0]]]}, "H_KEYS", "a threshold of two for one"),
    ("keys_alone", {"keys": [[1, [1]]]}, "ok", "a committee of one"),
    ("flags_2", {"flags": 2}, "H_FLAGS", "a flag that does not exist"),
    ("roster_and_keys", {"players": renamed(""), "keys": []}, "H_ROSTER", "the roster comes first"),
    ("keys_and_flags", {"keys": [], "flags": 2}, "H_KEYS", "the keys come before the flags"),
]  # fmt: skip
SOLO = {"players": [ADA.entry()], "keys": [[1, [0]]], "config": config(1)}
ALONE: list[tuple[str, dict[str, Any], str, str]] = [
    ("solo", {"flags": 0}, "ok", "practice: one player"),
    ("solo_back", {"flags": 1}, "H_FLAGS", "one player may not take back"),
    ("solo_keepers", {"flags": 0, "keepers": [BO.entry(), CAI.entry()]}, "H_KEYS", "two keepers"),
]
CONFIGURED: list[tuple[str, bytes, str]] = [
    ("spaces", config().replace(b":", b": "), "spaces are not canonical"),
    ("order", b'{"position":null,"config":' + config()[10:45] + b"}", "keys do not ascend"),
    ("key_missing", b'{"config":' + config()[10:45] + b"}", "no position"),
    ("seats", config(3), "three seats for two players"),
    ("empty", b"", "no JSON at all"),
]


def invitation(raw: bytes) -> bytes:
    """The file of one event by Ada."""
    return MAGIC + encode([1, [ADA.sign(raw)]])


def charters() -> Iterator[Case]:
    """Invitations, good and bad."""
    for label, changed, code, about in CHARTERS:
        yield _case(label, propose(**changed), code, about)
    for label, changed, code, about in ALONE:
        yield _case(label, propose(**{**SOLO, **changed}), code, about)
    for label, data, about in CONFIGURED:
        raw = propose(config=data)
        yield _case(f"config_{label}", raw, "H_CONFIG", about, {"game": GAME})


def _case(
    label: str, raw: bytes, code: str, about: str, extra: dict[str, str] | None = None
) -> Case:
    more = dict(extra or {})
    if code == "ok":
        more |= {"match": name(raw).hex(), "events": "1"}
    return Case(f"charter_{label}", "file", code, "P14", about, invitation(raw), more)
