"""Chapter 13: events against tribes, and those that are an attack."""

from __future__ import annotations

from ..game import Json
from .asking import Flow, ask, die
from .battle import battle, can_attack, targets
from .battle_results import beat_tribe
from .imperium import lose
from .roman_event import Event
from .state import State
from .tables import HOME, ZONES


def _can_fight(state: State, zone: str) -> bool:
    """Rule 2.2.7."""
    return bool(state.box(zone)["legions"]) and not state.has_mutiny(zone)


def _away_from_home(state: State) -> list[str]:
    """The open tribes that can retreat."""
    return [tribe for tribe in state.open_tribes() if state.tribe(tribe)["space"] > HOME]


def _duel_choices(state: State) -> list[Json]:
    """Rule 13.2."""
    bound = state.at["options"]["truce_binds_rome"]
    tribes = state.open_tribes() if bound else state.hostile_tribes()
    return [
        {"target": tribe}
        for tribe in tribes
        if state.box(tribe)["leader"] and not state.has_mutiny(tribe)
    ]


def _duel(state: State, action: Json) -> Flow:
    """Rule 13.2."""
    tribe, roman, barbarian = action["target"], 0, 0
    while roman == barbarian:
        roman = yield die("duel_roman", "13.2", target=tribe)
        barbarian = yield die("duel_barbarian", "13.2", target=tribe, roman_die=roman)
    if roman > barbarian:
        beat_tribe(state, tribe)
    else:
        lose(state, state.number("r_single_combat", "imperium_lost"))


def _truce_choices(state: State) -> list[Json]:
    """Rule 13.16."""
    return [{"target": tribe} for tribe in state.open_tribes()]


def _truce(state: State, action: Json) -> None:
    """Rule 13.16."""
    state.tribe(action["target"])["truce"] = True


def _atrocities_loss(state: State) -> int:
    return -state.number("r_atrocities", "imperium")


def _atrocities_choices(state: State) -> list[Json]:
    """Rule 13.19: the Imperium has to be more than the loss, which is 1 in the shipped set."""
    if state.at["imperium"] <= _atrocities_loss(state):
        return []
    return [{"target": tribe} for tribe in _away_from_home(state) if _can_fight(state, tribe)]


def _atrocities(state: State, action: Json) -> None:
    """Rule 13.19."""
    army = state.tribe(action["target"])
    army.update(bold=False, space=army["space"] - 1)
    lose(state, _atrocities_loss(state))


def _concessions_choices(state: State) -> list[Json]:
    """Rule 13.33."""
    return [{"target": tribe} for tribe in _away_from_home(state)]


def _concessions(state: State, action: Json) -> None:
    """Rule 13.33."""
    army = state.tribe(action["target"])
    army.update(bold=True, space=army["space"] - 1)


def _attacks(state: State) -> list[Json]:
    """Rules 13.23 and 13.34."""
    return [{"target": box} for box in targets(state)]


def _attacks_in_winter(state: State) -> list[Json]:
    """Rule 13.17."""
    return _attacks(state) if state.at["round"] == "winter" else []


def _winter_quarters(state: State, action: Json) -> Flow:
    """Rule 13.17."""
    bonus = state.number("r_winter_quarters", "attack")
    yield from battle(state, action["target"], bonus=bonus, no_winter=True)


def _maximus(state: State, action: Json) -> Flow:
    """Rule 13.34."""
    yield from battle(state, action["target"], stand_in=True)


def _initiative(state: State, action: Json) -> Flow:
    """Rule 13.23."""
    target = action["target"]
    victory = yield from battle(state, target, press_on=True)
    if victory and target in ZONES and can_attack(state, target):
        legal = [{"do": "attack"}, {"do": "stop"}]
        answer = yield ask("press_on", "13.23", legal, target=target)
        if answer["do"] == "attack":
            yield from battle(state, target)


EVENTS = {
    "r_atrocities": Event(_atrocities_choices, _atrocities),
    "r_concessions": Event(_concessions_choices, _concessions),
    "r_initiative": Event(_attacks, _initiative),
    "r_maximus": Event(_attacks, _maximus),
    "r_single_combat": Event(_duel_choices, _duel),
    "r_truce": Event(_truce_choices, _truce),
    "r_winter_quarters": Event(_attacks_in_winter, _winter_quarters),
}
