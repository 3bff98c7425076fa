"""Contact cards: what others may know of somebody, in one line of text."""

from __future__ import annotations

import hashlib
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as Base64Error
from typing import Final

import msgspec

from referee.errors import IdentityError
from referee.model import Member, Wire
from referee.wire import check_text

NAME_LIMIT: Final = 64
"""Bytes of UTF-8 of a member's name (P1)."""


class _Card(Wire, frozen=True):
    name: str
    identity: bytes
    box: bytes


class Contact(msgspec.Struct, frozen=True):
    """What others may know of somebody: a name and two public keys. The keys decide, not the name.

    >>> anna = Contact("Anna", bytes(range(32)), bytes(range(32, 64)))
    >>> Contact.parse(anna.line()) == anna
    True
    """

    name: str
    identity: bytes
    box: bytes

    def line(self) -> str:
        """The contact card: one line, ``referee-contact:1:<base64url>#<8 hex digits>``."""
        packed = msgspec.msgpack.encode(_Card(self.name, self.identity, self.box))
        text = urlsafe_b64encode(packed).decode("ascii").rstrip("=")
        return f"referee-contact:1:{text}#{check_digits(packed)}"

    @property
    def fingerprint(self) -> str:
        """24 hex digits of the identity key in groups of four, to compare by telephone."""
        digits = hashlib.sha512(self.identity + self.box).hexdigest()[:24]
        return " ".join(digits[i : i + 4] for i in range(0, 24, 4))

    @classmethod
    def parse(cls, text: str) -> Contact:
        """Reads a card; blanks around and line breaks inside do no harm, everything else does.

        Raises IdentityError ``key.contact``.
        """
        compact = "".join(text.split())
        match = re.fullmatch(r"referee-contact:1:([A-Za-z0-9_-]{1,400})#([0-9a-f]{8})", compact)
        if match is None:
            raise _bad_card("this is no contact card of version 1")
        packed = _unbase64(match.group(1))
        if packed is None or check_digits(packed) != match.group(2):
            raise _bad_card("the contact card was changed on the way")
        try:
            card = msgspec.msgpack.decode(packed, type=_Card)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise _bad_card("the contact card holds something else") from None
        if msgspec.msgpack.encode(card) != packed or {len(card.identity), len(card.box)} != {32}:
            raise _bad_card("the contact card holds something else")
        check_name(card.name)
        return cls(card.name, card.identity, card.box)

    def member(self) -> Member:
        """The entry in a charter."""
        return Member(self.name, self.identity, self.box)


def check_digits(packed: bytes) -> str:
    """Eight hex digits that show a mistake in a card or backup."""
    return hashlib.sha256(packed).hexdigest()[:8]


def _unbase64(text: str) -> bytes | None:
    """Base64url without padding, in the only form of it; None for anything else."""
    try:
        data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (Base64Error, ValueError):
        return None
    return data if urlsafe_b64encode(data).decode("ascii").rstrip("=") == text else None


def _bad_card(why: str) -> IdentityError:
    return IdentityError("key.contact", why, "ask for the line that `referee key show` prints")


def check_name(name: str) -> None:
    """Whether a name may stand in a charter (P1, P2). Raises UsageError ``usage.text``."""
    check_text(name, limit=NAME_LIMIT, what="name", lines=False)


def slug(display: str) -> str:
    """A name for files from a name for people."""
    name = re.sub(r"[^a-z0-9]+", "-", display.lower()).strip("-")[:32].rstrip("-")
    return name or "friend"
