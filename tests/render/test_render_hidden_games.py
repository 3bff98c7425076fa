"""Boards, decisions and stories of the games with hidden hands."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee import _core
from referee.journal import story
from referee.log import EventLog
from referee.render import Table, action, board, change, outcome, result

Json = Any
NAMES = ("Anna", "Ben", "Cara")
FOLDER = Path(__file__).resolve().parents[2] / "turns" / "matches"
STORED = sorted([*FOLDER.glob("purple-*.referee"), *FOLDER.glob("kuhn-*.referee")])


def positions(game: str, seats: int, seed: int, most: int = 400) -> Iterator[_core.Position]:
    """A random game, position by position."""
    dice = random.Random(seed)
    position = _core.Position.new(game, {"seats": seats})
    for _ in range(most):
        yield position
        wanted = position.next()
        if "decide" in wanted:
            entry = dice.choice(wanted["decide"])
            position = position.act(entry["seat"], dice.choice(entry["legal"]))
        elif "chance" in wanted:
            position = position.chance(_came(position, wanted["chance"], dice))
        else:
            return


def _came(position: _core.Position, request: Json, dice: random.Random) -> Json:
    if request["kind"] == "die":
        return dice.randint(1, request["sides"])
    document = position.document()
    if request["deck"] == "mats":
        roles = ("emperor", "heir", "senator")[: len(document["seats"])]
        return dice.choice([r for r in roles if r not in [s["role"] for s in document["seats"]]])
    if request["deck"] == "hand":
        return dice.choice(list(document["seats"][request["of"]]["hand"]))
    return dice.choice(sorted(document["decks"][request["deck"]]))


@pytest.mark.parametrize("seats", [1, 2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_every_position_of_purple_is_shown_in_80_columns(seats: int, seed: int) -> None:
    last: _core.Position | None = None
    for position in positions("purple", seats, seed):
        last = position
        for viewer in (None, *range(seats)):
            table = Table("purple", NAMES[:seats], viewer)
            text = board(position.view(viewer), table)
            assert max(map(len, text.splitlines())) <= 80
            assert text.isascii()
        for entry in position.next().get("decide", []):
            view = position.view(entry["seat"])
            texts = [action(a, view, table) for a in entry["legal"]]
            assert max(map(len, texts)) <= 74
            assert len(set(texts)) == len(texts)
            assert "?" not in texts
    assert last is not None
    if over := last.next().get("over"):
        text = result(over, Table("purple", NAMES[:seats]))
        assert over["reason"] != "scored" or "wins" in text or "win together" in text


def test_a_board_tells_where_everything_stands() -> None:
    last = list(positions("purple", 3, 1, 120))[-1]
    document, view = last.document(), last.view(1)
    text = board(view, Table("purple", NAMES, 1))
    lines = text.splitlines()
    provinces = _core.set_files("purple", "reconstructed-1")["map.json"]
    assert all(name in text for name in ("Hispania", "Macedonia", "Syria", "Africa"))
    assert b"Hispania" in provinces
    assert sum(f" e{count}" in text for count in set(document["enemies"].values())) == len(
        set(document["enemies"].values())
    )
    assert f"happiness {document['happiness']} of 10" in text
    assert any(line.startswith("-- B Ben (you)") for line in lines)
    held = document["seats"][1]["hand"]
    assert all(f"holds {_name(card)}" in text for card in held)


def _name(card: str) -> str:
    table = Table("purple", NAMES)
    return next(str(c["name"]) for c in table.files["cards.json"]["plot"] if c["id"] == card)


def test_a_decision_tells_its_price_and_its_enemies() -> None:
    table = Table("purple", NAMES)
    view = {"enemies": {"gallia": 2}, "senate": [0, 1], "price": 3}
    assert action({"do": "move_pawn", "to": "gallia"}, view, table) == (
        "move the pawn to Gallia against 2 enemies"
    )
    assert action({"do": "bribe_senator"}, view, table) == ("bribe a senator for space 3 (3 coins)")
    assert action({"do": "import", "count": 4}, view, table) == "import 4 grain (12 coins)"
    assert action({"do": "bribe_senator"}, {}, table) == "bribe a senator"


@pytest.mark.parametrize(
    ("told", "text"),
    [
        ({"change": "EventDrawn", "card": "fire"}, "EVENT: Fire in Roma"),
        ({"change": "PlotDrawn", "seat": 1}, "Ben draws a card"),
        (
            {"change": "EnemiesMoved", "count": 1, "from": "gallia", "to": "aqvitania"},
            "1 enemy from Gallia to Aqvitania",
        ),
        (
            {"change": "BuildingRemoved", "at": "syria", "building": "estate", "owner": 2},
            "the estate of Cara in Syria is lost",
        ),
        ({"change": "HappinessMoved", "to": 0}, "happiness is 0: the people kill the emperor"),
        ({"change": "HeirTokenMoved", "to": None}, "the heir token lies on the emperor's mat"),
        ({"change": "SenatorAdded", "owner": -1}, "a senator of the Senate joins the senate"),
        ({"change": "StaminaSpent", "seat": 0}, ""),
    ],
)
def test_changes_are_told_as_sentences(told: Json, text: str) -> None:
    assert change(told, Table("purple", NAMES)) == text


def test_every_option_of_the_forum_has_words() -> None:
    table = Table("purple", NAMES)
    for card in table.files["cards.json"]["forum"]:
        for option in card["options"]:
            aims = {"to": 3, "at": "syria", "target": 1, "left": 2}
            chosen = {"do": "forum", "card": card["id"], "option": option["option"], **aims}
            text = action(chosen, {}, table)
            assert text.startswith(card["name"])
            assert (f"({option['coins']} coins)" in text) == (option["coins"] > 0)
            assert len(text) <= 64


@pytest.mark.parametrize("path", STORED, ids=lambda path: str(path.stem))
def test_every_stored_match_is_a_story_in_80_columns(path: Path) -> None:
    log = EventLog(path.read_bytes())
    names = [member.name for member in log.charter.members]
    lines = [line.text for line in story(log, Table(log.charter.game, names))]
    text = "\n".join(lines)
    assert max(map(len, text.splitlines())) <= 80
    assert text.isascii()
    assert "None" not in text
    assert "?" not in text
    if log.charter.game == "purple" and log.verdict.result["reason"] == "scored":
        phases = sum("-- phase 8" in line for line in lines)
        assert phases == (4 if log.charter.position is None else 1)
        events = sum("EVENT: " in line for line in lines)
        assert events == (20 if log.charter.position is None else 0)


def test_dice_are_told_and_draws_are_not() -> None:
    table = Table("purple", NAMES)
    die = {"kind": "die", "sides": 6, "for": "glory", "seat": 2, "rule": "18.1"}
    assert outcome(die, 5, table) == "Cara rolls 5 for glory"
    draw = {"kind": "draw", "deck": "event", "to": None, "hidden": False, "rule": "6.1"}
    assert outcome(draw, "fire", table) == ""


def test_kuhn_shows_the_own_card_only() -> None:
    view = {
        "balance": [1, -1],
        "config": {"deals": 10},
        "deal": 3,
        "hands": [3, "hidden"],
        "phase": "speaking",
        "said": ["bet"],
    }
    text = board(view, Table("kuhn", NAMES[:2], 0))
    assert "king" in text
    assert "a card face down" in text
    assert "said: bet" in text
    table = Table("kuhn", NAMES)
    assert action({"do": "fold"}, view, table) == "fold and leave the pot"
    assert change({"change": "Won", "seat": 1, "chips": 2}, table) == "Ben wins 2 chips"
    over = {"balance": [5, -5], "reason": "deals", "winners": [0]}
    assert result(over, table).endswith("Anna wins")
