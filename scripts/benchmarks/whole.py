"""Whole matches: verifying against the checks that nothing can spare, receiving, sizes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from bench import Row, cost, size, timed
from people import Focused
from referee import _core
from referee.model import read_file
from selfplay import play_out, sit_down

Run = Callable[[int], "list[Row]"]
MATCHES = Path(__file__).resolve().parents[2] / "turns" / "matches"
SEATS = ("anna", "ben", "cleo", "dora")


@cache
def four() -> tuple[bytes, list[int]]:
    """A finished open match of Augustus with four seats, and the sizes of the files passed."""
    config = {"first_game": True, "placement": "open"}
    table = sit_down("augustus", config, [(name, Focused()) for name in SEATS])
    return play_out(table), table.files


def verify_whole(data: bytes) -> float:
    """Seconds from the bytes of a file to its verdict."""

    def work() -> None:
        log = _core.Log()
        log.receive(data)
        if not log.report()["ok"]:
            raise AssertionError("the match does not verify")

    return timed(work)


def verify_row(repeat: int) -> list[Row]:
    """The verdict on a file against its bare signature and proof checks."""
    data, _ = four()
    checks = _core.Checks(data)
    if checks.run() != len(checks):
        raise AssertionError("a check does not hold")
    name = "match: verify file / bare checks"
    return [cost(name, lambda: verify_whole(data), lambda: timed(checks.run), 1.15, 6 * repeat)]


def signature_row(repeat: int) -> list[Row]:
    """The signatures of a match against a loop over the cryptography package."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    data, _ = four()
    checks = _core.Checks(data)
    log = _core.Log()
    log.receive(data)
    keys = [
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(member["identity"]))
        for member in log.charter()["members"]
    ]
    envelopes = [(e.event().author, e.raw, e.sig) for e in read_file(data)]

    def loop() -> None:
        for author, raw, sig in envelopes:
            keys[author].verify(sig, b"referee/v1/sign\0" + raw)

    name = "match: signatures / cryptography loop"
    return [cost(name, lambda: timed(checks.run_signatures), lambda: timed(loop), 0.45, repeat)]


def long_match(turns: int) -> tuple[bytes, bytes]:
    """A match of pig after so many files, and the file that comes next."""
    table = sit_down("pig", {"goal": 1000}, [("anna", _roll), ("ben", _roll)])
    for turn in range(turns):
        table.turn(table.seats[turn % 2])
    seat = table.seats[turns % 2]
    held = table.seats[1 - turns % 2].log.file()
    table.turn(seat)
    return held, seat.log.file([1 - turns % 2])


def _roll(decision: dict[str, list[object]], dice: object) -> object:
    return decision["legal"][-1]


def receive_next(held: bytes, following: bytes) -> float:
    """Seconds to take the next turn into an open match, to the new verdict."""
    log = _core.Log()
    log.receive(held)
    log.report()

    def work() -> None:
        log.receive(following)
        log.decision(0)

    return timed(work)


def receive_row(repeat: int) -> list[Row]:
    """The next turn after 1,000 against the next after 10."""
    late, early = long_match(1000), long_match(10)
    name = "match: receive turn 1,001 / turn 11"
    return [cost(name, lambda: receive_next(*late), lambda: receive_next(*early), 1.2, 4 * repeat)]


def size_rows(repeat: int) -> list[Row]:
    """Bytes per event in an archive, and of an average file."""
    del repeat
    data, files = four()
    events = len(read_file(data))
    return [
        size("match: bytes per event in an archive", len(data) / events, "bytes"),
        size("match: bytes of an average turn file", sum(files) / len(files), "bytes"),
    ]


def stored(name: str, at_most: float) -> Run:
    """A finished match of ``turns/matches`` against its bare checks."""

    def row(repeat: int) -> list[Row]:
        data = (MATCHES / f"{name}.referee").read_bytes()
        checks = _core.Checks(data)
        if checks.run() != len(checks):
            raise AssertionError("a check does not hold")
        whole, bare = lambda: verify_whole(data), lambda: timed(checks.run)
        title = f"match: {name} / bare checks"
        return [cost(title, whole, bare, at_most, 10 * repeat)]

    return row


def file_size_row(repeat: int) -> list[Row]:
    """Bytes of a three-player match of Purple with hidden decks."""
    del repeat
    data = (MATCHES / "purple-3-dealerless-scored.referee").read_bytes()
    return [size("match: bytes of a match of purple for three", len(data), "bytes")]


ROWS = [
    ("match: verify", verify_row),
    ("match: signatures", signature_row),
    ("match: receive", receive_row),
    ("match: sizes", size_rows),
    ("match: hidden draft", stored("augustus-2-dealerless-encrypted-token_limit", 1.25)),
    ("match: solo kept", stored("marcus-1-kept-ten_years-time_ran_out", 1.2)),
    ("match: solo free", stored("marcus-1-free-ten_years-time_ran_out", 1.35)),
    ("match: purple", stored("purple-3-dealerless-scored", 1.25)),
    ("match: purple size", file_size_row),
]
