"""Chapter 13: the events of the Roman Phase, by card."""

from __future__ import annotations

from ..game import Json
from . import card_events, imperium_events, troop_events, war_events
from .asking import Flow
from .state import State

EVENTS = {
    **card_events.EVENTS,
    **imperium_events.EVENTS,
    **troop_events.EVENTS,
    **war_events.EVENTS,
}


def legal(state: State) -> list[Json]:
    """Rules 8.1.4 to 8.1.7: a card of another time has no event here."""
    return [
        {**action, **choice}
        for action in state.events(*EVENTS)
        for choice in EVENTS[action["card"]].choices(state)
    ]


def carry_out(state: State, action: Json) -> Flow:
    """The event of a card that is played."""
    yield from EVENTS[action["card"]].effect(state, action) or ()
