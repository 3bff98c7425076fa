"""Interface section 3, P4 to P6: every piece of the box is in one place, where it may be."""

from __future__ import annotations

from collections import Counter

from ..game import Json
from ..shapes import fits
from .cards import CATEGORIES
from .table import Table


def check_objectives(table: Table) -> None:
    """P4."""
    at = table.at
    there = Counter([*at["deck"], *at["market"], *at["lost"]])
    for own in at["seats"]:
        there.update(entry["objective"] for entry in own["objectives"])
        there.update([*own["controlled"], *own["hand"], *own["setup_discards"]])
    fits(there.total() == len(there), "objective_twice")
    fits(there.keys() == table.cards.objectives.keys(), "objective_missing")


def check_tokens(table: Table) -> None:
    """P5."""
    at = table.at
    token, drawn = at["token"], Counter(at["drawn"])
    fits(drawn + Counter(at["bag"]) == Counter(table.cards.tokens), "tokens_do_not_add_up")
    fits((token is not None) == (at["phase"] == "placement"), "token")
    fits(token is None or token in drawn, "token")
    fits(drawn["joker"] == int(token == "joker"), "joker_on_table")
    fits(at["turn"] >= drawn.total(), "turn")


def check_legions(table: Table) -> None:
    """P6."""
    everywhere = table.at["supply"]
    for own in table.at["seats"]:
        legions = own["stock"] + sum(sum(e["legions"].values()) for e in own["objectives"])
        fits(legions >= table.cards.first_legions, "legions_too_few")
        for entry in own["objectives"]:
            _check_spaces(table, entry)
        everywhere += legions
    fits(everywhere == table.cards.legions, "legions_do_not_add_up")


def _check_spaces(table: Table, entry: Json) -> None:
    """Rules 1.8 and 4.1."""
    free = [table.free(entry, category) for category in CATEGORIES]
    fits(min(free) >= 0, "space_overfull")
    fits(any(free), "objective_full")
