"""Interface section 1: the configuration."""

from __future__ import annotations

from ...errors import require
from ..game import Json
from .table import GREATEST

KEYS = {"game", "set", "seats", "first_game", "placement", "first_crier", "token_limit"}


def check_config(config: Json, card_set: str) -> None:
    """Refuse anything but a complete configuration for the card set."""
    require(isinstance(config, dict) and config.keys() == KEYS, "H_CONFIG")
    require(config["game"] == "augustus" and config["set"] == card_set, "H_CONFIG")
    require(_whole(config["seats"], 2, 6), "H_CONFIG", "seats")
    require(type(config["first_game"]) is bool, "H_CONFIG", "first_game")
    require(config["placement"] in ("sealed", "open"), "H_CONFIG", "placement")
    require(_whole(config["first_crier"], 0, config["seats"] - 1), "H_CONFIG", "first_crier")
    limit = config["token_limit"]
    require(limit is None or _whole(limit, 1, GREATEST), "H_CONFIG", "token_limit")


def _whole(value: Json, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most
