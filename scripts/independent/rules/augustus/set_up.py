"""Chapter 2: set up."""

from __future__ import annotations

from bisect import insort
from itertools import combinations

from ..game import Json
from .cards import CardSet
from .questions import Chance, Decision, Flow
from .table import Table


def before_the_draws(cards: CardSet, config: Json) -> Json:
    """Rules 2.1 to 2.3 and 2.12: the position document."""
    return {
        "game": "augustus",
        "set": cards.name,
        "config": config,
        "phase": "setup",
        "turn": 0,
        "crier": config["first_crier"],
        "token": None,
        "bag": dict(cards.tokens),
        "drawn": {},
        "deck": sorted(cards.objectives),
        "market": [],
        "lost": [],
        "supply": cards.legions - config["seats"] * cards.first_legions,
        "gold": None,
        "wheat": None,
        "seats": [_bare_seat(cards.first_legions) for _ in range(config["seats"])],
        "answers": [None] * config["seats"],
        "resolution": None,
    }


def _bare_seat(stock: int) -> Json:
    return {
        "stock": stock,
        "objectives": [],
        "controlled": [],
        "colour_tiles": [],
        "number_tile": None,
        "declined": [],
        "hand": [],
        "setup_discards": [],
    }


def set_up(table: Table) -> Flow:
    """Rules 2.4 to 2.9."""
    yield from fill_market(table, "2.4")
    first_game = table.at["config"]["first_game"]
    for seat in table.seats:
        if first_game:
            yield from _deal_active(table, seat)
        else:
            yield from _deal_hand(table, seat)
    if not first_game:
        yield from draft(table)


def fill_market(table: Table, rule: str) -> Flow:
    """Rules 2.4 and 4.11: one objective at a time, as long as the deck has any."""
    market, deck = table.at["market"], table.at["deck"]
    while len(market) < table.cards.market_size and deck:
        number = yield Chance("objectives", "market", None, rule)
        deck.remove(number)
        insort(market, number)


def _deal_active(table: Table, seat: int) -> Flow:
    """Rule 2.9: a seat's objectives of a first game."""
    for _ in range(table.cards.keep):
        number = yield Chance("objectives", "objectives", seat, "2.9")
        table.at["deck"].remove(number)
        table.lay_out(seat, number)


def _deal_hand(table: Table, seat: int) -> Flow:
    """Rule 2.5."""
    for _ in range(table.cards.deal):
        number = yield Chance("objectives", "hand", seat, "2.5")
        table.at["deck"].remove(number)
        insort(table.seat(seat)["hand"], number)


def draft(table: Table) -> Flow:
    """Rules 2.6 to 2.8."""

    def legal(seat: int) -> list[Json]:
        choices = combinations(table.seat(seat)["hand"], table.cards.keep)
        return [{"do": "keep", "objectives": list(kept)} for kept in choices]

    table.at["phase"] = "draft"
    answers = yield Decision("draft", "2.6", tuple(table.seats), legal, again="2.6")
    for seat, action in answers.items():
        kept, own = action["objectives"], table.seat(seat)
        for number in kept:
            table.lay_out(seat, number)
        own["setup_discards"] = [number for number in own["hand"] if number not in kept]
        own["hand"] = []
