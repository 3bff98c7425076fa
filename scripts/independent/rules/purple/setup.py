"""Set-up (chapter 2)."""

from __future__ import annotations

from .asking import Flow, draw
from .documents import ROLES
from .hands import draw_plot
from .state import State, add


def set_up(state: State) -> Flow[None]:
    """Rules 2.4 to 2.12."""
    roles = list(state.config["roles"] or (yield from _draw_roles(state)))
    for player, role in zip(state.players, roles, strict=True):
        player.role = role
    state.emperor = roles.index("emperor")
    state.heir = roles.index("heir") if "heir" in roles else None
    state.senate = [roles.index("senator")] if "senator" in roles else []
    state.players[state.emperor].coins = 20 if state.solo else 10
    order = state.clockwise(state.emperor)
    for seat in (*order, state.emperor):
        yield from draw_plot(state, seat)
    agendas = state.decks["agenda"]
    for seat in order:
        agenda = yield from draw("agenda", agendas, "2.12", to=seat, hidden=True)
        add(agendas, agenda, -1)
        state.players[seat].agenda = agenda


def _draw_roles(state: State) -> Flow[list[str]]:
    """Rules 2.4, 20.1 and 21.1: the last seat takes what is left."""
    left = dict.fromkeys(ROLES[: state.seats], 1)
    for seat, player in enumerate(state.players[:-1]):
        player.role = yield from draw("mats", left, "2.4", to=seat, hidden=False)
        del left[player.role]
    return [*(str(player.role) for player in state.players[:-1]), *left]
