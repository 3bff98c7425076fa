"""Rise of Augustus in the second verifier: recorded games, and the core beside it."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from typing import Any

import pytest
from augustus_data import CARDS, CONFIG, FILE
from independent_data import recorded

import referee as rf
from independent.errors import RefusedError
from independent.rules.augustus.cards import CATEGORIES, CardSet
from independent.rules.augustus.game import Augustus
from independent.rules.augustus.losses import check_tiles
from independent.rules.augustus.refusals import SHAPES
from independent.rules.augustus.set_up import before_the_draws
from independent.rules.augustus.table import Table
from independent.rules.game import same
from independent.rules.piles import take

Json = Any


def begun(head: Json, cards: CardSet = CARDS) -> Augustus:
    """The game of a recorded game's first line."""
    return Augustus.begin(cards, head["config"], head.get("position"))


def feed(game: Augustus, given: Json) -> str | None:
    """Give an input; the rule that refuses it."""
    try:
        if "chance" in given:
            game.chance(given["chance"])
        else:
            game.act(given["seat"], given["action"])
    except RefusedError as refused:
        return refused.why if refused.code == "E_ILLEGAL" else refused.code
    return None


# -- recorded games ------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(1, 8))
def test_recorded_games_step_by_step(number: int) -> None:
    lines = recorded(f"augustus-{number}")
    game = begun(lines[0])
    assert same(game.config, lines[0]["config"])
    assert same(game.next(), lines[0]["next"])
    for place, line in enumerate(lines[1:]):
        if "position" in line:
            assert same(game.document(), line["position"]), place
            continue
        before = copy.deepcopy(game.document())
        refused = feed(game, line["in"])
        if "refused" in line:
            assert refused == line["refused"]["rule"], place
            assert same(game.document(), before)
        else:
            assert refused is None, place
            assert same(game.next(), line["next"]), place
    assert "over" in game.next()


def test_a_copy_goes_on_by_itself_from_every_moment() -> None:
    lines = [line for line in recorded("augustus-5") if "in" in line and "next" in line]
    game = begun(recorded("augustus-5")[0])
    for line in lines:
        before = copy.deepcopy(game.document())
        after = game.copy()
        assert same(after.document(), before)
        assert feed(after, line["in"]) is None
        assert same(game.document(), before)
        assert same(after.next(), line["next"])
        game = after


def test_numbers_are_read_from_the_set() -> None:
    edited = copy.deepcopy(FILE)
    for tile in edited["rewards"]["number"]:
        tile["points"] += 100
    for objective in edited["objectives"]:
        objective["points"] += 1
    lines = recorded("augustus-1")
    game, other = begun(lines[0]), begun(lines[0], CardSet(edited))
    for line in lines:
        if "next" in line and "in" in line:
            assert feed(game, line["in"]) is feed(other, line["in"]) is None
    more = zip(other.next()["over"]["scores"], game.next()["over"]["scores"], strict=True)
    for own, (theirs, ours) in zip(game.document()["seats"], more, strict=True):
        assert theirs["printed"] - ours["printed"] == len(own["controlled"])
        assert theirs["rewards"] - ours["rewards"] == (100 if own["number_tile"] else 0)


# -- beside the core -----------------------------------------------------------------------------

STRANGE = [None, True, 0, -1, 89, 10**30, 1.0, "1", "shield", "joker", "gold", [], {}, [1], "pass"]
VERBS = sorted({verb for verbs in SHAPES.values() for verb in verbs})


def nonsense(legal: list[Json], dice: random.Random) -> Json:
    """An action that is a little wrong, or much."""
    action = copy.deepcopy(dice.choice(legal))
    match dice.randrange(6):
        case 0:
            return dice.choice(STRANGE)
        case 1:
            action["do"] = dice.choice(VERBS)
        case 2:
            action.pop(dice.choice(list(action)))
        case 3:
            action[dice.choice([*action, "x"])] = dice.choice(STRANGE)
        case 4:
            for key in action.keys() & {"category", "from_category"}:
                action[key] = dice.choice(CATEGORIES)
        case _:
            for key in action.keys() & {"objective", "from_objective", "tile", "to"}:
                action[key] = dice.randint(0, 89)
    return action


def by_the_core(position: Any, given: Json) -> tuple[Any, str | None]:
    """The core's next position, or the rule that refuses the input."""
    try:
        if "chance" in given:
            return position.chance(given["chance"]), None
        return position.act(given["seat"], given["action"]), None
    except rf.IllegalActionError as refused:
        return position, refused.rule.removeprefix("augustus:")


