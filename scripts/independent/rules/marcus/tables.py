"""The set: what the rules read of `cards.json` and `map.json`."""

from __future__ import annotations

from ..game import Json

ZONES = ("marcomanni", "quadi", "iazyges")
"""Rule 1.2: map order. A zone, its tribe and its army box have one name."""
OFF_MAP = ("west", "east")
BOXES = (*ZONES, *OFF_MAP)
ROUNDS = ("spring", "summer", "winter")
PILES = ("deck", "discard", "history", "late")
"""Rules 2.3.1 to 2.3.4: of each deck."""
WAITING_LEGIONS = ("legio22", "slaves")
"""Rules 13.8 and 13.39."""
HOME = 0
SOUTH_OF_DANUBE = {("marcomanni", 4), ("marcomanni", 5), ("quadi", 4)}
"""Rule 2.1.9."""


class Tables:
    """The cards by id and the map of one set."""

    def __init__(self, files: dict[str, Json]) -> None:
        self.map = files["map.json"]
        self.name: str = self.map["set"]
        self.cards = {card["id"]: card for card in files["cards.json"]["cards"]}
        self.zones = {zone["id"]: zone for zone in self.map["zones"]}
        self.leaders = {leader["id"]: leader for leader in self.map["leaders"]}
        """In leader order."""
        self.first_year, self.last_year = self.map["years"]
        self.most_imperium: int = self.map["imperium"]["max"]
        self.box_limit: int = self.map["limits"]["box"]

    def number(self, card: str, key: str) -> int:
        """A number of the effect of a card."""
        return int(self.cards[card]["numbers"][key])

    def ids(self, deck: str) -> list[str]:
        """The cards of a deck."""
        return [card["id"] for card in self.cards.values() if card["deck"] == deck]

    def pile(self, deck: str, late: bool) -> dict[str, int]:
        """Rules 2.3.1 and 2.3.2: the early or the late cards of a deck."""
        cards = [card for card in self.cards.values() if card["deck"] == deck]
        return {c["id"]: c["copies"] for c in cards if c["late_war"] == late and c["copies"]}

    def terrain(self, zone: str, space: int) -> int:
        """Rule 2.1.6: the Terrain Value that counts in battle."""
        return self.zones[zone]["spaces"][space]["terrain"] or 0

    def fort_spaces(self, zone: str) -> int:
        """Rule 2.1.7: how many; they are the first spaces of the zone."""
        return sum(space["fort_space"] for space in self.zones[zone]["spaces"])

    def combat_value(self, tribe: str, bold: bool) -> int:
        """Rule 2.2.4."""
        return int(self.zones[tribe]["combat"]["bold" if bold else "demoralized"])

    def leaders_at(self, start: str) -> list[str]:
        """Who is in the pool or unactivated when the game begins, in leader order."""
        return [name for name, leader in self.leaders.items() if leader["start"] == start]

    def leader_value(self, leader: str, marcus_bold: bool) -> int:
        """Rule 2.2.2."""
        if leader == "marcus":
            return int(self.leaders[leader]["bold" if marcus_bold else "demoralized"])
        return int(self.leaders[leader]["value"])
