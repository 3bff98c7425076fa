"""Happiness and stamina lost, and the deaths they cause (15.1, 16, 17)."""

from __future__ import annotations

from typing import NoReturn

from ..game import Json
from .asking import EndedError, Flow, ask
from .hands import discard, wake
from .state import State


def raise_happiness(state: State, spaces: int) -> None:
    """Rule 15.1.2."""
    state.happiness = min(state.cards.happiest, state.happiness + spaces)


def lower_happiness(state: State, spaces: int) -> Flow[None]:
    """Rules 15.1.3 and 15.1.4: on the skull the emperor dies."""
    state.happiness = max(0, state.happiness - spaces)
    if state.happiness == 0:
        yield from die_by_effect(state, state.emperor)


def lose_aqueduct(state: State) -> Flow[None]:
    """Rule 15.1.5."""
    return lower_happiness(state, 3)


def lose_stamina(state: State, seat: int, count: int) -> Flow[None]:
    """Rule 16.3: what cannot be paid is forgotten."""
    player = state.players[seat]
    lost = min(count, player.unused)
    player.unused -= lost
    player.used += lost
    if lost > 0 and player.unused == 0:
        yield from die_by_effect(state, seat)


def die_by_effect(state: State, seat: int) -> Flow[None]:
    """Rule 16.4.1: a check of rule 16.2 still to come leaves the seat out."""
    state.settled.add(seat)
    yield from die(state, seat)


def die(state: State, seat: int) -> Flow[None]:
    """Rules 16.4 and 17.1."""
    player = state.players[seat]
    player.deaths += 1
    player.unused += player.used + player.spent
    player.used = player.spent = 0
    player.forget_passes()
    if seat == state.emperor:
        successor = _heir_of_one(state) if state.solo else (yield from _successor(state))
        if successor != state.emperor:
            state.emperor = successor
            for other in state.players:
                other.forget_passes()
        if state.happiness == 0:
            state.happiness = state.cards.happiness_start


def end(state: State, reason: str) -> NoReturn:
    """Section 6: nobody wins, nothing is scored."""
    state.over = {"ranking": [], "reason": reason, "scores": [], "senate": None, "winners": []}
    raise EndedError


def _heir_of_one(state: State) -> int:
    """Rule 21.7."""
    if state.heir is None:
        end(state, "no_heir")
    state.heir = None
    return state.emperor


def _successor(state: State) -> Flow[int]:
    """Rules 17.2 to 17.5."""
    if state.heir is not None:
        yield from _move_heir_window(state)
    if state.heir is not None:
        successor, state.heir = state.heir, None
        return successor
    if state.senate:
        return state.senate.pop()
    return (yield from _auction(state))


def _move_heir_window(state: State) -> Flow[None]:
    """Rule 17.2."""
    pending = state.clockwise(state.emperor)
    while pending:
        seat = pending[0]
        if not state.players[seat].cards:
            pending = pending[1:]
            continue
        legal: list[Json] = [{"do": "pass"}]
        if "move_heir" in state.players[seat].hand:
            legal += [{"card": "move_heir", "do": "play", **to} for to in heir_moves(state)]
        step = {"dead": state.emperor, "pending": pending}
        action = yield from ask("heir_window", "17.2", seat, legal, **step)
        if action["do"] == "pass":
            pending = pending[1:]
        else:
            discard(state, seat, "move_heir")
            move_heir(state, seat, action["to"])
            pending = state.clockwise(seat)


def heir_moves(state: State) -> list[Json]:
    """Rule 19.36.1: from a seat's mat to another seat's."""
    if state.heir is None:
        return []
    return [{"to": seat} for seat in range(state.seats) if seat != state.heir]


def move_heir(state: State, by: int, to: int) -> None:
    """Rule 19.36.1."""
    state.heir = to
    wake(state, to, by)


def _auction(state: State) -> Flow[int]:
    """Rule 17.5."""
    dead = state.emperor
    pending, high, bidder = state.clockwise(dead), 0, None
    while pending and pending != [bidder]:
        seat = pending[0]
        coins = state.players[seat].coins
        if coins <= high:
            pending = pending[1:]
            continue
        bids = [{"amount": amount, "do": "bid"} for amount in range(high + 1, coins + 1)]
        step = {"bidder": bidder, "dead": dead, "high": high, "pending": pending}
        action = yield from ask("auction", "17.5", seat, [{"do": "pass"}, *bids], **step)
        if action["do"] == "pass":
            pending = pending[1:]
        else:
            high, bidder = action["amount"], seat
            pending = [*pending[1:], seat]
    if bidder is None:
        return dead
    state.players[bidder].coins -= high
    return bidder
