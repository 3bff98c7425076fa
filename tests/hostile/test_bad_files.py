"""Any file with anything in it: one line with a code and what to do, never a traceback."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from crafting import Signer, Table, envelopes_of, file_of
from damage import DAMAGES, bad_signature

from referee.cli.app import run
from referee.errors import FileRefusedError
from referee.keys import Contact
from referee.model import MAGIC
from referee.verify import load_sound

Save = Callable[..., Path]
Shell = Any

LINE = re.compile(r"referee: (?P<code>[A-Z]_[A-Z0-9]+|[a-z]+\.[a-z_]+): [^\n]+; hint: [^\n]+")
READING = ("verify", "info", "journal", "replay")
MEMORY = 64 << 20
"""How much more a file under 1 MiB may cost than a sound one."""


def refused(code: int, err: str, allowed: set[str]) -> None:
    """One line with a code and a hint; before it at most the remark about the sound part."""
    assert "Traceback" not in err
    assert "internal" not in err
    *before, last = err.splitlines()
    said = LINE.fullmatch(last)
    assert said, err
    assert said["code"] in allowed
    assert all(line.startswith("this is the sound part: ") for line in before)
    assert code == 1


def sizes(peak: int) -> str:
    return f"{peak / (1 << 20):.1f} MiB"


@pytest.mark.parametrize("what", DAMAGES)
def test_what_is_no_file_is_refused_in_one_line(
    what: str, match: bytes, save: Save, shell: Shell, sound_peak: int
) -> None:
    damage, codes = DAMAGES[what]
    data = damage(match)
    assert len(data) <= 1 << 20
    ended = shell("verify", save(data))
    refused(ended.code, ended.err, codes)
    assert ended.peak < sound_peak + MEMORY, sizes(ended.peak - sound_peak)


@pytest.fixture(scope="session")
def sound_peak(match: bytes, shell: Shell, tmp_path_factory: pytest.TempPathFactory) -> int:
    """What the interpreter and everything it loads needs: the peak of checking a sound file."""
    path = tmp_path_factory.mktemp("sound") / "match.referee"
    path.write_bytes(match)
    ended = shell("verify", path)
    assert ended.code == 0
    return ended.peak


@pytest.mark.parametrize("verb", READING)
@pytest.mark.parametrize("what", DAMAGES)
def test_every_reading_verb_refuses_it(
    what: str, verb: str, match: bytes, save: Save, capsys: pytest.CaptureFixture[str]
) -> None:
    damage, codes = DAMAGES[what]
    path = save(damage(match))
    code = run([verb, str(path)])
    refused(code, capsys.readouterr().err, codes)


def test_a_file_cut_anywhere_has_its_sound_part(match: bytes) -> None:
    envelopes = envelopes_of(match)
    first = len(file_of(envelopes[:1])) + 2  # the count takes two bytes more in the whole file
    for cut in range(0, first, 7):
        with pytest.raises(FileRefusedError) as caught:
            load_sound(match[:cut])
        assert caught.value.code in {"A_NONE", "F_MAGIC", "F_CODEC"}
        assert caught.value.hint
    kept = []
    for cut in range(first, len(match) - 1, 7):
        sound = load_sound(match[:cut])
        assert sound.refusal is not None
        assert sound.refusal.code == "F_CODEC"
        assert sound.found == len(envelopes)
        assert sound.log.file() == file_of(envelopes[: sound.kept])
        kept.append(sound.kept)
    assert kept == sorted(kept)
    assert set(kept) == set(range(1, len(envelopes)))


def test_the_sound_part_of_a_cut_file_is_shown(
    match: bytes, save: Save, capsys: pytest.CaptureFixture[str]
) -> None:
    for cut in range(1000, len(match) - 1, 701):
        code = run(["info", str(save(match[:cut]))])
        captured = capsys.readouterr()
        refused(code, captured.err, {"F_CODEC"})
        shown = re.search(r"the first (\d+) of (\d+) events", captured.err)
        assert shown
        assert f"\n{shown[1]} events (" in captured.out
        assert "Anna" in captured.out


def test_a_flipped_bit_anywhere_is_refused(
    match: bytes, save: Save, capsys: pytest.CaptureFixture[str]
) -> None:
    for at in range(0, len(match), 53):
        bad = bytearray(match)
        bad[at] ^= 1 << at % 8
        code = run(["verify", str(save(bytes(bad)))])
        captured = capsys.readouterr()
        assert code == 1, at
        assert "Traceback" not in captured.err
        assert LINE.fullmatch(captured.err.strip()), captured.err
        assert "VERIFIED" not in captured.out.replace("REFUSED", "")


@pytest.mark.parametrize("verb", READING)
def test_the_sound_part_of_a_damaged_log_is_shown(
    verb: str, match: bytes, save: Save, capsys: pytest.CaptureFixture[str]
) -> None:
    at = len(envelopes_of(match)) - 2
    code = run([verb, str(save(bad_signature(match, at)))])
    captured = capsys.readouterr()
    refused(code, captured.err, {"E_SIGNATURE"})
    assert f"event {at}" in captured.err
    whole = captured.out + captured.err
    assert f"the first {at} of {at + 2} events" in whole
    assert "Anna" in captured.out


def test_a_file_beyond_all_limits(save: Save, shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "huge.referee"
    with path.open("wb") as stream:
        stream.truncate(1 << 30)
    ended = shell("verify", path)
    refused(ended.code, ended.err, {"F_SIZE"})


def test_zeros_of_the_largest_size(save: Save, shell: Shell) -> None:
    ended = shell("info", save(bytes(64 << 20)))
    refused(ended.code, ended.err, {"F_MAGIC", "A_NONE"})
    ended = shell("info", save(MAGIC + bytes(64 << 20)))
    refused(ended.code, ended.err, {"F_SIZE"})


def test_a_fork_or_a_fault_does_not_verify(
    table: Table, save: Save, capsys: pytest.CaptureFixture[str]
) -> None:
    forked = table.copy()
    forked.fork(1)
    code = run(["verify", str(save(bytes(forked.log.file())))])
    captured = capsys.readouterr()
    assert (code, captured.err) == (3, "")
    assert "fork: Ben" in captured.out
    assert captured.out.endswith("DOES NOT VERIFY\n")
    proof = forked.log.fork_proofs()[0]
    assert run(["verify", str(save(proof))]) == 3
    assert "fork: Ben" in capsys.readouterr().out

    guilty = table.copy()
    guilty.offend(2)
    assert run(["verify", str(save(bytes(guilty.log.file())))]) == 3
    assert "fault of Cleo" in capsys.readouterr().out


def test_receiving_refuses_and_keeps_what_there_is(
    match: bytes,
    save: Save,
    shell: Shell,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    card = save(shell("key", "new", "Anna").out.encode(), "anna.contact")
    ben = Signer("Ben").member
    other = save(Contact(ben.name, ben.identity, ben.box).line().encode(), "ben.contact")
    folder = shell.home / "match"
    ended = shell("new", "pig", "--seat", card, "--seat", other, "-m", folder)
    assert ended.code == 0, ended.err
    before = (folder / "match.referee").read_bytes()
    monkeypatch.setenv("REFEREE_HOME", str(shell.home / "keys"))
    for what, (damage, codes) in DAMAGES.items():
        code = run(["receive", str(save(damage(match))), "-m", str(folder)])
        err = capsys.readouterr().err
        assert "Traceback" not in err, what
        assert any(f" {code}: " in err for code in codes | {"E_MATCH"}), (what, err)
        assert code == 1, what
    assert (folder / "match.referee").read_bytes() == before
