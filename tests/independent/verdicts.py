"""What both verifiers say of one match or of one action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from independent_data import received

import referee as rf
from independent.errors import RefusedError
from independent.report import Report, judge
from independent.rules.game import same
from referee import _core


def refusal(do: Callable[[], object]) -> str | None:
    """The number of the rule by which either implementation refuses, or None."""
    try:
        do()
    except RefusedError as ours:
        return ours.why
    except rf.IllegalActionError as core:
        return core.rule.partition(":")[2]
    return None


def same_verdict(log: _core.Log) -> tuple[Report, Any]:
    """Both verifiers say the same of a match by its rules; what either says."""
    report, core = judge(received(log.file())), log.report()
    main = report.main
    assert report.ruled
    assert report.faults == [(fault["event"], fault["code"]) for fault in core["faults"]]
    assert report.superseded == core["superseded"]
    assert report.desync == [place for place, _ in core["desync"]]
    assert main.branch == core["branch"]
    assert (main.step, main.question.kind) == (core["step"], core["need"] or "over")
    assert main.digests[main.step].hex() == core["digest"]
    assert same(report.result, core["result"])
    return report, core
