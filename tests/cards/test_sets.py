"""A card owner's path: export, edit, check, add, play, verify."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import referee as rf
from referee import _core, cards
from referee.errors import CardSetError, UnknownGameError
from referee.keys import Keyring

Run = Callable[..., "subprocess.CompletedProcess[str]"]

GAMES = ("augustus", "marcus", "purple")


def edited(game: str, *changes: tuple[str, str], name: str = "my-set") -> str:
    """The shipped set under another name, with texts replaced where they stand first."""
    text = cards.export(game, rename=name)
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def line_with(text: str, part: str) -> int:
    """The first line that holds ``part``."""
    return 1 + next(i for i, line in enumerate(text.splitlines()) if part in line)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_exported_reads_the_same_but_for_its_name(home: Path, game: str) -> None:
    found, mistakes = cards.read(edited(game))
    assert (mistakes, found is None) == ([], False)
    assert found is not None
    shipped = {n: rf_json(text) for n, text in _core.set_files(game, cards.SHIPPED).items()}
    assert {n: {**doc, "set": cards.SHIPPED} for n, doc in found.files.items()} == shipped


def rf_json(text: bytes) -> dict[str, object]:
    found: dict[str, object] = json.loads(text)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_export_add_export_is_the_same_text(home: Path, game: str) -> None:
    text = edited(game, name=f"round-{game}")
    added = cards.add(text)
    assert added.hash == _core.rules_hash(game, f"round-{game}").hex()
    again = cards.export(game, f"round-{game}")
    assert again.splitlines()[1:] == text.splitlines()[1:]


def test_a_better_source_changes_no_hash_and_a_number_does(home: Path) -> None:
    text = edited("marcus", name="sources")
    plain = cards.add(text).hash
    noted = edited("marcus", ('confidence = "derived"', 'confidence = "owner"'), name="sources")
    assert cards.add(noted).hash == plain
    other = edited("marcus", ("terrain = 7", "terrain = 6"), name="sources")
    assert cards.add(other).hash != plain


@pytest.mark.parametrize(
    ("game", "old", "new", "card", "why"),
    [
        ("marcus", "copies = 8", "copies = -1", "b_marcomanni", "must be an integer from 0 to 50"),
        ("marcus", "terrain = 7", "terrain = 99", None, "must be an integer from 1 to 20"),
        ("augustus", "points = 6", 'points = "6"', "balbus_corvinus", "points is 0 to 1000"),
    ],
)
def test_mistakes_have_line_card_and_reason(
    home: Path, game: str, old: str, new: str, card: str | None, why: str
) -> None:
    text = edited(game, (old, new))
    _, mistakes = cards.read(text)
    assert (mistakes[0].line, mistakes[0].card, mistakes[0].why) == (
        line_with(text, new),
        card,
        why,
    )


@pytest.mark.parametrize(
    ("old", "new", "part", "why"),
    [
        ('game = "marcus"', 'game = "chess"', "chess", "game is one of augustus, marcus, purple"),
        ('game = "marcus"', "game = []", "game = []", "game is one of augustus, marcus, purple"),
        ('set = "my-set"', 'set = "../my"', "../my", "set is the name of the set"),
        ('set = "my-set"', "set = 7", "set = 7", "set is the name of the set"),
        ('set = "my-set"', 'set = "reconstructed-1"', "set = ", "is the set that ships"),
        ("[map]", "[mop]", "[mop]", "there is no file mop.json"),
        ("late_war = false", "late_war = 1.5", "1.5", "a number is an integer here"),
        ("late_war = false", "late_war = 2024-01-01", "2024", "holds no dates"),
        ("late_war_from = 175", "late_war_from = 9007199254740993", "9007", "too large"),
        ("late_war = false", "late_war = ", "late_war = \n", "this is no TOML"),
        ("late_war = false", "late_war = " + "9" * 5000, "#", "thousands of digits"),
    ],
)
def test_the_frame_of_a_text_is_checked(
    home: Path, old: str, new: str, part: str, why: str
) -> None:
    text = edited("marcus", (old, new))
    if old == "[map]":
        text = text.replace("[map.", "[mop.").replace("[[map.", "[[mop.")
    found, mistakes = cards.read(text)
    assert found is None
    assert any(why in mistake.why for mistake in mistakes)
    place = text[: text.index(part)].count("\n") + 1
    assert place in [mistake.line for mistake in mistakes]


@pytest.mark.parametrize("text", ["a = " + "[" * 20_000, ".".join("a" * 30_000) + " = 1"])
def test_deep_nesting_is_a_mistake_like_others(home: Path, text: str) -> None:
    found, mistakes = cards.read(text)
    assert found is None
    assert len(mistakes) >= 1


def test_every_mistake_is_named_not_only_the_first(home: Path) -> None:
    text = edited("marcus", ("copies = 8", "copies = -1"), ("terrain = 7", "terrain = 0"))
    _, mistakes = cards.read(text)
    lines = [mistake.line for mistake in mistakes]
    assert {line_with(text, "copies = -1"), line_with(text, "terrain = 0")} <= set(lines)
    assert lines == sorted(lines)
    with pytest.raises(CardSetError) as raised:
        cards.add(text)
    assert raised.value.code == "set.mistakes"
    assert not cards.sets_folder().exists()


def test_unknown_games_and_sets(home: Path) -> None:
    with pytest.raises(UnknownGameError):
        cards.export("chess")
    with pytest.raises(CardSetError) as raised:
        cards.export("marcus", "nowhere")
    assert raised.value.code == "set.unknown"
    with pytest.raises(CardSetError) as raised:
        cards.export("marcus", rename=cards.SHIPPED)
    assert raised.value.code == "set.name"


def test_a_match_needs_the_very_set(run: Run, tmp_path: Path) -> None:
    """Another set under the same name does not verify it; the set's own file does."""
    ours, theirs = tmp_path / "ours.toml", tmp_path / "theirs.toml"
    ours.write_text(edited("marcus", ("terrain = 7", "terrain = 6")))
    theirs.write_text(edited("marcus", ("terrain = 7", "terrain = 5")))
    added = run("cards", "add", str(ours))
    assert added.returncode == 0
    digest = added.stdout.split()[-1]
    run("key", "new", "Ada")
    made = run("new", "marcus", "--seat", "ada", "--set", "my-set", "-m", "match")
    assert made.returncode == 0, made.stderr
    whole = tmp_path / "whole.referee"
    assert run("send", "--whole", "--to", str(whole), "-m", "match").returncode == 0

    stranger = tmp_path / "stranger"
    refused = run("verify", str(whole), at=stranger)
    assert refused.returncode == 1
    assert "my-set" in refused.stderr
    assert digest in refused.stderr
    assert run("cards", "add", str(theirs), at=stranger).returncode == 0
    refused = run("verify", str(whole), at=stranger)
    assert refused.returncode == 1
    assert digest in refused.stderr
    second = run("cards", "add", str(ours), at=stranger)
    assert (second.returncode, "both are kept" in second.stderr) == (0, True)
    verified = run("verify", str(whole), at=stranger)
    assert (verified.returncode, "VERIFIED" in verified.stdout) == (0, True)

    run("key", "new", "Sol", at=stranger)
    two = run("new", "marcus", "--seat", "sol", "--set", "my-set", "-m", "other", at=stranger)
    assert (two.returncode, "set.ambiguous" in two.stderr) == (1, True)
    assert run("cards", "remove", "marcus", "my-set", digest[:16], at=stranger).returncode == 0
    one = run("new", "marcus", "--seat", "sol", "--set", "my-set", "-m", "other", at=stranger)
    assert one.returncode == 0, one.stderr


