"""Rule 8.1.2: cards are paid one by one."""

from __future__ import annotations

from ..game import Json
from .asking import Flow, ask
from .state import State


def pay(state: State, count: int, action: Json) -> Flow:
    """So many cards for an action."""
    for left in range(count, 0, -1):
        legal = state.each_card("pay")
        paid = yield ask("pay", "8.1.2", legal, action=action, left=left)
        state.discard(paid)
