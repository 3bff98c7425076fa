"""Card windows (19.10)."""

from __future__ import annotations

from ..game import Json
from .asking import Flow, ask
from .hands import moments
from .plots import play, plays
from .state import State


def phase_window(state: State, moment: str, resumed: Json) -> Flow[Json]:
    """The window with which a phase, or an event, begins.

    `resumed` is the step of a document from which the game goes on; it comes back if it lies
    behind the window.
    """
    if resumed is None:
        if opens(state, moment):
            yield from window(state, moment, state.clockwise(state.emperor))
    elif resumed["at"] == "window":
        yield from window(state, moment, resumed["pending"])
    else:
        return resumed
    return None


def opens(state: State, moment: str) -> bool:
    """Rule 19.10.3."""
    if state.config["windows"] == "full":
        return True
    return moment in ("food", "year_end") or (moment == "event" and state.events_left == 5)


def turn_window(state: State) -> Flow[None]:
    """Rule 19.10.4: from the left of the active seat."""
    yield from window(state, "turn", state.from_left(state.turn["seat"]))


def window(state: State, moment: str, pending: list[int]) -> Flow[None]:
    """Rules 19.10.5 to 19.10.9."""
    while pending := [seat for seat in pending if _is_asked(state, moment, seat)]:
        seat = pending[0]
        passes = [{"do": "pass", "until": until} for until in moments(state)]
        legal = [{"do": "pass"}, *passes, *plays(state, seat)]
        action = yield from ask("window", "19.10", seat, legal, moment=moment, pending=pending)
        if action["do"] == "play":
            yield from play(state, seat, action)
            pending = state.clockwise(seat)
        else:
            if "until" in action:
                state.players[seat].standing["plots"] = action["until"]
            pending = pending[1:]


def _is_asked(state: State, moment: str, seat: int) -> bool:
    """Rules 19.10.5 and 19.20.1."""
    player = state.players[seat]
    active = moment == "turn" and seat == state.turn["seat"]
    return player.cards > 0 and player.standing["plots"] is None and not active
