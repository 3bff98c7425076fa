"""A match on disk: cut writes, full disks, two processes."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from notes import Writer, sign, texts

from referee import store
from referee.errors import StoreError
from referee.log import EventLog
from referee.meta import Draft, Meta
from referee.store import Store


def test_everything_is_there_again(table: tuple[Writer, Store, Path]) -> None:
    writer, made, marks = table
    for number in range(5):
        sign(made, writer.note(0, f"note {number}"))
    again = Store.open(made.folder, marks)
    assert texts(again.log) == [f"note {number}" for number in range(5)]
    assert again.meta == made.meta
    again.close()
    whole = EventLog((made.folder / "match.referee").read_bytes())
    assert texts(whole) == texts(made.log)
    assert Store.open(made.folder, marks).log.file() == made.log.file()


def test_a_folder_holds_one_match(table: tuple[Writer, Store, Path], tmp_path: Path) -> None:
    writer, made, marks = table
    with pytest.raises(StoreError) as refused:
        Store.create(made.folder, writer.log(), Meta("anna", 0), marks, signed=True)
    assert refused.value.code == "store.exists"
    with pytest.raises(StoreError) as refused:
        Store.open(tmp_path / "elsewhere", marks)
    assert refused.value.code == "store.missing"


def test_a_journal_cut_anywhere_holds_what_came_before(
    table: tuple[Writer, Store, Path], tmp_path: Path
) -> None:
    writer, made, _ = table
    ends = [(made.folder / "match.journal").stat().st_size]
    for number in range(3):
        sign(made, writer.note(0, f"note {number}"))
        ends.append((made.folder / "match.journal").stat().st_size)
    data = (made.folder / "match.journal").read_bytes()
    cuts = set(range(ends[0], ends[-1], 11)) | {end + off for end in ends[1:] for off in (-1, 0)}
    for cut in sorted(cuts):
        copy = tmp_path / "copy"
        shutil.copytree(made.folder, copy, dirs_exist_ok=True)
        (copy / "match.journal").write_bytes(data[:cut])
        opened = Store.open(copy, tmp_path / f"marks{cut}")
        assert len(texts(opened.log)) == sum(end <= cut for end in ends[1:])
        assert not (copy / "match.journal.damaged").exists()
        shutil.rmtree(copy)


def test_what_was_cut_is_written_over(table: tuple[Writer, Store, Path]) -> None:
    writer, made, marks = table
    sign(made, writer.note(0, "one"))
    with (made.folder / "match.journal").open("ab") as stream:
        stream.write(b"\0\0\1\0half a record")
    again = Store.open(made.folder, marks)
    sign(again, writer.note(0, "two"))
    assert texts(Store.open(made.folder, marks).log) == ["one", "two"]


def test_a_record_that_went_bad_is_noticed(table: tuple[Writer, Store, Path]) -> None:
    writer, made, marks = table
    sizes = []
    for number in range(3):
        sign(made, writer.note(0, f"note {number}"))
        sizes.append((made.folder / "match.journal").stat().st_size)
    path = made.folder / "match.journal"
    data = bytearray(path.read_bytes())
    data[sizes[0] + 40] ^= 1
    path.write_bytes(data)
    again = Store.open(made.folder, marks)
    assert texts(again.log) == ["note 0"]
    assert again.behind
    assert (made.folder / "match.journal.damaged").read_bytes() == bytes(data)


def test_a_crash_between_archive_and_journal_loses_nothing(
    table: tuple[Writer, Store, Path],
) -> None:
    writer, made, marks = table
    for number in range(3):
        sign(made, writer.note(0, f"note {number}"))
    journal = (made.folder / "match.journal").read_bytes()
    made.close()
    (made.folder / "match.journal").write_bytes(journal)
    again = Store.open(made.folder, marks)
    assert texts(again.log) == ["note 0", "note 1", "note 2"]
    sign(again, writer.note(0, "note 3"))
    assert len(texts(Store.open(made.folder, marks).log)) == 4


def test_two_holders_see_what_the_other_wrote(table: tuple[Writer, Store, Path]) -> None:
    writer, made, marks = table
    other = Store.open(made.folder, marks)
    for number in range(6):
        holder = (made, other)[number % 2]
        sign(holder, writer.note(0, f"note {number}"))
        if number == 3:
            holder.close()
    for holder in (made, other):
        with holder.locked():
            assert len(texts(holder.log)) == 6
    assert len(texts(Store.open(made.folder, marks).log)) == 6


def test_a_long_journal_is_folded(
    table: tuple[Writer, Store, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    writer, made, marks = table
    monkeypatch.setattr(store, "COMPACT_BYTES", 2000)
    sizes = []
    for number in range(40):
        sign(made, writer.note(0, f"note {number}"))
        sizes.append((made.folder / "match.journal").stat().st_size)
    assert max(sizes) < 20_000
    assert sum(small < large for large, small in pairwise(sizes)) >= 2
    assert len(texts(Store.open(made.folder, marks).log)) == 40


def test_a_full_disk_stops_the_match_and_loses_nothing(
    table: tuple[Writer, Store, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    writer, made, marks = table
    sign(made, writer.note(0, "kept"))

    def full(_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(store, "sync", full)
        with pytest.raises(StoreError) as refused:
            sign(made, writer.note(0, "not kept"))
    assert refused.value.code == "store.disk"
    with pytest.raises(StoreError), made.locked():
        pass
    assert texts(Store.open(made.folder, marks).log) == ["kept"]


def test_no_room_for_the_mark_withdraws_what_was_signed(
    table: tuple[Writer, Store, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mark goes to another disk than the journal: what the one lacks the other gives up."""
    writer, made, marks = table
    sign(made, writer.note(0, "kept"))
    made.save_draft(draft := Draft.at(made.log.verdict, [{"do": "roll"}]))

    def sign_drafted() -> None:
        with made.locked():
            made.add_own(*writer.note(0, "not kept"))
            made.sign_off_draft()
            assert made.draft(made.log.verdict).actions == []

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(store, "write_private", full)
        with pytest.raises(StoreError) as refused:
            sign_drafted()
    assert refused.value.code == "store.disk"
    again = Store.open(made.folder, marks)
    assert texts(again.log) == ["kept"]
    assert again.draft(again.log.verdict) == draft
    assert not again.behind


