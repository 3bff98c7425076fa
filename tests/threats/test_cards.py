"""The rows of the threat table about hidden cards and sealed choices (P23)."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cheats import (
    cards_now,
    draw_proof,
    fresh_deck,
    masked,
    match_of,
    prove_shuffle,
    public_deck_key,
    same_logarithm,
    start_of,
)
from witnesses import GRACE, Bench, Stranger, bench

from independent.group import BASE, encode, times
from independent.proofs import shuffle_context
from referee import _core
from referee.model import (
    Action,
    Audit,
    Draw,
    DrawEntry,
    DrawPart,
    Kind,
    Note,
    Open,
    Part,
    Seal,
    ShowPart,
    Shuffle,
    ShuffleEntry,
    Vote,
)

Json = Any
DECK = 3
"""Cards in Kuhn's deck."""


def dealt_by_kim(deals: int = 1) -> Bench:
    """Kuhn's poker before the dealer's shuffle; member 2 deals."""
    table = bench("kuhn", 2, 1, mode="dealer", deals=deals)
    table.begin(2)
    while (due := table.owed(2)) and due[0][0] != Kind.SHUFFLE:
        table.sign(2, due[0])
    return table


def link(table: Bench, order: list[int], author: int = 2) -> ShuffleEntry:
    """A link of the opening shuffle in an order of the author's liking."""
    ctx = shuffle_context(start_of(table), [], 0, 0, author)
    before = cards_now(table) or fresh_deck(table, DECK)
    return ShuffleEntry(0, *prove_shuffle(before, order, public_deck_key(table), ctx))


def honest_shuffle(table: Bench, author: int) -> ShuffleEntry:
    """The link that the author's program would make."""
    kind, body = next(due for due in table.owed(author) if due[0] == Kind.SHUFFLE)
    assert kind == Kind.SHUFFLE
    return msgspec.msgpack.decode(body, type=Shuffle).decks[0]


# -- shuffling -----------------------------------------------------------------------------------


def test_a_card_twice_in_a_shuffle_is_a_fault(stranger: Stranger) -> None:
    table = dealt_by_kim()
    table.sign(2, Shuffle([link(table, [0, 0, 1])]))
    assert table.blamed() == [(2, "X_SHUFFLE")]
    stranger.convicts(table.log.file(), "kim", "X_SHUFFLE")


def test_a_card_replaced_or_marked_in_a_shuffle_is_a_fault(stranger: Stranger) -> None:
    good = honest_shuffle(dealt_by_kim(), 2)
    strange = encode(times(7, BASE))
    for cards in (
        good.cards[:32] + strange + good.cards[64:],
        strange + good.cards[32:],
        good.cards[64:] + good.cards[:64],
        good.cards[:64] + good.cards[:64] + good.cards[128:],
    ):
        table = dealt_by_kim()
        table.sign(2, Shuffle([ShuffleEntry(0, cards, good.proof)]))
        assert table.blamed() == [(2, "X_SHUFFLE")]
    stranger.convicts(table.log.file(), "kim", "X_SHUFFLE")


def test_in_a_chain_each_link_answers_for_itself(stranger: Stranger) -> None:
    table = bench("kuhn", 2, deals=1)
    table.begin(1)
    while (due := table.owed(1)) and due[0][0] != Kind.SHUFFLE:
        table.sign(1, due[0])
    table.sign(1, Shuffle([link(table, [1, 1, 2], author=1)]))
    assert table.blamed() == [(1, "X_SHUFFLE")]
    table.answer()
    assert table.report()["phase"] == "play"
    stranger.convicts(table.log.file(), "ben", "X_SHUFFLE")


def test_among_several_any_order_is_allowed() -> None:
    table = bench("kuhn", 2, deals=1)
    table.begin(1)
    while (due := table.owed(1)) and due[0][0] != Kind.SHUFFLE:
        table.sign(1, due[0])
    table.sign(1, Shuffle([link(table, [2, 1, 0], author=1)]))
    table.answer()
    assert (table.blamed(), table.report()["phase"]) == ([], "play")