def test_a_damaged_kept_set_is_told_and_harms_nothing(run: Run, home: Path) -> None:
    folder = home / "sets"
    folder.mkdir(parents=True)
    (folder / "marcus.mine.0123456789abcdef.json").write_text('{"game": "marcus"')
    listed = run("games")
    assert listed.returncode == 0
    assert "damaged" in listed.stderr


def test_a_large_set_is_read_again(run: Run, tmp_path: Path) -> None:
    """Quotes are longer in what is kept than in the text."""
    text = cards.export("marcus", rename="large")
    card = text.index("\nid = ")
    note = "\nnote = '''" + '"' * 900_000 + "'''"
    (tmp_path / "large.toml").write_text(text[:card] + note + text[card:], "utf-8")
    assert run("cards", "add", str(tmp_path / "large.toml")).returncode == 0
    listed = run("cards", "list")
    assert (listed.returncode, "large" in listed.stdout, listed.stderr) == (0, True, "")


def test_what_is_no_set_among_the_kept_ones_stops_nothing(run: Run, home: Path) -> None:
    added = cards.add(cards.export("marcus", rename="mine"))
    kept = added.path.read_text("utf-8")
    (home / "sets" / "folder.json").mkdir()
    (home / "sets" / "shipped.json").write_text(kept.replace("mine", cards.SHIPPED), "utf-8")
    listed = run("cards", "list")
    assert (listed.returncode, listed.stdout.count(cards.SHIPPED)) == (0, 3)
    assert listed.stderr.count("is damaged; add its file again") == 2


def test_removing_a_set_leaves_those_whose_names_go_on(run: Run, home: Path) -> None:
    for name in ("mine", "mine.v2"):
        cards.add(cards.export("marcus", rename=name))
    assert run("cards", "remove", "marcus", "mine").returncode == 0
    assert [path.name.split(".")[2] for path in (home / "sets").iterdir()] == ["v2"]


def test_check_prints_line_card_and_reason(run: Run, tmp_path: Path) -> None:
    text = edited("augustus", ("points = 6", "points = -6"))
    file = tmp_path / "my.toml"
    file.write_text(text)
    checked = run("cards", "check", str(file))
    assert checked.returncode == 3
    assert (
        f"line {line_with(text, 'points = -6')}: balbus_corvinus: points is 0 to 1000"
        in checked.stdout
    )


def test_keyrings_and_cards_share_a_home(home: Path) -> None:
    Keyring().create("ada", "Ada")
    cards.add(edited("augustus", name="beside"))
    assert Keyring().names() == ["ada"]
    assert rf.Position.new("augustus", {"seats": 2, "set": "beside"}).config()["set"] == "beside"
