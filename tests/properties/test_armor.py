"""Armor survives what mail programs do to text (protocol P16), and nothing damaged gets through."""

from __future__ import annotations

import quopri
from collections.abc import Callable

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from referee import _core
from referee.errors import FileRefusedError
from referee.model import MAGIC
from referee.wire import armor, find_in

FILES = st.binary(max_size=400)
PROSE = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="-<>"), max_size=60)


def quoted(text: str) -> str:
    return "".join(f"> {line}\n" for line in text.splitlines())


def outlook(text: str) -> str:
    escaped = text.replace("+", "&#43;").replace("/", "&#47;").replace("-", "&#45;")
    return "<html><body>" + "".join(f"<p>{line}</p>\r\n" for line in escaped.splitlines())


def as_div(text: str) -> str:
    return "".join(f"<DIV class='x'>{line}<BR/></DIV>" for line in text.splitlines())


def rewrapped(text: str) -> str:
    begin, *lines, digits, end = text.splitlines()
    joined = "".join(lines)
    wrapped = [joined[at : at + 30] for at in range(0, len(joined), 30)]
    return "\n".join([begin, *wrapped, digits, end]) + "\n"


def soft_breaks(text: str) -> str:
    """Quoted-printable that nobody decoded, of text without "=" in it."""
    return quopri.encodestring(text.encode()).decode()


CHANGES: dict[str, Callable[[str], str]] = {
    "quoted": quoted,
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "CR": lambda text: text.replace("\n", "\r"),
    "line separators": lambda text: text.replace("\n", "\u2028"),
    "indented": lambda text: "".join(f"\t  {line}\n" for line in text.splitlines()),
    "trailing blanks": lambda text: text.replace("\n", " \t\n"),
    "blank lines": lambda text: text.replace("\n", "\n\n"),
    "trailing =20": lambda text: text.replace("\n", "=20\n"),
    "no-break spaces": lambda text: text.replace(" ", "\u00a0"),
    "zero width": lambda text: text.replace("\n", "\u200b\n"),
    "one dash": lambda text: text.replace("-----", "\u2014"),
    "paragraphs": outlook,
    "divisions": as_div,
    "preformatted": lambda text: f"<pre>{text}</pre>",
    "rewrapped": rewrapped,
    "soft breaks": soft_breaks,
    "in prose": lambda text: f"Dear Ben,\n{text}Yours\n-- \nAnna\n",
}


@given(FILES, st.lists(st.sampled_from(sorted(CHANGES)), max_size=3))
@settings(max_examples=250)
def test_a_file_survives_the_mail(data: bytes, names: list[str]) -> None:
    text = armor(data)
    once = set(names) & {"paragraphs", "divisions", "rewrapped", "soft breaks"}
    for name in sorted(set(names), key=lambda n: n not in once):
        # Each of these happens to the text as it was written, and only one of them.
        if name not in once or name == min(once):
            text = CHANGES[name](text)
    assert _core.dearmor(text) == [data]


@given(st.lists(FILES, min_size=1, max_size=4), st.lists(PROSE, min_size=5, max_size=5))
def test_several_blocks_are_several_files(files: list[bytes], prose: list[str]) -> None:
    text = "".join(words + "\n" + armor(data) for words, data in zip(prose, files, strict=False))
    assert _core.dearmor(text) == files


@given(FILES, st.data())
@settings(max_examples=200)
def test_a_changed_letter_is_noticed(data: bytes, draw: st.DataObject) -> None:
    lines = armor(data).splitlines()
    body = "\n".join(lines[1:-1])
    at = draw.draw(st.integers(0, len(body) - 1))
    letter = draw.draw(st.sampled_from("AZaz09+/#"))
    changed = body[:at] + letter + body[at + 1 :]
    text = "\n".join([lines[0], changed, lines[-1]])
    assume(changed != body)
    with pytest.raises(FileRefusedError) as caught:
        _core.dearmor(text)
    assert caught.value.code in {"A_SUM", "A_CHAR", "A_BITS"}


@given(st.binary(max_size=600) | st.text(max_size=300).map(lambda t: t.encode("utf-8", "replace")))
@settings(max_examples=200)
def test_anything_else_is_one_refusal(data: bytes) -> None:
    assume(not data.startswith(MAGIC))
    with pytest.raises(FileRefusedError) as caught:
        find_in("anything", data)
    assert caught.value.code[:2] in {"A_", "F_"}
    assert caught.value.hint


@given(st.binary(max_size=300))
def test_a_bare_file_is_itself(rest: bytes) -> None:
    assert [found.data for found in find_in("bare", MAGIC + rest)] == [MAGIC + rest]
