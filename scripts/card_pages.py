"""Writes docs/cards/<game>.md: every card of the sets that ship, with where its numbers come from.

Usage: scripts/card_pages.py [--check]
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

Json = Any

ROOT = Path(__file__).resolve().parent.parent
SETS = ROOT / "rust_core" / "cards" / "sets"
PAGES = ROOT / "docs" / "cards"
SET = "reconstructed-1"
TITLES = {
    "augustus": "Rise of Augustus",
    "marcus": "The Wars of Marcus Aurelius",
    "purple": "Donning the Purple",
}


def document(game: str, file: str) -> Json:
    """A data file of a set."""
    return json.loads((SETS / game / SET / f"{file}.json").read_text("utf-8"))


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """A Markdown table."""
    yield "| " + " | ".join(heads) + " |"
    yield "|" + "---|" * len(heads)
    for row in rows:
        yield "| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |"
    yield ""


def words(name: str) -> str:
    """An id as words."""
    return name.replace("_", " ")


def sure(item: Json, labels: str) -> str:
    """How sure a card is, and what of it differs from that: ``derived (name published)``."""
    whole = item["confidence"]
    parts = {k: v for k, v in item.get(labels, {}).items() if v != whole}
    listed = ", ".join(f"{words(key)} {words(value)}" for key, value in sorted(parts.items()))
    return f"{words(whole)} ({listed})" if listed else words(whole)


def key(meanings: dict[str, str]) -> Iterator[str]:
    """What the words about certainty mean."""
    yield from table(
        ("confidence", "meaning"), ((words(word), text) for word, text in meanings.items())
    )


def augustus() -> Iterator[str]:
    """Objectives and tiles."""
    cards = document("augustus", "objectives")
    yield from (cards["note"], "")
    yield from key(cards["confidence_key"])
    yield from ("## Objectives", "")
    heads = ("", "name", "colour", "gives", "points", "spaces", "power", "rule", "confidence")
    rows = []
    for card in cards["objectives"]:
        gives = " ".join(kind for kind in ("gold", "wheat") if card[kind])
        spaces = ", ".join(f"{count} {words(kind)}" for kind, count in card["spaces"].items())
        name, sureness = card["name"], sure(card, "field_confidence")
        power, rule = card["effect"], card["rule"]
        row = (card["number"], name, card["colour"], gives, card["points"], spaces, power)
        rows.append((*row, rule, sureness))
    yield from table(heads, rows)
    yield from ("## Tiles", "")
    tiles = [tile for group in cards["rewards"].values() for tile in group]
    yield from table(
        ("tile", "points", "confidence"),
        ((words(tile["id"]), tile["points"], words(tile["confidence"])) for tile in tiles),
    )


def marcus() -> Iterator[str]:
    """Both decks."""
    cards = document("marcus", "cards")
    yield from (cards["note"], "")
    yield from table(("word", "meaning"), cards["terms"].items())
    heads = ("name", "copies", "marks", "kind", "when", "effect", "if impossible", "numbers")
    for deck in ("barbarian", "roman"):
        yield from (f"## The {deck} deck", "")
        rows = []
        for card in (card for card in cards["cards"] if card["deck"] == deck):
            marks = ["asterisk"] * card["asterisk"] + ["late war"] * card["late_war"]
            numbers = ", ".join(f"{words(k)} {plain(v)}" for k, v in card["numbers"].items())
            text = (card["kind"], card["timing"], card["effect"], card["if_impossible"], numbers)
            row = (card["name"], card["copies"], ", ".join(marks), *text)
            rows.append((*row, card["rule"], card.get("confidence_note", card["confidence"])))
        yield from table((*heads, "rule", "confidence"), rows)


def plain(value: Json) -> str:
    """A number, a word, or several."""
    return ", ".join(map(plain, value)) if isinstance(value, list) else words(str(value))


def purple() -> Iterator[str]:
    """Plot cards, events, agendas, forum cards."""
    cards = document("purple", "cards")
    yield from key(cards["confidence_key"])
    yield from deck("Plot cards", "strength", cards["plot"], lambda card: card["strength"])
    yield from deck(
        "Events", "solo", cards["event"], lambda card: "yes" if card["in_solo"] else "no"
    )
    yield from ("## Agendas", "")
    goals = [
        (card["name"], f"{goal['vp']:+}", goal["condition"], card["rule"], sure(card, "labels"))
        for card in cards["agenda"]
        for goal in card["goals"]
    ]
    yield from table(("name", "VP", "if", "rule", "confidence"), goals)
    yield from ("## Forum cards", "")
    fields = ("option", "circle", "coins", "stamina", "effect", "if_impossible")
    options = [
        (card["name"], *(option[field] for field in fields), card["rule"], sure(card, "labels"))
        for card in cards["forum"]
        for option in card["options"]
    ]
    heads = ("name", "", "circle", "coins", "stamina", "effect", "if impossible")
    yield from table((*heads, "rule", "confidence"), options)


def deck(
    title: str, column: str, cards: Sequence[Json], cell: Callable[[Json], object]
) -> Iterator[str]:
    """Cards of one kind, with a column of their own."""
    heads = ("name", "copies", column, "when", "effect", "if impossible", "rule", "confidence")
    fields = ("timing", "effect", "if_impossible", "rule")
    rows = [
        (card["name"], card["copies"], cell(card), *(card[f] for f in fields), sure(card, "labels"))
        for card in cards
    ]
    yield from (f"## {title}", "")
    yield from table(heads, rows)


GAMES: dict[str, Callable[[], Iterator[str]]] = {
    "augustus": augustus,
    "marcus": marcus,
    "purple": purple,
}


def page(game: str) -> str:
    """The page of a game."""
    head = (
        f"# The cards of {TITLES[game]}",
        "",
        f"The set `{SET}`, as the rules read it. `scripts/card_pages.py` writes this page from "
        f"[the set](../../rust_core/cards/sets/{game}/{SET}); "
        "[how to correct it](../adding-a-card.md).",
        "",
    )
    return "\n".join([*head, *GAMES[game]()]).rstrip() + "\n"


def main(args: Sequence[str]) -> int:
    """Writes the pages, or says which are not what they should be."""
    old = []
    for game in GAMES:
        path = PAGES / f"{game}.md"
        if "--check" in args:
            if not path.exists() or path.read_text("utf-8") != page(game):
                old.append(path.name)
            continue
        path.parent.mkdir(exist_ok=True)
        path.write_text(page(game), "utf-8")
    if old:
        print(f"run scripts/card_pages.py: {', '.join(old)} differ from the sets", file=sys.stderr)
    return bool(old)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
