#!/usr/bin/env python3
"""Verify match files with a second implementation: plain Python, no Rust core.

Files of one match are received one after the other; a mail with armored blocks counts as its
files. It tells who signed what, that every roll came after all decisions before it and what its
seed was, and which cards and sealed choices were opened. It plays the games of the package by its
own reading of the rules, too; of other games it cannot tell what was legal, whose turn it was or
who had a right to a card. turns/README.md says what else it cannot know.

Exit status: 0 nothing speaks against the match, 3 not verified, 1 a file could not be read or the
report not written.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from independent.documents import document
from independent.errors import RefusedError
from independent.files import MAGIC, Log, convicted, dearmor, read
from independent.report import Inputs, Report, judge, posted, stream

FORK_PROOF = MAGIC + b"\x94\x02"
UNREAD, NOT_VERIFIED = 1, 3
CONTROL = dict.fromkeys((*range(32), *range(127, 160)), "?")


def blocks(data: bytes) -> list[bytes]:
    """The files in the bytes of a file or of a mail's text."""
    if data[: len(MAGIC)] == MAGIC:
        return [data]
    try:
        return dearmor(data.decode())
    except UnicodeDecodeError:
        return [data]


def parse_shuffle(text: str) -> tuple[tuple[int, int], list[int]]:
    """`STEP:DECK=POS,POS…`."""
    try:
        where, _, positions = text.partition("=")
        step, _, deck = where.partition(":")
        return (int(step), int(deck)), [int(p) for p in positions.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not STEP:DECK=POS,POS") from None


class Collector:
    """The matches that the files on the command line belong to."""

    def __init__(self) -> None:
        self.logs: dict[bytes, Log] = {}
        self.convictions: list[tuple[str, tuple[str, int, int]]] = []
        self.refused: list[tuple[str, str]] = []

    def take(self, name: str, data: bytes) -> None:
        """Receive one file, or note its refusal."""
        try:
            for block in blocks(data):
                if block.startswith(FORK_PROOF):
                    self.convictions.append((name, convicted(block)))
                    continue
                events = read(block)
                log = self.logs.get(events[0].match) or Log()
                log.receive(events)
                self.logs[events[0].match] = log
        except RefusedError as refused:
            self.refused.append((name, str(refused)))


def plain(text: object) -> str:
    """A name, of a file or in it, without control characters."""
    return str(text).translate(CONTROL)


def lines(report: Report, words: int) -> Iterable[str]:
    """The report for people."""
    main, log = report.main, report.log
    charter = main.charter
    yield f"match {charter.match.hex()} of {plain(charter.game)}, rules {charter.rules.hex()}"
    for member, name in enumerate(charter.names):
        role = "seat" if member < charter.players else "member"
        yield f"  {role} {member}: {plain(name)}"
    yield f"{len(log.events)} events, every signature good, replayed to step {main.step}"
    checked = "every move checked by the rules"
    yield checked if report.ruled else "not checked: the rules of the game"
    if report.result is not None:
        yield f"result {json.dumps(report.result, sort_keys=True)}"
    who = posted(log)
    yield "not posted" if who is None else f"posted by {plain(charter.names[who])}"
    for entry in main.branch:
        what = f"back to step {entry[2]}" if entry[1] == 0 else f"default for {entry[2:]}"
        yield f"step {entry[0]}: {what}"
    for step, branch, seed in main.rolls:
        yield f"step {step}: roll, branch {branch}, seed {seed.hex()}"
        if words:
            numbers = stream(seed, words)["words"]
            yield "  words " + " ".join(map(str, numbers))
    for o in main.openings:
        where = f"card at deck {o.place[0]} position {o.place[1]}"
        if not isinstance(o.value, bytes):
            yield f"step {o.step}: {where} is number {o.value} ({o.how})"
        else:
            yield f"step {o.step}: seat {o.place[0]} opened its choice sealed at step {o.place[1]}"
    for text in main.unchecked:
        yield f"not checked: {text}"
    for text in report.missing():
        yield f"not audited: {text}"
    yield from verdicts(report)


def verdicts(report: Report) -> Iterable[str]:
    """Faults and other verdicts for people."""
    events, names = report.log.events, report.main.charter.names
    for place, code in report.faults:
        e = events[place]
        yield f"fault {code}: event {place} ({e.kind.name}) by {plain(names[e.author])}"
    for place in report.desync:
        yield f"desync: event {place} at step {events[place].step}"
    for place in report.superseded:
        yield f"superseded: event {place} by {plain(names[events[place].author])}"
    for author, seq in report.forks:
        yield f"fork: {plain(names[author])} signed two events with number {seq}"
    for author, count in sorted(report.unjudged.items()):
        yield f"not judged: {count} events of {plain(names[author])}"
    for step, seat in report.lies:
        yield f"lie: step {step}, seat {seat} of {plain(names[seat])}"
    if report.main.void:
        yield f"void: {report.main.void}"
    yield "verified" if report.fine else "NOT VERIFIED"


def refusal(name: str, why: str) -> dict[str, Any]:
    """The JSON form of a refused file."""
    return {"file": name, "match": None, "refused": why.split(maxsplit=1)[0], "verified": False}


def conviction(name: str, who: tuple[str, int, int]) -> dict[str, Any]:
    """The JSON form of a good fork proof."""
    return {"file": name, "convicted": {"name": who[0], "author": who[1], "seq": who[2]}}


def main(arguments: list[str] | None = None) -> int:
    """Run the command; the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--json", action="store_true", help="one JSON document a line")
    parser.add_argument("--events", action="store_true", help="only print the events as JSON")
    parser.add_argument("--words", type=int, default=0, metavar="N", help="words of each seed")
    parser.add_argument(
        "--shuffle",
        action="append",
        default=[],
        type=parse_shuffle,
        metavar="STEP:DECK=POS,…",
        help="the positions that a later shuffle took, where they cannot be told",
    )
    options = parser.parse_args(arguments)
    collector = Collector()
    for path in options.files:
        try:
            collector.take(str(path), path.read_bytes())
        except OSError as error:
            print(f"{plain(path)}: {error.strerror}", file=sys.stderr)
            return UNREAD
    if options.events:
        for log in collector.logs.values():
            for e in log.events:
                print(json.dumps(document(e), sort_keys=True))
        return NOT_VERIFIED if collector.refused else 0
    inputs: Inputs = dict(options.shuffle)
    reports = [judge(log, inputs) for log in collector.logs.values()]
    if options.json:
        documents = [report.document(options.words) for report in reports]
        documents += [conviction(*entry) for entry in collector.convictions]
        documents += [refusal(*entry) for entry in collector.refused]
        for one in documents:
            print(json.dumps(one, sort_keys=True))
    else:
        for report in reports:
            print("\n".join(lines(report, options.words)))
        for name, who in collector.convictions:
            print(
                f"{plain(name)}: proof that {plain(who[0])} signed two events with number {who[2]}"
            )
        for name, why in collector.refused:
            print(f"{plain(name)}: refused, {why}")
    good = not collector.refused and all(report.fine for report in reports)
    return 0 if good else NOT_VERIFIED


def run() -> int:
    """Run the command where the output may go anywhere."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # a name may have what has no bytes there
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        status = main()
        sys.stdout.flush()
    except OSError as error:
        if not isinstance(error, BrokenPipeError):  # then nobody reads on
            print(f"standard output: {error.strerror}", file=sys.stderr)
        sys.stderr.close()
        return UNREAD
    return status


if __name__ == "__main__":
    sys.exit(run())
