"""Assassinations (7.9)."""

from __future__ import annotations

from ..game import Json
from .asking import Decision, Flow, entry, once, roll
from .hands import discard
from .losses import lose_stamina
from .state import NOBODY, State, add, seen


def emperor_targets(state: State, seat: int) -> list[Json]:
    """Rule 7.9.1."""
    paid = state.players[seat].coins >= state.cards.prices["assassination"]
    return once(paid and seat != state.emperor and state.players[state.emperor].unused > 0)


def senator_targets(state: State, seat: int) -> list[Json]:
    """Rule 7.9.2."""
    paid = state.players[seat].coins >= state.cards.prices["assassination"]
    return once(paid and bool(state.senate))


def assassinate_emperor(state: State, seat: int, _: Json) -> Flow[None]:
    """Rule 7.9.7."""
    defender = state.emperor
    result = yield from _attempt(state, seat, "emperor", defender)
    if result is not None:
        yield from lose_stamina(state, defender, max(0, result))


def assassinate_senator(state: State, seat: int, _: Json) -> Flow[None]:
    """Rules 7.9.3 and 7.9.8."""
    owner = state.senate[-1]
    defender = None if owner in (seat, NOBODY) else owner
    result = yield from _attempt(state, seat, "senator", defender)
    if result is not None and result >= 2:
        state.senate.pop()


def _attempt(state: State, attacker: int, target: str, defender: int | None) -> Flow[int | None]:
    """Rules 7.9.4 to 7.9.6 and 7.9.9: the result, or None if it failed."""
    player = state.players[attacker]
    player.coins -= state.cards.prices["assassination"]
    committed = yield from _commit(state, attacker, target, defender)
    result = _show(state, attacker, committed["attack"])
    if defender is not None:
        result -= _show(state, defender, committed["defence"])
        if committed["bodyguard"]:
            discard(state, defender, "bodyguard")
    result += yield from roll(6, "assassinate", "7.9.5", attacker)
    result += player.monuments >= 2
    return None if committed["bodyguard"] else result


def _show(state: State, seat: int, committed: dict[str, int]) -> int:
    """Rule 7.9.5.1: the cards are discarded before the die; their strength."""
    for card, count in committed.items():
        discard(state, seat, card, count)
    return sum(state.cards.strength[card] * count for card, count in committed.items())


def _commit(state: State, attacker: int, target: str, defender: int | None) -> Flow[Json]:
    """Rules 7.9.4 and 7.9.11: cards face down, still in their owners' hands."""
    step: Json = {"at": "commit", "attacker": attacker, "defender": defender, "target": target}
    step |= {"attack": {}, "bodyguard": False, "defence": {}}
    choosing = [attacker] if defender is None else [attacker, defender]
    while entries := [_entry(state, step, seat) for seat in choosing if _left(state, step, seat)]:
        seat, action = yield Decision(step, entries)
        if action["do"] == "done":
            choosing.remove(seat)
        elif action["do"] == "bodyguard":
            step["bodyguard"] = True
        else:
            add(step["attack" if seat == attacker else "defence"], action["card"])
    return step


def _left(state: State, step: Json, seat: int) -> dict[str, int]:
    """The seat's cards that are not committed."""
    left = dict(state.players[seat].hand)
    for card, count in step["attack" if seat == step["attacker"] else "defence"].items():
        add(left, card, -count)
    if step["bodyguard"] and seat == step["defender"]:
        add(left, "bodyguard", -1)
    return left


def _entry(state: State, step: Json, seat: int) -> Json:
    left = _left(state, step, seat)
    legal: list[Json] = [{"do": "done"}]
    legal += [{"card": card, "do": "commit"} for card in seen(left)]
    if seat == step["defender"] and "bodyguard" in left and not step["bodyguard"]:
        legal.append({"do": "bodyguard"})
    return entry("commit", "7.9.4", seat, legal)
