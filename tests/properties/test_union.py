"""Receiving is set union: any subset, order, repetition of files gives the same log and verdict."""

from __future__ import annotations

from functools import cache

import pytest
from crafting import Table, envelopes_of, event_id, file_of, ordered
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import _core
from referee.errors import FileRefusedError
from referee.log import EventLog, in_order
from referee.model import Envelope, Note
from referee.verify import verify
from referee.wire import Found


@cache
def history() -> tuple[list[Envelope], dict[bytes, set[bytes]]]:
    """Everything signed in a match with branches, a fork and a fault; the past of each event."""
    table = Table("Anna", "Ben", "Cleo", goal=15)
    table.accept()
    table.play(3, most=4)
    table.at_once(0, 1, 2)
    table.fork(1)
    table.play(4, most=3)
    table.offend(2)
    table.sign(0, Note("the end"))
    envelopes = table.envelopes()
    past: dict[bytes, set[bytes]] = {}
    for envelope in envelopes:
        parents = envelope.event().parents
        past[event_id(envelope)] = set(parents).union(*(past[p] for p in parents))
    return envelopes, past


@cache
def whole() -> tuple[bytes, str]:
    """The file of all of it, and the verdict."""
    data = file_of(history()[0])
    log = _core.Log()
    log.receive(data)
    return data, repr(log.report())


def closed(heads: set[int]) -> bytes:
    """The file of these events and all in their pasts; the first is always there."""
    envelopes, past = history()
    ids = [event_id(envelope) for envelope in envelopes]
    wanted = {ids[0]}.union(*({ids[at]} | past[ids[at]] for at in heads))
    return file_of(e for e, i in zip(envelopes, ids, strict=True) if i in wanted)


def places() -> st.SearchStrategy[set[int]]:
    return st.sets(st.integers(0, len(history()[0]) - 1), max_size=5)


@given(st.lists(places(), max_size=6))
@settings(max_examples=60)
def test_any_closed_files_in_any_order_any_number_of_times(pieces: list[set[int]]) -> None:
    data, verdict = whole()
    log = _core.Log()
    for piece in [*pieces, *reversed(pieces)]:
        known = len(log)
        union = log.receive(closed(piece))
        assert union["new"] == len(log) - known
    log.receive(data)
    log.receive(data)
    assert log.file() == data
    assert repr(log.report()) == verdict


@given(places(), places())
@settings(max_examples=40)
def test_the_union_of_two_is_the_same_both_ways(one: set[int], two: set[int]) -> None:
    results = []
    for files in ([one, two], [two, one], [one, two, one]):
        log = _core.Log()
        for file in files:
            log.receive(closed(file))
        results.append((log.file(), repr(log.report())))
    assert results[0] == results[1] == results[2]
    assert results[0][0] == closed(one | two)


@given(st.permutations(range(len(history()[0]))), st.integers(1, 7))
@settings(max_examples=25)
def test_a_delivery_in_pieces_comes_in_whatever_their_order(order: list[int], size: int) -> None:
    envelopes, _ = history()
    rest = [at for at in order if at]
    pieces = [[0]] + [rest[at : at + size] for at in range(0, len(rest), size)]
    files = [file_of(ordered((envelopes[at] for at in piece), envelopes)) for piece in pieces]
    log = EventLog()
    new, refused = log.receive_all([Found(str(at), file) for at, file in enumerate(files)])
    # Two pieces that each need the other stay out: order is not the sender's business, gaps are.
    assert new == len(log)
    if not refused:
        assert log.file() == whole()[0]
    for _, error in refused:
        assert error.code == "E_PARENTS"


@given(st.data())
@settings(max_examples=60)
def test_a_refused_file_changes_nothing(data: st.DataObject) -> None:
    log = _core.Log()
    log.receive(closed(data.draw(places())))
    before, verdict = log.file(), repr(log.report())
    bad = bytearray(whole()[0])
    at = data.draw(st.integers(0, len(bad) - 1))
    bad[at] ^= data.draw(st.integers(1, 255))
    with pytest.raises(FileRefusedError) as caught:
        log.receive(bytes(bad))
    assert caught.value.code[:2] in {"F_", "C_", "E_"}
    assert (log.file(), repr(log.report())) == (before, verdict)


@given(st.sets(st.integers(0, 2), min_size=1))
def test_what_members_lack_completes_what_they_signed_upon(members: set[int]) -> None:
    envelopes, past = history()
    log = _core.Log()
    log.receive(whole()[0])
    file = log.file(sorted(members))
    for member in members:
        held = {event_id(e) for e in envelopes if e.event().author == member}
        held |= set().union(*(past[i] for i in held))
        other = _core.Log()
        other.receive(file_of(e for e in envelopes if event_id(e) in held))
        other.receive(file)
        assert other.file() == whole()[0]


@given(places())
@settings(max_examples=30)
def test_a_report_is_a_function_of_the_set(piece: set[int]) -> None:
    file = closed(piece)
    assert verify(file) == verify(EventLog(file))
    assert [event_id(e) for e in envelopes_of(EventLog(file).file())] == [
        event_id(e) for e in envelopes_of(file)
    ]


@given(st.permutations(range(len(history()[0]))))
@settings(max_examples=25)
def test_events_one_by_one_come_in_whatever_their_order(order: list[int]) -> None:
    envelopes, _ = history()
    files = [Found(str(at), file_of([envelopes[at]])) for at in order]
    assert in_order(files)[0].name == "0"
    log = EventLog()
    assert log.receive_all(files) == (len(envelopes), [])
    assert log.file() == whole()[0]


def test_files_that_need_each_other_stay_out() -> None:
    envelopes, _ = history()
    halves = [file_of(envelopes[:1]), file_of(envelopes[1:9:2]), file_of(envelopes[2:9:2])]
    log = EventLog()
    new, refused = log.receive_all([Found(str(at), half) for at, half in enumerate(halves)])
    assert new == 1
    assert [(name, error.code) for name, error in refused] == [
        ("1", "E_PARENTS"),
        ("2", "E_PARENTS"),
    ]