def test_no_room_for_the_archive_is_no_harm(
    table: tuple[Writer, Store, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    writer, made, marks = table
    sign(made, writer.note(0, "kept"))
    archive = (made.folder / "match.referee").read_bytes()

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(store, "write_private", full)
        made.close()
    assert (made.folder / "match.referee").read_bytes() == archive
    assert texts(Store.open(made.folder, marks).log) == ["kept"]


@pytest.mark.parametrize("damaged", [b"", b"{", b"[]", b"\xff", b'{"member":"ada"}'])
def test_a_damaged_meta_is_no_reason_to_forget_who_plays(
    table: tuple[Writer, Store, Path], damaged: bytes
) -> None:
    _, made, marks = table
    assert made.meta.member == 0
    (made.folder / "meta.json").write_bytes(damaged)
    with pytest.raises(StoreError) as refused:
        Store.open(made.folder, marks)
    assert refused.value.code == "store.damaged"
    assert "meta.json" in refused.value.why
    with pytest.raises(StoreError), made.locked():
        pass
    (made.folder / "meta.json").unlink()
    assert Store.open(made.folder, marks).meta == Meta()


# -- sealed answers, drafts, marks of what was sent


def test_sealed_answers_outlive_everything(table: tuple[Writer, Store, Path]) -> None:
    writer, made, marks = table
    with made.locked():
        made.keep_sealed(3, [{"do": "hold"}])
        made.keep_sealed(5, [])
    assert Store.open(made.folder, marks).sealed == [(3, [{"do": "hold"}]), (5, [])]
    sign(made, writer.note(0, "x"))
    made.close()
    assert Store.open(made.folder, marks).sealed == [(3, [{"do": "hold"}]), (5, [])]


def test_a_draft_fits_one_position(table: tuple[Writer, Store, Path]) -> None:
    _, made, marks = table
    verdict = made.log.verdict
    made.save_draft(Draft.at(verdict, [{"do": "roll"}]))
    assert Store.open(made.folder, marks).draft(verdict).actions == [{"do": "roll"}]
    moved = msgspec.structs.replace(verdict, step=verdict.step + 1)
    assert made.draft(moved).actions == []
    (made.folder / "drafts.json").write_bytes(b"{")
    assert made.draft(verdict).actions == []
    made.save_draft(Draft())
    assert not (made.folder / "drafts.json").exists()


def test_what_was_sent_is_remembered(table: tuple[Writer, Store, Path]) -> None:
    writer, made, marks = table
    assert made.unsent() == 1
    with made.locked():
        made.mark_sent("folder:x")
    assert made.unsent() == 0
    sign(made, writer.note(0, "x"))
    assert Store.open(made.folder, marks).unsent() == 1


# -- old copies


def _hold(path: str, ready: Any, seconds: float) -> None:
    from referee.disk import lock

    with lock(Path(path)):
        ready.set()
        time.sleep(seconds)


def test_a_held_lock_names_its_holder(
    table: tuple[Writer, Store, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, made, _ = table
    context = multiprocessing.get_context("spawn")
    ready = context.Event()
    holder = context.Process(target=_hold, args=(str(made.folder / "lock"), ready, 60))
    holder.start()
    try:
        assert ready.wait(30)
        monkeypatch.setattr("referee.store.LOCK_SECONDS", 0.05)
        with pytest.raises(StoreError) as refused, made.locked():
            pass
        assert refused.value.code == "store.locked"
        assert str(holder.pid) in refused.value.why
    finally:
        holder.kill()
        holder.join()
    with made.locked():  # the lock went with the process
        pass


WRITER = """
import sys
from pathlib import Path
from referee.keys import Keyring
from referee.store import Store
home, folder, who = sys.argv[1:]
keyring = Keyring(home)
identity = keyring.unlock("anna")
from notes import raw_event
from referee.model import Note, read_file
store = Store.open(folder, keyring.marks)
for number in range(12):
    with store.locked():
        envelopes = read_file(store.log.file())
        ids = [store.log.events()[-1].id]
        seq = sum(e.event().author == 0 for e in envelopes)
        match = bytes.fromhex(store.log.charter.match)
        raw = raw_event(match, 0, seq, [bytes.fromhex(i) for i in ids], Note(f"{who} {number}"))
        store.add_own(raw, identity.sign(raw))
"""


def test_two_processes_take_turns(table: tuple[Writer, Store, Path], tmp_path: Path) -> None:
    _, made, marks = table
    program = tmp_path / "writer.py"
    program.write_text(WRITER)
    path = [str(Path(__file__).parent), *sys.path]
    running = [
        subprocess.Popen(
            [sys.executable, str(program), str(marks.parent), str(made.folder), who],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
            stderr=subprocess.PIPE,
        )
        for who in ("one", "two")
    ]
    for process in running:
        _, errors = process.communicate(timeout=120)
        assert process.returncode == 0, errors.decode()
    opened = Store.open(made.folder, marks)
    own = opened.log.own(0)
    assert [event.seq for event in own] == list(range(25))
    assert opened.log.verdict.forks == []
    said = texts(opened.log)
    for who in ("one", "two"):
        assert [text for text in said if text.startswith(who)] == [f"{who} {n}" for n in range(12)]


@pytest.mark.parametrize(("shown", "claimed"), [(-5.0, 0), (1e9, 10**9), (1e25, 2**64 - 1)])
def test_a_clock_that_shows_no_time_claims_one(
    monkeypatch: pytest.MonkeyPatch, shown: float, claimed: int
) -> None:
    monkeypatch.setattr(time, "time", lambda: shown)
    assert store.now() == claimed
