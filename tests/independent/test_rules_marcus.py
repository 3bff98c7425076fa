"""The second verifier's rules of marcus: recorded games, and the core in lockstep."""

from __future__ import annotations

import json
import random
from functools import partial
from typing import Any

import pytest
from independent_data import recorded
from marcus_data import OPTIONS, begun_at, card_set, config, rest_points
from verdicts import refusal

import referee as rf
from independent.canonical import write
from independent.errors import RefusedError
from independent.rules.marcus.campaign import Campaign
from referee import _core

Json = Any


def as_set(asked: Json) -> Json:
    """What is asked, with the legal list in canonical order."""
    if "decide" not in asked:
        return asked
    (entry,) = asked["decide"]
    return {**entry, "legal": sorted(map(write, entry["legal"]))}


# -- recorded games ------------------------------------------------------------------------------


def begun(line: Json) -> Campaign:
    """The game of the first line of a recorded game."""
    if "position" in line:
        return begun_at(line["position"])
    return Campaign.begin(config(**line["config"].get("options", {})), None, card_set())


def take(game: Campaign, given: Json) -> None:
    """An input of a recorded game."""
    if "chance" in given:
        game.chance(given["chance"])
    else:
        game.act(given["seat"], given["action"])


@pytest.mark.parametrize("number", range(1, 7))
def test_recorded_games_step_by_step(number: int) -> None:
    first, *rest = recorded(f"marcus-{number}")
    game = begun(first)
    assert as_set(game.next()) == as_set(first["next"])
    for place, line in enumerate(rest):
        if "in" in line:
            take(game, line["in"])
            assert as_set(game.next()) == as_set(line["next"]), place
        elif "refused" in line:
            given = line["refused"]
            assert refusal(partial(take, game, given)) == given["rule"], place
        else:
            assert write(game.document()) == write(line["position"]), place
    assert "over" in game.next()


# -- the core in lockstep ------------------------------------------------------------------------

NONSENSE: list[Json] = [True, 3.0, "3", None, [], {}, 0, 7, -1, "r_action", {"do": "end"}]
SEATS = [0, 0, 0, 1, -1, True]


def lockstep(game: Campaign, core: rf.Position, dice: random.Random, most: int) -> bool:
    """Both take the same random inputs; whether the game came to its end."""
    for _ in range(most):
        asked = core.next()
        assert as_set(game.next()) == as_set(asked)
        assert write(game.document()) == write(core.document())
        if dice.random() < 0.1:
            nonsense, seat = dice.choice(NONSENSE), dice.choice(SEATS)
            for ours, theirs in (
                (partial(game.copy().act, seat), partial(core.act, seat)),
                (game.copy().chance, core.chance),
            ):
                assert refusal(partial(ours, nonsense)) == refusal(partial(theirs, nonsense))
        if "over" in asked:
            return True
        if "chance" in asked:
            request = asked["chance"]
            drawn = request["kind"] == "draw"
            outcome = dice.choice(
                list(game.document()[request["deck"]]["deck"]) if drawn else range(1, 7)
            )
            game.chance(outcome)
            core = core.chance(outcome)
        else:
            action = choice(asked["decide"][0], dice)
            game.act(0, action)
            core = core.act(0, action)
    return False


def choice(entry: Json, dice: random.Random) -> Json:
    """Any legal action, rather an event or an attack."""
    wanted = [a for a in entry["legal"] if a["do"] in ("event", "attack")]
    return dice.choice(wanted if wanted and dice.random() < 0.5 else entry["legal"])


@pytest.mark.parametrize(
    "options",
    [
        OPTIONS,
        {"heir_order": "backward", "start_imperium": 7, "truce_binds_rome": False},
        {"heir_order": "forward", "start_imperium": 1, "truce_binds_rome": False},
    ],
)
def test_the_core_agrees_on_random_games(options: Json) -> None:
    dice = random.Random(str(options))
    for _ in range(12):
        chosen = config(**options)
        game = Campaign.begin(chosen, None, card_set())
        core = rf.Position.new("marcus", chosen)
        assert game.config == core.config() == chosen
        assert lockstep(game, core, dice, 5000)


def test_the_core_agrees_from_recorded_positions() -> None:
    dice = random.Random("positions")
    for position in dice.sample(rest_points(), 25):
        lockstep(begun_at(position), rf.Position.load("marcus", position), dice, 150)


def test_the_core_agrees_on_a_set_of_ones_own() -> None:
    own = json.loads(json.dumps(card_set()))
    for document in own.values():
        document["set"] = "second-verifier"
    cards = {card["id"]: card for card in own["cards.json"]["cards"]}
    cards["b_iazyges"]["numbers"].update(activations=2, tribe="marcomanni")
    cards["b_chatti"]["numbers"].update(combat=3, space="east")
    cards["b_unrest"].update(asterisk=True, history_points=2)
    cards["b_scandal"]["numbers"]["cards"] = 1
    cards["r_auction"].update(asterisk=False, numbers={"imperium": 1})
    cards["r_column"]["late_war"] = False
    cards["r_informants"]["numbers"]["look"] = 2
    own["cards.json"]["totals"]["roman"].update(early=44, late=6)
    own["map.json"]["draws"]["roman"].update(spring=8, winter=0)
    own["map.json"]["zones"][0].update(start=1, combat={"bold": 2, "demoralized": 0})
    packed = {name: json.dumps(document).encode() for name, document in own.items()}
    _core.install_set("marcus", "second-verifier", packed)
    chosen, dice = config("second-verifier"), random.Random("own")
    for _ in range(12):
        game = Campaign.begin(chosen, None, own)
        assert lockstep(game, rf.Position.new("marcus", chosen), dice, 5000)


@pytest.mark.parametrize(
    "change",
    [
        {"game": "pig"},
        {"set": "another"},
        {"seats": 2},
        {"seats": True},
        {"options": {}},
        {"options": {**OPTIONS, "start_imperium": 0}},
        {"options": {**OPTIONS, "start_imperium": True}},
        {"options": {**OPTIONS, "heir_order": "sideways"}},
        {"options": {**OPTIONS, "truce_binds_rome": 1}},
        {"options": {**OPTIONS, "more": 1}},
        {"more": 1},
    ],
)
def test_what_is_no_configuration_is_refused(change: Json) -> None:
    with pytest.raises(RefusedError) as refused:
        Campaign.begin({**config(), **change}, None, card_set())
    assert refused.value.code == "H_CONFIG"


def test_an_incomplete_configuration_is_refused() -> None:
    for incomplete in (None, [], {}, {k: v for k, v in config().items() if k != "seats"}):
        with pytest.raises(RefusedError):
            Campaign.begin(incomplete, None, card_set())
