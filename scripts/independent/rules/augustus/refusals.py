"""Interface section 4, "Refusals": the checks of an action, in their order."""

from __future__ import annotations

from collections.abc import Callable

from ..game import Json, refuse
from .cards import CATEGORIES, NUMBERS, RESOURCES
from .questions import Decision
from .table import Table

Shape = dict[str, Callable[[Json], bool]]
"""The keys of an action besides `do`, with what their values must be."""


def _integer(value: Json) -> bool:
    return type(value) is int


def _objective(value: Json) -> bool:
    return type(value) is int and value in NUMBERS


def _category(value: Json) -> bool:
    return isinstance(value, str) and value in CATEGORIES


def _resource(value: Json) -> bool:
    return isinstance(value, str) and value in RESOURCES


def _objectives(value: Json) -> bool:
    return isinstance(value, list) and all(map(_objective, value))


def _spaces(value: Json) -> bool:
    return isinstance(value, list) and all(
        isinstance(space, dict) and _fits(space, PLACE) for space in value
    )


PLACE: Shape = {"objective": _objective, "category": _category}
MOVE: Shape = {"from_objective": _objective, "from_category": _category, **PLACE}
MOBILISE: dict[str, Shape] = {"pass": {}, "place": PLACE, "move": MOVE}
SHAPES: dict[str, dict[str, Shape]] = {
    "draft": {"keep": {"objectives": _objectives}},
    "placement": MOBILISE,
    "mobilise": MOBILISE,
    "complete_objective": {"pass": {}, "complete": {"objective": _objective}},
    "rearrange": {"pass": {}, "lift": {}},
    "put_back": {"put": PLACE},
    "lose_legions": {"remove": {"legions": _spaces}},
    "clear": {"clear": {"objective": _objective}},
    "lose_objective": {"lose": {"objective": _objective}},
    "give_tile": {"give": {"tile": _resource, "to": _integer}},
    "claim": {"claim": {"tile": _integer}, "decline": {}},
    "choose": {"take": {"objective": _objective}},
}
"""The actions by kind of decision and verb."""

NOT_YOUR_OBJECTIVE = {"place": "3.7", "move": "3.8", "put": "10.6"}


def _fits(values: Json, shape: Shape) -> bool:
    """Whether an object has exactly these keys, with good values."""
    return values.keys() == shape.keys() and all(good(values[key]) for key, good in shape.items())


def check_action(
    table: Table, decision: Decision, waiting: list[int], seat: int, action: Json
) -> None:
    """Refuse an action that is not listed. `waiting` are the seats that have not answered."""
    if type(seat) is not int or seat not in decision.seats:
        refuse(decision.rule)
    if seat not in waiting:
        refuse(decision.again)
    _check_shape(decision, action)
    if action["do"] in NOT_YOUR_OBJECTIVE:
        _check_legion(table, decision, seat, action)
    if action not in decision.legal(seat):
        refuse(decision.rule)


def _check_shape(decision: Decision, action: Json) -> None:
    """Refuse an unknown verb and malformed values."""
    verbs = SHAPES[decision.kind]
    verb = action.get("do") if isinstance(action, dict) else None
    shape = verbs.get(verb) if isinstance(verb, str) else None
    if shape is None or not _fits({k: v for k, v in action.items() if k != "do"}, shape):
        refuse(decision.rule)


def _check_legion(table: Table, decision: Decision, seat: int, action: Json) -> None:
    """Refuse a `place`, `move` or `put`."""
    verb, number, category = action["do"], action["objective"], action["category"]
    target = _entry(table, seat, number, NOT_YOUR_OBJECTIVE[verb])
    if category not in table.cards.spaces(number):
        refuse("1.7")
    if category not in decision.permitted(seat):
        refuse("3.12" if decision.kind == "placement" else "10.2")
    if verb == "move":
        source = _entry(table, seat, action["from_objective"], "3.8")
        if action["from_category"] not in source["legions"]:
            refuse("3.8")
        if (action["from_objective"], action["from_category"]) == (number, category):
            refuse("3.11")
    if not table.free(target, category):
        refuse("1.8")
    if verb == "place" and not table.seat(seat)["stock"]:
        refuse("3.7")


def _entry(table: Table, seat: int, number: int, rule: str) -> Json:
    """An objective of the seat that is being conquered."""
    entry = table.active(seat, number)
    if entry is None:
        refuse(rule)
    if entry["completed"]:
        refuse("5.4.1")
    return entry
