"""What every text about marcus needs: names, cards, strengths that the rules compute in public."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from referee.render.table import Table

Json = Any

ZONES: Final = ("marcomanni", "quadi", "iazyges")
OFF_MAP: Final = ("west", "east")
EXTRA: Final = {"legio22": "Legio XXII", "slaves": "the slaves' legion"}


def card(card_id: str, table: Table) -> dict[str, Json]:
    """A card of the set by its id."""
    return table.by_id["cards", card_id]


def card_name(card_id: str, table: Table) -> str:
    """The English name of a card."""
    return str(card(card_id, table)["name"])


def zone(zone_id: str, table: Table) -> dict[str, Json]:
    """A zone of the map by its id."""
    return table.by_id["zones", zone_id]


def name(word: str | None) -> str:
    """A tribe, leader, box, round or extra legion as a proper name."""
    if word is None:
        return "nobody"
    return EXTRA.get(word) or word.replace("_", " ").capitalize()


def names(words: Iterable[str]) -> str:
    """Several of them with *and*."""
    listed = [name(word) for word in words]
    return " and ".join([", ".join(listed[:-1]), listed[-1]] if len(listed) > 1 else listed)


def place(box: str) -> str:
    """An army box or space in a sentence."""
    return "Recovery" if box == "recovery" else name(box)


def counted(number: int, thing: str) -> str:
    """``1 legion``, ``2 legions``."""
    return f"{number} {thing}{'s' * (number != 1)}"


def leader_value(leader: str | None, view: Json, table: Table) -> int:
    """The combat value of a leader as he stands (2.2.2)."""
    if leader is None:
        return 0
    values = table.by_id["leaders", leader]
    side = "bold" if view["marcus_bold"] else "demoralized"
    return int(values["value"] if "value" in values else values[side])


def pacification(box: str, view: Json, table: Table) -> int:
    """Legions, leader and Level 2 forts of a zone (7.9.1)."""
    army = view["armies"][box]
    strong: int = view["forts"][box].count(2)
    return int(army["legions"]) + leader_value(army["leader"], view, table) + strong


def percent(odds: Json) -> str:
    """A chance as percent; ``<0.1%`` and ``>99.9%`` where it is not certain."""
    if odds is None:
        return "?"
    whole, tenth = divmod(odds["per_mille"], 10)
    if odds["num"] not in ("0", odds["den"]):
        if odds["per_mille"] == 0:
            return "<0.1%"
        if odds["per_mille"] == 1000:
            return ">99.9%"
    return f"{whole}.{tenth}%"
