"""Chapters 7.1, 7.2, 7.5 and 7.6: tribes are activated and advance."""

from __future__ import annotations

from collections.abc import Sequence

from .asking import Flow, ask
from .imperium import end, lose
from .setup import active
from .state import State
from .tables import HOME, ZONES

ROME = 6
RAID = 5


def heir(state: State, named: str) -> str | None:
    """Rules 7.1.5 and 7.1.8: the named tribe, or who acts if it has surrendered."""
    step = 1 if state.at["options"]["heir_order"] == "forward" else -1
    first = ZONES.index(named)
    circle = [ZONES[(first + step * place) % len(ZONES)] for place in range(len(ZONES))]
    return next((tribe for tribe in circle if not state.surrendered(tribe)), None)


def acting_tribe(state: State, card: str) -> str | None:
    """Rule 7.1.9: whom an activation card activates."""
    return heir(state, state.tables.cards[card]["numbers"]["tribe"])


def activate_by_card(state: State, card: str, acting: str) -> Flow:
    """Rules 7.1.3 to 7.1.7 and 7.2.2."""
    if acting == "quadi":
        state.at["quadi_peace"] = False
    if not state.tribe(acting)["truce"]:
        own = acting == state.tables.cards[card]["numbers"]["tribe"]
        times = state.number(card, "activations") if own else 1
        yield from activate_all(state, [acting] * times)


def activate_all(state: State, tribes: Sequence[str]) -> Flow:
    """Several activations, one after the other."""
    for place, tribe in enumerate(tribes):
        yield from activate(state, tribe, tribes[place + 1 :])


def activate(state: State, tribe: str, then: Sequence[str] = ()) -> Flow:
    """Rules 7.1.2 and 7.5; `then` are activated after it by the same card or Surge."""
    army = state.tribe(tribe)
    if not army["bold"]:
        army["bold"] = True
        return
    if state.fort_level(tribe):
        legal = [{"do": "pin"}, {"do": "pass"}]
        action = yield ask("pin", "7.5.1", legal, tribe=tribe, then=list(then))
        if action["do"] == "pin":
            state.hit_fort(tribe, army["space"])
            return
    army["space"] += 1
    yield from _arrive(state, tribe, then)


def _arrive(state: State, tribe: str, then: Sequence[str]) -> Flow:
    """Rules 7.6.1 to 7.6.7."""
    army = state.tribe(tribe)
    if tribe == "marcomanni":
        if army["space"] == ROME:
            end(state, "rome_entered")
    elif army["space"] == RAID:
        cards = state.each_card("discard") if tribe == "iazyges" else []
        if cards:
            action = yield ask("raid", "7.6.3", cards, tribe=tribe, then=list(then))
            state.discard(action)
        army["space"] -= 1
        if not cards:
            lose(state, 1)


def revolt(state: State, tribe: str) -> None:
    """Rule 7.9.5."""
    state.at["tribes"][tribe] = active(HOME)
