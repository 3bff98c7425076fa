"""The verdict of both verifiers on one match."""

from __future__ import annotations

from typing import Any

from independent import files
from independent.report import Report, judge
from independent.rules.game import same
from referee import _core


def received(*data: bytes) -> files.Log:
    """One log of some files."""
    log = files.Log()
    for one in data:
        log.receive(files.read(one))
    return log


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
