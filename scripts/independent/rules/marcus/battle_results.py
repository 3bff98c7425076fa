"""Rules 8.2.5 to 8.2.7: what follows from a battle."""

from __future__ import annotations

from ..piles import add
from .asking import Flow, ask
from .decks import draw_roman
from .imperium import gain
from .state import State
from .strength import auxilia
from .tables import HOME, ZONES

PASS = {"do": "pass"}


def won(state: State, target: str) -> Flow:
    """Rules 8.2.5 to 8.2.5.4."""
    if target in ZONES:
        beat_tribe(state, target)
        yield from _after_win(state, target)
    else:
        end_conflict(state, target)


def beat_tribe(state: State, tribe: str) -> None:
    """Rules 8.2.5 and 8.2.5.1."""
    army = state.tribe(tribe)
    if army["space"] > HOME:
        army["space"] -= 1
    else:
        army.update(bold=True, space=None, status="surrendered", truce=False)
        gain(state, 1)


def end_conflict(state: State, space: str) -> None:
    """Rules 7.7.5 and 8.2.5.3."""
    add(state.at["barbarian"]["history"], state.box(space)["conflict"])
    state.box(space)["conflict"] = None
    state.empty(space, "recovery")


def _after_win(state: State, target: str) -> Flow:
    """Rules 8.2.5.4, 13.14 and 13.36."""
    while True:
        cards = [] if state.surrendered(target) else ["r_rout"]
        if any(state.tribe(tribe)["bold"] for tribe in state.hostile_tribes()):
            cards.append("r_decapitation")
        events = state.events(*cards)
        if not events:
            break
        action = yield ask("won", "8.2.5.4", [*events, PASS])
        if action == PASS:
            break
        state.play(action)
        if action["card"] == "r_rout":
            army = state.tribe(target)
            army.update(bold=False, space=max(HOME, army["space"] - 1))
        else:
            for tribe in state.hostile_tribes():
                state.tribe(tribe)["bold"] = False


def lost(state: State, target: str) -> Flow:
    """Rules 8.2.6 to 8.2.6.3 and 13.15."""
    fort = target in ZONES and state.fort_level(target)
    others = [*([{"do": "fort"}] if fort else []), *state.events("r_retreat")]
    action = {"do": "legion"}
    if others:
        action = yield ask("lost", "8.2.6.1", [action, *others])
    match action["do"]:
        case "legion":
            state.lose_legion(target)
        case "fort":
            state.hit_fort(target, state.tribe(target)["space"])
        case "event":
            state.play(action)
            yield from draw_roman(state, state.number("r_retreat", "draw"), "13.15")


def use_up_auxilia(state: State, target: str) -> None:
    """Rule 8.2.7."""
    side = auxilia(state, target)
    if side:
        state.at["auxilia"] = {"box": target, "side": side - 1} if side > 1 else None
