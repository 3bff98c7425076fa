"""Chapter 3: the position at which a game begins."""

from __future__ import annotations

from ..game import Json
from .tables import OFF_MAP, ROUNDS, WAITING_LEGIONS, ZONES, Tables


def first_position(options: Json, tables: Tables) -> Json:
    """Rules 3.1 to 3.6: the document at the decision `deploy`."""
    imperium = options["start_imperium"]
    legions, waiting = tables.map["legions"], tables.leaders_at("unactivated")
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
        "pool": {"leaders": tables.leaders_at("pool"), "legions": legions["pool"]},
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
