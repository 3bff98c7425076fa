"""Cases of the command line: each file in ``cases/`` is a few commands in one temporary directory.

A case is a list of ``[[step]]``:

- ``args``: what stands after ``referee``
- ``who``: a person with a home and a working directory of that name; ``you`` if it is left out
- ``cwd``: another working directory, below the person's
- ``stdin``: what is typed, ``stdin_file``: a file of the case's directory that is piped in
- ``env``: more of the environment
- ``status``: the exit code; 0 if it is left out
- ``stdout``, ``stderr``: what is printed, ``…`` for anything; not looked at if left out
- ``json = true``: standard output is one JSON document; ``has``: some of its keys with their values
- ``save``: a file of the case's directory that standard output goes to

With ``process = true`` a step, or at the head of the file each of them, is a process of its own.
Nothing may ever print an escape sequence.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from program import Done, Run, here, process
from shown import matches

Json = Any

ROOT = Path(__file__).resolve().parents[2]
CASES = sorted((Path(__file__).parent / "cases").glob("*.toml"))
KEYS = {
    *("args", "who", "cwd", "stdin", "stdin_file", "env", "process"),
    *("status", "stdout", "stderr", "json", "has", "save"),
}


def given(folder: Path) -> None:
    """Files that cases speak of."""
    (folder / "shared").mkdir()
    kit = (ROOT / "turns" / "testkit" / "fork_good").read_bytes()
    proof = kit.split(b"\n\n", 1)[1]
    (folder / "fork.referee").write_bytes(proof)
    (folder / "cut.referee").write_bytes(proof[:-1])
    (folder / "noise.bin").write_bytes(bytes(range(256)))
    (folder / "pig.json").write_text(
        json.dumps(
            {
                "config": {"game": "pig", "goal": 100, "seats": 2},
                "game": "pig",
                "pot": 5,
                "rolling": False,
                "scores": [0, 0],
                "turn": 0,
            }
        )
    )
    (folder / "deep.json").write_text("[" * 200_000)
    table = ROOT / "rust_core" / "games" / "augustus" / "tests" / "example.json"
    (folder / "augustus.json").write_bytes(table.read_bytes())


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path, tmp_path: Path) -> None:
    given(tmp_path)
    case = tomllib.loads(path.read_text("utf-8"))
    for number, step in enumerate(case["step"], 1):
        assert not step.keys() - KEYS
        alone = step.get("process", case.get("process", False))
        done = at_home(step, tmp_path, process if alone else here)
        told = f"step {number}: {step['args']}\n{done.stdout}{done.stderr}"
        assert done.status == step.get("status", 0), told
        assert "\x1b" not in done.stdout + done.stderr, told
        assert "Traceback" not in done.stderr, told
        for stream, printed in (("stdout", done.stdout), ("stderr", done.stderr)):
            if stream in step:
                assert matches(step[stream], printed), f"{stream} of {told}"
        if step.get("json"):
            document = json.loads(done.stdout)
            for key, value in step.get("has", {}).items():
                assert document[key] == value, f"{key} of {told}"
        if "save" in step:
            (tmp_path / step["save"]).write_text(done.stdout, "utf-8")


def at_home(step: Json, folder: Path, run: Run) -> Done:
    """Runs a step where its person is."""
    home = folder / step.get("who", "you")
    place = home / step.get("cwd", ".")
    place.mkdir(parents=True, exist_ok=True)
    typed = step.get("stdin", "")
    if "stdin_file" in step:
        typed = (folder / step["stdin_file"]).read_text("utf-8")
    env = {"REFEREE_HOME": str(home / "home"), **step.get("env", {})}
    return run(step["args"], place, env, typed)


def verbs() -> list[list[str]]:
    """Every verb, with those of groups behind their group."""
    import typer.main

    from referee.cli.app import app

    def below(group: Any, path: list[str]) -> list[list[str]]:
        found = [path]
        for name, verb in getattr(group, "commands", {}).items():
            found += below(verb, [*path, name])
        return found

    return below(typer.main.get_command(app), [])


@pytest.mark.parametrize("verb", verbs(), ids=" ".join)
def test_help_of_every_verb(
    verb: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from referee.cli.app import run

    monkeypatch.setenv("COLUMNS", "80")
    assert run([*verb, "--help"]) == 0
    text = capsys.readouterr().out
    assert f"Usage: referee {' '.join(verb)}".rstrip() in text
    assert "\x1b" not in text
    assert all(len(line) <= 80 for line in text.splitlines())
    sentences = [line for line in text.splitlines() if line.strip().endswith((".", "?"))]
    assert sentences, "it says nothing"