def any_input(asked: Json, document: Json, dice: random.Random) -> Json:
    """A legal input; where legions can be placed, mostly that."""
    if "chance" in asked:
        tokens = asked["chance"]["deck"] == "tokens"
        return {"chance": dice.choice(list(document["bag"] if tokens else document["deck"]))}
    entry = dice.choice(asked["decide"])
    useful = [a for a in entry["legal"] if a["do"] in ("place", "complete", "lift")]
    action = dice.choice(useful if useful and dice.random() < 0.9 else entry["legal"])
    return {"seat": entry["seat"], "action": action}


def nonsense_input(asked: Json, dice: random.Random) -> Json:
    """An input that is most probably refused."""
    entries = asked.get("decide", [{"seat": 0, "legal": [{"do": "pass"}]}])
    if dice.random() < 0.1:
        return {"chance": dice.choice([*STRANGE, *range(1, 89)])}
    entry = dice.choice(entries)
    seat = entry["seat"] if dice.random() < 0.9 else dice.choice([0, 1, 5, -1, 99])
    return {"seat": seat, "action": nonsense(entry["legal"], dice)}


@pytest.mark.parametrize(
    "config",
    [
        {"seats": 2},
        {"seats": 3, "placement": "open", "first_crier": 2},
        {"seats": 4, "first_game": True},
        {"seats": 6, "first_game": True, "placement": "open", "token_limit": 60},
    ],
)
def test_in_step_with_the_core(config: Json) -> None:
    position = rf.Position.new("augustus", config)
    game = Augustus.begin(CARDS, position.config())
    refusals = in_step(game, position, random.Random(json.dumps(config)))
    assert refusals.total() - refusals[""] > 300
    assert len(refusals) > 10


@pytest.mark.parametrize("seed", range(12))
def test_in_step_with_the_core_where_much_happens(seed: int) -> None:
    """From a position with chains, attacks on everybody and a deck that runs out."""
    document = recorded("augustus-5")[0]["position"]
    in_step(Augustus(CARDS, document), rf.Position.load("augustus", document), random.Random(seed))


def in_step(game: Augustus, position: Any, dice: random.Random) -> Counter[str]:
    """Play both to the end with nonsense in between; how often each rule refused."""
    refusals: Counter[str] = Counter()
    while "over" not in (asked := game.next()):
        assert same(asked, position.next())
        for _ in range(2):
            given, tried = nonsense_input(asked, dice), game.copy()
            _, rule = by_the_core(position, given)
            assert feed(tried, given) == rule, given
            refusals[rule or ""] += 1
        given = any_input(asked, game.document(), dice)
        position, rule = by_the_core(position, given)
        assert rule is None
        assert feed(game, given) is None
        assert same(game.document(), position.document())
    assert same(asked, position.next())
    return refusals


# -- what hardly ever comes about ----------------------------------------------------------------


def almost_done(power: str) -> Augustus:
    """Two seats at a joker; seat 0 can complete an objective that has the power."""
    number, card = next(
        (number, card)
        for number, card in CARDS.objectives.items()
        if card["power"]["type"] == power
    )
    document = before_the_draws(CARDS, {**CONFIG, "seats": 2})
    legions = dict(card["spaces"])
    take(legions, next(iter(legions)))
    active = {"objective": number, "legions": legions, "completed": False}
    document["seats"][0]["objectives"] = [active]
    document |= {"phase": "draw", "market": [88], "deck": []}
    game = Augustus(CARDS, document)
    game.chance("joker")
    return game


def complete(game: Augustus) -> None:
    game.act(1, {"do": "pass"})
    game.act(0, game.next()["decide"][0]["legal"][1])


def test_an_attack_on_nobody_has_no_effect() -> None:
    """Rule 10.8.3."""
    game = almost_done("attack")
    complete(game)
    assert [entry["kind"] for entry in game.next()["decide"]] == ["choose"]


def test_objectives_that_the_market_has_not_are_lost() -> None:
    """Rules 4.10 and 4.13."""
    game = almost_done("take_two")
    complete(game)
    assert game.document()["resolution"]["left"] == 2
    game.act(0, {"do": "take", "objective": 88})
    assert game.document()["phase"] == "draw"
    assert [entry["objective"] for entry in game.document()["seats"][0]["objectives"]] == [88]


@pytest.mark.parametrize(("amounts", "holder"), [([0, 0], None), ([1, 1], 0), ([1, 2], 1)])
def test_the_gold_tile_after_a_loss(amounts: list[int], holder: int | None) -> None:
    """Rules 7.7 to 7.9: seat 0 holds the tile and has lost an objective with gold."""
    lost, *golden = [number for number, card in CARDS.objectives.items() if card["gold"]]
    table = Table(CARDS, before_the_draws(CARDS, {**CONFIG, "seats": 2}))
    table.at |= {"gold": 0, "resolution": {}}
    for seat, amount in enumerate(amounts):
        table.seat(seat)["controlled"] = golden[:amount]
    assert list(check_tiles(table, {0: lost})) == []
    assert table.at["gold"] == holder
