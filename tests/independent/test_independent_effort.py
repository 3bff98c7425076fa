"""The second verifier replays a match for every event without effect, and works little anew."""

from __future__ import annotations

from typing import Any

import pytest
from verdicts import received
from witnesses import bench

from independent import proofs
from independent.report import judge
from referee.model import Open


def test_replays_work_no_proof_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def again(*_: Any) -> Any:
        raise AssertionError("worked out again")

    table = bench("augustus", 2, 1, mode="dealer", first_game=False)
    table.begin()
    table.play(table.at("act"))
    table.sign(1, Open(bytes(32), b"[]", []))
    log = received(table.log.file())
    first = judge(log)
    for name in ("times", "hp", "combination", "need_point"):
        monkeypatch.setattr(proofs, name, again)
    second = judge(log)
    assert first.faults == second.faults == [(len(log.events) - 1, "E_NOW")]
    assert [o.value for o in second.main.openings] == [o.value for o in first.main.openings]
    assert second.main.rolls == first.main.rolls
