"""Augustus in the second verifier with an encrypted deck: drafts, refills, shuffles, cheats."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from augustus_data import CARDS, CONFIG, FILE
from verdicts import same_verdict
from witnesses import Bench, bench, later

from independent.canonical import read, write
from independent.chance import Stream, words
from independent.errors import RefusedError
from independent.proofs import seal as commit
from independent.rules.augustus import begin
from independent.rules.augustus.closed import ClosedMatch
from independent.rules.augustus.set_up import before_the_draws
from independent.rules.augustus.unseen import UNSEEN, UnseenAugustus
from independent.rules.match import Answer, Asked, Cards
from referee.model import Action, Kind, Open, Resign, Reveal, Seal, Vote

Json = Any
CLOSED = {**CONFIG, "first_game": False}
TAKE = {"do": "take", "objective": 10}


# -- the draft -----------------------------------------------------------------------------------


def at(*positions: int) -> Cards:
    """What is there if the card with index i lies at position 87 - i."""
    return {(0, position): 87 - position for position in positions}


def drafting(**change: Json) -> ClosedMatch:
    """A match of three whose market is open."""
    match = begin({**CLOSED, **change}, None, {"objectives.json": FILE})
    assert isinstance(match, ClosedMatch)
    rights = match.rights()
    assert read(match.document())["view"]["deck"] == 88
    match = match.show(at(*range(5)))
    assert match.question() == Asked("seal", [0, 1, 2])
    assert rights == match.rights() == {(0, 5 + place): place // 6 for place in range(18)}
    return match


def keep(*positions: int) -> Answer:
    cards = at(*positions)
    objectives = sorted(card + 1 for card in cards.values())
    return Answer(write([{"do": "keep", "objectives": objectives}]), cards)


@pytest.mark.parametrize("placement", ["open", "sealed"])
def test_a_draft_is_sealed_and_ends_when_all_is_open(placement: str) -> None:
    match = drafting(placement=placement).seal([0, 1, 2])
    answers = {0: keep(5, 7, 10), 1: keep(11, 12, 13), 2: keep(20, 21, 22)}
    for seat, answer in answers.items():
        match.check(seat, answer.payload, answer.cards)
    match = match.open(dict(answers))
    assert match.question() == Asked("chance")
    assert sorted(match.rights()) == [(0, p) for p in (6, 8, 9, 14, 15, 16, 17, 18, 19)]
    match = match.chance(Stream(words(bytes(range(32)))))
    view = read(match.document())["view"]
    assert (view["deck"], view["token"]) == (65, "catapult")
    assert [own["setup_discards"] for own in view["seats"]] == [3, 3, 3]
    assert match.question().kind == ("act" if placement == "open" else "seal")


def test_drafts_by_default_are_shown() -> None:
    """Section 9.7."""
    draft = drafting()
    match = draft.seal([0, 2]).open({0: keep(5, 7, 10), 2: None})
    assert match.question() == Asked("show", places=[(0, p) for p in (11, 12, 13, 17, 18, 19)])
    document = read(match.document())
    sealed, default = {"do": "sealed"}, {"do": "default"}
    assert document["view"]["answers"] == [sealed, default, default]
    assert [own["hand"] for own in document["view"]["seats"]] == [6, 6, 6]
    assert [p for _, p, _ in document["positions"]] == [6, 8, 9, *range(11, 23)]
    match = match.show(at(11, 12, 13, 17, 18, 19))
    entries = read(match.document())["view"]["seats"][1]["objectives"]
    assert [entry["objective"] for entry in entries] == [75, 76, 77]
    nobody = draft.seal([])
    assert read(nobody.document())["view"]["answers"] == [default] * 3
    assert len(nobody.question().places) == 9


@pytest.mark.parametrize(
    ("objectives", "cards"),
    [
        ([78, 81, 83], at(5, 7)),
        ([78, 81, 83], at(5, 7, 8)),
        ([78, 81, 83], {}),
        ([83, 81, 78], at(5, 7, 10)),
        ([78, 81], at(7, 10)),
        ([78, 80, 81, 83], at(5, 7, 8, 10)),
        ([], {}),
        (None, at(5, 7, 10)),
    ],
)
def test_what_is_kept_is_what_is_revealed(objectives: Json, cards: Cards) -> None:
    match = drafting().seal([0, 1, 2])
    with pytest.raises(RefusedError, match="E_ILLEGAL"):
        match.check(0, write([{"do": "keep", "objectives": objectives}]), cards)


# -- refills -------------------------------------------------------------------------------------


def choosing(deck: list[int], discards: list[int], lost: list[int]) -> ClosedMatch:
    """Seat 0 of two, which has to take two of the market's five objectives."""
    document = before_the_draws(CARDS, {**CLOSED, "seats": 2, "placement": "open"})
    number, spaces = next(
        (number, card["spaces"])
        for number, card in CARDS.objectives.items()
        if card["power"]["type"] == "take_two"
    )
    legions = dict(spaces)
    category = next(iter(legions))
    legions[category] -= 1
    legions = {key: n for key, n in legions.items() if n}
    own, other = document["seats"]
    own["objectives"] = [{"objective": number, "legions": legions, "completed": False}]
    own["setup_discards"] = [UNSEEN + position for position in discards[:1]]
    other["setup_discards"] = [UNSEEN + position for position in discards[1:]]
    document |= {"phase": "draw", "market": [10, 11, 12, 13, 14], "lost": lost}
    document["deck"] = [UNSEEN + position for position in deck]
    game = UnseenAugustus(CARDS, document)
    game.chance("joker")
    match = ClosedMatch(game)
    match.opened = {number: 40 + number for number in lost}
    place = {"do": "place", "objective": number, "category": category}
    return match.act({0: Answer(write([place]), {}), 1: None})


