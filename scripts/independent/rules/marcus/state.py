"""A position in play: the document of interface 3, and the terms that all chapters use."""

from __future__ import annotations

from collections.abc import Iterable

from ..game import Json
from ..piles import add, size, take
from .tables import BOXES, OFF_MAP, ZONES, Tables

HELD = ("hand", "meditations")


class State:
    """`at` is the document; only `pending` and `rest` in it are kept up by others."""

    def __init__(self, document: Json, tables: Tables) -> None:
        self.at = document
        self.tables = tables

    def number(self, card: str, key: str) -> int:
        """A number of the effect of a card."""
        return self.tables.number(card, key)

    # -- cards held: rules 1.5, 2.3, 11.4

    def held(self) -> int:
        """How many Roman cards the player holds."""
        return size(self.at["hand"]) + size(self.at["meditations"])

    def each_card(self, verb: str) -> list[Json]:
        """Rule 1.5: an action for each card held, once per place it can come from."""
        return [
            {"card": card, "do": verb, "from": place} for place in HELD for card in self.at[place]
        ]

    def events(self, *cards: str) -> list[Json]:
        """The ways to play these cards for their events."""
        return [action for action in self.each_card("event") if action["card"] in cards]

    def discard(self, action: Json) -> None:
        """Rule 2.3.5: the card of an action goes from its place to the Roman discards."""
        take(self.at[action["from"]], action["card"])
        add(self.at["roman"]["discard"], action["card"])

    def play(self, action: Json) -> None:
        """Rules 2.3.3 and 2.3.5: the card of an action is played for its event."""
        take(self.at[action["from"]], action["card"])
        self.file_away("roman", action["card"])

    def file_away(self, deck: str, card: str) -> None:
        """Rules 2.3.3 and 2.3.4: a card whose event is played, to the discards or to History."""
        pile = "history" if self.tables.cards[card]["asterisk"] else "discard"
        add(self.at[deck][pile], card)

    # -- tribes: rule 12.0.1

    def tribe(self, tribe: str) -> Json:
        """Where a tribe stands, and how."""
        return self.at["tribes"][tribe]

    def surrendered(self, tribe: str) -> bool:
        """Rule 8.2.5.1."""
        return bool(self.tribe(tribe)["status"] == "surrendered")

    def surrendered_tribes(self) -> list[str]:
        """Those in the Surrendered box, in map order."""
        return [tribe for tribe in ZONES if self.surrendered(tribe)]

    def hostile(self, tribe: str) -> bool:
        """Neither surrendered nor under the Quadi Cannot Attack marker."""
        at_peace = tribe == "quadi" and self.at["quadi_peace"]
        return not (self.surrendered(tribe) or at_peace)

    def hostile_tribes(self) -> list[str]:
        """In map order."""
        return [tribe for tribe in ZONES if self.hostile(tribe)]

    def open_tribes(self) -> list[str]:
        """The hostile ones without a truce, in map order."""
        return [tribe for tribe in self.hostile_tribes() if not self.tribe(tribe)["truce"]]

    # -- forts: rules 2.1.7, 2.2.5, 2.2.6

    def forts(self, zones: Iterable[str]) -> list[tuple[str, int]]:
        """The spaces with forts: zones as given, within a zone from south to north."""
        levels = self.at["forts"]
        return [
            (zone, space)
            for zone in zones
            for space in reversed(range(len(levels[zone])))
            if levels[zone][space]
        ]

    def fort_level(self, tribe: str) -> int:
        """The level of the fort in the space of a tribe's army; 0 without one."""
        levels, space = self.at["forts"][tribe], self.tribe(tribe)["space"]
        return levels[space] if space < len(levels) else 0

    def hit_fort(self, zone: str, space: int) -> None:
        """Rule 2.2.6."""
        self.at["forts"][zone][space] -= 1

    # -- boxes: rules 2.1.10 to 2.1.12, 2.2.3, 2.2.9

    def box(self, box: str) -> Json:
        """An army box or an Off-Map space."""
        return self.at["armies" if box in ZONES else "off_map"][box]

    def has_mutiny(self, box: str) -> bool:
        """Rule 2.2.7: only army boxes have Mutiny markers."""
        return bool(self.box(box).get("mutiny"))

    def has_room(self, box: str) -> bool:
        """Rule 3.7: fewer legions than a box may hold."""
        return bool(self.box(box)["legions"] < self.tables.box_limit)

    def armies(self) -> list[str]:
        """Rule 12.0.1: the boxes and Off-Map spaces with legions."""
        return [box for box in BOXES if self.box(box)["legions"]]

    def conflicts(self) -> list[str]:
        """The Off-Map spaces that hold a conflict."""
        return [space for space in OFF_MAP if self.box(space)["conflict"]]

    def leader_value(self, box: str) -> int:
        """The combat value of the leader in a box; 0 without one."""
        leader = self.box(box)["leader"]
        return self.tables.leader_value(leader, self.at["marcus_bold"]) if leader else 0

    def add_leader(self, place: str, leader: str) -> None:
        """A leader into Recovery or the pool, which list leaders in their order."""
        there = [*self.at[place]["leaders"], leader]
        self.at[place]["leaders"] = [name for name in self.tables.leaders if name in there]

    def empty(self, box: str, place: str) -> None:
        """All legions and the leader of a box into Recovery or the pool."""
        troops = self.box(box)
        self.at[place]["legions"] += troops["legions"]
        troops["legions"] = 0
        if troops["leader"]:
            self.add_leader(place, troops["leader"])
            troops["leader"] = None

    def settle(self, boxes: Iterable[str]) -> None:
        """Rules 2.2.3 and 2.2.9: without legions a box keeps neither leader nor Mutiny marker."""
        for box in boxes:
            if not self.box(box)["legions"]:
                self.empty(box, "recovery")
                if box in ZONES:
                    self.box(box)["mutiny"] = False

    def lose_legion(self, box: str) -> None:
        """One legion of an army to Recovery."""
        self.box(box)["legions"] -= 1
        self.at["recovery"]["legions"] += 1
        self.settle([box])
