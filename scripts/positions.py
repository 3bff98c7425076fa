"""Positions shortly before an end that hardly ever comes by chance."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from referee import _core

Json = Any


def _games(game: str, most: int = 400) -> Iterator[_core.Position]:
    """Positions of one random game for one after another."""
    for seed in range(1000):
        dice = random.Random(seed)
        position = _core.Position.new(game, {"seats": 1})
        for _ in range(most):
            yield position
            wanted = position.next()
            if "over" in wanted:
                break
            if "decide" in wanted:
                position = position.act(0, dice.choice(wanted["decide"][0]["legal"]))
            else:
                position = position.chance(_came(position.document(), wanted["chance"], dice))


def _came(document: Json, request: Json, dice: random.Random) -> Json:
    if request["kind"] == "die":
        return dice.randint(1, request.get("sides", 6))
    deck = document["decks"][request["deck"]] if "decks" in document else None
    return dice.choice(sorted(document[request["deck"]]["deck"] if deck is None else deck))


def _first(game: str, fits: Callable[[Json], bool]) -> Json:
    documents = (p.document() for p in _games(game) if p.at_rest())
    return next(document for document in documents if fits(document))


def marcus_at_the_end(*, surrendered: bool) -> Json:
    """A winter of 179, Romans to act: all tribes have surrendered, or none and imperium is 7."""
    document = _first("marcus", lambda d: d["phase"] == "roman" and d["round"] == "winter")
    for deck in ("roman", "barbarian"):
        piles = document[deck]
        piles["deck"] = dict(Counter(piles["deck"]) + Counter(piles["late"]))
        piles["late"] = {}
    document["year"], document["imperium"] = 179, 7
    document["harsh_winter"] = document["quadi_peace"] = False
    for name, tribe in document["tribes"].items():
        if surrendered:
            tribe.update(status="surrendered", space=None, bold=True, truce=False)
        elif name == "marcomanni":
            tribe.update(space=1, bold=False)
    return _core.Position.load("marcus", document).document()


def purple_alone_at_the_end(*, fallen: bool) -> Json:
    """Alone in year 4, at an action: all is well, or every enemy stands in Gallia."""
    document = _first("purple", lambda d: d["step"]["at"] == "action")
    _go_to_year_4(document)
    document["happiness"] = 10
    document["heir"] = 0
    document["seats"][0]["pawn"] = "roma"
    document["enemies"] = {"gallia": 28} if fallen else {}
    if fallen:
        document["estates"].pop("gallia", None)
        document["legions"].pop("gallia", None)
        document["aqueducts"] = [at for at in document["aqueducts"] if at != "gallia"]
    return _core.Position.load("purple", document).document()


def _go_to_year_4(document: Json) -> None:
    """Fifteen more events are past and three more forum cards open."""
    events, past = Counter(document["decks"]["event"]), Counter(document["decks"]["event_discard"])
    while document["year"] < 4:
        document["year"] += 1
        drawn = Counter(sorted(events.elements())[:5])
        events, past = events - drawn, past + drawn
        card = min(document["decks"]["forum"])
        document["decks"]["forum"].pop(card)
        options = _options(card)
        document["forum"].append({"card": card, "tokens": [[0] for _ in range(options)]})
    document["decks"]["event"], document["decks"]["event_discard"] = dict(events), dict(past)


def _options(card: str) -> int:
    return 3 if card == "jupiter" else 2
