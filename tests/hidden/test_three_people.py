"""Three people, three folders, the real command line: matches with hidden hands to their end."""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from people import Person, play_out
from referee.keys import Keyring

Json = Any


def brisk(decision: Json, dice: random.Random) -> Json:
    """Keeps a match short: passes for long, plays what it holds, seldom acts."""
    legal = decision["legal"]
    by_verb: dict[str, list[Json]] = {}
    for action in legal:
        by_verb.setdefault(action["do"], []).append(action)
    if "pass" in by_verb and decision["kind"] in ("window", "copy"):
        return by_verb["pass"][-1]
    if decision["kind"] == "action":
        lively = [a for a in legal if a["do"] not in ("standing", "end_turn")]
        if lively and dice.random() < 0.15:
            return dice.choice(lively)
        return {"do": "end_turn"}
    return dice.choice(legal)


def people_at_a_table(
    home: Path, game: str, mode: str, players: int, *options: str
) -> list[Person]:
    """Three people with keys; the first ones play, the last one keeps if there is a seat less."""
    people = [
        Person(name, home / name, home / "shared", brisk, random.Random(name))
        for name in ("anna", "ben", "cara")
    ]
    people[0].shared.mkdir(parents=True)
    cards = []
    for person in people:
        card = home / f"{person.name}.contact"
        card.write_text(person.run("key", "new", person.name))
        cards.append(str(card))
    sides = ["--seat"] * players + ["--keeper"] * (3 - players)
    entries = [part for pair in zip(sides, cards, strict=True) for part in pair]
    host = people[0]
    host.run("new", game, *entries, "--mode", mode, *options, "-m", str(host.folder))
    target = host.json("send", "--to", str(host.shared), "-m", str(host.folder))["target"]
    for person in people:
        person.seen.add(Path(target).name)
    for guest in people[1:]:
        guest.run("accept", target, "-m", str(guest.folder))
    return people


def secrets_of(person: Person) -> Iterator[bytes]:
    """His root in every form in which a program might write it."""
    keyring = Keyring(person.home / "keys")
    with keyring.unlock(keyring.name(None)).root() as root:
        secret = bytes(root)
    yield from (secret, secret.hex().encode(), base64.b64encode(secret).rstrip(b"="))


def everything_outside(person: Person, home: Path) -> Iterator[Path]:
    """Every file that is not in this person's own home."""
    for path in home.rglob("*"):
        if path.is_file() and person.home not in path.parents:
            yield path


def leaks_nothing(people: list[Person], home: Path) -> None:
    for person in people:
        for secret in secrets_of(person):
            for path in everything_outside(person, home):
                assert secret not in path.read_bytes(), (person.name, path.name)


def shows_own_cards_only(people: list[Person], players: int) -> None:
    """Whoever looks through whatever eyes: of others' cards only how many there are."""
    for seat, person in enumerate(people[:players]):
        for eyes in ([], ["--seat", str(1 - min(seat, 1))]):
            view = person.json("show", *eyes, "-m", str(person.folder))
            hands = [mat["hand"] for mat in view["seats"]]
            agendas = [mat["agenda"] for mat in view["seats"]]
            assert all(isinstance(hand, int) for s, hand in enumerate(hands) if s != seat)
            assert all(isinstance(agenda, int) for s, agenda in enumerate(agendas) if s != seat)


def a_stranger_verifies(people: list[Person], home: Path) -> Json:
    """Somebody without keys checks the file of whoever sent last."""
    archive = home / "archive.referee"
    host = people[0]
    host.run("send", "--whole", "--to", str(archive), "-m", str(host.folder))
    stranger = Person("stranger", home / "stranger", home / "shared")
    done = stranger.attempt("verify", str(archive), "--json")
    assert done.returncode == 0, done.stdout
    return json.loads(done.stdout)


@pytest.mark.parametrize(("mode", "players"), [("dealerless", 3), ("dealer", 2)])
def test_purple_with_hidden_hands_ends_and_verifies(
    tmp_path: Path, mode: str, players: int
) -> None:
    people = people_at_a_table(tmp_path, "purple", mode, players, "-o", "windows=lean")
    looked: list[int] = []

    def look(status: Json) -> None:
        if status["step"] > 4 and not looked:
            looked.append(status["step"])
            shows_own_cards_only(people, players)

    status = play_out(people, look)
    assert looked
    assert (status["phase"], status["ok"], status["unsent"]) == ("over", True, 0)
    report = a_stranger_verifies(people, tmp_path)
    assert report["phase"] == "over"
    assert report["result"]["reason"] in ("empire_fallen", "scored")
    assert report["wrong"] == []
    assert report["remarks"] == []
    assert report["cards"] > 0
    trusted = " ".join(report["trust"])
    assert ("cara sees all cards" in trusted) == (mode == "dealer")
    leaks_nothing(people, tmp_path)


def test_the_encrypted_draft_of_augustus_ends_and_verifies(tmp_path: Path) -> None:
    people = people_at_a_table(
        tmp_path, "augustus", "dealerless", 3, "-o", "token_limit=2", "-o", "placement=open"
    )
    status = play_out(people)
    assert (status["phase"], status["ok"]) == ("over", True)
    report = a_stranger_verifies(people, tmp_path)
    assert report["result"]["reason"] == "token_limit"
    assert report["remarks"] == []
    # The market's five, the three that each kept, and at the end the three that each put back.
    assert report["cards"] >= 5 + 9 + 9
    leaks_nothing(people, tmp_path)
