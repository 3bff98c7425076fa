"""P15 and P16: files, logs, fork proofs and armor."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable
from itertools import pairwise

from .chance import h32
from .codec import decode, encode, fits, shape
from .errors import RefusedError, require
from .events import Charter, Event, Kind, parse
from .rules import library
from .rules.match import Match

MAX_FILE = 1 << 26
MAX_EVENTS = 65535
MAX_AUTHOR = 1 << 20
MAX_BRANCHES = 256
MAGIC = b"\x89RFR\r\n\x1a\n"
ENVELOPES = shape("[[b raw, b64 sig]…]")
PROOF = shape("[u, [b, b64], [b, b64], [b, b64]]")


def _value(data: bytes, limit: int) -> object:
    require(len(data) <= limit, "F_SIZE")
    require(data[:8] == MAGIC, "F_MAGIC")
    try:
        return decode(data[8:], limit)
    except RefusedError as refused:
        raise RefusedError("F_CODEC", refused.code) from None


def read(data: bytes) -> list[Event]:
    """The events of a file: P15, points 1 and 2."""
    value = _value(data, MAX_FILE)
    good = isinstance(value, list) and len(value) == 2 and value[0] == 1
    require(good and isinstance(value, list) and fits(value[1], ENVELOPES), "F_SHAPE")
    envelopes = value[1] if isinstance(value, list) else []
    require(envelopes, "F_EMPTY")
    return [parse(raw, sig) for raw, sig in envelopes]


def write(events: Iterable[Event]) -> bytes:
    """The file of events in the order given."""
    return MAGIC + encode([1, [[e.raw, e.sig] for e in events]])


def convicted(data: bytes) -> tuple[str, int, int]:
    """P15: (name, author, seq) of a fork proof."""
    value = _value(data, 4 * 65535)
    require(fits(value, PROOF) and isinstance(value, list) and value[0] == 2, "F_SHAPE")
    envelopes = value[1:] if isinstance(value, list) else []
    propose, x, y = (parse(raw, sig) for raw, sig in envelopes)
    require(propose.kind is Kind.PROPOSE, "E_MATCH")
    charter = Charter.of(propose)
    for e in (propose, x, y):
        charter.admit(e)
    require((x.author, x.seq) == (y.author, y.seq) and x.id < y.id, "E_FORK")
    return charter.names[x.author], x.author, x.seq


class Log:
    """A set of events of one match that holds the past of each, in canonical order.

    `first` is the match as the rules begin it, None if they are not known here.
    """

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.by_id: dict[bytes, Event] = {}
        self.charter: Charter | None = None
        self.first: Match | None = None

    def receive(self, events: list[Event]) -> None:
        """The union with a file's events, or nothing of it: P15, points 3 to 7."""
        charter, first = self.charter, self.first
        if charter is None:
            require(events[0].kind is Kind.PROPOSE, "E_MATCH", "the match is not known")
            charter = Charter.of(events[0])
            first = library.start(charter)
        known = dict(self.by_id)
        better: list[Event] = []
        order: list[tuple[int, bytes]] = []
        for e in events:
            charter.admit(e)
            if e.id in known:
                better.append(e)
            else:
                require(all(p in known for p in e.parents), "E_PARENTS", "one is not known")
                e.height = 1 + max((known[p].height for p in e.parents), default=-1)
                known[e.id] = e
            order.append((known[e.id].height, e.id))
        require(all(a < b for a, b in pairwise(order)), "F_ORDER")
        ordered = sorted(known.values(), key=lambda e: (e.height, e.id))
        fits_file = len(known) <= MAX_EVENTS and len(write(ordered)) <= MAX_FILE
        require(fits_file, "F_SIZE", "the union")
        self._place(ordered)
        for e in better:
            known[e.id].sig = min(known[e.id].sig, e.sig)
        self.events, self.by_id, self.charter, self.first = ordered, known, charter, first

    def _place(self, ordered: list[Event]) -> None:
        """Pasts as bits, and the checks of P15, points 6 and 7."""
        place = {e.id: i for i, e in enumerate(ordered)}
        past = [0] * len(ordered)
        own: dict[int, list[int]] = {}
        continued: set[tuple[int, int]] = set()
        branches = 0
        for i, e in enumerate(ordered):
            parents = [place[p] for p in e.parents]
            above = 0
            for p in parents:
                above |= past[p]
            require(not any(above >> p & 1 for p in parents), "E_PARENTS", "not heads")
            past[i] = above | sum(1 << p for p in parents)
            mine = [j for j in own.get(e.author, ()) if past[i] >> j & 1]
            require({ordered[j].seq for j in mine} == set(range(e.seq)), "E_SEQ")
            size = sum(len(ordered[j].raw) for j in mine) + len(e.raw)
            require(size <= MAX_AUTHOR, "E_SIZE")
            last = (e.author, mine[-1] if mine else -1)
            branches += last in continued
            continued.add(last)
            own.setdefault(e.author, []).append(i)
        require(branches <= MAX_BRANCHES, "F_SIZE", "fork branches")
        for i, e in enumerate(ordered):
            e.index, e.past = i, past[i]

    def heads(self) -> list[Event]:
        """Events in nobody's past."""
        seen = 0
        for e in self.events:
            seen |= e.past
        return [e for e in self.events if not seen & e.bit]

    def twins(self) -> list[list[Event]]:
        """Groups of events of one author with equal seq, each in canonical order."""
        groups: dict[tuple[int, int], list[Event]] = {}
        for e in self.events:
            groups.setdefault((e.author, e.seq), []).append(e)
        return [group for group in groups.values() if len(group) > 1]


