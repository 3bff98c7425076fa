"""The numbers of a card and map set."""

from __future__ import annotations

from collections.abc import Mapping

from ..game import Json


class CardSet:
    """What `cards.json` and `map.json` say, by the ids of cards and provinces."""

    def __init__(self, files: Mapping[str, Json]) -> None:
        cards, board = files["cards.json"], files["map.json"]
        self.name: str = cards["set"]
        self._read_cards(cards)
        self._read_provinces(board)
        self._read_borders(board)
        self._read_numbers(board)

    def _read_cards(self, cards: Json) -> None:
        self.plot = _copies(cards["plot"])
        self.strength: dict[str, int] = {c["id"]: c["strength"] for c in cards["plot"]}
        self.event = _copies(cards["event"])
        self.solo_event = _copies([c for c in cards["event"] if c["in_solo"]])
        self.numbers: dict[str, dict[str, int]] = {c["id"]: c["numbers"] for c in cards["event"]}
        self.agenda = _copies(cards["agenda"])
        self.goals: dict[str, list[int]] = {
            c["id"]: [goal["vp"] for goal in c["goals"]] for c in cards["agenda"]
        }
        self.forum = _copies(cards["forum"])
        self.options: dict[str, list[Json]] = {c["id"]: c["options"] for c in cards["forum"]}

    def _read_provinces(self, board: Json) -> None:
        """Rule 15.5.1: Roma is region 0, the others have numbers in regions 1 to 4."""
        provinces = board["provinces"]
        self.provinces: list[str] = [p["id"] for p in provinces]
        self.place = {province: place for place, province in enumerate(self.provinces)}
        self.region: dict[str, int] = {p["id"]: p["region"] for p in provinces}
        self.roma = next(p for p in self.provinces if self.region[p] == 0)
        self.farms: dict[str, int] = {p["id"]: p["grain"] for p in provinces if p["grain"]}
        outside = [p for p in provinces if p["region"]]
        self.numbered: dict[tuple[int, int], str] = {
            (p["region"], p["number"]): p["id"] for p in outside
        }
        self.capitals: list[str] = [p["id"] for p in outside if p["capital"]]
        capital = {p["region"]: p["number"] for p in outside if p["capital"]}
        self.towards_capital: dict[str, str] = {}
        for (region, number), province in self.numbered.items():
            if number != capital[region]:
                step = 1 if number < capital[region] else -1
                self.towards_capital[province] = self.numbered[region, number + step]

    def _read_borders(self, board: Json) -> None:
        """Neighbours in the order of the map, and whether a land border joins them."""
        joined: dict[str, dict[str, bool]] = {p: {} for p in self.provinces}
        for borders, by_land in ((board["sea"], False), (board["land"], True)):
            for a, b in borders:
                joined[a][b] = joined[b][a] = by_land
        self.neighbours = {
            p: {q: joined[p][q] for q in self.provinces if q in joined[p]} for p in self.provinces
        }

    def _read_numbers(self, board: Json) -> None:
        tracks, pieces = board["tracks"], board["components"]
        self.prices: dict[str, int] = board["prices"]
        self.happiness_start: int = tracks["happiness"]["start"]
        self.happiest: int = tracks["happiness"]["max"]
        self.happiness_vp: dict[str, int] = tracks["happiness"]["vp"]
        self.import_price: dict[str, int] = tracks["import_price"]
        self.senate_spaces: int = tracks["senate"]["spaces"]
        self.line_spaces: int = tracks["production_line"]["spaces"]
        self.built: dict[str, int] = tracks["production_line"]["built"]
        self.enemies: int = pieces["enemies"]
        self.famine: int = pieces["famine"]
        self.aqueducts: int = pieces["aqueducts"]
        self.each: dict[str, int] = pieces["per_seat"]


def _copies(cards: list[Json]) -> dict[str, int]:
    return {card["id"]: card["copies"] for card in cards if card["copies"]}
