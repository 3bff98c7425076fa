"""Interface section 3: whether a match may begin at a position that somebody set up."""

from __future__ import annotations

from ..game import Json, same
from ..shapes import fits
from .cards import CardSet
from .import_form import position as form
from .import_pieces import check_legions, check_objectives, check_tokens
from .import_rewards import check_rewards
from .scoring import reason
from .set_up import before_the_draws
from .table import Table

OPEN_IN_DRAFT = {"phase", "deck", "market", "seats"}
"""What has been dealt; P4 and P8 have counted it."""


def check_position(position: Json, config: Json, cards: CardSet) -> None:
    """Refuse with `H_CONFIG`, by the checks P1 to P9 in their order; the configuration is good."""
    form(config, cards)(position, "")
    table = Table(cards, position)
    check_objectives(table)
    check_tokens(table)
    check_legions(table)
    check_rewards(table)
    _check_piles(table)
    _check_phase(table)


def _check_piles(table: Table) -> None:
    """P8."""
    at, cards = table.at, table.cards
    market, discards = len(at["market"]), [len(own["setup_discards"]) for own in at["seats"]]
    nothing_left = not (at["deck"] or at["lost"] or any(discards))
    full = market == cards.market_size
    fits(full or (market < cards.market_size and nothing_left), "market_size")
    drafted = not at["config"]["first_game"] and at["phase"] != "draft"
    as_left = drafted and set(discards) == {cards.deal - cards.keep}
    fits(as_left or not any(discards), "setup_discards")


def _check_phase(table: Table) -> None:
    """P9."""
    at = table.at
    drafts = at["phase"] == "draft"
    fits(not (drafts and at["config"]["first_game"]), "draft_in_first_game")
    hand = table.cards.deal if drafts else 0
    fits(all(len(own["hand"]) == hand for own in at["seats"]), "hand_size")
    match at["phase"]:
        case "draft":
            fits(_is_fresh(table), "draft_not_fresh")
        case "over":
            fits(reason(table), "game_not_over")
        case "draw":
            fits(not reason(table), "game_over")
        case "placement":
            before_the_round = Table(table.cards, {**at, "turn": at["turn"] - 1})
            fits(not reason(before_the_round), "game_over")


def _is_fresh(table: Table) -> bool:
    """Rules 2.1 to 2.12: nothing has happened but that objectives were dealt."""
    at = table.at
    fresh = before_the_draws(table.cards, at["config"])
    seats = [{**own, "hand": []} for own in at["seats"]]
    untouched = at.keys() - OPEN_IN_DRAFT
    return same(seats, fresh["seats"]) and all(same(at[key], fresh[key]) for key in untouched)
