"""Matches from the keyboard; marcus on the screen: 80 columns, every decision, exact chances."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

import referee as rf
from referee.cli import keys, loop
from referee.cli.common import table_of
from referee.cli.loop import Loop
from referee.cli.options import option_lines
from referee.journal import story
from referee.keys import Keyring
from referee.render import board, explain, odds, result

Json = Any


@pytest.fixture
def alone(tmp_path: Path) -> rf.Match:
    """A free match of marcus."""
    return begin(tmp_path, "marcus")


def begin(path: Path, game: str) -> rf.Match:
    keyring = Keyring(path / "home")
    keyring.create("ada", "Ada")
    match = rf.Match.create(path / game, game, players=["ada"], keyring=keyring)
    match.commit()
    return match


def decisions(match: rf.Match, seed: int) -> Iterator[rf.Decision]:
    """A campaign decision by decision, each answered at random afterwards."""
    dice = random.Random(seed)
    while match.report().phase != "over":
        decision = match.decision()
        if decision is None:
            match.commit()
            continue
        yield decision
        match.act(dice.choice(decision.legal))


def keyboard(monkeypatch: pytest.MonkeyPatch, answer: Any) -> list[str]:
    """Answers instead of a person; what was typed."""
    typed: list[str] = []

    def ask(prompt: str, count: int, letters: str) -> str:
        typed.append(answer(prompt, count))
        return typed[-1]

    monkeypatch.setattr(loop, "ask", ask)
    return typed


@pytest.mark.parametrize("seed", range(3))
def test_a_campaign_fits_the_screen(alone: rf.Match, seed: int) -> None:
    table = table_of(alone, 0)
    for decision in decisions(alone, seed):
        view = alone.view(0)
        lines = option_lines(alone, decision)
        lines += board(view, table).splitlines()
        lines += explain(decision.kind, decision.legal, view, table).splitlines()
        assert [line for line in lines if len(line) > 80] == []
        numbered = [line for line in lines if line.strip().startswith(f"{len(decision.legal)}  ")]
        assert numbered
    told = story(alone.log, table)
    assert "score" in told[-1].text


def test_a_drafted_action_is_told_as_its_decision_listed_it(alone: rf.Match) -> None:
    gained = {"do": "imperium"}
    asked = (d for d in decisions(alone, 0) if d.kind == "roman" and gained in d.legal)
    decision = next(asked)
    assert any("  gain 1 Imperium | " in line for line in option_lines(alone, decision))
    alone.act(gained, asked=decision)
    paying = alone.decision()
    assert paying is not None
    assert (paying.kind, paying.drafted) == ("pay", [*decision.drafted, gained])
    assert option_lines(alone, paying)[len(paying.drafted)] == "   drafted: gain 1 Imperium"
    assert alone.kinds(paying.drafted)[-1] == "roman"


def test_the_board_shows_armies_forts_terrain_and_hand(alone: rf.Match) -> None:
    """The start of the game: the numbers of rules 2.1.2, 3.1 to 3.4 and 2.2.4."""
    text = board(alone.view(0), table_of(alone, 0))
    lines = text.splitlines()
    assert lines[0].startswith("-- Marcus Aurelius, 170 spring, setup phase --")
    assert "Imperium [####...] 4 of 7" in lines
    assert any(line.startswith("MARCOMANNI") and "QUADI (peace)" in line for line in lines)
    assert "0 Home +8                  0 Home +8          BOLD 5  0 Home +8" in lines
    assert "3 +2               BOLD 4  3 +2                       3 +3" in lines
    assert "Recovery  2 legions" in lines
    assert "To place  10 legions, Marcus, Pompeianus" in lines


def test_known_cards_on_top_stand_in_lines_of_their_own(alone: rf.Match) -> None:
    view, table = alone.view(0), table_of(alone, 0)
    view["barbarian"]["top"] = ["b_iazyges"] * 9
    lines = board(view, table).splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("On top"))
    assert lines[at] == "On top    " + ", ".join(["Iazyges"] * 7) + ","
    assert lines[at + 1] == "          Iazyges, Iazyges"
    assert [line for line in lines if len(line) > 80] == []


COMBAT = {"marcomanni": (2, 4), "quadi": (3, 5), "iazyges": (2, 4)}
"""Combat values Demoralized and Bold (2.2.4)."""


def bare_chance(attack: Json, view: Json) -> float:
    """The chance of an attack on a tribe without reserves, by rules 8.2.2 to 8.2.4 alone."""
    tribe = attack["action"]["target"]
    values, bold = COMBAT[tribe], view["tribes"][tribe]["bold"]
    marcus = view["armies"][tribe]["leader"] == "marcus"
    edge = attack["roman"] - attack["barbarian"] + values[bold]
    wins = {(side, ip): 0.0 for side in (False, True) for ip in range(8)}
    for _ in range(100):  # rounds of ties: each is rare, so this converges quickly
        wins = {
            (side, ip): sum(
                _after(wins, edge - values[side], side, ip if marcus else -1, roman, barbarian)
                for roman in range(1, 7)
                for barbarian in range(1, 7)
            )
            / 36
            for side, ip in wins
        }
    return wins[bold, view["imperium"]]


def _after(wins: Json, edge: int, side: bool, ip: int, roman: int, barbarian: int) -> float:
    """What one roll comes to; ``ip`` is -1 where Marcus does not lead."""
    if ip == 0:
        return 0.0
    if ip > 0:
        ip = ip - 1 if roman == 1 else min(7, ip + 1) if roman == 6 else ip
        if ip == 0:
            return 0.0
    lead = roman - barbarian + edge
    side = {1: False, 6: True}.get(barbarian, side)
    return float(lead > 0) if lead else float(wins[side, max(ip, 1)])


def test_chances_stand_beside_the_attacks(alone: rf.Match) -> None:
    """Each attack is listed with its chance, which a count of all rolls in this file confirms."""
    seen = 0
    for decision in decisions(alone, 1):
        found = alone.odds()
        attacks = [a for a in decision.legal if a["do"] == "attack" and "target" in a]
        told = [a["action"] for a in found["attacks"]]
        found_attacks = [a for a in told if a["do"] == "attack"]
        assert sorted(found_attacks, key=str) == sorted(attacks, key=str)
        for attack in found["attacks"]:
            seen += 1
            if attack["action"]["do"] == "attack" and attack["action"]["target"] in COMBAT:
                expected = 1000 * bare_chance(attack, alone.view(0))
                assert abs(attack["win"][0]["per_mille"] - expected) < 0.51
            rates = [chance["per_mille"] for chance in attack["win"]]
            assert rates == sorted(rates)
        if attacks:
            text = odds(found, alone.view(0), table_of(alone, 0))
            assert len(text.splitlines()) == len(found["attacks"])
            lines = option_lines(alone, decision)
            assert f"die{found['attacks'][0]['roman']:+}" in text
            assert [line for line in lines if " attack " in line and " | die" in line]
    assert seen


@pytest.mark.parametrize("game", ["marcus", "purple"])
def test_a_whole_match_from_the_keyboard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, capsys: Any
) -> None:
    match, dice = begin(tmp_path, game), random.Random(7)
    keyboard(monkeypatch, lambda _, count: str(dice.randint(1, count)) if count else "")
    Loop(match, None).run()
    assert match.report().phase == "over"
    out = capsys.readouterr().out
    assert [line for line in out.splitlines() if len(line) > 80 and game == "marcus"] == []
    assert rf.verify(match.log).ok


def test_keys_of_the_loop(alone: rf.Match, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    answers = iter(["6", "99", "u", "u", "s", "j", "b", "?", "1", "q"])
    keyboard(monkeypatch, lambda *_: next(answers))
    Loop(alone, None).run()
    out, err = capsys.readouterr()
    assert "taken back: place 6 legions: Iazyges" in out
    assert "there is no draft to take back" in err
    assert "a number from 1 to" in err
    assert "rule marcus:3.6" in out
    assert "the bot consul would choose " in out
    assert alone.draft == [{"do": "place_legions", "box": "iazyges", "count": 1}]


def test_the_list_comes_again_only_where_it_helps(
    alone: rf.Match, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """After looking at something the question stands alone; Enter, a choice and undo list anew."""
    keys_and_lists = [
        *[("s", 1), ("j", 1), ("?", 1), ("b", 1), ("99", 1), ("u", 1)],
        *[("", 1), ("6", 2), ("j", 3), ("u", 3), ("q", 4)],
    ]
    lists = 0
    answers = iter(keys_and_lists)

    def answer(prompt: str, count: int) -> str:
        nonlocal lists
        assert prompt == f"1-{count} > "
        lists += capsys.readouterr().out.count("deploy (marcus:3.6)\n")
        key, expected = next(answers)
        assert lists == expected, f"before {key!r}"
        return key

    keyboard(monkeypatch, answer)
    Loop(alone, None).run()
    assert next(answers, None) is None


def test_the_result_is_told_last(
    alone: rf.Match, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    dice = random.Random(7)
    keyboard(monkeypatch, lambda _, count: str(dice.randint(1, count)) if count else "")
    Loop(alone, None).run()
    out, err = capsys.readouterr()
    told = result(alone.report().result, table_of(alone, 0))
    assert out.endswith(f"{told}\n")
    assert out.count(told) == 1
    assert err.endswith("`referee send --whole --to FILE` writes the match for others to verify\n")


def two_matches(
    path: Path, game: str, config: Json = None, position: Json = None
) -> tuple[rf.Match, rf.Match]:
    """One match as Ada holds it, who has invited, and as Ben does."""
    ada, ben = Keyring(path / "ada"), Keyring(path / "ben")
    ada.create("ada", "Ada")
    ben.create("ben", "Ben")
    cards = [ada.card(), ben.card()]
    ours = rf.Match.create(path / "a", game, config, players=cards, keyring=ada, position=position)
    return ours, rf.Match.join(path / "b", ours.send().data, keyring=ben)


def assassination() -> Json:
    """Purple for two, where the one who acts may attack the emperor; both have cards."""
    dice = random.Random(0)
    while True:
        position = rf.Position.new("purple", {"seats": 2, "roles": ["emperor", "heir"]})
        while "over" not in (asked := position.next()):
            if "chance" in asked:
                chance = asked["chance"]
                drawn = position.document()["decks"].get(chance.get("deck"), {})
                kinds = [card for card, number in sorted(drawn.items()) for _ in range(number)]
                came = dice.choice(kinds or range(1, chance.get("sides", 0) + 1))
                position = position.chance(came)
                continue
            entry = asked["decide"][0]
            armed = all(seat["hand"] for seat in position.document()["seats"])
            if armed and position.at_rest() and {"do": "assassinate_emperor"} in entry["legal"]:
                return position.document()
            position = position.act(entry["seat"], dice.choice(entry["legal"]))


def test_nobody_is_made_to_commit_a_card_at_the_keyboard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """Where the rules take an empty sealed answer a key gives it, there and nowhere else."""
    shared = tmp_path / "shared"
    shared.mkdir()
    ours, theirs = two_matches(tmp_path, "purple", position=assassination())
    sealed = []

    def asked(match: rf.Match) -> Any:
        def ask(prompt: str, count: int, letters: str) -> str:
            decision = match.decision()
            if decision is None:
                return ""
            if decision.kind == "commit":
                sealed.append(match.seat)
                assert "  n  nothing: an empty answer is sealed" in capsys.readouterr().out
                assert letters.endswith("n")
                return "n"
            assert "n" not in letters
            if {"do": "assassinate_emperor"} in decision.legal and not sealed:
                return str(decision.legal.index({"do": "assassinate_emperor"}) + 1)
            return "q"

        return ask

    for _ in range(8):
        for match in (ours, theirs):
            monkeypatch.setattr(loop, "ask", asked(match))
            Loop(match, shared, wait=0).run()
    assert sorted(sealed) == [0, 1]
    kinds = [event.kind for event in ours.events()]
    assert (kinds.count("SEAL"), kinds.count("OPEN")) == (2, 2)
    answers = [answer for entry in ours.history() for answer in entry["answers"]]
    assert [answer["actions"] for answer in answers].count([]) == 2
    assert rf.verify(ours.log).ok


@pytest.mark.parametrize(
    ("bursts", "answers"),
    [
        (["1", "0"], ["10"]),
        (["10\r"], ["10"]),
        (["1\r"], ["1"]),
        (["2", "\r", "u"], ["2", "u"]),
        (["2", "\r", "\r"], ["2", ""]),
        (["\x1b[1~", "\x1b[A", "s"], ["s"]),
        (["1", "\x7f", "2"], ["2"]),
        (["1", "\x04"], ["q"]),
        (["\r"], [""]),
        (["n"], ["n"]),
        (["uu"], ["u"]),
        (["hello 5 world\r", "s1\x1b[1~", "5\x1b[5~", "7u", "s"], ["s"]),
        (["paste\x04"], ["q"]),
    ],
)
def test_keys_of_a_terminal(
    monkeypatch: pytest.MonkeyPatch, bursts: list[str], answers: list[str]
) -> None:
    """Keys may come singly or at once; the Enter of a number that needs none answers nothing."""
    left = iter(bursts)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr(keys, "_each_key", nullcontext)
    monkeypatch.setattr("sys.stdin.fileno", lambda: 0, raising=False)
    monkeypatch.setattr("os.read", lambda *_: next(left).encode())
    monkeypatch.setattr(keys, "_needed_no_enter", float("-inf"))
    assert [keys.ask("> ", 18, "usj?qn") for _ in answers] == answers
    assert list(left) == []


def test_undo_reaches_back_to_the_last_chance_point(
    alone: rf.Match, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """A complete draft is signed by Enter alone; before that it can be taken back."""
    complete = 0

    def answer(prompt: str, count: int) -> str:
        nonlocal complete
        if count:
            return "1" if complete < 2 else "q"
        complete += 1
        return "u" if complete == 1 else ""

    keyboard(monkeypatch, answer)
    Loop(alone, None).run()
    assert "taken back" in capsys.readouterr().out
    assert alone.report().step > 1
    with pytest.raises(rf.MatchError) as raised:
        alone.undo()
    assert raised.value.code == "match.no_draft"


def test_an_answer_counts_for_what_was_shown_alone(
    alone: rf.Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """A second window answers between the question and the key, then between draft and Enter."""
    second = rf.Match.open(alone.folder, keyring=Keyring(tmp_path / "home"))
    turns: list[str] = []

    def answer(prompt: str, count: int) -> str:
        turns.append(prompt)
        if len(turns) == 1:
            second.act({"do": "place_legions", "box": "quadi", "count": 1})
        if len(turns) == 1 or (count > 1 and not alone.draft[1:]):
            return "1"
        if count:
            return "1" if "drafted" not in turns[-2] else "q"
        second.undo()
        return ""

    keyboard(monkeypatch, answer)
    Loop(alone, None).run()
    assert capsys.readouterr().err.count("the match has moved on meanwhile") == 2
    assert (alone.report().step, alone.draft[0]["box"]) == (1, "quadi")


def test_two_people_at_their_keyboards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """Augustus through a shared folder: each goes on when the other has answered."""
    shared, dice = tmp_path / "shared", random.Random(3)
    shared.mkdir()
    ours, theirs = two_matches(tmp_path, "augustus", {"first_game": True})
    keyboard(monkeypatch, lambda _, count: str(dice.randint(1, count)) if count else "")
    people = [Loop(ours, shared, wait=0), Loop(theirs, shared, wait=0)]
    for _ in range(8):
        for person in people:
            person.run()
    assert ours.report().step > 10
    assert abs(ours.report().step - theirs.report().step) <= 2
    assert rf.verify(ours.log).ok
    assert rf.verify(theirs.log).ok
    assert "Rise of Augustus" in capsys.readouterr().out
