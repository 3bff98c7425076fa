"""Whole matches of Augustus through the command line.

People in folders of their own exchange files and nothing else; in the end a stranger who has only
the last file comes to the verdict that every player sees.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from quick import Quick

import referee as rf
from people import CommandFailed, Focused, Person, play_out

Json = Any

NAMES = ("anna", "ben", "cleo", "dora", "emil", "fay", "gaius")
SAID_BY_ALL = ("ok", "match", "phase", "step", "digest", "result", "faults", "forks", "branch")


def gather(folder: Path, count: int, kind: type[Person] = Quick) -> list[Person]:
    """People with keys, each of whom keeps a card in her home."""
    shared = folder / "shared"
    shared.mkdir()
    people = []
    for number, name in enumerate(NAMES[:count]):
        person = kind(name, folder / name, shared, Focused(), random.Random(number))
        person.home.mkdir()
        card_of(person).write_text(person.run("key", "new", name))
        people.append(person)
    return people


def card_of(person: Person) -> Path:
    return person.home / f"{person.name}.contact"


def invite(
    seats: Sequence[Person],
    *options: str,
    keepers: Sequence[Person] = (),
    reserves: Sequence[Person] = (),
) -> None:
    """The first seat invites; seats and keepers accept. Reserves get nothing yet."""
    named = [
        part
        for role, people in (("--seat", seats), ("--keeper", keepers), ("--reserve", reserves))
        for person in people
        for part in (role, str(card_of(person)))
    ]
    host, *guests = [*seats, *keepers]
    at = ("-m", str(host.folder))
    host.run("new", "augustus", "--first-game", *named, *options, *at)
    invitation = Path(host.json("send", "--to", str(host.shared), *at)["target"])
    host.seen.add(invitation.name)
    for guest in guests:
        guest.run("accept", str(invitation), "-m", str(guest.folder))
        guest.seen.add(invitation.name)


def state(person: Person) -> Json:
    """What a person's program says about the match."""
    return person.json("status", "-m", str(person.folder))


def verdict(person: Person) -> Json:
    """What a person's program has judged, without what differs while mails are under way."""
    judged = person.json("info", "-m", str(person.folder))["verdict"]
    return {key: judged[key] for key in SAID_BY_ALL}


