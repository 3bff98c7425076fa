"""The map of marcus as text: three zones side by side, north above, the boxes below them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from referee.render.cells import WIDTH, columns, fitted, padded, wrapped
from referee.render.marcus.facts import (
    EXTRA,
    OFF_MAP,
    ZONES,
    card,
    card_name,
    counted,
    leader_value,
    name,
    pacification,
    zone,
)
from referee.render.table import Table, rule, wrap

Json = Any

COLUMN = 26
"""Width of a zone's column; three fill a line."""

_SHORTER = {
    "Pannonia": "Pann.",
    "Superior": "Sup.",
    "Inferior": "Inf.",
    "North": "N",
    "South": "S",
    "Raid into": "Raid:",
}


def board(view: Json, table: Table) -> str:
    """The whole table: tracks, map, armies, conflicts, piles, hand with effects."""
    phase = "over" if view["phase"] == "over" else f"{view['phase'].replace('_', ' ')} phase"
    title = f"{view['year']} {view['round']}, {phase}"
    lines = [
        rule(f"Marcus Aurelius, {title}"),
        *_tracks(view, table),
        rule("the map, north above"),
        *_map(view, table),
        rule("troops"),
        *_troops(view, table),
        rule("cards"),
        *_piles(view, table),
        *_hand(view, table),
    ]
    if view["battle"] is not None:
        lines += [rule("battle"), _battle(view["battle"])]
    return "\n".join([*lines, rule()])


def _tracks(view: Json, table: Table) -> Iterator[str]:
    imperium, top = view["imperium"], table.files["map.json"]["imperium"]["max"]
    track = "".join("#" if n <= imperium else "." for n in range(1, top + 1))
    bonus = ", six cards in Spring" if view["imperium_bonus"] else ""
    surge = [card_name(c, table) for c, n in view["surge"].items() for _ in range(n)]
    spaces = " ".join(f"[{held}]" for held in surge + [" "] * (3 - len(surge)))
    yield f"Imperium [{track}] {imperium} of {top}{bonus}"
    left = f"Barbarian draws left {view['draws_left']}"
    line = f"Surge {spaces}   {left}"
    yield from [line] if columns(line) <= WIDTH else [f"Surge {spaces}", left]
    marks = [f"omens {view['omens']:+}"] if view["omens"] else []
    marks += [f"fleet {fleet}" for fleet, placed in view["fleets"].items() if placed]
    if view["auxilia"]:
        marks.append(f"Auxilia +{view['auxilia']['side']} in {name(view['auxilia']['box'])}")
    marks += ["Harsh Winter next Spring"] if view["harsh_winter"] else []
    marks += ["second Meditation"] if view["second_meditation"] else []
    if marks:
        yield wrap("Marks ", [f"{mark}," for mark in marks])[:-1]


def _map(view: Json, table: Table) -> Iterator[str]:
    for part in (_spaces, _box):
        zones = [list(part(tribe, view, table)) for tribe in ZONES]
        for row in zip_longest(*zones, fillvalue=""):
            yield " ".join(padded(cell, COLUMN) for cell in row).rstrip()


def _spaces(tribe: str, view: Json, table: Table) -> Iterator[str]:
    """A zone from Home to its southern end."""
    stands = view["tribes"][tribe]
    state = "surrendered" if stands["status"] == "surrendered" else ""
    state = "peace" if tribe == "quadi" and view["quadi_peace"] else state
    state = "truce" if stands["truce"] else state
    yield tribe.upper() + (f" ({state})" if state else "")
    combat = zone(tribe, table)["combat"]
    army = f"BOLD {combat['bold']}" if stands["bold"] else f"dem. {combat['demoralized']}"
    for space in zone(tribe, table)["spaces"]:
        index, terrain = space["index"], space["terrain"]
        here = army if index == stands["space"] else ""
        fort = view["forts"][tribe][index] if index < len(view["forts"][tribe]) else 0
        kept = f"f{fort}" if fort else ""
        yield f"{index} {_space(space['name'], terrain)} {kept:<2} {here}".rstrip()


