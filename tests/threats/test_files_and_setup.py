"""The rows of the threat table about files, setting up, programs and limits (P23)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from cheats import envelopes
from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA65PrivateKey
from witnesses import (
    GRACE,
    Bench,
    Stranger,
    bench,
    pig,
    roll,
)

from independent.group import BASE, encode, times
from referee import _core
from referee.charter import propose
from referee.errors import CardSetError, FileRefusedError
from referee.keys import Contact
from referee.model import (
    MAGIC,
    Complaint,
    Endorse,
    Envelope,
    Event,
    File,
    Join,
    Kind,
    Note,
    Open,
    Ready,
    encode_body,
)
from referee.verify import verify

Json = Any


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


def test_a_complaint_that_shows_nothing_is_the_complainers_fault(stranger: Stranger) -> None:
    table = bench("pig", 2, goal=40)
    table.begin(1)
    kind, body = table.owed(1)[0]
    assert kind == Kind.READY
    honest = msgspec.msgpack.decode(body, type=Ready)
    point = encode(times(3, BASE))
    table.sign(1, Ready(honest.nonce, [Complaint(0, 0, point, bytes(64))]))
    assert table.blamed() == [(1, "X_COMPLAINT")]
    assert table.report()["phase"] == "setup"
    stranger.convicts(table.log.file(), "ben", "X_COMPLAINT")


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


def test_more_fork_branches_than_a_match_may_have_are_refused() -> None:
    table = pig(2)
    raw = table.log.prepare(1, Kind.NOTE, encode_body(Note("0")), table.clock)
    event = msgspec.msgpack.decode(raw, type=Event)
    table.append(1, raw)
    with pytest.raises(FileRefusedError) as refused:
        branch_out(table, event)
    assert refused.value.code == "F_SIZE"
    assert len(table.report()["forks"]) == 256


def branch_out(table: Bench, event: Event) -> None:
    """Ever other versions of one event."""
    for number in range(1, 300):
        other = msgspec.structs.replace(event, wall=event.wall + number)
        table.append(1, msgspec.msgpack.encode(other))


def test_a_forged_long_term_signature_is_a_fault(stranger: Stranger) -> None:
    table = bench("pig", 2, goal=40)
    for member, seat in enumerate(table.seats):
        own = MLDSA65PrivateKey.from_seed_bytes(_core.pq_seed(seat.root))
        pq = own.public_key().public_bytes_raw()
        table.sign(member, (Kind.JOIN, table.log.join_body(member, seat.root, seat.fresh(), pq)))
    table.answer()
    good = table.copy()
    own = MLDSA65PrivateKey.from_seed_bytes(_core.pq_seed(table.seats[1].root))
    message = good.log.endorse_message()
    good.sign(1, Endorse(own.sign(message, b"referee/v1/endorse")))
    assert (good.blamed(), good.report()["endorsed"]) == ([], [1])
    table.sign(1, Endorse(bytes(3309)))
    assert table.blamed() == [(1, "X_ENDORSE")]
    stranger.convicts(table.log.file(), "ben", "X_ENDORSE")
