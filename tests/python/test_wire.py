"""What people hand over: files, text, mails, and things that are none of these."""

from __future__ import annotations

import resource
import subprocess
import sys
from email.message import EmailMessage
from pathlib import Path

import pytest

from referee import disk, wire
from referee.errors import FileRefusedError, UsageError
from referee.model import MAGIC, read_file


def found(name: str, data: bytes) -> list[bytes]:
    return [file.data for file in wire.find_in(name, data)]


def test_a_bare_file(whole_match: bytes) -> None:
    assert found("turn.referee", whole_match) == [whole_match]


def test_armored_text_in_any_wrapping(whole_match: bytes) -> None:
    text = wire.armor(whole_match)
    assert found("a", text.encode()) == [whole_match]
    assert found("a", b"\xef\xbb\xbf" + text.encode()) == [whole_match]
    assert found("a", text.encode("utf-16")) == [whole_match]
    assert found("a", text.replace("\n", "\r\n").encode()) == [whole_match]
    quoted = "Hi!\n" + "".join(f"> {line}\n" for line in text.splitlines())
    assert found("a", quoted.encode()) == [whole_match]


def test_two_texts_are_two_files(whole_match: bytes) -> None:
    text = wire.armor(whole_match)
    assert found("a", (text + "and\n" + text).encode()) == [whole_match, whole_match]


@pytest.mark.parametrize("encoding", ["base64", "quoted-printable", "7bit"])
def test_a_mail_with_text(whole_match: bytes, encoding: str) -> None:
    mail = EmailMessage()
    mail["Subject"] = "your turn"
    mail.set_content("Here.\n\n" + wire.armor(whole_match), cte=encoding)
    assert found("mail.eml", mail.as_bytes()) == [whole_match]


def test_a_mail_with_an_attachment(whole_match: bytes) -> None:
    mail = EmailMessage()
    mail["Subject"] = "your turn"
    mail.set_content("See the attachment.")
    mail.add_attachment(
        whole_match, maintype="application", subtype="octet-stream", filename="../../etc/x.referee"
    )
    assert found("mail.eml", mail.as_bytes()) == [whole_match]


def test_a_forwarded_mail_with_text_and_html_is_one_file(whole_match: bytes) -> None:
    text = wire.armor(whole_match)
    inner = EmailMessage()
    inner.set_content(text)
    inner.add_alternative("<p>" + text.replace("\n", "<br>\n") + "</p>", subtype="html")
    outer = EmailMessage()
    outer.set_content("forwarded")
    outer.add_attachment(inner)
    assert found("mail.eml", outer.as_bytes()) == [whole_match]


def test_a_mail_whose_text_was_cut_names_that(whole_match: bytes) -> None:
    mail = EmailMessage()
    mail.set_content(wire.armor(whole_match)[:500])
    with pytest.raises(FileRefusedError) as refused:
        found("mail.eml", mail.as_bytes())
    assert refused.value.code == "A_END"
    assert "cut" in refused.value.hint


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda data: data.replace(b"\r\n", b"\n"), "line ends"),
        (lambda data: data.replace(b"\n", b"\r\n"), "line ends"),
        (lambda data: bytes(byte & 127 for byte in data), "highest bit"),
        (lambda data: data.decode("latin-1").encode("utf-8"), "re-encoded"),
        (lambda data: data.decode("utf-8", "replace").encode("utf-8"), "re-encoded"),
    ],
)
def test_a_file_mangled_on_the_way_says_how(whole_match: bytes, change, why: str) -> None:
    with pytest.raises(FileRefusedError) as refused:
        found("turn.referee", change(whole_match))
    assert refused.value.code == "F_MAGIC"
    assert why in refused.value.why


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "A_NONE"),
        (b"hello", "A_NONE"),
        (b"\0\0\0\0", "F_MAGIC"),
        (b"-----BEGIN REFEREE FILE-----\nAg\n", "A_END"),
        (b"-----BEGIN REFEREE FILE-----\nAg\n#00000000\n-----END REFEREE FILE-----\n", "A_SUM"),
        (b"Content-Type: text/plain; charset=nonsense\n\nnothing", "A_NONE"),
        (b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\n--b--\n", "A_NONE"),
    ],
)
def test_what_holds_no_file_is_refused(data: bytes, code: str) -> None:
    with pytest.raises(FileRefusedError) as refused:
        found("x", data)
    assert refused.value.code == code
    assert refused.value.hint


