"""Kuhn's poker in words: two seats, three cards, one chip in the pot from each."""

from __future__ import annotations

from typing import Any

from referee.render.cells import padded
from referee.render.table import Table

Json = Any

CARDS = {1: "jack", 2: "queen", 3: "king"}


def board(view: Json, table: Table) -> str:
    """Deals, balance, what was said, and the own card."""
    lines = [f"Kuhn's poker, deal {view['deal']} of {view['config']['deals']}: {view['phase']}"]
    for seat, balance in enumerate(view["balance"]):
        card = view["hands"][seat]
        held = "" if card is None else CARDS.get(card, "a card face down")
        lines.append(f"  {padded(table.who(seat), 20)} {balance:>+4}  {held}".rstrip())
    said = ", ".join(view["said"])
    return "\n".join([*lines, f"said: {said or '-'}"])


def action(chosen: Json, view: Json, table: Table) -> str:
    """A word, and what it leads to."""
    return {
        "check": "check",
        "bet": "bet one chip",
        "call": "call for one chip",
        "fold": "fold and leave the pot",
    }.get(chosen["do"], "?")


def outcome(request: Json, came: Json, table: Table) -> str:
    """Nothing: the changes tell who was dealt a card."""
    return ""


def change(told: Json, table: Table) -> str:
    """Deals, cards shown, pots."""
    match told:
        case {"change": "Dealt", "seat": seat}:
            return f"{table.who(seat)} is dealt a card"
        case {"change": "Shown", "seat": seat, "card": card}:
            return f"{table.who(seat)} shows the {CARDS[card]}"
        case {"change": "Won", "seat": seat, "chips": chips}:
            return f"{table.who(seat)} wins {chips} chip{'s' * (chips != 1)}"
    return ""


def result(over: Json, table: Table) -> str:
    """The balance after the last deal."""
    lines = ["all deals are played"]
    for seat, chips in enumerate(over["balance"]):
        lines.append(f"  {padded(table.who(seat), 20)} {chips:>+4}")
    winners = table.people(over["winners"])
    verb = "wins" if len(over["winners"]) == 1 else "share it"
    return "\n".join([*lines, f"{winners} {verb}"])
