"""What lies on the table: the position document and how to look at it."""

from __future__ import annotations

from collections.abc import Collection

from ..game import Json
from ..piles import add, take
from .cards import CATEGORIES, CardSet

GREATEST = 2**32 - 1
"""Interface section 2: of all integers in a position."""
Space = tuple[int, str]
"""Rule 1.7: an objective and a category; which of several such spaces has no meaning."""


class Table:
    """A position, with the cards it is about."""

    def __init__(self, cards: CardSet, document: Json) -> None:
        self.cards = cards
        self.at = document

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.at["seats"]))

    @property
    def resolution(self) -> Json:
        """What is being resolved."""
        return self.at["resolution"]

    def seat(self, seat: int) -> Json:
        """What belongs to a seat."""
        return self.at["seats"][seat]

    def wait_for(self, step: str, left: int = 0) -> None:
        """Note in the resolution what is asked next."""
        self.resolution.update(step=step, left=left)

    def active(self, seat: int, number: int) -> Json | None:
        """Rule 1.19: an active objective of a seat, or None."""
        entries = self.seat(seat)["objectives"]
        return next((entry for entry in entries if entry["objective"] == number), None)

    def being_conquered(self, seat: int) -> list[Json]:
        """Rule 9.1: the active objectives of a seat that are not neutralised."""
        return [entry for entry in self.seat(seat)["objectives"] if not entry["completed"]]

    def free(self, entry: Json, category: str) -> int:
        """Rule 1.8: how many spaces of a category are free on an active objective."""
        spaces = self.cards.spaces(entry["objective"]).get(category, 0)
        return spaces - int(entry["legions"].get(category, 0))

    def free_spaces(self, seat: int, permitted: Collection[str] = CATEGORIES) -> list[Space]:
        """The spaces to which a seat can bring a legion."""
        return [
            (entry["objective"], category)
            for entry in self.being_conquered(seat)
            for category in CATEGORIES
            if category in permitted and self.free(entry, category)
        ]

    def occupied_spaces(self, seat: int) -> list[Space]:
        """The spaces from which a legion of a seat can be taken."""
        return [
            (entry["objective"], category)
            for entry in self.being_conquered(seat)
            for category in CATEGORIES
            if category in entry["legions"]
        ]

    def add_legion(self, seat: int, number: int, category: str) -> None:
        """A legion comes to a space."""
        add(self._entry(seat, number)["legions"], category)

    def take_legion(self, seat: int, number: int, category: str) -> None:
        """A legion leaves its space."""
        take(self._entry(seat, number)["legions"], category)

    def _entry(self, seat: int, number: int) -> Json:
        entry = self.active(seat, number)
        assert entry is not None
        return entry

    def return_legions(self, seat: int, number: int) -> None:
        """All legions on an objective return to the stock of its owner."""
        legions = self._entry(seat, number)["legions"]
        self.seat(seat)["stock"] += sum(legions.values())
        legions.clear()

    def complete(self, seat: int, number: int) -> None:
        """Rule 5.3: the objective is neutralised."""
        self._entry(seat, number)["completed"] = True

    def complete_if_full(self, seat: int, number: int) -> bool:
        """Rule 4.1: an objective without a free space is completed; whether it is."""
        entry = self._entry(seat, number)
        full = not any(self.free(entry, category) for category in CATEGORIES)
        if full:
            self.complete(seat, number)
        return full

    def lay_out(self, seat: int, number: int) -> None:
        """An objective becomes active, empty."""
        entries = self.seat(seat)["objectives"]
        entries.append({"objective": number, "legions": {}, "completed": False})
        entries.sort(key=lambda entry: entry["objective"])

    def controls(self, seat: int) -> list[Json]:
        """The cards of the objectives under a seat's control."""
        return [self.cards.objectives[number] for number in self.seat(seat)["controlled"]]

    def amount(self, seat: int, resource: str) -> int:
        """Rule 6.12: how much gold or wheat a seat has."""
        return sum(card[resource] for card in self.controls(seat))
