"""From what a person hands over to files, and back: tolerant outside, strict inside (P15, P16).

What comes in may be a ``.referee`` file, armored text, a mail body or an ``.eml`` with attachments.
What is found in it is checked by the core, byte for byte; here only sizes are looked at.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from email.message import Message
from email.parser import BytesParser
from typing import Any, Final, NamedTuple

from referee import _core
from referee.errors import FileRefusedError, UsageError
from referee.model import MAGIC, Envelope, read_file

Json = Any

FILE_LIMIT: Final = 67_108_864
"""Bytes of a file (P1)."""

INPUT_LIMIT: Final = 2 * FILE_LIMIT
"""Bytes that are read from anybody: a file of the largest size, as base64 in a mail."""

MAIL_PARTS: Final = 512
"""A mail with more lines that could begin a part is read as plain text: parsing costs memory."""

MAIL_FIELDS: Final = 4096
"""Likewise for lines that look like header fields."""

TYPE_BYTES: Final = 8192
"""Likewise for a longer ``Content-Type``: taking its parameters apart costs the square of it."""

_MANGLED: Final = {
    b"\x89RFR\n\x1a\n": "its line ends were changed on the way",
    b"\x89RFR\r\r\n\x1a\r\n": "its line ends were changed on the way",
    b"\x89RFR\r\n\x1a\r\n": "its line ends were changed on the way",
    b"\x09RFR": "the highest bit of each byte was lost on the way",
    b"\xc2\x89RFR": "it was re-encoded as text on the way",
    b"\xef\xbf\xbdRFR": "it was re-encoded as text on the way",
}

_HINTS: Final = {
    "C_": "ask for the file again; it was not written by a referee program or was changed",
    "F_SIZE": "a file has at most 64 MiB and 65535 events",
    "F_MAGIC": "this is no referee file; pass files as attachments or as armored text",
    "F_CODEC": "the file is cut or changed; ask for it again",
    "F_SHAPE": "the file is not one of events; `referee info` tells what it is",
    "F_EMPTY": "ask for the file again",
    "F_ORDER": "the file was put together by another program; ask for it again",
    "A_NONE": "copy the whole text, from the BEGIN line to the END line",
    "A_END": "the text is cut; copy it up to and with the END line",
    "A_": "the text was changed on the way; ask for the file as an attachment",
    "H_CONFIG": "the rules do not take this configuration, or it needs a card set you lack",
    "H_": "the host has to invite again",
    "E_MATCH": "this file belongs to another match; name its folder with -m",
    "E_PARENTS": "the file builds on events you lack; ask for a whole file (`send --whole`)",
    "E_SIGNATURE": "somebody changed this file; ask its author for it",
    "E_GRACE": "wait until the grace period is over; `referee status` says when",
    "E_VOTE": "the match does not wait for that seat",
    "E_TWICE": "you did this already",
    "E_BACK": "that step cannot be gone back to",
    "E_ROLE": "this is for others to do",
    "E_SEAT": "the seat is not yours to speak for",
    "E_NOW": "this answers nothing that is asked now",
    "E_": "ask its author for the file again",
}


class Found(NamedTuple):
    """A file somewhere in what was handed over: where it was, and its bytes."""

    name: str
    data: bytes


def hint(code: str) -> str:
    """What a person can do about a protocol code, or ``""``."""
    return next((text for prefix, text in _HINTS.items() if code.startswith(prefix)), "")


# -- finding files


def find_in(name: str, data: bytes) -> list[Found]:
    """Everything in ``data`` that may be a file: itself, armored text, or a mail with either.

    Raises FileRefusedError: ``F_SIZE`` too large, ``F_MAGIC`` or ``A_…`` if there is nothing in it.
    """
    if len(data) > INPUT_LIMIT:
        raise FileRefusedError("F_SIZE", f"{harmless(name)} is too large", hint("F_SIZE"))
    if data.startswith(MAGIC):
        return [Found(name, data)]
    for start, why in _MANGLED.items():
        if data.startswith(start):
            raise FileRefusedError("F_MAGIC", why, hint("F_MAGIC"))
    if _is_mail(data):
        found = _in_mail(name, data)
        if found:
            return found
    return [Found(name, file) for file in _in_text(name, data)]


def _in_text(name: str, data: bytes) -> list[bytes]:
    text = _decode(data)
    try:
        return _core.dearmor(text)
    except FileRefusedError as error:
        if error.code == "A_NONE" and "\0" in text:
            why = f"{harmless(name)} is neither a referee file nor a text with one"
            raise FileRefusedError("F_MAGIC", why, hint("F_MAGIC")) from None
        raise FileRefusedError(error.code, error.why, error.hint or hint(error.code)) from None


def _decode(data: bytes) -> str:
    """Text of any file: what a byte order mark says, else UTF-8, else one byte per character."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


# -- mails

_FIELD: Final = re.compile(rb"^[!-9;-~]{1,128}:", re.MULTILINE)
_BOUNDARY: Final = re.compile(rb"^--", re.MULTILINE)
_TYPE: Final = re.compile(rb"^content-type:[^\n]*(?:\n[ \t][^\n]*)*", re.IGNORECASE | re.MULTILINE)
_MAIL_FIELD: Final = re.compile(
    rb"^(content-type|content-transfer-encoding|mime-version):", re.IGNORECASE | re.MULTILINE
)


