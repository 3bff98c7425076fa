"""Encrypted matches of purple in the second verifier: hands, piles and agendas nobody sees."""

from __future__ import annotations

from typing import Any

import pytest
from purple_data import SHIPPED, at

from independent.canonical import read, write
from independent.chance import Stream
from independent.errors import RefusedError
from independent.rules.match import Answer, Asked, Cards
from independent.rules.purple.closed import ClosedMatch
from independent.rules.purple.unseen import AGENDA, PLOT, UnseenPurple, unseen

Json = Any
MOB, MARCH, CUP, BODYGUARD = 12, 6, 17, 3
"""Card indices; of mobs there are two."""
PLAY = {"card": "mob", "do": "play"}
DISCARD = {"card": "mob", "do": "discard"}
COMMIT = {"card": "mob", "do": "commit"}
GUARD = {"do": "bodyguard"}
END = {"do": "end_turn"}
TURN: Json = {"emperor": 0, "forum": [], "turn": {"actions": 0, "first": 0, "seat": 0}}


def closed(step: str, hands: list[int], pile: int = 9, **change: Json) -> ClosedMatch:
    """A match at a step, with so many cards in the hands, which lie at the first places."""
    document = {**at(step, len(hands)), **change}
    document["legions"], document["line"] = {}, []
    dealt = 0
    for place, (seat, count) in enumerate(zip(document["seats"], hands, strict=True)):
        seat["hand"] = {unseen((PLOT, dealt + card)): 1 for card in range(count)}
        seat["agenda"] = unseen((AGENDA, place))
        seat["pawn"], seat["coins"], seat["unused"] = "roma", 30, 8
        dealt += count
    discards = document["decks"]["plot_discard"] = {"mob": 2, "statue": 1}
    start = dealt + sum(discards.values())
    document["decks"]["plot"] = {unseen((PLOT, start + card)): 1 for card in range(pile)}
    match = ClosedMatch(UnseenPurple.load(document, SHIPPED))
    match.discards = [*range(dealt, start)]
    match.size = start + pile
    return match


def view(match: ClosedMatch) -> Json:
    return read(match.document())["view"]


def refused(match: ClosedMatch, seat: int, actions: Json, cards: Cards) -> bool:
    try:
        match.check(seat, write(actions), cards)
    except RefusedError:
        return True
    return False


def taken(match: ClosedMatch, seat: int, actions: Json, cards: Cards) -> ClosedMatch:
    assert not refused(match, seat, actions, cards)
    answer = Answer(write(actions), cards)
    return match.act({seat: answer})


@pytest.fixture
def acting() -> ClosedMatch:
    """Seat 0 of three may act; places 0 to 2 are its hand."""
    return closed("action", [3, 1, 2], **TURN, happiness=7)


def test_a_play_reveals_the_card_that_it_names(acting: ClosedMatch) -> None:
    assert acting.question() == Asked("act", [0])
    match = taken(acting, 0, [PLAY], {(0, 1): MOB})
    assert sorted(match.rights()) == [(0, p) for p in (0, 2, 3, 4, 5)] + [(1, p) for p in range(3)]
    assert view(match)["decks"]["plot_discard"] == {"mob": 3, "statue": 1}
    assert [seat["hand"] for seat in view(match)["seats"]] == [2, 1, 2]
    assert match.discards == [1, 6, 7, 8]


@pytest.mark.parametrize(
    ("actions", "cards"),
    [
        ([PLAY], {}),
        ([PLAY], {(0, 0): CUP}),
        ([PLAY], {(0, 0): MOB, (0, 1): CUP}),
        ([PLAY], {(0, 3): MOB}),
        ([PLAY], {(0, 6): MOB}),
        ([PLAY], {(1, 0): 2}),
        ([PLAY, PLAY], {(0, 0): MOB}),
        ([END], {(0, 0): MOB}),
        ([END, {"do": "pass"}], {}),
        ([], {}),
        ({"card": "mob", "do": "play"}, {(0, 0): MOB}),
        ([{"card": unseen((0, 0)), "do": "play"}], {(0, 0): MOB}),
    ],
)
def test_other_plays_are_refused(acting: ClosedMatch, actions: Json, cards: Cards) -> None:
    assert refused(acting, 0, actions, cards)


