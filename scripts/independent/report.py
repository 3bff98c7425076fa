"""From a log to what is said about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .chance import words
from .errors import RefusedError
from .events import NO_CHOICE, Event, Kind
from .files import Log
from .questions import Questions
from .replay import Replay
from .ruled import RuledReplay

MAX_JUDGED = 64
Inputs = dict[tuple[int, int], list[int]]


@dataclass
class Report:
    """The verdict on one match; `faults` are (place in canonical order, code)."""

    log: Log
    main: Replay
    faults: list[tuple[int, str]] = field(default_factory=list)
    desync: list[int] = field(default_factory=list)
    superseded: list[int] = field(default_factory=list)
    unjudged: dict[int, int] = field(default_factory=dict)
    forks: list[tuple[int, int]] = field(default_factory=list)

    @property
    def fine(self) -> bool:
        """Whether nothing speaks against the match as far as it goes."""
        return not (self.faults or self.desync or self.forks or self.lies or self.main.void)

    @property
    def ruled(self) -> bool:
        """Whether the rules of the game were checked, too."""
        return isinstance(self.main, RuledReplay)

    @property
    def result(self) -> Any:
        """The result by the rules, or None."""
        return self.main.position.result() if isinstance(self.main, RuledReplay) else None

    @property
    def lies(self) -> list[tuple[int, int]]:
        """(step, seat) of hidden actions that the rules, with all cards known, find illegal."""
        main = self.main
        if not isinstance(main, RuledReplay) or main.question.kind != "over":
            return []
        cards = {place: card for place, card in main.decks.public.items() if card is not None}
        return main.position.lies(main.history, cards)

    def missing(self) -> list[str]:
        """Prescribed shuffles that nobody has explained yet."""
        decks = self.main.decks
        return [
            f"deck {deck}, step {step}"
            for step, deck in sorted(decks.prescribed)
            if (step, deck) not in decks.audited
        ]

    def document(self, count: int = 0) -> dict[str, Any]:
        """The report for other programs; with `count` also so many words of each seed."""
        main = self.main
        return {
            "match": main.charter.match.hex(),
            "events": len(self.log.events),
            "signatures": len(self.log.events),
            "step": main.step,
            "branch": main.branch,
            "rolls": [
                {"step": step, "branch": branch, "seed": seed.hex(), **stream(seed, count)}
                for step, branch, seed in main.rolls
            ],
            "openings": [_opening(o) for o in main.openings],
            "faults": [
                {
                    "event": place,
                    "id": self.log.events[place].id.hex(),
                    "author": self.log.events[place].author,
                    "code": code,
                }
                for place, code in self.faults
            ],
            "desync": self.desync,
            "superseded": self.superseded,
            "forks": [{"author": author, "seq": seq} for author, seq in self.forks],
            "unjudged": [{"author": a, "events": n} for a, n in sorted(self.unjudged.items())],
            "void": main.void,
            "ruled": self.ruled,
            "lies": [{"step": step, "seat": seat} for step, seat in self.lies],
            "result": self.result,
            "unchecked": main.unchecked,
            "missing": self.missing(),
            "verified": self.fine,
        }


def _opening(o: Any) -> dict[str, Any]:
    first, second = o.place
    if o.what == "card":
        card = {"deck": first, "position": second, "card": o.value}
        return {"step": o.step, "what": o.what, "how": o.how, **card}
    payload = o.value.decode(errors="backslashreplace")
    choice = {"seat": first, "sealed": second, "payload": payload}
    return {"step": o.step, "what": o.what, "how": o.how, **choice}


def stream(seed: bytes, count: int) -> dict[str, list[int]]:
    """The first words of a seed, if any are wanted."""
    source = words(seed)
    return {"words": [next(source) for _ in range(count)]} if count else {}


def judge(log: Log, inputs: Inputs | None = None) -> Report:
    """Replay a log; events without effect are judged in their own past (P19.4)."""
    questions = Questions(log)
    paths: dict[tuple[int, int], bytes] = {}
    everything = (1 << len(log.events)) - 1

    def replay(allowed: int) -> Replay:
        run = (log, questions, paths, allowed, inputs or {})
        replayed = RuledReplay(log.first, *run) if log.first else Replay(*run)
        replayed.run()
        return replayed

    main = replay(everything)
    report = Report(log, main)
    judged: dict[int, int] = {}
    final = dict(main.status)
    for e in log.events:
        if final.get(e.id) in ("ok", "superseded", "E_FORKED", "X_SHARE"):
            continue
        judged[e.author] = judged.get(e.author, 0) + 1
        if judged[e.author] > MAX_JUDGED:
            final[e.id] = "unjudged"
            continue
        own = replay(e.past | e.bit)
        verdict = own.status.get(e.id) or _not_reached(e, log, final)
        final[e.id] = "superseded" if verdict == "ok" else verdict
    _sort_out(report, final)
    return report


def _not_reached(e: Event, log: Log, final: dict[bytes, str]) -> str:
    lost = any(e.knows(x) and final.get(x.id) == "desync" for x in log.events)
    return "desync" if lost else "E_STEP"


def _sort_out(report: Report, final: dict[bytes, str]) -> None:
    for e in report.log.events:
        verdict = final[e.id]
        if verdict == "desync":
            report.desync.append(e.index)
        elif verdict == "superseded":
            report.superseded.append(e.index)
        elif verdict == "unjudged":
            report.unjudged[e.author] = report.unjudged.get(e.author, 0) + 1
        elif verdict != "ok":
            report.faults.append((e.index, verdict))
    for group in report.log.twins():
        if any(e.kind not in NO_CHOICE for e in group):
            report.forks += [(e.author, e.seq) for e in group[1:]]


def posted(log: Log) -> int | None:
    """The author whose POST is the only head."""
    heads = log.heads()
    return heads[0].author if len(heads) == 1 and heads[0].kind is Kind.POST else None


__all__ = ["Inputs", "RefusedError", "Report", "judge", "posted", "stream"]