def _is_mail(data: bytes) -> bool:
    """Whether contents begin like a mail and are cheap to take apart."""
    head = data[:65536]
    return (
        _FIELD.match(head) is not None
        and _MAIL_FIELD.search(head) is not None
        and not _more_than(_BOUNDARY, data, MAIL_PARTS)
        and not _more_than(_FIELD, data, MAIL_FIELDS)
        and all(len(field.group()) <= TYPE_BYTES for field in _TYPE.finditer(data))
    )


def _more_than(pattern: re.Pattern[bytes], data: bytes, limit: int) -> bool:
    return any(count >= limit for count, _ in enumerate(pattern.finditer(data)))


def _in_mail(name: str, data: bytes) -> list[Found]:
    """Files in the parts of a mail: attachments, and armor in every text part."""
    found: list[Found] = []
    refusal: FileRefusedError | None = None
    try:
        # The message classes of compat32 take headers as they are; the newer ones parse them, at
        # a cost that grows badly with hostile ones.
        parts = [part for part in BytesParser().parsebytes(data).walk() if not part.is_multipart()]
    except RecursionError:
        return []
    for part in parts:
        content = _part_bytes(part)
        if content.startswith(MAGIC):
            found.append(Found(name, content))
        elif part.get_content_maintype() == "text":
            try:
                found += [Found(name, file) for file in _core.dearmor(_part_text(part, content))]
            except FileRefusedError as error:
                refusal = refusal if error.code == "A_NONE" else error
    found = list(dict.fromkeys(found))  # a mail often says the same as text and as HTML
    if not found and refusal is not None:
        raise FileRefusedError(refusal.code, refusal.why, hint(refusal.code))
    return found


def _part_bytes(part: Message) -> bytes:
    try:
        content = part.get_payload(decode=True)
    except Exception:  # any decoder a header names may fail in its own way on hostile content
        return b""
    return content if isinstance(content, bytes) else b""


def _part_text(part: Message, content: bytes) -> str:
    try:
        return content.decode(part.get_content_charset() or "utf-8")
    except (LookupError, ValueError):
        return _decode(content)


# -- giving out


def armor(data: bytes) -> str:
    """A file as text for a mail body (P16), written with LF."""
    return _core.armor(data)


def count_events(data: bytes) -> int:
    """How many events a file of our own holds."""
    return len(read_file(data))


def announced(data: bytes) -> int:
    """How many events the head of a file says it has; 0 if it has no such head."""
    head = data[len(MAGIC) : len(MAGIC) + 5]
    if not data.startswith(MAGIC) or head[:2] != b"\x92\x01" or len(head) < 3:
        return 0
    if head[2] == 0xDC:
        return int.from_bytes(head[3:], "big")
    return head[2] & 0x0F if head[2] >> 4 == 9 else 0


def beginning(data: bytes) -> list[Envelope]:
    """Whole envelopes at the beginning of a file that is cut or garbled further on (P2, P15)."""
    at = len(MAGIC) + (5 if data[len(MAGIC) + 2 : len(MAGIC) + 3] == b"\xdc" else 3)
    envelopes: list[Envelope] = []
    count = announced(data)
    while len(envelopes) < count and data[at : at + 1] == b"\x92":
        raw, after = _bytes_at(data, at + 1)
        sig, after = _bytes_at(data, after)
        if len(sig) != 64:
            break
        envelopes.append(Envelope(raw, sig))
        at = after
    return envelopes


def _bytes_at(data: bytes, at: int) -> tuple[bytes, int]:
    """Bytes in the encoding of P2 and where they end; empty if there are none."""
    sizes = {0xC4: 1, 0xC5: 2}.get(data[at] if at < len(data) else 0, 0)
    size = int.from_bytes(data[at + 1 : at + 1 + sizes], "big")
    begin = at + 1 + sizes
    whole = sizes and begin + size <= len(data)
    return (data[begin : begin + size], begin + size) if whole else (b"", len(data))


# -- text of others

_FORBIDDEN: Final = re.compile(
    "[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
_HIDDEN: Final = re.compile(
    "[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f"
    "\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e0fff]"
)


def harmless(text: str) -> str:
    """Text of others for one line of a terminal: what is hidden or steers it, escaped."""
    return _HIDDEN.sub(lambda match: f"\\u{{{ord(match.group()):x}}}", text)


def check_text(text: str, *, limit: int, what: str, lines: bool = True) -> None:
    """Whether P2 and its limit of UTF-8 bytes allow a text. Raises UsageError ``usage.text``."""
    if _FORBIDDEN.search(text) or (not lines and "\n" in text):
        raise UsageError("usage.text", f"the {what} has characters that are not allowed")
    size = len(text.encode("utf-8"))
    if not 1 <= size <= limit:
        raise UsageError("usage.text", f"the {what} has {size} bytes; 1 to {limit} are allowed")


def canonical_json(value: Json) -> bytes:
    """Canonical JSON (P2). Raises ``ValueError`` for floats and lone surrogates."""
    for text in _texts(value):
        text.encode("utf-8")  # a lone surrogate has no UTF-8
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return text.replace("\x7f", "\\u007f").encode("ascii")


def _texts(value: Json) -> Iterable[str]:
    if isinstance(value, float):
        raise ValueError("a number with a fraction has no canonical form")
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str):
                raise ValueError("a key that is no text has no canonical form")
            yield key
            yield from _texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)
