"""The wheel that is built installs into an empty environment and plays from there."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
BIN = Path(sys.executable).parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    build = [str(BIN / "maturin"), "build", "--release", "--locked", "--out", str(out)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (made,) = out.glob("*.whl")
    return made


def test_it_is_one_abi3_wheel_for_all_pythons(wheel: Path) -> None:
    assert "-cp311-abi3-" in wheel.name
    names = zipfile.ZipFile(wheel).namelist()
    assert "referee/_core.abi3.so" in names or "referee/_core.pyd" in names
    assert {"referee/py.typed", "referee/_core.pyi"} <= set(names)
    assert not [name for name in names if "test" in name.lower() and "testing" not in name]


def test_it_plays_from_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "env")], check=True)
    python = tmp_path / "env" / "bin" / "python"
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--require-hashes", "-r", str(ROOT / "requirements/run.txt")], check=True)
    subprocess.run([*pip, "--no-deps", str(wheel)], check=True)
    env = {**os.environ, "REFEREE_HOME": str(tmp_path / "home"), "NO_COLOR": "1"}

    def referee(*args: str) -> str:
        command = [str(python.parent / "referee"), *args]
        done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    card = referee("key", "new", "Anna")
    assert card.startswith("referee-contact:1:")
    assert "augustus" in referee("games")
    script = (
        "import referee as rf;"
        "p = rf.Position.new('augustus', {'seats': 2, 'first_game': True});"
        "print(p.next()['chance']['rule'])"
    )
    played = subprocess.run([str(python), "-c", script], check=True, capture_output=True, text=True)
    assert played.stdout == "2.4\n"
