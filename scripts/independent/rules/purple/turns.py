"""The turns of phase 4 (7.1)."""

from __future__ import annotations

from ..game import Json
from .actions import possible_actions, take_action
from .asking import Flow, ask
from .hands import COPYABLE, MOMENTS, decline_copies, draw_plot, end_passes
from .plots import play, plays
from .state import State
from .windows import turn_window, window


def player_actions(state: State, resumed: Json) -> Flow[None]:
    """Phase 4: rule 7.1.1."""
    if resumed is None:
        state.turn = {"actions": 0, "first": state.emperor, "seat": state.emperor}
    while state.turn:
        yield from _turn(state, state.turn["seat"], resumed)
        resumed = None
        following = state.from_left(state.turn["seat"])[:1]
        if following in ([], [state.turn["first"]]):
            state.turn = None
        else:
            state.turn = {"actions": 0, "first": state.turn["first"], "seat": following[0]}


def _turn(state: State, seat: int, resumed: Json) -> Flow[None]:
    """Rules 7.1.3, 7.1.8 and 7.1.9."""
    if resumed is None:
        end_passes(state, "my_turn", [seat])
        yield from _window_before_action(state, seat)
    elif resumed["at"] == "window":
        yield from window(state, "turn", resumed["pending"])
    while (action := (yield from _next_action(state, seat)))["do"] != "end_turn":
        yield from take_action(state, seat, action)
        yield from _window_before_action(state, seat)
    yield from draw_plot(state, seat)
    player = state.players[seat]
    player.used += player.spent
    player.spent = 0
    end_passes(state, "turn")


def _window_before_action(state: State, seat: int) -> Flow[None]:
    """Rule 19.10.3: only before an action that the seat can still take."""
    if _can_act(state, seat):
        yield from turn_window(state)


def _can_act(state: State, seat: int) -> bool:
    """Rules 7.1.2, 7.1.5, 20.3 and 21.4."""
    limit = {1: 4, 2: 3, 3: 2}[state.seats] + (seat == state.emperor)
    return bool(state.turn["actions"] < limit and state.players[seat].unused > 0)


def _next_action(state: State, seat: int) -> Flow[Json]:
    """Rules 7.1.7, 19.10.7 and 19.20.3: cards and standing passes come before it."""
    while True:
        action = yield from ask("action", "7.1", seat, _choices(state, seat))
        if action["do"] == "play":
            yield from play(state, seat, action)
            yield from turn_window(state)
        elif action["do"] != "standing":
            return action
        elif action["what"] == "plots":
            state.players[seat].standing["plots"] = action["until"]
        else:
            decline_copies(state, seat, COPYABLE, action["until"])


def _choices(state: State, seat: int) -> list[Json]:
    """Section 7 of the interface, `action`."""
    actions = possible_actions(state, seat) if _can_act(state, seat) else []
    standing = state.players[seat].standing
    open_passes = ["plots"] if standing["plots"] is None else []
    if not state.solo and len(standing["copies"]) < len(COPYABLE):
        open_passes.append("copies")
    passes = [
        {"do": "standing", "until": until, "what": what}
        for what in open_passes
        for until in MOMENTS
        if until != "turn"
    ]
    return [*actions, *plays(state, seat), *passes, {"do": "end_turn"}]
