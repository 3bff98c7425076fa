"""Folders, pasted text and mails pass files and are trusted with nothing."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.errors import UsageError
from referee.keys import Keyring
from referee.match import Match, Sent
from referee.transport import Folder, Maildir, Text
from referee.transport.folder import write_whole
from referee.transport.mail import compose

SENT = Sent("pig-00-0001-0-abc.referee", b"\x89RFR\r\n\x1a\nxyz", 1, [], "referee pig")


def test_a_folder_gives_everything_once(tmp_path: Path) -> None:
    way, other = Folder(tmp_path), Folder(tmp_path)
    way.deliver(SENT)
    way.deliver(SENT)
    (tmp_path / "unfinished.tmp").write_bytes(b"x")
    assert list(other.collect()) == [(SENT.name, SENT.data)]
    assert list(other.collect()) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == [SENT.name, "unfinished.tmp"]
    assert way.target == other.target


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    end = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_whole(pipe, SENT.data)
        assert pipe.is_fifo()
        assert os.read(end, 100) == SENT.data
    finally:
        os.close(end)


def test_a_file_that_changed_is_looked_at_again(tmp_path: Path) -> None:
    way = Folder(tmp_path)
    (tmp_path / "a.referee").write_bytes(b"half")
    assert [data for _, data in way.collect()] == [b"half"]
    (tmp_path / "a.referee").write_bytes(b"the whole file")
    assert [data for _, data in way.collect()] == [b"the whole file"]


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        Folder(tmp_path / "missing")
    with pytest.raises(UsageError):
        Maildir(tmp_path / "missing")


def test_a_huge_file_in_the_folder_is_passed_over(tmp_path: Path) -> None:
    with (tmp_path / "huge.referee").open("wb") as stream:
        stream.truncate(1 << 30)
    assert list(Folder(tmp_path).collect()) == []


def test_a_match_by_pasted_text(keyrings: Callable[..., list[Keyring]], tmp_path: Path) -> None:
    anna, ben = keyrings("anna", "ben")
    chat: list[str] = []
    host = Match.create(tmp_path / "a", "pig", players=[anna.card(), ben.card()], keyring=anna)
    host.send(Text(chat.append))
    guest = Match.join(tmp_path / "b", f"> look:\n{chat[0]}", keyring=ben)
    guest.send(Text(chat.append))
    assert host.unsent == 0
    received = host.receive(transport=Text(print, [f"hi\n{chat[1]}\nbye"]))
    assert received.new >= 1
    assert host.report().need == "ready"


def test_a_match_by_mail(keyrings: Callable[..., list[Keyring]], tmp_path: Path) -> None:
    anna, ben = keyrings("anna", "ben")
    for folder in ("out", "in/new", "in/cur"):
        (tmp_path / folder).mkdir(parents=True)
    host = Match.create(tmp_path / "a", "pig", players=[anna.card(), ben.card()], keyring=anna)
    sending = Maildir(
        tmp_path / "in", tmp_path / "out", sender="anna@example.org", recipients=["b@example.org"]
    )
    host.send(sending)
    (mail,) = (tmp_path / "out").iterdir()
    os.replace(mail, tmp_path / "in" / "new" / "1.host")
    reading = Maildir(tmp_path / "in")
    ((_, data),) = reading.collect()
    guest = Match.join(tmp_path / "b", data, keyring=ben)
    assert guest.charter.match == host.charter.match
    # A mail program that marks it as read moves it; it is the same mail.
    os.replace(tmp_path / "in" / "new" / "1.host", tmp_path / "in" / "cur" / "1.host:2,S")
    assert list(reading.collect()) == []


def test_a_mail_cannot_have_headers_smuggled_in() -> None:
    with pytest.raises(ValueError, match=r"linefeed|newline"):
        compose(SENT, "anna@example.org\nBcc: eve@example.org")
