"""Chapter 8.2: battles against tribes and conflicts."""

from __future__ import annotations

from collections.abc import Generator

from ..game import Json
from .asking import Flow, Question, ask, die
from .battle_results import lost, use_up_auxilia, won
from .imperium import gain, lose
from .state import State
from .strength import barbarian_value, roman_value
from .tables import BOXES, ZONES

NEW_ROLL = {
    "barbarian_die": None,
    "barbarian_total": None,
    "committed": False,
    "roman_die": None,
    "roman_total": None,
}
AFTER_THE_DICE = ("r_lightning", "r_rain", "r_tactical")
ACCEPT, ROLL = {"do": "accept"}, {"do": "roll"}


def targets(state: State) -> list[str]:
    """What can be attacked now."""
    return [box for box in BOXES if can_attack(state, box)]


def can_attack(state: State, box: str) -> bool:
    """Rules 8.2.1.2 and 8.2.1.3."""
    if not state.box(box)["legions"]:
        return False
    if box not in ZONES:
        return box in state.conflicts()
    bound = state.at["options"]["truce_binds_rome"] and state.tribe(box)["truce"]
    return state.hostile(box) and not bound and not state.has_mutiny(box)


def battle(
    state: State,
    target: str,
    *,
    bonus: int = 0,
    no_winter: bool = False,
    stand_in: bool = False,
    press_on: bool = False,
) -> Generator[Question, Json, bool]:
    """Rules 8.2.1.4 to 8.2.7; whether the Romans win."""
    at_tribe = target in ZONES
    terrain = state.tables.terrain(target, state.tribe(target)["space"]) if at_tribe else 0
    state.at["battle"] = {
        "bonus": bonus,
        "no_winter": no_winter,
        "press_on": press_on,
        "stand_in": stand_in,
        "target": target,
        "terrain": terrain,
        **NEW_ROLL,
    }
    yield from _before_the_dice(state)
    victory = yield from _roll_until_decided(state)
    yield from (won if victory else lost)(state, target)
    use_up_auxilia(state, target)
    state.at["battle"] = None
    return victory


def _before_the_dice(state: State) -> Flow:
    """Rules 8.2.1.4, 13.4, 13.13 and 13.28."""
    fight = state.at["battle"]
    while events := state.events(*_usable_before(state, fight["target"])):
        action = yield ask("battle", "8.2.1.4", [*events, ROLL])
        if action == ROLL:
            break
        card = action["card"]
        state.play(action)
        if card == "r_guides":
            fight["terrain"] //= 2
            continue
        on_ice = card == "r_ice" and fight["target"] == "iazyges"
        fight["bonus"] += state.number(card, "attack_iazyges" if on_ice else "attack")
        fight["no_winter"] = fight["no_winter"] or card == "r_ice"


def _usable_before(state: State, target: str) -> list[str]:
    cards = ["r_ambush"]
    if target in ZONES:
        cards += ["r_ice"] if state.at["round"] == "winter" else []
        has_terrain = state.tables.terrain(target, state.tribe(target)["space"])
        cards += ["r_guides"] if has_terrain else []
    return cards


def _roll_until_decided(state: State) -> Generator[Question, Json, bool]:
    """Rule 8.2.3: whether the Romans have the higher value."""
    fight = state.at["battle"]
    while True:
        fight.update(NEW_ROLL)
        yield from _roll(state)
        void = yield from _reserves(state)
        if not void and fight["roman_total"] != fight["barbarian_total"]:
            return bool(fight["roman_total"] > fight["barbarian_total"])


def _roll(state: State) -> Flow:
    """Rules 8.2.2 and 8.2.2.5: both values are those before the dice change anything."""
    fight = state.at["battle"]
    fight["roman_die"] = yield die("battle_roman", "8.2.2")
    fight["barbarian_die"] = yield die("battle_barbarian", "8.2.2")
    fight["roman_total"] = roman_value(state, fight)
    fight["barbarian_total"] = barbarian_value(state, fight)
    if fight["target"] in ZONES:
        _ones_and_sixes(state, fight)


def _ones_and_sixes(state: State, fight: Json) -> None:
    """Rules 8.2.4.1 to 8.2.4.3."""
    marcus_leads = state.box(fight["target"])["leader"] == "marcus" and not fight["stand_in"]
    if marcus_leads and fight["roman_die"] == 1:
        lose(state, 1)
    if marcus_leads and fight["roman_die"] == 6:
        gain(state, 1)
    if fight["barbarian_die"] in (1, 6):
        state.tribe(fight["target"])["bold"] = fight["barbarian_die"] == 6


def _reserves(state: State) -> Generator[Question, Json, bool]:
    """Rules 8.2.3.1 to 8.2.3.3; whether the roll is void (rule 13.5)."""
    fight = state.at["battle"]
    while fight["roman_total"] <= fight["barbarian_total"]:
        commits = [] if fight["committed"] else state.each_card("commit")
        legal = [*commits, *state.events(*AFTER_THE_DICE)]
        if not legal:
            break
        action = yield ask("reserve", "8.2.3.1", [*legal, ACCEPT])
        if action == ACCEPT:
            break
        if action["do"] == "commit":
            state.discard(action)
            fight["committed"] = True
            fight["roman_total"] += 1
            continue
        state.play(action)
        if action["card"] == "r_rain":
            if fight["target"] == "quadi":
                fight["bonus"] += state.number("r_rain", "attack_quadi")
            return True
        fight["roman_total"] += state.number(action["card"], "attack")
    return False
