"""Plot cards played for their effect (19.36)."""

from __future__ import annotations

from ..game import Json
from .asking import Flow, Option, carry_out, once
from .hands import discard, wake
from .losses import (
    heir_moves,
    lose_aqueduct,
    lose_stamina,
    lower_happiness,
    move_heir,
    raise_happiness,
)
from .moves import move_pawn, pawn_steps
from .state import State, seen


def plays(state: State, seat: int) -> list[Json]:
    """Section 7.1 of the interface, for the cards in the hand."""
    return [
        {"card": card, "do": "play", **further}
        for card in seen(state.players[seat].hand)
        if card in PLAYS
        for further in PLAYS[card].choices(state, seat)
    ]


def play(state: State, seat: int, action: Json) -> Flow[None]:
    """Rule 19.10.1: the card is discarded before its effect."""
    discard(state, seat, action["card"])
    yield from carry_out(PLAYS[action["card"]].effect(state, seat, action))


def _light_fingers(state: State, seat: int, action: Json) -> None:
    """Rule 19.36.2."""
    target = action["target"]
    wake(state, target, seat)
    taken = min(5, state.players[target].coins)
    state.players[target].coins -= taken
    state.players[seat].coins += taken


def _other_seats_with(state: State, seat: int, what: str) -> list[Json]:
    others = [other for other in range(state.seats) if other != seat]
    return [{"target": other} for other in others if getattr(state.players[other], what)]


def _poisoned_cup(state: State, seat: int, action: Json) -> Flow[None]:
    """Rule 19.36.3."""
    wake(state, action["target"], seat)
    return lose_stamina(state, action["target"], 2)


def _new_prices(state: State, seat: int) -> list[Json]:
    """Rule 19.36.5."""
    prices = range(state.lowest_price(), state.cards.import_price["max"] + 1)
    return [{"to": price} for price in prices if 0 < abs(price - state.price) <= 2]


def set_price(state: State, seat: int, action: Json) -> None:
    """Rules 19.36.5 and 19.43.4."""
    state.price = action["to"]


def _march_steps(state: State, seat: int) -> list[Json]:
    """Rule 19.36.8: the card itself is not counted."""
    return pawn_steps(state, seat, without=state.cards.strength["forced_march"])


def senator_choices(state: State, seat: int) -> list[Json]:
    """Rules 19.36.10 and 19.43.8."""
    return once(state.may_enter_senate(seat))


def free_senator(state: State, seat: int, _: Json) -> None:
    """Rules 19.36.10 and 19.43.8."""
    state.senate.append(seat)


def _scandal(state: State, seat: int, action: Json) -> None:
    """Rule 19.36.11."""
    wake(state, action["target"], seat)
    state.remove_senator(action["target"])


def _buildings_outside(state: State, seat: int) -> list[Json]:
    """Rule 19.36.13: a building that is not in Roma."""
    provinces = state.cards.provinces
    return [{"at": p} for p in provinces if p != state.cards.roma and state.has_building(p)]


def _arson(state: State, seat: int, action: Json) -> Flow[None] | None:
    """Rule 19.36.13."""
    for owner in state.estates.get(action["at"], []):
        wake(state, owner, seat)
    return lose_aqueduct(state) if state.remove_building(action["at"]) else None


def below_top(state: State, _: int) -> list[Json]:
    """Rules 19.36.6, 19.43.1 and 19.43.2: not at 10."""
    return once(state.happiness < state.cards.happiest)


PLAYS = {
    "move_heir": Option(
        lambda state, _: heir_moves(state),
        lambda state, seat, action: move_heir(state, seat, action["to"]),
    ),
    "light_fingers": Option(
        lambda state, seat: _other_seats_with(state, seat, "coins"), _light_fingers
    ),
    "poisoned_cup": Option(
        lambda state, seat: _other_seats_with(state, seat, "unused"), _poisoned_cup
    ),
    "grain_hoarders": Option(_new_prices, set_price),
    "bread_games": Option(below_top, lambda state, *_: raise_happiness(state, 2)),
    "mob": Option(lambda *_: once(True), lambda state, *_: lower_happiness(state, 2)),
    "forced_march": Option(_march_steps, move_pawn),
    "baiae": Option(
        lambda state, seat: once(state.players[seat].used > 0),
        lambda state, seat, _: state.players[seat].win_back(2),
    ),
    "old_debts": Option(senator_choices, free_senator),
    "scandal": Option(
        lambda state, _: [{"target": owner} for owner in sorted(set(state.senate))], _scandal
    ),
    "arson": Option(_buildings_outside, _arson),
}
"""Rules 19.36.1 to 19.36.13; `bodyguard` and `statue` have no effect of this kind."""