def _box(tribe: str, view: Json, table: Table) -> Iterator[str]:
    """The army box of a zone."""
    yield f"= {_army(view['armies'][tribe], view, table)}"
    mutiny = ", MUTINY" if view["armies"][tribe]["mutiny"] else ""
    yield f"= pacification {pacification(tribe, view, table)}{mutiny}"


def _space(called: str | None, terrain: int | None) -> str:
    words = called or ""
    for long, short in _SHORTER.items():
        words = words.replace(long, short)
    value = "" if terrain is None else f"+{terrain}"
    return fitted(" ".join(part for part in (words, value) if part), 13)


def _army(army: Json, view: Json, table: Table) -> str:
    """Legions and leader with his value, short enough for a column."""
    leader = army["leader"]
    if leader is None:
        return counted(army["legions"], "legion")
    value = leader_value(leader, view, table)
    return f"{army['legions']} leg., {name(leader)} {value}"


def _troops(view: Json, table: Table) -> Iterator[str]:
    for space in OFF_MAP:
        army = view["off_map"][space]
        conflict = army["conflict"]
        if conflict is None:
            yield f"{name(space):<9} no conflict"
            continue
        strength = card(conflict, table)["numbers"]["combat"]
        held = _army(army, view, table)
        yield f"{name(space):<9} {card_name(conflict, table)} ({strength}), {held}"
    for title, troops in (("Recovery", view["recovery"]), ("To place", view["pool"])):
        if title == "Recovery" or troops["legions"] or troops["leaders"]:
            parts = [counted(troops["legions"], "legion"), *map(name, troops["leaders"])]
            yield f"{title:<9} {', '.join(parts)}"
    later = [EXTRA[legion] for legion in view["unactivated"]["legions"]]
    later += [name(leader) for leader in view["unactivated"]["leaders"]]
    if later:
        yield f"{'By cards':<9} {', '.join(later)}"


def _piles(view: Json, table: Table) -> Iterator[str]:
    for title, piles in (("Roman", view["roman"]), ("Barbarian", view["barbarian"])):
        counts = {pile: sum(cards.values()) for pile, cards in piles.items() if pile != "top"}
        yield (
            f"{title:<9} deck {counts['deck']}, discards {counts['discard']}, "
            f"history {counts['history']}, from 175 {counts['late']}"
        )
        if top := ", ".join(card_name(c, table) for c in piles.get("top", ())):
            yield from wrapped(f"{'On top':<9} {top}", later=" " * 10)


def _hand(view: Json, table: Table) -> Iterator[str]:
    for title, held in (("hand", view["hand"]), ("meditations", view["meditations"])):
        if not held and title == "meditations":
            continue
        yield rule(f"{title}: {counted(sum(held.values()), 'card')}")
        for card_id, copies in held.items():
            yield from card_text(card_id, table, copies)


def card_text(card_id: str, table: Table, copies: int = 1) -> Iterator[str]:
    """A card with its timing and effect, as many lines as it needs."""
    found = card(card_id, table)
    number = f"{copies} x " if copies > 1 else ""
    star = "*" if found["asterisk"] else ""
    if found["timing"] == "-":
        text = f"{number}{found['name']}: pays for any action"
    else:
        text = f"{number}{found['name']}{star} ({found['timing']}): {found['effect']}"
    yield from wrapped(text, first="  ", later="    ")


def _battle(battle: Json) -> str:
    dice = battle["roman_die"], battle["barbarian_die"]
    if battle["roman_total"] is None:
        return f"against {name(battle['target'])}, before the dice"
    return (
        f"against {name(battle['target'])}: die {dice[0]}, {battle['roman_total']} in all, "
        f"against die {dice[1]}, {battle['barbarian_total']} in all"
    )
