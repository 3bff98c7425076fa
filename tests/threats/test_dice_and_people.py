"""The rows of the threat table about dice, decisions, votes, versions and files (P23)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from cheats import envelopes, same_logarithm
from witnesses import GRACE, Bench, Stranger, bench

from independent.group import BASE
from referee import _core
from referee.charter import propose
from referee.errors import CardSetError, FileRefusedError
from referee.keys import Contact
from referee.model import (
    MAGIC,
    Back,
    Envelope,
    Event,
    File,
    Join,
    Kind,
    Note,
    Open,
    Part,
    Ready,
    Resign,
    Takeover,
    Vote,
    encode_body,
)
from referee.verify import verify

Json = Any


def pig(players: int = 3, **options: Any) -> Bench:
    """A match of pig at its first decision, anna's."""
    table = bench("pig", players, goal=40, **options)
    table.begin()
    assert table.asked() == [0]
    return table


def roll(decision: Json, dice: object) -> Json:
    """The action that asks for a die."""
    return next(a for a in decision["legal"] if a["do"] == "roll")


def hold(decision: Json, dice: object) -> Json:
    """The other one."""
    return next(a for a in decision["legal"] if a["do"] == "hold")


def outcomes(table: Bench) -> list[Json]:
    """Every die so far."""
    return [c["outcome"] for e in table.log.history() for c in e["chance"]]


def part_of(table: Bench, member: int) -> Part:
    """The part that a member owes."""
    kind, body = next(due for due in table.owed(member) if due[0] == Kind.PART)
    assert kind == Kind.PART
    return msgspec.msgpack.decode(body, type=Part)


def rewritten(envelope: Envelope, **changes: Any) -> bytes:
    """The bytes of an event with other fields."""
    return msgspec.msgpack.encode(msgspec.structs.replace(envelope.event(), **changes))


def file_of(these: list[Envelope]) -> bytes:
    """A file of these envelopes."""
    return MAGIC + msgspec.msgpack.encode(File(1, these))


def refusal(data: bytes) -> str:
    """The code with which a file is refused."""
    try:
        _core.Log().receive(data)
    except FileRefusedError as error:
        return error.code
    return "ok"


# -- files ---------------------------------------------------------------------------------------


def test_altered_dropped_spliced_reordered_and_padded_files_are_refused(
    stranger: Stranger,
) -> None:
    table = pig(2)
    table.decide(0, roll)
    table.answer()
    good, other = envelopes(table), envelopes(bench("pig", 3, goal=40))
    altered = good[5].raw[:-1] + bytes([good[5].raw[-1] ^ 1])
    cases = {
        "E_SIGNATURE": [*good[:5], Envelope(good[5].raw, good[6].sig), *good[6:]],
        "E_PARENTS": [*good[:5], *good[6:]],
        "F_ORDER": [*good, good[-1]],
        "E_MATCH": [*good, other[0]],
    }
    for code, these in cases.items():
        assert refusal(file_of(these)) == code
        status, told = stranger.verify(file_of(these))
        assert status != 0
        assert code in told
    assert refusal(file_of([*good[:5], Envelope(altered, good[5].sig), *good[6:]])) != "ok"
    assert refusal(file_of(good) + b"\0") == "F_CODEC"
    assert refusal(file_of([good[1], good[0], *good[2:]])) == "E_MATCH"


def test_another_encoding_of_the_same_event_is_refused() -> None:
    good = envelopes(pig(2))
    raw = good[3].raw
    assert raw[1] == 1
    longer = raw[:1] + b"\xcc\x01" + raw[2:]
    assert msgspec.msgpack.decode(longer, type=Event) == good[3].event()
    assert refusal(file_of([*good[:3], Envelope(longer, good[3].sig), *good[4:]])) == "C_MINIMAL"


