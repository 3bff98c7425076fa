"""Names of what Donning the Purple is made of, as its boards and stories use them."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from referee.render.table import Table

Json = Any

PHASES = (
    "set-up",
    "phase 1: enemies",
    "phase 2: harvest",
    "phase 3: events",
    "phase 4: actions",
    "phase 5: buildings",
    "phase 6: food",
    "phase 7: taxes",
    "phase 8: end of the year",
)
UNTIL = {
    "turn": "the end of this turn",
    "phase": "the end of the phase",
    "my_turn": "the next own turn",
    "year": "the end of the year",
}


def letter(seat: int) -> str:
    """A seat in one letter; ``#`` is black, the Senate's."""
    return "#" if seat < 0 else "ABC"[seat]


class Names:
    """Cards and provinces of a table's card set by id, and people by seat."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.who = table.who

    @property
    def map(self) -> Json:
        """The map's document."""
        return self.table.files["map.json"]

    @cached_property
    def provinces(self) -> dict[str, Json]:
        """The entries of the provinces."""
        return {entry["id"]: entry for entry in self.map["provinces"]}

    def _cards(self, kind: str) -> dict[str, Json]:
        return {entry["id"]: entry for entry in self.table.files["cards.json"][kind]}

    @cached_property
    def plot(self) -> dict[str, Json]:
        """The entries of the plot cards."""
        return self._cards("plot")

    @cached_property
    def event(self) -> dict[str, Json]:
        """The entries of the event cards."""
        return self._cards("event")

    @cached_property
    def forum(self) -> dict[str, Json]:
        """The entries of the forum cards."""
        return self._cards("forum")

    @cached_property
    def agenda(self) -> dict[str, Json]:
        """The entries of the agendas."""
        return self._cards("agenda")

    def card(self, card: str, kind: str = "plot") -> str:
        """The name on a card."""
        entries: dict[str, Json] = getattr(self, kind)
        return str(entries[card]["name"])

    def worth(self, card: str) -> str:
        """The strength of a plot card, in brackets."""
        return f" (strength {self.plot[card]['strength']})"

    def place(self, province: str) -> str:
        """The name of a province."""
        return str(self.provinces[province]["name"])

    def owner(self, seat: int) -> str:
        """Whose something is; the Senate's if black."""
        return "the Senate" if seat < 0 else self.who(seat)