def test_a_name_cannot_steer_a_terminal() -> None:
    with pytest.raises(FileRefusedError) as refused:
        found("\x1b[2Jx\u202e", b"\0")
    assert "\x1b" not in str(refused.value)
    assert "\u202e" not in str(refused.value)


HOSTILE = {
    "boundaries": b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\n" * 200_000,
    "fields": b"Content-Type: text/plain\n" + b"a:\n" * 330_000,
    "nested": b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (i, i) for i in range(20_000)
    ),
    "lines": b"Content-Type: text/plain\n\n" + b"a\n" * 500_000,
    "markers": b"-----BEGIN REFEREE FILE-----\n" * 36_000,
    "tags": b"<" * 1_000_000,
    "parameters": b"Content-Type: multipart/mixed" + b"; a=b" * 200_000 + b"\n\n",
    "words": b"Content-Type: text/plain; charset=" + b"=?utf-8?q?x?= " * 70_000 + b"\n\nx",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_costs_little_memory(name: str, tmp_path: Path) -> None:
    path = tmp_path / "hostile"
    path.write_bytes(HOSTILE[name])
    program = """
import resource, sys
from referee import disk, wire
from referee.errors import FileRefusedError
wire.find_in("warm", wire.armor(b"x").encode())
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    disk.find_files(sys.argv[1])
except FileRefusedError as error:
    print(error.code, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)], capture_output=True, text=True, timeout=60
    )
    code, used = done.stdout.split()
    assert code in ("A_NONE", "A_END", "F_MAGIC"), done.stderr
    assert int(used) < 64
    assert resource  # the program above measures itself with it


def test_sources(whole_match: bytes, tmp_path: Path) -> None:
    for number in (1, 2):
        (tmp_path / f"{number}.referee").write_bytes(whole_match)
    assert len(disk.find_files(tmp_path / "1.referee")) == 1
    assert [file.name for file in disk.find_files(str(tmp_path / "*.referee"))] == [
        "1.referee",
        "2.referee",
    ]
    assert disk.find_files(whole_match)[0].data == whole_match
    assert disk.find_files(wire.armor(whole_match))[0].data == whole_match
    with pytest.raises(UsageError):
        disk.find_files(str(tmp_path / "none.referee"))
    with pytest.raises(UsageError):
        disk.find_files(str(tmp_path))


def test_a_file_above_the_limit_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "huge"
    with path.open("wb") as stream:
        stream.truncate(wire.INPUT_LIMIT + 1)
    with pytest.raises(FileRefusedError) as refused:
        disk.find_files(path)
    assert refused.value.code == "F_SIZE"
    with pytest.raises(FileRefusedError, match="it has at most 1 MiB"):
        disk.read_capped(path, 1 << 20)


def test_the_beginning_of_a_cut_file(whole_match: bytes) -> None:
    envelopes = read_file(whole_match)
    assert wire.beginning(whole_match) == envelopes
    assert wire.beginning(whole_match[:-1]) == envelopes[:-1]
    assert (
        wire.beginning(whole_match[: len(whole_match) // 2])
        == envelopes[: len(wire.beginning(whole_match[: len(whole_match) // 2]))]
    )
    for cut in range(64):
        assert len(wire.beginning(whole_match[:cut])) == 0
    assert wire.beginning(MAGIC) == []
    assert wire.beginning(b"x" * 100) == []


def test_canonical_json() -> None:
    value = {"b": [1, -2, True, None], "a": 'q"\\\n\x7fé😀', "": {}}
    assert wire.canonical_json(value) == (
        b'{"":{},"a":"q\\"\\\\\\n\\u007f\\u00e9\\ud83d\\ude00","b":[1,-2,true,null]}'
    )
    for bad in (1.5, ["\ud800"], {1: 2}):
        with pytest.raises(ValueError, match=r"canonical|surrogate"):
            wire.canonical_json(bad)


@pytest.mark.parametrize("text", ["\x1b[31m", "a\tb", "\u202eabc", "\ufeff", "", "é" * 33, "a\nb"])
def test_names_with_tricks_are_refused(text: str) -> None:
    with pytest.raises(UsageError):
        wire.check_text(text, limit=64, what="name", lines=False)


def test_harmless_text_keeps_what_is_harmless() -> None:
    assert wire.harmless("Zoë 王 🎲") == "Zoë 王 🎲"
    assert wire.harmless("a\x1b[2J\u200bb\n") == "a\\u{1b}[2J\\u{200b}b\\u{a}"
