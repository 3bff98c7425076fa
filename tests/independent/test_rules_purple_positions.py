"""The second verifier's purple from positions that somebody set up."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from purple_data import SHIPPED, assassin, at, rest_points
from verdicts import same_verdict
from witnesses import Bench

import referee as rf
from independent.errors import RefusedError
from independent.rules.game import same
from independent.rules.match import Asked
from independent.rules.purple.game import Purple
from independent.rules.purple.scoring import score
from independent.rules.purple.wire import PurpleMatch
from selfplay import sit_down

Json = Any


def test_recorded_positions_are_taken() -> None:
    seats = Counter[int]()
    for document in rest_points()[::3]:
        game = Purple.begin(document["config"], document, SHIPPED)
        assert same(game.document(), document)
        seats[game.state.seats] += 1
    assert min(seats[1], seats[2], seats[3]) > 10


def put(*path: Any) -> Callable[[Json], None]:
    """Another value at a place of a document."""
    *way, last, value = path

    def change(document: Json) -> None:
        for key in way:
            document = document[key]
        document[last] = value

    return change


CHANGES = {
    "keys": put("more", 1),
    "config": put("config", "seats", 2),
    "not_rest": put("rest", False),
    "range": put("happiness", 0),
    "a type": put("severe_weather", 0),
    "enemy_count": put("enemies", {"germania": 29}),
    "legion_count": put("legions", {"roma": 14}),
    "famine_count": put("famine", [7, 1, 0, 0]),
    "aqueduct_count": put("line", [{"kind": "aqueduct", "owner": -1}] * 4),
    "estate_count": put("line", [{"kind": "estate", "owner": 0}] * 5),
    "monument_count": put("line", [{"kind": "monument", "owner": 0}] * 4),
    "senator_count": put("senate", [0] * 7),
    "stamina_count": put("seats", 0, "used", 1),
    "dead_seat": put("seats", 0, "unused", 0),
    "plot_cards": put("decks", "plot", {}),
    "event_cards": put("decks", "event", {}),
    "forum_cards": put("decks", "forum", {}),
    "agenda_cards": put("decks", "agenda", {}),
    "romans_with_enemies": put("seats", 0, "pawn", "germania"),
    "two_buildings": put("estates", {"egypt": [0, 1]}),
    "event_progress": put("events_left", 1),
    "forum_progress": put("forum", []),
    "turn": put("turn", None),
    "step": put("step", {"at": "swap"}),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_the_core_refuses_is_refused(change: Callable[[Json], None]) -> None:
    document = at("action", 3)
    document["enemies"] = {"germania": 1}
    before = rf.Position.load("purple", document).document()
    assert same(Purple.begin(before["config"], before, SHIPPED).document(), before)
    change(document)
    with pytest.raises(rf.RefereeError):
        rf.Position.load("purple", document)
    with pytest.raises(RefusedError, match="H_CONFIG"):
        Purple.begin(before["config"], document, SHIPPED)


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_matches_from_a_position_are_judged_like_by_the_core(seats: int) -> None:
    names = [(name, assassin) for name in ("anna", "ben", "cara")[:seats]]
    document = at("action", seats)
    options = {"mode": "free"} if seats == 1 else {}
    table = sit_down("purple", document["config"], names, position=document, **options)
    match = Bench(table.seats, table.seats[0].log, table.clock)
    for place, seat in enumerate(match.seats):
        seat.log, seat.dice = match.log, random.Random(place)
    match.begin()
    for _ in range(25):
        asked = match.asked()
        if not asked:
            break
        match.decide(asked[0], assassin)
        match.answer()
    assert same_verdict(match.log)[0].fine
    assert match.last("OPEN")


def test_ties_go_to_the_emperor_then_the_senate_then_coins() -> None:
    state = Purple.load(at("action", 3), SHIPPED).state
    state.emperor, state.heir, state.senate, state.forum = 0, None, [2], []
    for player, coins, vp in zip(state.players, (1, 19, 5), (9, 9, 7), strict=True):
        player.coins, player.vp, player.deaths, player.agenda = coins, vp, 2, "long_line"
        player.hand, player.monuments = {}, 0
    result = score(state)
    assert [scores["total"] for scores in result["scores"]] == [7, 7, 7]
    assert (result["winners"], result["ranking"]) == ([0], [[0], [2], [1]])
    state.emperor, state.senate = 1, []
    state.players[0].coins = 5
    state.players[2].vp += 2
    assert score(state)["ranking"] == [[1], [0, 2]]


def test_a_death_on_the_skull_settles_the_stamina_of_the_action() -> None:
    document = at("action", 3)
    seat = document["turn"]["seat"]
    document["turn"]["actions"], document["happiness"] = 0, 1
    document.update(emperor=seat, heir=None, senate=[seat])
    document["forum"] = [{"card": "arena", "tokens": [[0, 0, 0], [0, 0, 0]]}]
    document["seats"][seat].update(unused=1, used=0, spent=0, coins=9)
    deaths = document["seats"][seat]["deaths"]
    game = Purple.load(document, SHIPPED)
    game.act(seat, {"card": "arena", "do": "forum", "option": 2})
    assert (game.state.players[seat].deaths, game.state.happiness) == (deaths + 1, 5)


def test_who_does_not_seal_or_open_commits_nothing() -> None:
    document = at("action", 3)
    seat, document["turn"]["actions"] = document["turn"]["seat"], 0
    document["senate"] = [(seat + 1) % 3]
    document["seats"][seat].update(hand={"mob": 1}, coins=9, unused=2)
    document["seats"][(seat + 1) % 3]["hand"] = {"bodyguard": 1}
    game = Purple.load(document, SHIPPED)
    game.act(seat, {"do": "assassinate_senator"})
    match = PurpleMatch(game)
    assert match.question() == Asked("seal", sorted([seat, (seat + 1) % 3]))
    nobody, sealed = match.seal([]), match.seal([seat])
    assert sealed.question() == Asked("open", [seat])
    unopened = sealed.open({seat: None})
    hands = [player.hand for player in game.state.players]
    for after in (nobody, unopened):
        assert after.question().kind == "chance"
        assert [player.hand for player in after.game.state.players] == hands
    with pytest.raises(RefusedError, match=r"7\.9\.4"):
        sealed.check(seat, b'[{"do":"done"}]', {})
