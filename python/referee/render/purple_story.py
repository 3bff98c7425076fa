"""What the rules of Donning the Purple do, as sentences of a story."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.render.purple_words import PHASES, Names
from referee.render.table import Table

Json = Any
Teller = Callable[[Json, Names], str]

_DICE = {
    "enemies": "where enemies come",
    "famine": "for famine",
    "plague": "for the plague",
    "event_famine": "for famine",
    "earthquake_region": "for the region of the earthquake",
    "earthquake_province": "for its province",
    "fire": "for an estate in the fire",
    "assassinate": "for the attempt",
    "glory": "for glory",
}


def outcome(request: Json, came: Json, table: Table) -> str:
    """Dice; drawn cards are told by the changes."""
    if request["kind"] != "die":
        return ""
    return f"{table.who(request['seat'])} rolls {came} {_DICE[request['for']]}"


def change(told: Json, table: Table) -> str:
    """One sentence, or ``""`` where the actions have told it or only bookkeeping changed."""
    teller = _TELLERS.get(told["change"])
    return teller(told, Names(table)) if teller else ""


def _many(count: int, one: str, more: str = "") -> str:
    return f"{count} {one if count == 1 else more or one + 's'}"


def _enemies(count: int) -> str:
    return _many(count, "enemy", "enemies")


def _who(told: Json, names: Names) -> str:
    return names.who(told["seat"])


def _card(told: Json, names: Names) -> str:
    return names.card(told["card"]) if "card" in told else "a card"


def _heir(told: Json, names: Names) -> str:
    if told["to"] is None:
        return "the heir token lies on the emperor's mat"
    return f"{names.who(told['to'])} is the heir now"


def _gone(told: Json, names: Names) -> str:
    owner = f" of {names.who(told['owner'])}" if told["owner"] >= 0 else ""
    return f"the {told['building']}{owner} in {names.place(told['at'])} is lost"


def _happiness(told: Json, names: Names) -> str:
    skull = ": the people kill the emperor" if told["to"] == 0 else ""
    return f"happiness is {told['to']}{skull}"


def _stolen(told: Json, names: Names) -> str:
    return f"{names.who(told['to'])} takes {_card(told, names)} from {names.who(told['from'])}"


def _attempt(told: Json, names: Names) -> str:
    return f"{_who(told, names)} has hired a dagger against the {told['target']}"


_TIME: dict[str, Teller] = {
    "MatDrawn": lambda t, n: f"{_who(t, n)} draws the mat of the {t['role']}",
    "YearBegan": lambda t, n: f"== Year {t['year']} ==",
    "PhaseBegan": lambda t, n: f"-- {PHASES[t['phase']]}",
    "TurnBegan": lambda t, n: f"the turn of {_who(t, n)}",
    "PassesWoken": lambda t, n: f"{_who(t, n)} passes no longer unasked",
}
_MAP: dict[str, Teller] = {
    "EnemiesPlaced": lambda t, n: f"{_enemies(t['count'])} in {n.place(t['at'])}",
    "EnemiesMoved": lambda t, n: (
        f"{_enemies(t['count'])} from {n.place(t['from'])} to {n.place(t['to'])}"
    ),
    "EnemiesRemoved": lambda t, n: f"{_enemies(t['count'])} beaten in {n.place(t['at'])}",
    "LegionsPlaced": lambda t, n: f"{_many(t['count'], 'legion')} for {n.place(t['at'])}",
    "LegionsRemoved": lambda t, n: f"{_many(t['count'], 'legion')} lost in {n.place(t['at'])}",
    "PawnThrownOut": lambda t, n: f"{_who(t, n)} is thrown out and flees to {n.place(t['to'])}",
    "EstatePlaced": lambda t, n: f"{n.who(t['owner'])} has an estate in {n.place(t['at'])}",
    "AqueductPlaced": lambda t, n: f"an aqueduct serves {n.place(t['at'])}",
    "BuildingRemoved": _gone,
    "MonumentBuilt": lambda t, n: f"{_who(t, n)} has built a monument",
    "FaminePlaced": lambda t, n: f"famine in region {t['region']}",
    "FamineRemoved": lambda t, n: f"famine in region {t['region']} is less by {t['count']}",
    "Weather": lambda t, n: "the sea is rough: severe weather" if t["severe"] else "",
}
_TRACKS: dict[str, Teller] = {
    "HappinessMoved": _happiness,
    "PriceMoved": lambda t, n: f"the import price is {t['to']}",
    "GrainAdded": lambda t, n: f"{t['count']} grain for the emperor",
    "GrainRemoved": lambda t, n: f"{t['count']} grain is gone",
    "SenatorAdded": lambda t, n: f"a senator of {n.owner(t['owner'])} joins the senate",
    "SenatorRemoved": lambda t, n: f"the senator on space {t['space']} leaves the senate",
    "SenatorsSwapped": lambda t, n: f"senators {t['space']} and {t['space'] + 1} change places",
    "SenateScored": lambda t, n: f"the Senate gets {t['count']} VP",
}
_SEATS: dict[str, Teller] = {
    "CoinsGained": lambda t, n: f"{_who(t, n)} gets {_many(t['count'], 'coin')}",
    "CoinsPaid": lambda t, n: f"{_who(t, n)} pays {_many(t['count'], 'coin')}",
    "VpGained": lambda t, n: f"{_who(t, n)} gets {t['count']} VP",
    "StaminaLost": lambda t, n: f"{_who(t, n)} loses {t['count']} stamina",
    "StaminaRegained": lambda t, n: f"{_who(t, n)} has {t['count']} stamina back",
    "Died": lambda t, n: f"{_who(t, n)} DIES; the family goes on",
    "EmperorNow": lambda t, n: f"{_who(t, n)} wears the purple",
    "HeirTokenMoved": _heir,
}
_CARDS: dict[str, Teller] = {
    "PlotDrawn": lambda t, n: f"{_who(t, n)} draws {_card(t, n)}",
    "PlotsRenewed": lambda t, n: "the discards are shuffled into a new pile",
    "PlotStolen": _stolen,
    "PlotShown": lambda t, n: f"{_who(t, n)} shows {_card(t, n)}",
    "SenateCardDrawn": lambda t, n: f"the Senate draws {_card(t, n)}{n.worth(t['card'])}",
    "AgendaDealt": lambda t, n: f"{_who(t, n)} gets a hidden agenda",
    "AgendaShown": lambda t, n: f"{_who(t, n)}'s agenda was {n.card(t['card'], 'agenda')}",
    "EventDrawn": lambda t, n: f"EVENT: {n.card(t['card'], 'event')}",
    "ForumDrawn": lambda t, n: f"{n.card(t['card'], 'forum')} opens in the forum",
    "AttemptBegan": _attempt,
}
_TELLERS = {**_TIME, **_MAP, **_TRACKS, **_SEATS, **_CARDS}