def test_a_dealer_who_stacks_the_deck_is_found_by_his_audit(stranger: Stranger) -> None:
    table = dealt_by_kim()
    prescribed = honest_shuffle(table, 2)
    for order in ([0, 1, 2], [2, 1, 0]):
        stacked = table.copy()
        entry = link(stacked, order)
        assert entry.cards != prescribed.cards
        stacked.sign(2, Shuffle([entry]))
        assert stacked.blamed() == []
        stacked.play(stacked.at("over"))
        stacked.answer(2)
        stacked.sign(2, next(due for due in stacked.owed(2) if due[0] == Kind.AUDIT))
        assert stacked.blamed() == [(2, "X_AUDIT")]
        assert stacked.last("AUDIT", 2)["status"] == "X_AUDIT"
        stranger.convicts(stacked.log.file(), "kim", "X_AUDIT")
        stacked.answer()  # his own program does not offer it again
        assert stacked.blamed() == [(2, "X_AUDIT")]
        assert stacked.report()["not_audited"] != []


def test_a_dealer_who_explains_another_shuffle_is_at_fault() -> None:
    table = dealt_by_kim()
    table.play(table.at("over"))
    kind, body = table.owed(2)[0]
    assert kind == Kind.AUDIT
    audit = msgspec.msgpack.decode(body, type=Audit)
    wrong = same_logarithm(5, BASE, match_of(table))
    entry = msgspec.structs.replace(audit.shuffles[0], part=wrong)
    table.sign(2, Audit([], [entry]))
    assert table.blamed() == [(2, "X_PART")]
    assert table.report()["not_audited"] != []


def test_a_shuffle_out_of_turn_is_a_fault_and_the_ninth_failed_one_is_not_looked_at() -> None:
    table = bench("kuhn", 2, deals=1)
    table.begin(0, 1)
    while (due := table.owed(0)) and due[0][0] != Kind.SHUFFLE:
        table.sign(0, due[0])
    entry = link(table, [0, 1, 2], author=1)
    table.sign(1, Shuffle([entry]))
    assert (1, "E_SEAT") in table.blamed()
    table = dealt_by_kim()
    bad = link(table, [0, 0, 1])
    for _ in range(9):
        table.sign(2, Shuffle([bad]))
    assert [code for _, code in table.blamed()] == ["X_SHUFFLE"] * 8 + ["E_BODY"]


# -- drawing -------------------------------------------------------------------------------------


def before_the_draws(players: int = 2) -> Bench:
    """Kuhn's poker with its deck shuffled and no card read: anna has position 0, ben 1."""
    table = bench("kuhn", players, deals=1)
    for member, seat in enumerate(table.seats):
        table.sign(member, (Kind.JOIN, table.log.join_body(member, seat.root, seat.fresh())))
    while table.report()["phase"] == "setup":
        for member in range(players):
            if due := table.owed(member):
                table.sign(member, due[0])
    return table


def entry(table: Bench, pos: int, author: int, *, aim: int | None = None) -> DrawEntry:
    """A card asked for; with ``aim`` the point is made of another card's first half."""
    cards = cards_now(table)
    first = cards[64 * pos : 64 * pos + 32]
    source = first if aim is None else cards[64 * aim : 64 * aim + 32]
    point = masked(source, 9)
    proof = draw_proof(first, point, 9, match_of(table), (0, pos, author))
    return DrawEntry(0, pos, point, proof)


def test_an_own_card_may_be_drawn() -> None:
    table = before_the_draws()
    table.sign(1, Draw([entry(table, 1, 1)]))
    assert table.blamed() == []


def test_drawing_anothers_card_is_a_fault(stranger: Stranger) -> None:
    table = before_the_draws()
    table.sign(1, Draw([entry(table, 0, 1)]))
    assert table.blamed() == [(1, "E_EARLY")]
    stranger.convicts(table.log.file(), "ben", "E_EARLY")


def test_helpers_are_no_oracle_for_anothers_card(stranger: Stranger) -> None:
    table = before_the_draws()
    table.sign(1, Draw([entry(table, 1, 1, aim=0)]))
    assert table.blamed() == [(1, "X_DRAW")]
    asked = bytes.fromhex(table.last("DRAW")["id"])
    helpful = table.copy()
    helpful.sign(0, Part(b"", [], [DrawPart(asked, 0, bytes(96))]))
    assert helpful.blamed() == [(1, "X_DRAW"), (0, "E_EARLY")]
    table.answer()
    assert [a for a, _ in table.blamed()] == [1]
    stranger.convicts(table.log.file(), "ben", "X_DRAW")


