"""Names in every script: boards, lists and stories keep their columns and their 80."""

from __future__ import annotations

import random
import re
import textwrap
from pathlib import Path

import pytest
from crafting import Table as Match
from homes import Home
from rich.cells import cell_len

from referee import _core
from referee.cli.app import run
from referee.journal import story
from referee.log import EventLog
from referee.model import Note
from referee.render import Table, board, result
from referee.render.cells import columns, cut, fitted, padded, wrapped

WIDE = "丙丁戊己庚辛壬癸子丑寅卯辰巳午未"
"""A name of sixteen letters that take two columns each."""
ACCENTED = "Zoe\u0308 A\u030angstro\u0308m"
"""A name of twelve columns, written with letters that take none."""
NAMES = (WIDE, ACCENTED, "Anna 😀")


def test_letters_take_none_one_or_two_columns() -> None:
    assert [columns(name) for name in NAMES] == [32, 12, 7]
    assert [columns(text) for text in ("", "Anna", "Éloïse", "…")] == [0, 4, 6, 1]


def test_a_text_is_cut_between_letters() -> None:
    assert cut(WIDE, 20) == "丙丁戊己庚辛壬癸子…"
    assert cut(ACCENTED, 12) == ACCENTED
    assert cut(ACCENTED, 4) == "Zoe\u0308…"
    assert cut("Bartholomew", 8) == "Barthol…"


def test_a_text_is_brought_to_a_width() -> None:
    assert fitted("丙丁戊", 5) == "丙丁 "
    assert fitted("丙", 5, "-") == "丙---"
    assert fitted("Bartholomew", 5) == "Barth"
    assert padded(ACCENTED, 14) == f"{ACCENTED}  "
    assert padded("丙丁戊", 5) == "丙丁戊"


@pytest.mark.parametrize("word", [WIDE * 7, ACCENTED * 9, f"{WIDE}  {ACCENTED}: " * 8, "é-" * 99])
def test_a_long_text_is_broken_at_80_columns(word: str) -> None:
    lines = wrapped(word, first="  ", later="    ")
    assert len(lines) > 1
    assert max(map(cell_len, lines)) <= 80
    assert "".join("".join(lines).split()) == "".join(word.split())
    assert [line[:4].isspace() for line in lines[1:]] == [True] * (len(lines) - 1)


@pytest.mark.parametrize("letter", ["x", "丙"])
def test_a_word_stays_whole_where_somebody_copies_it(letter: str) -> None:
    path = f"/{letter * 50}/a-{letter * 50}"
    assert wrapped(f"see {path} there", later="  ", whole=True) == ["see", f"  {path}", "  there"]


def test_where_a_letter_is_a_column_lines_break_as_ever() -> None:
    dice = random.Random(7)
    for _ in range(200):
        text = "".join(dice.choices("abcdé-…ж  ", k=dice.randrange(1, 400)))
        usual = textwrap.wrap(text, 80, initial_indent=" ", subsequent_indent="   ")
        assert wrapped(text, first=" ", later="   ") == usual


@pytest.mark.parametrize("game", ["augustus", "kuhn", "pig", "purple"])
def test_rows_of_a_board_stand_below_each_other(game: str) -> None:
    seats = 2 if game == "kuhn" else 3
    view = _core.Position.new(game, {"seats": seats}).view(None)
    plain = board(view, Table(game, ("Anna", "Ben", "Cleo")[:seats], 0))
    shown = board(view, Table(game, NAMES[:seats], 0))
    assert max(map(cell_len, shown.splitlines())) <= 80
    if game in ("kuhn", "pig"):
        assert _numbers_at(shown, seats) == _numbers_at(plain, seats)
    else:
        rules = [line for line in shown.splitlines() if line.startswith("-- ")]
        assert {cell_len(line) for line in rules} == {80}


def _numbers_at(shown: str, seats: int) -> set[int]:
    """The column at which the number of each seat ends."""
    lines = shown.splitlines()[1 : 1 + seats]
    ends = [re.search(r" [+-]?\d+(?=  |$)", line) for line in lines]
    return {cell_len(line[: end.end()]) for line, end in zip(lines, ends, strict=True) if end}


def test_rows_of_a_score_sheet_stand_below_each_other() -> None:
    scores = [
        {"seat": seat, "rank": seat + 1, "rewards": 0, "printed": 5, "powers": 7, "total": 12}
        for seat in range(3)
    ]
    over = {"turn": 9, "reason": "token_limit", "scores": scores, "winners": [0]}
    rows = result(over, Table("augustus", NAMES)).splitlines()[1:5]
    assert {cell_len(row) for row in rows} == {cell_len(rows[0])}


@pytest.fixture(scope="module")
def match() -> Match:
    """A match of people with such names, with a long note and with a fault."""
    made = Match(*NAMES, goal=20)
    made.accept()
    made.sign(0, Note(WIDE * 20))
    made.play(1, most=4)
    made.offend(0)
    return made


@pytest.mark.parametrize("verb", ["verify", "info", "journal", "replay"])
def test_what_is_read_of_a_file_fits(
    verb: str, match: Match, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "file.referee"
    path.write_bytes(match.log.file())
    run([verb, str(path)])
    shown = capsys.readouterr().out
    assert [line for line in shown.splitlines() if cell_len(line) > 80] == []
    assert "丙丁" in shown


def test_a_story_cuts_a_name_only_where_it_takes_too_many_columns(match: Match) -> None:
    told = " ".join(line.text for line in story(EventLog(match.log.file()), Table("pig", NAMES)))
    assert "丙丁戊己庚辛壬癸子…: roll" in told
    assert f"{ACCENTED}: roll" in told


def test_names_in_lists_keep_the_columns(tmp_path: Path) -> None:
    home = Home(tmp_path, "ada")
    for number, name in enumerate(NAMES):
        home.run("key", "new", name, "--name", f"own{number}")
    rows = home.run("key", "list").splitlines()
    assert {cell_len(row) for row in rows} == {2 + 16 + 1 + 24 + 1 + 29}
