"""Options of the open forum cards (19.40 to 19.43)."""

from __future__ import annotations

from ..game import Json
from .asking import Flow, Option, carry_out, draw, once
from .hands import can_draw, draw_plot, wake
from .losses import lower_happiness, raise_happiness
from .plots import below_top, free_senator, senator_choices, set_price
from .state import State, add


def forum_options(state: State, seat: int) -> list[Json]:
    """Rules 19.40 and 19.41: the options that the seat can use."""
    return [
        {"card": card["card"], "option": number, **further}
        for card in sorted(state.forum, key=lambda card: str(card["card"]))
        for number, tokens in enumerate(card["tokens"], 1)
        if _is_open(state, seat, card["card"], number, tokens)
        for further in OPTIONS[card["card"], number].choices(state, seat)
    ]


def _is_open(state: State, seat: int, card: str, number: int, tokens: list[int]) -> bool:
    option = state.cards.options[card][number - 1]
    taken = option["circle"] == "small" and any(tokens)
    return not taken and bool(state.players[seat].coins >= option["coins"])


def use_option(state: State, seat: int, action: Json) -> Flow[None]:
    """Rule 19.40: the token is there for good."""
    card, number = action["card"], action["option"]
    tokens = next(shown["tokens"] for shown in state.forum if shown["card"] == card)
    tokens[number - 1][seat] += 1
    state.players[seat].coins -= state.cards.options[card][number - 1]["coins"]
    yield from carry_out(OPTIONS[card, number].effect(state, seat, action))


def _always(state: State, seat: int) -> list[Json]:
    return once(True)


def _at_the_end(state: State, seat: int, action: Json) -> None:
    """The token counts at 13.4."""


def _take(coins: int) -> Option:
    """Rule 19.43.5."""

    def effect(state: State, seat: int, _: Json) -> None:
        state.players[seat].coins += coins

    return Option(_always, effect)


def _rest(state: State, seat: int, _: Json) -> None:
    """Rule 19.43.1."""
    state.players[seat].win_back(3)


def _next_prices(state: State, seat: int) -> list[Json]:
    """Rule 19.43.4."""
    prices = (state.price - 1, state.price + 1)
    dearest = state.cards.import_price["max"]
    return [{"to": price} for price in prices if state.lowest_price() <= price <= dearest]


def _sell_grain(state: State, seat: int, _: Json) -> None:
    """Rule 19.43.4."""
    state.grain += 5
    state.players[seat].coins += 3


def _raise_legions(state: State, seat: int, action: Json) -> None:
    """Rule 19.43.6."""
    add(state.legions, action["at"], min(3, state.legions_left()))


def _capitals_for_legions(state: State, seat: int) -> list[Json]:
    """Rule 19.43.6."""
    return [{"at": p} for p in state.free_capitals()] if state.legions_left() > 0 else []


def _draw_two(state: State, seat: int, _: Json) -> Flow[None]:
    """Rule 19.43.7."""
    yield from draw_plot(state, seat)
    yield from draw_plot(state, seat)


def _hands_of_others(state: State, seat: int) -> list[Json]:
    """Rule 19.43.7."""
    others = [other for other in range(state.seats) if other != seat]
    return [{"target": other} for other in others if state.players[other].cards]


def _steal_card(state: State, seat: int, action: Json) -> Flow[None]:
    """Rule 19.43.7."""
    target = action["target"]
    wake(state, target, seat)
    hand = state.players[target].hand
    card = yield from draw("hand", hand, "19.43.7", to=seat, hidden=True, of=target)
    add(hand, card, -1)
    add(state.players[seat].hand, card)


def _pairs(state: State, seat: int) -> list[Json]:
    """Rule 19.43.8: the space of the left one, from 1."""
    senate = state.senate
    return [{"left": n} for n in range(1, len(senate)) if senate[n - 1] != senate[n]]


def _swap_senators(state: State, seat: int, action: Json) -> None:
    """Rule 19.43.8."""
    left = action["left"]
    state.senate[left - 1 : left + 1] = reversed(state.senate[left - 1 : left + 1])


def _take_heir(state: State, seat: int, _: Json) -> None:
    """Rule 19.43.9."""
    state.heir = seat


OPTIONS = {
    ("baths", 1): Option(below_top, lambda state, *_: raise_happiness(state, 2)),
    ("baths", 2): Option(lambda state, seat: once(state.players[seat].used > 0), _rest),
    ("arena", 1): Option(below_top, lambda state, *_: raise_happiness(state, 3)),
    ("arena", 2): Option(_always, lambda state, *_: lower_happiness(state, 2)),
    ("jupiter", 1): Option(_always, _at_the_end),
    ("jupiter", 2): Option(_always, _at_the_end),
    ("jupiter", 3): Option(_always, _at_the_end),
    ("grain_merchants", 1): Option(_next_prices, set_price),
    ("grain_merchants", 2): Option(_always, _sell_grain),
    ("moneylenders", 1): _take(5),
    ("moneylenders", 2): _take(9),
    ("auxiliaries", 1): Option(_capitals_for_legions, _raise_legions),
    ("auxiliaries", 2): Option(
        lambda state, _: [{"at": province} for province in state.in_map_order(state.enemies)],
        lambda state, _, action: add(state.enemies, action["at"], -1),
    ),
    ("colonnade", 1): Option(lambda state, _: once(can_draw(state)), _draw_two),
    ("colonnade", 2): Option(_hands_of_others, _steal_card),
    ("clients", 1): Option(senator_choices, free_senator),
    ("clients", 2): Option(_pairs, _swap_senators),
    ("arch", 1): Option(_always, _at_the_end),
    ("arch", 2): Option(lambda state, _: once(state.heir is None), _take_heir),
}
"""Rules 19.43.1 to 19.43.9, by card and option."""
