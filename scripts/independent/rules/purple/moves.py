"""Pawns and legions on their way, battles and glory dice (7.5, 8.2, 18)."""

from __future__ import annotations

from ..game import Json
from .asking import Flow, ask, roll
from .hands import boost, boosts, draw_plot
from .losses import raise_happiness
from .state import State, add

PAWN_SPACES, LEGION_SPACES = 3, 2


def pawn_cost(state: State, province: str, to: str) -> int:
    """Rule 7.5.9."""
    by_sea = not state.cards.neighbours[province][to]
    return state.cards.numbers["weather"]["pawn_sea_cost"] if by_sea and state.severe_weather else 1


def pawn_steps(state: State, seat: int, spaces: int = PAWN_SPACES, without: int = 0) -> list[Json]:
    """Rules 7.5.3 and 7.5.5: the whole hand counts, but for the strength `without`."""
    strength = state.players[seat].strength + state.hand_strength(seat) - without
    return [{"to": p} for p in _in_reach(state, seat, spaces) if _enemies(state, p) < strength]


def pawn_could_step(state: State, seat: int, spaces: int = PAWN_SPACES) -> bool:
    """Rule 7.5.10: a seat with a plot card counts as able to beat any number."""
    player = state.players[seat]
    return any(
        player.cards or _enemies(state, province) < player.strength
        for province in _in_reach(state, seat, spaces)
    )


def _in_reach(state: State, seat: int, spaces: int) -> list[str]:
    pawn = state.players[seat].pawn
    near = state.cards.neighbours[pawn]
    return [province for province in near if pawn_cost(state, pawn, province) <= spaces]


def _enemies(state: State, province: str) -> int:
    return state.enemies.get(province, 0)


def move_pawn(state: State, seat: int, action: Json) -> Flow[None]:
    """Rules 7.5.1, 7.5.7, 7.5.8 and 7.5.10."""
    player = state.players[seat]
    spaces, to = PAWN_SPACES, action["to"]
    while True:
        spaces -= pawn_cost(state, player.pawn, to)
        if to in state.enemies:
            yield from _add_strength(state, seat, to)
        player.pawn = to
        yield from battle(state, seat, to)
        if not pawn_could_step(state, seat, spaces):
            return
        steps = [{"do": "step", **step} for step in pawn_steps(state, seat, spaces)]
        legal = [{"do": "stop"}, *steps]
        action = yield from ask("move_step", "7.5.1", seat, legal, points=spaces)
        if action["do"] == "stop":
            return
        to = action["to"]


def _add_strength(state: State, seat: int, province: str) -> Flow[None]:
    """Rules 7.5.4 and 7.5.5."""
    added = 0
    while state.players[seat].strength + added <= state.enemies[province]:
        legal = boosts(state, seat)
        step = {"boost": added, "province": province}
        action = yield from ask("battle", "7.5.4", seat, legal, **step)
        added += boost(state, seat, action)


def battle(state: State, seat: int, province: str) -> Flow[None]:
    """Rules 7.5.7 and 8.2.3; nothing happens where no enemies are."""
    beaten = state.enemies.pop(province, 0)
    if beaten:
        raise_happiness(state, 1)
        state.players[seat].vp += province in state.cards.capitals
    for _ in range(beaten):
        yield from _glory_die(state, seat)


def _glory_die(state: State, seat: int) -> Flow[None]:
    """Rules 18.2 to 18.4."""
    player = state.players[seat]
    die = 6
    while die == 6:
        die = yield from roll(6, "glory", "18.1", seat)
        if die == 6 and player.used:
            player.win_back(1)
            return
    if die == 1:
        yield from draw_plot(state, seat)
    else:
        player.coins += die


def legion_moves(state: State, seat: int) -> list[Json]:
    """Rule 8.2.1: where from, how many and the first step."""
    return [
        {"count": count, "from": province, **step}
        for province in state.in_map_order(state.legions)
        for count in range(1, state.legions[province] + 1)
        for step in _legion_steps(state, province, count)
    ]


def _legion_steps(state: State, province: str, count: int) -> list[Json]:
    """Rules 8.2.2 and 8.2.4."""
    near = state.cards.neighbours[province]
    return [
        {"to": to}
        for to, by_land in near.items()
        if (by_land or not state.severe_weather) and _enemies(state, to) < count
    ]


def move_legions(state: State, seat: int, action: Json) -> Flow[None]:
    """Rules 8.2.1 to 8.2.5."""
    province, count = action["from"], action["count"]
    for spaces in reversed(range(LEGION_SPACES)):
        to = action["to"]
        add(state.legions, province, -count)
        add(state.legions, to, count)
        yield from battle(state, seat, to)
        province = to
        steps = [{"do": "step", **step} for step in _legion_steps(state, province, count)]
        if not spaces or not steps:
            return
        legal = [{"do": "stop"}, *steps]
        where = {"count": count, "province": province}
        action = yield from ask("legion_step", "8.2.1", seat, legal, **where)
        if action["do"] == "stop":
            return
