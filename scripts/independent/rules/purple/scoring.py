"""End-game scoring (chapter 13)."""

from __future__ import annotations

from itertools import groupby

from ..game import Json
from .state import NOBODY, State


def score(state: State) -> Json:
    """Section 6 of the interface: the result after year 4."""
    scores = [_score(state, seat) for seat in range(state.seats)]

    def rank(seat: int) -> tuple[int, ...]:
        """Rule 13.8: less is better."""
        is_emperor, controls = seat == state.emperor, seat == state.controller()
        coins = state.players[seat].coins
        return (-scores[seat]["total"], not is_emperor, not controls, -coins)

    order = sorted(range(state.seats), key=rank)
    ranking = [list(seats) for _, seats in groupby(order, rank)]
    winners, senate = ranking[0], None
    if state.solo:
        senate = state.senate_vp + 2 * (state.controller() == NOBODY)
        winners = [0] if scores[0]["total"] > senate else []
    return {
        "ranking": ranking,
        "reason": "scored",
        "scores": scores,
        "senate": senate,
        "winners": winners,
    }


def _score(state: State, seat: int) -> dict[str, int]:
    """Rules 13.1 to 13.7."""
    player = state.players[seat]
    parts = {
        "tokens": player.vp,
        "senate": 2 * (state.controller() == seat),
        "monuments": 2 * (player.monuments == 3),
        "cards": _cards(state, seat),
        "coins": player.coins // 20,
        "agenda": _agenda(state, seat),
        "deaths": -player.deaths,
    }
    return {**parts, "total": sum(parts.values())}


def _cards(state: State, seat: int) -> int:
    """Rule 13.4."""
    vp = state.players[seat].hand.get("statue", 0)
    for card in state.forum:
        tokens = [option[seat] for option in card["tokens"]]
        if card["card"] == "jupiter":
            vp += 2 * tokens[0] + tokens[1] + tokens[2]
        elif card["card"] == "arch":
            vp += tokens[0] * (len(state.free_capitals()) // 2)
    return vp


def _agenda(state: State, seat: int) -> int:
    """Rule 13.6: both lines of the agenda count on their own."""
    agenda = str(state.players[seat].agenda)
    reached = zip(state.cards.goals[agenda], _goals(state, seat, agenda), strict=True)
    return sum(vp for vp, is_reached in reached if is_reached)


def _goals(state: State, seat: int, agenda: str) -> tuple[bool, bool]:
    """Rules 19.2.1 to 19.2.6."""
    player = state.players[seat]
    held = len(state.cards.capitals) - len(state.free_capitals())
    match agenda:
        case "landowner":
            estates = sum(seat in owners for owners in state.estates.values())
            return estates >= 3, player.monuments == 0
        case "voice_of_senate":
            return state.senate.count(seat) >= 3, state.controller() == seat
        case "power_behind_throne":
            return state.heir == seat, state.emperor == seat
        case "shield_of_roma":
            return held == 0, held >= 2
        case "miser":
            return _is_richest(state, seat), player.coins < 10
        case _:
            return player.deaths <= 1, player.deaths >= 4


def _is_richest(state: State, seat: int) -> bool:
    """Rule 19.2.5."""
    coins = state.players[seat].coins
    if state.solo:
        return coins >= 30
    return all(coins > state.players[other].coins for other in state.from_left(seat))
