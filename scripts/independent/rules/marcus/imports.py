"""Interface 4: whether a match may begin at a position that somebody set up."""

from __future__ import annotations

from collections.abc import Callable

from ..game import Json, same
from ..piles import size
from ..shapes import fits
from .import_cards import check_cards
from .import_form import position as form
from .import_pieces import check_pieces
from .setup import first_position
from .state import HELD, State
from .tables import ROUNDS, ZONES, Tables

FIRST_ROUND, LAST_ROUND = ROUNDS[0], ROUNDS[-1]
OPEN_IN_SETUP = {"armies", "pool", "pending", "rest"}


def check_position(position: Json, config: Json, tables: Tables) -> None:
    """Refuse with `H_CONFIG`, but leave `pending` to be compared with what the game asks."""
    form(tables)(position, "")
    fits(same(position["options"], config["options"]), "options")
    state = State(position, tables)
    check_pieces(state)
    check_cards(state)
    phase = position["phase"]
    fits((phase == "barbarian") == bool(position["draws_left"]), "draws_left")
    fits(phase in ("setup", "redeploy") or _is_empty(position["pool"]), "pool")
    fits(not position["harsh_winter"] or _may_be_harsh(state), "harsh_winter")
    if phase in CHECKS:
        CHECKS[phase](state)


def _is_empty(place: Json) -> bool:
    """Whether Recovery or the pool is empty."""
    return not place["legions"] and not place["leaders"]


def _may_be_harsh(state: State) -> bool:
    """Rule 13.27: played in a Winter that another Spring follows, and Spring has not drawn yet."""
    at = state.at
    if at["phase"] == "redeploy":
        return True
    before_spring = at["round"] == LAST_ROUND and at["year"] < state.tables.last_year
    return bool(at["phase"] == "roman" and before_spring)


def _check_setup(state: State) -> None:
    """Chapter 3: only the pieces of the pool have been moved."""
    at, fresh = state.at, first_position(state.at["options"], state.tables)
    fits(not any(map(state.has_mutiny, ZONES)), "setup")
    fits(all(same(at[key], fresh[key]) for key in at.keys() - OPEN_IN_SETUP), "setup")


def _check_redeploy(state: State) -> None:
    """Chapters 6 and 10: what the end of a Year has left, when all pieces are gathered."""
    at, tables = state.at, state.tables
    fits(at["round"] == FIRST_ROUND and at["year"] > tables.first_year, "redeploy")
    fits(_is_empty(at["recovery"]) and not at["hand"], "redeploy")
    fits(
        not any(state.has_mutiny(zone) or state.tribe(zone)["truce"] for zone in ZONES), "redeploy"
    )
    fits(at["marcus_bold"] and not at["omens"], "redeploy")
    fits(at["imperium_bonus"] == (at["imperium"] == tables.most_imperium), "redeploy")


def _check_barbarian(state: State) -> None:
    """Rules 5.2 and 7.0.2: the first Spring has no such phase, and something must be asked."""
    at = state.at
    fits(at["round"] != FIRST_ROUND or at["year"] > state.tables.first_year, "phase")
    fits(any("r_lectisternium" in at[place] for place in HELD), "barbarian")


def _check_hand_limit(state: State) -> None:
    """Rules 8.12.1 and 8.12.3."""
    at, limits = state.at, state.tables.map["limits"]
    fits(at["round"] != LAST_ROUND and not at["omens"], "hand_limit")
    fits(size(at["hand"]) > limits["hand_end_of_round"], "hand_limit")


CHECKS: dict[str, Callable[[State], None]] = {
    "barbarian": _check_barbarian,
    "hand_limit": _check_hand_limit,
    "redeploy": _check_redeploy,
    "setup": _check_setup,
}
