"""Text in columns of a terminal: names of people, whatever they are written in.

A letter of Chinese or an emoji takes two columns, an accent that stands on another letter none.
What each takes is looked up by rich, which is loaded when there is such text.
"""

from __future__ import annotations

import textwrap
from typing import Final

WIDTH: Final = 80
"""Columns of everything that is shown: so many fit into a mail."""

_COMBINING: Final = "\u0300"
"""The first of the letters that can take more or less than a column."""


def columns(text: str) -> int:
    """How many columns a text on one line takes."""
    if _is_plain(text):
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def cut(text: str, limit: int) -> str:
    """A text of at most ``limit`` columns; one that was longer ends with ``…``."""
    return text if columns(text) <= limit else _head(text, limit - 1) + "…"


def fitted(text: str, width: int, fill: str = " ") -> str:
    """A text of exactly ``width`` columns: what is too long is left out."""
    head = text if columns(text) <= width else _head(text, width)
    return head + fill * (width - columns(head))


def padded(text: str, width: int, fill: str = " ") -> str:
    """A text of at least ``width`` columns."""
    return text + fill * (width - columns(text))


def wrapped(text: str, *, first: str = "", later: str = "", whole: bool = False) -> list[str]:
    """A text in lines of at most 80 columns, which begin with ``first``, then with ``later``.

    ``whole``: no word is broken, however long, for it may be a path that somebody copies.
    """
    kind = textwrap.TextWrapper if _is_plain(text) else _Wrapper
    wrapper = kind(
        WIDTH,
        initial_indent=first,
        subsequent_indent=later,
        break_long_words=not whole,
        break_on_hyphens=not whole,
    )
    return wrapper.wrap(text)


def _is_plain(text: str) -> bool:
    """Whether every letter takes a column, as far as can be told without looking it up."""
    return text.isascii() or max(text) < _COMBINING


def _head(text: str, width: int) -> str:
    """The beginning of a longer text that takes at most ``width`` columns."""
    if _is_plain(text):
        return text[:width]
    from rich.cells import chop_cells

    return chop_cells(text, width)[0]


class _Word(str):
    """A word that is as long as the columns it takes."""

    __slots__ = ()

    def __len__(self) -> int:
        return columns(str(self))


class _Wrapper(textwrap.TextWrapper):
    """The standard wrapper, with words that are as long as they are wide."""

    def _split(self, text: str) -> list[str]:
        return [_Word(word) for word in super()._split(text)]

    def _handle_long_word(
        self, reversed_chunks: list[str], cur_line: list[str], cur_len: int, width: int
    ) -> None:
        """Breaks a word that is too long for any line; ``width`` is that of the line."""
        word = str(reversed_chunks[-1])
        if not self.break_long_words:
            super()._handle_long_word(reversed_chunks, cur_line, cur_len, width)
        elif head := _head(word, width - cur_len):
            cur_line.append(_Word(head))
            reversed_chunks[-1] = _Word(word[len(head) :])