def test_a_draw_without_a_mask_is_a_fault() -> None:
    table = before_the_draws()
    cards = cards_now(table)
    bare = DrawEntry(0, 1, cards[64:96], bytes(64))
    table.sign(1, Draw([bare]))
    assert table.blamed() == [(1, "X_DRAW")]


def test_a_card_is_asked_for_once() -> None:
    table = before_the_draws()
    table.sign(1, Draw([entry(table, 1, 1)]))
    table.sign(1, Draw([entry(table, 1, 1)]))
    assert table.blamed() == [(1, "E_TWICE")]


def test_a_part_on_a_card_that_nobody_may_see_is_a_fault(stranger: Stranger) -> None:
    table = before_the_draws()
    first = cards_now(table)[:32]
    assert len(first) == 32
    some = same_logarithm(5, BASE, match_of(table))
    table.sign(1, Part(b"", [ShowPart(0, 0, some)], []))
    assert table.blamed() == [(1, "E_EARLY")]
    stranger.convicts(table.log.file(), "ben", "E_EARLY")


def test_a_wrong_part_on_a_draw_is_a_fault_and_the_card_stays_unread(stranger: Stranger) -> None:
    table = before_the_draws()
    table.sign(1, Draw([entry(table, 1, 1)]))
    asked = bytes.fromhex(table.last("DRAW")["id"])
    wrong = same_logarithm(5, BASE, match_of(table))
    table.sign(0, Part(b"", [], [DrawPart(asked, 0, wrong)]))
    assert table.blamed() == [(0, "X_PART")]
    stranger.convicts(table.log.file(), "anna", "X_PART")


# -- showing -------------------------------------------------------------------------------------


def play_in_hand() -> tuple[Bench, int, Json]:
    """Purple for two where somebody may play a card that he holds."""
    table = bench("purple", 2, roles=["emperor", "heir"])
    table.begin()
    for _ in range(200):
        member = table.asked()[0]
        decision = table.decision(member)
        assert decision is not None
        plays = [a for a in decision["legal"] if a["do"] == "play"]
        if plays and decision["kind"] == "window":
            return table, member, plays[0]
        table.decide(member, lambda d, _: d["legal"][0])
        table.answer()
    raise AssertionError("nobody may play a card")


def test_a_lie_about_a_card_is_a_fault(stranger: Stranger) -> None:
    table, member, action = play_in_hand()
    _, body = table.body_of(member, [action])
    honest = msgspec.msgpack.decode(body, type=Action)
    (reveal,) = honest.reveals
    name = table.seats[member].name
    lies = {
        "X_REVEAL": Action(
            honest.payload, [msgspec.structs.replace(reveal, rho=bytes(31) + b"\1")]
        ),
        "E_ILLEGAL": Action(_renamed(action), [reveal]),
    }
    for code, lie in lies.items():
        lied = table.copy()
        lied.sign(member, lie)
        assert lied.blamed() == [(member, code)]
        stranger.convicts(lied.log.file(), name, code)
    unproved = table.copy()
    unproved.sign(member, Action(honest.payload, []))
    assert unproved.blamed()[0][0] == member
    twice = table.copy()
    twice.sign(member, Action(honest.payload, [reveal, reveal]))
    assert twice.blamed() == [(member, "X_REVEAL")]
    table.sign(member, honest)
    assert table.blamed() == []


def _renamed(action: Json) -> bytes:
    """The same place, another card."""
    card = "mob" if action["card"] != "mob" else "bread_games"
    return json.dumps([{"card": card, "do": "play"}], separators=(",", ":")).encode()


def test_anothers_card_cannot_be_shown() -> None:
    table, member, action = play_in_hand()
    _, body = table.body_of(member, [action])
    honest = msgspec.msgpack.decode(body, type=Action)
    document = table.log.document()
    theirs = next(p for d, p, seat in document["positions"] if d == 0 and seat != member)
    reveal = msgspec.structs.replace(honest.reveals[0], pos=theirs)
    table.sign(member, Action(honest.payload, [reveal]))
    assert table.blamed() == [(member, "X_REVEAL")]


