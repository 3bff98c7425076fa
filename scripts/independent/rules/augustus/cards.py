"""Chapter 1: what is in the box, by objectives.json."""

from __future__ import annotations

from ..game import Json

NUMBERS = range(1, 89)
"""Rule 1.1."""
CATEGORIES = ("double_sword", "shield", "chariot", "catapult", "standard", "dagger")
"""Rule 1.6: in their fixed order."""
RESOURCES = ("gold", "wheat")


class CardSet:
    """One objective set: its objectives by number, its reward tiles and its counts."""

    def __init__(self, file: Json) -> None:
        self.name: str = file["set"]
        self.objectives: dict[int, Json] = {entry["number"]: entry for entry in file["objectives"]}
        rewards = file["rewards"]
        self.colour_tiles: dict[str, Json] = {tile["id"]: tile for tile in rewards["colour"]}
        self.number_tiles: dict[int, int] = {
            tile["objectives"]: tile["points"] for tile in rewards["number"]
        }
        self.resource_tiles: dict[str, int] = {
            tile["id"]: tile["points"] for tile in rewards["resource"]
        }
        self.tokens: dict[str, int] = file["tokens"]
        self.legions: int = file["legions"]["total"]
        self.first_legions: int = file["legions"]["start"]
        self.market_size: int = file["market_size"]
        self.deal: int = file["deal"]
        self.keep: int = file["keep"]
        self.end_at: int = file["end_at"]

    def power(self, number: int) -> Json:
        """The power of an objective."""
        return self.objectives[number]["power"]

    def spaces(self, number: int) -> dict[str, int]:
        """The spaces of an objective by category."""
        spaces: dict[str, int] = self.objectives[number]["spaces"]
        return spaces