def stranger_agrees(people: Sequence[Person], folder: Path) -> Json:
    """A stranger verifies the last file and comes to what every player sees; the report."""
    for person in people:  # the last signatures under the result may still be on their way
        unread = [str(path) for path in person.unread()]
        if unread:
            person.run("receive", *unread, "-m", str(person.folder))
    last = folder / "finale.referee"
    people[0].run("send", "--whole", "--to", str(last), "-m", str(people[0].folder))
    stranger = Quick("stranger", folder / "stranger", folder / "nothing")
    done = stranger.attempt("verify", str(last), "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    report = json.loads(done.stdout)
    judged = stranger.json("info", str(last))["verdict"]
    seen = {key: judged[key] for key in SAID_BY_ALL}
    for person in people:
        assert verdict(person) == seen, person.name
    assert report["result"] == seen["result"]
    assert report["phase"] == "over"
    return report


@pytest.mark.parametrize(
    ("seats", "placement", "kind"),
    [(2, "open", Person), (3, "sealed", Quick), (6, "open", Quick), (6, "sealed", Quick)],
    ids=["2 in processes", "3 sealed", "6 open", "6 sealed"],
)
def test_a_match_ends_in_the_same_verdict_for_all(
    seats: int, placement: str, kind: type[Person], tmp_path: Path
) -> None:
    people = gather(tmp_path, seats, kind)
    limit = 2 if kind is Person else 6
    invite(people, "-o", f"placement={placement}", "-o", f"token_limit={limit}")
    play_out(people)
    report = stranger_agrees(people, tmp_path)
    assert report["names"] == list(NAMES[:seats])
    assert report["result"]["reason"] == "token_limit"
    assert report["result"]["turn"] == limit
    assert len(report["result"]["scores"]) == seats
    assert report["rolls"] >= limit
    assert not report["wrong"]


def test_a_whole_game(tmp_path: Path) -> None:
    people = gather(tmp_path, 2)
    invite(people, "-o", "placement=open")
    play_out(people)
    report = stranger_agrees(people, tmp_path)
    assert report["result"]["reason"] == "seven_objectives"
    story = people[1].run("journal", "-m", str(people[1].folder))
    assert "completes" in story
    assert story.rstrip().endswith(("wins", "win together"))


def test_a_keeper_deals(tmp_path: Path) -> None:
    *players, dealer = gather(tmp_path, 3)
    invite(players, "-o", "placement=open", "-o", "token_limit=4", keepers=[dealer])
    play_out([*players, dealer])
    report = stranger_agrees([*players, dealer], tmp_path)
    assert report["players"] == [0, 1]
    assert "cleo sees all cards and could foresee dice" in report["trust"][0]


def where_all_choose(path: Path, seats: int) -> str:
    """A file with the first token of an open first game, for which each seat has a place."""
    dice = random.Random(0)
    config = {"seats": seats, "first_game": True, "placement": "open", "token_limit": 4}
    while True:
        position = rf.Position.new("augustus", config)
        while "chance" in (asked := position.next()):
            document = position.document()
            tokens = [token for token, count in document["bag"].items() for _ in range(count)]
            cards = asked["chance"]["deck"] == "objectives"
            position = position.chance(dice.choice(document["deck"] if cards else tokens))
        if all(len(entry["legal"]) > 1 for entry in asked["decide"]):
            path.write_text(json.dumps(position.document()))
            return str(path)


def everybody(people: Sequence[Person], *, until: str) -> None:
    """Mails go round, without decisions, until somebody is asked a decision of this kind."""
    for _ in range(20):
        for person in people:
            files = [str(path) for path in person.unread()]
            at = ("-m", str(person.folder))
            if files:
                person.run("receive", *files, *at)
                person.seen.update(Path(file).name for file in files)
            if state(person)["unsent"]:
                sent = person.json("send", "--to", str(person.shared), *at)
                person.seen.add(Path(sent["target"]).name)
        asked = [state(person)["decision"] for person in people]
        if any(decision and decision["kind"] == until for decision in asked):
            settled = {state(person)["step"] for person in people}
            if len(settled) == 1:
                return
    raise AssertionError(f"nobody is asked for {until}")


def test_a_reserve_plays_on_for_who_resigned(tmp_path: Path) -> None:
    *players, reserve = gather(tmp_path, 4)
    anna, ben, cleo = players
    invite(players, "--position", where_all_choose(tmp_path / "start", 3), reserves=[reserve])
    everybody(players, until="placement")
    cleo.run("resign", "--yes", "-m", str(cleo.folder))
    cleo.run("send", "--to", str(cleo.shared), "-m", str(cleo.folder))
    for person in (anna, ben, anna):
        person.turn()
    with pytest.raises(CommandFailed, match="resign at the next question"):
        ben.run("resign", "--yes", "-m", str(ben.folder))
    assert [duty["name"] for duty in state(anna)["waiting"]] == ["cleo"]
    assert "seat 2 is absent: one vote is enough" in anna.run("status", "-m", str(anna.folder))
    anna.run("vote", "cleo", "-m", str(anna.folder))
    play_out([anna, ben])
    with pytest.raises(CommandFailed, match=r"match\.not_now"):
        anna.run("takeover", "cleo", "-m", str(anna.folder))
    whole = tmp_path / "whole.referee"
    anna.run("send", "--whole", "--to", str(whole), "-m", str(anna.folder))
    reserve.run("accept", str(whole), "-m", str(reserve.folder))
    reserve.run("takeover", "2", "-m", str(reserve.folder))
    assert state(reserve)["seat"] == 2
    play_out([anna, ben, reserve, cleo])
    report = stranger_agrees([anna, ben, cleo, reserve], tmp_path)
    assert report["players"] == [0, 1, 3]
    assert report["absent"] == []
    story = ben.run("journal", "-m", str(ben.folder))
    assert "cleo gives up the seat" in story
    assert "nobody answers for the seat of cleo: the default is taken" in story
    assert "dora takes over an absent seat" in story
    assert not report["wrong"]


def test_a_step_is_taken_back_by_consent(tmp_path: Path) -> None:
    people = gather(tmp_path, 2)
    anna, ben = people
    invite(people, "--position", where_all_choose(tmp_path / "start", 2), "--take-back")
    everybody(people, until="placement")
    first = state(anna)["step"]
    for person in people:
        person.turn()
    everybody(people, until="placement")
    later = state(anna)["step"]
    assert later > first
    anna.run("back", str(first), "-m", str(anna.folder))
    assert state(anna)["step"] == later
    with pytest.raises(CommandFailed, match="E_TWICE"):
        anna.run("back", str(first), "-m", str(anna.folder))
    anna.run("send", "--to", str(anna.shared), "-m", str(anna.folder))
    ben.run("receive", str(ben.shared), "-m", str(ben.folder))
    ben.run("back", str(first), "-m", str(ben.folder))
    assert state(ben)["step"] == later + 1
    assert verdict(ben)["branch"] == [[later, 0, first]]
    everybody(people, until="placement")
    assert state(anna)["step"] == later + 1
    play_out(people)
    report = stranger_agrees(people, tmp_path)
    assert report["result"]["turn"] == 4
    story = anna.run("journal", "-m", str(anna.folder)).splitlines()
    assert f"{later:>5}  everybody goes back to step {first}" in story
    assert verdict(anna)["branch"] == [[later, 0, first]]
    with pytest.raises(CommandFailed, match=r"match\.not_now"):
        anna.run("back", str(first), "-m", str(anna.folder))


def test_going_back_has_to_be_agreed_before(tmp_path: Path) -> None:
    people = gather(tmp_path, 2)
    invite(people, "--position", where_all_choose(tmp_path / "start", 2))
    everybody(people, until="placement")
    with pytest.raises(CommandFailed, match="agreed to without taking back"):
        people[0].run("back", "1", "-m", str(people[0].folder))


def test_an_invitation_comes_through_a_pipe(tmp_path: Path) -> None:
    anna, ben = gather(tmp_path, 2, Person)
    invite([anna], "--seat", str(ben.home / f"{ben.name}.contact"))
    text = anna.run("send", "--text", "-m", str(anna.folder))
    ben.run("accept", "-", "-m", str(ben.folder), stdin=text)
    assert ben.json("status", "-m", str(ben.folder))["member"] == 1