# -- sealed choices ------------------------------------------------------------------------------


def sealed_by_all() -> Bench:
    """Augustus for three where everybody has sealed a placement and nobody opened."""
    table = bench("augustus", 3, first_game=True)
    table.begin()
    table.play(table.at("seal"))
    for member in range(3):
        table.decide(member)
    assert table.report()["need"] == "open"
    return table


def opening(table: Bench, member: int) -> Open:
    """What a member sealed."""
    _, body = next(due for due in table.owed(member) if due[0] == Kind.OPEN)
    return msgspec.msgpack.decode(body, type=Open)


def test_a_sealed_choice_cannot_be_changed_after_looking(stranger: Stranger) -> None:
    table = sealed_by_all()
    own = {member: opening(table, member) for member in range(3)}
    table.sign(0, own[0])
    changed = b'[{"do":"pass"}]'
    assert own[2].payload != changed
    for lie in (Open(own[2].nonce, changed, []), Open(bytes(32), own[2].payload, [])):
        lied = table.copy()
        lied.sign(2, lie)
        assert lied.blamed() == [(2, "X_SEAL")]
        stranger.convicts(lied.log.file(), "cara", "X_SEAL")


def test_sealing_again_is_a_fault() -> None:
    table = bench("augustus", 3, first_game=True)
    table.begin()
    table.play(table.at("seal"))
    table.decide(2)
    table.sign(2, Seal(bytes(32)))
    assert table.blamed() == [(2, "E_TWICE")]


def test_who_refuses_to_open_gets_the_default_and_a_certificate(stranger: Stranger) -> None:
    table = sealed_by_all()
    step = table.report()["step"]
    for member in (0, 1):
        table.sign(member, opening(table, member))
    for member in (0, 1):
        table.sign(member, Vote(2), table.clock + GRACE + 7200)
    report = table.report()
    assert (report["absent"], table.blamed()) == ([2], [])
    entry_of = next(e for e in table.log.history() if e["step"] == step)
    defaults = {a["seat"]: a["default"] for a in entry_of["answers"]}
    assert defaults == {0: False, 1: False, 2: True}
    status, told = stranger.verify(table.log.file())
    assert status == 0
    assert "seat 2 is absent" in told


def test_a_seat_is_not_starved_of_parts_and_voted_out(stranger: Stranger) -> None:
    table = bench("purple", 3, roles=["emperor", "heir", "senator"])
    for member, seat in enumerate(table.seats):
        table.sign(member, (Kind.JOIN, table.log.join_body(member, seat.root, seat.fresh())))
    while table.report()["phase"] == "setup":
        for member in range(3):
            if due := table.owed(member):
                table.sign(member, due[0])
    (asked,) = [w["member"] for w in table.report()["waiting"] if w["for"] == "act"]
    while (due := table.owed(asked)) and due[0][0] == Kind.DRAW:
        table.sign(asked, due[0])
    assert table.last("DRAW", asked)["status"] == "ok"
    voter = (asked + 1) % 3
    table.sign(voter, Note("he does not answer"))
    table.sign(voter, Vote(asked), table.clock + GRACE + 7200)
    assert table.blamed() == [(voter, "E_VOTE")]
    stranger.convicts(table.log.file(), table.seats[voter].name, "E_VOTE")


@pytest.mark.parametrize("lies", [True, False])
def test_a_hidden_action_against_the_rules_is_told_as_a_lie_after_the_end(lies: bool) -> None:
    # None of the games has such an action; the toy game of the protocol's vectors has.
    found = [case for case in _judged() if bool(case["out"].get("lies")) == lies]
    assert found
    for case in found[:3]:
        got = _core.run_case(case["op"], case["in"])
        assert got["out"]["lies"] == case["out"]["lies"]


def _judged() -> list[Json]:
    folder = Path(__file__).resolve().parents[1] / "vectors" / "protocol"
    cases = [
        case
        for group in ("matches", "scenarios")
        for case in json.loads(gzip.decompress((folder / f"{group}.json.gz").read_bytes()))["cases"]
    ]
    return [c for c in cases if c["op"] == "file.judge" and isinstance(c.get("out"), dict)]
