"""Whole matches by single keys at real terminals; seasons by one command for each decision."""

from __future__ import annotations

import json
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from homes import Home
from terminal import Terminal, too_long

from referee.render import Table, result

Json = Any

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals")


def first(_: str, __: int) -> int:
    """One plain way to play."""
    return 1


def last(_: str, count: int) -> int:
    """Another, which loses campaigns sooner."""
    return count


def at_terminal(home: Home, *args: str) -> Terminal:
    return Terminal(args, home.path, {"REFEREE_HOME": home.env["REFEREE_HOME"]})


def judged_by_a_stranger(path: Path, match: Home, *at: str) -> Json:
    """What somebody says who has keys of his own and the last file, and nothing else."""
    whole = path / "finale.referee"
    match.run("send", "--whole", "--to", str(whole), *at)
    stranger = Home(path, "stranger")
    done = stranger.attempt("verify", "--json", str(whole))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_campaign_by_single_keys_that_a_keeper_makes_count(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    ada, kay = Home(tmp_path, "ada"), Home(tmp_path, "kay")

    def begin(match: str) -> None:
        ada.run("new", "marcus", "--seat", "ada", "--keeper", str(kay.card), "-m", match)
        ada.run("send", "--to", str(shared), "-m", match)

    begin("abandoned")
    kay.run("keep", str(shared), "--once")
    begin("kept")
    with kay.running("keep", str(shared), "--every", "0.05") as keeper:
        with at_terminal(ada, "play", "-m", "kept", "--send", str(shared)) as terminal:
            assert terminal.play(last) == 0
        keeper.send_signal(signal.SIGTERM)
        assert keeper.wait(30) == 0
    report = judged_by_a_stranger(tmp_path, ada, "-m", "kept")
    assert (report["ok"], report["phase"], report["wrong"]) == (True, "over", [])
    assert (report["faults"], report["forks"]) == ([], [])
    assert (report["level"], report["names"]) == ("S3", ["Ada", "Kay"])
    assert report["trust"][0].startswith("Kept by Kay: no restart unseen, no foresight")
    assert (report["attempt"], report["abandoned"]) == (2, 1)
    over = report["result"]
    assert over["reason"] in ("usurped", "rome_entered", "time_ran_out", "all_tribes_surrendered")
    assert report["rolls"] == report["counts"]["rolls"] > 1
    assert report["counts"]["signatures"] == report["counts"]["events"]
    told = result(over, Table("marcus", ["Ada"]))
    assert f", score {over['score']}" in told
    assert terminal.screen.count(told) == 1
    assert too_long(terminal.screen) == []
    story = ada.run("journal", "-m", "kept").splitlines()
    assert story[0] == '    0  Kay: "attempt 2, 1 abandoned"', "what was said is told in its place"
    assert "\n".join(story[-2:]) == told


def test_keys_of_a_fast_hand_and_the_end_of_a_session(tmp_path: Path) -> None:
    """Two digits in one go are one number; Ctrl-C and q leave the terminal as it was."""
    ada = Home(tmp_path, "ada")
    ada.run("new", "marcus", "--seat", "ada", "-m", "m")
    for leaving, code in (("\x03", 130), ("q", 0)):
        with at_terminal(ada, "play", "-m", "m") as terminal:
            assert (terminal.read() or "").endswith("\n1-18 > ")
            assert terminal.is_raw()
            for key in "12":
                terminal.press(key)
            shown = terminal.read() or ""
            assert shown.startswith("12\n")
            assert "   drafted: place 6 legions: Marcomanni\n" in shown
            terminal.press("u")
            assert "taken back: place 6 legions: Marcomanni\n" in (terminal.read() or "")
            terminal.press(leaving)
            assert terminal.read() is None
            assert terminal.ended() == code
            assert not terminal.is_raw()
    assert terminal.screen.count("keys: a number") == 1


def test_a_program_that_is_ended_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    ada = Home(tmp_path, "ada")
    ada.run("new", "marcus", "--seat", "ada", "-m", "m")
    with at_terminal(ada, "play", "-m", "m") as terminal:
        terminal.read()
        assert terminal.is_raw()
        terminal.end()
        assert terminal.read() is None
        assert terminal.ended() == 128 + signal.SIGTERM
        assert not terminal.is_raw()


def test_a_key_of_many_bytes_is_no_number(tmp_path: Path) -> None:
    """Ctrl and arrow, split on the way, and held down: it ends in digits that nobody typed."""
    ada = Home(tmp_path, "ada")
    ada.run("new", "marcus", "--seat", "ada", "-m", "m")
    with at_terminal(ada, "play", "-m", "m") as terminal:
        terminal.read()
        for key in ("\x1b", "[1;5A", "\x1b[1;5A" * 400, "\x1b"):
            terminal.press(key)
        time.sleep(0.3)
        terminal.press("5")
        assert (terminal.read() or "").startswith("5\n")
        terminal.press("q")
        assert terminal.read() is None
    status = json.loads(ada.run("status", "--json", "-m", "m"))
    assert status["draft"] == [{"box": "iazyges", "count": 5, "do": "place_legions"}]


def test_a_season_by_one_command_for_each_decision(tmp_path: Path) -> None:
    """Several numbers in one command, undo within a draft, a signature that cannot be undone."""
    ada = Home(tmp_path, "ada")
    ada.run("new", "marcus", "--seat", "ada", "-m", "m")
    at = ("-m", "m")

    def view() -> Json:
        return json.loads(ada.run("show", "--json", *at))

    drafted = ada.run("play", "10", "9", "3", "9", "2", *at)
    assert drafted.splitlines()[-1] == "drafted: place Pompeianus: Quadi"
    assert ada.run("undo", *at) == "taken back: place Pompeianus: Quadi\n"
    ada.run("play", "2", *at)
    assert view()["armies"]["marcomanni"] == {"leader": "marcus", "legions": 4, "mutiny": False}
    ada.run("send", *at)
    refused = ada.attempt("undo", *at)
    assert (refused.returncode, refused.stderr.split(":")[1].strip()) == (1, "match.no_draft")
    hand = sum(view()["hand"].values())
    assert hand == 5
    decisions = 0
    while view()["phase"] == "roman" and view()["round"] == "spring":
        asked = json.loads(ada.run("moves", "--json", *at))
        ended = [n for n, a in enumerate(asked["legal"], 1) if a == {"do": "end"}]
        told = json.loads(ada.run("play", str(ended[0] if ended else 1), "--json", *at))
        decisions += 1
        if told["decision"] is None:
            ada.run("send", *at)
    assert decisions
    assert (view()["year"], view()["round"]) == (170, "summer")
    report = judged_by_a_stranger(tmp_path, ada, *at)
    assert (report["ok"], report["phase"], report["level"]) == (True, "play", "S0")
    asked = json.loads(ada.run("moves", "--json", *at))
    rolls = 1 if asked["kind"] == "before_draw" else 2  # who holds a certain card decides first
    assert (report["attempt"], report["result"], report["rolls"]) == (None, None, rolls)


def test_a_match_of_two_at_two_terminals(tmp_path: Path) -> None:
    """Augustus by keys on both sides: each waits for the other, both see the same end."""
    shared = tmp_path / "shared"
    shared.mkdir()
    ada, ben = Home(tmp_path, "ada"), Home(tmp_path, "ben")
    seats = ("--seat", "ada", "--seat", str(ben.card))
    terms = ("--first-game", "-o", "placement=open", "-o", "token_limit=4")
    ada.run("new", "augustus", *terms, *seats, "-m", "m")
    ada.run("send", "--to", str(shared), "-m", "m")
    ben.run("accept", str(shared), "-m", "m")
    with (
        at_terminal(ada, "play", "-m", "m", "--send", str(shared)) as ours,
        at_terminal(ben, "play", "-m", "m", "--send", str(shared)) as theirs,
        ThreadPoolExecutor(2) as people,
    ):
        playing = [people.submit(ours.play, last), people.submit(theirs.play, first)]
        assert [person.result() for person in playing] == [0, 0]
    report = judged_by_a_stranger(tmp_path, ada, "-m", "m")
    assert (report["ok"], report["phase"], report["names"]) == (True, "over", ["Ada", "Ben"])
    over = report["result"]
    assert (over["reason"], over["turn"]) == ("token_limit", 4)
    told = result(over, Table("augustus", ["Ada", "Ben"], card_set=report["card_set"]))
    for terminal in (ours, theirs):
        assert terminal.screen.count(told) == 1
        assert too_long(terminal.screen) == []
