"""The rows of the threat table about dice, decisions, versions and votes (P23)."""

from __future__ import annotations

from typing import Any

import msgspec
from cheats import envelopes, same_logarithm
from witnesses import (
    Stranger,
    at_a_roll,
    bench,
    hold,
    later,
    outcomes,
    part_of,
    pig,
    roll,
)

from independent.group import BASE
from referee import _core
from referee.model import (
    Back,
    Envelope,
    Kind,
    Note,
    Part,
    Resign,
    Takeover,
    Vote,
    encode_body,
)

Json = Any


def rewritten(envelope: Envelope, **changes: Any) -> bytes:
    """The bytes of an event with other fields."""
    return msgspec.msgpack.encode(msgspec.structs.replace(envelope.event(), **changes))


def test_a_part_with_anothers_key_is_a_fault(stranger: Stranger) -> None:
    table = at_a_roll()
    table.sign(1, Part(part_of(table, 0).roll, [], []))
    assert table.blamed() == [(1, "X_PART")]
    table.answer()
    assert len(outcomes(table)) == 1
    stranger.convicts(table.log.file(), "ben", "X_PART")


def test_a_part_that_proves_another_point_is_a_fault() -> None:
    table = at_a_roll()
    wrong = same_logarithm(5, BASE, bytes.fromhex(table.log.charter()["match"]))
    table.sign(1, Part(wrong, [], []))
    assert table.blamed() == [(1, "X_PART")]


def test_whoever_speaks_and_whoever_is_silent_the_die_is_the_same() -> None:
    table = at_a_roll()
    dice = set()
    for silent in range(3):
        alone = table.copy()
        for member in range(3):
            if member != silent:
                alone.sign(member, Part(part_of(table, member).roll, [], []))
        dice.add(tuple(outcomes(alone)))
    assert len(dice) == 1
    assert len(dice.pop()) == 1


def test_a_part_before_the_decision_is_a_fault(stranger: Stranger) -> None:
    table = at_a_roll()
    early = pig(3)
    early.sign(2, Part(part_of(table, 2).roll, [], []))
    assert early.blamed() == [(2, "E_EARLY")]
    stranger.convicts(early.log.file(), "cara", "E_EARLY")


def test_a_decision_after_the_roll_is_known_comes_too_late() -> None:
    table = at_a_roll()
    before = table.copy()
    table.answer()
    body = before.log.history()
    assert body is not None
    late = envelopes(table)
    action = next(e for e in late if e.event().kind == Kind.ACTION)
    again = rewritten(
        action,
        seq=table.last("PART", 0)["seq"] + 1,
        parents=[bytes.fromhex(table.log.events()[-1]["id"])],
    )
    table.append(0, again)
    assert table.blamed() == [(0, "E_STEP")]


def test_the_threshold_is_printed() -> None:
    trust = " ".join(pig(3).log.charter()["trust"])
    assert "2 players together could foresee" in trust


def test_two_versions_of_a_decision_are_a_fork_with_a_proof(stranger: Stranger) -> None:
    table = at_a_roll()
    table.answer()
    again = table.copy()
    table.decide(0, roll)
    again.decide(0, hold)
    table.unite(again)
    report = table.report()
    assert [author for author, _ in report["forks"]] == [0]
    (proof,) = table.log.fork_proofs()
    assert _core.fork_verify(proof)[:2] == ("anna", 0)
    stranger.convicts(proof, "anna", "two versions")
    stranger.convicts(table.log.file(), "anna", "two versions")


def test_a_late_version_undoes_nothing_that_others_have_built_on() -> None:
    table = at_a_roll()
    table.answer()
    again = table.copy()
    table.decide(0, hold)
    for member in (1, 2):
        table.sign(member, Note("seen"))
    stands = (table.report()["step"], table.report()["digest"])
    again.decide(0, roll)
    table.unite(again)
    report = table.report()
    assert (report["step"], report["digest"]) == stands
    assert [author for author, _ in report["forks"]] == [0]


def test_alone_with_a_keeper_a_second_try_is_a_fork(stranger: Stranger) -> None:
    table = bench("marcus", 1, 1, mode="kept")
    table.begin()
    again = table.copy()
    table.decide(0, lambda decision, _: decision["legal"][0])
    table.sign(1, Note("answered"))
    stands = table.report()["digest"]
    again.decide(0, lambda decision, _: decision["legal"][-1])
    table.unite(again)
    report = table.report()
    assert report["digest"] == stands
    assert [author for author, _ in report["forks"]] == [0]
    stranger.convicts(table.log.fork_proofs()[0], "anna", "two versions")


def test_a_roll_that_is_open_is_not_taken_back() -> None:
    table = at_a_roll(take_back=True)
    for member in (0, 1):
        table.sign(member, Back(1))
    last = table.copy()
    for member in (0, 1):
        table.sign(member, Part(part_of(table, member).roll, [], []))
    known, digest = outcomes(table), table.report()["digest"]
    assert len(known) == 1
    # The third knows the roll by now and signs as if he did not.
    last.sign(2, Back(1))
    table.unite(last)
    assert (outcomes(table), table.report()["digest"]) == (known, digest)


