"""A keeper and a player as processes of their own, through the command line alone."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from homes import REFEREE, Home

import referee as rf

Json = Any


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    folder = tmp_path / "shared"
    folder.mkdir()
    return folder


def until(what: Callable[[], bool]) -> None:
    """Waits for something that another process does."""
    end = time.monotonic() + 180
    while not what():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.05)


def test_a_campaign_with_a_keeper_who_is_killed_and_started_again(
    tmp_path: Path, shared: Path
) -> None:
    ada, kay = Home(tmp_path, "ada"), Home(tmp_path, "kay")
    at = ("-m", str(ada.path / "match"))
    ada.run("new", "marcus", "--seat", str(ada.card), "--keeper", str(kay.card), *at)
    ada.run("send", "--to", str(shared), *at)
    keep = ("keep", str(shared), "--every", "0.05")

    def state() -> Json:
        status: Json = json.loads(ada.run("status", "--json", *at))
        return status

    def asked() -> bool:
        ada.attempt("receive", str(shared), "--send", str(shared), *at)
        return state()["decision"] is not None

    def decide(number: int = 1) -> None:
        told: Json = state()
        while told["decision"] is not None:
            told = json.loads(ada.run("play", str(number), "--send", str(shared), "--json", *at))

    with kay.running(*keep) as keeper:
        until(asked)
        decide()
        until(asked)
        keeper.send_signal(signal.SIGKILL)
        keeper.wait(30)
    decide()
    with kay.running(*keep) as keeper:
        until(asked)
        keeper.send_signal(signal.SIGTERM)
        assert keeper.wait(30) == 0
    whole = tmp_path / "whole.referee"
    ada.run("send", "--whole", "--to", str(whole), *at)
    stranger = Home(tmp_path, "stranger")
    told = stranger.run("verify", str(whole))
    assert "level S3: attempt 1, 0 abandoned before" in told
    assert "Kept by Kay" in told
    assert told.endswith("VERIFIED\n")
    report = rf.verify(whole)
    log = rf.EventLog(whole.read_bytes())
    parts = [event.step for event in log.events() if event.kind == "PART"]
    assert len(parts) == len(set(parts)) == report.rolls == 2


def test_once_answers_what_is_there_and_ends(tmp_path: Path, shared: Path) -> None:
    ada, kay = Home(tmp_path, "ada"), Home(tmp_path, "kay")
    assert kay.attempt("keep", str(shared), "--once").returncode == 0
    ada.run("new", "marcus", "-s", str(ada.card), "-k", str(kay.card), "-m", "one")
    ada.run("new", "marcus", "-s", str(ada.card), "-k", str(kay.card), "-m", "two")
    for match in ("one", "two"):
        ada.run("send", "--to", str(shared), "-m", match)
    told = kay.run("keep", str(shared), "--once")
    assert sorted(line.split(" ", 1)[1] for line in told.splitlines()) == [
        "answered at step 0",
        "answered at step 0",
        "attempt 1 of Ada at marcus",
        "attempt 2 of Ada at marcus",
    ]
    (shared / "junk.referee").write_bytes(b"junk")
    refused = kay.attempt("keep", str(shared), "--once")
    assert (refused.returncode, "junk.referee" in refused.stderr) == (1, True)


def test_bytes_that_are_no_text_and_an_input_that_is_closed(tmp_path: Path) -> None:
    ada = Home(tmp_path, "ada")
    env = {**ada.env, "PYTHONIOENCODING": "utf-8:strict"}
    secret = b"\xff\xfe secret\n"

    def run(*args: str, keys: bytes | None) -> subprocess.CompletedProcess[bytes]:
        closed = ["sh", "-c", '"$@" <&-', "-"] if keys is None else []
        line = [*closed, REFEREE, *args]
        return subprocess.run(line, env=env, cwd=ada.path, input=keys, capture_output=True)

    for args in (["key", "new", "Zed", "--passphrase"], ["new", "marcus", "-s", "zed", "-m", "m"]):
        args += ["--identity", "zed"] if args[0] == "new" else []
        assert run(*args, keys=secret).returncode == 0
    refused = run("note", "hello", "-m", "m", keys=b"\xff\xff secret\n")
    assert (refused.returncode, refused.stderr.split(b":")[1]) == (1, b" key.passphrase")
    for keys in (secret + b"\xff\xfe\n5\n" + b"x" * 300 + b"5\nq\n", None):
        done = run("play", "-m", "m", keys=keys)
        assert (done.returncode, b"internal" in done.stderr) == (0, False), done.stderr
    assert len(json.loads(ada.run("status", "--json", "-m", "m"))["draft"]) == 1


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_change_no_verdict(tmp_path: Path, closed: str) -> None:
    ada, whole = Home(tmp_path, "ada"), tmp_path / "whole.referee"
    ada.run("new", "marcus", "-s", str(ada.card), "-m", "m")
    ada.run("send", "--whole", "--to", str(whole), "-m", "m")
    command = ["sh", "-c", f'"$@" {closed}', "-", REFEREE]
    for args, status in ((["verify", str(whole)], 0), (["playouts", "marcus", "-n", "3"], 0)):
        assert subprocess.run([*command, *args], env=ada.env, cwd=ada.path).returncode == status
    refused = [*command, "verify", str(ada.card)]
    assert subprocess.run(refused, env=ada.env, cwd=ada.path).returncode == 1


def test_keys_from_a_pipe(tmp_path: Path) -> None:
    ada = Home(tmp_path, "ada")
    ada.run("new", "marcus", "-s", str(ada.card), "-m", "m")
    played = ada.attempt("play", "-m", "m", keys="11\n7\n5\n\nq\n")
    assert played.returncode == 0, played.stderr
    assert "-- Marcus Aurelius, 170 spring, roman phase --" in played.stdout
    assert json.loads(ada.run("status", "--json", "-m", "m"))["step"] == 3
    odds = json.loads(ada.run("odds", "--json", "-m", "m"))
    attacks = [a["action"]["target"] for a in odds["attacks"] if a["action"]["do"] == "attack"]
    assert sorted(attacks) == ["iazyges", "marcomanni"]


def test_playouts_print_a_rate_with_its_interval(tmp_path: Path) -> None:
    ada = Home(tmp_path, "ada")
    told = ada.run("playouts", "pig", "-o", "seats=2", "-n", "50", "--seed", "3").splitlines()
    assert told[0].startswith("pig, random: 50 games, seed 3,")
    assert [line.split(":")[0].strip() for line in told[1:3]] == ["seat 0", "seat 1"]
    assert ada.attempt("playouts", "chess").returncode == 1
    wrong = ada.attempt("playouts", "pig", "-o", "seats=2", "--bot", "nobody")
    assert (wrong.returncode, "Traceback" in wrong.stderr, "internal" in wrong.stderr) == (
        2,
        False,
        False,
    )
