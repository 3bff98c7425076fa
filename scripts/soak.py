"""How the time of receiving and judging grows with logs that were made to be slow.

    scripts/soak.py [--rounds N] [--json]

Each shape is made in doubling sizes; every row gives the seconds and, against the row before, the
exponent of growth: 1 is linear, 2 quadratic. Nothing here is a test: times belong to machines.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

from crafting import Table, event_id, file_of, ordered, unchecked

from referee import _core
from referee.model import Envelope, Kind, Note, Post, Seal, Vote, encode_body

Shape = Callable[[int], list[Envelope]]


class Pile:
    """Events signed without any check, on top of a match in play."""

    def __init__(self, *names: str) -> None:
        self.table = Table(*names, goal=1000)
        self.table.accept()
        self.table.play(1, most=1)
        self.events = self.table.envelopes()
        report = self.table.log.report()
        self.step, self.digest = report["step"], bytes.fromhex(report["digest"])
        self.match = bytes.fromhex(report["match"])
        self.head = event_id(self.events[-1])
        self.seqs = [0] * len(names)
        for envelope in self.events:
            event = envelope.event()
            self.seqs[event.author] = max(self.seqs[event.author], event.seq + 1)

    def sign(self, author: int, kind: Kind, body: bytes, parents: list[bytes], seq: int) -> bytes:
        """Adds an event; its id."""
        raw = unchecked(
            self.match, kind, author, seq, parents, body, step=self.step, digest=self.digest
        )
        envelope = self.table.people[author].sign(raw)
        self.events.append(envelope)
        return event_id(envelope)

    def file(self) -> list[Envelope]:
        """Everything in canonical order."""
        return ordered(self.events, self.events)


def notes(size: int) -> list[Envelope]:
    """A chain of notes: the plain case."""
    pile, head = Pile("Anna", "Ben", "Cleo"), b""
    head = pile.head
    for at in range(size):
        author = at % 3
        head = pile.sign(author, Kind.NOTE, encode_body(Note("words")), [head], pile.seqs[author])
        pile.seqs[author] += 1
    return pile.file()


def wide(size: int) -> list[Envelope]:
    """Layers of six members who do not know of each other, each on all of the layer before."""
    pile = Pile(*(f"member {i}" for i in range(6)))
    heads = [pile.head]
    for _ in range(size // 6):
        layer = []
        for author in range(6):
            body = encode_body(Note("wide"))
            layer.append(pile.sign(author, Kind.NOTE, body, heads, pile.seqs[author]))
            pile.seqs[author] += 1
        heads = layer
    return pile.file()


def branches(size: int) -> list[Envelope]:
    """A member forks into up to 256 branches; another builds upon 63 of them again and again."""
    return forked(size, Kind.NOTE, encode_body(Note("on and on")))


def forks(size: int) -> list[Envelope]:
    """Likewise, with decisions instead of notes: whether a branch is settled has to be counted."""
    return forked(size, Kind.SEAL, encode_body(Seal(bytes(32))))


def forked(size: int, kind: Kind, body: bytes) -> list[Envelope]:
    """Branches of Ben that grow by turns, and Anna upon them."""
    pile = Pile("Anna", "Ben", "Cleo")
    count = min(256, size // 3)
    first = (encode_body(Note(f"branch {at}")) for at in range(count))
    if kind != Kind.NOTE:
        first = (encode_body(Seal(at.to_bytes(32, "big"))) for at in range(count))
    ends = [pile.sign(1, kind, text, [pile.head], pile.seqs[1]) for text in first]
    lengths = [pile.seqs[1] + 1] * count
    own: list[bytes] = []  # the last event of who builds upon them
    at = 0
    while len(pile.events) < size:
        window = [(at + i) % count for i in range(min(63, count))]
        at += len(window)
        for branch in window:
            ends[branch] = pile.sign(1, kind, body, [ends[branch]], lengths[branch])
            lengths[branch] += 1
        parents = own + [ends[branch] for branch in window]
        own = [pile.sign(0, Kind.POST, encode_body(Post()), parents, pile.seqs[0])]
        pile.seqs[0] += 1
    return pile.file()


def faults(size: int) -> list[Envelope]:
    """Events against the rules, of which 64 of each author are judged in their own past."""
    pile = Pile("Anna", "Ben", "Cleo")
    head = pile.head
    for at in range(size):
        author = at % 3
        body = encode_body(Seal(bytes(32)))
        head = pile.sign(author, Kind.SEAL, body, [head], pile.seqs[author])
        pile.seqs[author] += 1
    return pile.file()


def aside(size: int) -> list[Envelope]:
    """As `faults`, but in three chains side by side: everybody faults in a past of his own."""
    pile = Pile("Anna", "Ben", "Cleo")
    heads = [pile.head] * 3
    for at in range(size):
        author = at % 3
        body = encode_body(Seal(bytes(32)))
        heads[author] = pile.sign(author, Kind.SEAL, body, [heads[author]], pile.seqs[author])
        pile.seqs[author] += 1
    return pile.file()


def votes(size: int) -> list[Envelope]:
    """A long chain of votes, too early all of them."""
    pile = Pile("Anna", "Ben", "Cleo")
    head = pile.head
    for at in range(size):
        author = at % 3
        body = encode_body(Vote((author + 1) % 3))
        head = pile.sign(author, Kind.VOTE, body, [head], pile.seqs[author])
        pile.seqs[author] += 1
    return pile.file()


def turns(size: int) -> list[Envelope]:
    """An honest match: rolls, parts and decisions."""
    table = Table("Anna", "Ben", goal=1000)
    table.accept()
    while len(table.log) < size:
        table.play(len(table.log), most=20)
    return list(table.envelopes())


SHAPES: list[Shape] = [turns, notes, wide, branches, forks, faults, aside, votes]


def seconds(work: Callable[[], object], rounds: int) -> float:
    """The least time of some rounds."""
    best = math.inf
    for _ in range(rounds):
        began = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - began)
    return best


def measure(shape: Shape, size: int, rounds: int) -> dict[str, float]:
    """Receiving, judging, and receiving the last event into a judged log."""
    events = shape(size)
    data, before = file_of(events), file_of(events[:-1])
    last = file_of(events[-1:])

    def receive() -> _core.Log:
        log = _core.Log()
        log.receive(data)
        return log

    def one_more() -> float:
        log = _core.Log()
        log.receive(before)
        log.report()
        began = time.perf_counter()
        log.receive(last)
        log.report()
        return time.perf_counter() - began

    received = seconds(receive, rounds)
    judged = seconds(lambda: receive().report(), rounds)
    more = min(one_more() for _ in range(rounds))
    return {"events": len(events), "receive": received, "judge": judged, "one more": more}


def main() -> None:
    """Prints a table for each shape."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=2, help="measure so often, take the least")
    parser.add_argument("--most", type=int, default=1600, help="the greatest size")
    parser.add_argument("--shape", choices=[shape.__name__ for shape in SHAPES])
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    everything = {}
    for shape in SHAPES:
        if options.shape not in (None, shape.__name__):
            continue
        rows: list[dict[str, float]] = []
        size = 200
        while size <= options.most:
            rows.append(measure(shape, size, options.rounds))
            size *= 2
        everything[shape.__name__] = rows
        if not options.json:
            tell(shape, rows)
    if options.json:
        print(json.dumps(everything, indent=1))


def tell(shape: Shape, rows: list[dict[str, float]]) -> None:
    """One table: seconds and exponents."""
    print(f"{shape.__name__}: {(shape.__doc__ or '').rstrip('.')}")
    last: dict[str, float] | None = None
    for row in rows:
        cells = [f"  {row['events']:6.0f} events"]
        for key in ("receive", "judge", "one more"):
            grown = ""
            if last:
                more = math.log(row["events"] / last["events"])
                grown = f"^{math.log(row[key] / last[key]) / more:.2f}"
            cells.append(f"{key} {row[key] * 1000:9.2f} ms {grown:6}")
        print("  ".join(cells))
        last = row


if __name__ == "__main__":
    main()
