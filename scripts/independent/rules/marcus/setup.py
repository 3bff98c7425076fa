"""Chapter 3 and interface 1: the configuration of a match, and the position it begins at."""

from __future__ import annotations

from typing import Any

from ...errors import require
from ..game import Json
from .tables import OFF_MAP, ROUNDS, ZONES, Tables

WAITING_LEGIONS = ("legio22", "slaves")


def check_config(config: Json, tables: Tables) -> None:
    """Refuse what is no complete configuration of this set (W2)."""
    keys = {"game", "options", "seats", "set"}
    require(isinstance(config, dict) and config.keys() == keys, "H_CONFIG", "keys")
    require(config["game"] == "marcus" and config["set"] == tables.name, "H_CONFIG", "set")
    require(_whole(config["seats"], 1, 1), "H_CONFIG", "seats")
    options = config["options"]
    keys = {"heir_order", "start_imperium", "truce_binds_rome"}
    require(isinstance(options, dict) and options.keys() == keys, "H_CONFIG", "options")
    require(options["heir_order"] in ("forward", "backward"), "H_CONFIG", "heir_order")
    require(_whole(options["start_imperium"], 1, tables.most_imperium), "H_CONFIG", "imperium")
    require(isinstance(options["truce_binds_rome"], bool), "H_CONFIG", "truce_binds_rome")


def _whole(value: Any, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def first_position(options: Json, tables: Tables) -> Json:
    """Rules 3.1 to 3.6: the document at the decision `deploy`."""
    imperium = options["start_imperium"]
    legions, leaders = tables.map["legions"], tables.map["leaders"]
    waiting = [leader["id"] for leader in leaders if leader["start"] == "unactivated"]
    return {
        "game": "marcus",
        "set": tables.name,
        "options": dict(options),
        "year": tables.first_year,
        "round": ROUNDS[0],
        "phase": "setup",
        "imperium": imperium,
        "imperium_bonus": imperium == tables.most_imperium,
        "tribes": {tribe: active(tables.zones[tribe]["start"]) for tribe in ZONES},
        "quadi_peace": True,
        "armies": {zone: {"leader": None, "legions": 0, "mutiny": False} for zone in ZONES},
        "off_map": {space: {"conflict": None, "leader": None, "legions": 0} for space in OFF_MAP},
        "recovery": {"leaders": [], "legions": legions["recovery"]},
        "unactivated": {"leaders": waiting, "legions": list(WAITING_LEGIONS)},
        "pool": {
            "leaders": [leader["id"] for leader in leaders if leader["start"] == "pool"],
            "legions": legions["pool"],
        },
        "marcus_bold": True,
        "forts": {zone: [0] * tables.fort_spaces(zone) for zone in ZONES},
        "fleets": {"lower": False, "upper": False},
        "auxilia": None,
        "second_meditation": False,
        "omens": 0,
        "harsh_winter": False,
        "draws_left": 0,
        "surge": {},
        "hand": {},
        "meditations": {},
        "kept": {},
        "looked": [],
        "current": None,
        "roman": _decks("roman", tables),
        "barbarian": {**_decks("barbarian", tables), "top": []},
        "battle": None,
        "result": None,
        "pending": None,
        "rest": False,
    }


def _decks(deck: str, tables: Tables) -> Json:
    """Rule 3.5."""
    early, late = tables.pile(deck, late=False), tables.pile(deck, late=True)
    return {"deck": early, "discard": {}, "history": {}, "late": late}


def active(space: int) -> Json:
    """A tribe on the map, on its Bold side."""
    return {"bold": True, "space": space, "status": "active", "truce": False}