def test_an_old_or_cut_file_undoes_nothing(stranger: Stranger) -> None:
    table = pig(2)
    old = table.log.file()
    table.decide(0, roll)
    table.answer()
    now = table.report()["digest"]
    assert table.log.receive(old)["new"] == 0
    assert table.report()["digest"] == now
    status, told = stranger.verify(file_of(envelopes(table)[:-1]))
    assert status == 0
    assert "not posted" in told


def test_a_file_that_leaves_out_too_much_is_refused_and_a_whole_one_helps() -> None:
    table = pig(3)
    table.decide(0, roll)
    late = _core.Log()
    late.receive(file_of(envelopes(table)[:4]))
    short = table.log.file([0, 1])
    with pytest.raises(FileRefusedError) as refused:
        late.receive(short)
    assert refused.value.code == "E_PARENTS"
    late.receive(table.log.file())
    assert late.report()["digest"] == table.report()["digest"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (MAGIC + b"\x92\x01\xdd\xff\xff\xff\xff", "F_CODEC"),
        (MAGIC + b"\x92\x01\xdc\xff\xff", "F_CODEC"),
        (MAGIC + b"\x92\x01\x91\x92\xc6\xff\xff\xff\xff", "F_CODEC"),
        (MAGIC + b"\x91" * 4000, "F_CODEC"),
        (MAGIC + bytes(1 << 26), "F_SIZE"),
    ],
)
def test_parser_bombs_are_refused(data: bytes, code: str) -> None:
    assert refusal(data) == code


def test_names_that_hide_characters_are_refused_and_keys_tell_look_alikes_apart() -> None:
    table = bench("pig", 2, goal=40)
    cards = [seat.card for seat in table.seats]

    def invitation(name: str) -> bytes:
        fake = Contact(name, cards[1].identity, cards[1].box)
        body = propose(
            "pig",
            {},
            players=[cards[0], fake],
            keepers=[],
            reserves=[],
            mode=None,
            threshold=None,
            position=None,
            card_set=None,
            grace=GRACE,
            take_back=False,
            nonce=bytes(32),
        )
        log = _core.Log()
        raw = log.propose(0, encode_body(body), table.clock)
        log.append(raw, table.seats[0].key.sign(b"referee/v1/sign\0" + raw))
        return log.file()

    for hidden in ("\u202eneb", "\ufeffben", "ben\n", "b\u0000n", ""):
        with pytest.raises(FileRefusedError):
            invitation(hidden)
    for alike in ("b\u0435n", "be\u200bn"):
        log = _core.Log()
        log.receive(invitation(alike))
        member = log.charter()["members"][1]
        assert member["name"] != "ben"
        assert member["identity"] == cards[1].identity.hex()


# -- setting up ----------------------------------------------------------------------------------


def joined(table: Bench, cheat: int, roll_dealing: Any) -> None:
    """Everybody joins; one with another dealing."""
    for member, seat in enumerate(table.seats):
        body = table.log.join_body(member, seat.root, seat.fresh())
        if member == cheat:
            join = msgspec.msgpack.decode(body, type=Join)
            body = encode_body(msgspec.structs.replace(join, roll=roll_dealing(join.roll)))
        table.sign(member, (Kind.JOIN, body))


def test_a_wrong_dealing_is_its_makers_fault(stranger: Stranger) -> None:
    table = bench("pig", 2, goal=40)
    joined(table, 1, lambda dealing: dealing[:32] + dealing[:32] + dealing[64:])
    assert table.blamed() == [(1, "X_DEALING")]
    stranger.convicts(table.log.file(), "ben", "X_DEALING")


def test_a_wrong_share_is_shown_by_its_receiver_and_ends_the_set_up(stranger: Stranger) -> None:
    table = bench("pig", 2, goal=40)
    joined(table, 1, lambda dealing: dealing[:-32] + bytes([dealing[-32] ^ 1]) + dealing[-31:])
    assert table.blamed() == []
    table.answer()
    report = table.report()
    assert (report["phase"], report["void"]) == ("void", "X_SHARE")
    assert table.blamed() == [(1, "X_SHARE")]
    stranger.convicts(table.log.file(), "ben", "X_SHARE")