def test_only_revealed_cards_count_in_a_battle() -> None:
    """Section 9.6: five enemies, a pawn of strength 2 and a hand of five."""
    match = closed("action", [5, 1, 2], **TURN, enemies={"gallia": 5})
    move = {"do": "move_pawn", "to": "gallia"}
    boost = {"card": "mob", "do": "boost"}
    assert refused(match, 0, [move], {})
    assert refused(match, 0, [move, boost], {(0, 0): MOB})
    assert refused(match, 0, [move, boost, boost], {(0, 0): MOB})
    won = taken(match, 0, [move, boost, boost], {(0, 0): MOB, (0, 4): MOB + 1})
    assert won.question() == Asked("chance")
    march = {"card": "forced_march", "do": "play", "to": "gallia"}
    cards = {(0, 0): MOB, (0, 1): MARCH, (0, 2): MOB + 1}
    assert refused(match, 0, [march, boost], {(0, 0): MOB, (0, 1): MARCH})
    assert not refused(match, 0, [march, boost, boost], cards)


def test_a_draw_from_an_empty_pile_waits_for_a_shuffle() -> None:
    match = taken(closed("action", [3, 1, 2], 0, **TURN), 0, [END], {})
    assert match.question() == Asked("shuffle", decks=[(0, [6, 7, 8])])
    shown = view(match)
    assert (shown["step"], shown["rest"]) == ({"at": "chance"}, False)
    assert (shown["decks"]["plot"], shown["decks"]["plot_discard"]) == (0, {"mob": 2, "statue": 1})
    match = match.copy().shuffled()
    assert match.rights()[0, 9] == 0
    assert (view(match)["decks"]["plot"], view(match)["decks"]["plot_discard"]) == (2, {})
    assert match.question() == Asked("act", [2])
    match = taken(match, 2, [PLAY], {(0, 4): MOB})
    assert (match.size, match.discards) == (12, [4])


def test_a_stolen_card_is_one_of_the_hand_in_the_order_of_the_places() -> None:
    """Section 9.2: the right to it passes to the thief."""
    forum = [{"card": "colonnade", "tokens": [[0] * 3, [0] * 3]}]
    match = closed("action", [1, 1, 4], **{**TURN, "forum": forum})
    steal = {"card": "colonnade", "do": "forum", "option": 2, "target": 2}
    assert refused(match, 0, [steal, PLAY], {(0, 0): MOB})
    match = taken(match, 0, [steal], {})
    assert match.question() == Asked("chance")
    for number in range(4):
        rights = match.chance(Stream(iter([number]))).rights()
        mine = [place for place, seat in rights.items() if seat == 0]
        assert mine == [(0, 0), (0, 2 + number), (1, 0)]


def test_discards_by_default_are_shown() -> None:
    """Sections 9.3, 9.4 and 9.6."""
    match = closed("discard", [5, 2, 4], enemies={}, year=1)
    assert match.question() == Asked("act", [0, 2])
    both: Cards = {(0, 3): MOB, (0, 4): MOB + 1}
    assert refused(match, 0, [DISCARD, DISCARD], both)
    assert refused(match, 0, [DISCARD], {(0, 3): CUP})
    assert not refused(match, 0, [DISCARD], {(0, 3): MOB})
    one = Answer(write([DISCARD]), {(0, 3): MOB})
    shows = match.act({0: one, 2: None})
    assert shows.question() == Asked("show", places=[(0, 7)])
    shown = view(shows)
    assert (shown["step"], shown["rest"]) == ({"at": "chance"}, False)
    assert [seat["hand"] for seat in shown["seats"]] == [4, 2, 4]
    assert match.act({0: None, 2: None}).question().places == [(0, 0), (0, 7)]
    shows = shows.show({(0, 7): CUP})
    assert shows.question() == Asked("act", [0])
    assert view(shows)["decks"]["plot_discard"] == {"mob": 3, "poisoned_cup": 1, "statue": 1}
    assert shows.discards == [3, 7, 11, 12, 13]
    last = shows.act({0: None}).show({(0, 0): BODYGUARD})
    assert (view(last)["year"], last.discards) == (2, [0, 3, 7, 11, 12, 13])


