"""The actions of a turn, their copies and the deaths they cost (7.6 to 8.4, 14, 16.2)."""

from __future__ import annotations

from ..game import Json
from .asking import Flow, Option, ask, carry_out, once
from .assassination import (
    assassinate_emperor,
    assassinate_senator,
    emperor_targets,
    senator_targets,
)
from .forum import forum_options, use_option
from .hands import COPYABLE, decline_copies, moments
from .losses import die
from .moves import legion_moves, move_legions, move_pawn, pawn_could_step, pawn_steps
from .state import NOBODY, State, add


def possible_actions(state: State, seat: int) -> list[Json]:
    """Rule 7.1.10: every action of section 7.2 of the interface."""
    return [
        {"do": verb, **further}
        for verb, option in ACTIONS.items()
        if verb not in OF_THE_EMPEROR or seat == state.emperor
        for further in option.choices(state, seat)
    ]


def take_action(state: State, seat: int, action: Json) -> Flow[None]:
    """Rules 7.1.4 and 7.1.9: the price in stamina, the action, its copies, the death checks."""
    verb, player = action["do"], state.players[seat]
    state.settled = set()
    state.turn["actions"] += 1
    player.unused -= 1
    if verb != "forum":
        player.spent += 1
    yield from carry_out(ACTIONS[verb].effect(state, seat, action))
    copiers = (yield from _copies(state, seat, verb)) if verb in COPYABLE else []
    for spender in (seat, *copiers):
        if spender not in state.settled and state.players[spender].unused == 0:
            yield from die(state, spender)


def _copies(state: State, active: int, verb: str) -> Flow[list[int]]:
    """Rules 14.1 to 14.6: who copied, in order."""
    copiers = []
    pending = state.from_left(active)
    while pending:
        seat = pending[0]
        if _may_copy(state, seat, verb):
            legal = _copy_choices(state, seat, verb)
            action = yield from ask("copy", "14.1", seat, legal, action=verb, pending=pending)
            if action["do"] == "copy":
                copiers.append(seat)
                state.players[seat].unused -= 1
                state.players[seat].used += 1
                yield from carry_out(ACTIONS[verb].effect(state, seat, action))
            elif "until" in action:
                verbs = COPYABLE if action["of"] == "all" else [verb]
                decline_copies(state, seat, verbs, action["until"])
        pending = pending[1:]
    return copiers


def _may_copy(state: State, seat: int, verb: str) -> bool:
    """Rule 14.6."""
    player = state.players[seat]
    if not player.unused or verb in player.standing["copies"]:
        return False
    if verb == "move_pawn":
        return pawn_could_step(state, seat)
    return bool(ACTIONS[verb].choices(state, seat))


def _copy_choices(state: State, seat: int, verb: str) -> list[Json]:
    passes = [
        {"do": "pass", "of": of, "until": until} for until in moments(state) for of in (verb, "all")
    ]
    copies = [{"do": "copy", **further} for further in ACTIONS[verb].choices(state, seat)]
    return [{"do": "pass"}, *passes, *copies]


# -- rules 7.6 to 7.8 -----------------------------------------------------------------------------


def _can_pay(state: State, seat: int, what: str) -> bool:
    return state.players[seat].coins >= state.cards.prices[what]


def _estates(state: State, seat: int) -> list[Json]:
    """Rule 7.6.2."""
    fits = state.line_is_free() and state.estates_left(seat) > 0
    return once(fits and _can_pay(state, seat, "estate"))


def _monuments(state: State, seat: int) -> list[Json]:
    """Rule 7.7.2."""
    fits = state.line_is_free() and state.monuments_left(seat) > 0
    return once(fits and _can_pay(state, seat, "monument"))


def _aqueducts(state: State, seat: int) -> list[Json]:
    """Rule 8.4.1."""
    fits = state.line_is_free() and state.aqueducts_left() > 0
    return once(fits and _can_pay(state, seat, "aqueduct"))


def _build(state: State, seat: int, kind: str, owner: int) -> None:
    """Rules 7.6.1, 7.7.1 and 8.4.1: to the leftmost free space of the line."""
    state.players[seat].coins -= state.cards.prices[kind]
    state.line.append({"kind": kind, "owner": owner})


def _bribes(state: State, seat: int) -> list[Json]:
    """Rules 7.8.1 and 7.8.2."""
    pays = state.players[seat].coins > len(state.senate)
    return once(pays and state.may_enter_senate(seat))


def _bribe(state: State, seat: int, _: Json) -> None:
    """Rule 7.8.1: the price is the number of the space."""
    state.senate.append(seat)
    state.players[seat].coins -= len(state.senate)


# -- rules 8.1 and 8.3 ----------------------------------------------------------------------------


def _heirs(state: State, seat: int) -> list[Json]:
    """Rule 8.1.1."""
    return once(state.heir is None and _can_pay(state, seat, "heir"))


def _choose_heir(state: State, seat: int, _: Json) -> None:
    """Rule 8.1.1."""
    state.players[seat].coins -= state.cards.prices["heir"]
    state.heir = seat


def _training_places(state: State, seat: int) -> list[Json]:
    """Rules 8.3.1 and 8.3.2."""
    possible = state.legions_left() > 0 and _can_pay(state, seat, "legion")
    return [{"at": province} for province in state.free_capitals()] if possible else []


def _train_legions(state: State, seat: int, action: Json) -> Flow[None]:
    """Rules 8.3.1 and 8.3.2."""
    while action["do"] != "done":
        state.players[seat].coins -= state.cards.prices["legion"]
        add(state.legions, action["at"])
        more = [{"do": "train", **place} for place in _training_places(state, seat)]
        if not more:
            return
        action = yield from ask("train_more", "8.3.1", seat, [{"do": "done"}, *more])


ACTIONS = {
    "move_pawn": Option(pawn_steps, move_pawn),
    "build_estate": Option(_estates, lambda state, seat, _: _build(state, seat, "estate", seat)),
    "build_monument": Option(
        _monuments, lambda state, seat, _: _build(state, seat, "monument", seat)
    ),
    "bribe_senator": Option(_bribes, _bribe),
    "assassinate_emperor": Option(emperor_targets, assassinate_emperor),
    "assassinate_senator": Option(senator_targets, assassinate_senator),
    "choose_heir": Option(_heirs, _choose_heir),
    "move_legions": Option(legion_moves, move_legions),
    "train_legions": Option(_training_places, _train_legions),
    "build_aqueduct": Option(
        _aqueducts, lambda state, seat, _: _build(state, seat, "aqueduct", NOBODY)
    ),
    "forum": Option(forum_options, use_option),
}
"""In the order of section 7.2 of the interface."""

OF_THE_EMPEROR = {"choose_heir", "move_legions", "train_legions", "build_aqueduct"}