def test_another_nonce_than_the_committed_one_is_a_fault(stranger: Stranger) -> None:
    table = bench("pig", 2, goal=40)
    table.begin(1)
    table.sign(1, Ready(bytes(32), []))
    assert table.blamed() == [(1, "X_NONCE")]
    stranger.convicts(table.log.file(), "ben", "X_NONCE")


def test_two_dealings_for_two_readers_are_a_fork_and_keep_their_maker_out(
    stranger: Stranger,
) -> None:
    table = bench("pig", 3, goal=40)
    seat = table.seats[1]
    again = table.copy()
    table.sign(1, (Kind.JOIN, table.log.join_body(1, seat.root, bytes(32))))
    again.sign(1, (Kind.JOIN, again.log.join_body(1, seat.root, bytes([1]) * 32)))
    table.unite(again)
    for member in (0, 2):
        seat = table.seats[member]
        table.sign(member, (Kind.JOIN, table.log.join_body(member, seat.root, seat.fresh())))
    table.answer()
    report = table.report()
    assert report["phase"] == "setup"
    assert [author for author, _ in report["forks"]] == [1]
    stranger.convicts(table.log.fork_proofs()[0], "ben", "two versions")


# -- dice ----------------------------------------------------------------------------------------


def at_a_roll(**options: Any) -> Bench:
    table = pig(3, **options)
    table.decide(0, roll)
    assert table.report()["need"] == "chance"
    return table


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


# -- two versions --------------------------------------------------------------------------------


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


# -- absence -------------------------------------------------------------------------------------


def later(table: Bench) -> int:
    """A time after the grace period."""
    return table.clock + GRACE + 3600


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


# -- programs and limits -------------------------------------------------------------------------


def test_another_digest_is_a_desync_and_nobodys_fault(stranger: Stranger) -> None:
    table = pig(3)
    raw = table.log.prepare(0, *table.body_of(0, [{"do": "roll"}]), table.clock)
    event = msgspec.msgpack.decode(raw, type=Event)
    table.append(0, msgspec.msgpack.encode(msgspec.structs.replace(event, digest=bytes(32))))
    report = table.report()
    assert (table.blamed(), report["ok"]) == ([], False)
    assert [step for _, step in report["desync"]] == [event.step]
    status, told = stranger.verify(table.log.file())
    assert status == 3
    assert "desync" in told
    assert "anna" not in [fault["author"] for fault in report["faults"]]


def test_rules_that_are_not_here_are_named_and_not_replayed() -> None:
    table = bench("pig", 2, goal=40)
    first = envelopes(table)[0]
    event = first.event()
    other = msgspec.structs.replace(event.content(), rules=bytes([7]) * 32)
    log = _core.Log()
    raw = log.propose(0, encode_body(other), table.clock)
    log.append(raw, table.seats[0].key.sign(b"referee/v1/sign\0" + raw))
    with pytest.raises(CardSetError) as refused:
        verify(log.file())
    assert refused.value.code == "set.unknown"


def flood(table: Bench, text: str) -> None:
    """More notes than a member may sign."""
    for _ in range(20):
        table.sign(1, Note(text))


def test_flooding_is_bounded() -> None:
    table = pig(2)
    big = "x" * 4096
    for _ in range(240):
        table.sign(1, Note(big))
    with pytest.raises(FileRefusedError) as refused:
        flood(table, big)
    assert refused.value.code == "E_SIZE"


def test_of_many_offences_the_first_64_are_judged() -> None:
    table = pig(2)
    for _ in range(70):
        table.sign(1, Open(bytes(32), b"[]", []))
    report = table.report()
    assert len(table.blamed()) == 64
    assert report["unjudged"] == [[1, 6]]
    assert not report["ok"]


def test_a_vote_counts_once() -> None:
    table = pig(3)
    for _ in range(2):
        table.sign(1, Vote(0), later(table))
    assert table.blamed() == [(1, "E_TWICE")]
    assert table.report()["absent"] == []
