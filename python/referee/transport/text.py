"""Armored text for whatever carries text: a chat, a forum, the clipboard."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.match import Sent


class Text:
    """Hands files as armored text to a function, and takes in what somebody pasted."""

    def __init__(
        self, write: Callable[[str], object], pasted: Iterable[str] = (), name: str = "text"
    ) -> None:
        """``write`` gets the text of each file; ``pasted`` are texts with files in them."""
        self._write = write
        self._pasted = pasted
        self._name = name

    @property
    def target(self) -> str:
        """The name given."""
        return f"text:{self._name}"

    def deliver(self, file: Sent) -> None:
        """Hands on the armored text (P16)."""
        self._write(file.text)

    def collect(self) -> Iterable[tuple[str, bytes]]:
        """Everything that was pasted."""
        return [("pasted text", text.encode("utf-8", "replace")) for text in self._pasted]
