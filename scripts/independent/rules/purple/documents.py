"""Configuration and position document (sections 1 and 3 of the interface)."""

from __future__ import annotations

from typing import Any

from ...errors import require
from ..game import Json
from .cards import CardSet
from .state import NOBODY, Player, State

ROLES = ["emperor", "heir", "senator"]
REST_POINTS = {
    *("window", "action", "swap", "place_building", "import_grain", "solo_defence", "discard")
}
SAME_KEYS = (
    *("config", "year", "phase", "heir", "happiness", "price", "grain", "severe_weather"),
    *("senate", "senate_vp", "line", "famine", "enemies", "legions", "estates", "aqueducts"),
    *("forum", "events_left", "turn", "decks"),
)
"""What is called the same in the document and in `State`, in either direction."""


def check_config(config: Json, cards: CardSet) -> None:
    """Refuse what is no complete configuration for this card set with `H_CONFIG`."""
    keys = {"game", "legions", "roles", "seats", "set", "windows"}
    require(isinstance(config, dict) and config.keys() == keys, "H_CONFIG")
    require(config["game"] == "purple" and config["set"] == cards.name, "H_CONFIG")
    require(_whole(config["seats"], 1, 3) and _whole(config["legions"], 8, 40), "H_CONFIG")
    require(config["windows"] in ("full", "lean"), "H_CONFIG")
    roles = config["roles"]
    if roles is not None:
        names = isinstance(roles, list) and all(isinstance(role, str) for role in roles)
        require(names and sorted(roles) == ROLES[: config["seats"]], "H_CONFIG")


def _whole(value: Any, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def first_state(config: Json, cards: CardSet) -> State:
    """Section 3: the table while the mats are drawn (rules 2.1 to 2.3, 2.9, 2.10, 2.14)."""
    seats = config["seats"]
    stamina = cards.each["stamina_two_players" if seats == 2 else "stamina"]
    return State(
        cards=cards,
        config=config,
        year=1,
        phase=0,
        emperor=NOBODY,
        heir=None,
        happiness=cards.happiness_start,
        price=cards.import_price["start"],
        grain=0,
        severe_weather=False,
        senate=[],
        senate_vp=0,
        line=[],
        famine=[0, 0, 0, 0],
        enemies={},
        legions=dict.fromkeys(cards.capitals, 2),
        estates={cards.roma: list(range(seats))},
        aqueducts=[],
        forum=[],
        events_left=0,
        turn=None,
        players=[Player(coins=15, unused=stamina, pawn=cards.roma) for _ in range(seats)],
        decks={
            "plot": dict(cards.plot),
            "plot_discard": {},
            "event": dict(cards.solo_event if seats == 1 else cards.event),
            "event_discard": {},
            "forum": dict(cards.forum),
            "agenda": dict(cards.agenda),
        },
    )


def read_state(document: Json, cards: CardSet) -> State:
    """The table of a document at a rest point, which it takes over."""
    return State(
        cards=cards,
        emperor=document["emperor"],
        players=[Player(**seat) for seat in document["seats"]],
        **{key: document[key] for key in SAME_KEYS},
    )


def write_state(state: State) -> Json:
    """The document of a table; it shares its parts."""
    return {
        **{key: getattr(state, key) for key in SAME_KEYS},
        "emperor": None if state.emperor == NOBODY else state.emperor,
        "game": "purple",
        "over": state.over,
        "rest": state.step["at"] in REST_POINTS,
        "seats": [vars(player) for player in state.players],
        "set": state.cards.name,
        "step": state.step,
    }
