"""A match folder older than what has left it, and other copies: what they may sign."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest
from notes import Writer, sign, texts

from referee.errors import StoreError
from referee.log import EventLog
from referee.meta import Meta
from referee.model import (
    MAGIC,
    Envelope,
    File,
)
from referee.store import Store


def leave(store: Store) -> None:
    """All that is signed is given to others."""
    with store.locked():
        store.mark_leaving()


def take(store: Store, data: bytes) -> int:
    """A file comes in; how many of its events are new."""
    with store.locked():
        return store.add_file(data)


def test_an_old_copy_signs_nothing(table: tuple[Writer, Store, Path], tmp_path: Path) -> None:
    writer, made, marks = table
    sign(made, writer.note(0, "old"))
    made.close()
    shutil.copytree(made.folder, tmp_path / "backup")
    sign(made, writer.note(0, "new"))
    restored = Store.open(tmp_path / "backup", marks)
    assert restored.behind
    heads, counts = list(writer.heads), list(writer.counts)
    with pytest.raises(StoreError) as refused:
        sign(restored, writer.note(0, "a second version"))
    writer.heads, writer.counts = heads, counts
    assert refused.value.code == "store.behind"
    assert "send --whole" in refused.value.hint
    # The folder that knows what was signed goes on.
    sign(made, writer.note(0, "newer"))


def test_an_old_copy_signs_again_after_a_newer_file(
    table: tuple[Writer, Store, Path], tmp_path: Path
) -> None:
    writer, made, marks = table
    shutil.copytree(made.folder, tmp_path / "backup")
    sign(made, writer.note(0, "signed and sent"))
    leave(made)
    others = EventLog(made.log.file())
    others.append(*writer.note(1, "an answer"))
    restored = Store.open(tmp_path / "backup", marks)
    assert restored.behind
    take(restored, others.file())
    assert not restored.behind
    sign(restored, writer.note(0, "goes on"))
    assert texts(Store.open(tmp_path / "backup", marks).log) == [
        "signed and sent",
        "an answer",
        "goes on",
    ]


def test_a_whole_file_helps_though_its_news_came_ahead_in_smaller_ones(
    table: tuple[Writer, Store, Path], tmp_path: Path
) -> None:
    writer, made, marks = table
    leave(made)
    shutil.copytree(made.folder, tmp_path / "backup")
    others = EventLog(made.log.file())
    old = others.file()
    heads = list(writer.heads)
    sign(made, writer.note(0, "signed and never sent"))
    writer.heads = heads
    envelope = writer.note(1, "an answer")
    others.append(*envelope)
    restored = Store.open(tmp_path / "backup", marks)
    assert restored.behind
    part = msgspec.msgpack.encode(File(1, [Envelope(*envelope)]))
    with restored.locked():
        assert restored.add_file(old) == 0
        assert restored.add_file(MAGIC + part) == 1
        assert restored.add_file(old) == 0
    assert restored.behind
    restored = Store.open(tmp_path / "backup", marks)
    assert take(restored, others.file()) == 0
    assert not restored.behind


def test_a_file_that_lacks_what_has_left_does_not_help(
    table: tuple[Writer, Store, Path], tmp_path: Path
) -> None:
    writer, made, marks = table
    others = EventLog(made.log.file())
    shutil.copytree(made.folder, tmp_path / "backup")
    heads = list(writer.heads)
    sign(made, writer.note(0, "sent, but ben has not got it"))
    leave(made)
    writer.heads = heads
    others.append(*writer.note(1, "an answer to something older"))
    restored = Store.open(tmp_path / "backup", marks)
    assert take(restored, others.file()) == 1
    assert restored.behind


def test_what_never_left_may_be_lost(table: tuple[Writer, Store, Path], tmp_path: Path) -> None:
    writer, made, marks = table
    leave(made)
    others = EventLog(made.log.file())
    shutil.copytree(made.folder, tmp_path / "backup")
    heads, counts = list(writer.heads), list(writer.counts)
    sign(made, writer.note(0, "signed and never sent"))
    shutil.rmtree(made.folder)
    writer.heads, writer.counts = heads, counts
    others.append(*writer.note(1, "an answer"))
    restored = Store.open(tmp_path / "backup", marks)
    assert restored.behind
    take(restored, others.file())
    assert not restored.behind
    sign(restored, writer.note(0, "goes on"))


def test_a_new_home_is_a_restore(table: tuple[Writer, Store, Path], tmp_path: Path) -> None:
    writer, made, _ = table
    restored = Store.open(made.folder, tmp_path / "new home" / "marks")
    assert restored.behind
    again = Store.open(made.folder, tmp_path / "new home" / "marks")
    assert again.behind
    others = EventLog(made.log.file())
    others.append(*writer.note(1, "an answer"))
    with again.locked():
        again.add_file(others.file())
    assert not again.behind
    assert not Store.open(made.folder, tmp_path / "new home" / "marks").behind


def test_a_second_folder_of_a_match_shares_the_mark(
    table: tuple[Writer, Store, Path], tmp_path: Path
) -> None:
    writer, made, marks = table
    sign(made, writer.note(0, "one"))
    file = made.log.file()
    second = Store.create(tmp_path / "second", EventLog(file), Meta("anna", 0), marks)
    assert not second.behind
    sign(second, writer.note(0, "two"))
    with made.locked():
        assert made.behind


# -- locks