def take_both(match: ClosedMatch) -> ClosedMatch:
    payload = write([TAKE, {**TAKE, "objective": 11}])
    match.check(0, payload, {})
    with pytest.raises(RefusedError, match="E_ILLEGAL"):
        match.check(0, payload, {(0, 30): 3})
    return match.act({0: Answer(payload, {})})


def test_a_refill_is_shown_at_once() -> None:
    """Section 9.8, 1."""
    match = take_both(choosing([80, 81, 82], [6, 12], []))
    assert match.question() == Asked("show", places=[(0, 80), (0, 81)])
    view = read(match.document())["view"]
    assert (view["market"], view["resolution"]["step"]) == ([12, 13, 14], "refill")
    match = match.show({(0, 80): 86, (0, 81): 70})
    assert match.question() == Asked("chance")
    view = read(match.document())["view"]
    assert (view["market"], view["deck"]) == ([12, 13, 14, 71, 87], 1)


def test_a_deck_is_rebuilt_when_an_objective_must_be_drawn() -> None:
    """Section 9.8, 2 and 3."""
    match = take_both(choosing([87], [6, 12, 13], [3, 5]))
    assert match.question() == Asked("show", places=[(0, 87)])
    match = match.show({(0, 87): 86})
    assert match.question() == Asked("shuffle", decks=[(0, [6, 12, 13, 43, 45])])
    before = read(match.document())
    assert before["positions"] == [[0, 6, 0], [0, 12, 1], [0, 13, 1]]
    assert (before["view"]["deck"], before["view"]["lost"]) == (0, [3, 5])
    match = match.shuffled()
    assert match.question() == Asked("show", places=[(0, 88)])
    after = read(match.document())
    assert (after["positions"], after["view"]["deck"], after["view"]["lost"]) == ([], 5, [])
    assert [own["setup_discards"] for own in after["view"]["seats"]] == [0, 0]
    match = match.copy().show({(0, 88): 4})
    assert match.question() == Asked("chance")
    assert match.size == 93
    assert read(match.document())["view"]["market"] == [5, 12, 13, 14, 87]


def test_a_market_that_nothing_is_left_for_stays_short() -> None:
    """Rule 4.13."""
    match = take_both(choosing([87], [], []))
    match = match.show({(0, 87): 86})
    assert match.question() == Asked("chance")
    assert read(match.document())["view"]["market"] == [12, 13, 14, 87]


# -- cheats, beside the core ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def begun() -> Bench:
    """A match of two and a dealer at its draft."""
    table = bench("augustus", 2, 1, mode="dealer", first_game=False, token_limit=1)
    table.begin()
    return table


def honest(table: Bench) -> Open:
    """What seat 0 opens if it keeps to the rules."""
    other = table.copy()
    for seat in other.seats:
        seat.sealed = []
    other.decide(0)
    other.decide(1)
    kind, body = other.owed(0)[0]
    assert kind == Kind.OPEN
    return msgspec.msgpack.decode(body, type=Open)


def opening(table: Bench, nonce: bytes, payload: bytes, reveals: list[Reveal]) -> list[str]:
    """What both find of a draft of seat 0 that is opened so."""
    table = table.copy()
    report = table.report()
    sealed = commit(bytes.fromhex(report["match"]), 0, report["step"], bytes(32), payload)
    table.sign(0, Seal(sealed))
    table.decide(1)
    table.sign(0, Open(nonce, payload, reveals))
    _, told = same_verdict(table.log)
    return [fault["code"] for fault in told["faults"]]


def test_what_is_wrong_with_a_draft_is_named_alike(begun: Bench) -> None:
    good = honest(begun)
    payload, reveals = good.payload, good.reveals
    (action,) = read(payload)
    others = write([{**action, "objectives": [1, 2, 3]}])
    first = reveals[0]
    another = msgspec.structs.replace(first, pos=12)
    unmasked = msgspec.structs.replace(first, rho=reveals[1].rho)
    assert opening(begun, bytes(32), payload, reveals) == []
    assert opening(begun, bytes(32), others, reveals) == ["E_ILLEGAL"]
    assert opening(begun, bytes(32), payload, reveals[1:]) == ["E_ILLEGAL"]
    assert opening(begun, bytes(32), payload, [*reveals[1:], another]) == ["X_REVEAL"]
    assert opening(begun, bytes(32), payload, [*reveals[1:], unmasked]) == ["X_REVEAL"]
    assert opening(begun, bytes(range(32)), payload, reveals) == ["X_SEAL"]


def test_defaults_and_what_follows_are_judged_alike() -> None:
    """Seat 1 is voted out of the draft, says something too late; then seat 2 gives up."""
    table = bench("augustus", 3, 1, mode="dealer", first_game=False, token_limit=2)
    table.begin()
    table.decide(0)
    table.decide(2)
    table.sign(0, Vote(1), later(table))
    table.sign(2, Vote(1), later(table))
    table.sign(1, Action(b'[{"do":"pass"}]', []))
    table.play(table.at("show"), 1)
    report, _ = same_verdict(table.log)
    assert [code for _, code in report.faults] == ["E_NOW"]
    assert report.main.asked.places == [(0, 11), (0, 12), (0, 13)]
    table.play(table.at("seal"))
    table.sign(2, Resign())
    while table.report()["need"] != "over":
        table.play(lambda: False)
        for waits in table.report()["waiting"]:
            table.sign(0, Vote(waits["member"]), later(table))
    report, _ = same_verdict(table.log)
    assert report.result["reason"] == "token_limit"
    assert [entry[1:] for entry in report.main.branch] == [[1, 1], [1, 1, 2], [1, 1, 2]]