def test_one_seat_may_discard_all_at_once() -> None:
    match = closed("discard", [5, 2, 3], enemies={}, year=1)
    cards: Cards = {(0, 3): MOB, (0, 4): CUP}
    cup = {"card": "poisoned_cup", "do": "discard"}
    assert refused(match, 0, [DISCARD, cup, DISCARD], {**cards, (0, 0): MOB + 1})
    assert view(taken(match, 0, [cup, DISCARD], cards))["year"] == 2


def test_everything_is_shown_before_the_scoring() -> None:
    match = closed("discard", [4, 0, 1], enemies={}, year=4)
    match = taken(match, 0, [DISCARD], {(0, 0): MOB})
    places = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 0), (1, 1), (1, 2)]
    assert match.question() == Asked("show", places=places)
    shown = view(match)
    assert (shown["step"], shown["over"], shown["year"]) == ({"at": "chance"}, None, 4)
    match = match.show(dict(zip(places, [MOB + 1, 20, 1, 2, 0, 1, 2], strict=True)))
    assert match.question() == Asked("over")
    document = read(match.document())
    assert document["positions"] == []
    assert [seat["hand"] for seat in document["view"]["seats"]] == [3, 0, 1]
    agendas = [seat["agenda"] for seat in document["view"]["seats"]]
    assert agendas == ["landowner", "long_line", "miser"]
    assert [scores["cards"] for scores in match.result()["scores"]] == [1, 0, 0]


@pytest.fixture
def sealing() -> ClosedMatch:
    """Seat 0 attacks a senator of seat 2."""
    match = closed("action", [2, 1, 3], **TURN, senate=[2])
    return taken(match, 0, [{"do": "assassinate_senator"}], {})


def test_committed_cards_are_sealed_and_then_opened(sealing: ClosedMatch) -> None:
    assert sealing.question() == Asked("seal", [0, 2])
    step = {"at": "commit", "attacker": 0, "defender": 2, "target": "senator"}
    step |= {"attack": None, "bodyguard": None, "defence": None}
    assert view(sealing)["step"] == step
    match = sealing.seal([0, 2])
    assert match.question() == Asked("open", [0, 2])
    assert view(match)["step"] == {**step, "sealed": [0, 2]}
    mine, other = Answer(write([COMMIT]), {(0, 0): MOB}), [GUARD, COMMIT]
    cards = {(0, 3): MOB + 1, (0, 5): BODYGUARD}
    match.check(0, *mine)
    assert not refused(match, 2, other, cards)
    match = match.open({0: mine, 2: Answer(write(other), cards)})
    assert match.question() == Asked("chance")
    assert [seat["hand"] for seat in view(match)["seats"]] == [1, 1, 1]
    assert view(match)["decks"]["plot_discard"] == {"bodyguard": 1, "mob": 4, "statue": 1}
    assert match.discards == [0, 3, 5, 6, 7, 8]


def test_who_does_not_seal_or_open_keeps_the_cards(sealing: ClosedMatch) -> None:
    for match in (sealing.seal([]), sealing.seal([2]).open({2: None})):
        assert match.question() == Asked("chance")
        assert [seat["hand"] for seat in view(match)["seats"]] == [2, 1, 3]


@pytest.mark.parametrize(
    ("seat", "actions", "cards"),
    [
        (2, [COMMIT], {}),
        (2, [], {(0, 3): MOB}),
        (2, [COMMIT], {(0, 3): CUP}),
        (2, [COMMIT], {(0, 0): MOB}),
        (2, [COMMIT, COMMIT], {(0, 3): MOB}),
        (2, [GUARD], {(0, 3): MOB}),
        (2, [GUARD, GUARD], {(0, 3): BODYGUARD, (0, 4): MOB}),
        (2, [COMMIT, {"do": "done"}], {(0, 3): MOB}),
        (0, [GUARD], {(0, 0): BODYGUARD}),
    ],
)
def test_other_commitments_are_refused(
    sealing: ClosedMatch, seat: int, actions: Json, cards: Cards
) -> None:
    assert refused(sealing.seal([0, 2]), seat, actions, cards)