# -- P16 -----------------------------------------------------------------------------------------

BEGIN = "-----BEGIN REFEREE FILE-----"
END = "-----END REFEREE FILE-----"
_DASHES = "[-\u2010-\u2015\u2212\ufe58\ufe63\uff0d]{1,10}"
_MARKER = re.compile(rf"{_DASHES}[ \t]*(BEGIN|END)[ \t]+REFEREE[ \t]+FILE[ \t]*{_DASHES}")
_NEWLINE = re.compile("\r\n|[\r\u2028\u2029]")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]")
_BREAK = re.compile(r"<br[^>]*>|</(?:p|div|tr|li|pre)>", re.IGNORECASE | re.ASCII)
_TAG = re.compile(r"<[/!a-zA-Z][^<>]*>")
_QUOTED = re.compile(r"=(?:20|09|0D|0A)?[ \t]*\n")
_PREFIX = re.compile(r"^[ \t>|:*]*", re.MULTILINE)
_ENTITIES = (("nbsp", " "), ("gt", ">"), ("lt", "<"), ("#43", "+"), ("#47", "/"), ("#45", "-"))


def check_digits(data: bytes) -> str:
    """The eight digits after `#`."""
    return h32("armor", data)[:4].hex()


def _unpadded(data: bytes) -> str:
    return base64.b64encode(data).decode().rstrip("=")


def armor(data: bytes) -> str:
    """A file as text for a mail."""
    text = _unpadded(data)
    lines = [text[i : i + 64] for i in range(0, len(text), 64)]
    return "\n".join([BEGIN, *lines, "#" + check_digits(data), END, ""])


def dearmor(text: str) -> list[bytes]:
    """Every armored block of a mail's text, in order."""
    text = _INVISIBLE.sub("", _NEWLINE.sub("\n", text))
    text = text.replace("\u00a0", " ").replace("\u202f", " ")
    text = _TAG.sub("", _break_at_tags(text))
    for name, meant in (*_ENTITIES, ("amp", "&")):
        text = text.replace(f"&{name};", meant)
    out: list[bytes] = []
    start: int | None = None
    for marker in _MARKER.finditer(text):
        if marker[1] == "BEGIN":
            start = marker.end()
        elif start is not None:
            out.append(_block(text[start : marker.start()]))
            start = None
    require(start is None, "A_END")
    require(out, "A_NONE")
    return out


def _break_at_tags(text: str) -> str:
    """Tags that end a line as line feeds. Behind the last `>` none ends, and each is sought for."""
    tags, close, rest = text.rpartition(">")
    return _BREAK.sub("\n", tags + close) + rest


def _block(text: str) -> bytes:
    text = _PREFIX.sub("", _QUOTED.sub("\n", text))
    text = re.sub(r"[ \t\n\x0b\x0c]", "", text)
    body, mark, digits = text.partition("#")
    require(mark, "A_SUM", "no check line")
    require(re.fullmatch(r"[A-Za-z0-9+/]*", body), "A_CHAR")
    require(len(body) % 4 != 1, "A_BITS")
    data = base64.b64decode(body + "=" * (-len(body) % 4))
    require(_unpadded(data) == body, "A_BITS")
    require(digits == check_digits(data), "A_SUM")
    return data
