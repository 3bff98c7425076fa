"""The rules of purple that the second verifier has, against vectors, core and matches."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from independent_data import ROOT, received, recorded
from purple_data import SHIPPED, assassin, config
from verdicts import refusal, same_verdict
from witnesses import Bench, anything, bench

import referee as rf
from independent.canonical import write
from independent.chance import Stream
from independent.errors import RefusedError
from independent.report import judge
from independent.rules.game import same
from independent.rules.purple import begin
from independent.rules.purple.game import Purple
from independent.rules.purple.wire import PurpleMatch
from referee import _core
from referee.model import Action, Kind, encode_body
from selfplay import play_out, sit_down

Json = Any
MATCHES = sorted((ROOT / "turns" / "matches").glob("purple-1-*.referee"))


def comparable(asked: Json) -> Json:
    """The same whatever the order of the legal lists."""
    if "decide" not in asked:
        return asked
    return [{**e, "legal": sorted(map(write, e["legal"]))} for e in asked["decide"]]


def put_in(game: Purple, given: Json) -> None:
    if "seat" in given:
        game.act(given["seat"], given["action"])
    else:
        game.chance(given["chance"])


# -- the recorded games


def lines_of_games(name: str) -> Iterator[tuple[Purple, Json]]:
    """The lines of a record, each with the game to which it belongs."""
    game: Purple | None = None
    for line in recorded(name):
        if "config" in line:
            game = Purple.begin(line["config"], None, SHIPPED)
        elif "end" in line:
            game = None
        elif "position" in line and _is_start(game, line["position"]):
            game = Purple.load(line["position"], SHIPPED)
        if game:
            yield game, line


def _is_start(game: Purple | None, position: Json) -> bool:
    return game is None or (position["over"] is None and "over" in game.next())


@pytest.mark.parametrize("number", range(1, 8))
def test_recorded_games_come_out_step_by_step(number: int) -> None:
    for game, line in lines_of_games(f"purple-{number}"):
        if "refused" in line:
            assert refusal(partial(put_in, game, line["in"])) == line["refused"]["rule"], line
            continue
        if "in" in line:
            put_in(game, line["in"])
        if "next" in line:
            assert same(comparable(game.next()), comparable(line["next"])), line
        if "position" in line:
            assert same(game.document(), line["position"])


# -- a match


def test_a_battle_is_announced_with_the_cards_that_win_it() -> None:
    kinds = Counter[str]()
    for number in range(1, 7):
        for game, line in lines_of_games(f"purple-{number}"):
            if "in" in line:
                before = game.copy()
                put_in(game, line["in"])
                if game.state.step["at"] == "battle":
                    kinds[before.state.step["at"]] += 1
                    check = PurpleMatch(before).check
                    announced = write([line["in"]["action"]])
                    assert refusal(partial(check, line["in"]["seat"], announced, {})) == "7.5.5.1"
    assert kinds == {"action": 3, "copy": 1, "move_step": 3}


# -- the core


NONSENSE: list[Json] = [None, 1, "pass", [], {}, {"do": "nothing"}, {"do": "play", "card": "mob"}]
NONSENSE += [{"do": "pass", "until": "turn"}, {"do": "move_pawn", "to": "roma"}, {"do": "done"}]
NONSENSE += [{"do": "forum", "card": "baths", "option": 1.0}, {"do": "commit", "card": "statue"}]
OUTCOMES: list[Json] = [0, 1, 4, 5, 7, True, 1.0, "1", None, "mob", "plague", "heir", "baths"]


def refused_alike(game: Purple, core: rf.Position, dice: random.Random) -> None:
    """Nonsense and near misses, and what is right from the wrong seat."""
    entries = game.next().get("decide", [{"seat": 0, "legal": [{"do": "pass"}]}])
    seat, action = entries[0]["seat"], dice.choice(entries[0]["legal"])
    near = {**action, dice.choice(list(action)): dice.choice([True, 1, 2, "roma", "year", None])}
    tries = [(seat, dice.choice(NONSENSE)), (seat, near), (seat, {**action, "x": 0})]
    for who, what in [*tries, (dice.randrange(4), action)]:
        by_core = refusal(partial(core.act, who, what))
        assert refusal(partial(game.copy().act, who, what)) == by_core, (who, what)
    outcome = dice.choice(OUTCOMES)
    by_core = refusal(partial(core.chance, outcome))
    assert refusal(partial(game.copy().chance, outcome)) == by_core, outcome


def choose(entry: Json, dice: random.Random) -> Json:
    """Anything; ends and passes are as likely as other verbs, not as other actions."""
    verb = dice.choice(sorted({(a["do"], "until" in a) for a in entry["legal"]}))
    return dice.choice([a for a in entry["legal"] if (a["do"], "until" in a) == verb])


def lockstep(game: Purple, core: rf.Position, dice: random.Random) -> str:
    """One game by both; the reason of its end."""
    while True:
        asked = core.next()
        assert same(comparable(game.next()), comparable(asked))
        assert same(game.document(), core.document())
        if dice.random() < 0.2:
            refused_alike(game, core, dice)
        if dice.random() < 0.1:
            game = game.copy()
        if "over" in asked:
            return str(asked["over"]["reason"])
        if "chance" in asked:
            outcome: Json = game.sample(Stream(iter(partial(dice.getrandbits, 32), None)))
            game.chance(outcome)
            core = core.chance(outcome)
        else:
            entry = dice.choice(asked["decide"])
            action = choose(entry, dice)
            game.act(entry["seat"], action)
            core = core.act(entry["seat"], action)


@pytest.mark.parametrize(
    ("seats", "rest"),
    [
        (1, {}),
        (1, {"windows": "lean", "legions": 40}),
        (2, {}),
        (2, {"windows": "lean", "roles": ["heir", "emperor"]}),
        (3, {"roles": ["senator", "heir", "emperor"]}),
        (3, {"windows": "lean", "legions": 8}),
    ],
)
def test_games_go_in_step_with_the_core(seats: int, rest: Json) -> None:
    dice = random.Random(f"{seats} {rest}")
    for _ in range(4):
        start = config(seats, **rest)
        lockstep(Purple.begin(start, None, SHIPPED), rf.Position.new("purple", start), dice)


@pytest.mark.parametrize("number", range(1, 6))
def test_games_go_in_step_from_late_positions(number: int) -> None:
    dice = random.Random(number)
    positions = [line["position"] for line in recorded(f"purple-{number}") if "position" in line]
    late = [p for p in positions if p["rest"] and p["year"] >= 3]
    ends = Counter[str]()
    for document in dice.sample(late, min(10, len(late))):
        core = rf.Position.load("purple", document)
        ends[lockstep(Purple.load(document, SHIPPED), core, dice)] += 1
    assert ends["scored"] > 0


def edited() -> dict[str, Json]:
    """A set of an owner, in which much is otherwise."""
    card_set: dict[str, Json] = json.loads(json.dumps(SHIPPED).replace('"roma"', '"urbs"'))
    cards, board = card_set["cards.json"], card_set["map.json"]
    cards["set"] = board["set"] = "second-look"
    for place, card in enumerate(cards["plot"]):
        card["copies"], card["strength"] = place % 3, place % 5
    for card in cards["event"]:
        card["copies"] += 1
        card["numbers"] = {key: n + (n > 0) for key, n in card["numbers"].items()}
    for card in cards["agenda"]:
        for goal in card["goals"]:
            goal["vp"] += 1
    for card in cards["forum"]:
        for option in card["options"]:
            option["coins"] //= 2
            option["circle"] = "large"
    del cards["forum"][-1]
    board["provinces"].reverse()
    for province in board["provinces"]:
        province["capital"] = province["number"] == 3
        province["grain"] = province["region"]
    board["sea"].append(["achaia", "egypt"])
    board["prices"] = {key: price - 1 for key, price in board["prices"].items()}
    tracks, pieces = board["tracks"], board["components"]
    tracks["happiness"]["start"], tracks["import_price"]["start"] = 6, 3
    tracks["happiness"]["vp"] = {str(space): 2 * space for space in range(11)}
    tracks["production_line"]["built"] = {"1": 5, "2": 4, "3": 6}
    pieces.update(enemies=35, famine=5, aqueducts=5)
    pieces["per_seat"].update(estates=6, senators=7, stamina=9, stamina_two_players=8)
    return card_set


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_the_set_of_an_owner_is_read(seats: int) -> None:
    card_set = edited()
    packed = {name: json.dumps(document).encode() for name, document in card_set.items()}
    assert _core.check_set("purple", packed) == []
    _core.install_set("purple", "second-look", packed)
    dice = random.Random(seats)
    start = config(seats, set="second-look")
    for _ in range(4):
        lockstep(Purple.begin(start, None, card_set), rf.Position.new("purple", start), dice)


@pytest.mark.parametrize(
    "change",
    [
        {"game": "pig"},
        {"seats": 4},
        {"seats": 0},
        {"seats": True},
        {"seats": "1"},
        {"legions": 7},
        {"legions": 41},
        {"legions": 13.0},
        {"windows": "none"},
        {"windows": None},
        {"set": "another"},
        {"roles": ["senator"]},
        {"roles": "emperor"},
        {"roles": [None]},
        {"roles": ["emperor", "heir"]},
        {"more": 1},
    ],
)
def test_configurations_are_refused(change: Json) -> None:
    with pytest.raises(RefusedError, match="H_CONFIG"):
        begin({**config(1), **change}, None, SHIPPED)


# -- whole matches


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_stored_matches_are_played(path: Path) -> None:
    report = judge(received(path.read_bytes()))
    assert (report.ruled, report.fine) == (True, True)
    assert same(report.result, rf.verify(path).result)


def test_matches_of_a_bot_are_judged_like_by_the_core() -> None:
    ends = set()
    for seed, windows in (("s1", "full"), ("s2", "lean")):
        options = {"seats": 1, "windows": windows}
        table = sit_down("purple", options, [("anna", anything)], mode="free", seed=seed)
        table.seats[0].bot = "prudent"
        play_out(table)
        report, _ = same_verdict(table.seats[0].log)
        assert report.fine
        ends.add(report.result["reason"])
    assert ends == {"scored", "no_heir"}


def alone(seed: int) -> Bench:
    """A match of one, at its first decision."""
    table = bench("purple", 1, mode="free", windows="lean")
    table.seats[0].dice = random.Random(seed)
    table.begin()
    return table


@pytest.mark.parametrize("seed", range(4))
def test_assassins_are_judged_like_by_the_core(seed: int) -> None:
    table = alone(seed)
    asked = set()
    while table.asked():
        asked.add(table.report()["need"])
        table.decide(0, assassin)
        table.answer()
    assert same_verdict(table.log)[0].fine
    assert asked == {"act", "seal"}
    assert table.last("OPEN")


def test_an_illegal_action_is_found() -> None:
    table = alone(7)
    assert same_verdict(table.log)[0].fine
    table.sign(0, (Kind.ACTION, encode_body(Action(b'[{"do":"end_turn"}]', []))))
    report, _ = same_verdict(table.log)
    assert [code for _, code in report.faults] == ["E_ILLEGAL"]
