"""Chapters 8 and 10d: the end of the game and the scores."""

from __future__ import annotations

from ..game import Json
from .cards import RESOURCES
from .table import Table


def reason(table: Table) -> str | None:
    """Rules 8.1, 8.10 and 8.12: why the game ends with this round, if it does."""
    limit = table.at["config"]["token_limit"]
    if any(len(own["controlled"]) >= table.cards.end_at for own in table.at["seats"]):
        return "seven_objectives"
    return "token_limit" if limit is not None and table.at["turn"] >= limit else None


def result(table: Table) -> Json:
    """Interface section 6."""
    scores = [_score(table, seat) for seat in table.seats]
    standings = [(score["total"], score["senators"]) for score in scores]
    for score, standing in zip(scores, standings, strict=True):
        score["rank"] = 1 + sum(other > standing for other in standings)
    winners = [score["seat"] for score in scores if score["rank"] == 1]
    head = {"reason": reason(table), "turn": table.at["turn"]}
    return {**head, "winners": winners, "scores": scores}


def _score(table: Table, seat: int) -> dict[str, int]:
    """Rules 8.4 and 8.7."""
    cards = table.controls(seat)
    rewards = _tiles(table, seat)
    printed = sum(card["points"] for card in cards)
    powers = sum(_power(card["power"], cards) for card in cards)
    total = rewards + printed + powers
    points = {"seat": seat, "rewards": rewards, "printed": printed, "powers": powers}
    return {**points, "total": total, "senators": _of_colour(cards, "senator")}


def _tiles(table: Table, seat: int) -> int:
    """Rule 8.4.1."""
    own, cards = table.seat(seat), table.cards
    points: int = sum(cards.colour_tiles[tile]["points"] for tile in own["colour_tiles"])
    points += cards.number_tiles.get(own["number_tile"], 0)
    held = [resource for resource in RESOURCES if table.at[resource] == seat]
    return points + sum(cards.resource_tiles[resource] for resource in held)


def _power(power: Json, cards: list[Json]) -> int:
    """Rules 10.17 to 10.21: the points of one power among the objectives a seat controls."""
    points: int = power.get("points", 0)
    match power["type"]:
        case "score_category":
            spaces: int = sum(card["spaces"].get(power["category"], 0) for card in cards)
            return min(points * spaces, int(power["max"]))
        case "score_colour":
            return points * _of_colour(cards, power["colour"])
        case "score_red":
            return points * [card["power"]["type"] for card in cards].count("attack")
    return 0


def _of_colour(cards: list[Json], colour: str) -> int:
    return [card["colour"] for card in cards].count(colour)
