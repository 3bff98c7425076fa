"""P2 and P16: the encoding and the armor."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from independent.codec import decode
from independent.files import armor as armored

from .case import Case
from .vectors import vectors

# name, bytes, code, what the bytes are
REFUSED: list[tuple[str, str, str, str]] = [
    ("int_not_minimal_1", "cc7f", "C_MINIMAL", "127 in two bytes; it fits one"),
    ("int_not_minimal_2", "cd00ff", "C_MINIMAL", "255 in three bytes; it fits two"),
    ("int_not_minimal_4", "ce0000ffff", "C_MINIMAL", "65535 in five bytes"),
    ("int_not_minimal_8", "cf00000000ffffffff", "C_MINIMAL", "2^32 - 1 in nine bytes"),
    ("bytes_not_minimal", "c50001aa", "C_MINIMAL", "one byte with a length of two bytes"),
    ("text_not_minimal_1", "d90161", "C_MINIMAL", "a text of one byte with a length byte"),
    ("text_not_minimal_2", "da000161", "C_MINIMAL", "a text of one byte, length of two bytes"),
    ("array_not_minimal", "dc000101", "C_MINIMAL", "an array of one with a count of two bytes"),
    ("type_nil", "c0", "C_TYPE", "nil does not exist"),
    ("type_false", "c2", "C_TYPE", "booleans do not exist"),
    ("type_negative", "ff", "C_TYPE", "negative numbers do not exist"),
    ("type_float", "cb3ff0000000000000", "C_TYPE", "floats do not exist"),
    ("type_map", "80", "C_TYPE", "maps do not exist"),
    ("type_extension", "d40100", "C_TYPE", "extensions do not exist"),
    ("type_bytes_32", "c600000001aa", "C_TYPE", "lengths of four bytes do not exist"),
    ("type_text_32", "db0000000161", "C_TYPE", "lengths of four bytes do not exist"),
    ("type_array_32", "dd0000000101", "C_TYPE", "counts of four bytes do not exist"),
    ("truncated_empty", "", "C_TRUNCATED", "no value at all"),
    ("truncated_int", "cd01", "C_TRUNCATED", "a number without its last byte"),
    ("truncated_bytes", "c402aa", "C_TRUNCATED", "one byte of two"),
    ("truncated_array", "9201", "C_TRUNCATED", "one element of two"),
    ("truncated_count", "dcffff0000", "C_TRUNCATED", "a count larger than the bytes left"),
    ("trailing", "0100", "C_TRAILING", "a second value after the first"),
    ("utf8_overlong", "a2c0af", "C_UTF8", "a slash in two bytes"),
    ("utf8_surrogate", "a3eda080", "C_UTF8", "half of a surrogate pair"),
    ("utf8_cut", "a1c3", "C_UTF8", "the first byte of two"),
    ("text_escape", "a11b", "C_TEXT", "a terminal escape"),
    ("text_tabulator", "a109", "C_TEXT", "a tabulator"),
    ("text_delete", "a17f", "C_TEXT", "delete"),
    ("text_override", "a3e280ae", "C_TEXT", "an override of the writing direction"),
    ("text_line_separator", "a3e280a8", "C_TEXT", "a line separator"),
    ("text_byte_order_mark", "a3efbbbf", "C_TEXT", "a byte order mark"),
    ("depth_9", "91" * 8 + "90", "C_DEPTH", "an array inside eight arrays"),
    ("depth_before_truncated", "91" * 8 + "9f", "C_DEPTH", "too deep, and too short as well"),
    ("minimal_before_depth", "91" * 8 + "dc0001", "C_MINIMAL", "long form, and too deep"),
    ("minimal_before_truncated", "c50001", "C_MINIMAL", "long form, and its byte is missing"),
    ("first_fault_counts", "92c0cc01", "C_TYPE", "nil stands before the long form"),
]
ACCEPTED: list[tuple[str, str, str]] = [
    ("int_0", "00", "the smallest number"),
    ("int_127", "7f", "the largest number in one byte"),
    ("int_128", "cc80", "the smallest number in two bytes"),
    ("int_largest", "cf" + "ff" * 8, "2^64 - 1"),
    ("bytes_empty", "c400", "no bytes"),
    ("bytes_256", "c50100" + "aa" * 256, "the shortest with a length of two bytes"),
    ("text_empty", "a0", "no text"),
    ("text_32", "d920" + "61" * 32, "the shortest text with a length byte"),
    ("text_line_feed", "a10a", "a line feed is allowed"),
    ("text_not_normalised", "a365cc81", "no normalisation is applied"),
    ("array_16", "dc0010" + "00" * 16, "the shortest with a count of two bytes"),
    ("depth_8", "91" * 7 + "90", "eight arrays"),
]


def tagged(value: Any) -> Any:
    """A value as the vectors write it: {"b": hex} and {"t": text}."""
    if isinstance(value, bytes):
        return {"b": value.hex()}
    if isinstance(value, str):
        return {"t": value}
    return [tagged(v) for v in value] if isinstance(value, list) else value


def codec() -> Iterator[Case]:
    """Values in the encoding of P2."""
    for name, data, code, about in REFUSED:
        yield Case(f"codec_{name}", "codec", code, "P2", about, bytes.fromhex(data))
    for name, data, about in ACCEPTED:
        raw = bytes.fromhex(data)
        value = {"value": json.dumps(tagged(decode(raw)))}
        yield Case(f"codec_{name}", "codec", "ok", "P2", about, raw, value)
    long = b"\xda\xff\xff" + b"a" * 65_535
    yield Case("codec_size", "codec", "C_SIZE", "P2", "more than 65535 bytes", long)


PAYLOAD = bytes(range(100))
PLAIN = armored(PAYLOAD)
# name, change of the text, code, what it is
MAILS: list[tuple[str, str, str, str]] = [
    ("plain", PLAIN, "ok", "as written"),
    ("quoted", "".join(f"> > {line}\n" for line in PLAIN.splitlines()), "ok", "quoted twice"),
    ("crlf", PLAIN.replace("\n", "\r\n"), "ok", "lines end with CR LF"),
    ("one_line", PLAIN.replace("\n", " "), "ok", "all in one line"),
    ("html", "<p>" + PLAIN.replace("\n", "<br>\n") + "</p>", "ok", "line breaks as tags"),
    ("entities", PLAIN.replace("+", "&#43;").replace("/", "&#47;"), "ok", "entities"),
    ("long_dashes", PLAIN.replace("-----", "\u2014\u2014"), "ok", "dashes turned into long ones"),
    ("zero_width", PLAIN.replace("A", "A\u200b"), "ok", "invisible characters"),
    ("quoted_printable", PLAIN.replace("\n", "=20\n"), "ok", "left-overs of quoted-printable"),
    ("begin_restarts", PLAIN.split("\n")[0] + "\nxx\n" + PLAIN, "ok", "a later BEGIN restarts"),
    ("none", "Hello!\n", "A_NONE", "no block"),
    ("end_alone", "-----END REFEREE FILE-----\n", "A_NONE", "an END without a BEGIN"),
    ("end_missing", PLAIN.replace("-----END REFEREE FILE-----", ""), "A_END", "no END"),
    ("sum_mark_missing", PLAIN.replace("#", ""), "A_SUM", "no mark before the digits"),
    ("sum_line_missing", PLAIN[: PLAIN.index("#")] + PLAIN[-27:], "A_SUM", "no check line"),
    ("sum_wrong", PLAIN.replace("AAEC", "AAED"), "A_SUM", "a letter changed"),
    ("sum_upper", PLAIN[: PLAIN.index("#")] + "#ABCDEF00\n" + PLAIN[-27:], "A_SUM", "capitals"),
    ("char_url", PLAIN.replace("AAEC", "AA-C"), "A_CHAR", "another alphabet"),
    (
        "char_padding",
        PLAIN.replace("\n#", "=\n=#"),
        "A_CHAR",
        "padding in front of the mark",
    ),
    ("bits_lone", PLAIN.replace("\n#", "AAA\n#"), "A_BITS", "a lone letter at the end"),
    ("bits_unused", "", "A_BITS", "unused bits that are not zero"),
]


def armor() -> Iterator[Case]:
    """Blocks in the text of a mail."""
    unused = next(c for c in vectors("armor") if c["id"].endswith("unused-bits"))
    for name, text, code, about in MAILS:
        data = (text or unused["in"]["text"]).encode()
        extra = {"blocks": hashlib.sha512(PAYLOAD).hexdigest()} if code == "ok" else {}
        yield Case(f"armor_{name}", "armor", code, "P16", about, data, extra)
    both = armored(b"one") + "and\n" + armored(b"two")
    sums = " ".join(hashlib.sha512(block).hexdigest() for block in (b"one", b"two"))
    about = "two blocks are two files"
    yield Case("armor_two_blocks", "armor", "ok", "P16", about, both.encode(), {"blocks": sums})