def test_one_alone_takes_nothing_back_and_nobody_where_it_is_not_agreed() -> None:
    table = at_a_roll(take_back=True)
    table.answer()
    before = table.report()["digest"]
    table.sign(0, Back(1))
    assert (table.report()["digest"], table.blamed()) == (before, [])
    strict = at_a_roll()
    strict.answer()
    strict.sign(0, Back(1))
    assert strict.blamed() == [(0, "E_NOW")]


def test_a_roll_after_a_take_back_is_another_roll() -> None:
    table = at_a_roll(take_back=True)
    step = table.report()["step"]
    table.answer()
    first = outcomes(table)
    for member in range(3):
        table.sign(member, Back(step))
    assert table.report()["need"] == "chance"
    assert len(table.report()["branch"]) == 1
    table.answer()
    alpha = [e for e in table.log.history() if e["chance"]]
    assert len(alpha) >= 1
    assert len(first) == 1


def test_who_vanishes_is_voted_absent_and_the_default_is_taken(stranger: Stranger) -> None:
    table = pig(3)
    for member in (1, 2):
        table.sign(member, Vote(0), later(table))
    report = table.report()
    assert report["absent"] == [0]
    assert table.log.history()[0]["answers"][0]["default"] is True
    assert table.blamed() == []
    status, told = stranger.verify(table.log.file())
    assert status == 0
    assert "absent" in told
    table.sign(0, Takeover(0))
    assert table.report()["absent"] == []


def test_a_vote_before_the_grace_period_is_over_is_a_fault(stranger: Stranger) -> None:
    table = pig(3)
    table.sign(1, Vote(0))
    assert table.blamed() == [(1, "E_GRACE")]
    stranger.convicts(table.log.file(), "ben", "E_GRACE")


def test_who_is_not_awaited_cannot_be_accused(stranger: Stranger) -> None:
    table = pig(3)
    table.sign(1, Vote(2), later(table))
    assert table.blamed() == [(1, "E_VOTE")]
    stranger.convicts(table.log.file(), "ben", "E_VOTE")


def test_a_late_vote_undoes_nothing_that_others_have_built_on() -> None:
    table = pig(3)
    ben, cara = table.copy(), table.copy()
    table.decide(0, roll)
    for member in (1, 2):
        table.sign(member, Note("seen"))
    stands = (table.report()["step"], table.report()["digest"])
    for voter, away in ((1, ben), (2, cara)):
        body = encode_body(Vote(0))
        raw = away.log.prepare(voter, Kind.VOTE, body, later(away))
        away.append(voter, raw)
        table.unite(away)
    report = table.report()
    assert (report["step"], report["digest"]) == stands
    assert report["absent"] == []


def test_an_absent_seat_decides_nothing_until_it_is_taken_over() -> None:
    table = pig(3)
    body = table.body_of(0, [{"do": "roll"}])
    for member in (1, 2):
        table.sign(member, Vote(0), later(table))
    table.sign(0, body)
    assert table.blamed()[-1][0] == 0
    assert table.blamed()[-1][1] in ("E_SEAT", "E_NOW")


def test_resigning_is_on_the_record_and_happens_once_a_step() -> None:
    table = pig(3)
    table.sign(0, Resign())
    assert table.report()["absent"] == [0]
    assert [e["kind"] for e in table.log.events() if e["author"] == 0][-1] == "RESIGN"
    table.sign(0, Takeover(0))
    table.sign(0, Resign())
    assert table.blamed() == [(0, "E_TWICE")]


def test_a_vote_counts_once() -> None:
    table = pig(3)
    for _ in range(2):
        table.sign(1, Vote(0), later(table))
    assert table.blamed() == [(1, "E_TWICE")]
    assert table.report()["absent"] == []


def test_nobody_goes_back_behind_an_absence_without_who_was_there() -> None:
    table = at_a_roll(take_back=True)
    table.play(lambda: table.asked() == [1])
    step = table.report()["step"]
    for member in (0, 2):
        table.sign(member, Vote(1), later(table))
    assert table.report()["absent"] == [1]
    stands = (table.report()["step"], table.report()["digest"])
    for member in (0, 2):
        table.sign(member, Back(step))
    report = table.report()
    assert (report["step"], report["digest"]) == stands
    assert table.blamed() == []
    table.sign(1, Takeover(1))
    table.sign(1, Back(step))
    assert table.asked() == [1]


def test_who_is_not_on_the_committee_gives_no_parts(stranger: Stranger) -> None:
    table = bench("pig", 2, 1, mode="dealer", goal=40)
    table.begin()
    table.decide(0, roll)
    table.sign(1, Part(bytes(96), [], []))
    assert table.blamed() == [(1, "E_ROLE")]
    stranger.convicts(table.log.file(), "ben", "E_ROLE")


def test_a_part_of_nothing_or_of_the_wrong_length_is_a_fault() -> None:
    for roll_part in (b"", bytes(95)):
        table = at_a_roll()
        body = msgspec.msgpack.encode([roll_part, [], []])
        table.sign(1, (Kind.PART, body))
        assert table.blamed() == [(1, "E_BODY")]
